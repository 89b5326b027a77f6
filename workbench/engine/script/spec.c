/* The spec's top level, and the life of what is read from it. */
#include "script/spec.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "script/field.h"

const char wb_spec_inputs_key = 0, wb_spec_reference_key = 0;

static const char *const fields[] = {
    "title",     "concept",   "entry",   "params",  "cases", "inputs",
    "reference", "tolerance", "budgets", "limits",  "hints", "requires",
    "tags",      "aliases",   "strict",  "chapter", "allow",
};

struct wb_spec *wb_spec_new(void) {
  return wb_alloc(sizeof(struct wb_spec));
}

void wb_quantity_release(struct wb_quantity *quantity) {
  free(quantity->text);
  free(quantity->path);
  *quantity = (struct wb_quantity){0};
}

static void release_param(struct wb_spec_param *param) {
  for (unsigned i = 0; i < WB_MAX_RANK; i++) wb_quantity_release(&param->shape[i]);
  for (unsigned i = 0; i < WB_SPEC_MAX_LANES; i++) wb_quantity_release(&param->value[i]);
  wb_quantity_release(&param->scale_by);
  free(param->fill.path);
  free(param->path);
}

static void release_case(struct wb_spec_case *one, size_t n_params) {
  for (size_t i = 0; i < one->n_sizes; i++) free(one->sizes[i].name);
  for (size_t i = 0; i < 3; i++) {
    wb_quantity_release(&one->global[i]);
    wb_quantity_release(&one->local[i]);
  }
  for (size_t i = 0; i < n_params && one->fills != NULL; i++) free(one->fills[i].path);
  free(one->fills);
  free(one->name);
  free(one->path);
}

void wb_spec_free(struct wb_spec *spec) {
  if (spec == NULL) return;
  for (size_t i = 0; i < spec->n_params; i++) release_param(&spec->params[i]);
  for (size_t i = 0; i < spec->n_cases; i++) release_case(&spec->cases[i], spec->n_params);
  for (size_t i = 0; i < spec->n_budgets; i++) wb_quantity_release(&spec->budgets[i].limit);
  free(spec->params);
  free(spec->cases);
  free(spec);
}

/* Left NULL where a field that need not be is not there. */
static void read_optional_text(lua_State *lua, int table, const char *name, char **out) {
  struct wb_path path = {NULL, name, 0};
  if (wb_field_get(lua, table, name) != LUA_TNIL) wb_field_text(lua, -1, &path, false, out);
  lua_pop(lua, 1);
}

static void read_text(lua_State *lua, int table, const char *name, char **out) {
  struct wb_path path = {NULL, name, 0};
  wb_field_get(lua, table, name);
  wb_field_text(lua, -1, &path, false, out);
  lua_pop(lua, 1);
}

/* A list of different texts. */
static void read_texts(lua_State *lua, int table, const char *name, bool lines,
                       struct wb_names *out) {
  struct wb_path path = {NULL, name, 0};
  if (wb_field_get(lua, table, name) != LUA_TNIL) {
    size_t count = wb_field_check_list(lua, -1, &path, 100);
    for (size_t i = 0; i < count; i++) {
      struct wb_path item = {&path, NULL, (lua_Integer)i + 1};
      lua_rawgeti(lua, -1, item.index);
      wb_names_add(out, "");
      free(out->items[i]);
      out->items[i] = NULL;
      wb_field_text(lua, -1, &item, lines, &out->items[i]);
      for (size_t k = 0; k < i; k++)
        if (strcmp(out->items[k], out->items[i]) == 0)
          wb_field_fail(lua, &item, "'%s' is there twice", out->items[i]);
      lua_pop(lua, 1);
    }
  }
  lua_pop(lua, 1);
}

/* "mojo:13": a set, a colon, a number or word of that set. */
static void check_aliases(lua_State *lua, const struct wb_names *aliases) {
  struct wb_path path = {NULL, "aliases", 0};
  for (size_t i = 0; i < aliases->count; i++) {
    struct wb_path item = {&path, NULL, (lua_Integer)i + 1};
    const char *text = aliases->items[i];
    const char *colon = strchr(text, ':');
    if (colon == NULL || colon == text || colon[1] == '\0' || strchr(text, ' ') != NULL)
      wb_field_fail(lua, &item, "'%s' is not SET:NUMBER, as \"mojo:3\"", text);
  }
}

static const char *const features[] = {"fp64", "fp16"};

static bool requires_feature(const struct wb_puzzle *puzzle, const char *feature) {
  for (size_t i = 0; i < puzzle->requires.count; i++)
    if (strcmp(puzzle->requires.items[i], feature) == 0) return true;
  return false;
}

static void check_requires(lua_State *lua, const struct wb_puzzle *puzzle) {
  struct wb_path path = {NULL, "requires", 0};
  char hint[WB_HINT_MAX];
  for (size_t i = 0; i < puzzle->requires.count; i++) {
    struct wb_path item = {&path, NULL, (lua_Integer)i + 1};
    const char *word = puzzle->requires.items[i];
    if (strcmp(word, "fp64") != 0 && strcmp(word, "fp16") != 0)
      wb_field_fail(lua, &item, "unknown feature '%s'%s; there are fp64 and fp16", word,
                    wb_field_hint(word, features, 2, hint));
  }
}

/* Kinds of findings that can be warnings, and those that are errors in puzzles all
 * the same. */
static const char *const warned_kinds[] = {"data-race", "deadlock", "shift-too-wide"};
static const char *const forbidden_kinds[] = {"data-race"};

static void check_kinds(lua_State *lua, const char *field, const struct wb_names *names,
                        const char *const *kinds, size_t count, const char *is_not,
                        const char *there_are) {
  struct wb_path path = {NULL, field, 0};
  char hint[WB_HINT_MAX];
  for (size_t i = 0; i < names->count; i++) {
    struct wb_path item = {&path, NULL, (lua_Integer)i + 1};
    const char *word = names->items[i];
    bool known = false;
    for (size_t k = 0; k < count; k++) known |= strcmp(word, kinds[k]) == 0;
    if (!known)
      wb_field_fail(lua, &item, "'%s' %s%s; %s", word, is_not,
                    wb_field_hint(word, kinds, count, hint), there_are);
  }
}

static void check_severities(lua_State *lua, const struct wb_puzzle *puzzle) {
  struct wb_path path = {NULL, "allow", 0};
  check_kinds(lua, "strict", &puzzle->strict, warned_kinds, 3, "has no warnings",
              "data-race, deadlock and shift-too-wide have");
  check_kinds(lua, "allow", &puzzle->allow, forbidden_kinds, 1, "cannot be allowed",
              "data-race can");
  for (size_t i = 0; i < puzzle->allow.count; i++)
    for (size_t k = 0; k < puzzle->strict.count; k++)
      if (strcmp(puzzle->allow.items[i], puzzle->strict.items[k]) == 0)
        wb_field_fail(lua, &path, "'%s' is in strict, too", puzzle->allow.items[i]);
}

/* A device without doubles would fail where the puzzle should be skipped. */
static void check_doubles(lua_State *lua, const struct wb_puzzle *puzzle) {
  struct wb_path params = {NULL, "params", 0};
  for (size_t i = 0; i < puzzle->n_params; i++) {
    struct wb_path item = {&params, NULL, (lua_Integer)i + 1};
    struct wb_path type = {&item, "type", 0};
    if (puzzle->params[i].type.scalar == WB_DOUBLE && !requires_feature(puzzle, "fp64"))
      wb_field_fail(lua, &type, "double needs requires = { \"fp64\" }, as not every device has it");
  }
}

/* Keeps the function in the registry; the line where it begins, or 0. */
static int read_function(lua_State *lua, int table, const char *name, bool required,
                         const char *key) {
  struct wb_path path = {NULL, name, 0};
  char found[WB_VALUE_TEXT_MAX];
  lua_Debug info = {0};
  int type = wb_field_get(lua, table, name);
  if (type == LUA_TNIL && required)
    wb_field_fail(lua, &path, "is missing; it must be function(case) … return { … } end");
  if (type != LUA_TNIL && type != LUA_TFUNCTION)
    wb_field_fail(lua, &path, "must be a function(case), not %s",
                  wb_field_describe(lua, -1, found));
  if (type == LUA_TFUNCTION) {
    lua_pushvalue(lua, -1);
    lua_getinfo(lua, ">S", &info);
  }
  lua_rawsetp(lua, LUA_REGISTRYINDEX, key);
  return info.linedefined > 0 ? info.linedefined : 0;
}

void wb_spec_read(lua_State *lua, int table, struct wb_puzzle *puzzle, struct wb_spec *spec) {
  struct wb_path entry = {NULL, "entry", 0};
  wb_field_check_record(lua, table, NULL, fields, sizeof fields / sizeof fields[0]);
  read_text(lua, table, "title", &puzzle->title);
  read_text(lua, table, "concept", &puzzle->concept);
  read_optional_text(lua, table, "chapter", &puzzle->chapter);
  wb_field_get(lua, table, "entry");
  wb_field_identifier(lua, -1, &entry, &puzzle->entry);
  lua_pop(lua, 1);
  read_texts(lua, table, "hints", true, &puzzle->hints);
  read_texts(lua, table, "tags", false, &puzzle->tags);
  read_texts(lua, table, "aliases", false, &puzzle->aliases);
  read_texts(lua, table, "requires", false, &puzzle->requires);
  check_aliases(lua, &puzzle->aliases);
  check_requires(lua, puzzle);
  read_texts(lua, table, "strict", false, &puzzle->strict);
  read_texts(lua, table, "allow", false, &puzzle->allow);
  check_severities(lua, puzzle);
  wb_spec_read_params(lua, table, puzzle, spec);
  check_doubles(lua, puzzle);
  wb_spec_read_cases(lua, table, puzzle, spec);
  wb_spec_read_tolerance(lua, table, puzzle, spec);
  wb_spec_read_budgets(lua, table, puzzle, spec);
  wb_spec_read_limits(lua, table, puzzle);
  spec->inputs_line = read_function(lua, table, "inputs", false, &wb_spec_inputs_key);
  spec->has_inputs = lua_rawgetp(lua, LUA_REGISTRYINDEX, &wb_spec_inputs_key) != LUA_TNIL;
  lua_pop(lua, 1);
  spec->reference_line = read_function(lua, table, "reference", true, &wb_spec_reference_key);
}

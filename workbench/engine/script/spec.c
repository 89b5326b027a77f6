/* The spec's top level, and the life of what is read from it. */
#include "script/spec.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "script/domain.h"
#include "script/field.h"
#include "script/spec_fields.h"

const char wb_spec_inputs_key = 0, wb_spec_reference_key = 0, wb_spec_second_key = 0,
           wb_spec_stages_key = 0;

struct wb_spec *wb_spec_new(void) {
  return wb_alloc(sizeof(struct wb_spec));
}

void wb_quantity_release(struct wb_quantity *quantity) {
  free(quantity->text);
  free(quantity->path);
  *quantity = (struct wb_quantity){0};
}

/* What no row of theirs keeps. */
static void release_param(struct wb_spec_param *param) {
  wb_spec_release_rows(&wb_spec_parameter, param);
  wb_spec_release_rows(&wb_spec_tolerance, param);
  free(param->fill.path);
  free(param->path);
}

void wb_spec_release_case(struct wb_spec_case *one, size_t n_params) {
  wb_spec_release_rows(&wb_spec_one_case, one);
  for (size_t i = 0; i < one->n_sizes; i++) free(one->sizes[i].name);
  for (size_t i = 0; i < n_params && one->fills != NULL; i++) free(one->fills[i].path);
  free(one->fills);
  free(one->path);
}

void wb_spec_forget_extra(struct wb_spec *spec) {
  wb_spec_release_case(&spec->extra, spec->n_params);
  memset(&spec->extra, 0, sizeof spec->extra);
}

const struct wb_spec_case *wb_spec_case_at(const struct wb_spec *spec, size_t index) {
  if (index < spec->n_cases) return &spec->cases[index];
  if (index == spec->n_cases) return spec->extra.name != NULL ? &spec->extra : NULL;
  return spec->drawn != NULL ? wb_spec_drawn_case(spec->drawn, index - spec->n_cases - 1) : NULL;
}

void wb_spec_free(struct wb_spec *spec) {
  if (spec == NULL) return;
  for (size_t i = 0; i < spec->n_params; i++) release_param(&spec->params[i]);
  for (size_t i = 0; i < spec->n_cases; i++) wb_spec_release_case(&spec->cases[i], spec->n_params);
  wb_spec_forget_extra(spec);
  wb_spec_domain_free(spec->domain, spec->n_params);
  wb_spec_drawn_free(spec->drawn, spec->n_params);
  wb_spec_release_rows(&wb_spec_budgets, spec);
  for (size_t i = 0; i < spec->n_array_budgets; i++)
    wb_quantity_release(&spec->array_budgets[i].limit);
  free(spec->params);
  free(spec->cases);
  free(spec);
}

/* ---- rows ------------------------------------------------------------------------------- */

static void *place_of(const struct wb_spec_field *field, void *of) {
  return (char *)of + field->offset;
}

/* Whether puzzles of the kind that is read have the field. */
static bool is_of_kind(const struct wb_spec_field *field, const struct wb_spec_place *at) {
  const bool is_host = at->puzzle != NULL && at->puzzle->is_host;
  return field->of != (is_host ? WB_SPEC_OF_KERNELS : WB_SPEC_OF_HOSTS);
}

void wb_spec_check_names(lua_State *lua, const struct wb_spec_record *record,
                         const struct wb_spec_place *at) {
  const char *names[WB_SPEC_MAX_FIELDS] = {NULL};
  size_t count = 0;
  if (record->count > WB_SPEC_MAX_FIELDS) wb_bug("no room for %zu fields", record->count);
  for (size_t i = 0; i < record->count; i++)
    if (is_of_kind(&record->fields[i], at)) names[count++] = record->fields[i].name;
  wb_field_check_record(lua, at->table, at->path, names, count);
}

void wb_spec_read_rows(lua_State *lua, const struct wb_spec_record *record,
                       const struct wb_spec_place *at, bool late) {
  for (size_t i = 0; i < record->count; i++)
    if (record->fields[i].late == late && is_of_kind(&record->fields[i], at))
      record->fields[i].read(lua, &record->fields[i], at);
}

void wb_spec_release_rows(const struct wb_spec_record *record, void *of) {
  for (size_t i = 0; i < record->count; i++) {
    const struct wb_spec_field *field = &record->fields[i];
    struct wb_quantity *quantities = place_of(field, of);
    if (field->kept == WB_KEEPS_TEXT) free(*(char **)place_of(field, of));
    if (field->kept == WB_KEEPS_TEXTS) wb_names_release(place_of(field, of));
    for (size_t k = 0; field->kept == WB_KEEPS_QUANTITIES && k < field->count; k++)
      wb_quantity_release(&quantities[k]);
  }
}

/* ---- readers ---------------------------------------------------------------------------- */

WB_SPEC_READER(text) {
  struct wb_path path = {at->path, field->name, 0};
  wb_field_get(lua, at->table, field->name);
  wb_field_text(lua, -1, &path, false, place_of(field, at->of));
  lua_pop(lua, 1);
}

WB_SPEC_READER(text_if) {
  const bool given = wb_field_get(lua, at->table, field->name) != LUA_TNIL;
  lua_pop(lua, 1);
  if (given) wb_spec_read_text(lua, field, at);
}

WB_SPEC_READER(identifier) {
  struct wb_path path = {at->path, field->name, 0};
  wb_field_get(lua, at->table, field->name);
  wb_field_identifier(lua, -1, &path, place_of(field, at->of));
  lua_pop(lua, 1);
}

WB_SPEC_READER(printed) {
  static const char *const words[] = {"any", "given"};
  const struct wb_path path = {at->path, field->name, 0};
  char hint[WB_HINT_MAX];
  wb_spec_read_text_if(lua, field, at);
  const char *word = at->puzzle->printed;
  if (word != NULL && strcmp(word, words[0]) != 0 && strcmp(word, words[1]) != 0)
    wb_field_fail(lua, &path,
                  "unknown order '%.40s'%s; lines may come in \"any\" order or in the "
                  "\"given\" one",
                  word, wb_field_hint(word, words, 2, hint));
}

/* A list of different texts. */
static void read_texts(lua_State *lua, const struct wb_spec_field *field,
                       const struct wb_spec_place *at, bool lines) {
  struct wb_path path = {at->path, field->name, 0};
  struct wb_names *out = place_of(field, at->of);
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL) {
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

WB_SPEC_READER(words) { read_texts(lua, field, at, false); }
WB_SPEC_READER(lines) { read_texts(lua, field, at, true); }

/* Each is a file beside the spec: a name without folders, of a kernel, a header or an array. */
WB_SPEC_READER(files) {
  static const char *const ends[] = {".cl", ".h", ".npy"};
  const struct wb_path path = {at->path, field->name, 0};
  const struct wb_names *names = place_of(field, at->of);
  read_texts(lua, field, at, false);
  for (size_t i = 0; i < names->count; i++) {
    const struct wb_path item = {&path, NULL, (lua_Integer)i + 1};
    const char *name = names->items[i];
    bool fits = false;
    for (size_t k = 0; k < sizeof ends / sizeof ends[0]; k++) fits |= wb_ends_with(name, ends[k]);
    if (!fits || name[0] == '.' || strchr(name, '/') != NULL)
      wb_field_fail(lua, &item,
                    "'%s' is not the name of a file in the puzzle's folder that ends with .cl, .h "
                    "or .npy",
                    name);
  }
}

/* Which of several kernels would say it? */
static void check_kernels_groups(lua_State *lua, const struct wb_puzzle *puzzle,
                                 const struct wb_spec *spec) {
  const struct wb_path path = {NULL, "stages", 0};
  bool has_stages = spec->has_stages;
  for (size_t i = 0; i < spec->n_cases; i++) has_stages |= spec->cases[i].has_stages;
  if (puzzle->kernel_chooses && has_stages)
    wb_field_fail(lua, &path, "cannot be there where a case has [\"local\"] = \"kernel\"");
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

/* A version of OpenCL C. */
WB_SPEC_READER(standard) {
  static const char *const standards[] = {"CL1.2", "CL2.0", "CL3.0"};
  enum { COUNT = sizeof standards / sizeof standards[0] };
  const struct wb_path path = {at->path, field->name, 0};
  const char *given;
  char hint[WB_HINT_MAX];
  bool known = false;
  wb_spec_read_text_if(lua, field, at);
  given = *(char **)place_of(field, at->of);
  if (given == NULL) return;
  for (size_t i = 0; i < COUNT; i++) known |= strcmp(given, standards[i]) == 0;
  if (!known)
    wb_field_fail(lua, &path,
                  "unknown version '%s' of OpenCL C%s; there are CL1.2, CL2.0 and CL3.0", given,
                  wb_field_hint(given, standards, COUNT, hint));
}

static const char *const features[] = {"fp64", "fp16", "subgroups", "subgroup-shuffle"};
enum { N_FEATURES = sizeof features / sizeof features[0] };

static void check_requires(lua_State *lua, const struct wb_puzzle *puzzle) {
  struct wb_path path = {NULL, "requires", 0};
  char hint[WB_HINT_MAX];
  for (size_t i = 0; i < puzzle->requires.count; i++) {
    struct wb_path item = {&path, NULL, (lua_Integer)i + 1};
    const char *word = puzzle->requires.items[i];
    bool known = false;
    for (size_t k = 0; k < N_FEATURES; k++) known |= strcmp(word, features[k]) == 0;
    if (!known)
      wb_field_fail(lua, &item,
                    "unknown feature '%s'%s; there are fp64, fp16, subgroups and subgroup-shuffle",
                    word, wb_field_hint(word, features, N_FEATURES, hint));
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
    if (wb_names_have(&puzzle->strict, puzzle->allow.items[i]))
      wb_field_fail(lua, &path, "'%s' is in strict, too", puzzle->allow.items[i]);
}

/* A device without doubles would fail where the puzzle should be skipped. */
static void check_doubles(lua_State *lua, const struct wb_puzzle *puzzle) {
  struct wb_path params = {NULL, "params", 0};
  for (size_t i = 0; i < puzzle->n_params; i++) {
    struct wb_path item = {&params, NULL, (lua_Integer)i + 1};
    struct wb_path type = {&item, "type", 0};
    if (puzzle->params[i].type.scalar == WB_DOUBLE && !wb_names_have(&puzzle->requires, "fp64"))
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

WB_SPEC_READER(inputs) {
  at->spec->inputs_line = read_function(lua, at->table, field->name, false, &wb_spec_inputs_key);
  at->spec->has_inputs = lua_rawgetp(lua, LUA_REGISTRYINDEX, &wb_spec_inputs_key) != LUA_TNIL;
  lua_pop(lua, 1);
}

/* Needed by every case whose content is not written out. */
WB_SPEC_READER(reference) {
  bool needed = false;
  for (size_t i = 0; i < at->spec->n_cases; i++) needed |= !at->spec->cases[i].has_expected;
  at->spec->reference_line =
      read_function(lua, at->table, field->name, needed, &wb_spec_reference_key);
}

WB_SPEC_READER(left_out) {
  const struct wb_path path = {at->path, field->name, 0};
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL)
    at->puzzle->left_out = (size_t)wb_field_integer(lua, -1, &path, 0, WB_SPEC_MAX_CASES);
  lua_pop(lua, 1);
}

WB_SPEC_READER(second_reference) {
  at->spec->second_line = read_function(lua, at->table, field->name, false, &wb_spec_second_key);
  at->puzzle->has_second_reference =
      lua_rawgetp(lua, LUA_REGISTRYINDEX, &wb_spec_second_key) != LUA_TNIL;
  lua_pop(lua, 1);
}

void wb_spec_read(lua_State *lua, int table, struct wb_puzzle *puzzle, struct wb_spec *spec) {
  const struct wb_spec_place at = {.table = table, .puzzle = puzzle, .spec = spec, .of = puzzle};
  wb_spec_check_names(lua, &wb_spec_kernel, &at);
  wb_spec_read_rows(lua, &wb_spec_kernel, &at, false);
  check_kernels_groups(lua, puzzle, spec);
  wb_spec_check_steps(lua, puzzle, spec);
  wb_spec_check_groups(lua, puzzle, spec);
  check_aliases(lua, &puzzle->aliases);
  check_requires(lua, puzzle);
  check_severities(lua, puzzle);
  check_doubles(lua, puzzle);
}

/* The fields of params. */
#include <stdlib.h>
#include <string.h>

#include "script/field.h"
#include "script/spec_fields.h"

static const char *const kinds[] = {
    [WB_PARAM_INPUT] = "input",   [WB_PARAM_OUTPUT] = "output", [WB_PARAM_INOUT] = "inout",
    [WB_PARAM_SCALAR] = "scalar", [WB_PARAM_LOCAL] = "local",
};
enum { N_KINDS = sizeof kinds / sizeof kinds[0] };

static const char *const fields[] = {"name", "kind",  "type",  "shape", "value",
                                     "fill", "order", "count", "rest"};
enum { N_FIELDS = sizeof fields / sizeof fields[0] };

/* A string field whose word must be known; pushed while it is looked at. */
static const char *get_word(lua_State *lua, int table, const struct wb_path *path) {
  char found[WB_VALUE_TEXT_MAX];
  if (wb_field_get(lua, table, path->name) == LUA_TNIL) wb_field_fail(lua, path, "is missing");
  if (lua_type(lua, -1) != LUA_TSTRING)
    wb_field_fail(lua, path, "must be a string, not %s", wb_field_describe(lua, -1, found));
  return lua_tostring(lua, -1);
}

static void read_kind(lua_State *lua, int table, const struct wb_path *param,
                      enum wb_param_kind *out) {
  struct wb_path path = {param, "kind", 0};
  char hint[WB_HINT_MAX];
  const char *word = get_word(lua, table, &path);
  for (unsigned i = 0; i < N_KINDS; i++) {
    if (strcmp(kinds[i], word) != 0) continue;
    *out = (enum wb_param_kind)i;
    lua_pop(lua, 1);
    return;
  }
  wb_field_fail(lua, &path, "unknown kind '%.40s'%s", word,
                wb_field_hint(word, kinds, N_KINDS, hint));
}

static void read_type(lua_State *lua, int table, const struct wb_path *param,
                      struct wb_dtype *out) {
  struct wb_path path = {param, "type", 0};
  char hint[WB_HINT_MAX];
  size_t count;
  const char *const *names = wb_dtype_names(&count);
  const char *word = get_word(lua, table, &path);
  if (!wb_dtype_parse(word, out) || out->lanes > WB_MAX_LUA_LANES)
    wb_field_fail(lua, &path, "unknown type '%.40s'%s", word,
                  wb_field_hint(word, names, count, hint));
  if (out->scalar == WB_BOOL)
    wb_field_fail(lua, &path, "a kernel cannot have a bool parameter; use int or uchar");
  lua_pop(lua, 1);
}

static void read_shape(lua_State *lua, int table, const struct wb_path *param,
                       enum wb_param_kind kind, struct wb_spec_param *out) {
  struct wb_path path = {param, "shape", 0};
  int type = wb_field_get(lua, table, "shape");
  if (kind == WB_PARAM_SCALAR) {
    if (type != LUA_TNIL) wb_field_fail(lua, &path, "a scalar has no shape; it has a value");
  } else {
    if (type == LUA_TNIL)
      wb_field_fail(lua, &path, "is missing; it must be a list of sizes, as { \"n\" }");
    size_t rank = wb_field_check_list(lua, -1, &path, WB_MAX_RANK);
    if (rank == 0) wb_field_fail(lua, &path, "is empty; it must name at least one size");
    for (; out->rank < rank; out->rank++) {
      struct wb_path item = {&path, NULL, (lua_Integer)out->rank + 1};
      lua_rawgeti(lua, -1, item.index);
      wb_field_quantity(lua, -1, &item, &out->shape[out->rank]);
      lua_pop(lua, 1);
    }
  }
  lua_pop(lua, 1);
}

/* One number, or for a vector a list with one a lane. */
static void read_value(lua_State *lua, int table, const struct wb_path *param,
                       const struct wb_param *known, struct wb_spec_param *out) {
  struct wb_path path = {param, "value", 0};
  int type = wb_field_get(lua, table, "value");
  if (known->kind != WB_PARAM_SCALAR) {
    if (type != LUA_TNIL)
      wb_field_fail(lua, &path, "only a scalar has a value; arrays have shape and fill");
  } else if (type == LUA_TNIL) {
    wb_field_fail(lua, &path, "is missing; it must be a number, a size's name or an expression");
  } else if (known->type.lanes == 1) {
    wb_field_quantity(lua, -1, &path, &out->value[0]);
    out->n_values = 1;
  } else {
    size_t count = wb_field_check_list(lua, -1, &path, WB_SPEC_MAX_LANES);
    if (count != known->type.lanes)
      wb_field_fail(lua, &path, "has %zu numbers; the type has %u lanes", count, known->type.lanes);
    for (; out->n_values < count; out->n_values++) {
      struct wb_path item = {&path, NULL, (lua_Integer)out->n_values + 1};
      lua_rawgeti(lua, -1, item.index);
      wb_field_quantity(lua, -1, &item, &out->value[out->n_values]);
      lua_pop(lua, 1);
    }
  }
  lua_pop(lua, 1);
}

static void read_param_fill(lua_State *lua, int table, const struct wb_path *param,
                            const struct wb_param *known, struct wb_spec_param *out) {
  struct wb_path path = {param, "fill", 0};
  if (wb_field_get(lua, table, "fill") != LUA_TNIL) {
    if (known->kind != WB_PARAM_INPUT && known->kind != WB_PARAM_INOUT)
      wb_field_fail(lua, &path, "only inputs and inouts have a fill");
    wb_spec_read_fill(lua, -1, &path, known->type.scalar, &out->fill);
  }
  lua_pop(lua, 1);
}

/* ---- which elements count, and in which order ---------------------------------------- */

static bool is_judged(const struct wb_param *param) {
  return param->kind == WB_PARAM_OUTPUT || param->kind == WB_PARAM_INOUT;
}

/* The place of a word among those that the field `name` knows; 0 where it is left out. */
static size_t read_choice(lua_State *lua, int table, const struct wb_path *param,
                          const struct wb_param *known, const char *name, const char *const *words,
                          size_t count) {
  struct wb_path path = {param, name, 0};
  char hint[WB_HINT_MAX];
  size_t chosen = 0;
  if (wb_field_get(lua, table, name) != LUA_TNIL) {
    if (!is_judged(known)) wb_field_fail(lua, &path, "only outputs and inouts have it");
    lua_pop(lua, 1);
    const char *word = get_word(lua, table, &path);
    while (chosen < count && strcmp(words[chosen], word) != 0) chosen++;
    if (chosen == count)
      wb_field_fail(lua, &path, "unknown %s '%.40s'%s", name, word,
                    wb_field_hint(word, words, count, hint));
  }
  lua_pop(lua, 1);
  return chosen;
}

/* The output or inout whose number says how many elements count. */
static size_t read_count(lua_State *lua, int table, const struct wb_path *param,
                         const struct wb_puzzle *puzzle, size_t index) {
  struct wb_path path = {param, "count", 0};
  const char *names[WB_SPEC_MAX_PARAMS];
  size_t n_names = 0, found = 0;
  char hint[WB_HINT_MAX];
  if (wb_field_get(lua, table, "count") != LUA_TNIL) {
    if (!is_judged(&puzzle->params[index]))
      wb_field_fail(lua, &path, "only outputs and inouts have it");
    lua_pop(lua, 1);
    const char *word = get_word(lua, table, &path);
    for (size_t i = 0; i < puzzle->n_params; i++) {
      const struct wb_param *other = &puzzle->params[i];
      if (i == index || !is_judged(other) || other->type.lanes > 1 ||
          wb_scalar_is_float(other->type.scalar))
        continue;
      names[n_names++] = other->name;
      if (strcmp(other->name, word) == 0) found = i + 1;
    }
    if (found == 0)
      wb_field_fail(lua, &path, "'%.40s' is not another output or inout of whole numbers%s", word,
                    wb_field_hint(word, names, n_names, hint));
  }
  lua_pop(lua, 1);
  return found;
}

/* Once all parameters are known. */
static void read_freedom(lua_State *lua, const struct wb_path *param, struct wb_puzzle *puzzle,
                         const struct wb_spec *spec, size_t index) {
  static const char *const orders[] = {"given", "any"};
  static const char *const rests[] = {"exact", "ignored"};
  const struct wb_path order = {param, "order", 0}, count = {param, "count", 0};
  const struct wb_path rest = {param, "rest", 0};
  struct wb_param *known = &puzzle->params[index];
  const int table = lua_gettop(lua);
  known->any_order = read_choice(lua, table, param, known, "order", orders, 2) == 1;
  known->counted_by = read_count(lua, table, param, puzzle, index);
  known->rest_ignored = read_choice(lua, table, param, known, "rest", rests, 2) == 1;
  if (known->any_order && known->type.lanes > 1 && wb_scalar_is_float(known->type.scalar))
    wb_field_fail(lua, &order,
                  "vectors of floats cannot be put in order; scalars and vectors of "
                  "integers can");
  if (known->any_order && spec->params[index].rank != 1)
    wb_field_fail(lua, &order, "'%s' has more than one dimension", known->name);
  if (known->counted_by > 0 && spec->params[index].rank != 1)
    wb_field_fail(lua, &count, "'%s' has more than one dimension", known->name);
  if (known->rest_ignored && known->counted_by == 0)
    wb_field_fail(lua, &rest, "there is a rest only where 'count' says how many elements count");
}

static void check_name(lua_State *lua, const struct wb_path *param, const struct wb_puzzle *puzzle,
                       size_t index) {
  static const char *const taken[] = {"name", "seed", "global", "local"};
  struct wb_path path = {param, "name", 0};
  const char *name = puzzle->params[index].name;
  for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++)
    if (strcmp(taken[i], name) == 0)
      wb_field_fail(lua, &path, "'%s' is taken: functions read case.%s", name, name);
  for (size_t i = 0; i < index; i++)
    if (strcmp(puzzle->params[i].name, name) == 0)
      wb_field_fail(lua, &path, "'%s' is the name of params[%zu] too", name, i + 1);
}

static void read_param(lua_State *lua, const struct wb_path *path, struct wb_puzzle *puzzle,
                       size_t index, struct wb_spec_param *out) {
  char text[WB_PATH_TEXT_MAX];
  int table = lua_gettop(lua);
  struct wb_param *param = &puzzle->params[index];
  struct wb_path name = {path, "name", 0};
  wb_field_check_record(lua, table, path, fields, N_FIELDS);
  out->path = wb_strdup(wb_path_text(path, text));
  out->line = wb_path_line(lua, path);
  wb_field_get(lua, table, "name");
  wb_field_identifier(lua, -1, &name, &param->name);
  lua_pop(lua, 1);
  check_name(lua, path, puzzle, index);
  read_kind(lua, table, path, &param->kind);
  read_type(lua, table, path, &param->type);
  read_shape(lua, table, path, param->kind, out);
  read_value(lua, table, path, param, out);
  read_param_fill(lua, table, path, param, out);
}

WB_SPEC_READER(params) {
  (void)field;
  struct wb_path path = {NULL, "params", 0};
  bool has_output = false;
  if (wb_field_get(lua, table, "params") == LUA_TNIL)
    wb_field_fail(lua, &path, "is missing; it must list the kernel's parameters in order");
  size_t count = wb_field_check_list(lua, -1, &path, WB_SPEC_MAX_PARAMS);
  if (count == 0) wb_field_fail(lua, &path, "is empty; a kernel needs an output at least");
  puzzle->params = wb_alloc(count * sizeof *puzzle->params);
  puzzle->n_params = count;
  spec->params = wb_alloc(count * sizeof *spec->params);
  spec->n_params = count;
  for (size_t i = 0; i < count; i++) {
    struct wb_path item = {&path, NULL, (lua_Integer)i + 1};
    lua_rawgeti(lua, -1, item.index);
    read_param(lua, &item, puzzle, i, &spec->params[i]);
    lua_pop(lua, 1);
    has_output = has_output || puzzle->params[i].kind == WB_PARAM_OUTPUT ||
                 puzzle->params[i].kind == WB_PARAM_INOUT;
  }
  for (size_t i = 0; i < count; i++) {
    struct wb_path item = {&path, NULL, (lua_Integer)i + 1};
    lua_rawgeti(lua, -1, item.index);
    read_freedom(lua, &item, puzzle, spec, i);
    lua_pop(lua, 1);
  }
  if (!has_output)
    wb_field_fail(lua, &path, "has no output or inout: there would be nothing to judge");
  lua_pop(lua, 1);
}

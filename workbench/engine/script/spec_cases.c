/* The fields of cases. */
#include <stdlib.h>
#include <string.h>

#include "script/field.h"
#include "script/spec_fields.h"
#include "script/text.h"

static const char *const fields[] = {"name", "sizes", "global", "local", "seed", "visible", "fill"};
enum { N_FIELDS = sizeof fields / sizeof fields[0] };

static void check_size_name(lua_State *lua, const struct wb_path *path) {
  static const char *const taken[] = {"name", "seed", "global", "local"};
  const char *name = path->name;
  if (!wb_is_identifier(name) || strlen(name) >= 64)
    wb_field_fail(lua, path, "a size's name has letters, digits and _ only");
  if (wb_expression_reserves(name))
    wb_field_fail(lua, path, "'%s' has a meaning of its own in expressions", name);
  for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++)
    if (strcmp(taken[i], name) == 0)
      wb_field_fail(lua, path, "'%s' is taken: functions read case.%s", name, name);
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const struct wb_spec_size *)a)->name, ((const struct wb_spec_size *)b)->name);
}

static void read_sizes(lua_State *lua, int table, const struct wb_path *one,
                       struct wb_spec_case *out) {
  struct wb_path path = {one, "sizes", 0};
  char found[WB_VALUE_TEXT_MAX];
  int type = wb_field_get(lua, table, "sizes");
  if (type != LUA_TNIL && type != LUA_TTABLE)
    wb_field_fail(lua, &path, "must be a table, as { n = 8 }, not %s",
                  wb_field_describe(lua, -1, found));
  if (type == LUA_TTABLE) {
    lua_pushnil(lua);
    while (lua_next(lua, -2) != 0) {
      if (lua_type(lua, -2) != LUA_TSTRING)
        wb_field_fail(lua, &path, "sizes are written name = number");
      struct wb_path field = {&path, lua_tostring(lua, -2), 0};
      check_size_name(lua, &field);
      if (out->n_sizes == WB_SPEC_MAX_SIZES)
        wb_field_fail(lua, &path, "has more than %d sizes", WB_SPEC_MAX_SIZES);
      struct wb_spec_size *size = &out->sizes[out->n_sizes];
      size->value = wb_field_integer(lua, -1, &field, INT64_MIN, INT64_MAX);
      size->name = wb_strdup(field.name);
      out->n_sizes++;
      lua_pop(lua, 1);
    }
    /* Lua's order varies from run to run. */
    qsort(out->sizes, out->n_sizes, sizeof out->sizes[0], by_name);
  }
  lua_pop(lua, 1);
}

/* Reads 1 to 3 quantities; how many. */
static unsigned read_extent(lua_State *lua, int table, const struct wb_path *path,
                            struct wb_quantity out[3]) {
  int type = wb_field_get(lua, table, path->name);
  if (type == LUA_TNIL)
    wb_field_fail(lua, path, "is missing; it must be a list of 1 to 3 numbers, as { 8 }");
  size_t count = wb_field_check_list(lua, -1, path, 3);
  if (count == 0) wb_field_fail(lua, path, "is empty; it must have 1 to 3 numbers");
  for (size_t i = 0; i < count; i++) {
    struct wb_path item = {path, NULL, (lua_Integer)i + 1};
    lua_rawgeti(lua, -1, item.index);
    wb_field_quantity(lua, -1, &item, &out[i]);
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
  return (unsigned)count;
}

static void read_launch(lua_State *lua, int table, const struct wb_path *one,
                        struct wb_spec_case *out) {
  struct wb_path global = {one, "global", 0}, local = {one, "local", 0};
  out->dimensions = read_extent(lua, table, &global, out->global);
  out->global_line = wb_path_line(lua, &global);
  unsigned count = read_extent(lua, table, &local, out->local);
  out->local_line = wb_path_line(lua, &local);
  if (count != out->dimensions)
    wb_field_fail(lua, &local, "has %u dimension%s, but global has %u", count,
                  count == 1 ? "" : "s", out->dimensions);
}

static void read_case_fills(lua_State *lua, int table, const struct wb_path *one,
                            const struct wb_puzzle *puzzle, struct wb_spec_case *out) {
  struct wb_path path = {one, "fill", 0};
  const char *names[WB_SPEC_MAX_PARAMS];
  size_t count = 0;
  out->fills = wb_alloc(puzzle->n_params * sizeof *out->fills);
  for (size_t i = 0; i < puzzle->n_params; i++)
    if (puzzle->params[i].kind == WB_PARAM_INPUT || puzzle->params[i].kind == WB_PARAM_INOUT)
      names[count++] = puzzle->params[i].name;
  if (wb_field_get(lua, table, "fill") != LUA_TNIL) {
    wb_field_check_record(lua, -1, &path, names, count);
    for (size_t i = 0; i < puzzle->n_params; i++) {
      const struct wb_param *param = &puzzle->params[i];
      struct wb_path field = {&path, param->name, 0};
      if (wb_field_get(lua, -1, param->name) != LUA_TNIL)
        wb_spec_read_fill(lua, -1, &field, param->type.scalar, &out->fills[i]);
      lua_pop(lua, 1);
    }
  }
  lua_pop(lua, 1);
}

static void read_flags(lua_State *lua, int table, const struct wb_path *one,
                       struct wb_spec_case *out) {
  struct wb_path seed = {one, "seed", 0}, visible = {one, "visible", 0};
  out->visible = true;
  if (wb_field_get(lua, table, "visible") != LUA_TNIL)
    out->visible = wb_field_boolean(lua, -1, &visible);
  if (wb_field_get(lua, table, "seed") != LUA_TNIL) {
    out->seed = (uint64_t)wb_field_integer(lua, -1, &seed, INT64_MIN, INT64_MAX);
    out->has_seed = true;
  }
  lua_pop(lua, 2);
}

static void read_case(lua_State *lua, const struct wb_path *path, const struct wb_puzzle *puzzle,
                      const struct wb_spec *spec, struct wb_spec_case *out) {
  char text[WB_PATH_TEXT_MAX];
  int table = lua_gettop(lua);
  struct wb_path name = {path, "name", 0};
  wb_field_check_record(lua, table, path, fields, N_FIELDS);
  out->path = wb_strdup(wb_path_text(path, text));
  out->line = wb_path_line(lua, path);
  wb_field_get(lua, table, "name");
  wb_field_text(lua, -1, &name, false, &out->name);
  lua_pop(lua, 1);
  for (const struct wb_spec_case *other = spec->cases; other < out; other++)
    if (strcmp(other->name, out->name) == 0)
      wb_field_fail(lua, &name, "'%s' is the name of %s too", out->name, other->path);
  read_sizes(lua, table, path, out);
  read_launch(lua, table, path, out);
  read_flags(lua, table, path, out);
  read_case_fills(lua, table, path, puzzle, out);
}

WB_SPEC_READER(cases) {
  (void)field;
  struct wb_path path = {NULL, "cases", 0};
  bool any_visible = false;
  if (wb_field_get(lua, table, "cases") == LUA_TNIL)
    wb_field_fail(lua, &path, "is missing; it must list at least one case");
  size_t count = wb_field_check_list(lua, -1, &path, WB_SPEC_MAX_CASES);
  if (count == 0) wb_field_fail(lua, &path, "is empty; there must be at least one case");
  spec->cases = wb_alloc(count * sizeof *spec->cases);
  spec->n_cases = count;
  for (size_t i = 0; i < count; i++) {
    struct wb_path item = {&path, NULL, (lua_Integer)i + 1};
    lua_rawgeti(lua, -1, item.index);
    read_case(lua, &item, puzzle, spec, &spec->cases[i]);
    lua_pop(lua, 1);
    any_visible = any_visible || spec->cases[i].visible;
  }
  if (!any_visible) wb_field_fail(lua, &path, "are all hidden; at least one must be visible");
  puzzle->n_cases = count;
  lua_pop(lua, 1);
}

/* The fields of cases. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "script/field.h"
#include "script/spec_fields.h"

#define CASE_READER(name)                                             \
  static void name(lua_State *lua, const struct wb_spec_field *field, \
                   const struct wb_spec_place *at)

CASE_READER(read_name) {
  const struct wb_path path = {at->path, field->name, 0};
  const struct wb_spec_case *one = at->of;
  wb_spec_read_text(lua, field, at);
  for (size_t i = 0; i < at->index; i++)
    if (strcmp(at->spec->cases[i].name, one->name) == 0)
      wb_field_fail(lua, &path, "'%s' is the name of %s too", one->name, at->spec->cases[i].path);
}

static void check_size_name(lua_State *lua, const struct wb_path *path) {
  static const char *const taken[] = {"name", "seed", "global", "local"};
  const char *name = path->name;
  if (!wb_script_is_identifier(name) || strlen(name) >= 64)
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

CASE_READER(read_sizes) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_spec_case *out = at->of;
  char found[WB_VALUE_TEXT_MAX];
  int type = wb_field_get(lua, at->table, field->name);
  if (type != LUA_TNIL && type != LUA_TTABLE)
    wb_field_fail(lua, &path, "must be a table, as { n = 8 }, not %s",
                  wb_field_describe(lua, -1, found));
  if (type == LUA_TTABLE) {
    lua_pushnil(lua);
    while (lua_next(lua, -2) != 0) {
      if (lua_type(lua, -2) != LUA_TSTRING)
        wb_field_fail(lua, &path, "sizes are written name = number");
      struct wb_path name = {&path, lua_tostring(lua, -2), 0};
      check_size_name(lua, &name);
      if (out->n_sizes == WB_SPEC_MAX_SIZES)
        wb_field_fail(lua, &path, "has more than %d sizes", WB_SPEC_MAX_SIZES);
      struct wb_spec_size *size = &out->sizes[out->n_sizes];
      size->value = wb_field_integer(lua, -1, &name, INT64_MIN, INT64_MAX);
      size->name = wb_strdup(name.name);
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

CASE_READER(read_global) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_spec_case *out = at->of;
  out->dimensions = read_extent(lua, at->table, &path, out->global);
  out->global_line = wb_field_path_line(lua, &path);
}

/* Whether it is the kernel that says how large groups are. */
static bool reads_kernels(lua_State *lua, const struct wb_path *path, int table) {
  const bool is_text = wb_field_get(lua, table, path->name) == LUA_TSTRING;
  const bool is_kernel = is_text && strcmp(lua_tostring(lua, -1), "kernel") == 0;
  if (is_text && !is_kernel)
    wb_field_fail(lua, path, "must be a list of 1 to 3 numbers, as { 8 }, or \"kernel\"");
  lua_pop(lua, 1);
  return is_kernel;
}

CASE_READER(read_local) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_spec_case *out = at->of;
  out->local_by_kernel = reads_kernels(lua, &path, at->table);
  if (out->local_by_kernel) {
    out->local_line = wb_field_path_line(lua, &path);
    at->puzzle->kernel_chooses = true;
    return;
  }
  const unsigned count = read_extent(lua, at->table, &path, out->local);
  out->local_line = wb_field_path_line(lua, &path);
  if (count != out->dimensions)
    wb_field_fail(lua, &path, "has %u dimension%s, but global has %u", count, count == 1 ? "" : "s",
                  out->dimensions);
}

/* A sub-group has a power of two of work-items, up to 64, as everywhere (device.h). */
CASE_READER(read_subgroup) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_spec_case *out = at->of;
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL) {
    const int64_t width = wb_field_integer(lua, -1, &path, 1, 64);
    if ((width & (width - 1)) != 0)
      wb_field_fail(lua, &path, "%lld is no power of two", (long long)width);
    out->subgroup = (uint32_t)width;
  }
  lua_pop(lua, 1);
}

CASE_READER(read_seed) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_spec_case *out = at->of;
  out->has_seed = wb_field_get(lua, at->table, field->name) != LUA_TNIL;
  if (out->has_seed) out->seed = (uint64_t)wb_field_integer(lua, -1, &path, INT64_MIN, INT64_MAX);
  lua_pop(lua, 1);
}

CASE_READER(read_visible) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_spec_case *out = at->of;
  out->visible =
      wb_field_get(lua, at->table, field->name) == LUA_TNIL || wb_field_boolean(lua, -1, &path);
  lua_pop(lua, 1);
}

/* What the puzzle's steps make of it is checked once all cases are read. */
CASE_READER(read_step) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_spec_case *out = at->of;
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL)
    out->step = (uint32_t)wb_field_integer(lua, -1, &path, 1, WB_SPEC_MAX_STEPS);
  lua_pop(lua, 1);
}

CASE_READER(read_fills) {
  const struct wb_path path = {at->path, field->name, 0};
  const struct wb_puzzle *puzzle = at->puzzle;
  struct wb_spec_case *out = at->of;
  const char *names[WB_SPEC_MAX_PARAMS];
  size_t count = 0;
  out->fills = wb_alloc(puzzle->n_params * sizeof *out->fills);
  for (size_t i = 0; i < puzzle->n_params; i++)
    if (wb_param_has_input(puzzle->params[i].kind)) names[count++] = puzzle->params[i].name;
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL) {
    wb_field_check_record(lua, -1, &path, names, count);
    for (size_t i = 0; i < puzzle->n_params; i++) {
      const struct wb_param *param = &puzzle->params[i];
      struct wb_path own = {&path, param->name, 0};
      if (wb_field_get(lua, -1, param->name) != LUA_TNIL)
        wb_spec_read_fill(lua, -1, &own, param->type.scalar, &out->fills[i]);
      lua_pop(lua, 1);
    }
  }
  lua_pop(lua, 1);
}

/* ---- content that is written out ---- */

/* The table of the field, if it is there, with the names of the parameters that are `wanted`: of
 * all of them where it must be `complete`. Kept for the making of the case, which checks the
 * numbers. */
static bool keep_content(lua_State *lua, const struct wb_spec_field *field,
                         const struct wb_spec_place *at, bool (*wanted)(enum wb_param_kind kind),
                         bool complete, const char *key) {
  const struct wb_path path = {at->path, field->name, 0};
  const struct wb_puzzle *puzzle = at->puzzle;
  const char *names[WB_SPEC_MAX_PARAMS + 1];
  size_t count = 0;
  if (wb_field_get(lua, at->table, field->name) == LUA_TNIL) {
    lua_pop(lua, 1);
    return false;
  }
  for (size_t i = 0; i < puzzle->n_params; i++)
    if (wanted(puzzle->params[i].kind)) names[count++] = puzzle->params[i].name;
  if (complete && puzzle->printed != NULL) names[count++] = WB_PRINTED_NAME;
  wb_field_check_record(lua, -1, &path, names, count);
  for (size_t i = 0; i < count; i++) {
    const struct wb_path own = {&path, names[i], 0};
    if (wb_field_get(lua, -1, names[i]) == LUA_TNIL && complete)
      wb_field_fail(lua, &own, "is missing; every output and inout must be there%s",
                    puzzle->printed != NULL ? ", and the printed lines" : "");
    lua_pop(lua, 1);
  }
  lua_rawsetp(lua, LUA_REGISTRYINDEX, key);
  return true;
}

/* A scalar that is a size of the case is that everywhere. */
static void check_given_scalars(lua_State *lua, const struct wb_path *path,
                                const struct wb_spec_case *one) {
  for (size_t i = 0; i < one->n_sizes; i++) {
    const struct wb_path own = {path, one->sizes[i].name, 0};
    if (wb_field_get(lua, -1, one->sizes[i].name) != LUA_TNIL)
      wb_field_fail(lua, &own, "is a size of this case, too; say there what it is");
    lua_pop(lua, 1);
  }
}

CASE_READER(read_given) {
  struct wb_spec_case *out = at->of;
  const struct wb_path path = {at->path, field->name, 0};
  if (wb_field_get(lua, at->table, field->name) == LUA_TTABLE) check_given_scalars(lua, &path, out);
  lua_pop(lua, 1);
  out->has_given = keep_content(lua, field, at, wb_param_has_before, false, &out->given_key);
}

CASE_READER(read_expected) {
  struct wb_spec_case *out = at->of;
  out->has_expected = keep_content(lua, field, at, wb_param_is_judged, true, &out->expected_key);
}

/* ---- sizes that vary ---- */

/* `{ 900, 1100 }`, at the top of the stack. */
static void read_range(lua_State *lua, const struct wb_path *path, struct wb_spec_size *size) {
  int64_t ends[2];
  if (wb_field_check_list(lua, -1, path, 2) != 2)
    wb_field_fail(lua, path, "must be the least and the most, as { 900, 1100 }");
  for (int i = 0; i < 2; i++) {
    const struct wb_path end = {path, NULL, i + 1};
    lua_rawgeti(lua, -1, end.index);
    ends[i] = wb_field_integer(lua, -1, &end, INT32_MIN, INT32_MAX);
    lua_pop(lua, 1);
  }
  if (ends[0] >= ends[1])
    wb_field_fail(lua, path, "must be the least and the most, and %lld is not less than %lld",
                  (long long)ends[0], (long long)ends[1]);
  if (size->value < ends[0] || size->value > ends[1])
    wb_field_fail(lua, path, "is %lld to %lld, and sizes say %lld, which is not in it",
                  (long long)ends[0], (long long)ends[1], (long long)size->value);
  size->varies = true;
  size->low = ends[0];
  size->high = ends[1];
}

CASE_READER(read_vary) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_spec_case *out = at->of;
  const char *names[WB_SPEC_MAX_SIZES];
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL) {
    for (size_t i = 0; i < out->n_sizes; i++) names[i] = out->sizes[i].name;
    wb_field_check_record(lua, -1, &path, names, out->n_sizes);
    if (out->visible)
      wb_field_fail(lua, &path, "is for hidden cases; learners see what a visible one has");
    if (out->has_expected)
      wb_field_fail(lua, &path, "cannot be where expected is written out, which is for one size");
    for (size_t i = 0; i < out->n_sizes; i++) {
      const struct wb_path own = {&path, names[i], 0};
      if (wb_field_get(lua, -1, names[i]) != LUA_TNIL) read_range(lua, &own, &out->sizes[i]);
      lua_pop(lua, 1);
    }
  }
  lua_pop(lua, 1);
}

/* Kept for the making of the case, which reads it. */
CASE_READER(read_stages) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_spec_case *out = at->of;
  out->has_stages = wb_field_get(lua, at->table, field->name) != LUA_TNIL;
  if (out->has_stages) wb_field_check_list(lua, -1, &path, WB_SPEC_MAX_STAGES);
  lua_rawsetp(lua, LUA_REGISTRYINDEX, &out->stages_key);
}

#define QUANTITIES(member) \
  .kept = WB_KEEPS_QUANTITIES, .offset = offsetof(struct wb_spec_case, member), .count = 3

static const struct wb_spec_field fields[] = {
    {.name = "name",
     .read = read_name,
     .kept = WB_KEEPS_TEXT,
     .offset = offsetof(struct wb_spec_case, name),
     .lua = "string",
     .type = "string",
     .otherwise = "required",
     .meaning = "of this case alone; learners see it unless the case is hidden"},
    {.name = "sizes",
     .read = read_sizes,
     .lua = "table<string, integer>?",
     .type = "table",
     .otherwise = "`{}`",
     .meaning = "name → integer; expressions and functions read them"},
    {.name = "global",
     .of = WB_SPEC_OF_KERNELS,
     .read = read_global,
     QUANTITIES(global),
     .lua = "puzzle.Quantity[]",
     .type = "list",
     .otherwise = "required",
     .meaning = "the launch's work-items: 1 to 3 numbers or expressions"},
    {.name = "local",
     .of = WB_SPEC_OF_KERNELS,
     .read = read_local,
     QUANTITIES(local),
     .lua = "puzzle.Quantity[]|\"kernel\"",
     .type = "list or string",
     .otherwise = "required",
     .meaning = "those of a group: as many, which divide `global`; a group has at most 1,024 "
                "work-items. `\"kernel\"`: [the kernel says it](#groups-of-the-kernels-size)"},
    {.name = "subgroup",
     .of = WB_SPEC_OF_KERNELS,
     .read = read_subgroup,
     .lua = "integer? # 1, 2, 4, 8, 16, 32 or 64 work-items of a sub-group",
     .type = "integer",
     .otherwise = "32",
     .meaning = "the width of sub-groups on the emulator, and in its model: a power of two up to "
                "64. Other devices have their own"},
    {.name = "seed",
     .read = read_seed,
     .lua = "integer?",
     .type = "integer",
     .otherwise = "from the puzzle's name and the case's place",
     .meaning = "of random fills"},
    {.name = "visible",
     .read = read_visible,
     .lua = "boolean?",
     .type = "boolean",
     .otherwise = "`true`",
     .meaning = "a hidden case shows only its verdict, the kind and place of one finding, and the "
                "work-items there ([json.md](json.md#a-case))"},
    {.name = "step",
     .read = read_step,
     .lua = "integer? # which of the puzzle's steps it belongs to",
     .type = "integer",
     .otherwise = "required where there are `steps`",
     .meaning = "the number of the step that the case belongs to, [below](#steps)"},
    {.name = "group",
     .read = wb_spec_read_text_if,
     .kept = WB_KEEPS_TEXT,
     .offset = offsetof(struct wb_spec_case, group),
     .lua = "string? # which of the puzzle's groups it brings points in",
     .type = "string",
     .otherwise = "the group that is called like its step",
     .meaning = "the group that the case brings points in ([scoring.md](scoring.md))"},
    {.name = "fill",
     .read = read_fills,
     .lua = "table<string, puzzle.Fill>?",
     .type = "table",
     .otherwise = "`{}`",
     .meaning = "parameter → fill, instead of the parameter's own"},
    {.name = "given",
     .read = read_given,
     .lua = "table<string, tensor|table|number>?",
     .type = "table",
     .otherwise = "`{}`",
     .meaning = "parameter → content, written out; wins over `fill` and `inputs`, and of a scalar, "
                "which may be no size of the case, over its `value`"},
    {.name = "expected",
     .read = read_expected,
     .lua = "table<string, tensor|table|number>?",
     .type = "table",
     .otherwise = "what `reference` gives",
     .meaning = "parameter → content of every output and inout, written out; `reference` is not "
                "asked for this case"},
    {.name = "vary",
     .read = read_vary,
     .lua = "table<string, integer[]>? # { n = { 900, 1100 } }: hidden cases alone",
     .type = "table",
     .otherwise = "`{}`",
     .meaning = "size → the least and the most of it, of a hidden case that is judged with another "
                "seed ([scoring.md](scoring.md#hidden-inputs))"},
    {.name = "stages",
     .of = WB_SPEC_OF_KERNELS,
     .read = read_stages,
     .lua = "puzzle.Stage[]?",
     .type = "list",
     .otherwise = "what the puzzle's `stages` gives",
     .meaning = "the launches of this case, written out, [below](#stages)"},
};
const struct wb_spec_record wb_spec_one_case = {
    .heading = "### Cases",
    .class = "puzzle.Case",
    .fields = fields,
    .count = sizeof fields / sizeof fields[0],
};

static void read_case(lua_State *lua, const struct wb_spec_place *at) {
  char text[WB_PATH_TEXT_MAX];
  struct wb_spec_case *one = at->of;
  wb_spec_check_names(lua, &wb_spec_one_case, at);
  one->path = wb_strdup(wb_field_path_text(at->path, text));
  one->line = wb_field_path_line(lua, at->path);
  wb_spec_read_rows(lua, &wb_spec_one_case, at, false);
}

void wb_spec_read_extra(lua_State *lua, struct wb_puzzle *puzzle, struct wb_spec *spec) {
  const struct wb_path path = {NULL, "case", 0};
  wb_spec_forget_extra(spec);
  read_case(lua, &(struct wb_spec_place){lua_gettop(lua), &path, puzzle, spec, spec->n_cases,
                                         &spec->extra});
}

WB_SPEC_READER(cases) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_spec *spec = at->spec;
  bool any_visible = false;
  if (wb_field_get(lua, at->table, field->name) == LUA_TNIL)
    wb_field_fail(lua, &path, "is missing; it must list at least one case");
  const size_t count = wb_field_check_list(lua, -1, &path, WB_SPEC_MAX_CASES);
  if (count == 0) wb_field_fail(lua, &path, "is empty; there must be at least one case");
  spec->cases = wb_alloc(count * sizeof *spec->cases);
  spec->n_cases = count;
  for (size_t i = 0; i < count; i++) {
    const struct wb_path item = {&path, NULL, (lua_Integer)i + 1};
    lua_rawgeti(lua, -1, item.index);
    read_case(
        lua, &(struct wb_spec_place){lua_gettop(lua), &item, at->puzzle, spec, i, &spec->cases[i]});
    lua_pop(lua, 1);
    any_visible = any_visible || spec->cases[i].visible;
  }
  if (!any_visible) wb_field_fail(lua, &path, "are all hidden; at least one must be visible");
  at->puzzle->n_cases = count;
  lua_pop(lua, 1);
}

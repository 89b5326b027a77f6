/* The fields tolerance, budgets and limits. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "finding/array_count.h"
#include "finding/counters.h"
#include "script/field.h"
#include "script/spec_fields.h"

/* ---- tolerance ---------------------------------------------------------------- */

/* A field of a tolerance in a parameter's. */
#define TOLERANCE(member) .offset = offsetof(struct wb_spec_param, tolerance.member)

static void read_bound(lua_State *lua, const struct wb_spec_field *field,
                       const struct wb_spec_place *at) {
  const struct wb_path path = {at->path, field->name, 0};
  double *bound = (double *)(void *)((char *)at->of + field->offset);
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL)
    *bound = wb_field_number(lua, -1, &path, 0, 1e300);
  lua_pop(lua, 1);
}

static void read_ulp(lua_State *lua, const struct wb_spec_field *field,
                     const struct wb_spec_place *at) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_spec_param *param = at->of;
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL)
    param->tolerance.ulp = (uint64_t)wb_field_integer(lua, -1, &path, 0, INT32_MAX);
  lua_pop(lua, 1);
}

static void read_scale(lua_State *lua, const struct wb_spec_field *field,
                       const struct wb_spec_place *at) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_spec_param *param = at->of;
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL) {
    wb_quantity_release(&param->scale_by);
    wb_field_quantity(lua, -1, &path, &param->scale_by);
  }
  lua_pop(lua, 1);
}

static const struct wb_spec_field tolerance_fields[] = {
    {.name = "atol",
     .read = read_bound,
     TOLERANCE(atol),
     .lua = "number?",
     .type = "number",
     .otherwise = "by type",
     .meaning = "the difference that is allowed"},
    {.name = "rtol",
     .read = read_bound,
     TOLERANCE(rtol),
     .lua = "number?",
     .type = "number",
     .otherwise = "by type",
     .meaning = "the same, as a part of the expected value"},
    {.name = "ulp",
     .read = read_ulp,
     TOLERANCE(ulp),
     .lua = "integer?",
     .type = "integer",
     .otherwise = "by type",
     .meaning = "the same, in units of the last place"},
    {.name = "scale_by",
     .read = read_scale,
     .kept = WB_KEEPS_QUANTITIES,
     .offset = offsetof(struct wb_spec_param, scale_by),
     .count = 1,
     .lua = "puzzle.Quantity?",
     .type = "number or string",
     .otherwise = "1",
     .meaning = "a size name, a number or an expression, by which all of them are multiplied"},
};
enum { N_TOLERANCE_FIELDS = sizeof tolerance_fields / sizeof tolerance_fields[0] };
const struct wb_spec_record wb_spec_tolerance = {
    .heading = "### Tolerances",
    .class = "puzzle.Tolerance",
    .fields = tolerance_fields,
    .count = N_TOLERANCE_FIELDS,
};

/* Any of atol, rtol and ulp replaces the type's default as a whole; scale_by
 * alone keeps it. */
static void apply_tolerance(lua_State *lua, const struct wb_spec_place *at) {
  struct wb_spec_param *param = at->of;
  param->tolerance_line = wb_field_path_line(lua, at->path);
  for (size_t i = 0; i < N_TOLERANCE_FIELDS; i++) {
    if (wb_field_get(lua, at->table, tolerance_fields[i].name) != LUA_TNIL &&
        tolerance_fields[i].kept == WB_KEEPS_NOTHING)
      param->tolerance = (struct wb_tolerance){0};
    lua_pop(lua, 1);
  }
  wb_spec_read_rows(lua, &wb_spec_tolerance, at, false);
}

/* The tolerance of a parameter's own, in the table `at`. */
static void apply_own(lua_State *lua, const struct wb_spec_place *at) {
  const struct wb_param *param = &at->puzzle->params[at->index];
  const struct wb_path path = {at->path, param->name, 0};
  if (wb_field_get(lua, at->table, param->name) != LUA_TNIL) {
    struct wb_spec_place own = *at;
    own.table = lua_gettop(lua);
    own.path = &path;
    wb_spec_check_names(lua, &wb_spec_tolerance, &own);
    if (!wb_scalar_is_float(param->type.scalar))
      wb_field_fail(lua, &path, "'%s' has integers, which compare exactly", param->name);
    apply_tolerance(lua, &own);
  }
  lua_pop(lua, 1);
}

/* The table at the top of the stack: the fields of a tolerance, and judged parameters. */
static void read_tolerance(lua_State *lua, const struct wb_path *path,
                           const struct wb_spec_place *whole) {
  const char *names[N_TOLERANCE_FIELDS + WB_SPEC_MAX_PARAMS];
  const struct wb_puzzle *puzzle = whole->puzzle;
  size_t count = 0;
  for (; count < N_TOLERANCE_FIELDS; count++) names[count] = tolerance_fields[count].name;
  for (size_t i = 0; i < puzzle->n_params; i++)
    if (wb_param_is_judged(puzzle->params[i].kind)) names[count++] = puzzle->params[i].name;
  wb_field_check_record(lua, lua_gettop(lua), path, names, count);
  for (size_t i = 0; i < puzzle->n_params; i++) {
    const struct wb_spec_place at = {lua_gettop(lua), path, whole->puzzle,
                                     whole->spec,     i,    &whole->spec->params[i]};
    if (!wb_param_is_judged(puzzle->params[i].kind)) continue;
    apply_tolerance(lua, &at);
    apply_own(lua, &at);
  }
}

WB_SPEC_READER(tolerance) {
  const struct wb_path path = {at->path, field->name, 0};
  for (size_t i = 0; i < at->puzzle->n_params; i++)
    at->spec->params[i].tolerance = wb_tolerance_default(at->puzzle->params[i].type.scalar);
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL) read_tolerance(lua, &path, at);
  lua_pop(lua, 1);
}

/* ---- budgets ------------------------------------------------------------------ */

/* Whether accesses that the counter counts may be to the parameter. */
static bool may_be_counted(const struct wb_param *param, const struct wb_access_counter *of) {
  return param->kind != WB_PARAM_SCALAR &&
         (param->kind == WB_PARAM_LOCAL) == (of->memory == WB_MEMORY_LOCAL);
}

/* One array's, on the top of the stack. */
static void read_array_budget(lua_State *lua, const struct wb_path *path,
                              const struct wb_spec_place *at, unsigned counter, size_t param) {
  struct wb_spec *spec = at->spec;
  if (spec->n_array_budgets == WB_MAX_ARRAY_BUDGETS)
    wb_field_fail(lua, path, "is one too many; at most %d budgets can be for single arrays",
                  WB_MAX_ARRAY_BUDGETS);
  struct wb_spec_array_budget *budget = &spec->array_budgets[spec->n_array_budgets++];
  *budget = (struct wb_spec_array_budget){.counter = counter, .param = param};
  wb_field_quantity(lua, -1, path, &budget->limit);
}

/* The table on the top of the stack: a budget for each of some arrays. */
static void read_array_budgets(lua_State *lua, const struct wb_path *path,
                               const struct wb_spec_place *at, unsigned counter) {
  const struct wb_puzzle *puzzle = at->puzzle;
  const char *names[WB_SPEC_MAX_PARAMS];
  const int table = lua_gettop(lua);
  const size_t before = at->spec->n_array_budgets;
  size_t count = 0;
  struct wb_access_counter of;
  if (puzzle->is_host)
    wb_field_fail(lua, path, "is a table; budgets for single arrays are for puzzles with a kernel");
  if (!wb_counter_is_of_accesses(counter, &of))
    wb_field_fail(lua, path,
                  "is a table; it does not count accesses, so that no array has its own");
  for (size_t i = 0; i < puzzle->n_params; i++)
    if (may_be_counted(&puzzle->params[i], &of)) names[count++] = puzzle->params[i].name;
  wb_field_check_record(lua, table, path, names, count);
  for (size_t i = 0; i < puzzle->n_params; i++) {
    const struct wb_path own = {path, puzzle->params[i].name, 0};
    if (may_be_counted(&puzzle->params[i], &of) &&
        wb_field_get(lua, table, puzzle->params[i].name) != LUA_TNIL)
      read_array_budget(lua, &own, at, counter, i);
    lua_settop(lua, table);
  }
  if (at->spec->n_array_budgets == before)
    wb_field_fail(lua, path, "is empty; it has a number for an array at least");
  at->puzzle->has_array_budget = true;
}

/* The offset is that of the counter's own budget. */
static void read_budget(lua_State *lua, const struct wb_spec_field *field,
                        const struct wb_spec_place *at) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_quantity *budget = (struct wb_quantity *)(void *)((char *)at->of + field->offset);
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL) {
    if (wb_counter_is_of_host(wb_counter_index(field->name)) && !at->puzzle->is_host)
      wb_field_fail(lua, &path, "counts what a host program does, and this puzzle has a kernel");
    at->puzzle->has_budget = true;
    at->puzzle->has_modelled_budget |= wb_counter_name_is_modelled(field->name);
    if (lua_istable(lua, -1))
      read_array_budgets(lua, &path, at, wb_counter_index(field->name));
    else
      wb_field_quantity(lua, -1, &path, budget);
  }
  lua_pop(lua, 1);
}

#define BUDGET_AT(counter)             \
  (offsetof(struct wb_spec, budgets) + \
   offsetof(struct wb_counters, counter) / sizeof(uint64_t) * sizeof(struct wb_quantity))

/* One for each counter, of which those that a budget may limit come first. */
static const struct wb_spec_field budget_fields[] = {
#define WB_COUNTER(counter, noun)   \
  {.name = #counter,                \
   .read = read_budget,             \
   .kept = WB_KEEPS_QUANTITIES,     \
   .offset = BUDGET_AT(counter),    \
   .count = 1,                      \
   .lua = "puzzle.Budget? # " noun, \
   .type = "number or string",      \
   .otherwise = "none",             \
   .meaning = noun},
#include "finding/counters.inc"
};
const struct wb_spec_record wb_spec_budgets = {
    .heading = "### Budgets",
    .class = "puzzle.Budgets",
    .fields = budget_fields,
    .count = WB_BUDGET_COUNTERS,
};

WB_SPEC_READER(budgets) {
  const struct wb_path path = {at->path, field->name, 0};
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL) {
    struct wb_spec_place own = *at;
    own.table = lua_gettop(lua);
    own.path = &path;
    own.of = at->spec;
    wb_spec_check_names(lua, &wb_spec_budgets, &own);
    wb_spec_read_rows(lua, &wb_spec_budgets, &own, false);
  }
  lua_pop(lua, 1);
}

/* ---- limits ------------------------------------------------------------------- */

static void read_limit(lua_State *lua, const struct wb_spec_field *field,
                       const struct wb_spec_place *at) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_spec_limit *limit = (struct wb_spec_limit *)(void *)((char *)at->of + field->offset);
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL) {
    limit->value = wb_field_integer(lua, -1, &path, 1, field->most);
    limit->line = wb_field_path_line(lua, &path);
  }
  lua_pop(lua, 1);
}

enum limit_index { TIME_MS, MEMORY_MB, OUTPUT_KB, STEPS };
#define LIMIT(index) .read = read_limit, .offset = offsetof(struct wb_spec, limits[index])

static const struct wb_spec_field limit_fields[] = {
    {.name = "time_ms",
     LIMIT(TIME_MS),
     .most = 600000,
     .lua = "integer?",
     .type = "integer",
     .otherwise = "10000",
     .meaning = "milliseconds of a launch"},
    {.name = "memory_mb",
     LIMIT(MEMORY_MB),
     .most = 65536,
     .lua = "integer?",
     .type = "integer",
     .otherwise = "512",
     .meaning = "memory beyond the buffers, in MiB"},
    {.name = "output_kb",
     LIMIT(OUTPUT_KB),
     .most = 16384,
     .lua = "integer?",
     .type = "integer",
     .otherwise = "64",
     .meaning = "what the kernel may print, in KiB; in a hidden case 128 bytes a work-item more"},
    {.name = "steps",
     LIMIT(STEPS),
     .most = INT64_C(1000000000000),
     .lua = "integer?",
     .type = "integer",
     .otherwise = "100 million",
     .meaning = "loop iterations of one work-item"},
};
const struct wb_spec_record wb_spec_limits = {
    .heading = "### Limits",
    .class = "puzzle.Limits",
    .fields = limit_fields,
    .count = sizeof limit_fields / sizeof limit_fields[0],
};

const int64_t wb_spec_usual_limits[WB_PUZZLE_LIMITS] = {
    [TIME_MS] = 10000, [MEMORY_MB] = 512, [OUTPUT_KB] = 64, [STEPS] = 100000000};

WB_SPEC_READER(limits) {
  const struct wb_path path = {at->path, field->name, 0};
  struct wb_spec_limit *limits = at->spec->limits;
  for (size_t i = 0; i < WB_PUZZLE_LIMITS; i++)
    limits[i] = (struct wb_spec_limit){.value = wb_spec_usual_limits[i]};
  if (wb_field_get(lua, at->table, field->name) != LUA_TNIL) {
    const struct wb_spec_place own = {.table = lua_gettop(lua), .path = &path, .of = at->spec};
    wb_spec_check_names(lua, &wb_spec_limits, &own);
    wb_spec_read_rows(lua, &wb_spec_limits, &own, false);
  }
  lua_pop(lua, 1);
  at->puzzle->limits.time_ms = (uint32_t)limits[TIME_MS].value;
  at->puzzle->limits.memory_bytes = (uint64_t)limits[MEMORY_MB].value << 20;
  at->puzzle->limits.output_bytes = (uint64_t)limits[OUTPUT_KB].value << 10;
  at->puzzle->limits.steps = (uint64_t)limits[STEPS].value;
}

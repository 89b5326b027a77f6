/* The fields tolerance, budgets and limits. */
#include <math.h>
#include <string.h>

#include "finding/counters.h"
#include "script/field.h"
#include "script/spec_fields.h"

/* ---- tolerance ---------------------------------------------------------------- */

static const char *const tolerance_fields[] = {"atol", "rtol", "ulp", "scale_by"};
enum { N_TOLERANCE_FIELDS = 4 };

static double read_bound(lua_State *lua, int table, const struct wb_path *parent, const char *name,
                         bool *given) {
  struct wb_path path = {parent, name, 0};
  double bound = 0;
  if (wb_field_get(lua, table, name) != LUA_TNIL) {
    bound = wb_field_number(lua, -1, &path, 0, 1e300);
    *given = true;
  }
  lua_pop(lua, 1);
  return bound;
}

/* Any of atol, rtol and ulp replaces the type's default as a whole; scale_by
 * alone keeps it. */
static void apply_tolerance(lua_State *lua, int table, const struct wb_path *path,
                            struct wb_spec_param *param) {
  struct wb_path ulp = {path, "ulp", 0}, scale = {path, "scale_by", 0};
  struct wb_tolerance tolerance = {0};
  bool given = false;
  tolerance.atol = read_bound(lua, table, path, "atol", &given);
  tolerance.rtol = read_bound(lua, table, path, "rtol", &given);
  if (wb_field_get(lua, table, "ulp") != LUA_TNIL) {
    tolerance.ulp = (uint64_t)wb_field_integer(lua, -1, &ulp, 0, INT32_MAX);
    given = true;
  }
  if (wb_field_get(lua, table, "scale_by") != LUA_TNIL) {
    wb_quantity_release(&param->scale_by);
    wb_field_quantity(lua, -1, &scale, &param->scale_by);
  }
  if (given) param->tolerance = tolerance;
  lua_pop(lua, 2);
}

static bool is_judged(const struct wb_param *param) {
  return param->kind == WB_PARAM_OUTPUT || param->kind == WB_PARAM_INOUT;
}

static void apply_own(lua_State *lua, int table, const struct wb_path *all,
                      const struct wb_param *param, struct wb_spec_param *out) {
  struct wb_path path = {all, param->name, 0};
  if (wb_field_get(lua, table, param->name) != LUA_TNIL) {
    wb_field_check_record(lua, -1, &path, tolerance_fields, N_TOLERANCE_FIELDS);
    if (!wb_scalar_is_float(param->type.scalar))
      wb_field_fail(lua, &path, "'%s' has integers, which compare exactly", param->name);
    apply_tolerance(lua, lua_gettop(lua), &path, out);
  }
  lua_pop(lua, 1);
}

static void read_tolerance(lua_State *lua, const struct wb_path *path, struct wb_puzzle *puzzle,
                           struct wb_spec *spec) {
  const char *names[N_TOLERANCE_FIELDS + WB_SPEC_MAX_PARAMS];
  size_t count = N_TOLERANCE_FIELDS;
  int table = lua_gettop(lua);
  memcpy(names, tolerance_fields, sizeof tolerance_fields);
  for (size_t i = 0; i < puzzle->n_params; i++)
    if (is_judged(&puzzle->params[i])) names[count++] = puzzle->params[i].name;
  wb_field_check_record(lua, table, path, names, count);
  for (size_t i = 0; i < puzzle->n_params; i++) {
    if (!is_judged(&puzzle->params[i])) continue;
    apply_tolerance(lua, table, path, &spec->params[i]);
    apply_own(lua, table, path, &puzzle->params[i], &spec->params[i]);
  }
}

WB_SPEC_READER(tolerance) {
  (void)field;
  struct wb_path path = {NULL, "tolerance", 0};
  for (size_t i = 0; i < puzzle->n_params; i++)
    spec->params[i].tolerance = wb_tolerance_default(puzzle->params[i].type.scalar);
  if (wb_field_get(lua, table, "tolerance") != LUA_TNIL) read_tolerance(lua, &path, puzzle, spec);
  lua_pop(lua, 1);
}

/* ---- budgets ------------------------------------------------------------------ */

_Static_assert((int)WB_BUDGET_COUNTERS <= (int)WB_SPEC_MAX_BUDGETS,
               "room for a budget of every counter");

WB_SPEC_READER(budgets) {
  (void)field;
  const char *const *counters = wb_counter_names();
  struct wb_path path = {NULL, "budgets", 0};
  if (wb_field_get(lua, table, "budgets") != LUA_TNIL) {
    wb_field_check_record(lua, -1, &path, counters, WB_BUDGET_COUNTERS);
    for (size_t i = 0; i < WB_BUDGET_COUNTERS; i++) {
      struct wb_path at = {&path, counters[i], 0};
      if (wb_field_get(lua, -1, counters[i]) != LUA_TNIL) {
        struct wb_spec_budget *budget = &spec->budgets[spec->n_budgets++];
        budget->counter = counters[i];
        puzzle->has_budget = true;
        puzzle->has_modelled_budget |= wb_counter_is_modelled((unsigned)i);
        wb_field_quantity(lua, -1, &at, &budget->limit);
      }
      lua_pop(lua, 1);
    }
  }
  lua_pop(lua, 1);
}

/* ---- limits ------------------------------------------------------------------- */

enum { TIME_MS, MEMORY_MB, OUTPUT_KB, STEPS, N_LIMITS };

static const struct limit {
  int64_t otherwise, most;
} limits[N_LIMITS] = {
    [TIME_MS] = {10000, 600000},
    [MEMORY_MB] = {512, 65536},
    [OUTPUT_KB] = {64, 16384},
    [STEPS] = {100000000, INT64_C(1000000000000)},
};
static const char *const limit_names[N_LIMITS] = {"time_ms", "memory_mb", "output_kb", "steps"};

WB_SPEC_READER(limits) {
  (void)field;
  (void)spec;
  struct wb_path path = {NULL, "limits", 0};
  int64_t values[N_LIMITS];
  bool given = wb_field_get(lua, table, "limits") != LUA_TNIL;
  if (given) wb_field_check_record(lua, -1, &path, limit_names, N_LIMITS);
  for (size_t i = 0; i < N_LIMITS; i++) {
    struct wb_path at = {&path, limit_names[i], 0};
    values[i] = limits[i].otherwise;
    if (!given) continue;
    if (wb_field_get(lua, -1, limit_names[i]) != LUA_TNIL)
      values[i] = wb_field_integer(lua, -1, &at, 1, limits[i].most);
    lua_pop(lua, 1);
  }
  lua_pop(lua, 1);
  puzzle->limits.time_ms = (uint32_t)values[TIME_MS];
  puzzle->limits.memory_bytes = (uint64_t)values[MEMORY_MB] << 20;
  puzzle->limits.output_bytes = (uint64_t)values[OUTPUT_KB] << 10;
  puzzle->limits.steps = (uint64_t)values[STEPS];
}

#include "gpu/bench.h"

#include <lauxlib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "gpu/values.h"

enum { CHUNK = 1, PARTS, STATE, LEAST_RUNS = 3, WHY_MAX = 500 };

struct measure {
  lua_State *lua;
  const struct wb_gpu_script *script;
  struct wb_bench_runs *out;
  struct wb_host *host;
  uint64_t start_ns;
};

/* ---- before and after a run --------------------------------------------------------------- */

/* What one run has enqueued is nothing of the next one's. */
static void end_part(struct measure *m, bool reports) {
  struct wb_error err = {0};
  if (wb_host_end_part(m->host, reports, &err) == WB_OK) return;
  if (err.where[0] != '\0')
    luaL_error(m->lua, "%s: %s", err.where, err.message);
  else
    luaL_error(m->lua, "%s", err.message);
}

/* Buffers and contexts that nobody has any more go now, and not while something is measured. */
static void collect_garbage(lua_State *lua) {
  lua_gc(lua, LUA_GCCOLLECT);
  lua_gc(lua, LUA_GCCOLLECT);
}

/* math.random gives other numbers in each run, and the same in each measurement. */
static void seed_random(lua_State *lua, uint64_t seed) {
  lua_getglobal(lua, "math");
  lua_getfield(lua, -1, "randomseed");
  lua_pushinteger(lua, (lua_Integer)seed);
  lua_call(lua, 1, 0);
  lua_pop(lua, 1);
}

static struct wb_bench_run *begin_run(struct measure *m) {
  const struct wb_gpu_bench *bench = m->script->bench;
  struct wb_bench_run *run = wb_bench_runs_add(m->out);
  run->warm_up = m->out->n_runs <= bench->warm_ups;
  run->seed = bench->seed + m->out->n_runs - 1;
  collect_garbage(m->lua);
  wb_host_clear_timeline(m->host);
  seed_random(m->lua, run->seed);
  return run;
}

/* The entries of the run alone are in the timeline, from `first` on. */
static void take_run(struct measure *m, struct wb_bench_run *run, size_t first, uint64_t start_ns) {
  run->ns = (double)(wb_clock_ns() - start_ns);
  wb_bench_run_take(run, wb_host_timeline(m->host), first);
}

/* Whether one more run is to be made. Of a slow program some are made whatever the limit: from one
 * time alone nothing is known of how far they differ. */
static bool goes_on(const struct measure *m) {
  const struct wb_gpu_bench *bench = m->script->bench;
  const size_t done = m->out->n_runs, least = (size_t)bench->warm_ups + LEAST_RUNS;
  const bool late = bench->time_ms > 0 && wb_elapsed_ms(m->start_ns) > bench->time_ms;
  return done < (size_t)bench->warm_ups + bench->runs && (!late || done < least);
}

static void tell_done(const struct measure *m) {
  if (m->script->run_done != NULL) m->script->run_done(m->script->data);
}

/* ---- a whole script ----------------------------------------------------------------------- */

/* Globals that one run sets are not there in the next. */
static void push_environment(lua_State *lua) {
  lua_newtable(lua);
  lua_newtable(lua);
  lua_pushglobaltable(lua);
  lua_setfield(lua, -2, "__index");
  lua_setmetatable(lua, -2);
  lua_setupvalue(lua, CHUNK, 1);
}

/* Leaves what the script returns first at index PARTS. */
static void call_chunk(struct measure *m) {
  lua_State *lua = m->lua;
  const int n_args = (int)m->script->n_args;
  lua_settop(lua, CHUNK);
  push_environment(lua);
  luaL_checkstack(lua, n_args + 2, "too many arguments");
  lua_pushvalue(lua, CHUNK);
  for (int i = 0; i < n_args; i++) lua_pushstring(lua, m->script->args[i]);
  lua_call(lua, n_args, 1);
}

static bool has_parts(lua_State *lua) {
  if (!lua_istable(lua, PARTS)) return false;
  const bool has = lua_getfield(lua, PARTS, "run") == LUA_TFUNCTION;
  lua_pop(lua, 1);
  return has;
}

/* Whether all of the script is a run: then it was one. */
static bool run_whole(struct measure *m) {
  struct wb_bench_run *run = begin_run(m);
  const uint64_t start_ns = wb_clock_ns();
  call_chunk(m);
  if (has_parts(m->lua)) return false;
  end_part(m, true);
  take_run(m, run, 0, start_ns);
  lua_settop(m->lua, CHUNK);
  tell_done(m);
  return true;
}

/* ---- parts -------------------------------------------------------------------------------- */

/* Pushes the part of that name, if it is there; what is no function is a mistake. */
static bool push_part(lua_State *lua, const char *name) {
  const int type = lua_getfield(lua, PARTS, name);
  if (type == LUA_TFUNCTION) return true;
  if (type != LUA_TNIL)
    luaL_error(lua, "`%s` is to be a function, not a %s", name, luaL_typename(lua, -1));
  lua_pop(lua, 1);
  return false;
}

static void set_up(struct measure *m, uint64_t seed) {
  lua_State *lua = m->lua;
  lua_settop(lua, PARTS);
  if (push_part(lua, "setup")) {
    lua_pushinteger(lua, (lua_Integer)seed);
    lua_call(lua, 1, 1);
  } else {
    lua_pushnil(lua);
  }
  end_part(m, false);
}

static void note_wrong(struct wb_bench_run *run, const char *why) {
  run->wrong = true;
  free(run->why);
  run->why = wb_strndup(why != NULL ? why : "the check says no more", WHY_MAX);
}

/* An error and `false` both say that the result is wrong, as `assert` is what checks are made of.
 */
static void check_result(struct measure *m, struct wb_bench_run *run) {
  lua_State *lua = m->lua;
  if (!push_part(lua, "check")) return;
  lua_pushvalue(lua, STATE);
  if (lua_pcall(lua, 1, 2, 0) != LUA_OK)
    note_wrong(run, luaL_tolstring(lua, -1, NULL));
  else if (lua_isboolean(lua, -2) && !lua_toboolean(lua, -2))
    note_wrong(run, lua_isnil(lua, -1) ? NULL : luaL_tolstring(lua, -1, NULL));
  lua_settop(lua, STATE);
}

/* A number, or a function of the state that gives one. 0 where it is not said. */
static double amount_of(struct measure *m, int table, const char *name) {
  lua_State *lua = m->lua;
  if (lua_getfield(lua, table, name) == LUA_TFUNCTION) {
    lua_pushvalue(lua, STATE);
    lua_call(lua, 1, 1);
  }
  const bool said = !lua_isnil(lua, -1);
  const double amount = said ? lua_tonumber(lua, -1) : 0;
  if (said && (lua_type(lua, -1) != LUA_TNUMBER || !isfinite(amount) || amount < 0))
    luaL_error(lua, "`%s` is to be a number from 0, or a function that gives one", name);
  lua_pop(lua, 1);
  return amount;
}

static void add_work(struct measure *m, int table, const char *kernel) {
  struct wb_bench_runs *out = m->out;
  const double bytes = amount_of(m, table, "bytes"), flops = amount_of(m, table, "flops");
  if ((bytes == 0 && flops == 0) || out->n_works == WB_BENCH_MOST_WORKS) return;
  out->works = wb_grow(out->works, &out->works_capacity, out->n_works + 1, sizeof *out->works);
  out->works[out->n_works++] =
      (struct wb_bench_work){.kernel = wb_strdup(kernel), .bytes = bytes, .flops = flops};
}

/* What the script says that it does: of a run, and of a launch of each kernel. */
static void take_works(struct measure *m) {
  lua_State *lua = m->lua;
  add_work(m, PARTS, "");
  const int type = lua_getfield(lua, PARTS, "kernels");
  if (type != LUA_TNIL && type != LUA_TTABLE)
    luaL_error(lua, "`kernels` is to be a table, not a %s", luaL_typename(lua, -1));
  lua_pushnil(lua);
  while (type == LUA_TTABLE && lua_next(lua, STATE + 1) != 0) {
    if (lua_type(lua, -2) != LUA_TSTRING || !lua_istable(lua, -1))
      luaL_error(lua,
                 "`kernels` has names of kernels, and a table with `bytes` and `flops` for each");
    add_work(m, lua_gettop(lua), lua_tostring(lua, -2));
    lua_pop(lua, 1);
  }
  lua_settop(lua, STATE);
}

/* The run that was begun. */
static void run_parts(struct measure *m, struct wb_bench_run *run) {
  lua_State *lua = m->lua;
  set_up(m, run->seed);
  if (m->out->n_runs == 1) take_works(m);
  const size_t first = wb_host_timeline(m->host)->n_entries;
  push_part(lua, "run");
  lua_pushvalue(lua, STATE);
  const uint64_t start_ns = wb_clock_ns();
  lua_call(lua, 1, 0);
  end_part(m, false);
  take_run(m, run, first, start_ns);
  check_result(m, run);
  end_part(m, false);
  lua_settop(lua, PARTS);
  tell_done(m);
}

/* ---- all of it ---------------------------------------------------------------------------- */

void wb_gpu_measure(lua_State *lua, const struct wb_gpu_script *script,
                    struct wb_gpu_result *result) {
  struct measure m = {.lua = lua,
                      .script = script,
                      .out = &result->bench,
                      .host = result->host,
                      .start_ns = wb_clock_ns()};
  m.out->in_parts = !run_whole(&m);
  if (m.out->in_parts) {
    m.out->checks = push_part(lua, "check");
    lua_settop(lua, PARTS);
    run_parts(&m, &m.out->runs[0]);
  }
  while (goes_on(&m)) {
    if (m.out->in_parts)
      run_parts(&m, begin_run(&m));
    else if (!run_whole(&m))
      luaL_error(lua, "the script returns a table with `run` in some runs only");
  }
}

/* Scripts that do not end, with the hook that counts instructions and with the timer, which has
 * the hook set only once it has ticked. All times are the processor's. */
#include <lauxlib.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "script/puzzle.h"
#include "script/state.h"
#include "tap.h"

enum { LIMIT_MS = 50, PLENTY_MS = 600000, SEVERAL_TICKS_MS = 600, MOST_SECONDS = 120 };

static bool timed; /* the timer is in use, and was not when the first tests ran */

static struct wb_script *new_script(uint32_t time_ms) {
  const struct wb_script_options options = {.time_ms = time_ms};
  struct wb_script *script = NULL;
  if (wb_script_new("/nowhere", "spec.lua", &options, &script, NULL) != WB_OK) exit(2);
  return script;
}

/* What scripts may call besides. */
static int push_spent(lua_State *lua) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  lua_pushnumber(lua, (lua_Number)now.tv_sec * 1e3 + (lua_Number)now.tv_nsec / 1e6);
  return 1;
}

static bool is_blocked(void) {
  sigset_t now;
  pthread_sigmask(SIG_BLOCK, NULL, &now);
  return sigismember(&now, SIGPROF) == 1;
}

static int push_state(lua_State *lua) {
  lua_pushboolean(lua, lua_gethook(lua) != NULL);
  lua_pushboolean(lua, is_blocked());
  return 2;
}

static const char LATE[] = "still running after 50 ms of CPU time; is there an endless loop?";

static int run_other(lua_State *lua);

static int run_chunk(lua_State *lua) {
  static const luaL_Reg functions[] = {
      {"spent", push_spent}, {"state", push_state}, {"other", run_other}, {NULL, NULL}};
  const char *text = lua_touserdata(lua, 1);
  wb_script_push_text(lua, text, strlen(text), "spec.lua");
  lua_getupvalue(lua, -1, 1);
  luaL_setfuncs(lua, functions, 0);
  lua_pop(lua, 1);
  lua_call(lua, 0, 0);
  return 0;
}

static enum wb_status run_text(struct wb_script *script, const char *text, struct wb_error *err) {
  return wb_script_protect(script, run_chunk, (void *)(uintptr_t)text, err);
}

static bool ends_late(struct wb_script *script, const char *text) {
  struct wb_error err = {0};
  const enum wb_status status = run_text(script, text, &err);
  const bool late = status == WB_ERR_SPEC && strcmp(err.message, LATE) == 0 && script->was_late;
  if (!late) printf("# %s: %s: %s\n", text, err.where, err.message);
  return late;
}

/* other(text): whether a script within this one ends late. */
static int run_other(lua_State *lua) {
  struct wb_script *script = new_script(LIMIT_MS);
  const bool late = ends_late(script, lua_tostring(lua, 1));
  wb_script_free(script);
  lua_pushboolean(lua, late);
  return 1;
}

/* ---- what is late ------------------------------------------------------------------------- */

static const char *const endless[] = {
    "while true do end",
    "goto again ::again:: goto again",
    "for i = 1, math.maxinteger do local x = i * 2 end",
    "local function call() return call() end call()",
    "local function call(n) if n > 0 then call(n - 1) end end while true do call(100) end",
    "local function more(...) return select('#', ...) end while true do more(1, 2, 3) end",
    "while true do pcall(function() while true do end end) end",
    "while true do xpcall(error, tostring) end",
    "while true do table.sort({ 3, 1, 2 }, function(a, b) return a < b end) end",
    "require('tensor').build('float', { 1 << 20 }, function() while true do end end)",
    "local t = require('tensor').zeros('int', 9) while true do t:set(3, t(3) + 1) end",
    "local list = {} while true do list = { list[1] } end",
    "local slow = ('x'):rep(300000):gsub('x', 'yy') while true do end",
    "local slow = ('x'):rep(3000000):gsub('x', 'yy') while true do end",
    /* Of few instructions: to count them takes a thousand times the limit. */
    "while true do local done = ('x'):rep(300000):gsub('x', 'yy') end",
    "while true do pcall(string.gsub, ('x'):rep(300000), 'x', error) end",
    "while true do pcall(string.gsub, ('x'):rep(300000), 'x', 'yy') end",
};
enum { N_ENDLESS = sizeof endless / sizeof endless[0], N_FOR_TIMER = 3 };

static void endless_loops_end(void) {
  struct wb_script *script = new_script(LIMIT_MS);
  for (size_t i = 0; i < N_ENDLESS - (timed ? 0 : N_FOR_TIMER); i++) {
    CHECK(ends_late(script, endless[i]));
    /* And the state is as good as before. */
    CHECK(run_text(script, "assert(#('x'):rep(10) == 10)", NULL) == WB_OK && !script->was_late);
  }
  wb_script_free(script);
}

static void the_line_is_named(void) {
  struct wb_script *script = new_script(LIMIT_MS);
  struct wb_error err = {0};
  CHECK(run_text(script, "local n = 0\n\nwhile true do n = n + 1 end\n", &err) == WB_ERR_SPEC);
  CHECK_STRING(err.where, "spec.lua:3");
  wb_script_free(script);
}

static void what_has_time_goes_on(void) {
  struct wb_script *script = new_script(PLENTY_MS);
  char *text =
      wb_format("local first = spent() while spent() < first + %d do end", SEVERAL_TICKS_MS);
  for (int i = 0; i < 2; i++) CHECK(run_text(script, text, NULL) == WB_OK && !script->was_late);
  free(text);
  wb_script_free(script);
}

static void scripts_within_scripts(void) {
  struct wb_script *script = new_script(SEVERAL_TICKS_MS);
  struct wb_error err = {0};
  CHECK(run_text(script, "assert(other('while true do end')) while true do end", &err) ==
            WB_ERR_SPEC &&
        script->was_late);
  wb_script_free(script);
}

static void *run_in_thread(void *ended) {
  struct wb_script *script = new_script(LIMIT_MS);
  *(bool *)ended = ends_late(script, "while true do end");
  wb_script_free(script);
  return NULL;
}

static void threads(void) {
  pthread_t all[3];
  bool ended[3] = {false};
  for (int i = 0; i < 3; i++)
    if (pthread_create(&all[i], NULL, run_in_thread, &ended[i]) != 0) exit(2);
  for (int i = 0; i < 3; i++) pthread_join(all[i], NULL);
  CHECK(ended[0] && ended[1] && ended[2]);
}

static void children(void) {
  int raw = -1;
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    bool ended = false;
    run_in_thread(&ended);
    _exit(ended ? 0 : 1);
  }
  CHECK(waitpid(child, &raw, 0) == child && WIFEXITED(raw) && WEXITSTATUS(raw) == 0);
}

static void there_is_a_hook(void) {
  struct wb_script *script = new_script(PLENTY_MS);
  /* A tick may come just before the first question; two do not follow one another so soon. */
  const char *as_wanted = timed ? "not (state() and state())" : "state()";
  char *text = wb_format(
      "assert(%s)\n"
      "local first = spent() while spent() < first + %d do end\n"
      "assert(%s)\n"
      "assert(not select(2, state()))\n",
      as_wanted, SEVERAL_TICKS_MS, as_wanted);
  struct wb_error err = {0};
  if (!CHECK(run_text(script, text, &err) == WB_OK)) printf("# %s: %s\n", err.where, err.message);
  CHECK(is_blocked() == timed);
  free(text);
  wb_script_free(script);
}

static void run_all(void) {
  tap_run("endless loops end, whatever they catch and call", endless_loops_end);
  tap_run("the loop's line is named", the_line_is_named);
  tap_run("what has time goes on", what_has_time_goes_on);
  tap_run("a script that another one runs ends, and that one, too", scripts_within_scripts);
  tap_run("scripts of several threads end", threads);
  tap_run("scripts of a child end", children);
  tap_run("a hook is there all the time, or with a timer none", there_is_a_hook);
}

int main(void) {
  /* A script that does not end ends the test. */
  setrlimit(RLIMIT_CPU, &(struct rlimit){MOST_SECONDS, MOST_SECONDS});
  run_all();
  wb_script_use_timer();
  timed = true;
  run_all();
  return tap_finish();
}

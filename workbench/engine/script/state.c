#include "script/state.h"

#include <lauxlib.h>
#include <stddef.h>
#include <stdio.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/large_pages.h"
#include "script/c_slips.h"
#include "script/nil_names.h"
#include "script/place.h"
#include "script/puzzle.h"
#include "script/sandbox.h"

enum {
  DEFAULT_MEMORY = 512 << 20,
  DEFAULT_TIME_MS = 5000,
  HOOK_INSTRUCTIONS = 100000,
  TICK_MS = 250,
};

/* ---- memory ------------------------------------------------------------------ */

static void *allocate_block(void *data, void *block, size_t old_size, size_t size) {
  struct wb_script *script = data;
  void *moved = NULL;
  if (block == NULL) old_size = 0; /* Lua passes a type there */
  if (size == 0) {
    free(block);
    script->memory_used -= old_size;
    return NULL;
  }
  /* Shrinking never fails: Lua relies on it. */
  if (size > old_size) {
    bool refused = ++script->allocations >= script->fail_allocation && script->fail_allocation > 0;
    bool too_much = size - old_size > script->memory_limit ||
                    script->memory_used > script->memory_limit - (size - old_size);
    if (too_much) script->hit_limit = true;
    if (too_much || refused) return NULL;
  }
  const bool is_new_and_large = block == NULL && size >= WB_LARGE_PAGE;
  moved =
      is_new_and_large ? wb_large_pages_alloc(size, _Alignof(max_align_t)) : realloc(block, size);
  if (moved == NULL && size <= old_size) moved = block;
  if (moved != NULL) script->memory_used = script->memory_used - old_size + size;
  return moved;
}

/* ---- errors ------------------------------------------------------------------ */

struct wb_script *wb_script_of(lua_State *lua) {
  struct wb_script *script;
  memcpy(&script, lua_getextraspace(lua), sizeof script);
  return script;
}

static void set_place(struct wb_script *script, const char *file, int line) {
  if (line > 0)
    snprintf(script->error.where, sizeof script->error.where, "%s:%d", file, line);
  else
    snprintf(script->error.where, sizeof script->error.where, "%s", file);
}

_Noreturn void wb_script_fail(lua_State *lua, int line, const char *format, ...) {
  struct wb_script *script = wb_script_of(lua);
  va_list args;
  va_start(args, format);
  vsnprintf(script->error.message, sizeof script->error.message, format, args);
  va_end(args);
  script->error.status = WB_ERR_SPEC;
  set_place(script, script->label, line);
  script->has_error = true;
  lua_pushlightuserdata(lua, script);
  lua_error(lua);
  wb_bug("lua_error returned");
}

/* The innermost Lua function that is running, or with `wanted` the innermost
 * of that file. */
static bool find_frame(lua_State *lua, const char *wanted, lua_Debug *frame) {
  for (int level = 0; lua_getstack(lua, level, frame) != 0; level++) {
    lua_getinfo(lua, "Sl", frame);
    if (frame->currentline <= 0 || frame->source[0] != '@') continue;
    if (wanted == NULL || strcmp(frame->source + 1, wanted) == 0) return true;
  }
  return false;
}

/* Lua puts "file:line: " before a message; that is said in `where`. */
static const char *without_place(const char *message, const char *file, int line) {
  char prefix[LUA_IDSIZE + 32];
  snprintf(prefix, sizeof prefix, "%s:%d: ", file, line);
  return wb_starts_with(message, prefix) ? message + strlen(prefix) : message;
}

/* What C fails with in a call from built-in Lua has that place before it, too. (Where that Lua
 * itself fails, the fault is there, and its place stays.) Level 0 is the handler, level 1 who
 * failed; of a script that is late that is any function. */
static const char *without_library_place(lua_State *lua, const char *message) {
  lua_Debug frame;
  for (int level = 1; lua_getstack(lua, level, &frame) != 0; level++) {
    lua_getinfo(lua, "Sl", &frame);
    const bool is_script = frame.currentline > 0 && !wb_place_is_library(&frame);
    const bool failed_itself = level == 1 && frame.what[0] != 'C' && !wb_script_of(lua)->was_late;
    if (is_script || failed_itself) break;
    if (wb_place_is_library(&frame))
      message = without_place(message, frame.short_src, frame.currentline);
  }
  return message;
}

/* Whether built-in Lua raised it, which may hand on what it caught. */
static bool raised_by_library(lua_State *lua) {
  lua_Debug frame;
  bool found = false, library = false;
  for (int level = 1; !found && lua_getstack(lua, level, &frame) != 0; level++) {
    lua_getinfo(lua, "Sl", &frame);
    found = frame.what[0] != 'C';
    library = found && wb_place_is_library(&frame);
  }
  return library;
}

/* The line that a message begins with, "SOURCE:12: ", which is then taken off; 0: none. */
static int take_line(const char **message, const char *source) {
  const size_t length = strlen(source);
  char *after = NULL;
  if (strncmp(*message, source, length) != 0 || (*message)[length] != ':') return 0;
  const long line = strtol(*message + length + 1, &after, 10);
  if (line <= 0 || line > INT_MAX || !wb_starts_with(after, ": ")) return 0;
  *message = after + 2;
  return (int)line;
}

static const char *error_text(lua_State *lua) {
  const char *text = lua_tostring(lua, 1);
  if (text == NULL) text = "an error value that is not a string";
  return text;
}

/* What Lua has, and neither a spec nor an untrusted program: where to read what they have. */
static void add_absent(struct wb_script *script, lua_State *lua, const char *message) {
  const char *absent = wb_script_sandbox_absent(lua, message);
  const size_t used = strlen(script->error.message);
  if (absent != NULL)
    snprintf(script->error.message + used, sizeof script->error.message - used,
             "; there is no %s here: docs/puzzle-spec.md says what a spec can reach, "
             "docs/host-puzzles.md what a program can",
             absent);
}

/* A name that is misspelt. Nothing where the line that is told is not the one that runs. */
static void explain_nil(struct wb_script *script, lua_State *lua, const lua_Debug *frame,
                        int told_line) {
  struct wb_slip_source source = {NULL, 0, frame->currentline};
  lua_Debug place;
  const bool is_tail = wb_place_find(lua, &place) && place.istailcall != 0;
  if (is_tail || (told_line > 0 && told_line != frame->currentline)) return;
  if (strcmp(frame->source + 1, script->label) == 0) {
    source.text = script->text;
    source.length = script->text_length;
  }
  wb_nil_name_explain(lua, &source, script->error.message, sizeof script->error.message);
}

/* Runs where the error was raised, with the stack still there. Allocates
 * nothing of its own. */
static int on_error(lua_State *lua) {
  struct wb_script *script = wb_script_of(lua);
  lua_Debug frame, caller;
  if (script->has_error && lua_islightuserdata(lua, 1)) return 1;
  const char *message = without_library_place(lua, error_text(lua));
  script->has_error = true;
  script->error.status = WB_ERR_SPEC;
  if (!find_frame(lua, NULL, &frame)) {
    set_place(script, script->label, script->doing_line);
    snprintf(script->error.message, sizeof script->error.message, "%s", message);
    return 1;
  }
  const int line = raised_by_library(lua) ? take_line(&message, frame.short_src) : 0;
  message = without_place(message, frame.short_src, frame.currentline);
  set_place(script, frame.source + 1, line > 0 ? line : frame.currentline);
  snprintf(script->error.message, sizeof script->error.message, "%s%s%s",
           script->doing != NULL ? script->doing : "", script->doing != NULL ? ": " : "", message);
  const size_t told = strlen(script->error.message);
  add_absent(script, lua, message);
  wb_slip_explain(script->error.message, sizeof script->error.message, NULL);
  if (strlen(script->error.message) == told) explain_nil(script, lua, &frame, line);
  if (strcmp(frame.source + 1, script->label) != 0 && find_frame(lua, script->label, &caller)) {
    size_t used = strlen(script->error.message);
    snprintf(script->error.message + used, sizeof script->error.message - used,
             " (called from %s:%d)", script->label, caller.currentline);
  }
  return 1;
}

static enum wb_status memory_error(struct wb_script *script, struct wb_error *err) {
  char where[WB_ERROR_WHERE_MAX];
  const char *doing = script->doing != NULL ? script->doing : "the spec";
  script->ran_out = script->hit_limit;
  if (!script->hit_limit)
    return wb_fail_at(err, WB_ERR_NOMEM, script->label, "out of memory in %s", doing);
  snprintf(where, sizeof where, "%s:%d", script->label, script->doing_line);
  return wb_fail_at(err, WB_ERR_SPEC, script->doing_line > 0 ? where : script->label,
                    "%s uses more memory than a spec may (%zu MiB)", doing,
                    script->memory_limit >> 20);
}

static enum wb_status take_error(struct wb_script *script, int result, struct wb_error *err) {
  enum wb_status status;
  if (script->stop.status != WB_OK)
    status = wb_fail_at(err, script->stop.status, script->stop.where, "%s", script->stop.message);
  else if (result == LUA_ERRMEM)
    status = memory_error(script, err);
  else if (!script->has_error) /* an error while handling an error */
    status = wb_fail_at(err, WB_ERR_SPEC, script->label, "%s ends in an error that has no text",
                        script->doing != NULL ? script->doing : "the spec");
  else
    status =
        wb_fail_at(err, script->error.status, script->error.where, "%s", script->error.message);
  return status;
}

/* ---- time -------------------------------------------------------------------- */

/* CPU time, so that a busy machine does not stop an honest spec. */
static uint64_t cpu_time_ns(void) {
  struct timespec now;
  if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now) != 0) return 0;
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static bool is_late(const struct wb_script *script) {
  const struct wb_script_whole *whole = &script->whole;
  const uint64_t now = cpu_time_ns();
  return now >= script->deadline_ns ||
         (whole->ms > 0 && now - script->start_ns + whole->elsewhere_ns(whole->data) >=
                               (uint64_t)whole->ms * 1000000);
}

/* A courtesy: it stops honest endless loops in Lua code with a line number.
 * Once late, every further instruction raises, so that pcall cannot go on. */
static void on_count(lua_State *lua, lua_Debug *frame) {
  struct wb_script *script = wb_script_of(lua);
  (void)frame;
  if (script->stop.status != WB_OK) {
    lua_sethook(lua, on_count, LUA_MASKCOUNT, 1);
    luaL_error(lua, "%s", script->stop.message);
  }
  if (!is_late(script)) {
    if (lua_gethookcount(lua) == 1) lua_sethook(lua, NULL, 0, 0); /* until the next tick */
    return;
  }
  const bool of_cpu = cpu_time_ns() >= script->deadline_ns;
  script->was_late = true;
  lua_sethook(lua, on_count, LUA_MASKCOUNT, 1);
  luaL_error(lua, "still running after %d ms%s; is there an endless loop?",
             (int)(of_cpu ? script->time_ms : script->whole.ms), of_cpu ? " of CPU time" : "");
}

/* All that a signal's handler can know: the process that has the timer, which no child inherits,
 * and what this thread runs. */
static pid_t timed_process;
static _Thread_local struct wb_script *volatile running;

/* Has the next instruction look at the clock. A frame that just begins may miss it: there are more
 * ticks. */
static void take_tick(int signal_number) {
  const struct wb_script *script = running;
  (void)signal_number;
  if (script != NULL) lua_sethook(script->lua, on_count, LUA_MASKCOUNT, 1);
}

static void mask_ticks(int how, sigset_t *before) {
  sigset_t ticks;
  sigemptyset(&ticks);
  sigaddset(&ticks, SIGPROF);
  pthread_sigmask(how, &ticks, before);
}

void wb_script_use_timer(void) {
  const struct sigaction action = {.sa_handler = take_tick, .sa_flags = SA_RESTART};
  const struct timeval tick = {.tv_usec = TICK_MS * 1000};
  mask_ticks(SIG_BLOCK, NULL);
  if (sigaction(SIGPROF, &action, NULL) == 0 &&
      setitimer(ITIMER_PROF, &(struct itimerval){tick, tick}, NULL) == 0)
    timed_process = getpid();
}

void wb_script_stop(lua_State *lua, enum wb_status status, const char *message) {
  struct wb_script *script = wb_script_of(lua);
  lua_Debug frame;
  if (script->stop.status != WB_OK) return;
  script->stop.status = status;
  snprintf(script->stop.message, sizeof script->stop.message, "%s", message);
  if (find_frame(lua, NULL, &frame))
    snprintf(script->stop.where, sizeof script->stop.where, "%.*s:%d",
             (int)sizeof script->stop.where - 16, frame.source + 1, frame.currentline);
  lua_sethook(lua, on_count, LUA_MASKCOUNT, 1);
  lua_sethook(script->lua, on_count, LUA_MASKCOUNT, 1);
}

enum wb_status wb_script_protect(struct wb_script *script, lua_CFunction function, void *data,
                                 struct wb_error *err) {
  lua_State *lua = script->lua;
  enum wb_status status = WB_OK;
  struct wb_script *outer = running;
  const bool timed = timed_process == getpid();
  sigset_t before;
  script->has_error = false;
  script->hit_limit = false;
  script->was_late = script->ran_out = false;
  script->stop = (struct wb_error){0};
  script->start_ns = cpu_time_ns();
  script->deadline_ns = script->start_ns + (uint64_t)script->time_ms * 1000000;
  lua_settop(lua, 0);
  lua_sethook(lua, on_count, timed ? 0 : LUA_MASKCOUNT, HOOK_INSTRUCTIONS);
  running = script;
  if (timed) mask_ticks(SIG_UNBLOCK, &before);
  lua_pushcfunction(lua, on_error);
  lua_pushcfunction(lua, function);
  lua_pushlightuserdata(lua, data);
  int result = lua_pcall(lua, 1, 0, 1);
  if (timed) pthread_sigmask(SIG_SETMASK, &before, NULL);
  running = outer;
  if (result != LUA_OK || script->stop.status != WB_OK) status = take_error(script, result, err);
  lua_settop(lua, 0);
  script->doing = NULL;
  script->doing_line = 0;
  return status;
}

/* ---- loading ----------------------------------------------------------------- */

/* "LABEL:12: message" of Lua's parser, taken apart and raised again. */
static void fail_syntax(lua_State *lua, const char *label, struct wb_slip_source source) {
  struct wb_script *script = wb_script_of(lua);
  const char *text = lua_tostring(lua, -1);
  const char *colon = text != NULL ? strchr(text, ':') : NULL;
  char *after = NULL;
  long line = colon != NULL ? strtol(colon + 1, &after, 10) : 0;
  bool placed = line > 0 && wb_starts_with(after, ": ");
  script->has_error = true;
  script->error.status = WB_ERR_SPEC;
  set_place(script, label, placed ? (int)line : 0);
  snprintf(script->error.message, sizeof script->error.message, "%s",
           placed         ? after + 2
           : text != NULL ? text
                          : "cannot be parsed");
  source.line = placed ? (int)line : 0;
  wb_slip_explain(script->error.message, sizeof script->error.message, &source);
  lua_pushlightuserdata(lua, script);
  lua_error(lua);
}

static void fail_file(lua_State *lua, const char *label, const struct wb_error *err) {
  struct wb_script *script = wb_script_of(lua);
  script->has_error = true;
  script->error = *err;
  if (script->error.status != WB_ERR_NOMEM) script->error.status = WB_ERR_SPEC;
  set_place(script, label, 0);
  lua_pushlightuserdata(lua, script);
  lua_error(lua);
}

void wb_script_push_text(lua_State *lua, const char *text, size_t length, const char *label) {
  const char *name = lua_pushfstring(lua, "@%s", label);
  size_t mark = wb_byte_order_mark(text, length);
  if (mark < length && text[mark] == '#')
    while (mark < length && text[mark] != '\n') mark++;
  int result = luaL_loadbufferx(lua, text + mark, length - mark, name, "t");
  if (result == LUA_ERRSYNTAX) fail_syntax(lua, label, (struct wb_slip_source){text, length, 0});
  if (result != LUA_OK) lua_error(lua);
  wb_script_sandbox_push_environment(lua);
  if (lua_setupvalue(lua, -2, 1) == NULL) wb_bug("a chunk without _ENV");
  lua_remove(lua, -2); /* the name */
}

void wb_script_push_chunk(lua_State *lua, const char *path, const char *label) {
  struct wb_script *script = wb_script_of(lua);
  struct wb_error err;
  wb_str_clear(&script->source);
  if (wb_file_read(path, WB_SCRIPT_SOURCE_MAX, &script->source, &err) != WB_OK)
    fail_file(lua, label, &err);
  wb_file_states_add_text(&script->files, path, script->source.data, script->source.length);
  wb_script_push_text(lua, script->source.data, script->source.length, label);
}

void wb_script_push_main(lua_State *lua, const char *path) {
  struct wb_script *script = wb_script_of(lua);
  struct wb_duplicate twice;
  wb_script_push_chunk(lua, path, script->label);
  script->lines = wb_lines_new(script->source.data, script->source.length);
  if (wb_lines_duplicate(script->lines, &twice))
    wb_script_fail(lua, twice.second_line, "'%.*s' is given twice, on line %d too",
                   (int)(twice.length < 60 ? twice.length : 60), twice.name, twice.first_line);
}

/* ---- life -------------------------------------------------------------------- */

static int lua_panic(lua_State *lua) {
  const char *text = lua_tostring(lua, -1);
  wb_bug("an error in Lua outside any protected call: %s", text != NULL ? text : "?");
  return 0;
}

enum wb_status wb_script_new(const char *course, const char *label,
                             const struct wb_script_options *options, struct wb_script **made,
                             struct wb_error *err) {
  struct wb_script *script = wb_alloc(sizeof *script);
  enum wb_status status = WB_OK;
  script->course = wb_strdup(course);
  script->label = wb_strdup(label);
  wb_str_init(&script->source);
  script->memory_limit = options->memory_limit > 0 ? options->memory_limit : DEFAULT_MEMORY;
  script->time_ms = options->time_ms > 0 ? options->time_ms : DEFAULT_TIME_MS;
  script->fail_allocation = options->fail_allocation;
  script->library = options->library != NULL ? options->library : wb_library_files;
  script->lua = lua_newstate(allocate_block, script);
  if (script->lua == NULL) {
    status = wb_fail_at(err, WB_ERR_NOMEM, label, "no memory for a Lua state");
    goto out;
  }
  memcpy(lua_getextraspace(script->lua), &script, sizeof script);
  lua_atpanic(script->lua, lua_panic);
  status = wb_script_protect(script, wb_script_sandbox_open, NULL, err);
out:
  if (status != WB_OK) {
    wb_script_free(script);
    script = NULL;
  }
  *made = script;
  return status;
}

void wb_script_free(struct wb_script *script) {
  if (script == NULL) return;
  if (script->lua != NULL) lua_close(script->lua);
  wb_str_release(&script->source);
  wb_file_states_release(&script->files);
  wb_lines_free(script->lines);
  free(script->course);
  free(script->label);
  free(script);
}

const char *wb_script_lua_version(void) {
  return LUA_VERSION_MAJOR "." LUA_VERSION_MINOR "." LUA_VERSION_RELEASE;
}

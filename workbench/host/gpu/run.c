#include "gpu/run.h"

#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clean.h"
#include "base/file.h"
#include "gpu/bench.h"
#include "gpu/gpu.h"
#include "gpu/judged.h"
#include "gpu/native.h"
#include "script/library.h"
#include "script/modules.h"
#include "script/native.h"
#include "script/sandbox.h"
#include "script/state.h"
#include "script/tensor_lua.h"

enum {
  SCRIPT_MAX = 16 << 20, /* bytes of a script */
  SANDBOX_MEMORY = 512 << 20,
  SANDBOX_TIME_MS = 10000,
  SANDBOX_OUTPUT = 1 << 20
};

/* One run. */
struct run {
  const struct wb_gpu_script *script;
  struct wb_gpu_result *result;
  const char *label;
  struct wb_str text;
  struct wb_str printed; /* by kernels, cleaned: here, as an error of Lua may leave a function */
  struct wb_str graphs;  /* what they became */
  struct wb_script *state;
  struct wb_gpu_state *gpu;
  uint64_t output_limit;
  bool exited; /* by os.exit */
};

/* ---- output --------------------------------------------------------------------------------- */

static void write_out(struct run *run, const char *bytes, size_t length) {
  run->result->output_bytes += length;
  if (run->script->write != NULL)
    run->script->write(run->script->data, bytes, length);
  else
    fwrite(bytes, 1, length, stdout);
}

/* `lua` is NULL where the script has ended. */
static void take_output(struct run *run, lua_State *lua, const char *bytes, size_t length) {
  char message[96];
  const uint64_t room = run->output_limit - run->result->output_bytes;
  write_out(run, bytes, length < room ? length : (size_t)room);
  if (length <= room || lua == NULL) return;
  snprintf(message, sizeof message, "the program writes more than it may (%llu bytes)",
           (unsigned long long)run->output_limit);
  run->result->limit = WB_HOST_OUTPUT;
  wb_script_stop(lua, WB_ERR_LIMIT, message);
}

static void take_print(lua_State *lua, void *data, const char *bytes, size_t length) {
  take_output(data, lua, bytes, length);
}

/* What a kernel prints commands no terminal, whoever wrote it. */
static void take_kernel_print(void *data, lua_State *lua, const char *text, size_t length) {
  struct run *run = data;
  wb_str_clear(&run->printed);
  wb_clean_text(&run->printed, text, length);
  take_output(run, lua, run->printed.data, run->printed.length);
}

/* ---- the state of a person's own script -------------------------------------------------------
 */

static int push_gpu(lua_State *lua) {
  wb_gpu_push_module(lua);
  return 1;
}

static int push_tensor(lua_State *lua) {
  wb_tensor_lua_push_module(lua);
  return 1;
}

/* os.exit([code]): the run goes on after the script, which ends here whatever it catches. */
static int exit_script(lua_State *lua) {
  struct run *run = lua_touserdata(lua, lua_upvalueindex(1));
  if (lua_isboolean(lua, 1))
    run->result->exit_code = lua_toboolean(lua, 1) != 0 ? 0 : 1;
  else
    run->result->exit_code = (int)luaL_optinteger(lua, 1, 0) & 0xFF;
  run->exited = true;
  wb_script_stop(lua, WB_ERR_CANCELLED, "os.exit");
  return luaL_error(lua, "os.exit");
}

static void add_own_path(lua_State *lua, const struct run *run) {
  char *folder = wb_path_dirname(run->label);
  lua_getglobal(lua, "package");
  const int package = lua_gettop(lua);
  lua_pushfstring(lua, "%s/?.lua;", folder);
  free(folder);
  if (run->script->course != NULL)
    lua_pushfstring(lua, "%s/lua/?.lua;", run->script->course);
  else
    lua_pushliteral(lua, "");
  lua_getfield(lua, package, "path");
  lua_concat(lua, 3);
  lua_setfield(lua, package, "path");
  lua_getfield(lua, package, "preload");
  lua_pushcfunction(lua, push_gpu);
  lua_setfield(lua, -2, "gpu");
  lua_pushcfunction(lua, push_tensor);
  lua_setfield(lua, -2, "tensor");
  lua_settop(lua, package - 1);
  wb_library_preload(lua, wb_gpu_push_native);
}

/* All of Lua, in the globals: the sandbox's libraries, which tensors are made of, stay apart. */
static void open_all_of_lua(lua_State *lua, struct run *run) {
  static const char *const opened[] = {LUA_GNAME, "string", "table", "math", "utf8"};
  lua_getfield(lua, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  for (size_t i = 0; i < sizeof opened / sizeof opened[0]; i++) {
    lua_pushnil(lua);
    lua_setfield(lua, -2, opened[i]);
  }
  lua_pop(lua, 1);
  luaL_openlibs(lua);
  wb_script_sandbox_push_print(lua);
  lua_setglobal(lua, "print");
  lua_getglobal(lua, "os");
  lua_pushlightuserdata(lua, run);
  lua_pushcclosure(lua, exit_script, 1);
  lua_setfield(lua, -2, "exit");
  lua_pop(lua, 1);
  add_own_path(lua, run);
}

/* ---- running -------------------------------------------------------------------------------- */

/* `arg`, with the script's name at 0. */
static void push_arg_table(lua_State *lua, const struct run *run) {
  lua_newtable(lua);
  lua_pushstring(lua, run->label);
  lua_rawseti(lua, -2, 0);
  for (size_t i = 0; i < run->script->n_args; i++) {
    lua_pushstring(lua, run->script->args[i]);
    lua_rawseti(lua, -2, (lua_Integer)i + 1);
  }
}

/* The puzzle's answer, the function at index 1. */
static void call_judged(lua_State *lua, struct run *run) {
  const struct wb_host_request *judged = run->script->judged;
  struct wb_gpu_result *result = run->result;
  const uint32_t line = wb_gpu_last_line(lua, 1);
  lua_settop(lua, 1);
  /* Kept to the end of the run: what its globals hold then is leaked. */
  lua_pushvalue(lua, 1);
  luaL_ref(lua, LUA_REGISTRYINDEX);
  wb_gpu_push_inputs(lua, judged->inputs, judged->n_inputs);
  lua_call(lua, 1, 1);
  wb_gpu_take_outputs(lua, run->gpu, line, result->returned, result->n_returned);
}

/* Name, type and shape of each. */
static void expect_outputs(const struct wb_host_request *judged, struct wb_gpu_result *result) {
  result->n_returned = judged->n_outputs;
  result->returned = wb_alloc((judged->n_outputs + 1) * sizeof *result->returned);
  for (size_t i = 0; i < judged->n_outputs; i++) {
    result->returned[i] = judged->outputs[i];
    result->returned[i].name = wb_strdup(judged->outputs[i].name);
    result->returned[i].makers = wb_strdup(judged->outputs[i].makers);
    result->returned[i].note = wb_strdup("");
    result->returned[i].bytes = NULL;
    result->returned[i].length = 0;
  }
}

static int run_script(lua_State *lua) {
  struct run *run = lua_touserdata(lua, 1);
  lua_settop(lua, 0);
  wb_gpu_open(lua, run->gpu);
  wb_modules_add(lua, "gpu", push_gpu);
  wb_modules_add(lua, WB_NATIVE_NAME, wb_gpu_push_native);
  if (!run->script->sandboxed) open_all_of_lua(lua, run);
  wb_script_push_text(lua, run->text.data, run->text.length, run->label);
  push_arg_table(lua, run);
  if (run->script->sandboxed) {
    lua_getupvalue(lua, 1, 1);
    lua_insert(lua, -2);
    lua_setfield(lua, -2, "arg");
    lua_pop(lua, 1);
  } else {
    lua_setglobal(lua, "arg");
    lua_pushglobaltable(lua);
    lua_setupvalue(lua, 1, 1);
  }
  run->result->began = true;
  if (run->script->judged != NULL) {
    call_judged(lua, run);
    return 0;
  }
  if (run->script->bench != NULL) {
    wb_gpu_measure(lua, run->script, run->result);
    return 0;
  }
  luaL_checkstack(lua, (int)run->script->n_args, "too many arguments");
  for (size_t i = 0; i < run->script->n_args; i++) lua_pushstring(lua, run->script->args[i]);
  lua_call(lua, (int)run->script->n_args, 0);
  return 0;
}

/* Of a launch that was ended, or of what the runtime has no room for. */
static enum wb_host_limit limit_of(enum wb_outcome_kind kind) {
  return kind == WB_OUTCOME_TIME_LIMIT     ? WB_HOST_TIME
         : kind == WB_OUTCOME_OUTPUT_LIMIT ? WB_HOST_OUTPUT
                                           : WB_HOST_MEMORY;
}

/* Why the script ended, if not at its end: an error of `gpu` has its own cause. */
static void take_end(struct run *run, enum wb_status status, const struct wb_error *err) {
  const struct wb_error *of_gpu = run->gpu != NULL ? wb_gpu_last_error(run->gpu) : err;
  struct wb_gpu_result *result = run->result;
  if (status == WB_OK || run->exited) return;
  result->error = *err;
  if (run->state == NULL) {
    result->status = status;
    return;
  }
  if (run->state->was_late) {
    status = WB_ERR_LIMIT;
    result->limit = WB_HOST_TIME;
  } else if (run->state->ran_out) {
    status = WB_ERR_LIMIT;
    result->limit = WB_HOST_MEMORY;
    snprintf(result->error.message, sizeof result->error.message,
             "the program uses more memory than it may (%zu MiB)", run->state->memory_limit >> 20);
  } else if (status == WB_ERR_SPEC && of_gpu->status != WB_OK &&
             strstr(err->message, of_gpu->message) != NULL) {
    status = of_gpu->status;
    if (status == WB_ERR_LIMIT) result->limit = limit_of(wb_host_ended_by(result->host));
  }
  result->status = result->error.status = status;
}

/* What commands that nobody waited for come to. */
static void finish_host(struct run *run) {
  struct wb_gpu_result *result = run->result;
  struct wb_error err;
  lua_gc(run->state->lua, LUA_GCCOLLECT);
  lua_gc(run->state->lua, LUA_GCCOLLECT);
  wb_gpu_script_ended(run->gpu);
  const enum wb_status status = wb_host_finish(result->host, result->status != WB_OK, &err);
  if (status == WB_OK || result->status != WB_OK) return;
  if (status == WB_ERR_LIMIT) result->limit = limit_of(wb_host_ended_by(result->host));
  result->error = err;
  result->status = status;
}

static enum wb_status make_state(struct run *run, struct wb_error *err) {
  const struct wb_gpu_script *script = run->script;
  struct wb_script_options options = {.memory_limit = script->memory_bytes,
                                      .time_ms = script->time_ms};
  if (options.memory_limit == 0)
    options.memory_limit = script->sandboxed ? SANDBOX_MEMORY : SIZE_MAX / 2;
  if (options.time_ms == 0) options.time_ms = script->sandboxed ? SANDBOX_TIME_MS : UINT32_MAX;
  run->output_limit = script->output_bytes;
  if (run->output_limit == 0) run->output_limit = script->sandboxed ? SANDBOX_OUTPUT : UINT64_MAX;
  enum wb_status status = wb_script_new(script->course != NULL ? script->course : "/dev/null",
                                        run->label, &options, &run->state, err);
  if (status != WB_OK) return status;
  run->state->print = take_print;
  run->state->print_data = run;
  run->state->text = run->text.data;
  run->state->text_length = run->text.length;
  run->gpu = wb_gpu_new(&(struct wb_gpu_settings){
      .script = script->sandboxed ? run->label : NULL,
      .sandboxed = script->sandboxed,
      .files = script->files,
      .n_files = script->n_files,
      .print = take_kernel_print,
      .data = run,
      .graphs = script->explains ? &run->graphs : NULL,
  });
  return WB_OK;
}

static uint64_t time_of_launches(void *host) { return wb_host_spent_ns(host); }

/* With includes from the course's folder, where no others are said. */
static enum wb_status make_host(struct run *run, struct wb_error *err) {
  struct wb_host_options options = run->script->host;
  struct wb_gpu_result *result = run->result;
  if (options.folders == NULL && run->script->course != NULL) {
    result->include = wb_format("%s/kernels/include", run->script->course);
    result->folders[0] = result->include;
    options.folders = result->folders;
  }
  options.any_include = !run->script->sandboxed;
  options.whole_ms = run->script->whole_ms;
  wb_gpu_ask_script(run->gpu, &options);
  struct wb_host **before = run->script->before;
  const bool again = before != NULL && *before != NULL;
  enum wb_status status = again ? wb_host_new_after(&options, *before, &result->host, err)
                                : wb_host_new(&options, &result->host, err);
  if (again) *before = NULL;
  if (status != WB_OK) return status;
  wb_gpu_use(run->gpu, result->host);
  run->state->whole = (struct wb_script_whole){
      .ms = run->script->whole_ms, .elsewhere_ns = time_of_launches, .data = result->host};
  return WB_OK;
}

static enum wb_status read_script(struct run *run, struct wb_error *err) {
  const struct wb_gpu_script *script = run->script;
  if (script->path == NULL) {
    wb_str_add_bytes(&run->text, script->text, script->length);
    return WB_OK;
  }
  if (!wb_file_exists(script->path))
    return wb_fail(err, WB_ERR_NOT_FOUND, "there is no file %s", script->path);
  return wb_file_read(script->path, SCRIPT_MAX, &run->text, err);
}

void wb_gpu_run(const struct wb_gpu_script *script, struct wb_gpu_result *result) {
  struct run run = {.script = script, .result = result};
  struct wb_error failed = {0};
  *result = (struct wb_gpu_result){0};
  if (script->judged != NULL) expect_outputs(script->judged, result);
  run.label = script->label != NULL  ? script->label
              : script->path != NULL ? script->path
                                     : "script";
  wb_str_init(&run.text);
  wb_str_init(&run.printed);
  wb_str_init(&run.graphs);
  enum wb_status status = read_script(&run, &failed);
  if (status == WB_OK) {
    status = make_state(&run, &failed);
    if (status == WB_ERR_SPEC) status = WB_ERR_LIMIT; /* of memory, where Lua itself has no room */
    if (status == WB_OK) status = make_host(&run, &failed);
    if (status == WB_OK && script->ready != NULL)
      status = script->ready(script->data, result->host, &failed);
    if (status == WB_OK) status = wb_script_protect(run.state, run_script, &run, &failed);
  }
  take_end(&run, status, &failed);
  if (result->host != NULL) finish_host(&run);
  wb_script_free(run.state);
  wb_gpu_free(run.gpu);
  if (run.graphs.length > 0) result->graphs = wb_str_detach(&run.graphs);
  wb_str_release(&run.graphs);
  wb_str_release(&run.text);
  wb_str_release(&run.printed);
}

void wb_gpu_result_release(struct wb_gpu_result *result) {
  wb_host_free(result->host);
  wb_host_values_release(result->returned, result->n_returned);
  wb_bench_runs_release(&result->bench);
  free(result->include);
  free(result->graphs);
  *result = (struct wb_gpu_result){.status = result->status};
}

/* The Lua module `gpu`: host/runtime as values of Lua. docs/gpu.md is the manual of what scripts
 * see, lua/gpu.lua tells it to editors.
 *
 * Contexts, queues, buffers, functions and events are full userdata, each checked by its metatable.
 * What the runtime fails with becomes an error of Lua; what it finds stays with it. A buffer that
 * Lua collects is dropped, and Lua collects more eagerly the more bytes its buffers have elsewhere.
 *
 * The module needs the tensors of script/tensor_lua.h in the same state. */
#ifndef WB_GPU_GPU_H
#define WB_GPU_GPU_H

#include <lua.h>

#include "gpu/run.h"

struct wb_gpu_state;

struct wb_gpu_settings {
  /* The chunk whose lines count, as its name has it without '@': what a function of another file
   * does is said of the line here that called it. NULL: every file's lines count. */
  const char *script;
  /* Where files, also those of gpu.load, are looked for first while no function of a file runs, as
   * in what a chunk's last statement calls, `return f()`. NULL: nowhere, and gpu.load looks in the
   * current folder alone. */
  const char *folder;
  /* Only these files can be read, and none written. */
  bool sandboxed;
  const struct wb_gpu_file *files;
  size_t n_files;
  /* What kernels print; `lua` is the state that waits for it, NULL where the script has ended.
   * NULL: to standard output. */
  void (*print)(void *data, lua_State *lua, const char *text, size_t length);
  void *data;
  /* Gets what graphs became (wb_host_graphs_add); NULL: nobody wants that. Lives as long. */
  struct wb_str *graphs;
};

/* What `gpu` in one Lua state needs; the settings are to live as long. Freed after the state. */
struct wb_gpu_state *wb_gpu_new(const struct wb_gpu_settings *settings);
void wb_gpu_free(struct wb_gpu_state *gpu); /* NULL is fine; not the host */

/* Sets what tells a host the script's lines and names, and takes what kernels print. */
void wb_gpu_ask_script(struct wb_gpu_state *gpu, struct wb_host_options *options);

/* The host that the module speaks to: before anything is called. */
void wb_gpu_use(struct wb_gpu_state *gpu, struct wb_host *host);

/* The script has ended: nobody is asked for lines and names any more. */
void wb_gpu_script_ended(struct wb_gpu_state *gpu);

/* Whether the last call of a function of the module raised. */
bool wb_gpu_call_failed(const struct wb_gpu_state *gpu);

/* The Lua state goes on without the module, as finalizers may: its functions raise from now on. */
void wb_gpu_close(lua_State *lua);

/* Inside a protected call, once a state: makes the metatables. Raises. */
void wb_gpu_open(lua_State *lua, struct wb_gpu_state *gpu);

/* Inside a protected call: pushes a value of `gpu` for a handle that is somebody else's, and which
 * Lua drops no more than that. A buffer is of the context at `context`. Raise. */
void wb_gpu_lend_context(lua_State *lua, struct wb_gpu_state *gpu, struct wb_host_context *handle);
void wb_gpu_lend_buffer(lua_State *lua, struct wb_gpu_state *gpu, struct wb_host_buffer *handle,
                        int context);
/* From now on, using what was lent is an error. Never raises. */
void wb_gpu_end_loan(lua_State *lua, int index);

/* Inside a protected call: pushes what require "gpu" gives, a fresh table. Raises. */
void wb_gpu_push_module(lua_State *lua);

/* The last error that a function of the module raised; its message is the whole text of that
 * error, without the place that Lua puts before it. Status WB_OK: none. */
const struct wb_error *wb_gpu_last_error(const struct wb_gpu_state *gpu);

#endif

/* A state of Lua that belongs to a handle: a library of operations, or a graph.
 *
 * It has the modules of host programs, the host of the handle, and lua/graph/binding.lua, whose
 * functions do what a call is to do. Tensors and buffers of a call are lent to it, and are nothing
 * any more when the call ends. */
#ifndef WB_LIBRARY_SCRIPT_H
#define WB_LIBRARY_SCRIPT_H

#include <lua.h>

#include "library/object.h"
#include "library/tensor.h"

struct wb_gpu_state;

/* Places in the list that the state keeps in its registry. */
enum wb_api_kept {
  WB_KEPT_BINDING = 1,  /* lua/graph/binding.lua */
  WB_KEPT_OPENED,       /* what its `open` or `open_graph` gave */
  WB_KEPT_DESCRIPTIONS, /* whose texts are handed out */
  WB_KEPT_CONTEXTS,     /* DeviceContexts, by the addresses of ours */
  WB_KEPT_LOANS         /* buffers that the call now running was given */
};

/* What such a handle begins with. */
struct wb_api_script {
  struct wb_api_object object;
  lua_State *lua; /* NULL: released */
  struct wb_gpu_state *gpu;
  char *folder;   /* where its file lies; NULL: it is known by the functions that run */
  size_t n_loans; /* in WB_KEPT_LOANS */
  void (*release)(struct wb_api_script *script); /* frees what its kind has besides */
};

/* A new handle of `size` bytes. `folder` may be NULL. Without memory for Lua its state is NULL. */
void *wb_api_script_new(struct workbench_host *host, enum wb_api_object_kind kind, size_t size,
                        const char *folder);
void wb_api_script_close(struct wb_api_script *script);

/* The host ends, or a context is released: states of Lua have nothing of it any more. */
void wb_api_scripts_end(struct workbench_host *host);
void wb_api_scripts_end_context(struct workbench_context *context);

/* Calls `f` with `data` as its only argument. What it raises is an error with the cause of the
 * module gpu's, or else with `usual`. */
enum wb_status wb_api_script_protect(struct wb_api_script *script, lua_CFunction f, void *data,
                                     enum wb_status usual, struct wb_error *err);
/* Ends the loans of a call. */
void wb_api_script_end_loans(struct wb_api_script *script);

/* ---- inside a protected call: they raise ---- */

void wb_api_script_open(lua_State *lua, struct wb_api_script *script);
void wb_api_script_push_kept(lua_State *lua, enum wb_api_kept what);
void wb_api_script_keep(lua_State *lua, enum wb_api_kept what);     /* the value at the top */
void wb_api_script_push_function(lua_State *lua, const char *name); /* of binding.lua */
void wb_api_script_push_context(lua_State *lua, struct wb_api_script *script,
                                struct workbench_context *context); /* nil for NULL */
/* { buffer = …, dtype = …, shape = … }; for wb_api_tensors_push, with the script as data. */
void wb_api_script_push_buffer(lua_State *lua, const struct wb_api_tensor *tensor, void *data);
/* { dtype = …, shape = … } */
void wb_api_script_push_description(lua_State *lua, const struct wb_api_tensor *tensor);

/* Of the table at the top. Texts live as long as it. */
const char *wb_api_script_text_of(lua_State *lua, const char *field);
int wb_api_script_flag_of(lua_State *lua, const char *field);
/* Fills the list of arguments, unless it is NULL; how many there are. */
size_t wb_api_script_take_arguments(lua_State *lua, const char *field, workbench_op_argument *into);
/* Takes the list of { dtype, shape } at the top; raises, with the handle's name, where there are
 * not as many. */
void wb_api_script_take_results(lua_State *lua, const char *name, workbench_op_result *results,
                                size_t count);

#endif

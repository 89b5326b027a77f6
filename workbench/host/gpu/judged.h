/* A host program as the answer to a puzzle: what it gets as its argument, and what it returns.
 *
 *   local case = ...                   -- case.a: a tensor; case.n: a number, or a list of lanes
 *   return { out = host }              -- a host buffer, a tensor, or numbers in lists */
#ifndef WB_GPU_JUDGED_H
#define WB_GPU_JUDGED_H

#include <lua.h>

#include "result/host_exchange.h"

struct wb_gpu_state;

/* Inside a protected call: pushes the table that the program gets. Raises. */
void wb_gpu_push_inputs(lua_State *lua, const struct wb_host_value *inputs, size_t count);

/* Inside a protected call, with what the program returned at the top of the stack: gives each of
 * `outputs`, of which name, type and shape are set, its bytes, or a note that says why it has none.
 * Host buffers are read as the program would read them there, in `line`. Raises what that raises.
 */
void wb_gpu_take_outputs(lua_State *lua, struct wb_gpu_state *gpu, uint32_t line,
                         struct wb_host_value *outputs, size_t count);

/* The last line of the function at `index` in which something is done: where it returns. */
uint32_t wb_gpu_last_line(lua_State *lua, int index);

#endif

/* What graph.native (script/native.h) has in the states of host programs: JSON, and for a person's
 * own script files and time. Of buffers it knows the
 * side. */
#ifndef WB_GPU_NATIVE_H
#define WB_GPU_NATIVE_H

#include <lua.h>

/* Pushes the module, where `gpu` was opened. Raises. */
int wb_gpu_push_native(lua_State *lua);

/* JSON (native_json.c): encode(value), decode(text). */
int wb_gpu_encode_json(lua_State *lua);
int wb_gpu_decode_json(lua_State *lua);

/* Inside a protected call, in a state of Lua's own: what goes with `gpu` there. Tensors, and the
 * library that is written in Lua, are known to its `require` afterwards. Raises. */
void wb_gpu_add_companions(lua_State *lua);

#endif

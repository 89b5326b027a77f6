/* gpu.so: the module `gpu` for any interpreter of Lua 5.4, with `tensor` and the library that is
 * written in Lua (script/library.h) beside it. What it finds is printed when the interpreter closes
 * its state, as `workbench lua` prints it. */
#ifndef WB_LUA_MODULE_MODULE_H
#define WB_LUA_MODULE_MODULE_H

#include <lua.h>

/* What require "gpu" calls. */
__attribute__((visibility("default"))) int luaopen_gpu(lua_State *lua);

#endif

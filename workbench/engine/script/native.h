/* The module `graph.native`: what the library that is written in Lua (script/library.h) needs of C.
 * lua/graph/native.lua says what it gives.
 *
 * Here is what every state has; files and time are refused. host/gpu has the rest. */
#ifndef WB_SCRIPT_NATIVE_H
#define WB_SCRIPT_NATIVE_H

#include <lua.h>

#define WB_NATIVE_NAME "graph.native"

/* Pushes the module, a fresh table. Raises. */
void wb_native_push_module(lua_State *lua);

/* Raises the text at the top as an error, with the script's place in front. */
int wb_native_fail(lua_State *lua);

#endif

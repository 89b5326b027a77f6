/* Where a script is. Functions of the Lua that is built in (script/library.h) are no places of a
 * script: what goes wrong in them is said of the line that called them. */
#ifndef WB_SCRIPT_PLACE_H
#define WB_SCRIPT_PLACE_H

#include <lua.h>
#include <stdbool.h>

/* Whether a frame, of which `source` is known, is one of the Lua that is built in. */
bool wb_place_is_library(const lua_Debug *frame);

/* Calls the function that is the first argument with the others: built-in Lua calls a script's
 * functions so. Lua forgets a function that ends by calling another one (`return ops.exp(x)`); what
 * goes wrong there is said of the line where the function that was called so begins. */
int wb_place_call(lua_State *lua);

/* The innermost function with a line that is not built in; source and line are set, and istailcall
 * where the line is only the one where it begins. Allocates nothing, unless Lua's stack is full. */
bool wb_place_find(lua_State *lua, lua_Debug *frame);

/* Pushes "script.lua:12: " of that function, or "". */
void wb_place_push(lua_State *lua);

/* As luaL_where(lua, 1); but where built-in Lua has called, the same as above. */
void wb_place_push_caller(lua_State *lua);

#endif

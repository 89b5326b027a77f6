/* `require`: the modules built in here, and lua/NAME.lua of the course. */
#ifndef WB_SCRIPT_MODULES_H
#define WB_SCRIPT_MODULES_H

#include <lua.h>

void wb_modules_open(lua_State *lua);
int wb_modules_require(lua_State *lua);

/* Whether the table at `index` was made by puzzle.kernel. */
int wb_modules_is_kernel(lua_State *lua, int index);

#endif

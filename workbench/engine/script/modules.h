/* `require`: the modules built in here, the library written in Lua (script/library.h), and
 * lua/NAME.lua of the course. */
#ifndef WB_SCRIPT_MODULES_H
#define WB_SCRIPT_MODULES_H

#include <lua.h>
#include <stdbool.h>

struct wb_library_file;

void wb_modules_open(lua_State *lua, const struct wb_library_file *library);
int wb_modules_require(lua_State *lua);

/* One more built-in module of this state, or another in place of one: `push` pushes what `require`
 * gives. */
void wb_modules_add(lua_State *lua, const char *name, lua_CFunction push);

/* Whether the value at `index` is what puzzle.kernel, puzzle.host or puzzle.course has given. */
enum wb_maker { WB_MADE_BY_KERNEL = 1, WB_MADE_BY_HOST, WB_MADE_BY_COURSE };
bool wb_modules_is_made_by(lua_State *lua, int index, enum wb_maker maker);

#endif

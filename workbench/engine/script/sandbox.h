/* What a script can reach.
 *
 * Each chunk (the spec, and each module that it requires) has an environment
 * of its own with its own copies of the library tables, so nothing that one
 * changes is seen by another. There is no os, io, debug, coroutine, load,
 * dofile, collectgarbage, string.dump nor math.random (inputs come from
 * seeds); setmetatable refuses __gc, whose code no hook stops; the metatables
 * of strings and tensors are locked. print goes to stderr, made
 * harmless, or where the state says. */
#ifndef WB_SCRIPT_SANDBOX_H
#define WB_SCRIPT_SANDBOX_H

#include <lua.h>

/* A lua_CFunction that prepares a new state. */
int wb_script_sandbox_open(lua_State *lua);

/* Pushes what `print` is: to struct wb_script's, else to stderr. */
/* The part of Lua that a sandbox is without, and whose lack an error of Lua is about, "os" of
 * "attempt to index a nil value (global 'os')"; NULL: it is about something else. Raises nothing.
 */
const char *wb_script_sandbox_absent(lua_State *lua, const char *message);

void wb_script_sandbox_push_print(lua_State *lua);

/* Pushes a fresh environment; the globals of a state that is no sandbox. */
void wb_script_sandbox_push_environment(lua_State *lua);

#endif

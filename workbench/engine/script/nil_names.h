/* Which name a script misspelt, where an error of Lua is about a value that is nil. Lua names the
 * variable in its own errors; in those of a function that was handed the nil, as the operators of
 * tensors and graphs are, the line's text has to say it. */
#ifndef WB_SCRIPT_NIL_NAMES_H
#define WB_SCRIPT_NIL_NAMES_H

#include <lua.h>
#include <stddef.h>

#include "script/c_slips.h"

/* Adds "; did you mean 'gain'?" to an error in a buffer of `size` bytes, with its name where Lua
 * has not said it. For a handler of errors: allocates nothing in Lua. `source` is the text and the
 * line where the script is; without a text variables that Lua names are all that can be said. */
void wb_nil_name_explain(lua_State *lua, const struct wb_slip_source *source, char *message,
                         size_t size);

#endif

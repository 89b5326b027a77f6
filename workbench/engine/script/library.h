/* The library that is written in Lua and built into the programs: lua/op.lua, lua/ops.lua,
 * lua/graph.lua and what is in lua/graph.
 *
 * `require "graph.dim"` gives what lua/graph/dim.lua returns: once a state, and nothing of it is
 * compiled before. Its functions name their files in tracebacks, but are no places of a script
 * (script/place.h). */
#ifndef WB_SCRIPT_LIBRARY_H
#define WB_SCRIPT_LIBRARY_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>

/* What the names of their chunks begin with: "=lua/graph/dim.lua". */
#define WB_LIBRARY_SOURCE "=lua/"

struct wb_library_file {
  const char *name;          /* "graph.dim"; NULL after the last one */
  const char *source;        /* "=lua/graph/dim.lua" */
  const unsigned char *text; /* `length` bytes */
  size_t length;
  /* What the Lua of the build compiled it to, which is taken by that release of Lua alone; NULL:
   * nothing. Reading it takes a sixth of the time. */
  const unsigned char *code;
  size_t code_length;
};

/* The files of this build. */
extern const struct wb_library_file wb_library_files[];

/* Inside a protected call, once a state, which will live no longer than the files. Raises. */
void wb_library_open(lua_State *lua, const struct wb_library_file *files);

/* The files of a state that was opened. */
const struct wb_library_file *wb_library_of(lua_State *lua);

/* Pushes what the file of that name returns, which is run if it was not yet; false, and nothing is
 * pushed, where there is none. Raises. */
bool wb_library_push(lua_State *lua, const char *name);

/* Makes them, and graph.native, known to the `require` of Lua itself, before it looks for files.
 * Raises. */
void wb_library_preload(lua_State *lua, lua_CFunction push_native);

#endif

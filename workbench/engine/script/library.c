#include "script/library.h"

#include <lauxlib.h>
#include <string.h>

#include "script/native.h"
#include "script/sandbox.h"

static const char files_key = 0;  /* registry: the state's files, a light userdata */
static const char loaded_key = 0; /* registry: name → what its file returned */

/* Of each file its bytes and its code, the table of them, and which Lua `compiled_by`. */
#include "library.inc"

/* "$LuaVersion: Lua 5.4.4 …". An interpreter that loads gpu.so may have none. */
extern const char lua_ident[] __attribute__((weak));

void wb_library_open(lua_State *lua, const struct wb_library_file *files) {
  union {
    const struct wb_library_file *in;
    void *out;
  } pointer = {.in = files};
  lua_pushlightuserdata(lua, pointer.out);
  lua_rawsetp(lua, LUA_REGISTRYINDEX, &files_key);
  lua_newtable(lua);
  lua_rawsetp(lua, LUA_REGISTRYINDEX, &loaded_key);
}

const struct wb_library_file *wb_library_of(lua_State *lua) {
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &files_key);
  const struct wb_library_file *files = lua_touserdata(lua, -1);
  lua_pop(lua, 1);
  return files;
}

/* Whether the file is being run. (One that failed, and whose error was caught, is not.) */
static bool is_being_run(lua_State *lua, const struct wb_library_file *file) {
  lua_Debug frame;
  bool running = false;
  for (int level = 0; !running && lua_getstack(lua, level, &frame) != 0; level++) {
    lua_getinfo(lua, "S", &frame);
    running = strcmp(frame.what, "main") == 0 && strcmp(frame.source, file->source) == 0;
  }
  return running;
}

/* Pushes its function. */
static int load_file(lua_State *lua, const struct wb_library_file *file) {
  const bool has_code =
      file->code != NULL && lua_ident != NULL && strcmp(lua_ident, compiled_by) == 0;
  if (has_code)
    return luaL_loadbufferx(lua, (const char *)file->code, file->code_length, file->source, "b");
  return luaL_loadbufferx(lua, (const char *)file->text, file->length, file->source, "t");
}

static void run_file(lua_State *lua, const struct wb_library_file *file) {
  if (is_being_run(lua, file)) luaL_error(lua, "module '%s' requires itself", file->name);
  if (load_file(lua, file) != LUA_OK) lua_error(lua);
  wb_script_sandbox_push_environment(lua);
  lua_setupvalue(lua, -2, 1);
  lua_call(lua, 0, 1);
  if (lua_isnil(lua, -1)) luaL_error(lua, "%s returns nothing", file->source + 1);
}

bool wb_library_push(lua_State *lua, const char *name) {
  const struct wb_library_file *file = wb_library_of(lua);
  while (file->name != NULL && strcmp(file->name, name) != 0) file++;
  if (file->name == NULL) return false;
  luaL_checkstack(lua, LUA_MINSTACK, NULL);
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &loaded_key);
  const int loaded = lua_gettop(lua);
  if (lua_getfield(lua, loaded, name) == LUA_TNIL) {
    run_file(lua, file);
    lua_pushvalue(lua, -1);
    lua_setfield(lua, loaded, name);
  }
  lua_replace(lua, loaded);
  lua_settop(lua, loaded);
  return true;
}

/* A loader of package.preload, which gets the module's name. */
static int push_preloaded(lua_State *lua) {
  const char *name = luaL_checkstring(lua, 1);
  if (!wb_library_push(lua, name)) return luaL_error(lua, "there is no module '%s'", name);
  return 1;
}

void wb_library_preload(lua_State *lua, lua_CFunction push_native) {
  lua_getfield(lua, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  for (const struct wb_library_file *file = wb_library_of(lua); file->name != NULL; file++) {
    lua_pushcfunction(lua, push_preloaded);
    lua_setfield(lua, -2, file->name);
  }
  lua_pushcfunction(lua, push_native);
  lua_setfield(lua, -2, WB_NATIVE_NAME);
  lua_pop(lua, 1);
}

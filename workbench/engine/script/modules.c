#include "script/modules.h"

#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/nearest.h"
#include "script/library.h"
#include "script/native.h"
#include "script/state.h"
#include "script/tensor_lua.h"

static const char more_key = 0;   /* registry: name → function that pushes a built-in module */
static const char loaded_key = 0; /* registry: name → what its file returned */
static const char made_key = 0;   /* registry: tables of the makers in `puzzle` → which */

/* ---- the module `puzzle` ------------------------------------------------------ */

/* Marks the table as what `maker` makes and returns it. What is in it is checked when the whole
 * file has run. */
static int mark_table(lua_State *lua, const char *name, enum wb_maker maker) {
  struct wb_script *script = wb_script_of(lua);
  lua_Debug frame;
  if (lua_type(lua, 1) != LUA_TTABLE)
    return luaL_error(lua, "puzzle.%s needs a table: puzzle.%s { title = … }", name, name);
  lua_settop(lua, 1);
  if (lua_getstack(lua, 1, &frame) != 0 && lua_getinfo(lua, "l", &frame) != 0)
    script->table_line = frame.currentline;
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &made_key);
  lua_pushvalue(lua, 1);
  lua_pushinteger(lua, maker);
  lua_rawset(lua, -3);
  lua_settop(lua, 1);
  return 1;
}

static int make_kernel(lua_State *lua) { return mark_table(lua, "kernel", WB_MADE_BY_KERNEL); }
static int make_host(lua_State *lua) { return mark_table(lua, "host", WB_MADE_BY_HOST); }
static int make_course(lua_State *lua) { return mark_table(lua, "course", WB_MADE_BY_COURSE); }

bool wb_modules_is_made_by(lua_State *lua, int index, enum wb_maker maker) {
  index = lua_absindex(lua, index);
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &made_key);
  lua_pushvalue(lua, index);
  bool found = !lua_isnil(lua, -1);
  if (found) {
    lua_rawget(lua, -2);
    found = lua_tointeger(lua, -1) == maker;
  }
  lua_pop(lua, 2);
  return found;
}

static const luaL_Reg puzzle_functions[] = {
    {"kernel", make_kernel}, {"host", make_host}, {"course", make_course}, {NULL, NULL}};

static void push_puzzle(lua_State *lua) { luaL_newlib(lua, puzzle_functions); }

/* ---- require ------------------------------------------------------------------ */

static const struct built_in {
  const char *name;
  void (*push)(lua_State *lua); /* a fresh table each time */
} built_ins[] = {
    {"tensor", wb_tensor_lua_push_module},
    {"puzzle", push_puzzle},
    {WB_NATIVE_NAME, wb_native_push_module},
};
enum { N_BUILT_INS = sizeof built_ins / sizeof built_ins[0] };

static void push_set(lua_State *lua, const char *key, const char *mode) {
  lua_newtable(lua);
  if (mode != NULL) {
    lua_newtable(lua);
    lua_pushstring(lua, mode);
    lua_setfield(lua, -2, "__mode");
    lua_setmetatable(lua, -2);
  }
  lua_rawsetp(lua, LUA_REGISTRYINDEX, key);
}

void wb_modules_add(lua_State *lua, const char *name, lua_CFunction push) {
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &more_key);
  lua_pushcfunction(lua, push);
  lua_setfield(lua, -2, name);
  lua_pop(lua, 1);
}

void wb_modules_open(lua_State *lua, const struct wb_library_file *library) {
  wb_library_open(lua, library);
  push_set(lua, &more_key, NULL);
  push_set(lua, &loaded_key, NULL);
  push_set(lua, &made_key, "k");
}

/* A name is a file name without folders: nothing leads out of lua/. */
static int is_module_name(const char *name) {
  size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
  return length > 0 && length <= 64 && name[length] == '\0';
}

/* Copies the name of the module nearest to `name` into `near`; "" if none. */
static void find_nearest(lua_State *lua, const char *name, char near[80]) {
  const struct wb_library_file *file = wb_library_of(lua);
  const char *names[256];
  size_t count = 0;
  struct wb_names files;
  char *folder = wb_path_join(wb_script_of(lua)->course, "lua");
  wb_names_init(&files);
  for (size_t i = 0; i < N_BUILT_INS; i++) names[count++] = built_ins[i].name;
  for (; file->name != NULL && count < 256; file++) names[count++] = file->name;
  if (wb_directory_list(folder, &files, NULL) == WB_OK) {
    for (size_t i = 0; i < files.count && count < 256; i++) {
      if (!wb_ends_with(files.items[i], ".lua")) continue;
      files.items[i][strlen(files.items[i]) - 4] = '\0';
      names[count++] = files.items[i];
    }
  }
  const char *best = wb_nearest(name, names, count);
  snprintf(near, 80, "%s", best != NULL && strlen(best) < 80 ? best : "");
  wb_names_release(&files);
  free(folder);
}

static int fail_unknown(lua_State *lua, const char *name) {
  char near[80];
  find_nearest(lua, name, near);
  if (near[0] != '\0')
    return luaL_error(lua, "there is no module '%s'; did you mean '%s'?", name, near);
  return luaL_error(lua, "there is no module '%s': neither built in nor lua/%s.lua", name, name);
}

/* Runs COURSE/lua/NAME.lua; its value is on the top. */
static void run_module(lua_State *lua, const char *name) {
  struct wb_script *script = wb_script_of(lua);
  const char *label = lua_pushfstring(lua, "lua/%s.lua", name);
  const char *path = lua_pushfstring(lua, "%s/%s", script->course, label);
  if (!wb_is_regular_file(path)) {
    wb_file_states_add(&script->files, path);
    fail_unknown(lua, name);
  }
  wb_script_push_chunk(lua, path, label);
  lua_call(lua, 0, 1);
  if (lua_isnil(lua, -1)) luaL_error(lua, "%s returns nothing; end it with 'return'", label);
}

/* Whether the module's own file is being run. (One that failed, and whose
 * error was caught, is not: it may be tried again.) */
static int is_running(lua_State *lua, const char *name) {
  char source[80];
  lua_Debug frame;
  int running = 0;
  snprintf(source, sizeof source, "@lua/%s.lua", name);
  for (int level = 0; !running && lua_getstack(lua, level, &frame) != 0; level++) {
    lua_getinfo(lua, "S", &frame);
    running = strcmp(frame.what, "main") == 0 && strcmp(frame.source, source) == 0;
  }
  return running;
}

int wb_modules_require(lua_State *lua) {
  const char *name = luaL_checkstring(lua, 1);
  lua_settop(lua, 1);
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &more_key);
  if (lua_getfield(lua, -1, name) == LUA_TFUNCTION) {
    lua_call(lua, 0, 1);
    return 1;
  }
  lua_settop(lua, 1);
  for (size_t i = 0; i < N_BUILT_INS; i++) {
    if (strcmp(built_ins[i].name, name) != 0) continue;
    built_ins[i].push(lua);
    return 1;
  }
  if (wb_library_push(lua, name)) return 1;
  if (!is_module_name(name))
    return luaL_error(lua, "'%s' is not a module name (letters, digits and _)", name);
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &loaded_key);
  int loaded = lua_gettop(lua);
  if (lua_getfield(lua, loaded, name) != LUA_TNIL) return 1;
  if (is_running(lua, name)) return luaL_error(lua, "module '%s' requires itself", name);
  run_module(lua, name);
  lua_pushvalue(lua, -1);
  lua_setfield(lua, loaded, name);
  return 1;
}

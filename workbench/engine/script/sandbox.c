#include "script/sandbox.h"

#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <string.h>

#include "script/modules.h"
#include "script/state.h"
#include "script/tensor_lua.h"

/* Registry key of the table that has the clean libraries. */
static const char clean_key = 0;

static const char *const base_names[] = {
    "assert",   "error",    "getmetatable", "ipairs", "next",     "pairs",
    "pcall",    "rawequal", "rawget",       "rawlen", "rawset",   "select",
    "tonumber", "tostring", "type",         "xpcall", "_VERSION",
};

static const struct library {
  const char *name;
  lua_CFunction open;
  const char *without[4];
} libraries[] = {
    {"string", luaopen_string, {"dump"}},
    {"table", luaopen_table, {NULL}},
    {"math", luaopen_math, {NULL}},
    {"utf8", luaopen_utf8, {NULL}},
};
enum {
  N_BASE = sizeof base_names / sizeof base_names[0],
  N_LIBRARIES = sizeof libraries / sizeof libraries[0]
};

/* A number that is another one in each run is no part of a puzzle. */
static int refuse_random(lua_State *lua) {
  return luaL_error(lua,
                    "there is no math.random here, since a run must be repeatable; use "
                    "tensor.random with a seed, in a spec case.seed, or a fill of a parameter");
}

const char *wb_script_sandbox_absent(lua_State *lua, const char *message) {
  static const char *const names[] = {"os",   "io",     "debug",    "package",       "coroutine",
                                      "load", "dofile", "loadfile", "collectgarbage"};
  const bool is_sandbox = lua_rawgetp(lua, LUA_REGISTRYINDEX, &clean_key) != LUA_TNIL;
  const char *found = NULL;
  lua_pop(lua, 1);
  for (size_t i = 0; i < sizeof names / sizeof names[0] && is_sandbox; i++) {
    char place[32];
    snprintf(place, sizeof place, "(global '%s')", names[i]);
    if (strstr(message, place) != NULL) found = names[i];
  }
  return found;
}

static int safe_setmetatable(lua_State *lua) {
  int type = lua_type(lua, 2);
  luaL_checktype(lua, 1, LUA_TTABLE);
  luaL_argexpected(lua, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
  if (luaL_getmetafield(lua, 1, "__metatable") != LUA_TNIL)
    return luaL_error(lua, "cannot change a protected metatable");
  if (type == LUA_TTABLE) {
    lua_pushliteral(lua, "__gc");
    if (lua_rawget(lua, 2) != LUA_TNIL)
      return luaL_error(lua, "a spec cannot have finalizers (__gc)");
    lua_pop(lua, 1);
  }
  lua_settop(lua, 2);
  lua_setmetatable(lua, 1);
  return 1;
}

/* To where the state's print goes, as Lua's own does. */
static int print_to(lua_State *lua, const struct wb_script *script) {
  const int count = lua_gettop(lua);
  luaL_Buffer line;
  luaL_buffinit(lua, &line);
  for (int i = 1; i <= count; i++) {
    if (i > 1) luaL_addchar(&line, '\t');
    luaL_tolstring(lua, i, NULL);
    luaL_addvalue(&line);
  }
  luaL_addchar(&line, '\n');
  luaL_pushresult(&line);
  size_t length;
  const char *text = lua_tolstring(lua, -1, &length);
  script->print(lua, script->print_data, text, length);
  return 0;
}

/* To stderr, which is nobody's protocol; control characters become dots. */
static int safe_print(lua_State *lua) {
  int count = lua_gettop(lua);
  if (wb_script_of(lua)->print != NULL) return print_to(lua, wb_script_of(lua));
  for (int i = 1; i <= count; i++) {
    size_t length;
    const char *text = luaL_tolstring(lua, i, &length);
    if (i > 1) fputc(' ', stderr);
    for (size_t k = 0; k < length; k++) {
      unsigned char c = (unsigned char)text[k];
      fputc((c < 0x20 && c != '\n' && c != '\t') || c == 0x7F ? '.' : c, stderr);
    }
    lua_pop(lua, 1);
  }
  fputc('\n', stderr);
  return 0;
}

/* ("x"):upper() looks in a table that no script has. */
static void lock_strings(lua_State *lua) {
  lua_pushliteral(lua, "");
  lua_getmetatable(lua, -1);
  lua_pushboolean(lua, 0);
  lua_setfield(lua, -2, "__metatable");
  lua_getfield(lua, -1, "__index");
  lua_pushnil(lua);
  lua_setfield(lua, -2, "dump");
  lua_pop(lua, 3);
}

int wb_script_sandbox_open(lua_State *lua) {
  lua_newtable(lua);
  int clean = lua_gettop(lua);
  luaL_requiref(lua, LUA_GNAME, luaopen_base, 0);
  lua_setfield(lua, clean, "base");
  for (size_t i = 0; i < N_LIBRARIES; i++) {
    luaL_requiref(lua, libraries[i].name, libraries[i].open, 0);
    for (size_t k = 0; k < 4 && libraries[i].without[k] != NULL; k++) {
      lua_pushnil(lua);
      lua_setfield(lua, -2, libraries[i].without[k]);
    }
    lua_setfield(lua, clean, libraries[i].name);
  }
  lua_getfield(lua, clean, "math");
  lua_pushcfunction(lua, refuse_random);
  lua_setfield(lua, -2, "random");
  lua_pushcfunction(lua, refuse_random);
  lua_setfield(lua, -2, "randomseed");
  lua_pop(lua, 1);
  lua_rawsetp(lua, LUA_REGISTRYINDEX, &clean_key);
  lock_strings(lua);
  wb_tensor_lua_open(lua);
  wb_modules_open(lua, wb_script_of(lua)->library);
  return 0;
}

/* Copies the table at `from` to a new one on the top. */
static void push_copy(lua_State *lua, int from) {
  from = lua_absindex(lua, from);
  lua_newtable(lua);
  lua_pushnil(lua);
  while (lua_next(lua, from) != 0) {
    lua_pushvalue(lua, -2);
    lua_insert(lua, -2);
    lua_rawset(lua, -4);
  }
}

void wb_script_sandbox_push_print(lua_State *lua) { lua_pushcfunction(lua, safe_print); }

/* A state that was not opened as a sandbox has its own globals. */
void wb_script_sandbox_push_environment(lua_State *lua) {
  if (lua_rawgetp(lua, LUA_REGISTRYINDEX, &clean_key) == LUA_TNIL) {
    lua_pop(lua, 1);
    lua_pushglobaltable(lua);
    return;
  }
  lua_pop(lua, 1);
  lua_newtable(lua);
  int environment = lua_gettop(lua);
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &clean_key);
  lua_getfield(lua, -1, "base");
  for (size_t i = 0; i < N_BASE; i++) {
    lua_getfield(lua, -1, base_names[i]);
    lua_setfield(lua, environment, base_names[i]);
  }
  lua_pop(lua, 1);
  for (size_t i = 0; i < N_LIBRARIES; i++) {
    lua_getfield(lua, -1, libraries[i].name);
    push_copy(lua, -1);
    lua_setfield(lua, environment, libraries[i].name);
    lua_pop(lua, 1);
  }
  lua_pushcfunction(lua, safe_setmetatable);
  lua_setfield(lua, environment, "setmetatable");
  wb_script_sandbox_push_print(lua);
  lua_setfield(lua, environment, "print");
  lua_pushcfunction(lua, wb_modules_require);
  lua_setfield(lua, environment, "require");
  lua_pushvalue(lua, environment);
  lua_setfield(lua, environment, "_G");
  lua_settop(lua, environment);
}

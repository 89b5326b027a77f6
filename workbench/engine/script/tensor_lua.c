#include "script/tensor_lua.h"

#include <stdint.h>
#include <string.h>

#include "script/sandbox.h"
#include "script/tensor_ops.h"

enum { WITH_COMPOSITES = 128 }; /* names, or somewhat more: tables begin with room for them */

static const char methods_key = 0;    /* registry: what tensors' methods come from */
static const char module_key = 0;     /* registry: what each require copies */
static const char composites_key = 0; /* registry: whether add_composites was called */

/* ---- the module ----------------------------------------------------------------- */

static int refuse_comparison(lua_State *lua);

static const luaL_Reg metamethods[] = {
    {"__tostring", wb_tensor_lua_to_string},
    {"__len", wb_tensor_lua_length},
    {"__call", wb_tensor_lua_at},
    {"__eq", refuse_comparison},
    {"__lt", refuse_comparison},
    {"__le", refuse_comparison},
    {NULL, NULL},
};

static void want_composites(lua_State *lua);

/* What the table of methods, index 1, lacks: t.name may be a composite one; t[i] is refused, since
 * nobody can tell whether it would count from 0 as kernels do or from 1 as Lua does. */
static int find_method(lua_State *lua) {
  if (lua_type(lua, 2) == LUA_TNUMBER)
    return luaL_error(lua, "tensors are read with t:at(i) or t(i), where i counts from 0");
  want_composites(lua);
  lua_pushvalue(lua, 2);
  if (lua_rawget(lua, 1) == LUA_TNIL)
    return luaL_error(lua, "tensors have no method '%s'", luaL_tolstring(lua, 2, NULL));
  return 1;
}

static int refuse_assignment(lua_State *lua) {
  return luaL_error(lua, "tensors are written with t:set(i, value), where i counts from 0");
}

/* == would compare identities, < has no single answer. */
static int refuse_comparison(lua_State *lua) {
  return luaL_error(lua,
                    "tensors compare with t:equal(u), or element by element with t:eq(u), "
                    "t:lt(u) and so on");
}

static void copy_fields(lua_State *lua, int from, int to) {
  lua_pushnil(lua);
  while (lua_next(lua, from) != 0) {
    lua_pushvalue(lua, -2);
    lua_insert(lua, -2);
    lua_rawset(lua, to);
  }
}

static const char composites[] = {
#include "tensor.inc"
};

/* Begun with the first piece: what a buffer has on the stack must lie above the function. */
struct code {
  bool begun;
  luaL_Buffer buffer;
};

static int add_piece(lua_State *lua, const void *piece, size_t size, void *data) {
  struct code *code = data;
  if (!code->begun) luaL_buffinit(lua, &code->buffer);
  code->begun = true;
  luaL_addlstring(&code->buffer, piece, size);
  return 0;
}

/* The chunk that lua/tensor.lua is, stripped of lines, so that what goes wrong in it is said of
 * the spec that called it. */
static void push_composites(lua_State *lua) {
  struct code code = {.begun = false};
  if (luaL_loadbufferx(lua, composites, sizeof composites, "=tensor", "t") != LUA_OK)
    lua_error(lua);
  lua_dump(lua, add_piece, &code, 1);
  luaL_pushresult(&code.buffer);
  size_t size;
  const char *bytes = lua_tolstring(lua, -1, &size);
  if (luaL_loadbufferx(lua, bytes, size, "=tensor", "b") != LUA_OK) lua_error(lua);
}

/* The functions of lua/tensor.lua that C does not have, made of those that it has, as methods at
 * `methods` and in the module at `module`. For that their file's own table gets all of them. */
static void add_composites(lua_State *lua, int methods, int module) {
  const int top = lua_gettop(lua);
  push_composites(lua);
  wb_script_sandbox_push_environment(lua);
  lua_setupvalue(lua, -2, 1);
  lua_call(lua, 0, 1);
  const int file = lua_gettop(lua);
  lua_pushnil(lua);
  while (lua_next(lua, file) != 0) {
    lua_pushvalue(lua, -2);
    if (lua_rawget(lua, module) == LUA_TNIL) {
      lua_pushvalue(lua, -3);
      lua_pushvalue(lua, -3);
      lua_rawset(lua, methods);
    }
    lua_pop(lua, 2);
  }
  copy_fields(lua, module, file);
  copy_fields(lua, methods, module);
  lua_settop(lua, top);
}

/* Makes them when they are wanted for the first time: most specs never do, and each state would
 * compile them anew. */
static void want_composites(lua_State *lua) {
  const int top = lua_gettop(lua);
  luaL_checkstack(lua, LUA_MINSTACK, NULL);
  if (lua_rawgetp(lua, LUA_REGISTRYINDEX, &composites_key) == LUA_TNIL) {
    lua_rawgetp(lua, LUA_REGISTRYINDEX, &methods_key);
    lua_rawgetp(lua, LUA_REGISTRYINDEX, &module_key);
    add_composites(lua, top + 2, top + 3);
    lua_pushboolean(lua, 1);
    lua_rawsetp(lua, LUA_REGISTRYINDEX, &composites_key);
  }
  lua_settop(lua, top);
}

void wb_tensor_lua_open(lua_State *lua) {
  lua_settop(lua, 0);
  lua_createtable(lua, 0, WITH_COMPOSITES);    /* 1: methods */
  luaL_newmetatable(lua, WB_TENSOR_TYPE_NAME); /* 2 */
  lua_pushboolean(lua, 0);
  lua_setfield(lua, 2, "__metatable");
  lua_pushlightuserdata(lua, (void *)(uintptr_t)&wb_tensor_lua_mark);
  lua_rawseti(lua, 2, 1);
  luaL_setfuncs(lua, metamethods, 0);
  wb_tensor_lua_add_binary(lua);
  wb_tensor_lua_add_unary(lua);
  lua_pushvalue(lua, 1);
  luaL_setfuncs(lua, wb_tensor_lua_access, 0);
  luaL_setfuncs(lua, wb_tensor_lua_shapes, 0);
  luaL_setfuncs(lua, wb_tensor_lua_reductions, 0);
  luaL_setfuncs(lua, wb_tensor_lua_linear, 0);
  luaL_setfuncs(lua, wb_tensor_lua_orders, 0);
  lua_setfield(lua, 2, "__index");
  lua_createtable(lua, 0, 1);
  lua_pushcfunction(lua, find_method);
  lua_setfield(lua, -2, "__index");
  lua_setmetatable(lua, 1);
  lua_pushcfunction(lua, refuse_assignment);
  lua_setfield(lua, 2, "__newindex");
  lua_createtable(lua, 0, WITH_COMPOSITES); /* 3: the module */
  copy_fields(lua, 1, 3);
  luaL_setfuncs(lua, wb_tensor_lua_makers, 0);
  lua_rawsetp(lua, LUA_REGISTRYINDEX, &module_key);
  lua_pushvalue(lua, 1);
  lua_rawsetp(lua, LUA_REGISTRYINDEX, &methods_key);
  lua_settop(lua, 0);
}

void wb_tensor_lua_push_module(lua_State *lua) {
  want_composites(lua);
  lua_createtable(lua, 0, WITH_COMPOSITES);
  int copy = lua_gettop(lua);
  lua_rawgetp(lua, LUA_REGISTRYINDEX, &module_key);
  copy_fields(lua, lua_gettop(lua), copy);
  lua_settop(lua, copy);
}

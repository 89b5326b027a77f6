#include "script/native.h"

#include <lauxlib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sha256.h"
#include "script/place.h"
#include "tensor/dtype.h"

/* ---- places -----------------------------------------------------------------------------------
 */

/* where(): "script.lua:12", or nil. */
static int push_where(lua_State *lua) {
  lua_Debug frame;
  if (wb_place_find(lua, &frame))
    lua_pushfstring(lua, "%s:%d", frame.short_src, frame.currentline);
  else
    lua_pushnil(lua);
  return 1;
}

int wb_native_fail(lua_State *lua) {
  lua_Debug frame;
  wb_place_push(lua);
  lua_insert(lua, -2);
  lua_pushstring(lua,
                 wb_place_find(lua, &frame) && frame.istailcall != 0
                     ? " (in the function that begins here; of a `return f(x)` Lua keeps no line)"
                     : "");
  lua_concat(lua, 3);
  return lua_error(lua);
}

/* fail(message) */
static int fail_at_place(lua_State *lua) {
  luaL_checkstring(lua, 1);
  lua_settop(lua, 1);
  return wb_native_fail(lua);
}

/* ---- what sandboxed scripts have not -----------------------------------------------------------
 */

static int refuse_files(lua_State *lua) {
  lua_pushliteral(lua, "this script may open no files");
  return wb_native_fail(lua);
}

static int refuse_time(lua_State *lua) {
  lua_pushliteral(lua, "this script may measure no time");
  return wb_native_fail(lua);
}

/* ---- explanations of graphs, which nobody wants here -------------------------------------------
 */

/* explains(): false. */
static int explain_nothing(lua_State *lua) {
  lua_pushboolean(lua, 0);
  return 1;
}

/* explain(text) */
static int take_nothing(lua_State *lua) {
  luaL_checkstring(lua, 1);
  return 0;
}

/* ---- texts and numbers -------------------------------------------------------------------------
 */

/* hash(text): SHA-256 in hexadecimal digits. */
static int hash_text(lua_State *lua) {
  size_t length;
  const char *text = luaL_checklstring(lua, 1, &length);
  struct wb_sha256 sha;
  unsigned char digest[WB_SHA256_BYTES];
  char hex[WB_SHA256_HEX];
  wb_sha256_init(&sha);
  wb_sha256_add(&sha, text, length);
  wb_sha256_finish(&sha, digest);
  wb_sha256_hex(digest, hex);
  lua_pushstring(lua, hex);
  return 1;
}

/* round_float(number) */
static int round_to_float(lua_State *lua) {
  lua_pushnumber(lua, (lua_Number)(float)luaL_checknumber(lua, 1));
  return 1;
}

enum { LITERAL_MAX = 40, FLOAT_DIGITS = 9, DOUBLE_DIGITS = 17 };

static bool reads_back(const char *text, double value, bool is_float) {
  return is_float ? strtof(text, NULL) == (float)value : strtod(text, NULL) == value;
}

/* Of a finite number, with a point whatever the program's locale says. */
static void write_digits(char text[LITERAL_MAX], double value, bool is_float) {
  const int most = is_float ? FLOAT_DIGITS : DOUBLE_DIGITS;
  int digits = 1;
  do snprintf(text, LITERAL_MAX, "%.*g", digits, value);
  while (!reads_back(text, value, is_float) && digits++ < most);
  char *const comma = text + strspn(text, "-0123456789");
  if (*comma == '\0')
    strcat(text, ".0");
  else if (*comma != 'e')
    *comma = '.';
}

/* float_text(number, "float" or "double"): a literal of OpenCL C that is this number. */
static int push_literal(lua_State *lua) {
  static const char *const types[] = {"double", "float", NULL};
  char text[LITERAL_MAX];
  double value = luaL_checknumber(lua, 1);
  const bool is_float = luaL_checkoption(lua, 2, NULL, types) == 1;
  if (is_float) value = (double)(float)value;
  if (isnan(value))
    lua_pushliteral(lua, "NAN");
  else if (isinf(value))
    lua_pushstring(lua, value > 0 ? "INFINITY" : "-INFINITY");
  else {
    write_digits(text, value, is_float);
    lua_pushfstring(lua, "%s%s", text, is_float ? "f" : "");
  }
  return 1;
}

/* names(f): those of a function's arguments. */
static int push_names(lua_State *lua) {
  const char *name;
  luaL_checktype(lua, 1, LUA_TFUNCTION);
  lua_settop(lua, 1);
  lua_newtable(lua);
  lua_insert(lua, 1);
  for (int i = 1; (name = lua_getlocal(lua, NULL, i)) != NULL; i++) {
    lua_pushstring(lua, name);
    lua_rawseti(lua, 1, i);
  }
  lua_settop(lua, 1);
  return 1;
}

/* type_near(name): the type of elements that was probably meant, or nil. */
static int push_type_near(lua_State *lua) {
  lua_pushstring(lua, wb_dtype_near(luaL_checkstring(lua, 1)));
  return 1;
}

static const luaL_Reg functions[] = {
    {"where", push_where},
    {"fail", fail_at_place},
    {"call", wb_place_call},
    {"list", refuse_files},
    {"read", refuse_files},
    {"write", refuse_files},
    {"resolve", refuse_files},
    {"load", refuse_files},
    {"monotonic", refuse_time},
    {"explains", explain_nothing},
    {"explain", take_nothing},
    {"hash", hash_text},
    {"round_float", round_to_float},
    {"float_text", push_literal},
    {"names", push_names},
    {"type_near", push_type_near},
    {NULL, NULL},
};

void wb_native_push_module(lua_State *lua) { luaL_newlib(lua, functions); }

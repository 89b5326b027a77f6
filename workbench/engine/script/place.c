#include "script/place.h"

#include <lauxlib.h>

#include "base/str.h"
#include "script/library.h"

bool wb_place_is_library(const lua_Debug *frame) {
  return wb_starts_with(frame->source, WB_LIBRARY_SOURCE);
}

bool wb_place_find(lua_State *lua, lua_Debug *frame) {
  for (int level = 0; lua_getstack(lua, level, frame) != 0; level++) {
    lua_getinfo(lua, "Sl", frame);
    if (frame->currentline > 0 && !wb_place_is_library(frame)) return true;
  }
  return false;
}

void wb_place_push(lua_State *lua) {
  lua_Debug frame;
  if (wb_place_find(lua, &frame))
    lua_pushfstring(lua, "%s:%d: ", frame.short_src, frame.currentline);
  else
    lua_pushliteral(lua, "");
}

void wb_place_push_caller(lua_State *lua) {
  lua_Debug frame;
  const bool known = lua_getstack(lua, 1, &frame) != 0 && lua_getinfo(lua, "S", &frame) != 0;
  if (known && wb_place_is_library(&frame))
    wb_place_push(lua);
  else
    luaL_where(lua, 1);
}

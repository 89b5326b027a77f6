#include "script/place.h"

#include <lauxlib.h>

#include "base/str.h"
#include "script/library.h"

bool wb_place_is_library(const lua_Debug *frame) {
  return wb_starts_with(frame->source, WB_LIBRARY_SOURCE);
}

static int end_call(lua_State *lua, int status, lua_KContext context) {
  (void)status;
  (void)context;
  return lua_gettop(lua) - 1;
}

int wb_place_call(lua_State *lua) {
  luaL_checktype(lua, 1, LUA_TFUNCTION);
  /* The first value stays: it is what begins_at finds. */
  lua_pushvalue(lua, 1);
  lua_insert(lua, 2);
  lua_callk(lua, lua_gettop(lua) - 2, LUA_MULTRET, 0, end_call);
  return end_call(lua, LUA_OK, 0);
}

/* Where the function begins that the frame, which is one of wb_place_call, has called. */
static bool begins_at(lua_State *lua, lua_Debug *frame) {
  bool found = false;
  if (lua_checkstack(lua, 2) == 0) return false;
  lua_getinfo(lua, "f", frame);
  const bool is_call = lua_tocfunction(lua, -1) == wb_place_call;
  lua_pop(lua, 1);
  if (!is_call || lua_getlocal(lua, frame, 1) == NULL) return false;
  if (lua_isfunction(lua, -1) && !lua_iscfunction(lua, -1)) {
    lua_pushvalue(lua, -1);
    lua_getinfo(lua, ">S", frame);
    frame->currentline = frame->linedefined;
    found = frame->currentline > 0 && !wb_place_is_library(frame);
  }
  lua_pop(lua, 1);
  return found;
}

bool wb_place_find(lua_State *lua, lua_Debug *frame) {
  bool is_tail = false;
  for (int level = 0; lua_getstack(lua, level, frame) != 0; level++) {
    lua_getinfo(lua, "Slt", frame);
    if (frame->currentline > 0 && !wb_place_is_library(frame)) {
      frame->istailcall = 0;
      return true;
    }
    const bool forgotten = is_tail;
    is_tail = frame->istailcall != 0;
    if (forgotten && begins_at(lua, frame)) {
      frame->istailcall = 1;
      return true;
    }
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

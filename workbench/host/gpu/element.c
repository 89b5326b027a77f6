/* Elements of buffers as numbers, lists of lanes and strings of Lua, and as text. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "gpu/values.h"
#include "script/tensor_lua.h"

/* ---- to Lua --------------------------------------------------------------------------------- */

/* A tensor of one element that lies at `bytes`. */
static struct wb_tensor view_of(struct wb_dtype type, const void *bytes) {
  return (struct wb_tensor){type, {.rank = 0}, (void *)bytes};
}

void wb_gpu_push_element(lua_State *lua, const struct wb_gpu_buffer *buffer, const void *bytes) {
  const struct wb_tensor view = view_of(buffer->type, bytes);
  if (buffer->is_struct)
    lua_pushlstring(lua, bytes, buffer->element_bytes);
  else if (buffer->type.lanes == 1 &&
           buffer->type.scalar == WB_FLOAT) /* the usual one, without a detour */
    lua_pushnumber(lua, (double)*(const float *)bytes);
  else
    wb_tensor_lua_push_element(lua, &view, 0);
}

/* ---- from Lua ------------------------------------------------------------------------------- */

static bool lane_fits(lua_State *lua, int index, struct wb_dtype type) {
  char name[WB_DTYPE_NAME_MAX];
  if (lua_type(lua, index) == LUA_TNUMBER)
    return wb_tensor_lua_number_fits(lua, index, type.scalar);
  lua_pushfstring(lua, "%s is no number for %s", luaL_typename(lua, index),
                  wb_dtype_name(type, name));
  return false;
}

bool wb_gpu_number_fits(lua_State *lua, int index, struct wb_dtype type) {
  char name[WB_DTYPE_NAME_MAX];
  const bool is_list = type.lanes > 1 && lua_type(lua, index) == LUA_TTABLE;
  bool fits = true;
  index = lua_absindex(lua, index);
  if (!is_list) return lane_fits(lua, index, type);
  if (lua_rawlen(lua, index) != type.lanes) {
    lua_pushfstring(lua, "a list of %d numbers for %s", (int)lua_rawlen(lua, index),
                    wb_dtype_name(type, name));
    return false;
  }
  for (unsigned lane = 0; lane < type.lanes && fits; lane++) {
    lua_rawgeti(lua, index, (lua_Integer)lane + 1);
    fits = lane_fits(lua, lua_gettop(lua), type);
    lua_remove(lua, fits ? -1 : -2);
  }
  return fits;
}

/* A list of lanes, from 1; a single number for all of them, as (float4)(1) is. */
void wb_gpu_take_number(lua_State *lua, int index, struct wb_dtype type, const char *what,
                        void *bytes) {
  struct wb_tensor view = view_of(type, bytes);
  const bool is_list = type.lanes > 1 && lua_type(lua, index) == LUA_TTABLE;
  index = lua_absindex(lua, index);
  if (!wb_gpu_number_fits(lua, index, type)) luaL_error(lua, "%s: %s", what, lua_tostring(lua, -1));
  memset(bytes, 0, wb_dtype_size(type));
  for (unsigned lane = 0; lane < type.lanes; lane++) {
    if (is_list) lua_rawgeti(lua, index, (lua_Integer)lane + 1);
    wb_tensor_lua_set(lua, is_list ? -1 : index, &view, 0, lane);
    if (is_list) lua_pop(lua, 1);
  }
}

void wb_gpu_take_element(lua_State *lua, int index, const struct wb_gpu_buffer *buffer,
                         const char *what, void *bytes) {
  size_t length;
  if (!buffer->is_struct) {
    wb_gpu_take_number(lua, index, buffer->type, what, bytes);
    return;
  }
  if (lua_type(lua, index) != LUA_TSTRING)
    luaL_error(lua, "%s is %s; an element of a struct is a string, as string.pack makes it", what,
               luaL_typename(lua, index));
  const char *text = lua_tolstring(lua, index, &length);
  if (length != buffer->element_bytes)
    luaL_error(lua, "%s has %I bytes, the struct %I", what, (lua_Integer)length,
               (lua_Integer)buffer->element_bytes);
  memcpy(bytes, text, length);
}

/* ---- as text -------------------------------------------------------------------------------- */

enum { SHOWN_WHOLE = 1000, SHOWN_AT_ENDS = 3 };

static void add_struct(luaL_Buffer *out, const unsigned char *bytes, size_t length) {
  char text[4];
  for (size_t i = 0; i < length; i++) {
    snprintf(text, sizeof text, "%02x", bytes[i]);
    luaL_addstring(out, text);
  }
}

/* A float's text always looks like one: "1.0", "(1.0, 2.5)". */
static void add_floats(luaL_Buffer *out, const char *text) {
  while (*text != '\0') {
    const size_t digits = strspn(text, "-0123456789"), number = strspn(text, "-+.0123456789einfa");
    luaL_addlstring(out, text, number > 0 ? number : 1);
    if (digits > 0 && digits == number) luaL_addstring(out, ".0");
    text += number > 0 ? number : 1;
  }
}

static void add_element(luaL_Buffer *out, const struct wb_gpu_buffer *buffer,
                        const unsigned char *bytes) {
  char text[WB_ELEMENT_TEXT_MAX];
  if (buffer->is_struct) {
    add_struct(out, bytes, buffer->element_bytes);
    return;
  }
  const struct wb_tensor view = view_of(buffer->type, bytes);
  wb_tensor_format(&view, 0, text, sizeof text);
  if (wb_scalar_is_float(buffer->type.scalar))
    add_floats(out, text);
  else
    luaL_addstring(out, text);
}

/* Elements from `first` on; showing them is reading them. */
static void add_elements(lua_State *lua, luaL_Buffer *out, const struct wb_gpu_buffer *buffer,
                         uint64_t first, uint64_t count) {
  struct wb_error err;
  void *bytes = NULL;
  wb_gpu_check(lua, buffer->gpu,
               wb_host_buffer_touch(buffer->handle, first, count, WB_ACCESS_READ, &bytes, &err),
               &err);
  for (uint64_t i = 0; i < count; i++) {
    if (first + i > 0) luaL_addstring(out, ", ");
    add_element(out, buffer, (unsigned char *)bytes + i * buffer->element_bytes);
  }
}

int wb_gpu_buffer_to_string(lua_State *lua) {
  const struct wb_gpu_buffer *buffer = wb_gpu_check_value(lua, 1, WB_GPU_BUFFER);
  struct wb_host_buffer_info info;
  char name[WB_DTYPE_NAME_MAX];
  luaL_Buffer out;
  wb_host_buffer_info(buffer->handle, &info);
  const char *kind = buffer->side == WB_HOST_SIDE ? "HostBuffer" : "DeviceBuffer";
  if (buffer->side != WB_HOST_SIDE || info.released) {
    lua_pushfstring(lua, "%s(%I of %s%s)", kind, (lua_Integer)buffer->count,
                    buffer->is_struct ? "struct" : wb_dtype_name(buffer->type, name),
                    info.released ? ", released" : ", on the device");
    return 1;
  }
  luaL_buffinit(lua, &out);
  luaL_addstring(&out, kind);
  luaL_addstring(&out, "([");
  if (buffer->count <= SHOWN_WHOLE) {
    add_elements(lua, &out, buffer, 0, buffer->count);
  } else {
    add_elements(lua, &out, buffer, 0, SHOWN_AT_ENDS);
    luaL_addstring(&out, ", …");
    add_elements(lua, &out, buffer, buffer->count - SHOWN_AT_ENDS, SHOWN_AT_ENDS);
  }
  luaL_addstring(&out, "])");
  luaL_pushresult(&out);
  return 1;
}

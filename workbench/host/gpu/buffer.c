/* Buffers as values. */
#include <math.h>
#include <string.h>

#include "gpu/values.h"
#include "script/tensor_lua.h"

/* Lua sees a few bytes of what a buffer has elsewhere: after so many of them it collects. */
static const uint64_t LEAST_UNSEEN = (uint64_t)64 << 20;
/* A launch on the emulator takes the longer the more buffers there are, as its process inherits
 * them all. So each counts as so many bytes at least: after 128 of them Lua collects. */
static const uint64_t LEAST_OF_CHECKED = (uint64_t)512 << 10;

static void collect_if_due(lua_State *lua, const struct wb_gpu_context *context, uint64_t bytes) {
  struct wb_gpu_state *gpu = context->gpu;
  struct wb_host_counts counts;
  if (wb_host_context_info(context->handle)->checks && bytes < LEAST_OF_CHECKED)
    bytes = LEAST_OF_CHECKED;
  if (__builtin_add_overflow(gpu->unseen_bytes, bytes, &gpu->unseen_bytes))
    gpu->unseen_bytes = UINT64_MAX;
  if (gpu->unseen_bytes < LEAST_UNSEEN) return;
  wb_host_counts(gpu->host, &counts);
  if (gpu->unseen_bytes < counts.held_bytes / 2) return;
  lua_gc(lua, LUA_GCCOLLECT);
  gpu->unseen_bytes = 0;
}

/* ---- making --------------------------------------------------------------------------------- */

/* The bytes of a struct, from { size = 12 } or { format = "i4ff" } at `table`. */
static size_t struct_bytes(lua_State *lua, int table) {
  if (lua_type(lua, table) != LUA_TTABLE)
    luaL_error(lua, "elements of \"struct\" need a size: { size = 12 }, or { format = \"i4ff\" }");
  if (lua_getfield(lua, table, "size") == LUA_TNIL) {
    lua_pushliteral(lua, "");
    lua_getfield(lua, -1, "packsize"); /* of the string library, by way of its metatable */
    if (lua_getfield(lua, table, "format") != LUA_TSTRING)
      luaL_error(lua, "elements of \"struct\" need a size or a format");
    lua_call(lua, 1, 1);
  }
  int is_whole;
  const lua_Integer size = lua_tointegerx(lua, -1, &is_whole);
  if (!is_whole || size < 1 || size > 1 << 20)
    luaL_error(lua, "a struct cannot have %s bytes", luaL_tolstring(lua, -1, NULL));
  return (size_t)size;
}

static enum wb_buffer_access check_access(lua_State *lua, int table) {
  static const char *const words[] = {"read", "write", "read_write", NULL};
  if (lua_type(lua, table) != LUA_TTABLE) return WB_BUFFER_READ_WRITE;
  if (lua_getfield(lua, table, "access") == LUA_TNIL) return WB_BUFFER_READ_WRITE;
  return (enum wb_buffer_access)wb_gpu_check_word(lua, "access", words);
}

static void refuse_struct_options(lua_State *lua, int table) {
  static const char *const names[] = {"size", "format"};
  for (size_t i = 0; i < 2 && lua_type(lua, table) == LUA_TTABLE; i++)
    if (lua_getfield(lua, table, names[i]) != LUA_TNIL)
      luaL_error(lua, "%s is for elements of \"struct\"; those of a type have its size", names[i]);
}

/* The type at `index`, the options at `table`. */
static struct wb_host_buffer_options check_options(lua_State *lua, int index, int table) {
  static const char *const names[] = {"size", "format", "access", NULL};
  struct wb_host_buffer_options options = {.type = {WB_UCHAR, 1}};
  if (!lua_isnoneornil(lua, table)) {
    luaL_checktype(lua, table, LUA_TTABLE);
    wb_gpu_check_keys(lua, table, "a buffer", names);
  }
  const int top = lua_gettop(lua);
  if (strcmp(luaL_checkstring(lua, index), "struct") == 0)
    options.element_bytes = struct_bytes(lua, table);
  else
    options.type = wb_gpu_check_type(lua, index);
  if (options.element_bytes == 0) refuse_struct_options(lua, table);
  options.access = check_access(lua, table);
  lua_settop(lua, top);
  return options;
}

static uint64_t check_count(lua_State *lua, int index, const char *what) {
  const lua_Integer count = luaL_checkinteger(lua, index);
  if (count < 0) luaL_error(lua, "%s cannot be %I", what, count);
  return (uint64_t)count;
}

static struct wb_gpu_buffer *push_buffer(lua_State *lua, struct wb_gpu_state *gpu, int owner) {
  struct wb_gpu_buffer *buffer = wb_gpu_new_value(lua, WB_GPU_BUFFER, sizeof *buffer, owner);
  buffer->gpu = gpu;
  return buffer;
}

/* Remembers what never changes, for quick access. */
static void keep_facts(struct wb_gpu_buffer *buffer, const struct wb_host_buffer_options *options) {
  struct wb_host_buffer_info info;
  wb_host_buffer_info(buffer->handle, &info);
  buffer->type = info.type;
  buffer->is_struct = options != NULL && options->element_bytes > 0;
  buffer->is_mapping = info.is_mapping;
  buffer->side = info.side;
  buffer->element_bytes = info.element_bytes;
  buffer->count = info.count;
}

/* Where there is no memory, buffers that nobody has any more may hold it. */
static enum wb_status make_or_collect(lua_State *lua, struct wb_host_context *context,
                                      const struct wb_host_buffer_options *options,
                                      struct wb_host_buffer **made, struct wb_error *err) {
  enum wb_status status = wb_host_buffer_new(context, options, made, err);
  if (status != WB_ERR_NOMEM && status != WB_ERR_LIMIT) return status;
  lua_gc(lua, LUA_GCCOLLECT);
  return wb_host_buffer_new(context, options, made, err);
}

static int make_buffer(lua_State *lua, enum wb_host_side side) {
  const struct wb_gpu_context *context = wb_gpu_check_value(lua, 1, WB_GPU_CONTEXT);
  struct wb_error err;
  uint64_t bytes;
  lua_settop(lua, 4);
  struct wb_host_buffer_options options = check_options(lua, 2, 4);
  options.count = check_count(lua, 3, "the number of elements");
  options.side = side;
  const size_t each =
      options.element_bytes > 0 ? options.element_bytes : wb_dtype_size(options.type);
  if (__builtin_mul_overflow(options.count, each, &bytes)) bytes = UINT64_MAX;
  struct wb_gpu_buffer *buffer = push_buffer(lua, context->gpu, 1);
  collect_if_due(lua, context, bytes);
  wb_gpu_check(lua, context->gpu,
               make_or_collect(lua, context->handle, &options, &buffer->handle, &err), &err);
  keep_facts(buffer, &options);
  return 1;
}

/* enqueue_create_buffer(type, count [, options]) */
static int make_device_buffer(lua_State *lua) { return make_buffer(lua, WB_DEVICE_SIDE); }
static int make_host_buffer(lua_State *lua) { return make_buffer(lua, WB_HOST_SIDE); }

/* create_sub_buffer(type, offset, count [, options]): both count elements of the new type. */
static int make_part(lua_State *lua) {
  struct wb_gpu_buffer *owner = wb_gpu_check_value(lua, 1, WB_GPU_BUFFER);
  struct wb_error err;
  lua_settop(lua, 5);
  struct wb_host_buffer_options options = check_options(lua, 2, 5);
  const uint64_t offset = check_count(lua, 3, "the offset");
  options.count = check_count(lua, 4, "the number of elements");
  struct wb_gpu_buffer *buffer = push_buffer(lua, owner->gpu, 1);
  wb_gpu_make_room(lua, owner->gpu);
  wb_gpu_check(lua, owner->gpu,
               wb_host_buffer_part(owner->handle, offset, &options, &buffer->handle, &err), &err);
  keep_facts(buffer, &options);
  return 1;
}

void wb_gpu_lend_buffer(lua_State *lua, struct wb_gpu_state *gpu, struct wb_host_buffer *handle,
                        int context) {
  struct wb_gpu_buffer *buffer = push_buffer(lua, gpu, context);
  buffer->is_lent = true;
  buffer->handle = handle;
  keep_facts(buffer, NULL);
}

/* ---- ending --------------------------------------------------------------------------------- */

static int release_buffer(lua_State *lua) {
  const struct wb_gpu_buffer *buffer = wb_gpu_check_value(lua, 1, WB_GPU_BUFFER);
  struct wb_error err;
  if (buffer->is_lent)
    wb_gpu_fail(lua, buffer->gpu, WB_ERR_USAGE, "the buffer is the caller's to release");
  wb_gpu_check(lua, buffer->gpu, wb_host_buffer_release(buffer->handle, &err), &err);
  return 0;
}

/* The collector, which may run within any other function of the module. */
static int drop_buffer(lua_State *lua) {
  struct wb_gpu_buffer *buffer = wb_gpu_test(lua, 1, WB_GPU_BUFFER);
  if (buffer == NULL || buffer->handle == NULL) return 0;
  struct wb_host_buffer *handle = buffer->handle;
  buffer->handle = NULL;
  if (buffer->is_lent) return 0;
  wb_gpu_enter_to_drop(buffer->gpu, lua);
  wb_host_buffer_drop(handle);
  return 0;
}

/* The end of a scope: a mapping is unmapped, anything else dropped. */
static int close_buffer(lua_State *lua) {
  struct wb_gpu_buffer *buffer = wb_gpu_test(lua, 1, WB_GPU_BUFFER);
  struct wb_host_buffer_info info;
  struct wb_error err;
  if (buffer == NULL || buffer->handle == NULL) return 0;
  if (!buffer->is_mapping) return drop_buffer(lua);
  struct wb_gpu_state *gpu = wb_gpu_enter(lua);
  wb_host_buffer_info(buffer->handle, &info);
  if (info.released) return 0;
  const enum wb_status status = wb_host_unmap(buffer->handle, &err);
  if (lua_isnoneornil(lua, 2)) wb_gpu_check(lua, gpu, status, &err); /* an error goes on as it is */
  return 0;
}

/* ---- mapping -------------------------------------------------------------------------------- */

/* What the function returned, above the buffer, itself and the mapping. It may have been left by a
 * coroutine's yield, and come back. */
static int give_results(lua_State *lua, int status, lua_KContext context) {
  (void)status;
  (void)context;
  return lua_gettop(lua) - 3;
}

/* map_to_host([function] [, { read_only = … }]): with a function, what that returns; without one
 * the mapping, until its scope ends or :unmap(). */
static int map_buffer(lua_State *lua) {
  static const char *const names[] = {"read_only", NULL};
  struct wb_gpu_buffer *buffer = wb_gpu_check_value(lua, 1, WB_GPU_BUFFER);
  struct wb_error err;
  const bool has_function = lua_type(lua, 2) == LUA_TFUNCTION;
  const int table = has_function || lua_isnil(lua, 2) ? 3 : 2;
  bool read_only = false;
  if (!lua_isnoneornil(lua, table)) {
    if (table == 2 && lua_type(lua, 2) != LUA_TTABLE) luaL_typeerror(lua, 2, "function or table");
    luaL_checktype(lua, table, LUA_TTABLE);
    wb_gpu_check_keys(lua, table, "map_to_host", names);
    lua_getfield(lua, table, "read_only");
    read_only = lua_toboolean(lua, -1) != 0;
  }
  lua_settop(lua, 2);
  struct wb_gpu_buffer *mapping = push_buffer(lua, buffer->gpu, 1);
  struct wb_host_queue *queue = wb_host_context_queue(wb_host_buffer_context(buffer->handle));
  wb_gpu_check(lua, buffer->gpu,
               wb_host_map(queue, buffer->handle, read_only, &mapping->handle, &err), &err);
  keep_facts(mapping, NULL);
  mapping->is_struct = buffer->is_struct;
  mapping->is_mapping = true;
  if (!has_function) return 1;
  lua_toclose(lua, 3); /* unmapped on every way out */
  lua_pushvalue(lua, 2);
  lua_pushvalue(lua, 3);
  lua_callk(lua, 1, LUA_MULTRET, 0, give_results);
  return give_results(lua, LUA_OK, 0);
}

static int unmap_buffer(lua_State *lua) {
  const struct wb_gpu_buffer *buffer = wb_gpu_check_value(lua, 1, WB_GPU_BUFFER);
  struct wb_error err;
  wb_gpu_check(lua, buffer->gpu, wb_host_unmap(buffer->handle, &err), &err);
  return 0;
}

/* ---- elements ------------------------------------------------------------------------------- */

/* Whether the value at index 1 is a buffer in use, by the metatable that the closure has: every
 * access of an element comes here. */
static struct wb_gpu_buffer *quick_buffer(lua_State *lua) {
  struct wb_gpu_buffer *buffer = lua_touserdata(lua, 1);
  if (buffer == NULL || lua_getmetatable(lua, 1) == 0 ||
      lua_rawequal(lua, -1, lua_upvalueindex(3)) == 0 || buffer->handle == NULL)
    buffer = wb_gpu_check_value(lua, 1, WB_GPU_BUFFER); /* raises */
  buffer->gpu->lua = lua;
  return buffer;
}

/* The first byte of the element that is meant by the key at index 2. */
static void *touch_element(lua_State *lua, const struct wb_gpu_buffer *buffer,
                           enum wb_access access) {
  struct wb_error err;
  void *bytes = NULL;
  int is_whole;
  const lua_Integer index = lua_tointegerx(lua, 2, &is_whole);
  if (!is_whole) luaL_error(lua, "%f is no index: elements count from 0", lua_tonumber(lua, 2));
  if (buffer->side == WB_HOST_SIDE && (index < 0 || (uint64_t)index >= buffer->count))
    luaL_error(lua, "index %I is out of range: the buffer has %I elements, counted from 0", index,
               (lua_Integer)buffer->count);
  wb_gpu_check(lua, buffer->gpu,
               wb_host_buffer_touch(buffer->handle, (uint64_t)index, 1, access, &bytes, &err),
               &err);
  return bytes;
}

static int get_element(lua_State *lua) {
  if (lua_type(lua, 2) != LUA_TNUMBER) return wb_gpu_find_method(lua);
  const struct wb_gpu_buffer *buffer = quick_buffer(lua);
  wb_gpu_push_element(lua, buffer, touch_element(lua, buffer, WB_ACCESS_READ));
  return 1;
}

/* The usual numbers without a detour: a float that is finite as one, an int in its range. */
static bool take_quickly(lua_State *lua, const struct wb_gpu_buffer *buffer, void *bytes) {
  bool taken = false;
  if (buffer->is_struct || buffer->type.lanes > 1) return false;
  if (buffer->type.scalar == WB_FLOAT && lua_type(lua, 3) == LUA_TNUMBER &&
      !lua_isinteger(lua, 3)) {
    const float value = (float)lua_tonumber(lua, 3);
    taken = isfinite(value);
    memcpy(bytes, &value, sizeof value);
  } else if (lua_isinteger(lua, 3) &&
             (buffer->type.scalar == WB_FLOAT || buffer->type.scalar == WB_INT)) {
    const lua_Integer number = lua_tointeger(lua, 3);
    const float as_float = (float)number;
    const int32_t as_int = (int32_t)number;
    taken = buffer->type.scalar == WB_FLOAT || as_int == number;
    memcpy(bytes, buffer->type.scalar == WB_FLOAT ? (const void *)&as_float : &as_int, 4);
  }
  return taken;
}

static int set_element(lua_State *lua) {
  unsigned char element[WB_SCALAR_ARG_MAX];
  const struct wb_gpu_buffer *buffer = quick_buffer(lua);
  if (lua_type(lua, 2) == LUA_TNUMBER && take_quickly(lua, buffer, element)) {
    memcpy(touch_element(lua, buffer, WB_ACCESS_WRITE), element, 4);
    return 0;
  }
  if (lua_type(lua, 2) != LUA_TNUMBER)
    return luaL_error(lua, "a buffer has elements, from 0, and no field '%s'",
                      luaL_tolstring(lua, 2, NULL));
  if (buffer->is_struct) { /* its size is checked before the element is touched */
    lua_settop(lua, 3);
    void *room = buffer->element_bytes > sizeof element
                     ? lua_newuserdatauv(lua, buffer->element_bytes, 0)
                     : element;
    wb_gpu_take_element(lua, 3, buffer, "the value", room);
    memcpy(touch_element(lua, buffer, WB_ACCESS_WRITE), room, buffer->element_bytes);
    return 0;
  }
  wb_gpu_take_number(lua, 3, buffer->type, "the value", element);
  memcpy(touch_element(lua, buffer, WB_ACCESS_WRITE), element, buffer->element_bytes);
  return 0;
}

static int get_length(lua_State *lua) {
  lua_pushinteger(lua, (lua_Integer)quick_buffer(lua)->count);
  return 1;
}

/* ---- facts ---------------------------------------------------------------------------------- */

static int get_type(lua_State *lua) {
  const struct wb_gpu_buffer *buffer = wb_gpu_check_value(lua, 1, WB_GPU_BUFFER);
  char name[WB_DTYPE_NAME_MAX];
  lua_pushstring(lua, buffer->is_struct ? "struct" : wb_dtype_name(buffer->type, name));
  return 1;
}

static int get_bytes(lua_State *lua) {
  const struct wb_gpu_buffer *buffer = wb_gpu_check_value(lua, 1, WB_GPU_BUFFER);
  const uint64_t bytes = buffer->count * buffer->element_bytes;
  lua_pushinteger(lua, (lua_Integer)bytes);
  return 1;
}

/* The context that it is of, or the whole that it is a part of. */
static int get_owner(lua_State *lua) {
  wb_gpu_check_value(lua, 1, WB_GPU_BUFFER);
  lua_settop(lua, 1);
  while (wb_gpu_test(lua, -1, WB_GPU_BUFFER) != NULL) {
    lua_getiuservalue(lua, -1, 1);
    lua_remove(lua, -2);
  }
  return 1;
}

const luaL_Reg wb_gpu_make_methods[] = {{"enqueue_create_buffer", make_device_buffer},
                                        {"enqueue_create_host_buffer", make_host_buffer},
                                        {NULL, NULL}};
static const luaL_Reg methods[] = {
    {"bytes", get_bytes},
    {"context", get_owner},
    {"create_sub_buffer", make_part},
    {"enqueue_copy_from", wb_gpu_copy_from},
    {"enqueue_copy_to", wb_gpu_copy_to},
    {"enqueue_fill", wb_gpu_fill},
    {"load", wb_gpu_load},
    {"map_to_host", map_buffer},
    {"release", release_buffer},
    {"tensor", wb_gpu_to_tensor},
    {"type", get_type},
    {"unmap", unmap_buffer},
    {NULL, NULL},
};
static const luaL_Reg metamethods[] = {
    {"__index", get_element},
    {"__newindex", set_element},
    {"__len", get_length},
    {"__tostring", wb_gpu_buffer_to_string},
    {"__gc", drop_buffer},
    {"__close", close_buffer},
    {NULL, NULL},
};

void wb_gpu_open_buffers(lua_State *lua) {
  wb_gpu_make_kind(lua, WB_GPU_BUFFER, methods, metamethods);
}

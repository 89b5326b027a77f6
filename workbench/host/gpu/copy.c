/* Copies and fills: between buffers of either side, and tensors, without a loop in Lua. */
#include <string.h>

#include "gpu/values.h"
#include "script/tensor_lua.h"

/* One end of a copy: a buffer or a tensor. */
struct end {
  struct wb_gpu_buffer *buffer;
  struct wb_tensor *tensor;
};

static struct end check_end(lua_State *lua, int index, const char *which) {
  struct end end = {wb_gpu_test(lua, index, WB_GPU_BUFFER), wb_tensor_lua_test(lua, index)};
  if (end.buffer == NULL && end.tensor == NULL)
    wb_gpu_fail(lua, wb_gpu_enter(lua), WB_ERR_USAGE,
                "the %s of a copy is a buffer or a tensor, not %s", which,
                luaL_typename(lua, index));
  if (end.buffer != NULL) wb_gpu_check_value(lua, index, WB_GPU_BUFFER); /* is it closed? */
  return end;
}

static const char *end_type(const struct end *end, char name[WB_DTYPE_NAME_MAX]) {
  if (end->tensor != NULL) return wb_dtype_name(end->tensor->type, name);
  return end->buffer->is_struct ? "struct" : wb_dtype_name(end->buffer->type, name);
}

/* Whether elements of the two lie alike: float4 and float do, float3, which is padded, and float do
 * not. Bytes can be copied to and from any struct. */
static bool types_go_together(const struct end *a, const struct end *b) {
  const bool a_struct = a->buffer != NULL && a->buffer->is_struct;
  const bool b_struct = b->buffer != NULL && b->buffer->is_struct;
  const struct wb_dtype one = a->tensor != NULL ? a->tensor->type : a->buffer->type;
  const struct wb_dtype two = b->tensor != NULL ? b->tensor->type : b->buffer->type;
  const bool bytes = wb_scalar_size(one.scalar) == 1 && wb_scalar_size(two.scalar) == 1;
  if (a_struct && b_struct) return a->buffer->element_bytes == b->buffer->element_bytes;
  if (a_struct || b_struct) return bytes;
  return (one.scalar == two.scalar ||
          (bytes && (one.scalar == WB_BOOL || two.scalar == WB_BOOL))) &&
         (one.lanes == 3) == (two.lanes == 3);
}

static void copy_between(lua_State *lua, struct wb_gpu_state *gpu, struct wb_host_queue *queue,
                         const struct end *to, const struct end *from) {
  char to_name[WB_DTYPE_NAME_MAX], from_name[WB_DTYPE_NAME_MAX];
  struct wb_error err;
  enum wb_status status = WB_OK;
  if (to->tensor != NULL && from->tensor != NULL)
    luaL_error(lua, "both ends of this copy are tensors: use tensor:copy()");
  if (!types_go_together(to, from))
    wb_gpu_fail(lua, gpu, WB_ERR_USAGE,
                "a copy changes no types: the source has elements of %s, the destination of %s "
                "(create_sub_buffer sees the same bytes as another type)",
                end_type(from, from_name), end_type(to, to_name));
  if (to->tensor != NULL) {
    status = wb_host_read(queue, from->buffer->handle, to->tensor->data,
                          wb_tensor_bytes(to->tensor), &err);
  } else if (from->tensor != NULL) {
    const uint64_t needed = to->buffer->count * to->buffer->element_bytes;
    if (wb_tensor_bytes(from->tensor) < needed)
      wb_gpu_fail(lua, gpu, WB_ERR_USAGE,
                  "copy-out-of-range: the tensor has %zu bytes, its destination needs %llu",
                  wb_tensor_bytes(from->tensor), (unsigned long long)needed);
    status = wb_host_write(queue, to->buffer->handle, from->tensor->data, needed, &err);
  } else {
    status = wb_host_copy(queue, to->buffer->handle, from->buffer->handle, &err);
  }
  wb_gpu_check(lua, gpu, status, &err);
}

/* enqueue_copy { src = …, dst = … }, enqueue_copy(dst, src) */
static int enqueue_copy(lua_State *lua) {
  static const char *const names[] = {"src", "dst", NULL};
  struct wb_gpu_state *gpu;
  struct wb_host_queue *queue = wb_gpu_check_queue(lua, &gpu);
  if (lua_type(lua, 2) == LUA_TTABLE) {
    wb_gpu_check_keys(lua, 2, "enqueue_copy", names);
    lua_settop(lua, 2);
    lua_getfield(lua, 2, "dst");
    lua_getfield(lua, 2, "src");
    lua_remove(lua, 2);
  }
  const struct end to = check_end(lua, 2, "destination (dst)");
  const struct end from = check_end(lua, 3, "source (src)");
  copy_between(lua, gpu, queue, &to, &from);
  return 0;
}

static struct wb_host_queue *queue_of(const struct wb_gpu_buffer *buffer) {
  return wb_host_context_queue(wb_host_buffer_context(buffer->handle));
}

/* By the queue of the destination's context, or of the source's where that is a tensor. */
int wb_gpu_copy_to(lua_State *lua) {
  struct end from = {wb_gpu_check_value(lua, 1, WB_GPU_BUFFER), NULL};
  const struct end to = check_end(lua, 2, "destination");
  copy_between(lua, from.buffer->gpu, queue_of(to.buffer != NULL ? to.buffer : from.buffer), &to,
               &from);
  return 0;
}

int wb_gpu_copy_from(lua_State *lua) {
  struct end to = {wb_gpu_check_value(lua, 1, WB_GPU_BUFFER), NULL};
  const struct end from = check_end(lua, 2, "source");
  copy_between(lua, to.buffer->gpu, queue_of(to.buffer), &to, &from);
  return 0;
}

/* ---- fills ---------------------------------------------------------------------------------- */

static void fill_buffer(lua_State *lua, struct wb_host_queue *queue,
                        const struct wb_gpu_buffer *buffer, int value) {
  unsigned char element[WB_SCALAR_ARG_MAX];
  struct wb_error err;
  void *room = buffer->element_bytes > sizeof element
                   ? lua_newuserdatauv(lua, buffer->element_bytes, 0)
                   : element;
  if (buffer->is_struct && lua_type(lua, value) == LUA_TNUMBER) { /* every byte, as memset */
    wb_gpu_take_number(lua, value, (struct wb_dtype){WB_UCHAR, 1}, "the value", element);
    memset(room, element[0], buffer->element_bytes);
  } else {
    wb_gpu_take_element(lua, value, buffer, "the value", room);
  }
  wb_gpu_check(lua, buffer->gpu,
               wb_host_fill(queue, buffer->handle, room, buffer->element_bytes, &err), &err);
}

/* enqueue_memset(buffer, value): every element becomes the value. */
static int enqueue_memset(lua_State *lua) {
  struct wb_gpu_state *gpu;
  struct wb_host_queue *queue = wb_gpu_check_queue(lua, &gpu);
  const struct wb_gpu_buffer *buffer = wb_gpu_check_value(lua, 2, WB_GPU_BUFFER);
  fill_buffer(lua, queue, buffer, 3);
  return 0;
}

/* buffer:enqueue_fill(value) */
int wb_gpu_fill(lua_State *lua) {
  const struct wb_gpu_buffer *buffer = wb_gpu_check_value(lua, 1, WB_GPU_BUFFER);
  fill_buffer(lua, queue_of(buffer), buffer, 2);
  return 0;
}

/* ---- tensors -------------------------------------------------------------------------------- */

static void check_shape(lua_State *lua, int index, const struct wb_gpu_buffer *buffer,
                        struct wb_shape *shape) {
  size_t count = 0;
  *shape = (struct wb_shape){1, {(size_t)buffer->count}};
  if (lua_isnoneornil(lua, index)) return;
  luaL_checktype(lua, index, LUA_TTABLE);
  if (lua_rawlen(lua, index) > WB_MAX_RANK)
    luaL_error(lua, "a shape has at most %d sizes", WB_MAX_RANK);
  *shape = (struct wb_shape){.rank = (unsigned)lua_rawlen(lua, index)};
  for (unsigned d = 0; d < shape->rank; d++) {
    lua_rawgeti(lua, index, (lua_Integer)d + 1);
    int is_whole;
    const lua_Integer size = lua_tointegerx(lua, -1, &is_whole);
    if (!is_whole || size < 0)
      luaL_error(lua, "a shape cannot have the size %s", luaL_tolstring(lua, -1, NULL));
    shape->size[d] = (size_t)size;
    lua_pop(lua, 1);
  }
  if (!wb_shape_count(shape, &count) || count != buffer->count)
    luaL_error(lua, "the buffer has %I elements, which is not what the shape has",
               (lua_Integer)buffer->count);
}

/* buffer:tensor([shape]): a copy of its elements; of a device's, after waiting for its queue. */
int wb_gpu_to_tensor(lua_State *lua) {
  const struct wb_gpu_buffer *buffer = wb_gpu_check_value(lua, 1, WB_GPU_BUFFER);
  struct wb_error err;
  struct wb_shape shape;
  void *bytes = NULL;
  if (buffer->is_struct)
    return luaL_error(lua,
                      "a tensor has no structs: read the buffer element by element, or by "
                      "create_sub_buffer(\"uchar\", …)");
  check_shape(lua, 2, buffer, &shape);
  struct wb_tensor *tensor = wb_tensor_lua_new(lua, buffer->type, &shape);
  if (buffer->side == WB_DEVICE_SIDE) {
    wb_gpu_check(
        lua, buffer->gpu,
        wb_host_read(queue_of(buffer), buffer->handle, tensor->data, wb_tensor_bytes(tensor), &err),
        &err);
    return 1;
  }
  wb_gpu_check(lua, buffer->gpu,
               wb_host_buffer_touch(buffer->handle, 0, buffer->count, WB_ACCESS_READ, &bytes, &err),
               &err);
  if (wb_tensor_bytes(tensor) > 0) memcpy(tensor->data, bytes, wb_tensor_bytes(tensor));
  return 1;
}

/* buffer:load(tensor or list): the host writes all elements now. */
int wb_gpu_load(lua_State *lua) {
  struct wb_gpu_buffer *buffer = wb_gpu_check_value(lua, 1, WB_GPU_BUFFER);
  struct wb_error err;
  void *bytes = NULL;
  lua_settop(lua, 2);
  if (buffer->is_struct || buffer->side == WB_DEVICE_SIDE)
    return luaL_error(lua,
                      "load sets the numbers of a host buffer; a device's get them by "
                      "enqueue_copy_from");
  if (lua_type(lua, 2) == LUA_TTABLE) {
    const struct wb_shape shape = {1, {(size_t)buffer->count}};
    struct wb_tensor *tensor = wb_tensor_lua_new(lua, buffer->type, &shape);
    lua_insert(lua, 2);
    if (!wb_tensor_lua_read_list(lua, 3, tensor)) {
      const char *why = lua_tostring(lua, -1); /* of an element it begins with "[4]" */
      return luaL_error(lua, "list%s%s", why[0] == '[' ? "" : ": ", why);
    }
  }
  const struct wb_tensor *tensor = wb_tensor_lua_check(lua, 2);
  const struct end to = {buffer, NULL}, from = {NULL, (struct wb_tensor *)tensor};
  if (!types_go_together(&to, &from))
    return luaL_error(lua, "load changes no types: convert with tensor:astype");
  const uint64_t room = buffer->count * buffer->element_bytes;
  if (wb_tensor_bytes(tensor) != room)
    return luaL_error(lua, "the tensor has %I bytes, the buffer %I",
                      (lua_Integer)wb_tensor_bytes(tensor), (lua_Integer)room);
  wb_gpu_check(
      lua, buffer->gpu,
      wb_host_buffer_touch(buffer->handle, 0, buffer->count, WB_ACCESS_WRITE, &bytes, &err), &err);
  if (wb_tensor_bytes(tensor) > 0) memcpy(bytes, tensor->data, wb_tensor_bytes(tensor));
  return 0;
}

const luaL_Reg wb_gpu_copy_methods[] = {
    {"enqueue_copy", enqueue_copy}, {"enqueue_memset", enqueue_memset}, {NULL, NULL}};

/* Arguments of the tensor module's functions, and small common steps. */
#include <string.h>

#include "base/status.h"
#include "script/tensor_ops.h"

enum wb_tensor_lua_domain wb_tensor_lua_domain_of(enum wb_scalar type) {
  enum wb_tensor_lua_domain domain = WB_DOMAIN_INT;
  if (type == WB_HALF || type == WB_FLOAT) domain = WB_DOMAIN_FLOAT;
  if (type == WB_DOUBLE) domain = WB_DOMAIN_DOUBLE;
  return domain;
}

size_t wb_tensor_lua_components(const struct wb_tensor *tensor) {
  return wb_tensor_count(tensor) * wb_dtype_stride(tensor->type);
}

void wb_tensor_lua_clear_padding(struct wb_tensor *tensor) {
  size_t count = wb_tensor_count(tensor);
  size_t size = wb_scalar_size(tensor->type.scalar);
  char *data = tensor->data;
  if (tensor->type.lanes != 3) return;
  for (size_t i = 0; i < count; i++) memset(data + (4 * i + 3) * size, 0, size);
}

struct wb_dtype wb_tensor_lua_arg_type(lua_State *lua, int index) {
  struct wb_dtype type = {WB_FLOAT, 1};
  const char *name = luaL_checkstring(lua, index);
  if (!wb_dtype_parse(name, &type)) {
    const char *near = wb_dtype_near(name);
    if (near != NULL)
      luaL_error(lua, "there is no type '%s'; did you mean '%s'?", name, near);
    else
      luaL_error(lua, "there is no type '%s'; types are OpenCL C's, as 'float' or 'int4'", name);
  }
  return type;
}

static size_t check_size(lua_State *lua, int index) {
  int is_whole;
  lua_Integer value = lua_tointegerx(lua, index, &is_whole);
  if (!is_whole || lua_type(lua, index) != LUA_TNUMBER)
    luaL_error(lua, "a shape is a list of whole numbers, not of %s",
               lua_type(lua, index) == LUA_TNUMBER ? "fractions" : luaL_typename(lua, index));
  if (value < 0) luaL_error(lua, "a shape cannot have the size %I", value);
  return (size_t)value;
}

void wb_tensor_lua_arg_shape(lua_State *lua, int index, struct wb_shape *shape) {
  *shape = (struct wb_shape){0};
  if (lua_type(lua, index) == LUA_TNUMBER) {
    shape->rank = 1;
    shape->size[0] = check_size(lua, index);
    return;
  }
  luaL_argexpected(lua, lua_type(lua, index) == LUA_TTABLE, index, "a shape, as {2, 3}");
  size_t rank = lua_rawlen(lua, index);
  if (rank > WB_MAX_RANK)
    luaL_error(lua, "a shape has at most %d sizes, not %d", WB_MAX_RANK, (int)rank);
  shape->rank = (unsigned)rank;
  for (unsigned d = 0; d < shape->rank; d++) {
    lua_rawgeti(lua, index, (lua_Integer)d + 1);
    shape->size[d] = check_size(lua, -1);
    lua_pop(lua, 1);
  }
}

unsigned wb_tensor_lua_arg_axis(lua_State *lua, int index, const struct wb_tensor *tensor,
                                unsigned otherwise) {
  unsigned rank = tensor->shape.rank;
  lua_Integer axis = luaL_optinteger(lua, index, (lua_Integer)otherwise);
  if (axis < 0) axis += rank;
  if (axis < 0 || axis >= (lua_Integer)rank)
    luaL_error(lua, "there is no axis %I: the tensor has %d, counted from 0",
               luaL_optinteger(lua, index, (lua_Integer)otherwise), (int)rank);
  return (unsigned)axis;
}

size_t wb_tensor_lua_arg_size(lua_State *lua, int index, size_t most) {
  lua_Integer value = luaL_checkinteger(lua, index);
  if (value < 0 || (size_t)value > most)
    luaL_error(lua, "%I is out of range (0 to %I)", value, (lua_Integer)most);
  return (size_t)value;
}

size_t wb_tensor_lua_arg_position(lua_State *lua, int index, const struct wb_tensor *tensor) {
  size_t flat = 0;
  for (unsigned d = 0; d < tensor->shape.rank; d++) {
    int is_whole;
    const lua_Integer at = lua_tointegerx(lua, index + (int)d, &is_whole);
    if (!is_whole && lua_isnoneornil(lua, index + (int)d))
      luaL_error(lua, "%d indices are needed, got %d", (int)tensor->shape.rank, (int)d);
    if (!is_whole) luaL_checkinteger(lua, index + (int)d);
    if (at < 0 || (size_t)at >= tensor->shape.size[d])
      luaL_error(lua, "index %I is out of range: axis %d has %I elements, counted from 0", at,
                 (int)d, (lua_Integer)tensor->shape.size[d]);
    flat = flat * tensor->shape.size[d] + (size_t)at;
  }
  return flat;
}

struct wb_tensor_lua_axis wb_tensor_lua_axis_of(const struct wb_tensor *tensor, unsigned axis) {
  struct wb_tensor_lua_axis view = {1, tensor->shape.size[axis], wb_dtype_stride(tensor->type)};
  for (unsigned d = 0; d < axis; d++) view.outer *= tensor->shape.size[d];
  for (unsigned d = axis + 1; d < tensor->shape.rank; d++) view.inner *= tensor->shape.size[d];
  return view;
}

void *wb_tensor_lua_scratch(lua_State *lua, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX / 4)
    luaL_error(lua, "too large");
  return lua_newuserdatauv(lua, bytes > 0 ? bytes : 1, 0);
}

struct wb_shape wb_tensor_lua_common_shape(lua_State *lua, const struct wb_shape *a,
                                           const struct wb_shape *b) {
  struct wb_shape common = {a->rank > b->rank ? a->rank : b->rank, {0}};
  char a_text[WB_SHAPE_TEXT_MAX], b_text[WB_SHAPE_TEXT_MAX];
  for (unsigned back = 1; back <= common.rank; back++) {
    size_t left = back <= a->rank ? a->size[a->rank - back] : 1;
    size_t right = back <= b->rank ? b->size[b->rank - back] : 1;
    if (left != right && left != 1 && right != 1)
      luaL_error(lua, "shapes %s and %s do not go together", wb_shape_text(a, a_text),
                 wb_shape_text(b, b_text));
    common.size[common.rank - back] = left == 1 ? right : left;
  }
  return common;
}

/* Copies one element a time; `step` is how far each axis moves in the source. */
static void repeat_elements(const struct wb_tensor *from, struct wb_tensor *to,
                            const size_t *step) {
  size_t at[WB_MAX_RANK] = {0};
  size_t size = wb_dtype_size(to->type);
  size_t count = wb_tensor_count(to);
  size_t source = 0;
  for (size_t i = 0; i < count; i++) {
    memcpy((char *)to->data + i * size, (const char *)from->data + source * size, size);
    for (unsigned d = to->shape.rank; d-- > 0;) {
      source += step[d];
      if (++at[d] < to->shape.size[d]) break;
      source -= step[d] * to->shape.size[d];
      at[d] = 0;
    }
  }
}

struct wb_tensor *wb_tensor_lua_expand(lua_State *lua, int index, const struct wb_shape *shape) {
  size_t step[WB_MAX_RANK] = {0};
  size_t stride = 1;
  struct wb_tensor *from = wb_tensor_lua_check(lua, index);
  if (wb_shape_equal(&from->shape, shape)) return from;
  struct wb_tensor *to = wb_tensor_lua_new(lua, from->type, shape);
  for (unsigned back = 1; back <= from->shape.rank; back++) {
    size_t size = from->shape.size[from->shape.rank - back];
    if (size != 1) step[shape->rank - back] = stride;
    stride *= size;
  }
  repeat_elements(from, to, step);
  lua_replace(lua, index);
  return to;
}

void wb_tensor_lua_add_method(lua_State *lua, const char *name, const char *event) {
  lua_pushvalue(lua, -1);
  lua_setfield(lua, 1, name);
  if (event != NULL) {
    lua_pushvalue(lua, -1);
    lua_setfield(lua, 2, event);
  }
  lua_pop(lua, 1);
}

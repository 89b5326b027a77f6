/* Rearranging: reshape, transpose, slice, flip, roll, concat … All give
 * copies; no two tensors share elements. */
#include <string.h>

#include "base/status.h"
#include "script/tensor_ops.h"

static char *element_at(const struct wb_tensor *tensor, size_t index) {
  return (char *)tensor->data + index * wb_dtype_size(tensor->type);
}

/* reshape(shape): one size may be -1, which is then what is left. */
static int tensor_reshape(lua_State *lua) {
  const struct wb_tensor *from = wb_tensor_lua_check(lua, 1);
  char from_text[WB_SHAPE_TEXT_MAX], to_text[WB_SHAPE_TEXT_MAX];
  struct wb_shape shape;
  size_t count = wb_tensor_count(from), known = 1, wanted;
  lua_Integer unknown = 0;
  luaL_argexpected(lua, lua_type(lua, 2) == LUA_TTABLE, 2, "a shape, as {2, -1}");
  lua_settop(lua, 2);
  lua_createtable(lua, (int)lua_rawlen(lua, 2), 0);
  for (lua_Integer d = 1; d <= (lua_Integer)lua_rawlen(lua, 2); d++) {
    lua_rawgeti(lua, 2, d);
    if (lua_isinteger(lua, -1) && lua_tointeger(lua, -1) == -1) {
      if (unknown > 0) return luaL_error(lua, "reshape: only one size can be -1");
      unknown = d;
      lua_pop(lua, 1);
      lua_pushinteger(lua, 1);
    }
    lua_rawseti(lua, 3, d);
  }
  wb_tensor_lua_arg_shape(lua, 3, &shape);
  if (!wb_shape_count(&shape, &known)) known = 0;
  if (unknown > 0 && known > 0) shape.size[unknown - 1] = count / known;
  if (!wb_shape_count(&shape, &wanted) || wanted != count)
    return luaL_error(lua, "reshape of %s to %s changes the number of elements",
                      wb_shape_text(&from->shape, from_text), wb_shape_text(&shape, to_text));
  struct wb_tensor *to = wb_tensor_lua_copy(lua, from);
  to->shape = shape;
  return 1;
}

/* The order of axes: the arguments, or all reversed. */
static void read_order(lua_State *lua, unsigned rank, unsigned *order) {
  bool seen[WB_MAX_RANK] = {false};
  bool given = lua_gettop(lua) > 1;
  if (given && lua_gettop(lua) != 1 + (int)rank)
    luaL_error(lua, "transpose needs all %d axes, or none to reverse them", (int)rank);
  for (unsigned d = 0; d < rank; d++) {
    lua_Integer axis = given ? luaL_checkinteger(lua, 2 + (int)d) : (lua_Integer)(rank - 1 - d);
    if (axis < 0 || axis >= (lua_Integer)rank || seen[axis])
      luaL_error(lua, "transpose needs each axis from 0 to %d once", (int)rank - 1);
    seen[axis] = true;
    order[d] = (unsigned)axis;
  }
}

/* Fills `to` from `from`, whose flat index starts at `start` and moves by
 * step[d] along each axis of `to`. */
static void gather_strided(const struct wb_tensor *from, struct wb_tensor *to, ptrdiff_t start,
                           const ptrdiff_t *step) {
  size_t at[WB_MAX_RANK] = {0};
  size_t size = wb_dtype_size(to->type), count = wb_tensor_count(to);
  ptrdiff_t source = start;
  for (size_t i = 0; i < count; i++) {
    memcpy(element_at(to, i), element_at(from, (size_t)source), size);
    for (unsigned d = to->shape.rank; d-- > 0;) {
      source += step[d];
      if (++at[d] < to->shape.size[d]) break;
      source -= step[d] * (ptrdiff_t)to->shape.size[d];
      at[d] = 0;
    }
  }
}

static void row_major_steps(const struct wb_shape *shape, ptrdiff_t *step) {
  ptrdiff_t stride = 1;
  for (unsigned d = shape->rank; d-- > 0;) {
    step[d] = stride;
    stride *= (ptrdiff_t)shape->size[d];
  }
}

static int tensor_transpose(lua_State *lua) {
  const struct wb_tensor *from = wb_tensor_lua_check(lua, 1);
  unsigned order[WB_MAX_RANK] = {0};
  ptrdiff_t steps[WB_MAX_RANK], step[WB_MAX_RANK];
  struct wb_shape shape = {.rank = from->shape.rank};
  read_order(lua, from->shape.rank, order);
  row_major_steps(&from->shape, steps);
  for (unsigned d = 0; d < shape.rank; d++) {
    shape.size[d] = from->shape.size[order[d]];
    step[d] = steps[order[d]];
  }
  gather_strided(from, wb_tensor_lua_new(lua, from->type, &shape), 0, step);
  return 1;
}

/* slice(first, last [, axis]): from first up to, and without, last. */
static int tensor_slice(lua_State *lua) {
  const struct wb_tensor *from = wb_tensor_lua_check(lua, 1);
  unsigned axis = wb_tensor_lua_arg_axis(lua, 4, from, 0);
  size_t first = wb_tensor_lua_arg_size(lua, 2, from->shape.size[axis]);
  size_t last = lua_isnoneornil(lua, 3) ? from->shape.size[axis]
                                        : wb_tensor_lua_arg_size(lua, 3, from->shape.size[axis]);
  ptrdiff_t step[WB_MAX_RANK];
  struct wb_shape shape = from->shape;
  if (last < first)
    return luaL_error(lua, "slice from %I to %I: the end is before the start", (lua_Integer)first,
                      (lua_Integer)last);
  shape.size[axis] = last - first;
  row_major_steps(&from->shape, step);
  gather_strided(from, wb_tensor_lua_new(lua, from->type, &shape), (ptrdiff_t)first * step[axis],
                 step);
  return 1;
}

/* pick(i [, axis]): one place along an axis, which is gone afterwards. */
static int tensor_pick(lua_State *lua) {
  const struct wb_tensor *from = wb_tensor_lua_check(lua, 1);
  unsigned axis = wb_tensor_lua_arg_axis(lua, 3, from, 0);
  lua_Integer at = luaL_checkinteger(lua, 2);
  ptrdiff_t step[WB_MAX_RANK];
  struct wb_shape shape = from->shape;
  if (at < 0 || (size_t)at >= shape.size[axis])
    return luaL_error(lua, "pick %I: axis %d has %I places, counted from 0", at, (int)axis,
                      (lua_Integer)shape.size[axis]);
  row_major_steps(&from->shape, step);
  ptrdiff_t start = (ptrdiff_t)at * step[axis];
  shape.rank--;
  for (unsigned d = axis; d < shape.rank; d++) {
    shape.size[d] = shape.size[d + 1];
    step[d] = step[d + 1];
  }
  gather_strided(from, wb_tensor_lua_new(lua, from->type, &shape), start, step);
  return 1;
}

/* flip([axis]) */
static int tensor_flip(lua_State *lua) {
  const struct wb_tensor *from = wb_tensor_lua_check(lua, 1);
  unsigned axis = wb_tensor_lua_arg_axis(lua, 2, from, 0);
  ptrdiff_t step[WB_MAX_RANK];
  row_major_steps(&from->shape, step);
  ptrdiff_t start = ((ptrdiff_t)from->shape.size[axis] - 1) * step[axis];
  step[axis] = -step[axis];
  gather_strided(from, wb_tensor_lua_new(lua, from->type, &from->shape), start, step);
  return 1;
}

/* roll(shift [, axis]): the element at i moves to i + shift, around the end. */
static int tensor_roll(lua_State *lua) {
  const struct wb_tensor *from = wb_tensor_lua_check(lua, 1);
  lua_Integer shift = luaL_checkinteger(lua, 2);
  unsigned axis = wb_tensor_lua_arg_axis(lua, 3, from, 0);
  struct wb_tensor_lua_axis view = wb_tensor_lua_axis_of(from, axis);
  struct wb_tensor *to = wb_tensor_lua_new(lua, from->type, &from->shape);
  size_t row = view.inner * wb_scalar_size(from->type.scalar);
  lua_Integer length = (lua_Integer)view.length;
  size_t by = length > 0 ? (size_t)(((shift % length) + length) % length) : 0;
  for (size_t o = 0; o < view.outer; o++) {
    char *out = (char *)to->data + o * view.length * row;
    const char *in = (const char *)from->data + o * view.length * row;
    memcpy(out + by * row, in, (view.length - by) * row);
    memcpy(out, in + (view.length - by) * row, by * row);
  }
  return 1;
}

static const struct wb_tensor *list_item(lua_State *lua, lua_Integer index) {
  lua_rawgeti(lua, 1, index);
  const struct wb_tensor *tensor = wb_tensor_lua_test(lua, -1);
  if (tensor == NULL)
    luaL_error(lua, "concat: item %I is %s, not a tensor", index, luaL_typename(lua, -1));
  lua_pop(lua, 1); /* the list keeps it */
  return tensor;
}

/* The shape of the joined tensors; all must agree off the axis. */
static struct wb_shape joined_shape(lua_State *lua, lua_Integer count, unsigned axis) {
  const struct wb_tensor *first = list_item(lua, 1);
  struct wb_shape shape = first->shape;
  char a_text[WB_SHAPE_TEXT_MAX], b_text[WB_SHAPE_TEXT_MAX];
  for (lua_Integer i = 2; i <= count; i++) {
    const struct wb_tensor *other = list_item(lua, i);
    struct wb_shape expected = other->shape;
    if (expected.rank > axis) expected.size[axis] = first->shape.size[axis];
    if (!wb_dtype_equal(first->type, other->type) || !wb_shape_equal(&expected, &first->shape))
      luaL_error(lua, "concat: item %I (%s) does not go with item 1 (%s)", i,
                 wb_shape_text(&other->shape, a_text), wb_shape_text(&first->shape, b_text));
    shape.size[axis] += other->shape.size[axis];
  }
  return shape;
}

/* concat({a, b, …} [, axis]) */
static int tensor_concat(lua_State *lua) {
  luaL_checktype(lua, 1, LUA_TTABLE);
  lua_settop(lua, 2);
  lua_Integer count = (lua_Integer)lua_rawlen(lua, 1);
  if (count == 0) return luaL_error(lua, "concat needs at least one tensor");
  const struct wb_tensor *first = list_item(lua, 1);
  unsigned axis = wb_tensor_lua_arg_axis(lua, 2, first, 0);
  struct wb_shape shape = joined_shape(lua, count, axis);
  struct wb_tensor *to = wb_tensor_lua_new(lua, first->type, &shape);
  struct wb_tensor_lua_axis whole = wb_tensor_lua_axis_of(to, axis);
  size_t row = whole.inner * wb_scalar_size(to->type.scalar), offset = 0;
  for (lua_Integer i = 1; i <= count; i++) {
    const struct wb_tensor *from = list_item(lua, i);
    size_t length = from->shape.size[axis];
    for (size_t o = 0; o < whole.outer; o++)
      memcpy((char *)to->data + (o * whole.length + offset) * row,
             (const char *)from->data + o * length * row, length * row);
    offset += length;
  }
  return 1;
}

/* expand(shape): repeats as broadcasting would. */
static int tensor_expand(lua_State *lua) {
  const struct wb_tensor *from = wb_tensor_lua_check(lua, 1);
  struct wb_shape shape;
  char a_text[WB_SHAPE_TEXT_MAX], b_text[WB_SHAPE_TEXT_MAX];
  wb_tensor_lua_arg_shape(lua, 2, &shape);
  struct wb_shape common = wb_tensor_lua_common_shape(lua, &from->shape, &shape);
  if (!wb_shape_equal(&common, &shape))
    return luaL_error(lua, "%s does not expand to %s", wb_shape_text(&from->shape, a_text),
                      wb_shape_text(&shape, b_text));
  lua_settop(lua, 1);
  if (wb_shape_equal(&from->shape, &shape))
    wb_tensor_lua_copy(lua, from);
  else
    wb_tensor_lua_expand(lua, 1, &shape);
  return 1;
}

const luaL_Reg wb_tensor_lua_shapes[] = {
    {"reshape", tensor_reshape}, {"transpose", tensor_transpose}, {"slice", tensor_slice},
    {"pick", tensor_pick},       {"flip", tensor_flip},           {"roll", tensor_roll},
    {"concat", tensor_concat},   {"expand", tensor_expand},       {NULL, NULL},
};

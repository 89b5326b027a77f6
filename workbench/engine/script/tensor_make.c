/* Functions that make tensors: tensor.new, tensor.range, tensor.build … */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "script/tensor_ops.h"
#include "tensor/fill.h"

static int make_filled(lua_State *lua, const struct wb_fill *fill, uint64_t seed) {
  struct wb_shape shape;
  struct wb_dtype type = wb_tensor_lua_arg_type(lua, 1);
  wb_tensor_lua_arg_shape(lua, 2, &shape);
  struct wb_tensor *tensor = wb_tensor_lua_new(lua, type, &shape);
  memset(tensor->data, 0, wb_tensor_bytes(tensor));
  wb_tensor_fill(tensor, fill, seed);
  return 1;
}

static int make_zeros(lua_State *lua) {
  return make_filled(lua, &(struct wb_fill){.kind = WB_FILL_ZEROS}, 0);
}

static int make_ones(lua_State *lua) {
  return make_filled(lua, &(struct wb_fill){.kind = WB_FILL_ONES}, 0);
}

/* Every lane becomes the number at `index`, which must fit. */
static void fill_with(lua_State *lua, int index, struct wb_tensor *tensor) {
  size_t size = wb_dtype_size(tensor->type);
  size_t count = wb_tensor_count(tensor);
  char *data = tensor->data;
  luaL_checktype(lua, index, LUA_TNUMBER);
  if (!wb_tensor_lua_number_fits(lua, index, tensor->type.scalar))
    luaL_error(lua, "%s", lua_tostring(lua, -1));
  if (count == 0) return;
  memset(data, 0, size);
  for (unsigned lane = 0; lane < tensor->type.lanes; lane++)
    wb_tensor_lua_set(lua, index, tensor, 0, lane);
  for (size_t i = 1; i < count; i++) memcpy(data + i * size, data, size);
}

/* new(type, shape [, value]), full(type, shape, value) */
static int make_new(lua_State *lua) {
  struct wb_shape shape;
  struct wb_dtype type = wb_tensor_lua_arg_type(lua, 1);
  wb_tensor_lua_arg_shape(lua, 2, &shape);
  if (lua_isnoneornil(lua, 3)) return make_zeros(lua);
  struct wb_tensor *tensor = wb_tensor_lua_new(lua, type, &shape);
  fill_with(lua, 3, tensor);
  return 1;
}

static int make_full(lua_State *lua) {
  luaL_checktype(lua, 3, LUA_TNUMBER);
  return make_new(lua);
}

/* like(t [, value]) */
static int make_like(lua_State *lua) {
  const struct wb_tensor *model = wb_tensor_lua_check(lua, 1);
  lua_settop(lua, 2);
  if (lua_isnil(lua, 2)) {
    lua_pushinteger(lua, 0);
    lua_replace(lua, 2);
  }
  struct wb_tensor *tensor = wb_tensor_lua_new(lua, model->type, &model->shape);
  fill_with(lua, 2, tensor);
  return 1;
}

/* range(type, shape [, first [, step]]) */
static int make_range(lua_State *lua) {
  struct wb_fill fill = {.kind = WB_FILL_RANGE};
  fill.first = luaL_optnumber(lua, 3, 0);
  fill.step = luaL_optnumber(lua, 4, 1);
  return make_filled(lua, &fill, 0);
}

/* random(type, shape, seed [, low, high]) */
static int make_random(lua_State *lua) {
  struct wb_dtype type = wb_tensor_lua_arg_type(lua, 1);
  uint64_t seed = (uint64_t)luaL_checkinteger(lua, 3);
  struct wb_fill fill = wb_fill_default_random(type.scalar);
  if (!lua_isnoneornil(lua, 4)) {
    fill.first = luaL_checknumber(lua, 4);
    fill.last = luaL_checknumber(lua, 5);
  }
  if (!(fill.first <= fill.last) || !isfinite(fill.first) || !isfinite(fill.last))
    return luaL_error(lua, "random needs low <= high");
  return make_filled(lua, &fill, seed);
}

static int make_asymmetric(lua_State *lua) {
  return make_filled(lua, &(struct wb_fill){.kind = WB_FILL_ASYMMETRIC},
                     (uint64_t)luaL_optinteger(lua, 3, 1));
}

static int make_permutation(lua_State *lua) {
  return make_filled(lua, &(struct wb_fill){.kind = WB_FILL_PERMUTATION},
                     (uint64_t)luaL_checkinteger(lua, 3));
}

/* The shape that nested lists have along their first items. */
static void list_shape(lua_State *lua, int index, struct wb_dtype type, struct wb_shape *shape) {
  *shape = (struct wb_shape){0};
  lua_pushvalue(lua, index);
  while (lua_type(lua, -1) == LUA_TTABLE) {
    if (shape->rank > WB_MAX_RANK) luaL_error(lua, "lists are nested too deeply");
    if (shape->rank < WB_MAX_RANK) shape->size[shape->rank] = lua_rawlen(lua, -1);
    shape->rank++;
    lua_rawgeti(lua, -1, 1);
    lua_remove(lua, -2);
  }
  lua_pop(lua, 1);
  if (type.lanes > 1 && shape->rank > 0) shape->rank--; /* the innermost are lanes */
  if (shape->rank > WB_MAX_RANK)
    luaL_error(lua, "lists are nested too deeply: tensors have at most %d axes", WB_MAX_RANK);
}

/* from(type, list) */
static int make_from(lua_State *lua) {
  struct wb_shape shape;
  struct wb_dtype type = wb_tensor_lua_arg_type(lua, 1);
  luaL_checktype(lua, 2, LUA_TTABLE);
  list_shape(lua, 2, type, &shape);
  struct wb_tensor *tensor = wb_tensor_lua_new(lua, type, &shape);
  if (!wb_tensor_lua_read_list(lua, 2, tensor))
    return luaL_error(lua, "list%s", lua_tostring(lua, -1));
  return 1;
}

/* Sets an element from `lanes` values on the top of the stack, and pops them. */
static void take_element(lua_State *lua, struct wb_tensor *tensor, size_t element) {
  int lanes = (int)tensor->type.lanes;
  for (int lane = 0; lane < lanes; lane++) {
    int index = lua_gettop(lua) - lanes + 1 + lane;
    if (lua_type(lua, index) != LUA_TNUMBER)
      luaL_error(lua, "element %I: expected a number, got %s", (lua_Integer)element,
                 luaL_typename(lua, index));
    if (!wb_tensor_lua_number_fits(lua, index, tensor->type.scalar))
      luaL_error(lua, "element %I: %s", (lua_Integer)element, lua_tostring(lua, -1));
    wb_tensor_lua_set(lua, index, tensor, element, (unsigned)lane);
  }
  lua_pop(lua, lanes);
}

static void next_position(const struct wb_shape *shape, size_t *at) {
  for (unsigned d = shape->rank; d-- > 0;) {
    if (++at[d] < shape->size[d]) break;
    at[d] = 0;
  }
}

/* build(type, shape, f): f gets each element's indices, from 0. */
static int make_build(lua_State *lua) {
  struct wb_shape shape;
  size_t at[WB_MAX_RANK] = {0};
  struct wb_dtype type = wb_tensor_lua_arg_type(lua, 1);
  wb_tensor_lua_arg_shape(lua, 2, &shape);
  luaL_checktype(lua, 3, LUA_TFUNCTION);
  struct wb_tensor *tensor = wb_tensor_lua_new(lua, type, &shape);
  size_t count = wb_tensor_count(tensor);
  memset(tensor->data, 0, wb_tensor_bytes(tensor));
  luaL_checkstack(lua, WB_MAX_LANES + LUA_MINSTACK, NULL);
  for (size_t i = 0; i < count; i++, next_position(&shape, at)) {
    lua_pushvalue(lua, 3);
    for (unsigned d = 0; d < shape.rank; d++) lua_pushinteger(lua, (lua_Integer)at[d]);
    lua_call(lua, (int)shape.rank, (int)type.lanes);
    take_element(lua, tensor, i);
  }
  return 1;
}

static int is_tensor(lua_State *lua) {
  lua_pushboolean(lua, wb_tensor_lua_test(lua, 1) != NULL);
  return 1;
}

const luaL_Reg wb_tensor_lua_makers[] = {
    {"new", make_new},
    {"zeros", make_zeros},
    {"ones", make_ones},
    {"full", make_full},
    {"like", make_like},
    {"range", make_range},
    {"random", make_random},
    {"asymmetric", make_asymmetric},
    {"permutation", make_permutation},
    {"from", make_from},
    {"build", make_build},
    {"is", is_tensor},
    {NULL, NULL},
};

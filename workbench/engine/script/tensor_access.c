/* Looking at tensors and setting elements: t:at, t:set, t:shape, t:map … */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "script/tensor_ops.h"

static int get_type(lua_State *lua) {
  char name[WB_DTYPE_NAME_MAX];
  lua_pushstring(lua, wb_dtype_name(wb_tensor_lua_check(lua, 1)->type, name));
  return 1;
}

static int get_shape(lua_State *lua) {
  const struct wb_tensor *tensor = wb_tensor_lua_check(lua, 1);
  lua_createtable(lua, (int)tensor->shape.rank, 0);
  for (unsigned d = 0; d < tensor->shape.rank; d++) {
    lua_pushinteger(lua, (lua_Integer)tensor->shape.size[d]);
    lua_rawseti(lua, -2, (lua_Integer)d + 1);
  }
  return 1;
}

static int get_size(lua_State *lua) {
  const struct wb_tensor *tensor = wb_tensor_lua_check(lua, 1);
  unsigned axis = wb_tensor_lua_arg_axis(lua, 2, tensor, 0);
  lua_pushinteger(lua, (lua_Integer)tensor->shape.size[axis]);
  return 1;
}

static int get_rank(lua_State *lua) {
  lua_pushinteger(lua, wb_tensor_lua_check(lua, 1)->shape.rank);
  return 1;
}

static int get_count(lua_State *lua) {
  lua_pushinteger(lua, (lua_Integer)wb_tensor_count(wb_tensor_lua_check(lua, 1)));
  return 1;
}

int wb_tensor_lua_length(lua_State *lua) {
  const struct wb_tensor *tensor = wb_tensor_lua_check(lua, 1);
  lua_pushinteger(lua, tensor->shape.rank > 0 ? (lua_Integer)tensor->shape.size[0] : 1);
  return 1;
}

/* There is room for it: C has LUA_MINSTACK places when it is called, more than the most lanes. */
static int push_element(lua_State *lua, const struct wb_tensor *tensor, size_t element) {
  for (unsigned lane = 0; lane < tensor->type.lanes; lane++)
    wb_tensor_lua_push_lane(lua, tensor, element, lane);
  return (int)tensor->type.lanes;
}

/* at(i, j, …): the element, or the lanes of a vector one after the other. */
int wb_tensor_lua_at(lua_State *lua) {
  const struct wb_tensor *tensor = wb_tensor_lua_check(lua, 1);
  const int indices = lua_gettop(lua) - 1;
  size_t element = wb_tensor_lua_arg_position(lua, 2, tensor);
  if (indices > (int)tensor->shape.rank)
    return luaL_error(lua, "%d indices are needed, got %d", (int)tensor->shape.rank, indices);
  return push_element(lua, tensor, element);
}

static void take_lane(lua_State *lua, int index, struct wb_tensor *tensor, size_t element,
                      unsigned lane) {
  luaL_checktype(lua, index, LUA_TNUMBER);
  if (!wb_tensor_lua_number_fits(lua, index, tensor->type.scalar))
    luaL_error(lua, "%s", lua_tostring(lua, -1));
  wb_tensor_lua_set(lua, index, tensor, element, lane);
}

/* set(i, j, …, value): for vectors, a value for each lane. */
static int set_element(lua_State *lua) {
  struct wb_tensor *tensor = wb_tensor_lua_check(lua, 1);
  int first = 2 + (int)tensor->shape.rank;
  int values = lua_gettop(lua) - first + 1;
  size_t element = wb_tensor_lua_arg_position(lua, 2, tensor);
  if (values != (int)tensor->type.lanes)
    return luaL_error(lua, "set needs %d indices and %d value(s)", (int)tensor->shape.rank,
                      (int)tensor->type.lanes);
  wb_tensor_lua_own(lua, 1);
  for (unsigned lane = 0; lane < tensor->type.lanes; lane++)
    take_lane(lua, first + (int)lane, tensor, element, lane);
  return 0;
}

static int next_element(lua_State *lua) {
  const struct wb_tensor *tensor = wb_tensor_lua_check(lua, 1);
  lua_Integer at = lua_tointeger(lua, 2) + 1;
  if ((size_t)at >= wb_tensor_count(tensor)) return 0;
  lua_pushinteger(lua, at);
  return 1 + push_element(lua, tensor, (size_t)at);
}

/* for i, value in t:each() do: the flat index from 0. */
static int each_element(lua_State *lua) {
  wb_tensor_lua_check(lua, 1);
  lua_pushcfunction(lua, next_element);
  lua_pushvalue(lua, 1);
  lua_pushinteger(lua, -1);
  return 3;
}

static void push_lists(lua_State *lua, const struct wb_tensor *tensor, unsigned axis,
                       size_t *element) {
  size_t length = axis < tensor->shape.rank ? tensor->shape.size[axis] : tensor->type.lanes;
  luaL_checkstack(lua, 4, "too many axes");
  if (axis == tensor->shape.rank && tensor->type.lanes == 1) {
    wb_tensor_lua_push_lane(lua, tensor, (*element)++, 0);
    return;
  }
  lua_createtable(lua, (int)length, 0);
  for (size_t i = 0; i < length; i++) {
    if (axis < tensor->shape.rank)
      push_lists(lua, tensor, axis + 1, element);
    else
      wb_tensor_lua_push_lane(lua, tensor, *element, (unsigned)i);
    lua_rawseti(lua, -2, (lua_Integer)i + 1);
  }
  if (axis == tensor->shape.rank) (*element)++;
}

/* Nested Lua lists, which count from 1. */
static int to_lists(lua_State *lua) {
  const struct wb_tensor *tensor = wb_tensor_lua_check(lua, 1);
  size_t element = 0;
  if (wb_tensor_count(tensor) > INT32_MAX) return luaL_error(lua, "too many elements for a list");
  push_lists(lua, tensor, 0, &element);
  return 1;
}

int wb_tensor_lua_to_string(lua_State *lua) {
  const struct wb_tensor *tensor = wb_tensor_lua_check(lua, 1);
  char text[WB_SHAPE_TEXT_MAX], name[WB_DTYPE_NAME_MAX], element[WB_ELEMENT_TEXT_MAX];
  size_t count = wb_tensor_count(tensor);
  luaL_Buffer buffer;
  wb_dtype_name(tensor->type, name);
  wb_shape_text(&tensor->shape, text);
  luaL_buffinit(lua, &buffer);
  luaL_addstring(&buffer, name);
  luaL_addchar(&buffer, '[');
  luaL_addstring(&buffer, tensor->shape.rank > 0 ? text : "");
  luaL_addstring(&buffer, "]{");
  for (size_t i = 0; i < count && i < 16; i++) {
    wb_tensor_format(tensor, i, element, sizeof element);
    if (i > 0) luaL_addstring(&buffer, ", ");
    luaL_addstring(&buffer, element);
  }
  luaL_addstring(&buffer, count > 16 ? ", …}" : "}");
  luaL_pushresult(&buffer);
  return 1;
}

/* ---- copies ---------------------------------------------------------------------- */

static int tensor_copy(lua_State *lua) {
  wb_tensor_lua_copy(lua, wb_tensor_lua_check(lua, 1));
  return 1;
}

static void convert_run(const struct wb_tensor *from, struct wb_tensor *to, size_t first,
                        size_t n) {
  union {
    int64_t ints[WB_RUN];
    double doubles[WB_RUN];
  } run;
  enum wb_scalar source = from->type.scalar, target = to->type.scalar;
  if (wb_scalar_is_float(source)) {
    wb_tensor_load_doubles(source, from->data, first, n, run.doubles);
    wb_tensor_store_doubles(target, to->data, first, n, run.doubles);
  } else if (!wb_scalar_is_float(target)) {
    wb_tensor_load_ints(source, from->data, first, n, run.ints);
    wb_tensor_store_ints(target, to->data, first, n, run.ints);
  } else if (wb_scalar_size(source) == 8 && target == WB_FLOAT) { /* rounds once */
    wb_tensor_load_ints(source, from->data, first, n, run.ints);
    for (size_t i = 0; i < n; i++)
      ((float *)to->data)[first + i] =
          source == WB_ULONG ? (float)(uint64_t)run.ints[i] : (float)run.ints[i];
  } else {
    wb_tensor_load_doubles(source, from->data, first, n, run.doubles);
    wb_tensor_store_doubles(target, to->data, first, n, run.doubles);
  }
}

/* The nearest number of an integer type; none for NaN, which is 0. */
static int64_t nearest_of_double(enum wb_scalar type, double value) {
  const bool is_signed = wb_scalar_is_signed(type);
  const unsigned bits = 8 * (unsigned)wb_scalar_size(type);
  const uint64_t most = UINT64_MAX >> (64 - bits + (is_signed ? 1 : 0));
  const double end = (double)most + 1; /* 64 bits are rounded up to it */
  int64_t nearest = 0;
  if (value >= end)
    nearest = (int64_t)most;
  else if (value <= (is_signed ? -end : 0))
    nearest = is_signed ? (int64_t)~most : 0;
  else if (!isnan(value))
    nearest = is_signed ? (int64_t)value : (int64_t)(uint64_t)value;
  return nearest;
}

static int64_t nearest_of_int(enum wb_scalar type, enum wb_scalar source, int64_t value) {
  const bool is_signed = wb_scalar_is_signed(type);
  const unsigned bits = 8 * (unsigned)wb_scalar_size(type);
  const uint64_t most = UINT64_MAX >> (64 - bits + (is_signed ? 1 : 0));
  const bool negative = value < 0 && source != WB_ULONG;
  const int64_t least = is_signed ? (int64_t)~most : 0;
  int64_t nearest = value;
  if (negative && value < least) nearest = least;
  if (!negative && (uint64_t)value > most) nearest = (int64_t)most;
  return nearest;
}

static void saturate_run(const struct wb_tensor *from, struct wb_tensor *to, size_t first,
                         size_t n) {
  const enum wb_scalar source = from->type.scalar, target = to->type.scalar;
  int64_t ints[WB_RUN];
  double doubles[WB_RUN];
  if (wb_scalar_is_float(source)) {
    wb_tensor_load_doubles(source, from->data, first, n, doubles);
    for (size_t i = 0; i < n; i++) ints[i] = nearest_of_double(target, doubles[i]);
  } else {
    wb_tensor_load_ints(source, from->data, first, n, ints);
    for (size_t i = 0; i < n; i++) ints[i] = nearest_of_int(target, source, ints[i]);
  }
  wb_tensor_store_ints(target, to->data, first, n, ints);
}

/* astype(type[, "sat"]): a number that the type cannot hold wraps as C's conversions of
 * integers do, or becomes the nearest one as by convert_T_sat. */
static int tensor_astype(lua_State *lua) {
  static const char *const modes[] = {"wrap", "sat", NULL};
  const struct wb_tensor *from = wb_tensor_lua_check(lua, 1);
  struct wb_dtype type = wb_tensor_lua_arg_type(lua, 2);
  const bool saturates = luaL_checkoption(lua, 3, "wrap", modes) == 1;
  size_t total = wb_tensor_lua_components(from);
  if (saturates && (wb_scalar_is_float(type.scalar) || type.scalar == WB_BOOL))
    return luaL_error(lua, "astype(\"%s\", \"sat\"): only integers saturate", lua_tostring(lua, 2));
  if (type.lanes != from->type.lanes)
    return luaL_error(lua, "astype keeps the number of lanes; see :lane and tensor.pack");
  struct wb_tensor *to = wb_tensor_lua_new(lua, type, &from->shape);
  for (size_t first = 0; first < total; first += WB_RUN)
    (saturates ? saturate_run : convert_run)(from, to, first,
                                             total - first < WB_RUN ? total - first : WB_RUN);
  return 1;
}

/* Sets an element from the `lanes` results of a function, on the top. */
static void take_results(lua_State *lua, struct wb_tensor *tensor, size_t element) {
  int lanes = (int)tensor->type.lanes;
  int first = lua_gettop(lua) - lanes + 1;
  for (int lane = 0; lane < lanes; lane++) {
    if (lua_type(lua, first + lane) != LUA_TNUMBER)
      luaL_error(lua, "the function gave %s for element %I, not a number",
                 luaL_typename(lua, first + lane), (lua_Integer)element);
    if (!wb_tensor_lua_number_fits(lua, first + lane, tensor->type.scalar))
      luaL_error(lua, "element %I: %s", (lua_Integer)element, lua_tostring(lua, -1));
    wb_tensor_lua_set(lua, first + lane, tensor, element, (unsigned)lane);
  }
  lua_settop(lua, first - 1);
}

/* map(f), zip_with(other, f): a Lua call for each element. */
static int map_with(lua_State *lua, const struct wb_tensor *other, int function) {
  const struct wb_tensor *tensor = wb_tensor_lua_check(lua, 1);
  luaL_checktype(lua, function, LUA_TFUNCTION);
  struct wb_tensor *out = wb_tensor_lua_new(lua, tensor->type, &tensor->shape);
  size_t count = wb_tensor_count(tensor);
  memset(out->data, 0, wb_tensor_bytes(out));
  luaL_checkstack(lua, 2 * WB_MAX_LANES + LUA_MINSTACK, NULL);
  for (size_t i = 0; i < count; i++) {
    lua_pushvalue(lua, function);
    int arguments = push_element(lua, tensor, i);
    if (other != NULL) arguments += push_element(lua, other, i);
    lua_call(lua, arguments, (int)tensor->type.lanes);
    take_results(lua, out, i);
  }
  return 1;
}

static int tensor_map(lua_State *lua) { return map_with(lua, NULL, 2); }

static int zip_with(lua_State *lua) {
  const struct wb_tensor *a = wb_tensor_lua_check(lua, 1);
  const struct wb_tensor *b = wb_tensor_lua_check(lua, 2);
  char a_text[WB_SHAPE_TEXT_MAX], b_text[WB_SHAPE_TEXT_MAX];
  if (!wb_shape_equal(&a->shape, &b->shape))
    return luaL_error(lua, "zip_with of shapes %s and %s", wb_shape_text(&a->shape, a_text),
                      wb_shape_text(&b->shape, b_text));
  return map_with(lua, b, 3);
}

/* ---- lanes ----------------------------------------------------------------------- */

/* lane(k): lane k of each element. */
static int tensor_lane(lua_State *lua) {
  const struct wb_tensor *from = wb_tensor_lua_check(lua, 1);
  size_t which = wb_tensor_lua_arg_size(lua, 2, from->type.lanes - 1);
  size_t count = wb_tensor_count(from);
  size_t size = wb_scalar_size(from->type.scalar);
  size_t step = wb_dtype_size(from->type);
  struct wb_dtype type = {from->type.scalar, 1};
  struct wb_tensor *to = wb_tensor_lua_new(lua, type, &from->shape);
  for (size_t i = 0; i < count; i++)
    memcpy((char *)to->data + i * size, (const char *)from->data + i * step + which * size, size);
  return 1;
}

/* pack(a, b, …), of as many as vectors have lanes: vectors from their lanes. */
static int tensor_pack(lua_State *lua) {
  int lanes = lua_gettop(lua);
  const struct wb_tensor *first = wb_tensor_lua_check(lua, 1);
  if (lanes < 2 || !wb_lanes_valid((unsigned)lanes))
    return luaL_error(lua, "pack takes 2, 3, 4, 8 or 16 tensors");
  struct wb_dtype type = {first->type.scalar, (unsigned)lanes};
  struct wb_tensor *to = wb_tensor_lua_new(lua, type, &first->shape);
  size_t count = wb_tensor_count(first);
  size_t size = wb_scalar_size(type.scalar);
  size_t step = wb_dtype_size(type);
  for (int k = 0; k < lanes; k++) {
    const struct wb_tensor *from = wb_tensor_lua_check(lua, k + 1);
    if (!wb_dtype_equal(from->type, first->type) || from->type.lanes != 1 ||
        !wb_shape_equal(&from->shape, &first->shape))
      return luaL_error(lua, "pack needs scalars of one type and shape");
    for (size_t i = 0; i < count; i++)
      memcpy((char *)to->data + i * step + (size_t)k * size, (const char *)from->data + i * size,
             size);
  }
  wb_tensor_lua_clear_padding(to);
  return 1;
}

/* assign(other): every element becomes that of the other one. */
static int assign_elements(lua_State *lua) {
  const struct wb_tensor *from = wb_tensor_lua_check(lua, 2);
  struct wb_tensor *to = wb_tensor_lua_check(lua, 1);
  if (!wb_dtype_equal(to->type, from->type) || !wb_shape_equal(&to->shape, &from->shape))
    return luaL_error(lua, "assign needs a tensor of the same type and shape");
  wb_tensor_lua_own(lua, 1);
  if (to != from && wb_tensor_bytes(to) > 0) memcpy(to->data, from->data, wb_tensor_bytes(to));
  return 0;
}

const luaL_Reg wb_tensor_lua_access[] = {
    {"type", get_type},
    {"shape", get_shape},
    {"size", get_size},
    {"rank", get_rank},
    {"count", get_count},
    {"at", wb_tensor_lua_at},
    {"set", set_element},
    {"each", each_element},
    {"lists", to_lists},
    {"copy", tensor_copy},
    {"astype", tensor_astype},
    {"map", tensor_map},
    {"zip_with", zip_with},
    {"lane", tensor_lane},
    {"pack", tensor_pack},
    {"assign", assign_elements},
    {NULL, NULL},
};

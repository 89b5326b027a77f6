/* Choosing and ordering: where, clamp, sort, gather, bincount, equal. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "script/tensor_ops.h"
#include "tensor/compare.h"

/* ---- where -------------------------------------------------------------------------- */

/* Makes the value at `index` a tensor of the type and shape. */
static const struct wb_tensor *as_tensor(lua_State *lua, int index, struct wb_dtype type,
                                         const struct wb_shape *shape) {
  struct wb_tensor *tensor = wb_tensor_lua_test(lua, index);
  char name[WB_DTYPE_NAME_MAX], other[WB_DTYPE_NAME_MAX];
  if (tensor == NULL) {
    luaL_checktype(lua, index, LUA_TNUMBER);
    if (!wb_tensor_lua_number_fits(lua, index, type.scalar))
      luaL_error(lua, "%s", lua_tostring(lua, -1));
    tensor = wb_tensor_lua_new(lua, type, &(struct wb_shape){0});
    memset(tensor->data, 0, wb_dtype_size(type));
    for (unsigned lane = 0; lane < type.lanes; lane++)
      wb_tensor_lua_set(lua, index, tensor, 0, lane);
    lua_replace(lua, index);
  }
  if (!wb_dtype_equal(tensor->type, type))
    luaL_error(lua, "%s and %s do not go together: convert one with :astype",
               wb_dtype_name(tensor->type, name), wb_dtype_name(type, other));
  return wb_tensor_lua_expand(lua, index, shape);
}

/* where(mask, a, b): a where the mask is true, b elsewhere. */
static int tensor_where(lua_State *lua) {
  lua_settop(lua, 3);
  const struct wb_tensor *mask = wb_tensor_lua_check(lua, 1);
  const struct wb_tensor *a = wb_tensor_lua_test(lua, 2), *b = wb_tensor_lua_test(lua, 3);
  struct wb_dtype type = {WB_DOUBLE, 1};
  struct wb_shape shape = mask->shape;
  if (mask->type.scalar != WB_BOOL || mask->type.lanes != 1)
    return luaL_error(lua, "where needs a mask first, as t:gt(0) gives one");
  if (a == NULL && b == NULL)
    return luaL_error(lua, "where needs a tensor among its two values, to know the type");
  type = a != NULL ? a->type : b->type;
  if (a != NULL) shape = wb_tensor_lua_common_shape(lua, &shape, &a->shape);
  if (b != NULL) shape = wb_tensor_lua_common_shape(lua, &shape, &b->shape);
  mask = wb_tensor_lua_expand(lua, 1, &shape);
  a = as_tensor(lua, 2, type, &shape);
  b = as_tensor(lua, 3, type, &shape);
  struct wb_tensor *out = wb_tensor_lua_new(lua, type, &shape);
  const unsigned char *chosen = mask->data;
  size_t count = wb_tensor_count(out), size = wb_dtype_size(type);
  for (size_t i = 0; i < count; i++)
    memcpy((char *)out->data + i * size, (const char *)(chosen[i] != 0 ? a : b)->data + i * size,
           size);
  return 1;
}

/* ---- sort ------------------------------------------------------------------------- */

static int by_double(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  if (isnan(x) || isnan(y)) return isnan(x) - isnan(y);
  return (x > y) - (x < y);
}

static int by_int(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

static int by_ulong(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static void sort_doubles(struct wb_tensor *tensor, size_t first, size_t n, double *line,
                         bool descending) {
  const size_t all = n;
  wb_tensor_load_doubles(tensor->type.scalar, tensor->data, first, n, line);
  qsort(line, n, sizeof *line, by_double);
  while (n > 0 && isnan(line[n - 1])) n--; /* they stay after the numbers */
  for (size_t i = 0; descending && i < n / 2; i++) {
    double swap = line[i];
    line[i] = line[n - 1 - i];
    line[n - 1 - i] = swap;
  }
  wb_tensor_store_doubles(tensor->type.scalar, tensor->data, first, all, line);
}

static void sort_ints(struct wb_tensor *tensor, size_t first, size_t n, int64_t *line,
                      bool descending) {
  wb_tensor_load_ints(tensor->type.scalar, tensor->data, first, n, line);
  qsort(line, n, sizeof *line, tensor->type.scalar == WB_ULONG ? by_ulong : by_int);
  for (size_t i = 0; descending && i < n / 2; i++) {
    int64_t swap = line[i];
    line[i] = line[n - 1 - i];
    line[n - 1 - i] = swap;
  }
  wb_tensor_store_ints(tensor->type.scalar, tensor->data, first, n, line);
}

/* sort([descending]): along the last axis; NaN comes after all numbers, either way. */
static int tensor_sort(lua_State *lua) {
  const struct wb_tensor *from = wb_tensor_lua_check(lua, 1);
  bool descending = lua_toboolean(lua, 2) != 0;
  unsigned rank = from->shape.rank;
  if (from->type.lanes > 1) return luaL_error(lua, "sort needs scalars; see :lane");
  size_t n = rank > 0 ? from->shape.size[rank - 1] : 1;
  void *line = wb_tensor_lua_scratch(lua, n, 8);
  struct wb_tensor *out = wb_tensor_lua_copy(lua, from);
  size_t count = wb_tensor_count(from);
  for (size_t first = 0; first < count; first += n) {
    if (wb_tensor_lua_domain_of(from->type.scalar) == WB_DOMAIN_INT)
      sort_ints(out, first, n, line, descending);
    else
      sort_doubles(out, first, n, line, descending);
  }
  return 1;
}

/* ---- by index ---------------------------------------------------------------------- */

static const struct wb_tensor *check_indices(lua_State *lua, int index, const char *name) {
  const struct wb_tensor *indices = wb_tensor_lua_check(lua, index);
  if (wb_tensor_lua_domain_of(indices->type.scalar) != WB_DOMAIN_INT || indices->type.lanes != 1 ||
      indices->type.scalar == WB_BOOL)
    luaL_error(lua, "%s needs indices of an integer type", name);
  return indices;
}

static size_t index_at(lua_State *lua, const struct wb_tensor *indices, size_t i, size_t length,
                       const char *name) {
  int64_t at = wb_tensor_get_int(indices, i, 0);
  if (at < 0 || (uint64_t)at >= length)
    luaL_error(lua, "%s: index %I (at %I) is out of range 0 to %I", name, (lua_Integer)at,
               (lua_Integer)i, (lua_Integer)length - 1);
  return (size_t)at;
}

/* gather(indices [, axis]): the places along an axis that the (one-axis)
 * indices name, in their order. */
static int tensor_gather(lua_State *lua) {
  const struct wb_tensor *from = wb_tensor_lua_check(lua, 1);
  const struct wb_tensor *indices = check_indices(lua, 2, "gather");
  unsigned axis = wb_tensor_lua_arg_axis(lua, 3, from, 0);
  struct wb_tensor_lua_axis view = wb_tensor_lua_axis_of(from, axis);
  struct wb_shape shape = from->shape;
  if (indices->shape.rank != 1) return luaL_error(lua, "gather takes indices with one axis");
  shape.size[axis] = indices->shape.size[0];
  struct wb_tensor *out = wb_tensor_lua_new(lua, from->type, &shape);
  size_t row = view.inner * wb_scalar_size(from->type.scalar);
  for (size_t o = 0; o < view.outer; o++)
    for (size_t i = 0; i < shape.size[axis]; i++)
      memcpy((char *)out->data + (o * shape.size[axis] + i) * row,
             (const char *)from->data +
                 (o * view.length + index_at(lua, indices, i, view.length, "gather")) * row,
             row);
  return 1;
}

/* bincount(n): how often each of 0 … n-1 occurs; same type. */
static int tensor_bincount(lua_State *lua) {
  const struct wb_tensor *values = check_indices(lua, 1, "bincount");
  size_t bins = wb_tensor_lua_arg_size(lua, 2, SIZE_MAX >> 8), count = wb_tensor_count(values);
  struct wb_tensor *out = wb_tensor_lua_new(lua, values->type, &(struct wb_shape){1, {bins}});
  memset(out->data, 0, wb_tensor_bytes(out));
  for (size_t i = 0; i < count; i++) {
    size_t bin = index_at(lua, values, i, bins, "bincount");
    wb_tensor_set_int(out, bin, 0, wb_tensor_get_int(out, bin, 0) + 1);
  }
  return 1;
}

/* equal(other): the same type, shape and elements; NaN equals NaN. */
static int tensor_equal(lua_State *lua) {
  const struct wb_tensor *a = wb_tensor_lua_check(lua, 1), *b = wb_tensor_lua_check(lua, 2);
  bool same = wb_dtype_equal(a->type, b->type) && wb_shape_equal(&a->shape, &b->shape);
  if (same) {
    struct wb_comparison result;
    wb_tensor_compare(a, b, &(struct wb_tolerance){0}, &result);
    same = result.equal;
  }
  lua_pushboolean(lua, same);
  return 1;
}

const luaL_Reg wb_tensor_lua_orders[] = {
    {"where", tensor_where},       {"sort", tensor_sort},   {"gather", tensor_gather},
    {"bincount", tensor_bincount}, {"equal", tensor_equal}, {NULL, NULL},
};

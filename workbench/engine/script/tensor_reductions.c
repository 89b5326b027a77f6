/* Folding along an axis, or over everything: sum, min, cumsum, argmax … (what can be said with
 * these, such as mean and softmax, is in lua/tensor.lua). Floats accumulate in double, integers in
 * 64 bits that then wrap to their own type. */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "script/tensor_ops.h"

typedef void fold_doubles(double *total, const double *run, size_t n);
typedef void fold_ints(int64_t *total, const int64_t *run, size_t n, uint64_t flip);

/* Lane by lane: total[i] takes run[i]. `flip` is the sign bit for ulong, so
 * that comparing as signed compares as unsigned. */
static void add_doubles(double *total, const double *run, size_t n) {
  for (size_t i = 0; i < n; i++) total[i] += run[i];
}
static void multiply_doubles(double *total, const double *run, size_t n) {
  for (size_t i = 0; i < n; i++) total[i] *= run[i];
}
static void least_doubles(double *total, const double *run, size_t n) {
  for (size_t i = 0; i < n; i++) total[i] = fmin(total[i], run[i]);
}
static void greatest_doubles(double *total, const double *run, size_t n) {
  for (size_t i = 0; i < n; i++) total[i] = fmax(total[i], run[i]);
}
static void add_ints(int64_t *total, const int64_t *run, size_t n, uint64_t flip) {
  (void)flip;
  for (size_t i = 0; i < n; i++) total[i] = (int64_t)((uint64_t)total[i] + (uint64_t)run[i]);
}
static void multiply_ints(int64_t *total, const int64_t *run, size_t n, uint64_t flip) {
  (void)flip;
  for (size_t i = 0; i < n; i++) total[i] = (int64_t)((uint64_t)total[i] * (uint64_t)run[i]);
}
static int64_t flip_sign(int64_t value, uint64_t flip) { return (int64_t)((uint64_t)value ^ flip); }
static void least_ints(int64_t *total, const int64_t *run, size_t n, uint64_t flip) {
  for (size_t i = 0; i < n; i++)
    if (flip_sign(run[i], flip) < flip_sign(total[i], flip)) total[i] = run[i];
}
static void greatest_ints(int64_t *total, const int64_t *run, size_t n, uint64_t flip) {
  for (size_t i = 0; i < n; i++)
    if (flip_sign(run[i], flip) > flip_sign(total[i], flip)) total[i] = run[i];
}

static const struct reduction {
  const char *name;
  fold_doubles *doubles;
  fold_ints *ints;
  double start;
  bool needs_elements; /* starts with the first one instead */
} sum_of = {"sum", add_doubles, add_ints, 0, false},
  product_of = {"prod", multiply_doubles, multiply_ints, 1, false},
  least_of = {"min", least_doubles, least_ints, 0, true},
  greatest_of = {"max", greatest_doubles, greatest_ints, 0, true};

/* One total for each component beside the axis. */
union totals {
  double *doubles;
  int64_t *ints;
};

struct folding {
  const struct reduction *how;
  const struct wb_tensor *from;
  struct wb_tensor_lua_axis view;
  bool is_int, is_cumulative, is_exclusive;
  union totals totals; /* view.inner of them */
  struct wb_tensor *out;
};

static void store_totals(const struct folding *folding, size_t first, size_t n, size_t from_total) {
  if (folding->is_int)
    wb_tensor_store_ints(folding->out->type.scalar, folding->out->data, first, n,
                         folding->totals.ints + from_total);
  else
    wb_tensor_store_doubles(folding->out->type.scalar, folding->out->data, first, n,
                            folding->totals.doubles + from_total);
}

static void start_folding(const struct folding *folding) {
  for (size_t i = 0; i < folding->view.inner; i++) {
    if (folding->is_int)
      folding->totals.ints[i] = (int64_t)folding->how->start;
    else
      folding->totals.doubles[i] = folding->how->start;
  }
}

/* Folds one row of the axis, `first` being its first component. */
static void fold_row(const struct folding *folding, size_t first, bool is_first) {
  union {
    double doubles[WB_RUN];
    int64_t ints[WB_RUN];
  } run;
  enum wb_scalar type = folding->from->type.scalar;
  uint64_t flip = type == WB_ULONG ? UINT64_C(1) << 63 : 0;
  bool copies = is_first && folding->how->needs_elements;
  for (size_t done = 0; done < folding->view.inner; done += WB_RUN) {
    size_t n = folding->view.inner - done < WB_RUN ? folding->view.inner - done : WB_RUN;
    if (folding->is_int) {
      int64_t *totals = folding->totals.ints + done;
      wb_tensor_load_ints(type, folding->from->data, first + done, n, copies ? totals : run.ints);
      if (!copies) folding->how->ints(totals, run.ints, n, flip);
    } else {
      double *totals = folding->totals.doubles + done;
      wb_tensor_load_doubles(type, folding->from->data, first + done, n,
                             copies ? totals : run.doubles);
      if (!copies) folding->how->doubles(totals, run.doubles, n);
    }
  }
}

/* Where the axis is the innermost, a row has one component: fold whole runs of
 * the axis instead, into a few totals side by side that are joined at the end. */
enum { SIDE = 8 };
union side_run {
  double doubles[WB_RUN];
  int64_t ints[WB_RUN];
};

static uint64_t sign_flip(const struct folding *folding) {
  return folding->from->type.scalar == WB_ULONG ? UINT64_C(1) << 63 : 0;
}

/* Each total starts as the first element, or as what changes nothing. */
static void start_sides(const struct folding *folding, size_t first, union side_run *side) {
  enum wb_scalar type = folding->from->type.scalar;
  bool from_first = folding->how->needs_elements;
  for (size_t i = 0; i < SIDE; i++) {
    if (folding->is_int && from_first)
      wb_tensor_load_ints(type, folding->from->data, first, 1, &side->ints[i]);
    else if (folding->is_int)
      side->ints[i] = (int64_t)folding->how->start;
    else if (from_first)
      wb_tensor_load_doubles(type, folding->from->data, first, 1, &side->doubles[i]);
    else
      side->doubles[i] = folding->how->start;
  }
}

static void fold_run(const struct folding *folding, size_t first, size_t n, union side_run *side) {
  union side_run run;
  enum wb_scalar type = folding->from->type.scalar;
  if (folding->is_int)
    wb_tensor_load_ints(type, folding->from->data, first, n, run.ints);
  else
    wb_tensor_load_doubles(type, folding->from->data, first, n, run.doubles);
  for (size_t i = 0; i < n; i += SIDE) {
    size_t width = n - i < SIDE ? n - i : SIDE;
    if (folding->is_int)
      folding->how->ints(side->ints, run.ints + i, width, sign_flip(folding));
    else
      folding->how->doubles(side->doubles, run.doubles + i, width);
  }
}

static void join_sides(const struct folding *folding, const union side_run *side) {
  if (folding->is_int)
    folding->totals.ints[0] = side->ints[0];
  else
    folding->totals.doubles[0] = side->doubles[0];
  for (size_t i = 1; i < SIDE; i++) {
    if (folding->is_int)
      folding->how->ints(folding->totals.ints, &side->ints[i], 1, sign_flip(folding));
    else
      folding->how->doubles(folding->totals.doubles, &side->doubles[i], 1);
  }
}

static void fold_line(const struct folding *folding, size_t first) {
  union side_run side;
  start_sides(folding, first, &side);
  for (size_t done = 0; done < folding->view.length; done += WB_RUN) {
    size_t left = folding->view.length - done;
    fold_run(folding, first + done, left < WB_RUN ? left : WB_RUN, &side);
  }
  join_sides(folding, &side);
}

/* One block of the axis. */
static void fold_block(const struct folding *folding, size_t outer) {
  size_t inner = folding->view.inner, length = folding->view.length;
  size_t base = outer * length * inner;
  start_folding(folding);
  if (inner == 1 && length >= SIDE && !folding->is_cumulative) {
    fold_line(folding, base);
    return;
  }
  for (size_t k = 0; k < length; k++) {
    size_t row = base + k * inner;
    if (folding->is_cumulative && folding->is_exclusive) store_totals(folding, row, inner, 0);
    fold_row(folding, row, k == 0);
    if (folding->is_cumulative && !folding->is_exclusive) store_totals(folding, row, inner, 0);
  }
}

static void check_foldable(lua_State *lua, const struct folding *folding) {
  if (folding->how->needs_elements && folding->view.length == 0)
    luaL_error(lua, "%s of no elements", folding->how->name);
}

static void prepare_folding(lua_State *lua, struct folding *folding, const struct reduction *how,
                            const struct wb_tensor *from) {
  folding->how = how;
  folding->from = from;
  folding->is_int = wb_tensor_lua_domain_of(from->type.scalar) == WB_DOMAIN_INT;
  check_foldable(lua, folding);
  folding->totals.doubles = wb_tensor_lua_scratch(lua, folding->view.inner, sizeof(double));
}

/* A mask's sum is a number of elements. */
static struct wb_dtype result_type(struct wb_dtype type) {
  if (type.scalar == WB_BOOL) type.scalar = WB_INT;
  return type;
}

/* sum(axis): a tensor without that axis. */
static int reduce_axis(lua_State *lua, const struct reduction *how) {
  struct folding folding = {0};
  const struct wb_tensor *from = wb_tensor_lua_check(lua, 1);
  unsigned axis = wb_tensor_lua_arg_axis(lua, 2, from, 0);
  struct wb_shape shape = from->shape;
  folding.view = wb_tensor_lua_axis_of(from, axis);
  prepare_folding(lua, &folding, how, from);
  shape.rank--;
  for (unsigned d = axis; d < shape.rank; d++) shape.size[d] = shape.size[d + 1];
  folding.out = wb_tensor_lua_new(lua, result_type(from->type), &shape);
  for (size_t o = 0; o < folding.view.outer; o++) {
    fold_block(&folding, o);
    store_totals(&folding, o * folding.view.inner, folding.view.inner, 0);
  }
  return 1;
}

/* An integer total, wrapped to its type. */
static int64_t wrap_total(enum wb_scalar type, int64_t value) {
  int64_t kept = value;
  unsigned char bytes[8];
  if (type != WB_BOOL) {
    wb_tensor_store_ints(type, bytes, 0, 1, &value);
    wb_tensor_load_ints(type, bytes, 0, 1, &kept);
  }
  return kept;
}

/* Totals over all elements, one a lane, in folding->totals. */
static void fold_all(lua_State *lua, struct folding *folding, const struct reduction *how,
                     const struct wb_tensor *from) {
  folding->view =
      (struct wb_tensor_lua_axis){1, wb_tensor_count(from), wb_dtype_stride(from->type)};
  prepare_folding(lua, folding, how, from);
  fold_block(folding, 0);
}

/* sum(): a number, or one a lane. */
static int reduce_all(lua_State *lua, const struct reduction *how) {
  struct folding folding = {0};
  const struct wb_tensor *from = wb_tensor_lua_check(lua, 1);
  fold_all(lua, &folding, how, from);
  luaL_checkstack(lua, WB_MAX_LANES, NULL);
  for (unsigned lane = 0; lane < from->type.lanes; lane++) {
    if (folding.is_int)
      lua_pushinteger(lua, wrap_total(from->type.scalar, folding.totals.ints[lane]));
    else
      lua_pushnumber(lua, folding.totals.doubles[lane]);
  }
  return (int)from->type.lanes;
}

static int reduce_tensor(lua_State *lua, const struct reduction *how) {
  return lua_isnoneornil(lua, 2) ? reduce_all(lua, how) : reduce_axis(lua, how);
}

static int tensor_sum(lua_State *lua) { return reduce_tensor(lua, &sum_of); }
static int tensor_prod(lua_State *lua) { return reduce_tensor(lua, &product_of); }
static int tensor_min(lua_State *lua) { return reduce_tensor(lua, &least_of); }
static int tensor_max(lua_State *lua) { return reduce_tensor(lua, &greatest_of); }

/* cumsum([axis [, exclusive]]) */
static int tensor_cumsum(lua_State *lua) {
  struct folding folding = {.is_cumulative = true};
  const struct wb_tensor *from = wb_tensor_lua_check(lua, 1);
  unsigned axis = wb_tensor_lua_arg_axis(lua, 2, from, 0);
  folding.is_exclusive = lua_toboolean(lua, 3) != 0;
  folding.view = wb_tensor_lua_axis_of(from, axis);
  prepare_folding(lua, &folding, &sum_of, from);
  folding.out = wb_tensor_lua_new(lua, result_type(from->type), &from->shape);
  for (size_t o = 0; o < folding.view.outer; o++) fold_block(&folding, o);
  return 1;
}

/* ---- places --------------------------------------------------------------------- */

/* Whether element a is further out than b; NaN never is. */
static bool is_further(const struct wb_tensor *tensor, size_t a, size_t b, bool greatest) {
  bool beaten;
  if (wb_tensor_lua_domain_of(tensor->type.scalar) == WB_DOMAIN_INT) {
    uint64_t flip = tensor->type.scalar == WB_ULONG ? UINT64_C(1) << 63 : 0;
    int64_t x = flip_sign(wb_tensor_get_int(tensor, a, 0), flip);
    int64_t y = flip_sign(wb_tensor_get_int(tensor, b, 0), flip);
    beaten = greatest ? x > y : x < y;
  } else {
    double x = wb_tensor_get(tensor, a, 0), y = wb_tensor_get(tensor, b, 0);
    beaten = greatest ? x > y : x < y;
    if (isnan(y) && !isnan(x)) beaten = true;
  }
  return beaten;
}

/* argmin([axis]), argmax([axis]): the first such place, from 0. */
static int find_extreme(lua_State *lua, bool greatest) {
  const struct wb_tensor *from = wb_tensor_lua_check(lua, 1);
  bool all = lua_isnoneornil(lua, 2);
  struct wb_tensor_lua_axis view = {1, wb_tensor_count(from), 1};
  struct wb_shape shape = {0};
  if (from->type.lanes > 1) return luaL_error(lua, "argmin and argmax need scalars; see :lane");
  if (!all) {
    unsigned axis = wb_tensor_lua_arg_axis(lua, 2, from, 0);
    view = wb_tensor_lua_axis_of(from, axis);
    shape = from->shape;
    shape.rank--;
    for (unsigned d = axis; d < shape.rank; d++) shape.size[d] = shape.size[d + 1];
  }
  if (view.length == 0) return luaL_error(lua, "argmin and argmax need elements");
  struct wb_tensor *out = wb_tensor_lua_new(lua, (struct wb_dtype){WB_INT, 1}, &shape);
  for (size_t i = 0; i < view.outer * view.inner; i++) {
    size_t base = i / view.inner * view.length * view.inner + i % view.inner;
    size_t best = 0;
    for (size_t k = 1; k < view.length; k++)
      if (is_further(from, base + k * view.inner, base + best * view.inner, greatest)) best = k;
    wb_tensor_set_int(out, i, 0, (int64_t)best);
  }
  if (all) lua_pushinteger(lua, wb_tensor_get_int(out, 0, 0));
  return 1;
}

static int tensor_argmin(lua_State *lua) { return find_extreme(lua, false); }
static int tensor_argmax(lua_State *lua) { return find_extreme(lua, true); }

const luaL_Reg wb_tensor_lua_reductions[] = {
    {"sum", tensor_sum},       {"prod", tensor_prod},
    {"min", tensor_min},       {"max", tensor_max},
    {"cumsum", tensor_cumsum}, {"argmin", tensor_argmin},
    {"argmax", tensor_argmax}, {NULL, NULL},
};

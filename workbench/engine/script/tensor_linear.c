/* dot, matmul, conv1d, conv2d. Floats accumulate in double, integers in 64
 * bits; the result is then rounded or wrapped to the tensors' own type. */
#include <string.h>

#include "base/status.h"
#include "script/tensor_ops.h"

/* All elements, as what is calculated in, in memory of Lua's. */
struct operand {
  bool is_int;
  const double *doubles;
  const int64_t *ints;
};

static struct operand load_operand(lua_State *lua, const struct wb_tensor *tensor) {
  size_t count = wb_tensor_count(tensor);
  struct operand operand = {.is_int =
                                wb_tensor_lua_domain_of(tensor->type.scalar) == WB_DOMAIN_INT};
  if (operand.is_int) {
    int64_t *ints = wb_tensor_lua_scratch(lua, count, sizeof *ints);
    wb_tensor_load_ints(tensor->type.scalar, tensor->data, 0, count, ints);
    operand.ints = ints;
  } else {
    double *doubles = wb_tensor_lua_scratch(lua, count, sizeof *doubles);
    wb_tensor_load_doubles(tensor->type.scalar, tensor->data, 0, count, doubles);
    operand.doubles = doubles;
  }
  return operand;
}

/* Sums of products of one row of the result. */
union row {
  double *doubles;
  int64_t *ints;
};

static void clear_row(union row row, bool is_int, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (is_int)
      row.ints[i] = 0;
    else
      row.doubles[i] = 0;
  }
}

/* row[i] += a[at] * b[from + i] */
static void add_multiple(union row row, const struct operand *a, size_t at, const struct operand *b,
                         size_t from, size_t n) {
  if (a->is_int) {
    uint64_t factor = (uint64_t)a->ints[at];
    for (size_t i = 0; i < n; i++)
      row.ints[i] = (int64_t)((uint64_t)row.ints[i] + factor * (uint64_t)b->ints[from + i]);
  } else {
    double factor = a->doubles[at];
    for (size_t i = 0; i < n; i++) row.doubles[i] += factor * b->doubles[from + i];
  }
}

static void store_row(struct wb_tensor *out, size_t first, size_t n, union row row, bool is_int) {
  if (is_int)
    wb_tensor_store_ints(out->type.scalar, out->data, first, n, row.ints);
  else
    wb_tensor_store_doubles(out->type.scalar, out->data, first, n, row.doubles);
}

static void check_pair(lua_State *lua, const char *name, const struct wb_tensor *a,
                       const struct wb_tensor *b) {
  char a_name[WB_DTYPE_NAME_MAX], b_name[WB_DTYPE_NAME_MAX];
  if (!wb_dtype_equal(a->type, b->type))
    luaL_error(lua, "%s of %s and %s: convert one with :astype", name,
               wb_dtype_name(a->type, a_name), wb_dtype_name(b->type, b_name));
  if (a->type.lanes > 1 || a->type.scalar == WB_BOOL)
    luaL_error(lua, "%s needs numbers, not %s", name, wb_dtype_name(a->type, a_name));
}

/* a:dot(b): a number. */
static int tensor_dot(lua_State *lua) {
  const struct wb_tensor *a = wb_tensor_lua_check(lua, 1), *b = wb_tensor_lua_check(lua, 2);
  size_t count = wb_tensor_count(a);
  double total = 0;
  uint64_t whole = 0;
  check_pair(lua, "dot", a, b);
  if (!wb_shape_equal(&a->shape, &b->shape)) return luaL_error(lua, "dot of different shapes");
  struct operand left = load_operand(lua, a), right = load_operand(lua, b);
  for (size_t i = 0; i < count; i++) {
    if (left.is_int)
      whole += (uint64_t)left.ints[i] * (uint64_t)right.ints[i];
    else
      total += left.doubles[i] * right.doubles[i];
  }
  if (left.is_int) {
    struct wb_tensor *one = wb_tensor_lua_new(lua, a->type, &(struct wb_shape){0});
    wb_tensor_set_int(one, 0, 0, (int64_t)whole);
    lua_pushinteger(lua, wb_tensor_get_int(one, 0, 0));
  } else {
    lua_pushnumber(lua, total);
  }
  return 1;
}

/* a:matmul(b): (n×k) times (k×m). */
static int tensor_matmul(lua_State *lua) {
  const struct wb_tensor *a = wb_tensor_lua_check(lua, 1), *b = wb_tensor_lua_check(lua, 2);
  char a_text[WB_SHAPE_TEXT_MAX], b_text[WB_SHAPE_TEXT_MAX];
  union row row;
  check_pair(lua, "matmul", a, b);
  if (a->shape.rank != 2 || b->shape.rank != 2 || a->shape.size[1] != b->shape.size[0])
    return luaL_error(lua, "matmul of %s and %s: it takes n×k and k×m",
                      wb_shape_text(&a->shape, a_text), wb_shape_text(&b->shape, b_text));
  size_t n = a->shape.size[0], depth = a->shape.size[1], m = b->shape.size[1];
  struct operand left = load_operand(lua, a), right = load_operand(lua, b);
  row.doubles = wb_tensor_lua_scratch(lua, m, sizeof(double));
  struct wb_tensor *out = wb_tensor_lua_new(lua, a->type, &(struct wb_shape){2, {n, m}});
  for (size_t i = 0; i < n; i++) {
    clear_row(row, left.is_int, m);
    for (size_t k = 0; k < depth; k++) add_multiple(row, &left, i * depth + k, &right, k * m, m);
    store_row(out, i * m, m, row, left.is_int);
  }
  return 1;
}

/* How a convolution treats its ends: see docs/tensors.md. */
struct window {
  const char *mode;
  size_t length; /* of the result */
  size_t before; /* zeros in front of the input */
};

static struct window read_window(const char *mode, size_t n, size_t k) {
  size_t fits = n >= k ? n - k + 1 : 0;
  struct window window = {mode, n, 0};
  if (strcmp(mode, "same") == 0) window.before = k > 0 ? (k - 1) / 2 : 0;
  if (strcmp(mode, "valid") == 0) window.length = fits;
  return window;
}

static const char *check_mode(lua_State *lua, int index) {
  static const char *const modes[] = {"forward", "same", "valid", NULL};
  return modes[luaL_checkoption(lua, index, "forward", modes)];
}

/* Adds tap j of one row: out[i] += a[i + j - before] * b[j] where that is in
 * the input's row of n elements, which begins at `base`. */
static void add_tap(union row row, const struct window *window, const struct operand *b, size_t tap,
                    size_t j, const struct operand *a, size_t base, size_t n) {
  size_t first = j < window->before ? window->before - j : 0;
  size_t shift = j > window->before ? j - window->before : 0;
  size_t room = shift < n ? n - shift : 0;
  size_t length = window->length > first ? window->length - first : 0;
  if (length > room) length = room;
  if (length == 0) return;
  union row from = row;
  if (b->is_int)
    from.ints += first;
  else
    from.doubles += first;
  add_multiple(from, b, tap, a, base + shift, length);
}

/* a:conv1d(b [, mode]): out[i] = sum over j of a[i + j] * b[j]. */
static int tensor_conv1d(lua_State *lua) {
  const struct wb_tensor *a = wb_tensor_lua_check(lua, 1), *b = wb_tensor_lua_check(lua, 2);
  const char *mode = check_mode(lua, 3);
  union row row;
  check_pair(lua, "conv1d", a, b);
  if (a->shape.rank != 1 || b->shape.rank != 1)
    return luaL_error(lua, "conv1d takes tensors with one axis");
  size_t n = a->shape.size[0], k = b->shape.size[0];
  struct window window = read_window(mode, n, k);
  struct operand input = load_operand(lua, a), taps = load_operand(lua, b);
  row.doubles = wb_tensor_lua_scratch(lua, window.length, sizeof(double));
  clear_row(row, input.is_int, window.length);
  for (size_t j = 0; j < k; j++) add_tap(row, &window, &taps, j, j, &input, 0, n);
  struct wb_tensor *out = wb_tensor_lua_new(lua, a->type, &(struct wb_shape){1, {window.length}});
  store_row(out, 0, window.length, row, input.is_int);
  return 1;
}

/* a:conv2d(b [, mode]): the same along both axes. */
static int tensor_conv2d(lua_State *lua) {
  const struct wb_tensor *a = wb_tensor_lua_check(lua, 1), *b = wb_tensor_lua_check(lua, 2);
  const char *mode = check_mode(lua, 3);
  union row row;
  check_pair(lua, "conv2d", a, b);
  if (a->shape.rank != 2 || b->shape.rank != 2)
    return luaL_error(lua, "conv2d takes tensors with two axes");
  size_t height = a->shape.size[0], width = a->shape.size[1];
  size_t rows = b->shape.size[0], columns = b->shape.size[1];
  struct window down = read_window(mode, height, rows), across = read_window(mode, width, columns);
  struct operand input = load_operand(lua, a), taps = load_operand(lua, b);
  row.doubles = wb_tensor_lua_scratch(lua, across.length, sizeof(double));
  struct wb_tensor *out =
      wb_tensor_lua_new(lua, a->type, &(struct wb_shape){2, {down.length, across.length}});
  for (size_t y = 0; y < down.length; y++) {
    clear_row(row, input.is_int, across.length);
    for (size_t r = 0; r < rows; r++) {
      if (y + r < down.before || y + r - down.before >= height) continue;
      size_t base = (y + r - down.before) * width;
      for (size_t c = 0; c < columns; c++)
        add_tap(row, &across, &taps, r * columns + c, c, &input, base, width);
    }
    store_row(out, y * across.length, across.length, row, input.is_int);
  }
  return 1;
}

const luaL_Reg wb_tensor_lua_linear[] = {
    {"dot", tensor_dot},
    {"matmul", tensor_matmul},
    {"conv1d", tensor_conv1d},
    {"conv2d", tensor_conv2d},
    {NULL, NULL},
};

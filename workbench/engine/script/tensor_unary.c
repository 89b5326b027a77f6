/* Elementwise operations on one tensor: -a, a:sqrt(), a:clamp(0, 1) … */
#include <math.h>
#include <string.h>

#include "script/tensor_ops.h"

typedef float float_function(float x);
typedef double double_function(double x);
typedef int64_t int_function(int64_t x);

static int64_t negate_int(int64_t x) { return (int64_t)(0 - (uint64_t)x); }
static int64_t abs_int(int64_t x) { return x < 0 ? negate_int(x) : x; }
static int64_t not_int(int64_t x) { return ~x; }
static int64_t same_int(int64_t x) { return x; }
static int64_t sign_int(int64_t x) { return (x > 0) - (x < 0); }
static int64_t relu_int(int64_t x) { return x > 0 ? x : 0; }
static int64_t sign_unsigned(int64_t x) { return x != 0; }
static float negate_float(float x) { return -x; }
static double negate_double(double x) { return -x; }
static float sign_float(float x) { return isnan(x) ? x : (float)((x > 0) - (x < 0)); }
static double sign_double(double x) { return isnan(x) ? x : (double)((x > 0) - (x < 0)); }
static float relu_float(float x) { return x > 0 ? x : 0; }
static double relu_double(double x) { return x > 0 ? x : 0; }
static float rsqrt_float(float x) { return 1 / sqrtf(x); }
static double rsqrt_double(double x) { return 1 / sqrt(x); }

static const struct unary {
  const char *name, *event;
  int_function *ints; /* NULL: floats only */
  float_function *floats;
  double_function *doubles;
} operations[] = {
    {"neg", "__unm", negate_int, negate_float, negate_double},
    {"bnot", "__bnot", not_int, NULL, NULL},
    {"abs", NULL, abs_int, fabsf, fabs},
    {"sign", NULL, sign_int, sign_float, sign_double},
    {"relu", NULL, relu_int, relu_float, relu_double},
    {"floor", NULL, same_int, floorf, floor},
    {"ceil", NULL, same_int, ceilf, ceil},
    {"round", NULL, same_int, roundf, round},
    {"rint", NULL, same_int, rintf, rint},
    {"trunc", NULL, same_int, truncf, trunc},
    {"sqrt", NULL, NULL, sqrtf, sqrt},
    {"rsqrt", NULL, NULL, rsqrt_float, rsqrt_double},
    {"exp", NULL, NULL, expf, exp},
    {"exp2", NULL, NULL, exp2f, exp2},
    {"log", NULL, NULL, logf, log},
    {"log2", NULL, NULL, log2f, log2},
    {"log10", NULL, NULL, log10f, log10},
    {"sin", NULL, NULL, sinf, sin},
    {"cos", NULL, NULL, cosf, cos},
    {"tan", NULL, NULL, tanf, tan},
    {"tanh", NULL, NULL, tanhf, tanh},
};
enum { N_OPERATIONS = sizeof operations / sizeof operations[0] };

/* An ulong may have the highest bit, which is no sign. */
static int_function *function_of(const struct unary *operation, enum wb_scalar scalar) {
  if (scalar != WB_ULONG) return operation->ints;
  if (operation->ints == abs_int || operation->ints == relu_int) return same_int;
  return operation->ints == sign_int ? sign_unsigned : operation->ints;
}

static void apply_ints(const struct unary *operation, const struct wb_tensor *a,
                       struct wb_tensor *out) {
  int64_t run[WB_RUN];
  int_function *f = function_of(operation, a->type.scalar);
  size_t total = wb_tensor_lua_components(a);
  for (size_t first = 0; first < total; first += WB_RUN) {
    size_t n = total - first < WB_RUN ? total - first : WB_RUN;
    wb_tensor_load_ints(a->type.scalar, a->data, first, n, run);
    for (size_t i = 0; i < n; i++) run[i] = f(run[i]);
    wb_tensor_store_ints(out->type.scalar, out->data, first, n, run);
  }
}

static void apply_floats(const struct unary *operation, const struct wb_tensor *a,
                         struct wb_tensor *out) {
  float run[WB_RUN];
  size_t total = wb_tensor_lua_components(a);
  for (size_t first = 0; first < total; first += WB_RUN) {
    size_t n = total - first < WB_RUN ? total - first : WB_RUN;
    wb_tensor_load_floats(a->type.scalar, a->data, first, n, run);
    for (size_t i = 0; i < n; i++) run[i] = operation->floats(run[i]);
    wb_tensor_store_floats(out->type.scalar, out->data, first, n, run);
  }
}

static void apply_doubles(const struct unary *operation, const struct wb_tensor *a,
                          struct wb_tensor *out) {
  const double *in = a->data;
  double *result = out->data;
  size_t total = wb_tensor_lua_components(a);
  for (size_t i = 0; i < total; i++) result[i] = operation->doubles(in[i]);
}

/* ~mask is the other mask, though its bytes are 0 and 1. */
static void invert_mask(const struct wb_tensor *a, struct wb_tensor *out) {
  const unsigned char *in = a->data;
  unsigned char *result = out->data;
  size_t total = wb_tensor_lua_components(a);
  for (size_t i = 0; i < total; i++) result[i] = in[i] == 0;
}

static int call_unary(lua_State *lua) {
  const struct unary *operation = lua_touserdata(lua, lua_upvalueindex(1));
  const struct wb_tensor *a = wb_tensor_lua_check(lua, 1);
  enum wb_scalar scalar = a->type.scalar;
  enum wb_tensor_lua_domain domain = wb_tensor_lua_domain_of(scalar);
  char name[WB_DTYPE_NAME_MAX];
  bool is_int = domain == WB_DOMAIN_INT;
  if (is_int ? operation->ints == NULL : operation->floats == NULL)
    return luaL_error(lua, "%s needs %s, not %s: convert with :astype", operation->name,
                      is_int ? "floats" : "integers", wb_dtype_name(a->type, name));
  if (scalar == WB_BOOL && operation->ints != not_int)
    return luaL_error(lua, "%s of a mask: convert it with :astype first", operation->name);
  struct wb_tensor *out = wb_tensor_lua_new(lua, a->type, &a->shape);
  if (scalar == WB_BOOL)
    invert_mask(a, out);
  else if (is_int)
    apply_ints(operation, a, out);
  else if (domain == WB_DOMAIN_FLOAT)
    apply_floats(operation, a, out);
  else
    apply_doubles(operation, a, out);
  wb_tensor_lua_clear_padding(out);
  return 1;
}

void wb_tensor_lua_add_unary(lua_State *lua) {
  for (size_t i = 0; i < N_OPERATIONS; i++) {
    lua_pushlightuserdata(lua, (void *)(uintptr_t)&operations[i]);
    lua_pushcclosure(lua, call_unary, 1);
    wb_tensor_lua_add_method(lua, operations[i].name, operations[i].event);
  }
}

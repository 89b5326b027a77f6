/* Elementwise operations on two operands: a + b, a:maximum(b), a:lt(b) …
 *
 * Each operation is three small loops over runs of components, one for each
 * type that is calculated in; a table names them. */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "script/tensor_ops.h"

/* What loops over integers need to know of the elements' own type. */
struct int_type {
  unsigned bits;
  bool is_ulong; /* the 64 bits are unsigned */
};

/* Where an operation has no result (division by zero): the component, or the
 * run's length where all went well. */
typedef size_t int_loop(const struct int_type *type, size_t n, const int64_t *a, const int64_t *b,
                        int64_t *out);
typedef void float_loop(size_t n, const float *a, const float *b, float *out);
typedef void double_loop(size_t n, const double *a, const double *b, double *out);

#define INT_LOOP(NAME, VALUE)                                                        \
  static size_t NAME##_ints(const struct int_type *type, size_t n, const int64_t *a, \
                            const int64_t *b, int64_t *out) {                        \
    (void)type;                                                                      \
    for (size_t i = 0; i < n; i++) {                                                 \
      uint64_t x = (uint64_t)a[i], y = (uint64_t)b[i];                               \
      out[i] = (int64_t)(VALUE);                                                     \
    }                                                                                \
    return n;                                                                        \
  }
#define FLOAT_LOOPS(NAME, VALUE, VALUE_DOUBLE)                                          \
  static void NAME##_floats(size_t n, const float *a, const float *b, float *out) {     \
    for (size_t i = 0; i < n; i++) {                                                    \
      float x = a[i], y = b[i];                                                         \
      out[i] = (VALUE);                                                                 \
    }                                                                                   \
  }                                                                                     \
  static void NAME##_doubles(size_t n, const double *a, const double *b, double *out) { \
    for (size_t i = 0; i < n; i++) {                                                    \
      double x = a[i], y = b[i];                                                        \
      out[i] = (VALUE_DOUBLE);                                                          \
    }                                                                                   \
  }

/* Unsigned arithmetic wraps without being undefined. */
INT_LOOP(add, x + y)
INT_LOOP(sub, x - y)
INT_LOOP(mul, x *y)
INT_LOOP(and, x &y)
INT_LOOP(or, x | y)
INT_LOOP(xor, x ^ y)
/* Shifts take the amount modulo the type's width, as OpenCL C does. */
INT_LOOP(shl, x << (y & (type->bits - 1)))
INT_LOOP(shr, type->is_ulong ? x >> (y & 63) : (uint64_t)(a[i] >> (y & (type->bits - 1))))
INT_LOOP(min, (type->is_ulong ? x < y : a[i] < b[i]) ? x : y)
INT_LOOP(max, (type->is_ulong ? x > y : a[i] > b[i]) ? x : y)
FLOAT_LOOPS(add, x + y, x + y)
FLOAT_LOOPS(sub, x - y, x - y)
FLOAT_LOOPS(mul, x *y, x *y)
FLOAT_LOOPS(div, x / y, x / y)
FLOAT_LOOPS(idiv, floorf(x / y), floor(x / y))
FLOAT_LOOPS(mod, x - floorf(x / y) * y, x - floor(x / y) * y)
FLOAT_LOOPS(pow, powf(x, y), pow(x, y))
FLOAT_LOOPS(min, fminf(x, y), fmin(x, y))
FLOAT_LOOPS(max, fmaxf(x, y), fmax(x, y))

/* Quotient and remainder as C has them, with the one overflow wrapped. */
struct quotient {
  int64_t quotient, remainder;
};

static struct quotient divide_integers(const struct int_type *type, int64_t a, int64_t b) {
  if (type->is_ulong)
    return (struct quotient){(int64_t)((uint64_t)a / (uint64_t)b),
                             (int64_t)((uint64_t)a % (uint64_t)b)};
  if (b == -1) return (struct quotient){(int64_t)(0 - (uint64_t)a), 0};
  return (struct quotient){a / b, a % b};
}

static size_t div_ints(const struct int_type *type, size_t n, const int64_t *a, const int64_t *b,
                       int64_t *out) {
  for (size_t i = 0; i < n; i++) {
    if (b[i] == 0) return i;
    out[i] = divide_integers(type, a[i], b[i]).quotient;
  }
  return n;
}

static size_t mod_ints(const struct int_type *type, size_t n, const int64_t *a, const int64_t *b,
                       int64_t *out) {
  for (size_t i = 0; i < n; i++) {
    if (b[i] == 0) return i;
    out[i] = divide_integers(type, a[i], b[i]).remainder;
  }
  return n;
}

static size_t idiv_ints(const struct int_type *type, size_t n, const int64_t *a, const int64_t *b,
                        int64_t *out) {
  for (size_t i = 0; i < n; i++) {
    if (b[i] == 0) return i;
    struct quotient q = divide_integers(type, a[i], b[i]);
    bool below = !type->is_ulong && q.remainder != 0 && (q.remainder < 0) != (b[i] < 0);
    out[i] = q.quotient - below;
  }
  return n;
}

static size_t pow_ints(const struct int_type *type, size_t n, const int64_t *a, const int64_t *b,
                       int64_t *out) {
  for (size_t i = 0; i < n; i++) {
    uint64_t result = 1, base = (uint64_t)a[i];
    if (b[i] < 0 && !type->is_ulong) return i;
    for (uint64_t power = (uint64_t)b[i]; power > 0; power >>= 1) {
      if ((power & 1) != 0) result *= base;
      base *= base;
    }
    out[i] = (int64_t)result;
  }
  return n;
}

/* Comparisons: which of less, equal, greater, unordered make it true. */
enum { LESS = 1, EQUAL = 2, GREATER = 4, UNORDERED = 8 };

static const struct binary {
  const char *name, *event, *refusal;
  int_loop *ints;
  float_loop *floats;
  double_loop *doubles;
  unsigned comparison;
  bool on_bools;
} operations[] = {
    {"add", "__add", NULL, add_ints, add_floats, add_doubles, 0, false},
    {"sub", "__sub", NULL, sub_ints, sub_floats, sub_doubles, 0, false},
    {"mul", "__mul", NULL, mul_ints, mul_floats, mul_doubles, 0, false},
    {"div", "__div", "division by zero", div_ints, div_floats, div_doubles, 0, false},
    {"idiv", "__idiv", "division by zero", idiv_ints, idiv_floats, idiv_doubles, 0, false},
    {"mod", "__mod", "remainder of a division by zero", mod_ints, mod_floats, mod_doubles, 0,
     false},
    {"pow", "__pow", "a negative power of an integer", pow_ints, pow_floats, pow_doubles, 0, false},
    {"minimum", NULL, NULL, min_ints, min_floats, min_doubles, 0, false},
    {"maximum", NULL, NULL, max_ints, max_floats, max_doubles, 0, false},
    {"band", "__band", NULL, and_ints, NULL, NULL, 0, true},
    {"bor", "__bor", NULL, or_ints, NULL, NULL, 0, true},
    {"bxor", "__bxor", NULL, xor_ints, NULL, NULL, 0, true},
    {"shl", "__shl", NULL, shl_ints, NULL, NULL, 0, false},
    {"shr", "__shr", NULL, shr_ints, NULL, NULL, 0, false},
    {"eq", NULL, NULL, NULL, NULL, NULL, EQUAL, true},
    {"ne", NULL, NULL, NULL, NULL, NULL, LESS | GREATER | UNORDERED, true},
    {"lt", NULL, NULL, NULL, NULL, NULL, LESS, true},
    {"le", NULL, NULL, NULL, NULL, NULL, LESS | EQUAL, true},
    {"gt", NULL, NULL, NULL, NULL, NULL, GREATER, true},
    {"ge", NULL, NULL, NULL, NULL, NULL, GREATER | EQUAL, true},
};
enum { N_OPERATIONS = sizeof operations / sizeof operations[0] };

/* ---- operands ------------------------------------------------------------------- */

/* Room for a run of an operand, in whatever type is calculated in. */
union run {
  int64_t ints[WB_RUN];
  float floats[WB_RUN];
  double doubles[WB_RUN];
};

/* A tensor, or one number that the runs are filled with once. */
struct operand {
  const struct wb_tensor *tensor;
  union run run;
};

static void fill_run(lua_State *lua, int index, enum wb_tensor_lua_domain domain, union run *run) {
  for (size_t i = 0; i < WB_RUN; i++) {
    if (domain == WB_DOMAIN_INT) run->ints[i] = lua_tointeger(lua, index);
    if (domain == WB_DOMAIN_FLOAT) run->floats[i] = (float)lua_tonumber(lua, index);
    if (domain == WB_DOMAIN_DOUBLE) run->doubles[i] = lua_tonumber(lua, index);
  }
}

static const int64_t *int_run(struct operand *operand, size_t first, size_t n) {
  if (operand->tensor != NULL)
    wb_tensor_load_ints(operand->tensor->type.scalar, operand->tensor->data, first, n,
                        operand->run.ints);
  return operand->run.ints;
}

static const float *float_run(struct operand *operand, size_t first, size_t n) {
  const struct wb_tensor *tensor = operand->tensor;
  if (tensor != NULL && tensor->type.scalar == WB_FLOAT) return (const float *)tensor->data + first;
  if (tensor != NULL)
    wb_tensor_load_floats(tensor->type.scalar, tensor->data, first, n, operand->run.floats);
  return operand->run.floats;
}

static const double *double_run(struct operand *operand, size_t first, size_t n) {
  if (operand->tensor != NULL)
    wb_tensor_load_doubles(operand->tensor->type.scalar, operand->tensor->data, first, n,
                           operand->run.doubles);
  return operand->run.doubles;
}

/* ---- the loops over runs ---------------------------------------------------------- */

struct job {
  const struct binary *operation;
  struct operand a, b;
  struct wb_dtype type;
  struct wb_tensor *out;
};

static size_t run_length(size_t total, size_t first) {
  return total - first < WB_RUN ? total - first : WB_RUN;
}

/* Whether component `at` is the padding of a 3-vector: nothing to complain of. */
static bool is_padding(struct wb_dtype type, size_t at) { return type.lanes == 3 && at % 4 == 3; }

/* The component that has no result; `total` where all have one. */
static size_t apply_ints(struct job *job, size_t total) {
  struct int_type type = {8 * (unsigned)wb_scalar_size(job->type.scalar),
                          job->type.scalar == WB_ULONG};
  int64_t out[WB_RUN];
  for (size_t first = 0; first < total;) {
    size_t n = run_length(total, first);
    const int64_t *a = int_run(&job->a, first, n);
    const int64_t *b = int_run(&job->b, first, n);
    size_t done = job->operation->ints(&type, n, a, b, out);
    if (done < n && !is_padding(job->type, first + done)) return first + done;
    wb_tensor_store_ints(job->type.scalar, job->out->data, first, done, out);
    first += done < n ? done + 1 : n;
  }
  return total;
}

static void apply_floats(struct job *job, size_t total) {
  float out[WB_RUN];
  bool direct = job->type.scalar == WB_FLOAT;
  for (size_t first = 0; first < total; first += WB_RUN) {
    size_t n = run_length(total, first);
    float *into = direct ? (float *)job->out->data + first : out;
    job->operation->floats(n, float_run(&job->a, first, n), float_run(&job->b, first, n), into);
    if (!direct) wb_tensor_store_floats(job->type.scalar, job->out->data, first, n, out);
  }
}

static void apply_doubles(struct job *job, size_t total) {
  for (size_t first = 0; first < total; first += WB_RUN) {
    size_t n = run_length(total, first);
    job->operation->doubles(n, double_run(&job->a, first, n), double_run(&job->b, first, n),
                            (double *)job->out->data + first);
  }
}

static void compare_ints(struct job *job, size_t first, size_t n, unsigned char *out) {
  const int64_t *a = int_run(&job->a, first, n);
  const int64_t *b = int_run(&job->b, first, n);
  uint64_t flip = job->type.scalar == WB_ULONG ? UINT64_C(1) << 63 : 0;
  unsigned wanted = job->operation->comparison;
  for (size_t i = 0; i < n; i++) {
    int64_t x = (int64_t)((uint64_t)a[i] ^ flip), y = (int64_t)((uint64_t)b[i] ^ flip);
    unsigned order = x < y ? LESS : x == y ? EQUAL : GREATER;
    out[i] = (order & wanted) != 0;
  }
}

static void compare_doubles(struct job *job, size_t first, size_t n, unsigned char *out) {
  union run a_run, b_run;
  const double *a, *b;
  unsigned wanted = job->operation->comparison;
  if (wb_tensor_lua_domain_of(job->type.scalar) == WB_DOMAIN_FLOAT) {
    const float *a_floats = float_run(&job->a, first, n), *b_floats = float_run(&job->b, first, n);
    for (size_t i = 0; i < n; i++) a_run.doubles[i] = (double)a_floats[i];
    for (size_t i = 0; i < n; i++) b_run.doubles[i] = (double)b_floats[i];
    a = a_run.doubles;
    b = b_run.doubles;
  } else {
    a = double_run(&job->a, first, n);
    b = double_run(&job->b, first, n);
  }
  for (size_t i = 0; i < n; i++) {
    unsigned order = a[i] < b[i] ? LESS : a[i] == b[i] ? EQUAL : a[i] > b[i] ? GREATER : UNORDERED;
    out[i] = (order & wanted) != 0;
  }
}

static void apply_comparison(struct job *job, size_t total) {
  bool ints = wb_tensor_lua_domain_of(job->type.scalar) == WB_DOMAIN_INT;
  for (size_t first = 0; first < total; first += WB_RUN) {
    size_t n = run_length(total, first);
    unsigned char *out = (unsigned char *)job->out->data + first;
    if (ints)
      compare_ints(job, first, n, out);
    else
      compare_doubles(job, first, n, out);
  }
}

/* ---- calls from Lua -------------------------------------------------------------- */

static void check_types(lua_State *lua, const struct binary *operation, const struct wb_tensor *a,
                        const struct wb_tensor *b) {
  char a_name[WB_DTYPE_NAME_MAX], b_name[WB_DTYPE_NAME_MAX];
  const struct wb_tensor *one = a != NULL ? a : b;
  enum wb_scalar scalar = one->type.scalar;
  bool is_float = wb_scalar_is_float(scalar);
  if (a != NULL && b != NULL && !wb_dtype_equal(a->type, b->type))
    luaL_error(lua, "%s of %s and %s: convert one with :astype", operation->name,
               wb_dtype_name(a->type, a_name), wb_dtype_name(b->type, b_name));
  if (is_float && operation->comparison == 0 && operation->floats == NULL)
    luaL_error(lua, "%s needs integers, not %s", operation->name, wb_dtype_name(one->type, a_name));
  if (scalar == WB_BOOL && !operation->on_bools)
    luaL_error(lua, "%s of a mask: convert it with :astype first", operation->name);
}

static void check_number(lua_State *lua, const struct binary *operation, int index,
                         enum wb_scalar type) {
  if (lua_type(lua, index) != LUA_TNUMBER)
    luaL_error(lua, "%s of a tensor and %s", operation->name, luaL_typename(lua, index));
  if (!wb_tensor_lua_number_fits(lua, index, type))
    luaL_error(lua, "%s: %s", operation->name, lua_tostring(lua, -1));
}

/* Both operands have the shape of the result afterwards. */
static struct wb_shape match_shapes(lua_State *lua, struct job *job) {
  if (job->a.tensor == NULL) return job->b.tensor->shape;
  if (job->b.tensor == NULL) return job->a.tensor->shape;
  struct wb_shape shape =
      wb_tensor_lua_common_shape(lua, &job->a.tensor->shape, &job->b.tensor->shape);
  job->a.tensor = wb_tensor_lua_expand(lua, 1, &shape);
  job->b.tensor = wb_tensor_lua_expand(lua, 2, &shape);
  return shape;
}

static void set_operand(lua_State *lua, struct job *job, int index, struct operand *operand) {
  if (operand->tensor != NULL) return;
  check_number(lua, job->operation, index, job->type.scalar);
  fill_run(lua, index, wb_tensor_lua_domain_of(job->type.scalar), &operand->run);
}

static void apply_operation(lua_State *lua, struct job *job) {
  size_t total = wb_tensor_lua_components(job->out);
  enum wb_tensor_lua_domain domain = wb_tensor_lua_domain_of(job->type.scalar);
  if (job->operation->comparison != 0) {
    apply_comparison(job, total);
  } else if (domain == WB_DOMAIN_INT) {
    size_t done = apply_ints(job, total);
    if (done < total)
      luaL_error(lua, "%s, at element %I (counted from 0)", job->operation->refusal,
                 (lua_Integer)(done / wb_dtype_stride(job->type)));
  } else if (domain == WB_DOMAIN_FLOAT) {
    apply_floats(job, total);
  } else {
    apply_doubles(job, total);
  }
  wb_tensor_lua_clear_padding(job->out);
}

static int call_binary(lua_State *lua) {
  struct job job;
  job.operation = lua_touserdata(lua, lua_upvalueindex(1));
  lua_settop(lua, 2);
  job.a.tensor = wb_tensor_lua_test(lua, 1);
  job.b.tensor = wb_tensor_lua_test(lua, 2);
  if (job.a.tensor == NULL && job.b.tensor == NULL) wb_tensor_lua_check(lua, 1);
  check_types(lua, job.operation, job.a.tensor, job.b.tensor);
  job.type = job.a.tensor != NULL ? job.a.tensor->type : job.b.tensor->type;
  set_operand(lua, &job, 1, &job.a);
  set_operand(lua, &job, 2, &job.b);
  struct wb_shape shape = match_shapes(lua, &job);
  struct wb_dtype result = job.type;
  if (job.operation->comparison != 0) result.scalar = WB_BOOL;
  job.out = wb_tensor_lua_new(lua, result, &shape);
  apply_operation(lua, &job);
  return 1;
}

void wb_tensor_lua_add_binary(lua_State *lua) {
  for (size_t i = 0; i < N_OPERATIONS; i++) {
    lua_pushlightuserdata(lua, (void *)(uintptr_t)&operations[i]);
    lua_pushcclosure(lua, call_binary, 1);
    wb_tensor_lua_add_method(lua, operations[i].name, operations[i].event);
  }
}

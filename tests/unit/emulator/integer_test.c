/* Every function and operator of integers, of each type, against the same in
 * 128 bits: extreme values and random ones, scalars and a vector width a type
 * (INTEGER_WIDTHS=all: every one). INTEGER_SEED moves the random numbers. A kernel
 * also compares each result: what the compiler believes of a number shows there only. */
#include <stdint.h>

#include "fuzz/lab.h"

enum { COUNT = 48 * 20, MAX_COMPLAINTS = 6 };

__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 unsigned_wide;

struct integer_type {
  const char *name, *unsigned_name;
  enum wb_scalar scalar;
  unsigned bits;
  bool is_signed;
};
static const struct integer_type TYPES[] = {
    {"char", "uchar", WB_CHAR, 8, true},     {"uchar", "uchar", WB_UCHAR, 8, false},
    {"short", "ushort", WB_SHORT, 16, true}, {"ushort", "ushort", WB_USHORT, 16, false},
    {"int", "uint", WB_INT, 32, true},       {"uint", "uint", WB_UINT, 32, false},
    {"long", "ulong", WB_LONG, 64, true},    {"ulong", "ulong", WB_ULONG, 64, false},
};
static const unsigned WIDTHS[] = {2, 3, 4, 8, 16};

struct operands {
  const struct integer_type *type;
  wide a, b, c;
};

/* ---- references ------------------------------------------------------------------ */

static wide least(const struct integer_type *t) {
  return t->is_signed ? -((wide)1 << (t->bits - 1)) : 0;
}
static wide most(const struct integer_type *t) {
  return ((wide)1 << (t->is_signed ? t->bits - 1 : t->bits)) - 1;
}
static wide wrap(const struct integer_type *t, wide value) {
  wide low = value & (((wide)1 << t->bits) - 1);
  return t->is_signed && low > most(t) ? low - ((wide)1 << t->bits) : low;
}
static wide saturate(const struct integer_type *t, wide value) {
  if (value < least(t)) return least(t);
  return value > most(t) ? most(t) : value;
}
static wide low_bits(const struct operands *o, wide value) {
  return value & (((wide)1 << o->type->bits) - 1);
}
static unsigned count_of(const struct operands *o, wide value) {
  return (unsigned)(low_bits(o, value) & (o->type->bits - 1));
}

#define REFERENCE(name, value) \
  static wide ref_##name(const struct operands *o) { return value; }
REFERENCE(add, o->a + o->b)
REFERENCE(subtract, o->a - o->b)
REFERENCE(multiply, (wide)((unsigned_wide)o->a *(unsigned_wide)o->b))
REFERENCE(divide, o->b == 0 ? 0 : o->a / o->b)
REFERENCE(remainder, o->b == 0 ? 0 : o->a % o->b)
REFERENCE(and, o->a & o->b)
REFERENCE(or, o->a | o->b)
REFERENCE(xor, o->a ^ o->b)
REFERENCE(not, ~o->a)
REFERENCE(negate, -o->a)
REFERENCE(left, (wide)((unsigned_wide)o->a << count_of(o, o->b)))
REFERENCE(right, o->a >> count_of(o, o->b))
REFERENCE(less, o->a < o->b)
REFERENCE(equal, o->a == o->b)
REFERENCE(at_least, o->a >= o->b)
REFERENCE(abs, o->a < 0 ? -o->a : o->a)
REFERENCE(abs_diff, o->a < o->b ? o->b - o->a : o->a - o->b)
REFERENCE(add_sat, saturate(o->type, o->a + o->b))
REFERENCE(sub_sat, saturate(o->type, o->a - o->b))
REFERENCE(hadd, (o->a + o->b) >> 1)
REFERENCE(rhadd, (o->a + o->b + 1) >> 1)
REFERENCE(max, o->a > o->b ? o->a : o->b)
REFERENCE(min, o->a < o->b ? o->a : o->b)
REFERENCE(clamp, o->a<o->b ? o->b : o->a> o->c ? o->c : o->a)
REFERENCE(popcount, __builtin_popcountll((unsigned long long)low_bits(o, o->a)))
REFERENCE(bitselect, (o->a & ~o->c) | (o->b & o->c))
REFERENCE(ternary, o->a < o->b ? o->b : o->c)

static wide ref_clz(const struct operands *o) {
  unsigned n = 0;
  while (n < o->type->bits && (low_bits(o, o->a) >> (o->type->bits - 1 - n) & 1) == 0) n++;
  return n;
}
static wide ref_rotate(const struct operands *o) {
  unsigned n = count_of(o, o->b);
  wide value = low_bits(o, o->a);
  return n == 0 ? value : (value << n) | (value >> (o->type->bits - n));
}
static wide ref_mul_hi(const struct operands *o) {
  if (o->type->is_signed) return (o->a * o->b) >> o->type->bits;
  return (wide)(((unsigned_wide)o->a * (unsigned_wide)o->b) >> o->type->bits);
}
static wide ref_mad_hi(const struct operands *o) { return ref_mul_hi(o) + o->c; }
static wide ref_mad_sat(const struct operands *o) {
  if (o->type->is_signed) return saturate(o->type, o->a * o->b + o->c);
  unsigned_wide product = (unsigned_wide)o->a * (unsigned_wide)o->b;
  unsigned_wide sum = product + (unsigned_wide)o->c;
  if (sum < product || sum > (unsigned_wide)most(o->type)) return most(o->type);
  return (wide)sum;
}

/* Of 24-bit arguments: kernels shift theirs. */
static wide small(const struct operands *o, wide value) { return wrap(o->type, value) >> 8; }
REFERENCE(mul24, small(o, o->a) * small(o, o->b))
REFERENCE(mad24, small(o, o->a) * small(o, o->b) + o->c)
REFERENCE(upsample, (wide)((unsigned_wide)o->a << o->type->bits) | low_bits(o, o->b))
#undef REFERENCE

static wide ref_ctz(const struct operands *o) {
  unsigned n = 0;
  while (n < o->type->bits && (low_bits(o, o->a) >> n & 1) == 0) n++;
  return n;
}

/* T is the type, ANY(v) a truth value as 0 or 1. */
static const struct function {
  const char *name, *expression;
  wide (*reference)(const struct operands *o);
  unsigned least_bits, most_bits; /* of the types that have it; 0: all */
  bool in_range;                  /* only where b <= c */
} FUNCTIONS[] = {
    {"+", "a + b", ref_add, 0, 0, false},
    {"-", "a - b", ref_subtract, 0, 0, false},
    {"*", "a * b", ref_multiply, 0, 0, false},
    {"/", "SAFE(a, /, b)", ref_divide, 0, 0, false},
    {"%", "SAFE(a, %, b)", ref_remainder, 0, 0, false},
    {"&", "a & b", ref_and, 0, 0, false},
    {"|", "a | b", ref_or, 0, 0, false},
    {"^", "a ^ b", ref_xor, 0, 0, false},
    {"~", "~a", ref_not, 0, 0, false},
    {"negation", "-a", ref_negate, 0, 0, false},
    {"<<", "a << (b & (T)(BITS - 1))", ref_left, 0, 0, false},
    {">>", "a >> (b & (T)(BITS - 1))", ref_right, 0, 0, false},
    {"<", "ANY(a < b)", ref_less, 0, 0, false},
    {"==", "ANY(a == b)", ref_equal, 0, 0, false},
    {">=", "ANY(a >= b)", ref_at_least, 0, 0, false},
    {"?:", "a < b ? b : c", ref_ternary, 0, 0, false},
    {"abs", "abs(a)", ref_abs, 0, 0, false},
    {"abs_diff", "abs_diff(a, b)", ref_abs_diff, 0, 0, false},
    {"add_sat", "add_sat(a, b)", ref_add_sat, 0, 0, false},
    {"sub_sat", "sub_sat(a, b)", ref_sub_sat, 0, 0, false},
    {"hadd", "hadd(a, b)", ref_hadd, 0, 0, false},
    {"rhadd", "rhadd(a, b)", ref_rhadd, 0, 0, false},
    {"max", "max(a, b)", ref_max, 0, 0, false},
    {"min", "min(a, b)", ref_min, 0, 0, false},
    {"clamp", "clamp(a, b, c)", ref_clamp, 0, 0, true},
    {"popcount", "popcount(a)", ref_popcount, 0, 0, false},
    {"clz", "clz(a)", ref_clz, 0, 0, false},
    {"ctz", "ctz(a)", ref_ctz, 0, 0, false},
    {"rotate", "rotate(a, b)", ref_rotate, 0, 0, false},
    {"mul_hi", "mul_hi(a, b)", ref_mul_hi, 0, 0, false},
    {"mad_hi", "mad_hi(a, b, c)", ref_mad_hi, 0, 0, false},
    {"mad_sat", "mad_sat(a, b, c)", ref_mad_sat, 0, 0, false},
    {"bitselect", "bitselect(a, b, c)", ref_bitselect, 0, 0, false},
    {"mul24", "mul24(a >> (T)8, b >> (T)8)", ref_mul24, 32, 32, false},
    {"mad24", "mad24(a >> (T)8, b >> (T)8, c)", ref_mad24, 32, 32, false},
    {"upsample", "upsample(a, AS_U(b))", ref_upsample, 8, 32, false},
};
enum { N_FUNCTIONS = sizeof FUNCTIONS / sizeof FUNCTIONS[0] };

static bool has(const struct function *f, const struct integer_type *t) {
  return f->most_bits == 0 || (t->bits >= f->least_bits && t->bits <= f->most_bits);
}

/* abs and abs_diff give unsigned values, upsample twice as many bits. */
static bool changes_type(const struct function *f) {
  return f->reference == ref_upsample || f->reference == ref_abs || f->reference == ref_abs_diff;
}

static const struct integer_type *result_type(const struct function *f,
                                              const struct integer_type *t) {
  if (f->reference == ref_upsample) return t + 2;
  return changes_type(f) && t->is_signed ? t + 1 : t;
}

/* ---- forms ------------------------------------------------------------------------ */

/* A number that a result is compared with: the first that needs the highest bit, or 0. */
static wide limit_of(const struct integer_type *t) { return t->is_signed ? 0 : most(t) / 2 + 1; }

static wide as_is(const struct integer_type *t, wide r) { return wrap(t, r); }
static wide below(const struct integer_type *t, wide r) {
  return r < limit_of(t) - 1 ? r : limit_of(t) - 1;
}
static wide not_below(const struct integer_type *t, wide r) {
  return r > limit_of(t) ? r : limit_of(t);
}
static wide is_less(const struct integer_type *t, wide r) { return r < limit_of(t); }
static wide is_equal(const struct integer_type *t, wide r) { return r == limit_of(t); }
static wide is_least(const struct integer_type *t, wide r) { return r == least(t); }

/* What a kernel stores of a result r of type R. */
static const struct form {
  const char *name, *expression;
  wide (*reference)(const struct integer_type *t, wide r);
} FORMS[] = {
    {"", "r", as_is},
    {", min", "min(r, (R)(LIMIT - 1))", below},
    {", max", "max(r, (R)LIMIT)", not_below},
    {", <", "r < (R)LIMIT ? (R)1 : (R)0", is_less},
    {", ==", "r == (R)LIMIT ? (R)1 : (R)0", is_equal},
    {", == least", "r == (R)LEAST ? (R)1 : (R)0", is_least},
};
enum { N_FORMS = sizeof FORMS / sizeof FORMS[0], N_ROWS = N_FUNCTIONS * N_FORMS };

/* ---- kernels ---------------------------------------------------------------------- */

static void add_results(struct wb_str *out, const struct function *f, const struct integer_type *t,
                        unsigned width, const char *lanes) {
  const struct integer_type *result = result_type(f, t);
  const size_t row = (size_t)(f - FUNCTIONS) * N_FORMS;
  wb_str_addf(out,
              "#undef R\n#undef LIMIT\n#undef LEAST\n#define R %s%s\n#define LIMIT %lluUL\n"
              "#define LEAST %lluUL\n  {\n    R r = %s;\n",
              result->name, lanes, (unsigned long long)limit_of(result),
              (unsigned long long)(least(result) & ~(uint64_t)0), f->expression);
  for (size_t form = 0; form < N_FORMS; form++)
    if (width == 1)
      wb_str_addf(out, "    O[%zu + i] = convert_ulong((R)(%s));\n", (row + form) * COUNT,
                  FORMS[form].expression);
    else
      wb_str_addf(out, "    vstore%u(convert_ulong%u(%s), i, O + %zu);\n", width, width,
                  FORMS[form].expression, (row + form) * COUNT);
  wb_str_add(out, "  }\n");
}

static void add_kernel(struct wb_str *out, const struct integer_type *t, unsigned width) {
  char lanes[16] = "";
  if (width > 1) snprintf(lanes, sizeof lanes, "%u", width);
  wb_str_addf(out,
              "#undef T\n#undef ANY\n#undef AS_U\n#undef SAFE\n#undef BITS\n"
              "#define T %s%s\n#define BITS %u\n#define AS_U(v) as_%s%s(v)\n",
              t->name, lanes, t->bits, t->unsigned_name, lanes);
  /* A vector's division: by 1 in lanes whose divisor is 0 or that overflow. */
  wb_str_addf(out, "#define ANY(v) ((v) ? (T)1 : (T)0)\n#define SAFE(a, op, b) %s\n",
              width == 1 ? "(BAD(a, b) ? SAFE_RESULT(a, op, b) : a op b)"
                         : "(a op (BAD(a, b) ? (T)1 : b))");
  wb_str_addf(out,
              "#undef BAD\n#define BAD(a, b) (b == (T)0 || b == (T)-1)\n"
              "#undef SAFE_RESULT\n#define SAFE_RESULT(a, op, b) (a op (T)1)\n");
  wb_str_addf(out,
              "__kernel void test_%u(__global ulong *O, __global const %s *A, __global const %s *B,"
              "\n    __global const %s *C) {\n  size_t i = get_global_id(0);\n",
              width, t->name, t->name, t->name);
  for (const char *v = "abc"; *v != '\0'; v++) {
    if (width == 1)
      wb_str_addf(out, "  T %c = %c[i];\n", *v, *v - 'a' + 'A');
    else
      wb_str_addf(out, "  T %c = vload%u(i, %c);\n", *v, width, *v - 'a' + 'A');
  }
  for (size_t f = 0; f < N_FUNCTIONS; f++)
    if (has(&FUNCTIONS[f], t)) add_results(out, &FUNCTIONS[f], t, width, lanes);
  wb_str_add(out, "}\n");
}

/* ---- one type ----------------------------------------------------------------------- */

struct trial {
  wide values[3][COUNT];
  unsigned char raw[3][COUNT * 8];
  uint64_t results[N_ROWS * COUNT];
};

static void make_values(struct trial *trial, const struct integer_type *t, uint64_t *random) {
  const wide specials[] = {least(t),    most(t),     0, 1, wrap(t, -1),         least(t) + 1,
                           most(t) - 1, most(t) / 2, 2, 3, wrap(t, -2),         most(t) / 2 + 1,
                           t->bits,     t->bits - 1, 7, 8, wrap(t, t->bits + 1)};
  const size_t n = sizeof specials / sizeof specials[0];
  for (int v = 0; v < 3; v++)
    for (size_t i = 0; i < COUNT; i++) {
      uint64_t bits = lab_random(random);
      wide value = bits % 3 != 0 || i < COUNT / 2 ? specials[(bits >> 8) % n]
                                                  : wrap(t, (wide)lab_random(random));
      uint64_t word = (uint64_t)value;
      trial->values[v][i] = value;
      memcpy(trial->raw[v] + i * (t->bits / 8), &word, t->bits / 8);
    }
}

/* What the kernel computes in place of a division that has no result. */
static wide wanted_of(const struct function *f, const struct operands *o) {
  bool divides = f->reference == ref_divide || f->reference == ref_remainder;
  struct operands by_one = *o;
  by_one.b = 1;
  if (divides && (o->b == 0 || o->b == wrap(o->type, -1))) return f->reference(&by_one);
  return f->reference(o);
}

static void compare_result(const struct trial *trial, const struct integer_type *t, unsigned width,
                           size_t row, int *told) {
  const struct function *f = &FUNCTIONS[row / N_FORMS];
  const struct form *form = &FORMS[row % N_FORMS];
  const struct integer_type *type = result_type(f, t);
  for (size_t i = 0; i < COUNT && *told < MAX_COMPLAINTS; i++) {
    const struct operands o = {t, trial->values[0][i], trial->values[1][i], trial->values[2][i]};
    if (f->in_range && o.b > o.c) continue;
    uint64_t wanted = (uint64_t)form->reference(type, wrap(type, wanted_of(f, &o)));
    uint64_t got = trial->results[row * COUNT + i];
    if (got == wanted) continue;
    ++*told;
    CHECK_NEVER("an integer function gives another result");
    printf("#   %s%s of %s, width %u: a %lld b %lld c %lld: got %lld, expected %lld\n", f->name,
           form->name, t->name, width, (long long)o.a, (long long)o.b, (long long)o.c,
           (long long)got, (long long)wanted);
  }
}

static void compare(const struct trial *trial, const struct integer_type *t, unsigned width) {
  int told = 0;
  for (size_t row = 0; row < N_ROWS; row++)
    if (has(&FUNCTIONS[row / N_FORMS], t)) compare_result(trial, t, width, row, &told);
}

static void run(struct wb_device *device, wb_handle program, const struct integer_type *t,
                unsigned width) {
  static struct trial trial;
  uint64_t random = lab_setting("INTEGER_SEED", 1);
  char kernel[32];
  const struct wb_dtype type = {t->scalar, 1};
  const size_t bytes = COUNT * (t->bits / 8);
  make_values(&trial, t, &random);
  snprintf(kernel, sizeof kernel, "test_%u", width);
  const struct lab_launch lab = {
      .kernel = kernel,
      .global = {COUNT / width},
      .arrays = {{"O", {WB_ULONG, 1}, WB_BUFFER_WRITE_ONLY, trial.results, sizeof trial.results},
                 {"A", type, WB_BUFFER_READ_ONLY, trial.raw[0], bytes},
                 {"B", type, WB_BUFFER_READ_ONLY, trial.raw[1], bytes},
                 {"C", type, WB_BUFFER_READ_ONLY, trial.raw[2], bytes}},
      .n_arrays = 4};
  if (CHECK(lab_run_clean(device, program, &lab))) compare(&trial, t, width);
}

static bool takes_width(size_t type, size_t width) {
  const char *all = getenv("INTEGER_WIDTHS");
  size_t turn = (type + lab_setting("INTEGER_SEED", 1)) % 3;
  return (all != NULL && strcmp(all, "all") == 0) || width == turn;
}

static void test_type(struct wb_device *device, size_t index) {
  struct wb_str source;
  wb_str_init(&source);
  add_kernel(&source, &TYPES[index], 1);
  for (size_t w = 0; w < sizeof WIDTHS / sizeof WIDTHS[0]; w++)
    if (takes_width(index, w)) add_kernel(&source, &TYPES[index], WIDTHS[w]);
  wb_handle program = lab_build_with(device, source.data, "-cl-std=CL3.0");
  if (CHECK(program != 0)) {
    run(device, program, &TYPES[index], 1);
    for (size_t w = 0; w < sizeof WIDTHS / sizeof WIDTHS[0]; w++)
      if (takes_width(index, w)) run(device, program, &TYPES[index], WIDTHS[w]);
    wb_program_release(device, program, NULL);
  }
  wb_str_release(&source);
}

static void integers(void) {
  const char *name = getenv("INTEGER_DEVICE");
  struct wb_device *device = lab_open(name != NULL ? name : "emulator");
  if (device == NULL) return;
  for (size_t i = 0; i < sizeof TYPES / sizeof TYPES[0]; i++) test_type(device, i);
  wb_device_close(device);
}

int main(void) {
  lab_use_build();
  tap_run("functions of integers give what they give in 128 bits", integers);
  return tap_finish();
}

/* Every function of real numbers against the host's own mathematics: special
 * values and random ones, floats and doubles, and each vector width against
 * the scalar, lane by lane.
 *
 * MATH_ONLY=name tests one function, MATH_SEED moves the random numbers,
 * MATH_ROUNDS multiplies them, MATH_WIDTHS=all takes every width (else few, in
 * turn), MATH_DEVICE=opencl measures another device. A sample has a quarter of the
 * functions. */
#include <float.h>
#include <math.h>

#include "fuzz/lab.h"
#include "fuzz/math_table.h"
#include "sample.h"

/* Divisible by 3 and by 16: whole vectors of every width. */
enum {
  COUNT = 48 * 30,
  FUNCTIONS_A_PROGRAM = 8,
  MAX_COMPLAINTS = 6,
  MAX_FUNCTIONS = 200,
  PERIOD = 4
};
static const unsigned WIDTHS[] = {1, 2, 3, 4, 8, 16};
enum { N_WIDTHS = sizeof WIDTHS / sizeof WIDTHS[0] };

struct values {
  double a[COUNT], b[COUNT], c[COUNT];
  int32_t n[COUNT];
};

struct answers {
  double x[COUNT], y[COUNT];
  int32_t k[COUNT];
};

struct bench {
  struct wb_device *device;
  bool is_double;
  struct values values;
  unsigned char raw[3][COUNT * sizeof(double)]; /* the same as the kernel's type */
  uint64_t random;
  bool takes[MAX_FUNCTIONS]; /* the sample's */
};

/* ---- inputs ------------------------------------------------------------------------ */

static const double SPECIALS[] = {
    0.0,          -0.0,         INFINITY,      -INFINITY,     NAN,          1.0,
    -1.0,         0.5,          -0.5,          1.5,           -1.5,         2.0,
    -2.0,         2.5,          -2.5,          3.0,           -3.0,         4.0,
    -4.0,         0.25,         -0.25,         0x1p-149,      -0x1p-149,    0x1p-130,
    0x1p-126,     -0x1p-126,    0x1p-64,       -0x1p-64,      FLT_MAX,      -FLT_MAX,
    0x1p100,      -0x1p100,     0x1p64,        0x1p31,        -0x1p31,      0x1p24,
    16777215.0,   8388607.5,    8388608.0,     -8388609.0,    1e10,         -1e10,
    0x1.921fb6p1, 0x1.921fb6p0, -0x1.921fb6p0, 0x1.921fb6p-1, 0x1.2d97c8p1, 0x1.921fb6p2,
    0x1.5fdbbep2, 102943.7,     1e6,           0x1.fffffep-1, 0x1.000002p0, -0x1.fffffep-1,
    88.7228,      88.73,        -87.33,        -103.9,        -104.1,       10.0,
    -10.0,        34.0,         35.1,          36.5,          -36.5,        171.0,
    127.5,        -149.5,       38.5,          -45.0,         0.1,          -0.1,
    0.7,          100.0,        1e-10,         -1e-10,        1e-5,         0.499999970197677612,
    5.5,          -5.5,         7.0,           -7.0,          0.75};
enum { N_SPECIALS = sizeof SPECIALS / sizeof SPECIALS[0] };

/* Of doubles alone. */
static const double WIDE[] = {0x1p-1074,
                              -0x1p-1074,
                              0x1p-1030,
                              DBL_MIN,
                              -DBL_MIN,
                              DBL_MAX,
                              -DBL_MAX,
                              0x1p1000,
                              -0x1p1000,
                              0x1p63,
                              -0x1p63,
                              0x1p53,
                              709.78,
                              709.79,
                              -745.1,
                              -745.2,
                              1023.5,
                              -1074.5,
                              308.25,
                              -323.6,
                              0x1.921fb54442d18p1,
                              0x1.921fb54442d18p0,
                              4503599627370495.5,
                              0x1.fffffffffffffp-1,
                              0x1.0000000000001p0,
                              0.49999999999999994};
enum { N_WIDE = sizeof WIDE / sizeof WIDE[0] };

static double special(const struct bench *bench, uint64_t i) {
  uint64_t count = N_SPECIALS + (bench->is_double ? N_WIDE : 0);
  i %= count;
  return i < N_SPECIALS ? SPECIALS[i] : WIDE[i - N_SPECIALS];
}

/* Any number of the type: all exponents alike. */
static double any_number(struct bench *bench) {
  uint64_t bits = lab_random(&bench->random);
  double wide;
  float narrow;
  uint32_t half = (uint32_t)bits;
  memcpy(&wide, &bits, sizeof wide);
  memcpy(&narrow, &half, sizeof narrow);
  double value = bench->is_double ? wide : (double)narrow;
  return isnan(value) ? 1.25 : value;
}

static double moderate_number(struct bench *bench, double range) {
  uint64_t bits = lab_random(&bench->random);
  double value = ((double)(bits >> 11) * 0x1p-52 - 1) * range;
  return bench->is_double ? value : (double)(float)value;
}

static double random_number(struct bench *bench) {
  static const double RANGES[] = {1, 1, 4, 16, 100, 1000};
  uint64_t kind = lab_random(&bench->random) % 10;
  if (kind >= 6) return any_number(bench);
  return moderate_number(bench, RANGES[kind]);
}

static int32_t random_integer(struct bench *bench) {
  static const int32_t CHOICES[] = {0,   1,   -1,   2,   -2,  3,    -3,    4,       -4,
                                    5,   31,  -31,  126, 127, -126, -149,  INT_MAX, INT_MIN,
                                    150, 278, -280, 10,  -10, 1023, -1074, 2100,    -2100};
  uint64_t bits = lab_random(&bench->random);
  return CHOICES[bits % (sizeof CHOICES / sizeof CHOICES[0])];
}

/* Specials first: all pairs of them (in part), then random numbers. */
static void make_values(struct bench *bench, unsigned inputs) {
  struct values *v = &bench->values;
  const size_t specials = inputs == 1 ? N_SPECIALS + N_WIDE : COUNT / 2;
  for (size_t i = 0; i < COUNT; i++) {
    bool exact = i < specials;
    uint64_t bits = lab_random(&bench->random);
    v->a[i] = exact ? special(bench, inputs == 1 ? i : bits >> 8) : random_number(bench);
    v->b[i] = exact ? special(bench, bits >> 24) : random_number(bench);
    v->c[i] = exact ? special(bench, bits >> 40) : random_number(bench);
    v->n[i] = random_integer(bench);
  }
  double *sources[3] = {v->a, v->b, v->c};
  for (int s = 0; s < 3; s++)
    for (size_t i = 0; i < COUNT; i++) {
      double wide = sources[s][i];
      float narrow = (float)wide;
      if (!bench->is_double) sources[s][i] = (double)narrow;
      if (bench->is_double)
        memcpy(bench->raw[s] + i * sizeof wide, &wide, sizeof wide);
      else
        memcpy(bench->raw[s] + i * sizeof narrow, &narrow, sizeof narrow);
    }
}

/* ---- kernels ------------------------------------------------------------------------ */

static void add_kernel(struct wb_str *out, const struct math_function *f, const char *type,
                       unsigned width) {
  char lanes[16] = "";
  if (width > 1) snprintf(lanes, sizeof lanes, "%u", width);
  bool is_double = strcmp(type, "double") == 0;
  wb_str_addf(out,
              "#undef T\n#undef I\n#undef TRUTH\n#undef AS_UNSIGNED\n"
              "#define T %s%s\n#define I int%s\n#define TRUTH(v) (convert_int%s(v) & 1)\n"
              "#define AS_UNSIGNED(v) as_%s%s(v)\n"
              "__kernel void %s_%u(__global %s *X, __global %s *Y, __global int *K,\n"
              "    __global const %s *A, __global const %s *B, __global const %s *C,\n"
              "    __global const int *N) {\n"
              "  size_t i = get_global_id(0);\n"
              "  T x = (T)0, y = (T)0;\n  I k = (I)0;\n",
              type, lanes, lanes, lanes, is_double ? "ulong" : "uint", lanes, f->name, width, type,
              type, type, type, type);
  if (width == 1) {
    wb_str_addf(out,
                "  T a = A[i], b = B[i], c = C[i];\n  I n = N[i];\n  %s\n"
                "  X[i] = x; Y[i] = y; K[i] = k;\n}\n",
                f->statement);
  } else {
    wb_str_addf(out,
                "  T a = vload%s(i, A), b = vload%s(i, B), c = vload%s(i, C);\n"
                "  I n = vload%s(i, N);\n  %s\n"
                "  vstore%s(x, i, X); vstore%s(y, i, Y); vstore%s(k, i, K);\n}\n",
                lanes, lanes, lanes, lanes, f->statement, lanes, lanes, lanes);
  }
}

static void widen(const struct bench *bench, const unsigned char *raw, double *out) {
  for (size_t i = 0; i < COUNT; i++) {
    float narrow;
    if (bench->is_double) memcpy(&out[i], raw + i * sizeof(double), sizeof(double));
    if (bench->is_double) continue;
    memcpy(&narrow, raw + i * sizeof narrow, sizeof narrow);
    out[i] = (double)narrow;
  }
}

static bool launch(struct bench *bench, wb_handle program, const char *name, unsigned width,
                   struct answers *answers) {
  static unsigned char x[COUNT * sizeof(double)], y[COUNT * sizeof(double)];
  char kernel[64];
  const struct wb_dtype type = {bench->is_double ? WB_DOUBLE : WB_FLOAT, 1}, whole = {WB_INT, 1};
  const size_t bytes = COUNT * wb_dtype_size(type);
  snprintf(kernel, sizeof kernel, "%s_%u", name, width);
  const struct lab_launch lab = {
      .kernel = kernel,
      .global = {COUNT / width},
      .local = {1},
      .arrays = {{"X", type, WB_BUFFER_WRITE_ONLY, x, bytes},
                 {"Y", type, WB_BUFFER_WRITE_ONLY, y, bytes},
                 {"K", whole, WB_BUFFER_WRITE_ONLY, answers->k, sizeof answers->k},
                 {"A", type, WB_BUFFER_READ_ONLY, bench->raw[0], bytes},
                 {"B", type, WB_BUFFER_READ_ONLY, bench->raw[1], bytes},
                 {"C", type, WB_BUFFER_READ_ONLY, bench->raw[2], bytes},
                 {"N", whole, WB_BUFFER_READ_ONLY, bench->values.n, sizeof bench->values.n}},
      .n_arrays = 7};
  bool good = CHECK(lab_run_clean(bench->device, program, &lab));
  widen(bench, x, answers->x);
  widen(bench, y, answers->y);
  return good;
}

/* ---- comparison ------------------------------------------------------------------------ */

static real spacing(real value, bool is_double) {
  const int least = is_double ? -1022 : -126, most = is_double ? 1023 : 127;
  int exponent = value == 0 ? least : ilogbl(value);
  if (exponent < least) exponent = least;
  if (exponent > most) exponent = most;
  return ldexpl(1, exponent - (is_double ? 52 : 23));
}

/* In units in the last place of `wanted`; infinite where the two are of
 * different kinds. An overflow counts as the first number that is too large. */
static real error_of(real got, real wanted, bool is_double) {
  const real beyond = is_double ? 0x1p1023L * 2 : 0x1p128L;
  if (isnan(got) || isnan(wanted)) return isnan(got) && isnan(wanted) ? 0 : (real)INFINITY;
  if (got == wanted) return got != 0 || signbit(got) == signbit(wanted) ? 0 : (real)INFINITY;
  if (isinf(wanted)) return INFINITY;
  if (isinf(got)) {
    got = copysignl(beyond, got);
    if (fabsl(wanted) >= beyond && signbit(got) == signbit(wanted)) return 0;
  }
  return fabsl(got - wanted) / spacing(wanted, is_double);
}

/* Floats may be flushed to zero where they would be denormal, by functions
 * that need not be exact. */
static bool flushed(const struct math_function *f, real got, real wanted, bool is_double) {
  return !is_double && f->ulp[0] > 0.5L && got == 0 && fabsl(wanted) < 0x1p-126L;
}

static bool within(const struct math_function *f, real got, real wanted, bool is_double,
                   real *worst) {
  real error = error_of(got, wanted, is_double);
  const real slack = f->ulp[is_double] > 0 ? 0.01L : 0;
  const real precision = is_double ? 0x1p-52L : 0x1p-23L;
  if (flushed(f, got, wanted, is_double)) return true;
  if (error > *worst && fabsl(got - wanted) > f->absolute * precision) *worst = error;
  return error <= f->ulp[is_double] + slack || fabsl(got - wanted) <= f->absolute * precision;
}

static bool check_one(const struct bench *bench, const struct math_function *f,
                      const struct answers *got, size_t i, real *worst, bool tell) {
  const struct values *v = &bench->values;
  const struct math_input in = {v->a[i], v->b[i], v->c[i], v->n[i], bench->is_double};
  struct math_result wanted = {0};
  f->reference(&in, &wanted);
  if (wanted.skip) return true;
  bool good = within(f, got->x[i], wanted.x, bench->is_double, worst) &&
              (wanted.skip_y || within(f, got->y[i], wanted.y, bench->is_double, worst)) &&
              (wanted.skip_k || got->k[i] == wanted.k);
  if (!good && tell)
    printf("#   %s of %s: a %a b %a c %a n %d: got %a %a %d, expected %La %La %d\n", f->name,
           bench->is_double ? "double" : "float", v->a[i], v->b[i], v->c[i], v->n[i], got->x[i],
           got->y[i], got->k[i], wanted.x, wanted.y, wanted.k);
  return good;
}

static bool same_number(double a, double b) {
  return (isnan(a) && isnan(b)) || (a == b && signbit(a) == signbit(b));
}

static void compare_widths(const struct bench *bench, const struct math_function *f,
                           const struct answers *scalar, const struct answers *vector,
                           unsigned width) {
  for (size_t i = 0, told = 0; i < COUNT && told < MAX_COMPLAINTS; i++) {
    if (same_number(scalar->x[i], vector->x[i]) && same_number(scalar->y[i], vector->y[i]) &&
        scalar->k[i] == vector->k[i])
      continue;
    told++;
    CHECK_NEVER("a vector's lane is not what the scalar is");
    printf("#   %s of %s%u, lane %zu: a %a b %a n %d: %a %a %d, as scalar %a %a %d\n", f->name,
           bench->is_double ? "double" : "float", width, i % width, bench->values.a[i],
           bench->values.b[i], bench->values.n[i], vector->x[i], vector->y[i], vector->k[i],
           scalar->x[i], scalar->y[i], scalar->k[i]);
  }
}

/* ---- one function -------------------------------------------------------------------- */

/* The widths to test, as bits of WIDTHS; wide ones take long to compile, so
 * by default functions share them. */
static unsigned widths_of(const struct bench *bench, size_t index) {
  const char *all = getenv("MATH_WIDTHS");
  size_t turn = (index + lab_setting("MATH_SEED", 1)) % 4;
  if (all != NULL && strcmp(all, "all") == 0) return (1U << N_WIDTHS) - 1;
  if (bench->is_double) return turn == 0 ? 1U | 1U << 1 : 1U;
  return turn == 3 ? 1U : 1U | 1U << (1 + turn);
}

static void check_function(struct bench *bench, wb_handle program, const struct math_function *f,
                           unsigned widths) {
  static struct answers scalar, vector;
  real worst = 0;
  uint64_t rounds = lab_setting("MATH_ROUNDS", 1), wrong = 0;
  for (uint64_t round = 0; round < rounds; round++) {
    make_values(bench, f->inputs);
    if (!launch(bench, program, f->name, 1, &scalar)) return;
    for (size_t i = 0; i < COUNT; i++)
      if (!check_one(bench, f, &scalar, i, &worst, wrong < MAX_COMPLAINTS)) wrong++;
    for (size_t w = 1; w < N_WIDTHS; w++)
      if ((widths >> w & 1) != 0 && launch(bench, program, f->name, WIDTHS[w], &vector))
        compare_widths(bench, f, &scalar, &vector, WIDTHS[w]);
  }
  CHECK(wrong == 0);
  printf("# %s %s: worst %.3Lf ulp, bound %.1Lf, %llu wrong\n", f->name,
         bench->is_double ? "double" : "float", worst, f->ulp[bench->is_double],
         (unsigned long long)wrong);
}

static void choose(struct bench *bench, const struct math_function *functions, size_t count) {
  const char *only = getenv("MATH_ONLY"), *names[MAX_FUNCTIONS];
  if (count > MAX_FUNCTIONS) abort();
  for (size_t i = 0; i < count; i++) names[i] = functions[i].name;
  if (only == NULL) sample_choose(names, count, PERIOD, "functions", bench->takes);
  for (size_t i = 0; only != NULL && i < count; i++) bench->takes[i] = strcmp(only, names[i]) == 0;
}

static void check_some(struct bench *bench, const struct math_function *functions, size_t first,
                       size_t end) {
  struct wb_str source;
  bool any = false;
  wb_str_init(&source);
  for (size_t i = first; i < end; i++)
    for (size_t w = 0; w < N_WIDTHS; w++)
      if (bench->takes[i] && (widths_of(bench, i) >> w & 1) != 0) {
        add_kernel(&source, &functions[i], bench->is_double ? "double" : "float", WIDTHS[w]);
        any = true;
      }
  wb_handle program = any ? lab_build(bench->device, source.data) : 0;
  if (any && CHECK(program != 0))
    for (size_t i = first; i < end; i++)
      if (bench->takes[i]) check_function(bench, program, &functions[i], widths_of(bench, i));
  if (program != 0) wb_program_release(bench->device, program, NULL);
  wb_str_release(&source);
}

static void check_table(const struct math_function *functions, size_t count, bool is_double) {
  static struct bench bench;
  const char *name = getenv("MATH_DEVICE");
  bench.device = lab_open(name != NULL ? name : "emulator");
  bench.is_double = is_double;
  bench.random = lab_setting("MATH_SEED", 1);
  if (bench.device == NULL) return;
  choose(&bench, functions, count);
  for (size_t first = 0, end; first < count; first = end) {
    size_t taken = 0;
    for (end = first; end < count && taken < FUNCTIONS_A_PROGRAM; end++) taken += bench.takes[end];
    check_some(&bench, functions, first, end);
  }
  wb_device_close(bench.device);
}

static void floats(void) {
  check_table(MATH_FUNCTIONS, sizeof MATH_FUNCTIONS / sizeof MATH_FUNCTIONS[0], false);
}
static void doubles(void) {
  check_table(MATH_FUNCTIONS, sizeof MATH_FUNCTIONS / sizeof MATH_FUNCTIONS[0], true);
}
static void approximate(void) {
  check_table(FLOAT_FUNCTIONS, sizeof FLOAT_FUNCTIONS / sizeof FLOAT_FUNCTIONS[0], false);
}

int main(void) {
  lab_use_build();
  tap_run("functions of floats are as exact as the specification asks", floats);
  tap_run("functions of doubles are as exact as the specification asks", doubles);
  tap_run("half_ and native_ functions are as exact as half_ functions must be", approximate);
  return tap_finish();
}

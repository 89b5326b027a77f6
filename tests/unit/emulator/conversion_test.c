/* Every conversion between scalar types, in each rounding mode, saturating and
 * not, against the host's: extreme values, halves, random numbers; scalars and
 * a vector width a source type (CONVERSION_WIDTHS=all: every one).
 * CONVERSION_SEED moves the random numbers. */
#include <fenv.h>
#include <math.h>
#include <stdint.h>

#include "fuzz/lab.h"

enum { COUNT = 48 * 12, MAX_COMPLAINTS = 8 };

typedef long double real;

struct number_type {
  const char *name;
  enum wb_scalar scalar;
  unsigned bits;
  bool is_signed, is_float;
};
static const struct number_type TYPES[] = {
    {"char", WB_CHAR, 8, true, false},    {"uchar", WB_UCHAR, 8, false, false},
    {"short", WB_SHORT, 16, true, false}, {"ushort", WB_USHORT, 16, false, false},
    {"int", WB_INT, 32, true, false},     {"uint", WB_UINT, 32, false, false},
    {"long", WB_LONG, 64, true, false},   {"ulong", WB_ULONG, 64, false, false},
    {"float", WB_FLOAT, 32, true, true},  {"double", WB_DOUBLE, 64, true, true},
};
enum { N_TYPES = sizeof TYPES / sizeof TYPES[0] };

static const struct mode {
  const char *suffix;
  int rounding; /* of the host; -1: the type's default */
} MODES[] = {{"", -1},
             {"_rte", FE_TONEAREST},
             {"_rtz", FE_TOWARDZERO},
             {"_rtp", FE_UPWARD},
             {"_rtn", FE_DOWNWARD}};
enum { N_MODES = sizeof MODES / sizeof MODES[0] };

/* One conversion; `row` is its place in the results. */
struct conversion {
  const struct number_type *from, *to;
  const struct mode *mode;
  bool saturates;
};

/* ---- references ----------------------------------------------------------------------- */

static real most(const struct number_type *t) {
  return ldexpl(1, (int)t->bits - (t->is_signed ? 1 : 0)) - 1;
}
static real least(const struct number_type *t) {
  return t->is_signed ? -ldexpl(1, (int)t->bits - 1) : 0;
}

static real round_to_whole(real value, int rounding) {
  if (rounding == FE_TONEAREST) return rintl(value);
  if (rounding == FE_UPWARD) return ceill(value);
  return rounding == FE_DOWNWARD ? floorl(value) : truncl(value);
}

/* The bits of `value` modulo 2^64; it is whole and below 2^64 in size. */
static uint64_t bits_of_whole(real value) {
  return value < 0 ? 0 - (uint64_t)-value : (uint64_t)value;
}

static uint64_t low_bits(const struct number_type *t, uint64_t bits) {
  return t->bits == 64 ? bits : bits & ((1ULL << t->bits) - 1);
}

/* False where the specification leaves the result open. */
static bool to_integer(const struct conversion *c, real value, uint64_t *bits) {
  real whole = round_to_whole(value, c->mode->rounding);
  if (isnan(value)) {
    *bits = 0;
    return c->saturates;
  }
  if (c->saturates) whole = fminl(fmaxl(whole, least(c->to)), most(c->to));
  bool open = whole < least(c->to) || whole > most(c->to);
  if (open && c->from->is_float) return false;
  *bits = low_bits(c->to, bits_of_whole(whole));
  return true;
}

static uint64_t to_float(const struct conversion *c, real value) {
  volatile real from = value;
  volatile float narrow = 0;
  volatile double wide = 0;
  uint64_t bits = 0;
  int before = fegetround();
  fesetround(c->mode->rounding < 0 ? FE_TONEAREST : c->mode->rounding);
  narrow = (float)from;
  wide = (double)from;
  fesetround(before);
  float narrow_value = narrow;
  double wide_value = wide;
  if (c->to->bits == 32)
    memcpy(&bits, &narrow_value, sizeof narrow_value);
  else
    memcpy(&bits, &wide_value, sizeof wide_value);
  return bits;
}

static bool is_nan_of(const struct number_type *t, uint64_t bits) {
  return t->bits == 32 ? (bits & 0x7fffffff) > 0x7f800000 : (bits & INT64_MAX) > 0x7ff0000000000000;
}

static bool agrees(const struct conversion *c, real value, uint64_t got, uint64_t *wanted) {
  if (!c->to->is_float) return !to_integer(c, value, wanted) || got == *wanted;
  *wanted = to_float(c, value);
  return got == *wanted || (is_nan_of(c->to, got) && is_nan_of(c->to, *wanted));
}

/* ---- what is converted --------------------------------------------------------------- */

struct trial {
  const struct number_type *from;
  real values[COUNT];
  unsigned char raw[COUNT * 8];
  uint64_t results[N_TYPES * N_MODES * 2 * COUNT];
};

/* Powers of two and what is beside them: limits of every type, and halves. */
static real special(uint64_t random) {
  static const real STEPS[] = {0, 1, -1, 0.5L, -0.5L, 0.25L, 1.5L, 128, -128};
  real power = ldexpl(1, (int)(random % 66) - 1);
  real value = power + STEPS[random / 66 % (sizeof STEPS / sizeof STEPS[0])];
  return random >> 40 & 1 ? -value : value;
}

static uint64_t encode(const struct number_type *t, real value, uint64_t random) {
  uint64_t bits = 0;
  float narrow = (float)value;
  double wide = (double)value;
  if (t->is_float && t->bits == 32) {
    memcpy(&bits, &narrow, sizeof narrow);
  } else if (t->is_float) {
    memcpy(&bits, &wide, sizeof wide);
  } else {
    real whole = truncl(value);
    bits = whole < least(t) || whole > most(t) ? random : bits_of_whole(whole);
  }
  return low_bits(t, bits);
}

static real decode(const struct number_type *t, uint64_t bits) {
  float narrow;
  double wide;
  uint32_t low = (uint32_t)bits;
  memcpy(&narrow, &low, sizeof narrow);
  memcpy(&wide, &bits, sizeof wide);
  if (t->is_float) return t->bits == 32 ? (real)narrow : (real)wide;
  if (!t->is_signed || bits >> (t->bits - 1) == 0) return (real)bits;
  return t->bits == 64 ? -(real)(0 - bits) : (real)bits - ldexpl(1, (int)t->bits);
}

static void make_values(struct trial *trial, uint64_t *random) {
  const struct number_type *t = trial->from;
  const real extremes[] = {0, -0.0L, INFINITY, -INFINITY, NAN, most(t), least(t), 0x1p-140L};
  for (size_t i = 0; i < COUNT; i++) {
    uint64_t bits = lab_random(random);
    uint64_t code = i % 3 == 2 ? low_bits(t, bits) : encode(t, special(bits), bits);
    if (t->is_float && i < 5) code = encode(t, extremes[i], bits);
    if (!t->is_float && i < 4) code = encode(t, i < 2 ? most(t) - i : least(t) + (i - 2), bits);
    if (t->is_float && is_nan_of(t, code) && i != 4) code = encode(t, 1.5L, bits);
    trial->values[i] = decode(t, code);
    memcpy(trial->raw + i * (t->bits / 8), &code, t->bits / 8);
  }
}

/* ---- kernels --------------------------------------------------------------------------- */

/* Whether there is a conversion of this number; sat is for integers alone. */
static bool conversion_of(const struct number_type *from, size_t row, struct conversion *c) {
  *c = (struct conversion){from, &TYPES[row / (N_MODES * 2)], &MODES[row / 2 % N_MODES],
                           row % 2 != 0};
  return !(c->saturates && c->to->is_float);
}
enum { N_ROWS = N_TYPES * N_MODES * 2 };

static void add_row(struct wb_str *out, const struct conversion *c, size_t row, unsigned width) {
  char lanes[16] = "", call[200];
  const char *saturating = c->saturates ? "_sat" : "";
  if (width > 1) snprintf(lanes, sizeof lanes, "%u", width);
  snprintf(call, sizeof call, "convert_%s%s%s%s(a)", c->to->name, lanes, saturating,
           c->mode->suffix);
  const char *unsigned_name = c->to->bits == 8    ? "uchar"
                              : c->to->bits == 16 ? "ushort"
                              : c->to->bits == 32 ? "uint"
                                                  : "ulong";
  if (width == 1)
    wb_str_addf(out, "  R[%zu + i] = as_%s(%s);\n", row * COUNT, unsigned_name, call);
  else
    wb_str_addf(out, "  vstore%u(convert_ulong%u(as_%s%u(%s)), i, R + %zu);\n", width, width,
                unsigned_name, width, call, row * COUNT);
}

static void add_kernel(struct wb_str *out, const struct number_type *from, unsigned width) {
  struct conversion c;
  wb_str_addf(out,
              "__kernel void test_%u(__global ulong *R, __global const %s *A) {\n"
              "  size_t i = get_global_id(0);\n",
              width, from->name);
  if (width == 1)
    wb_str_addf(out, "  %s a = A[i];\n", from->name);
  else
    wb_str_addf(out, "  %s%u a = vload%u(i, A);\n", from->name, width, width);
  for (size_t row = 0; row < N_ROWS; row++)
    if (conversion_of(from, row, &c)) add_row(out, &c, row, width);
  wb_str_add(out, "}\n");
}

/* ---- one type --------------------------------------------------------------------------- */

static void compare(const struct trial *trial, unsigned width) {
  struct conversion c;
  int told = 0;
  for (size_t row = 0; row < N_ROWS; row++)
    for (size_t i = 0; conversion_of(trial->from, row, &c) && i < COUNT && told < MAX_COMPLAINTS;
         i++) {
      uint64_t wanted = 0, got = trial->results[row * COUNT + i];
      if (agrees(&c, trial->values[i], got, &wanted)) continue;
      told++;
      CHECK_NEVER("a conversion gives another number");
      printf("#   convert_%s%s%s of %s %La, width %u: got %#llx, expected %#llx\n", c.to->name,
             c.saturates ? "_sat" : "", c.mode->suffix, c.from->name, trial->values[i], width,
             (unsigned long long)got, (unsigned long long)wanted);
    }
}

static void run(struct wb_device *device, wb_handle program, const struct number_type *from,
                unsigned width) {
  static struct trial trial;
  uint64_t random = lab_setting("CONVERSION_SEED", 1);
  char kernel[32];
  trial.from = from;
  make_values(&trial, &random);
  memset(trial.results, 0, sizeof trial.results);
  snprintf(kernel, sizeof kernel, "test_%u", width);
  const struct lab_launch lab = {
      .kernel = kernel,
      .global = {COUNT / width},
      .arrays =
          {{"R", {WB_ULONG, 1}, WB_BUFFER_WRITE_ONLY, trial.results, sizeof trial.results},
           {"A", {from->scalar, 1}, WB_BUFFER_READ_ONLY, trial.raw, COUNT * (from->bits / 8)}},
      .n_arrays = 2};
  if (CHECK(lab_run_clean(device, program, &lab))) compare(&trial, width);
}

static void test_type(struct wb_device *device, size_t index) {
  static const unsigned WIDTHS[] = {2, 3, 4, 8, 16};
  const char *all = getenv("CONVERSION_WIDTHS");
  struct wb_str source;
  unsigned width = WIDTHS[(index + lab_setting("CONVERSION_SEED", 1)) % 3];
  for (int w = 0; w < 5; w++) {
    if (all == NULL && WIDTHS[w] != width) continue;
    wb_str_init(&source);
    if (all == NULL || w == 0) add_kernel(&source, &TYPES[index], 1);
    if (all != NULL || index >= 6) add_kernel(&source, &TYPES[index], WIDTHS[w]);
    wb_handle program = lab_build(device, source.data);
    if (CHECK(program != 0)) {
      if (all == NULL || w == 0) run(device, program, &TYPES[index], 1);
      if (all != NULL || index >= 6) run(device, program, &TYPES[index], WIDTHS[w]);
      wb_program_release(device, program, NULL);
    }
    wb_str_release(&source);
  }
}

static void conversions(void) {
  const char *name = getenv("CONVERSION_DEVICE");
  struct wb_device *device = lab_open(name != NULL ? name : "emulator");
  if (device == NULL) return;
  for (size_t i = 0; i < N_TYPES; i++) test_type(device, i);
  wb_device_close(device);
}

int main(void) {
  lab_use_build();
  tap_run("conversions round and saturate as they say", conversions);
  return tap_finish();
}

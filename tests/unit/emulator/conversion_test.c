/* Every conversion between scalar types, in each rounding mode, saturating and
 * not, against the host's: extreme values, halves, random numbers; scalars and
 * a vector width a source type (CONVERSION_WIDTHS=all: every one).
 * CONVERSION_SEED moves the random numbers. What is out of range is a finding here
 * (lab_run fills the outcome, so no other test is asked to accept it): each of its
 * work-items, and none where all lanes fit, in casts and convert_T, from halves,
 * floats and doubles. */
#include <fenv.h>
#include <math.h>
#include <stdint.h>

#include "fuzz/lab.h"
#include "sample.h"

enum { COUNT = 48 * 12, MAX_COMPLAINTS = 8, PERIOD = 4 };

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

/* Conversions out of range are what range_of_each() looks at; here they are let be. */
static bool runs_but_for_range(struct wb_device *device, wb_handle program,
                               const struct lab_launch *lab) {
  struct wb_error err = {0};
  struct wb_outcome outcome;
  wb_outcome_init(&outcome);
  enum wb_status status = lab_run(device, program, lab, &outcome, &err);
  bool good = status == WB_OK && outcome.kind == WB_OUTCOME_DONE;
  for (size_t i = 0; i < outcome.n_findings; i++)
    good &= outcome.findings[i].kind == WB_CONVERSION_OUT_OF_RANGE;
  if (!good) printf("# %s: %s %s\n", lab->kernel, err.message, outcome.detail);
  wb_outcome_release(&outcome);
  return good;
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
  if (CHECK(runs_but_for_range(device, program, &lab))) compare(&trial, width);
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

/* ---- what is out of range -------------------------------------------------------------- */

/* A float type, and how many binary digits it has. */
static const struct real_type {
  const char *name;
  enum wb_scalar scalar;
  unsigned bytes, digits;
  real most;
} REALS[] = {{"half", WB_HALF, 2, 11, 65504.0L},
             {"float", WB_FLOAT, 4, 24, 0x1.fffffep127L},
             {"double", WB_DOUBLE, 8, 53, 0x1.fffffffffffffp1023L}};
enum { N_REALS = sizeof REALS / sizeof REALS[0], N_INTEGERS = 8 };

enum { RANGE_ITEMS = 128, MAX_WIDTH = 16 };

/* Numbers of one type, those that a conversion can hold and the others. */
struct sorted {
  real fit[RANGE_ITEMS], beyond[RANGE_ITEMS];
  size_t n_fit, n_beyond;
};

/* Whether a number of the type is exactly this. */
static bool is_exact(const struct real_type *type, real value) {
  int exponent;
  if (isnan(value) || isinf(value) || value == 0) return true;
  if (fabsl(value) > type->most) return false;
  real mantissa = frexpl(value, &exponent);
  real scaled = ldexpl(mantissa, (int)type->digits);
  return scaled == truncl(scaled) && exponent > -13;
}

/* A number that is so many halves of a last digit away: below a power of two, one half is the next
 * number; elsewhere two are. */
static real neighbour(const struct real_type *type, real value, int steps) {
  int exponent;
  if (steps == 0) return value;
  frexpl(value, &exponent);
  if (value == 0) exponent = -8;
  return value + steps * ldexpl(1, exponent - (int)type->digits - 1);
}

static void sort_number(struct sorted *sorted, const struct real_type *type,
                        const struct conversion *c, real value) {
  uint64_t bits = 0;
  if (!is_exact(type, value)) return;
  if (to_integer(c, value, &bits)) {
    if (sorted->n_fit < RANGE_ITEMS) sorted->fit[sorted->n_fit++] = value;
  } else if (sorted->n_beyond < RANGE_ITEMS) {
    sorted->beyond[sorted->n_beyond++] = value;
  }
}

/* Both limits of the type with all that is near: a half, a quarter, one, the next number. */
static void sort_numbers(struct sorted *sorted, const struct real_type *type,
                         const struct conversion *c) {
  static const real STEPS[] = {0, 1, -1, 0.5L, -0.5L, 0.25L, -0.25L, 0.75L, -0.75L, 2, -2};
  const real limits[] = {least(c->to), most(c->to) + 1};
  const real extremes[] = {0, -0.0L, INFINITY, -INFINITY, NAN, 100, type->most, -type->most};
  *sorted = (struct sorted){.n_fit = 0};
  for (size_t i = 0; i < sizeof extremes / sizeof extremes[0]; i++)
    sort_number(sorted, type, c, extremes[i]);
  for (size_t i = 0; i < 2; i++)
    for (size_t k = 0; k < sizeof STEPS / sizeof STEPS[0]; k++)
      for (int steps = -2; steps <= 2; steps++)
        sort_number(sorted, type, c, neighbour(type, limits[i] + STEPS[k], steps));
}

static uint16_t half_bits(real value) {
  float number = (float)value;
  uint32_t bits;
  memcpy(&bits, &number, sizeof bits);
  const uint16_t sign = (uint16_t)(bits >> 16 & 0x8000);
  const int exponent = (int)(bits >> 23 & 0xFF) - 127;
  if (isnan(number)) return 0x7E00;
  if (isinf(number)) return sign | 0x7C00;
  if (number == 0) return sign;
  return sign | (uint16_t)((exponent + 15) << 10) | (uint16_t)(bits >> 13 & 0x3FF);
}

static void put_real(const struct real_type *type, unsigned char *raw, size_t index, real value) {
  const uint16_t half = type->bytes == 2 ? half_bits(value) : 0;
  const float narrow = (float)value;
  const double wide = (double)value;
  const void *from = &wide;
  if (type->bytes == 4) from = &narrow;
  if (type->bytes == 2) from = &half;
  memcpy(raw + index * type->bytes, from, type->bytes);
}

/* A kernel for each conversion: casts are rows of their own, after convert_T. */
enum { N_RANGE_ROWS = N_INTEGERS * (N_MODES * 2 + 1) };

static void range_row(size_t row, struct conversion *c, bool *is_cast) {
  const size_t ways = N_MODES * 2 + 1, way = row % ways;
  *is_cast = way == ways - 1;
  *c = (struct conversion){&TYPES[N_INTEGERS], &TYPES[row / ways], &MODES[*is_cast ? 0 : way / 2],
                           !*is_cast && way % 2 != 0};
}

static void add_range_kernels(struct wb_str *out, const struct real_type *from, unsigned width) {
  struct conversion c;
  bool is_cast;
  wb_str_add(out, "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n");
  for (size_t row = 0; row < N_RANGE_ROWS; row++) {
    range_row(row, &c, &is_cast);
    if (is_cast && width > 1) continue; /* OpenCL C has no casts of vectors */
    wb_str_addf(out,
                "__kernel void row_%zu(__global %s *out, __global const %s *a) {\n"
                "  size_t i = get_global_id(0);\n",
                row, c.to->name, from->name);
    if (width > 1)
      wb_str_addf(out, "  %s%u x = vload%u(i, a);\n", from->name, width, width);
    else
      wb_str_addf(out, "  %s x = a[i];\n", from->name);
    if (is_cast)
      wb_str_addf(out, "  out[i] = (%s)x;\n", c.to->name);
    else if (width > 1)
      wb_str_addf(out, "  vstore%u(convert_%s%u%s%s(x), i, out);\n", width, c.to->name, width,
                  c.saturates ? "_sat" : "", c.mode->suffix);
    else
      wb_str_addf(out, "  out[i] = convert_%s%s%s(x);\n", c.to->name, c.saturates ? "_sat" : "",
                  c.mode->suffix);
    wb_str_add(out, "}\n");
  }
}

/* Launches one row with `items` numbers, in vectors beside `others` that fit; how many work-items
 * were found, or SIZE_MAX where anything else went wrong. */
static size_t found_items(struct wb_device *device, wb_handle program, size_t row,
                          const struct real_type *from, const struct conversion *c, unsigned width,
                          const real *numbers, size_t items, const struct sorted *sorted) {
  static unsigned char raw[RANGE_ITEMS * MAX_WIDTH * 8], out[sizeof raw];
  struct wb_error err = {0};
  struct wb_outcome outcome;
  char name[24];
  for (size_t i = 0; i < items * width; i++)
    put_real(from, raw, i, sorted->fit[(i * 7 + 3) % sorted->n_fit]);
  for (size_t i = 0; i < items; i++) put_real(from, raw, i * width + i * 5 % width, numbers[i]);
  snprintf(name, sizeof name, "row_%zu", row);
  const struct lab_launch lab = {
      .kernel = name,
      .global = {items},
      .arrays = {{"out",
                  {c->to->scalar, 1},
                  WB_BUFFER_WRITE_ONLY,
                  out,
                  items * width * (c->to->bits / 8)},
                 {"a", {from->scalar, 1}, WB_BUFFER_READ_ONLY, raw, items * width * from->bytes}},
      .n_arrays = 2};
  wb_outcome_init(&outcome);
  enum wb_status status = lab_run(device, program, &lab, &outcome, &err);
  size_t found = 0;
  if (status != WB_OK || outcome.kind != WB_OUTCOME_DONE || outcome.n_findings > 1)
    found = SIZE_MAX;
  else if (outcome.n_findings == 1)
    found = outcome.findings[0].kind == WB_CONVERSION_OUT_OF_RANGE &&
                    outcome.findings[0].severity == WB_SEVERITY_ERROR
                ? outcome.findings[0].items
                : SIZE_MAX;
  if (found == SIZE_MAX) printf("# row %zu: %s %s\n", row, err.message, outcome.detail);
  wb_outcome_release(&outcome);
  return found;
}

static void check_range(struct wb_device *device, wb_handle program, size_t row,
                        const struct real_type *from, unsigned width) {
  static struct sorted sorted;
  struct conversion c;
  bool is_cast;
  range_row(row, &c, &is_cast);
  if (is_cast && width > 1) return;
  sort_numbers(&sorted, from, &c);
  CHECK(sorted.n_fit >= 4 && (c.saturates || sorted.n_beyond >= 3));
  const size_t fit =
      found_items(device, program, row, from, &c, width, sorted.fit, sorted.n_fit, &sorted);
  size_t beyond = sorted.n_beyond;
  if (sorted.n_beyond > 0)
    beyond =
        found_items(device, program, row, from, &c, width, sorted.beyond, sorted.n_beyond, &sorted);
  if (CHECK(fit == 0 && beyond == sorted.n_beyond)) return;
  printf("#   %s%s%s%s of %s, width %u: found %zu of %zu that fit, %zu of %zu that do not\n",
         is_cast ? "a cast to " : "convert_", c.to->name, c.saturates ? "_sat" : "", c.mode->suffix,
         from->name, width, fit, sorted.n_fit, beyond, sorted.n_beyond);
}

static void check_ranges(struct wb_device *device, size_t which) {
  static const unsigned WIDTHS[] = {1, 2, 3, 4, 8, 16};
  const char *all = getenv("CONVERSION_WIDTHS");
  for (size_t w = 0; w < sizeof WIDTHS / sizeof WIDTHS[0]; w++) {
    struct wb_str source;
    if (all == NULL && w > 0 && WIDTHS[w] != 2 + which) continue;
    wb_str_init(&source);
    add_range_kernels(&source, &REALS[which], WIDTHS[w]);
    wb_handle program = lab_build(device, source.data);
    for (size_t row = 0; CHECK(program != 0) && row < N_RANGE_ROWS; row++)
      check_range(device, program, row, &REALS[which], WIDTHS[w]);
    if (program != 0) wb_program_release(device, program, NULL);
    wb_str_release(&source);
  }
}

static void ranges(void) {
  struct wb_device *device = lab_open("emulator");
  const char *names[N_REALS];
  bool takes[N_REALS];
  if (device == NULL) return;
  for (size_t i = 0; i < N_REALS; i++) names[i] = REALS[i].name;
  sample_choose(names, N_REALS, N_REALS, "types of numbers out of range", takes);
  for (size_t i = 0; i < N_REALS; i++)
    if (takes[i]) check_ranges(device, i);
  wb_device_close(device);
}

static void conversions(void) {
  const char *name = getenv("CONVERSION_DEVICE");
  struct wb_device *device = lab_open(name != NULL ? name : "emulator");
  const char *names[N_TYPES];
  bool takes[N_TYPES];
  if (device == NULL) return;
  for (size_t i = 0; i < N_TYPES; i++) names[i] = TYPES[i].name;
  sample_choose(names, N_TYPES, PERIOD, "types to convert from", takes);
  for (size_t i = 0; i < N_TYPES; i++)
    if (takes[i]) test_type(device, i);
  wb_device_close(device);
}

int main(void) {
  lab_use_build();
  tap_run("conversions round and saturate as they say", conversions);
  tap_run("each conversion out of range is found, and none that is in range", ranges);
  return tap_finish();
}

#include "tensor/fill.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"

static struct wb_tensor filled(enum wb_scalar type, unsigned lanes, size_t count,
                               struct wb_fill fill, uint64_t seed) {
  struct wb_tensor tensor = {0};
  struct wb_shape shape = {1, {count}};
  CHECK(wb_tensor_init(&tensor, (struct wb_dtype){type, lanes}, &shape, NULL) == WB_OK);
  wb_tensor_fill(&tensor, &fill, seed);
  return tensor;
}

static const struct wb_fill asymmetric = {.kind = WB_FILL_ASYMMETRIC};

static void the_generator_is_splitmix64(void) {
  /* The published first outputs for seed 1234567. */
  CHECK(wb_random_at(1234567, 0) == UINT64_C(6457827717110365317));
  CHECK(wb_random_at(1234567, 1) == UINT64_C(3203168211198807973));
  CHECK(wb_random_at(1234567, 2) == UINT64_C(9817491932198370423));
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void check_distinct(enum wb_scalar type, size_t count) {
  struct wb_tensor tensor = filled(type, 1, count, asymmetric, 42);
  double *values = calloc(count, sizeof *values);
  for (size_t i = 0; i < count; i++) values[i] = wb_tensor_get(&tensor, i, 0);
  qsort(values, count, sizeof *values, by_value);
  for (size_t i = 1; i < count; i++)
    if (!CHECK(values[i - 1] < values[i])) break;
  free(values);
  wb_tensor_release(&tensor);
}

static void asymmetric_elements_are_distinct(void) {
  static const enum wb_scalar types[] = {WB_CHAR, WB_UCHAR, WB_SHORT, WB_USHORT, WB_INT,   WB_UINT,
                                         WB_LONG, WB_ULONG, WB_HALF,  WB_FLOAT,  WB_DOUBLE};
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
    check_distinct(types[i], 7);
    check_distinct(types[i], 256);
    if (wb_scalar_size(types[i]) > 1) check_distinct(types[i], 4096);
    if (wb_scalar_size(types[i]) > 2) check_distinct(types[i], 100000);
  }
}

/* The order itself has no pattern: differences vary, the middle is no mirror. */
static void asymmetric_order_is_irregular(void) {
  for (uint64_t seed = 0; seed < 200; seed++) {
    struct wb_tensor t = filled(WB_FLOAT, 1, 8, asymmetric, seed);
    bool same_steps = true, same_pairs = true;
    for (size_t i = 2; i < 8; i++)
      same_steps = same_steps && wb_tensor_get(&t, i, 0) - wb_tensor_get(&t, i - 1, 0) ==
                                     wb_tensor_get(&t, 1, 0) - wb_tensor_get(&t, 0, 0);
    for (size_t i = 1; i < 4; i++)
      same_pairs = same_pairs && wb_tensor_get(&t, i, 0) + wb_tensor_get(&t, 7 - i, 0) ==
                                     wb_tensor_get(&t, 0, 0) + wb_tensor_get(&t, 7, 0);
    CHECK(!same_steps);
    CHECK(!same_pairs);
    for (size_t i = 0; i < 8; i++) CHECK(wb_tensor_get(&t, i, 0) != 0);
    for (size_t i = 0; i < 8; i++) CHECK(fabs(wb_tensor_get(&t, i, 0)) <= 8);
    wb_tensor_release(&t);
  }
}

static void two_seeds_give_two_arrays(void) {
  size_t same = 0;
  struct wb_tensor a = filled(WB_INT, 1, 1000, asymmetric, 1);
  struct wb_tensor b = filled(WB_INT, 1, 1000, asymmetric, 2);
  for (size_t i = 0; i < 1000; i++)
    same += wb_tensor_get_int(&a, i, 0) == wb_tensor_get_int(&b, i, 0);
  CHECK(same < 20);
  wb_tensor_release(&a);
  wb_tensor_release(&b);
}

static void random_stays_in_its_range(void) {
  struct wb_fill fill = {.kind = WB_FILL_RANDOM, .first = -2, .last = 3};
  struct wb_tensor whole = filled(WB_INT, 1, 6000, fill, 9);
  struct wb_tensor real = filled(WB_FLOAT, 1, 6000, fill, 9);
  int seen[6] = {0};
  double sum = 0;
  for (size_t i = 0; i < 6000; i++) {
    int64_t value = wb_tensor_get_int(&whole, i, 0);
    if (!CHECK(value >= -2 && value <= 3)) break;
    seen[value + 2]++;
    if (!CHECK(wb_tensor_get(&real, i, 0) >= -2 && wb_tensor_get(&real, i, 0) <= 3)) break;
    sum += wb_tensor_get(&real, i, 0);
  }
  for (int i = 0; i < 6; i++) CHECK(seen[i] > 850 && seen[i] < 1150);
  CHECK(fabs(sum / 6000 - 0.5) < 0.1);
  wb_tensor_release(&whole);
  wb_tensor_release(&real);
}

static void steps_are_kept(void) {
  const struct wb_fill fill = {.kind = WB_FILL_RANDOM, .first = -4, .last = 4, .step = 0.125};
  struct wb_tensor t = filled(WB_FLOAT, 1, 1000, fill, 5);
  bool fraction = false, last = false;
  for (size_t i = 0; i < 1000; i++) {
    const double value = wb_tensor_get(&t, i, 0);
    CHECK(value >= -4 && value <= 4 && value * 8 == floor(value * 8));
    fraction |= value != floor(value);
    last |= value == 4;
  }
  CHECK(fraction && last);
  wb_tensor_release(&t);
}

static size_t count_of(const struct wb_tensor *t, double wanted) {
  size_t count = 0;
  for (size_t i = 0; i < wb_tensor_count(t); i++) count += wb_tensor_get(t, i, 0) == wanted;
  return count;
}

static void extremes_are_the_ends_and_what_is_next_to_them(void) {
  const struct wb_fill ints = {.kind = WB_FILL_EXTREMES, .first = -70, .last = 90};
  const struct wb_fill floats = {.kind = WB_FILL_EXTREMES, .first = -INFINITY, .last = INFINITY};
  static const double of_ints[] = {-70, -69, 89, 90, 0, 1, -1};
  static const double of_floats[] = {-INFINITY, INFINITY, 0, 1, 16777216, 65536, 0x1p31};
  struct wb_tensor a = filled(WB_INT, 1, 1000, ints, 5), b = filled(WB_FLOAT, 1, 2000, floats, 5);
  for (size_t i = 0; i < 7; i++) CHECK(count_of(&a, of_ints[i]) > 10);
  for (size_t i = 0; i < 7; i++) CHECK(count_of(&b, of_floats[i]) > 10);
  for (size_t i = 0; i < 1000; i++)
    CHECK(wb_tensor_get(&a, i, 0) >= -70 && wb_tensor_get(&a, i, 0) <= 90);
  for (size_t i = 0; i < 2000; i++) CHECK(!isnan(wb_tensor_get(&b, i, 0)));
  CHECK(count_of(&a, 50) > 0); /* one half are any */
  wb_tensor_release(&a);
  wb_tensor_release(&b);
}

static void a_permutation_has_each_number_once(void) {
  for (size_t count = 1; count < 300; count += count < 20 ? 1 : 37) {
    struct wb_tensor t = filled(WB_INT, 1, count, (struct wb_fill){.kind = WB_FILL_PERMUTATION}, 5);
    char seen[300] = {0};
    for (size_t i = 0; i < count; i++) {
      int64_t value = wb_tensor_get_int(&t, i, 0);
      if (!CHECK(value >= 0 && value < (int64_t)count && !seen[value])) break;
      seen[value] = 1;
    }
    wb_tensor_release(&t);
  }
}

static void lanes_count_one_by_one(void) {
  struct wb_fill fill = {.kind = WB_FILL_RANGE, .first = 10, .step = 2};
  struct wb_tensor t = filled(WB_FLOAT, 3, 2, fill, 0);
  CHECK(wb_tensor_get(&t, 0, 2) == 14);
  CHECK(wb_tensor_get(&t, 1, 0) == 16);
  CHECK(wb_tensor_get(&t, 1, 3) == 0); /* padding */
  wb_tensor_release(&t);
}

/* Vectors of three are filled one by one, scalars in runs: what they get is the same. */
static void vectors_get_what_scalars_get(void) {
  enum { VECTORS = 700, LANES = 3 };
  for (int kind = 0; kind < WB_FILL_KIND_COUNT; kind++) {
    const struct wb_fill fill = {(enum wb_fill_kind)kind, -3, 40, 0.5};
    for (enum wb_scalar type = 0; type < WB_SCALAR_COUNT; type++) {
      struct wb_tensor vectors = filled(type, LANES, VECTORS, fill, 11);
      struct wb_tensor scalars = filled(type, 1, (size_t)VECTORS * LANES, fill, 11);
      bool same = true;
      for (size_t i = 0; i < (size_t)VECTORS * LANES; i++)
        same &= wb_tensor_get_int(&vectors, i / LANES, (unsigned)(i % LANES)) ==
                    wb_tensor_get_int(&scalars, i, 0) &&
                wb_tensor_get(&vectors, i / LANES, (unsigned)(i % LANES)) ==
                    wb_tensor_get(&scalars, i, 0);
      CHECK(same);
      wb_tensor_release(&vectors);
      wb_tensor_release(&scalars);
    }
  }
}

static void names_parse_back(void) {
  size_t count;
  const char *const *names = wb_fill_names(&count);
  for (size_t i = 0; i < count; i++) {
    enum wb_fill_kind kind;
    CHECK(wb_fill_parse(names[i], &kind));
    CHECK_STRING(wb_fill_name(kind), names[i]);
  }
}

/* Element by element, from the generator's numbers. */
static void random_reals_are_the_generators(void) {
  const struct wb_fill fill = {.kind = WB_FILL_RANDOM, .first = -3, .last = 0.7};
  struct wb_tensor tensor = filled(WB_DOUBLE, 1, 1500, fill, 99);
  for (size_t i = 0; i < 1500; i++) {
    const double share = (double)(wb_random_at(99, i) >> 11) * 0x1p-53;
    if (!CHECK(wb_tensor_get(&tensor, i, 0) == -3 * (1 - share) + 0.7 * share)) break;
  }
  wb_tensor_release(&tensor);
}

/* Several threads' worth, and not the same for each; stretches of a shuffle end inside the parts.
 */
static void check_large(enum wb_fill_kind kind, enum wb_scalar type, unsigned lanes, size_t count) {
  struct wb_fill fill = {.kind = kind, .first = -1, .last = 1, .step = 0.5};
  if (!wb_scalar_is_float(type)) fill = (struct wb_fill){kind, 3, 100, 1};
  const struct wb_shape shape = {1, {count}};
  struct wb_tensor large = {0}, one = filled(type, lanes, count, fill, 5);
  CHECK(wb_tensor_init_filled(&large, (struct wb_dtype){type, lanes}, &shape, &fill, 5, NULL) ==
        WB_OK);
  if (!CHECK(memcmp(large.data, one.data, wb_tensor_bytes(&one)) == 0))
    printf("# %s of type %d with %u lanes\n", wb_fill_name(kind), (int)type, lanes);
  wb_tensor_release(&large);
  wb_tensor_release(&one);
}

static void large_tensors_are_as_others(void) {
  static const enum wb_scalar types[] = {WB_UCHAR, WB_INT, WB_FLOAT, WB_DOUBLE};
  for (unsigned kind = 0; kind < WB_FILL_KIND_COUNT; kind++)
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
      check_large((enum wb_fill_kind)kind, types[i], 1, 1300001);
      check_large((enum wb_fill_kind)kind, types[i], 3, 200003);
      check_large((enum wb_fill_kind)kind, types[i], 4, 0);
    }
}

int main(void) {
  tap_run("random numbers are SplitMix64's", the_generator_is_splitmix64);
  tap_run("asymmetric elements are distinct in every type", asymmetric_elements_are_distinct);
  tap_run("asymmetric order is irregular, small and never zero", asymmetric_order_is_irregular);
  tap_run("two seeds give two different arrays", two_seeds_give_two_arrays);
  tap_run("random numbers fill their range evenly", random_stays_in_its_range);
  tap_run("steps are kept", steps_are_kept);
  tap_run("extremes are the ends and what is next to them",
          extremes_are_the_ends_and_what_is_next_to_them);
  tap_run("a permutation has each number once", a_permutation_has_each_number_once);
  tap_run("a range counts the lanes of vectors", lanes_count_one_by_one);
  tap_run("vectors get the components that as many scalars get", vectors_get_what_scalars_get);
  tap_run("every fill's name parses back to it", names_parse_back);
  tap_run("random reals are made of the generator's numbers", random_reals_are_the_generators);
  tap_run("large tensors have the content that others have", large_tensors_are_as_others);
  return tap_finish();
}

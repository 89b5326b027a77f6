#include "tensor/arrange.h"

#include <math.h>
#include <string.h>

#include "tap.h"

static const struct wb_tolerance exact = {0};

static struct wb_tensor make(const char *type, const double *values, size_t count) {
  struct wb_dtype dtype;
  struct wb_tensor tensor;
  CHECK(wb_dtype_parse(type, &dtype));
  const struct wb_shape shape = {.rank = 1, .size = {count / dtype.lanes}};
  CHECK_INT(wb_tensor_init(&tensor, dtype, &shape, NULL), WB_OK);
  for (size_t i = 0; i < count; i++)
    wb_tensor_set(&tensor, i / dtype.lanes, (unsigned)(i % dtype.lanes), values[i]);
  return tensor;
}

/* How many of the first `among` elements differ, and at `first` what was expected there. */
static size_t differences(const char *type, const double *expected, const double *got, size_t count,
                          size_t among, const struct wb_tolerance *tolerance, double *first) {
  struct wb_tensor a = make(type, expected, count), b = make(type, got, count), arranged;
  struct wb_comparison comparison;
  CHECK_INT(wb_tensor_arrange(&a, &b, among, tolerance, &arranged, NULL), WB_OK);
  wb_tensor_compare(&arranged, &b, tolerance, &comparison);
  if (first != NULL && !comparison.equal) *first = wb_tensor_get(&arranged, comparison.first, 0);
  wb_tensor_release(&a);
  wb_tensor_release(&b);
  wb_tensor_release(&arranged);
  return comparison.mismatches;
}

static void any_order_is_equal(void) {
  const double expected[] = {3, 1, 2, 2, -7}, got[] = {2, -7, 3, 2, 1};
  CHECK_INT(differences("int", expected, got, 5, 5, &exact, NULL), 0);
  CHECK_INT(differences("float", expected, got, 5, 5, &exact, NULL), 0);
  CHECK_INT(differences("int", expected, expected, 5, 5, &exact, NULL), 0);
}

static void each_element_counts_once(void) {
  const double expected[] = {1, 2, 3, 4}, doubled[] = {1, 2, 2, 4}, other[] = {4, 3, 9, 1};
  double lacking = 0;
  CHECK_INT(differences("int", expected, doubled, 4, 4, &exact, &lacking), 1);
  CHECK_INT((int)lacking, 3);
  CHECK_INT(differences("int", expected, other, 4, 4, &exact, &lacking), 1);
  CHECK_INT((int)lacking, 2);
  CHECK_INT(differences("uchar", doubled, expected, 4, 4, &exact, &lacking), 1);
}

static void only_what_counts_may_move(void) {
  const double expected[] = {1, 2, 3, 8, 9}, got[] = {3, 1, 2, 8, 9}, moved[] = {3, 1, 2, 9, 8};
  const double across[] = {3, 1, 8, 2, 9};
  CHECK_INT(differences("int", expected, got, 5, 3, &exact, NULL), 0);
  CHECK_INT(differences("int", expected, moved, 5, 3, &exact, NULL), 2);
  CHECK_INT(differences("int", expected, across, 5, 3, &exact, NULL), 2);
  CHECK_INT(differences("int", expected, got, 5, 0, &exact, NULL), 3);
}

/* 1.0 and 1.1 each have something near; whoever pairs 1.0 with 1.05 leaves 1.1 alone. */
static void a_tolerance_finds_as_many_pairs_as_there_are(void) {
  const struct wb_tolerance near = {.atol = 0.0625};
  const double expected[] = {1.1, 1.0, 5}, got[] = {5.05, 1.05, 0.95};
  const double far[] = {5.05, 1.05, 1.05}, farther[] = {5.07, 1.05, 0.95};
  CHECK_INT(differences("double", expected, got, 3, 3, &near, NULL), 0);
  CHECK_INT(differences("double", expected, far, 3, 3, &near, NULL), 0);
  CHECK_INT(differences("double", expected, farther, 3, 3, &near, NULL), 1);
}

static void odd_numbers_find_their_like(void) {
  const double expected[] = {NAN, INFINITY, -INFINITY, 0, 1},
               got[] = {1, -0.0, NAN, -INFINITY, INFINITY};
  const double lost[] = {1, 0, 2, -INFINITY, INFINITY};
  CHECK_INT(differences("float", expected, got, 5, 5, &exact, NULL), 0);
  CHECK_INT(differences("float", expected, lost, 5, 5, &exact, NULL), 1);
}

/* Numbers of every size and both signs, some of them twice, against the same ones reversed. */
static void many_numbers_are_sorted_by_all_of_their_bits(void) {
  static const char *const types[] = {"long", "int", "ushort", "ulong", "float", "double"};
  enum { COUNT = 3000 };
  static double expected[COUNT], got[COUNT];
  for (size_t i = 0; i < COUNT; i++) {
    const double size = ldexp(1 + (double)(i * i % 97) / 97, (int)(i * 7 % 52));
    expected[i] = i % 3 == 0 ? -size : size;
    if (i % 10 == 9) expected[i] = expected[i - 5];
  }
  for (size_t i = 0; i < COUNT; i++) got[i] = expected[COUNT - 1 - i];
  for (size_t t = 0; t < sizeof types / sizeof types[0]; t++)
    CHECK_INT(differences(types[t], expected, got, COUNT, COUNT, &exact, NULL), 0);
  got[COUNT / 2] = got[COUNT / 2 + 1] + 0.5;
  CHECK_INT(differences("double", expected, got, COUNT, COUNT, &exact, NULL), 1);
}

static void vectors_of_integers_move_as_a_whole(void) {
  const double expected[] = {1, 9, 1, 2, 3, 0}, got[] = {3, 0, 1, 2, 1, 9},
               mixed[] = {3, 0, 1, 9, 2, 1};
  CHECK_INT(differences("int2", expected, got, 6, 3, &exact, NULL), 0);
  CHECK_INT(differences("int2", expected, mixed, 6, 3, &exact, NULL), 1);
}

int main(void) {
  tap_run("the same elements in any order are equal", any_order_is_equal);
  tap_run("each element counts once", each_element_counts_once);
  tap_run("only what counts may move", only_what_counts_may_move);
  tap_run("a tolerance finds as many pairs as there are",
          a_tolerance_finds_as_many_pairs_as_there_are);
  tap_run("NaN, infinities and zeros find their like", odd_numbers_find_their_like);
  tap_run("many numbers are sorted by all of their bits",
          many_numbers_are_sorted_by_all_of_their_bits);
  tap_run("vectors of integers move as a whole", vectors_of_integers_move_as_a_whole);
  return tap_finish();
}

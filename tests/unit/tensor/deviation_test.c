#include "tensor/deviation.h"

#include <math.h>

#include "tap.h"

enum { COUNT = 3 };

static struct wb_deviation deviation_of(enum wb_scalar type, const double expected[COUNT],
                                        const double got[COUNT], struct wb_tolerance tolerance) {
  struct wb_tensor a = {0}, b = {0};
  struct wb_shape shape = {1, {COUNT}};
  struct wb_deviation deviation = {0};
  wb_tensor_init(&a, (struct wb_dtype){type, 1}, &shape, NULL);
  wb_tensor_init(&b, (struct wb_dtype){type, 1}, &shape, NULL);
  for (size_t i = 0; i < COUNT; i++) {
    wb_tensor_set(&a, i, 0, expected[i]);
    wb_tensor_set(&b, i, 0, got[i]);
  }
  wb_tensor_deviation(&a, &b, &tolerance, &deviation);
  wb_tensor_release(&a);
  wb_tensor_release(&b);
  return deviation;
}

static bool is_close(double got, double expected) {
  const bool close = fabs(got - expected) <= 1e-6 * fabs(expected);
  if (!close) printf("# %g, expected %g\n", got, expected);
  return close;
}

static void what_is_equal_has_no_deviation(void) {
  const double numbers[COUNT] = {1, -2, 0}, zeros[COUNT] = {1, -2, -0.0};
  const struct wb_deviation none = deviation_of(WB_FLOAT, numbers, zeros, (struct wb_tolerance){0});
  CHECK(none.relative == 0 && none.absolute == 0 && none.units == 0 && none.share == 0);
}

/* 0.5 is less than a hundredth of 100: what differs there is no matter of its own size. */
static void large_and_small_numbers_are_told_apart(void) {
  const double expected[COUNT] = {100, 0.5, 50}, got[COUNT] = {101, 0.75, 50.25};
  const struct wb_tolerance tolerance = {.atol = 0.5, .rtol = 0.01};
  const struct wb_deviation seen = deviation_of(WB_DOUBLE, expected, got, tolerance);
  CHECK(is_close(seen.relative, 0.01));
  CHECK(is_close(seen.absolute, 0.25));
  CHECK(is_close(seen.share, 1 / 1.5));
  CHECK(is_close(seen.units, 0.25 / ldexp(1, -53)));
}

static void terms_are_without_what_scales_them(void) {
  const double expected[COUNT] = {100, 0, 0}, got[COUNT] = {108, 8, 0};
  const struct wb_tolerance tolerance = {.atol = 2, .rtol = 0.02, .scale_by = 4};
  const struct wb_deviation seen = deviation_of(WB_DOUBLE, expected, got, tolerance);
  CHECK(is_close(seen.relative, 0.02));
  CHECK(is_close(seen.absolute, 2));
  CHECK(is_close(seen.share, 1));
}

static void units_are_those_of_the_type(void) {
  const double expected[COUNT] = {1, 4, 1}, got[COUNT] = {1 + 0x1p-22, 4 + 0x1p-21, 1};
  const struct wb_tolerance tolerance = {.ulp = 4};
  const struct wb_deviation seen = deviation_of(WB_FLOAT, expected, got, tolerance);
  CHECK(is_close(seen.units, 2));
  CHECK(is_close(seen.share, 0.5));
  CHECK(is_close(wb_float_unit(1, WB_HALF), 0x1p-10));
  CHECK(is_close(wb_float_unit(-3, WB_DOUBLE), 0x1p-51));
  CHECK(wb_float_unit(0, WB_FLOAT) == 0);
}

static void what_is_not_finite_is_left_out(void) {
  const double expected[COUNT] = {INFINITY, NAN, 1}, got[COUNT] = {1, 1, INFINITY};
  const struct wb_deviation seen =
      deviation_of(WB_FLOAT, expected, got, (struct wb_tolerance){.atol = 1});
  CHECK(seen.share == 0 && seen.relative == 0);
}

static void where_nothing_is_allowed_the_share_is_infinite(void) {
  const double expected[COUNT] = {1, 1, 1}, got[COUNT] = {1, 1.5, 1};
  const struct wb_tolerance exact = {0}, scaled = {.scale_by = 3};
  CHECK(isinf(deviation_of(WB_FLOAT, expected, got, exact).share));
  CHECK(wb_tolerance_is_exact(&exact) && wb_tolerance_is_exact(&scaled));
  CHECK(!wb_tolerance_is_exact(&(struct wb_tolerance){.ulp = 1}));
}

static void the_worse_of_two_is_kept(void) {
  struct wb_deviation into = {.relative = 1, .absolute = 2, .units = 3, .share = 4};
  const struct wb_deviation from = {.relative = 2, .absolute = 1, .units = 4, .share = 3};
  wb_deviation_merge(&into, &from);
  CHECK(into.relative == 2 && into.absolute == 2 && into.units == 4 && into.share == 4);
}

int main(void) {
  tap_run("what is equal has no deviation", what_is_equal_has_no_deviation);
  tap_run("large and small numbers are told apart", large_and_small_numbers_are_told_apart);
  tap_run("terms are without what scales them", terms_are_without_what_scales_them);
  tap_run("units are those of the type", units_are_those_of_the_type);
  tap_run("what is not finite is left out", what_is_not_finite_is_left_out);
  tap_run("where nothing is allowed the share is infinite",
          where_nothing_is_allowed_the_share_is_infinite);
  tap_run("the worse of two is kept", the_worse_of_two_is_kept);
  return tap_finish();
}

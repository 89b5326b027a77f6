#include "tensor/compare.h"

#include <math.h>

#include "tap.h"

static bool equal(enum wb_scalar type, double expected, double got, struct wb_tolerance tolerance) {
  struct wb_tensor a = {0}, b = {0};
  struct wb_shape shape = {0};
  struct wb_comparison result;
  wb_tensor_init(&a, (struct wb_dtype){type, 1}, &shape, NULL);
  wb_tensor_init(&b, (struct wb_dtype){type, 1}, &shape, NULL);
  wb_tensor_set(&a, 0, 0, expected);
  wb_tensor_set(&b, 0, 0, got);
  wb_tensor_compare(&a, &b, &tolerance, &result);
  wb_tensor_release(&a);
  wb_tensor_release(&b);
  return result.equal;
}

static const struct wb_tolerance exact = {0};

static void integers_are_exact(void) {
  struct wb_tolerance loose = {.atol = 10, .rtol = 1, .ulp = 100};
  CHECK(equal(WB_INT, 5, 5, loose));
  CHECK(!equal(WB_INT, 5, 6, loose));
  CHECK(!equal(WB_ULONG, 0, 1, loose));
}

static void absolute_and_relative(void) {
  struct wb_tolerance tolerance = {.atol = 0.5, .rtol = 0.25};
  CHECK(equal(WB_FLOAT, 2, 3, tolerance));
  CHECK(!equal(WB_FLOAT, 2, 3.0000002, tolerance));
  CHECK(equal(WB_FLOAT, -2, -1, tolerance));
  tolerance.scale_by = 3;
  CHECK(equal(WB_FLOAT, 2, 5, tolerance));
  CHECK(!equal(WB_FLOAT, 2, 5.01, tolerance));
}

static void nan_and_infinity(void) {
  struct wb_tolerance loose = {.atol = INFINITY, .rtol = INFINITY, .ulp = UINT64_MAX};
  CHECK(equal(WB_FLOAT, NAN, NAN, exact));
  CHECK(!equal(WB_FLOAT, NAN, 0, loose));
  CHECK(!equal(WB_FLOAT, 0, NAN, loose));
  CHECK(equal(WB_FLOAT, INFINITY, INFINITY, exact));
  CHECK(!equal(WB_FLOAT, INFINITY, -INFINITY, loose));
  CHECK(!equal(WB_FLOAT, INFINITY, 3e38, loose));
  CHECK(equal(WB_FLOAT, 0.0, -0.0, exact));
}

static void units_in_the_last_place(void) {
  struct wb_tolerance one = {.ulp = 1};
  struct wb_tolerance two = {.ulp = 2};
  CHECK(equal(WB_FLOAT, 1, (double)nextafterf(1, 2), one));
  CHECK(!equal(WB_DOUBLE, 1, (double)nextafterf(1, 2), one));
  CHECK(equal(WB_DOUBLE, 1, nextafter(1, 2), one));
  CHECK(equal(WB_HALF, 1, 1 + 0x1p-10, one));
  CHECK(!equal(WB_HALF, 1, 1 + 0x1p-9, one));
  CHECK(equal(WB_FLOAT, 0x1p-149, -0x1p-149, two));
  CHECK(!equal(WB_FLOAT, 0x1p-149, -0x1p-149, one));
}

static void counts_and_finds_the_first(void) {
  struct wb_tensor a = {0}, b = {0};
  struct wb_shape shape = {2, {2, 3}};
  struct wb_dtype type = {WB_FLOAT, 3};
  struct wb_comparison result;
  wb_tensor_init(&a, type, &shape, NULL);
  wb_tensor_copy(&b, &a, NULL);
  wb_tensor_set(&b, 1, 3, 9); /* padding */
  wb_tensor_compare(&a, &b, &exact, &result);
  CHECK(result.equal);
  wb_tensor_set(&b, 2, 0, 1);
  wb_tensor_set(&b, 2, 2, 1);
  wb_tensor_set(&b, 5, 2, 1);
  wb_tensor_compare(&a, &b, &exact, &result);
  CHECK(!result.equal);
  CHECK_INT(result.mismatches, 2);
  CHECK_INT(result.first, 2);
  wb_tensor_release(&a);
  wb_tensor_release(&b);
}

static void defaults_refuse_real_differences(void) {
  CHECK(equal(WB_FLOAT, 1000, 1000.0001, wb_tolerance_default(WB_FLOAT)));
  CHECK(!equal(WB_FLOAT, 1000, 1000.01, wb_tolerance_default(WB_FLOAT)));
  CHECK(!equal(WB_DOUBLE, 1, 1 + 1e-13, wb_tolerance_default(WB_DOUBLE)));
  CHECK(!equal(WB_HALF, 1, 1.01, wb_tolerance_default(WB_HALF)));
  CHECK(!equal(WB_FLOAT, 0.001, 0, wb_tolerance_default(WB_FLOAT)));
}

int main(void) {
  tap_run("integers compare exactly, whatever the tolerance", integers_are_exact);
  tap_run("floats compare by atol + rtol, scaled on request", absolute_and_relative);
  tap_run("NaN equals only NaN, an infinity only itself, -0 is 0", nan_and_infinity);
  tap_run("ULP counts the values between two floats", units_in_the_last_place);
  tap_run("mismatches count elements; padding is not compared", counts_and_finds_the_first);
  tap_run("the default tolerances refuse real differences", defaults_refuse_real_differences);
  return tap_finish();
}

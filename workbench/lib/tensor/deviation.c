#include "tensor/deviation.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* A number below this part of the largest one is small: a sum that cancels has few right digits of
 * its own, and is judged by the size of what was added. */
static const double SMALL = 0.01;

double wb_float_neighbour(double value, enum wb_scalar type, bool up) {
  const double step = type == WB_DOUBLE ? DBL_EPSILON : type == WB_FLOAT ? FLT_EPSILON : 0x1p-10;
  if (!isfinite(value) || value == 0) return value;
  int exponent;
  frexp(value, &exponent);
  const double unit = ldexp(step, exponent - 1);
  return up ? value + unit : value - unit;
}

double wb_float_unit(double value, enum wb_scalar type) {
  return fabs(wb_float_neighbour(value, type, true) - value);
}

static double scale_of(const struct wb_tolerance *tolerance) {
  return tolerance->scale_by > 1 ? tolerance->scale_by : 1;
}

double wb_tolerance_allowed(const struct wb_tolerance *tolerance, double expected,
                            enum wb_scalar type) {
  const double allowed = scale_of(tolerance) * (tolerance->atol + tolerance->rtol * fabs(expected));
  const double units = (double)tolerance->ulp * wb_float_unit(expected, type);
  return allowed > units ? allowed : units;
}

bool wb_tolerance_is_exact(const struct wb_tolerance *tolerance) {
  return tolerance->atol == 0 && tolerance->rtol == 0 && tolerance->ulp == 0;
}

static void raise_to(double *most, double value) {
  if (value > *most) *most = value;
}

void wb_deviation_add(struct wb_deviation *deviation, const struct wb_tolerance *tolerance,
                      enum wb_scalar type, double largest, double expected, double difference) {
  const double unit = wb_float_unit(expected, type), scale = scale_of(tolerance);
  if (!(difference > 0)) return;
  if (fabs(expected) > SMALL * largest)
    raise_to(&deviation->relative, difference / fabs(expected) / scale);
  else
    raise_to(&deviation->absolute, difference / scale);
  if (unit > 0) raise_to(&deviation->units, difference / unit);
  /* 0 when nothing is allowed: the quotient is infinite then. */
  raise_to(&deviation->share, difference / wb_tolerance_allowed(tolerance, expected, type));
}

void wb_deviation_merge(struct wb_deviation *into, const struct wb_deviation *from) {
  raise_to(&into->relative, from->relative);
  raise_to(&into->absolute, from->absolute);
  raise_to(&into->units, from->units);
  raise_to(&into->share, from->share);
}

double wb_tensor_largest(const struct wb_tensor *tensor) {
  const size_t count = wb_tensor_count(tensor);
  double largest = 0;
  for (size_t i = 0; i < count; i++)
    for (unsigned lane = 0; lane < tensor->type.lanes; lane++) {
      const double value = fabs(wb_tensor_get(tensor, i, lane));
      if (isfinite(value)) raise_to(&largest, value);
    }
  return largest;
}

void wb_tensor_deviation(const struct wb_tensor *expected, const struct wb_tensor *got,
                         const struct wb_tolerance *tolerance, struct wb_deviation *deviation) {
  const size_t count = wb_tensor_count(expected), size = wb_dtype_size(expected->type);
  const enum wb_scalar type = expected->type.scalar;
  double largest = -1; /* not asked for yet: mostly nothing differs */
  if (expected->data == got->data) return;
  for (size_t i = 0; i < count; i++) {
    if (memcmp((const char *)expected->data + i * size, (const char *)got->data + i * size, size) ==
        0)
      continue;
    if (largest < 0) largest = wb_tensor_largest(expected);
    for (unsigned lane = 0; lane < expected->type.lanes; lane++) {
      const double wanted = wb_tensor_get(expected, i, lane);
      const double difference = fabs(wb_tensor_get(got, i, lane) - wanted);
      if (isfinite(difference))
        wb_deviation_add(deviation, tolerance, type, largest, wanted, difference);
    }
  }
}

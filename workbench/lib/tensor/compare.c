#include "tensor/compare.h"

#include <math.h>
#include <string.h>

#include "tensor/convert.h"
#include "tensor/half.h"

struct wb_tolerance wb_tolerance_default(enum wb_scalar scalar) {
  struct wb_tolerance tolerance = {0};
  if (scalar == WB_HALF) tolerance = (struct wb_tolerance){.atol = 0x1p-10, .rtol = 0x1p-8};
  if (scalar == WB_FLOAT) tolerance = (struct wb_tolerance){.atol = 0x1p-23, .rtol = 0x1p-20};
  if (scalar == WB_DOUBLE) tolerance = (struct wb_tolerance){.atol = 0x1p-52, .rtol = 0x1p-48};
  return tolerance;
}

/* A float's place on the line of its type's values: neighbours differ by one,
 * both zeros are 0. Not for NaN. */
static int64_t float_ordinal(enum wb_scalar type, double value) {
  uint64_t magnitude = 0;
  double size = fabs(value);
  if (type == WB_DOUBLE) {
    memcpy(&magnitude, &size, sizeof size);
  } else if (type == WB_FLOAT) {
    float narrow = (float)size;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    magnitude = bits;
  } else {
    magnitude = wb_half_from_double(size);
  }
  return signbit(value) ? -(int64_t)magnitude : (int64_t)magnitude;
}

static bool within_ulps(enum wb_scalar type, double expected, double got, uint64_t ulp) {
  int64_t a = float_ordinal(type, expected);
  int64_t b = float_ordinal(type, got);
  uint64_t distance = a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
  return distance <= ulp;
}

static bool floats_equal(enum wb_scalar type, double expected, double got,
                         const struct wb_tolerance *tolerance) {
  double scale = tolerance->scale_by > 1 ? tolerance->scale_by : 1;
  double allowed = scale * (tolerance->atol + tolerance->rtol * fabs(expected));
  if (isnan(expected) || isnan(got)) return isnan(expected) && isnan(got);
  if (isinf(expected) || isinf(got)) return expected == got;
  return fabs(got - expected) <= allowed ||
         (tolerance->ulp > 0 && within_ulps(type, expected, got, tolerance->ulp));
}

bool wb_elements_equal(const struct wb_tensor *expected, size_t index, const struct wb_tensor *got,
                       size_t other, const struct wb_tolerance *tolerance) {
  enum wb_scalar type = expected->type.scalar;
  bool equal = true;
  for (unsigned lane = 0; lane < expected->type.lanes && equal; lane++) {
    if (wb_scalar_is_float(type))
      equal = floats_equal(type, wb_tensor_get(expected, index, lane),
                           wb_tensor_get(got, other, lane), tolerance);
    else
      equal = wb_tensor_get_int(expected, index, lane) == wb_tensor_get_int(got, other, lane);
  }
  return equal;
}

bool wb_element_equal(const struct wb_tensor *expected, const struct wb_tensor *got, size_t index,
                      const struct wb_tolerance *tolerance) {
  return wb_elements_equal(expected, index, got, index, tolerance);
}

void wb_tensor_compare(const struct wb_tensor *expected, const struct wb_tensor *got,
                       const struct wb_tolerance *tolerance, struct wb_comparison *result) {
  size_t count = wb_tensor_count(expected);
  size_t size = wb_dtype_size(expected->type);
  const unsigned char *a = expected->data;
  const unsigned char *b = got->data;
  if (!wb_dtype_equal(expected->type, got->type) || count != wb_tensor_count(got))
    wb_bug("comparing tensors of different type or length");
  *result = (struct wb_comparison){.equal = true};
  if (a == b) return; /* one and the same */
  for (size_t first = 0; first < count; first += WB_RUN) {
    /* The same bytes are equal under every rule; most elements end here. */
    const size_t n = count - first < WB_RUN ? count - first : WB_RUN;
    if (memcmp(a + first * size, b + first * size, n * size) == 0) continue;
    for (size_t i = first; i < first + n; i++) {
      if (memcmp(a + i * size, b + i * size, size) == 0) continue;
      if (wb_element_equal(expected, got, i, tolerance)) continue;
      if (result->mismatches == 0) result->first = i;
      result->mismatches++;
    }
  }
  result->equal = result->mismatches == 0;
}

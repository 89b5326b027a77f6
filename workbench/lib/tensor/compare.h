/* Comparing what a kernel wrote with what it should have written. */
#ifndef WB_TENSOR_COMPARE_H
#define WB_TENSOR_COMPARE_H

#include "tensor/tensor.h"

/* Integers compare exactly whatever the tolerance says. Floats are equal when
 * |got - expected| <= atol + rtol * |expected|, or within `ulp` units in the
 * last place where ulp > 0. With `scale_by` n > 1 (a reduction's length), atol
 * and rtol are multiplied by n. NaN equals only NaN, an infinity only itself,
 * and -0 equals 0. */
struct wb_tolerance {
  double atol, rtol;
  uint64_t ulp;
  double scale_by; /* 0 or 1: none */
};

/* The default for a type: exact for integers; about 2^-20, 2^-48 and 2^-8
 * relative for float, double and half, with a small atol. */
struct wb_tolerance wb_tolerance_default(enum wb_scalar scalar);

struct wb_comparison {
  bool equal;
  size_t mismatches; /* elements that differ */
  size_t first;      /* flat index of the first of them */
};

/* The two must have the same type and number of elements (else wb_bug). */
void wb_tensor_compare(const struct wb_tensor *expected, const struct wb_tensor *got,
                       const struct wb_tolerance *tolerance, struct wb_comparison *result);
bool wb_elements_equal(const struct wb_tensor *expected, size_t index, const struct wb_tensor *got,
                       size_t other, const struct wb_tolerance *tolerance);
bool wb_element_equal(const struct wb_tensor *expected, const struct wb_tensor *got, size_t index,
                      const struct wb_tolerance *tolerance);

#endif

/* How far numbers are from what is expected, in the terms of a tolerance: for whoever chooses one,
 * or asks how much of one is used. */
#ifndef WB_TENSOR_DEVIATION_H
#define WB_TENSOR_DEVIATION_H

#include "tensor/compare.h"

/* The neighbour of a number in its type, up or down; infinities, NaN and 0 stay: 0 is exact. */
double wb_float_neighbour(double value, enum wb_scalar type, bool up);
double wb_float_unit(double value, enum wb_scalar type); /* how far the one above is */

/* By how much a number may differ from `expected`. */
double wb_tolerance_allowed(const struct wb_tolerance *tolerance, double expected,
                            enum wb_scalar type);

/* What is allowed at all, of any number: a tolerance of nothing is no choice to be judged. */
bool wb_tolerance_is_exact(const struct wb_tolerance *tolerance);

/* The terms of a tolerance that would allow a difference, each by itself; `scale_by` is taken off.
 * Zeroed: no difference. */
struct wb_deviation {
  double relative; /* to the expected value, of numbers that are not small */
  double absolute; /* of those that are: less than a hundredth of the largest one */
  double units;    /* in the last place, of all; without `scale_by`, which does not scale them */
  double share;    /* the largest part of the tolerance that a number uses: 0 to 1 where all are
                      equal under it, infinite where nothing is allowed */
};

/* Adds the difference of one number from its expected value. `largest` is that of its tensor. */
void wb_deviation_add(struct wb_deviation *deviation, const struct wb_tolerance *tolerance,
                      enum wb_scalar type, double largest, double expected, double difference);

/* The worse of the two in each term. */
void wb_deviation_merge(struct wb_deviation *into, const struct wb_deviation *from);

/* The largest size of a finite number in a tensor. */
double wb_tensor_largest(const struct wb_tensor *tensor);

/* Adds all numbers of two tensors of one float type and one number of elements. What is not finite
 * is left out. */
void wb_tensor_deviation(const struct wb_tensor *expected, const struct wb_tensor *got,
                         const struct wb_tolerance *tolerance, struct wb_deviation *deviation);

#endif

/* IEEE 754 binary16, bit by bit: the host has no half type of its own. */
#ifndef WB_TENSOR_HALF_H
#define WB_TENSOR_HALF_H

#include <stdint.h>

/* Rounds to nearest, ties to even, in one step from a double (rounding to
 * float first would round twice). Too large gives infinity; a NaN stays a
 * quiet NaN of its sign. */
uint16_t wb_half_from_double(double value);

/* Exact. */
float wb_half_to_float(uint16_t half);

#endif

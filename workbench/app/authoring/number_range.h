/* Whole numbers from one to another, and what operators and functions make of such. */
#ifndef WB_AUTHORING_NUMBER_RANGE_H
#define WB_AUTHORING_NUMBER_RANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/tokens.h"

struct wb_number_range {
  bool known;
  int64_t low, high;
};
extern const struct wb_number_range wb_number_unknown;

/* Of both signs; what is larger is not known. */
#define WB_NUMBER_WIDEST (INT64_C(1) << 53)

int64_t wb_least_of(int64_t a, int64_t b);
int64_t wb_most_of(int64_t a, int64_t b);

struct wb_number_range wb_number_range_between(int64_t low, int64_t high);
/* From the lower beginning to the higher end. */
struct wb_number_range wb_number_range_either(struct wb_number_range a, struct wb_number_range b);
/* Not known where a type of OpenCL C that is calculated in might wrap: below 0, beyond 2^31 - 1. */
struct wb_number_range wb_number_range_in_code(struct wb_number_range range);

struct wb_number_range wb_number_range_multiply(struct wb_number_range a, struct wb_number_range b);
/* By a sign of C, between two operands. */
struct wb_number_range wb_number_range_combine(const struct wb_token *sign,
                                               struct wb_number_range a, struct wb_number_range b);
/* By a function's name: min, max, ceil_div; ceil_log2, ceil_pow2. */
struct wb_number_range wb_number_range_of_two(const struct wb_token *name, struct wb_number_range a,
                                              struct wb_number_range b);
struct wb_number_range wb_number_range_of_one(const struct wb_token *name,
                                              struct wb_number_range a);

/* Whether all of it has a place in a type of whole numbers, "ushort". */
bool wb_number_range_fits_type(const struct wb_number_range *range, const char *type);
bool wb_number_range_fits(const struct wb_number_range *range, const struct wb_token *type);

#endif

/* A bound for numbers that were measured, one a case, as a spec could have it: a number, or an
 * expression over what differs between cases. */
#ifndef WB_AUTHORING_MEASURE_FIT_H
#define WB_AUTHORING_MEASURE_FIT_H

#include "base/str.h"
#include "result/puzzle_audit.h"

/* `factor` times a variable, and `rest`. */
struct wb_measure_fit {
  const struct wb_audit_variable *variable; /* NULL: `rest` alone */
  int64_t factor, rest;
  uint64_t slack; /* what it allows beyond what is needed, over all cases */
};

/* The tightest bound of that form that no case exceeds, with a factor of at most 4. One that says
 * more must leave half the slack of one that says less: a number is preferred to a variable, and
 * a variable to a multiple of it. It must also have more cases to go by. Variables have `n_cases`
 * values. */
struct wb_measure_fit wb_measure_fit_make(const struct wb_audit_variable *variables,
                                          size_t n_variables, const uint64_t *needed,
                                          size_t n_cases);

/* As Lua has it: 1, or "2 * k + 1" with its quotes; appended. */
void wb_measure_fit_words(const struct wb_measure_fit *fit, struct wb_str *out);

#endif

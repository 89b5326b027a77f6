/* A case's counters beside the budget and what our solution needs. */
#ifndef WB_REPORT_COMPARISON_H
#define WB_REPORT_COMPARISON_H

#include "result/result.h"
#include "text/styled.h"

/* The case whose counters say most: the first that is over budget, else the
 * largest visible one, else the largest. SIZE_MAX: nothing was counted. What was stopped is not
 * counted: it did a part of its work. */
size_t wb_counted_case(const struct wb_result *result);
bool wb_case_was_counted(const struct wb_case_result *result);

/* Limit `i` of those that a case has for single arrays, from 0; false: it has no more. */
struct wb_array_limit {
  char label[24]; /* "a: reads by one" */
  const struct wb_array_count *count;
  bool of_one; /* it is for each work-item */
  uint64_t own, limit;
};
bool wb_array_limit(const struct wb_case_result *one, size_t i, struct wb_array_limit *limit);

/* That case as a table; nothing where nothing was counted, or where there is
 * nothing to compare with. `ours` are our
 * solution's counters by case; NULL: not known. */
void wb_report_comparison(const struct wb_result *result, const struct wb_counters *ours,
                          size_t n_ours, unsigned width, struct wb_document *document);

#endif

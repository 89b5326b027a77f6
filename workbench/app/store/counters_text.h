/* Counters of several cases as text: a line a case, "global_reads 8 items 4",
 * without those that are 0. Names that are not known are passed over, so that
 * another version's text can be read. Only for store/. */
#ifndef WB_STORE_COUNTERS_TEXT_H
#define WB_STORE_COUNTERS_TEXT_H

#include "base/str.h"
#include "finding/counters.h"

void wb_counters_print(const struct wb_counters *cases, size_t n_cases, struct wb_str *out);

/* NULL where there are none; the caller frees. */
struct wb_counters *wb_counters_parse(const char *text, size_t *n_cases);

#endif

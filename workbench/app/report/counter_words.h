/* The counters in words for beginners: what each counts, why one cares. */
#ifndef WB_REPORT_COUNTER_WORDS_H
#define WB_REPORT_COUNTER_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "finding/counters.h"

struct wb_counter_words {
  const char *counter; /* its name in struct wb_counters */
  const char *label;   /* "global reads" */
  const char *about;   /* one line */
  /* Worth showing though it is 0, where this other one is not; may be NULL. */
  const char *beside;
  bool only_budgeted; /* shown only where the puzzle limits it */
  bool more_is_better;
};

/* In the order in which they are shown; static storage. */
const struct wb_counter_words *wb_counter_words(size_t *count);

/* Whether it says something of a kernel that did `own`, beside one that did
 * `other` (may be NULL); `budgeted` as in struct wb_case_result. */
bool wb_counter_is_notable(const struct wb_counter_words *words, const struct wb_counters *own,
                           const struct wb_counters *other, uint64_t budgeted);

/* "1,048,576": in groups of three. Appends. */
void wb_write_grouped(struct wb_str *out, uint64_t value);

#endif

/* A learner's own best: the least that an accepted version of a kernel did, counter by counter.
 * One version may read least, and another need the fewest barriers. */
#ifndef WB_VERBS_BEST_H
#define WB_VERBS_BEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fields/fields.h"
#include "base/str.h"
#include "report/counter_words.h"
#include "store/attempts.h"

struct wb_best_counter {
  const char *counter; /* its name in struct wb_counters; static */
  const char *label;   /* "global reads"; static */
  uint64_t value;      /* over all visible cases; of what is better the more, the least of them */
  uint64_t version;    /* the first that came so far: its number */
};
extern const struct wb_fields wb_best_counter_fields; /* documented in docs/json.md */

/* As many as are worth to be shown, in the order in which counters are; *count may be 0. Only
 * versions count that were judged on as many cases as the newest accepted one (else the puzzle has
 * changed), and of counters that are modelled only those for which they were counted. The caller
 * frees. */
struct wb_best_counter *wb_best_of(const struct wb_attempts *attempts, size_t *count);

/* The best of one counter in the case `at` (from 0). False: there are fewer than two versions to
 * choose from, or all of them did nothing of it. */
bool wb_best_in_case(const struct wb_attempts *attempts, const struct wb_counter_words *words,
                     size_t at, struct wb_best_counter *best);

/* "12 global reads", "50 % occupancy". Appends. */
void wb_best_write(const struct wb_best_counter *best, struct wb_str *out);

#endif

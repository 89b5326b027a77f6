/* What right kernels need, measured while they are judged, against what the spec allows them: its
 * budgets, limits and tolerances. All that is said of it is a suggestion.
 *
 * Counts and deviations are the same each time; only the time of a launch is the machine's, and of
 * several runs the shortest counts. What is recalled from the cache counts as it was measured. */
#ifndef WB_AUTHORING_CHECK_MEASURES_H
#define WB_AUTHORING_CHECK_MEASURES_H

#include "authoring/check_run.h"

/* Of a puzzle under way: puzzle->measures. All of these do nothing where that is NULL. */
struct wb_check_measures;

/* What the spec demands. Takes what *audit holds, and leaves it empty. */
void wb_check_measures_take_audit(struct wb_check_measures *measures,
                                  struct wb_puzzle_audit *audit);

/* A right kernel was judged: as it is where `first`, or otherwise. One that is not accepted as it
 * is leaves nothing to be said of what right kernels need. */
void wb_check_measures_take_right(struct wb_check_measures *measures, const char *part,
                                  const struct wb_judgement *judgement, bool first);

/* A wrong kernel that must be over budget, and what it got. */
void wb_check_measures_take_wrong(struct wb_check_measures *measures, const char *part,
                                  const struct wb_result *result);

#endif

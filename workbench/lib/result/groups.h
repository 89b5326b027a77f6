/* The groups of a puzzle whose cases bring points (docs/scoring.md), and what they come to in a
 * run. Here it is decided and worded, for all faces. */
#ifndef WB_RESULT_GROUPS_H
#define WB_RESULT_GROUPS_H

#include "base/str.h"
#include "result/result.h"

/* Counts the cases of the result into its groups, and sets what each group earns; the result is the
 * score. In a puzzle with budgets, half of the points is for being right and half for the budgets,
 * as in wb_score(). `absent` is the group of one more case that was wanted, and is not in the
 * result; 0: there is none. */
double wb_result_score_groups(struct wb_result *result, bool has_budget, uint32_t absent);

/* The points of the groups that have cases in this run; a group without any counts for nothing.
 * Returns what is earned of them. */
double wb_result_points(const struct wb_result *result, uint32_t *points);

/* Appends "6.5 of 10 points" of all groups. What is not all is never rounded to it. */
void wb_points_words(const struct wb_result *result, struct wb_str *out);

/* Appends "any size: 2 of 4 points, 1 of 2 cases right" for group `index`, from 0. */
void wb_group_words(const struct wb_result *result, size_t index, struct wb_str *out);

#endif

/* The steps of a puzzle that is larger than others (docs/puzzle-spec.md): its cases come in steps,
 * and a run says of each whether it is done. Here it is decided and worded, for all faces. */
#ifndef WB_RESULT_STEPS_H
#define WB_RESULT_STEPS_H

#include "base/str.h"
#include "result/result.h"

/* Whether it was run, and is right and clean, within the budgets or not. */
bool wb_case_ran_right(const struct wb_case_result *one);

/* Whether every case of the step was judged right: what it computes is right and clean, within the
 * budgets or not. */
bool wb_step_is_done(const struct wb_result_step *step);

/* The last step that has cases in this run: of a run up to a step, that one. */
size_t wb_result_last_step(const struct wb_result *result);

/* How many steps are done one after the other, from the first on. */
size_t wb_result_steps_done(const struct wb_result *result);

/* Gives the result its steps, `count` names, and counts the cases that it has; each of them says
 * its step. A result without cases gets none. */
void wb_result_count_steps(struct wb_result *result, char *const *names, size_t count);

/* The step that a failure is explained of: the first that has cases and is not done; 0: none, or
 * the puzzle has no steps. */
size_t wb_result_step_to_explain(const struct wb_result *result);

/* Whether outputs are wrong in hidden cases alone, while a visible one is over its budget, which
 * can be looked at. */
bool wb_result_budget_comes_first(const struct wb_result *result);

/* The verdict that is explained: the worst of that step's cases, else the result's, but for a
 * budget that comes first. */
enum wb_verdict wb_result_verdict_to_explain(const struct wb_result *result);

/* Whether the case belongs to what is explained: to that step, or there is none. */
bool wb_case_is_to_explain(const struct wb_result *result, const struct wb_case_result *one);

/* Whether it belongs to a step after that one: what is wrong there is not told yet. */
bool wb_case_is_later(const struct wb_result *result, const struct wb_case_result *one);

/* Of two that fail alike, the one to look at: a visible one, and of these the smaller. */
bool wb_case_explains_better(const struct wb_case_result *one, const struct wb_case_result *best);

/* Appends "Step 2 of 3, Several groups: 1 of 3 cases right" for step `index`, from 0. */
void wb_step_words(const struct wb_result *result, size_t index, struct wb_str *out);

/* Appends "2 of 3 steps". */
void wb_steps_done_words(size_t done, size_t all, struct wb_str *out);

#endif

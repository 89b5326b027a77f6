/* What a puzzle allows in a case, beside what was counted. */
#ifndef WB_JUDGE_CASE_BUDGETS_H
#define WB_JUDGE_CASE_BUDGETS_H

#include "finding/array_count.h"
#include "result/result.h"
#include "script/puzzle.h"

/* Makes the parameters of a launch's kernel those of the puzzle, in what the launch counted. */
void wb_case_name_arrays(const struct wb_case_stage *stage, struct wb_array_count *arrays,
                         size_t count);

/* Whether what is accepted so far holds the case's budgets. `counted`: the device has counted what
 * kernels did; else only those of host programs are looked at. */
void wb_case_check_budgets(const struct wb_case *made, bool counted, struct wb_case_result *result);

/* Whether a case exceeds a total of accesses, and it is not known of which arrays. */
bool wb_case_lacks_arrays(const struct wb_case_result *result);

/* Of such a case: `counted` is the result of another run of it, which tells; its arrays become
 * those of `result`, and the sentence on the verdict names them. */
void wb_case_take_arrays(const struct wb_case *made, struct wb_case_result *result,
                         struct wb_case_result *counted);

#endif

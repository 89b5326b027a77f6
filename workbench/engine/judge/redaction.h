/* What is said about a hidden case: its verdict, the kind of what was found, the line and the
 * work-items there. Nothing that a kernel could compute from the case's data is: no values,
 * indices, names, counts, counters, times or texts, and of several findings only one, so that a
 * run tells one choice of the kernel's at most. It is taken out here, before a result leaves
 * the judge, so that no report, store or trace can show it. A grader may ask for the counters of all
 * hidden cases together (struct wb_run_options.hidden_counters), which no student is told. */
#ifndef WB_JUDGE_REDACTION_H
#define WB_JUDGE_REDACTION_H

#include "result/result.h"

void wb_redaction_apply(struct wb_case_result *result);

#endif

/* What a kernel printed, against the lines that it should have.
 *
 * A line ends with a line break; what stands after the last one is none. Lines are compared byte
 * by byte. Where they may come in any order, each must be there as often as it is expected. OpenCL
 * says nothing of the order in which work-items print, and nothing that holds a line together
 * which several calls of printf print: where a device tells the calls apart, such a line counts
 * only if no other work-item could have printed between them. */
#ifndef WB_JUDGE_CASE_PRINTED_H
#define WB_JUDGE_CASE_PRINTED_H

#include "judge/case_run.h"

/* Of launches that ended: sets result.printed, and worsens the verdict. What a device cannot
 * say, or not all of, is the verdict output-limit. */
void wb_case_compare_printed(const struct wb_puzzle *puzzle, const struct wb_case *made,
                             const struct wb_case_text *text, struct wb_case_result *result);

/* Whether these lines would do, printed one a call. */
bool wb_case_lines_fit(const struct wb_puzzle *puzzle, const struct wb_case *made,
                       const struct wb_names *lines);

#endif

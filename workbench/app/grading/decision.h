/* What a person decides of a submission, against the judge or against the rules of matching:
 * points, which file answers a puzzle, and whether it is on a leaderboard. All of it is in the log
 * of the run, and can be taken back by another entry. */
#ifndef WB_GRADING_DECISION_H
#define WB_GRADING_DECISION_H

#include "grading/run_records.h"

/* Does what the decision says, and keeps it: both or neither. `file` of one about a file is the
 * name or SHA-256 that a person wrote; what was judged stays, and what was not is planned.
 * WB_ERR_USAGE where there is nothing to take back; else as wb_match_choose. The run is open for
 * writing, and its results are to be written anew. */
enum wb_status wb_run_decide(const struct wb_run_folder *run, struct wb_run_records *records,
                             const char *pseudonym, uint32_t attempt,
                             const struct wb_run_override *decision, struct wb_error *err);

#endif

/* Whether a course is fit to be graded by: what `check --quick` says of the puzzles of a run. */
#ifndef WB_GRADING_COURSE_STATE_H
#define WB_GRADING_COURSE_STATE_H

#include "authoring/check_run.h"
#include "grading/run_folder.h"

/* WB_ERR_SPEC that counts the faults and names the first, where there are any. What was checked
 * before and has not changed is not checked again. `watch` as for wb_pool_run. */
enum wb_status wb_grading_check_course(const struct wb_course *course,
                                       const struct wb_catalog *catalog,
                                       const struct wb_run_about *about, size_t parallel,
                                       const struct wb_pool_watch *watch, struct wb_error *err);

#endif

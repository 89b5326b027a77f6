/* What a course's specs say, without running anything of a learner's. */
#ifndef WB_JUDGE_DESCRIBE_COURSE_H
#define WB_JUDGE_DESCRIBE_COURSE_H

#include "base/status.h"

/* Writes one puzzle event for each spec of the course (or for `slug` alone) to
 * `fd`, then the end event. Specs run in a child with little CPU time, so that
 * one that never ends spoils only its own entry. */
enum wb_status wb_describe_course(const char *course, const char *slug, int fd,
                                  struct wb_error *err);

#endif

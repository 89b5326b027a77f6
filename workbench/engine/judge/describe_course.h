/* What a course's specs say, without running anything of a learner's. */
#ifndef WB_JUDGE_DESCRIBE_COURSE_H
#define WB_JUDGE_DESCRIBE_COURSE_H

#include "base/status.h"

/* Writes the course's event to `fd`, one puzzle event for each spec of the course (or for `slug`
 * alone), then the end event; after a mistake in course.lua no puzzles. Specs run in a child with
 * little CPU time, so that one that never ends spoils only its own entry. */
enum wb_status wb_describe_course(const char *course, const char *slug, int fd,
                                  struct wb_error *err);

#endif

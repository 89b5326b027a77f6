/* The course's assignments, as every face shows them. */
#ifndef WB_VERBS_ASSIGNMENTS_H
#define WB_VERBS_ASSIGNMENTS_H

#include "session/session.h"
#include "text/styled.h"

/* The one of that name. WB_ERR_NOT_FOUND with the nearest name, or which there are. */
enum wb_status wb_assignment_choose(const struct wb_course_summary *course, const char *wanted,
                                    const struct wb_assignment **found, struct wb_error *err);

/* A line each for when it opens and when it is due, both as course.lua has it and in this machine's
 * zone: deadlines are missed by the hour that lies between the two. Nothing where none is said. */
void wb_assignment_put_dates(const struct wb_assignment *assignment, struct wb_document *text);

/* What there is to know of it: a line with its points and how many of its puzzles are solved, then
 * its dates. */
void wb_assignment_put(const struct wb_session *session, const struct wb_assignment *assignment,
                       struct wb_document *text);

#endif

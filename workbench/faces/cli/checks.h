/* What check-all judges: the learner's kernels. */
#ifndef WB_CLI_CHECKS_H
#define WB_CLI_CHECKS_H

#include "cli/jobs.h"
#include "cli/session.h"

struct wb_course_check {
  char *name; /* "01-map" */
  char *file;
  char *absent; /* "not started", "unreadable: …"; NULL where there is something to judge */
  /* Of the assignment that is judged; NULL: all puzzles are. */
  const struct wb_assignment_puzzle *worth;
  struct wb_error error; /* status other than WB_OK: it cannot be judged */
};

struct wb_cli_checks {
  struct wb_course_check *items;
  struct wb_judgement *jobs; /* one for each, once prepared */
  size_t count, capacity;
};

/* The learner's file of each puzzle; where `only` is one of the session's, of that alone; where
 * there is an assignment, of its puzzles alone. */
void wb_cli_checks_add_work(struct wb_cli_checks *checks, const struct wb_session *session,
                            const struct wb_puzzle_summary *only,
                            const struct wb_assignment *assignment);

void wb_cli_checks_release(struct wb_cli_checks *checks);

#endif

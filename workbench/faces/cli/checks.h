/* What check-all judges: a list of kernels, each with what it should get. */
#ifndef WB_CLI_CHECKS_H
#define WB_CLI_CHECKS_H

#include "session/expectation.h"
#include "cli/jobs.h"
#include "cli/session.h"

struct wb_course_check {
  char *name; /* "01-map", "01-map wrong/no-guard.cl" */
  char *file;
  bool is_wrong; /* one of the wrong kernels: `expected` is set */
  bool is_starter;
  struct wb_expectation expected;
  const char *absent;    /* "not started"; NULL where there is something to judge */
  struct wb_error error; /* status other than WB_OK: it cannot be judged */
};

struct wb_cli_checks {
  struct wb_course_check *items;
  struct wb_judgement *jobs; /* one for each, once prepared */
  size_t count, capacity;
};

/* The learner's file of each puzzle; where `only` is one of the session's, of that alone. */
void wb_cli_checks_add_work(struct wb_cli_checks *checks, const struct wb_session *session,
                            const struct wb_puzzle_summary *only);

/* The starter of each puzzle, its solution, its other right kernels and its wrong
 * ones, and what its texts and files lack. */
enum wb_status wb_cli_checks_add_solutions(struct wb_cli_checks *checks,
                                           const struct wb_session *session,
                                           const struct wb_puzzle_summary *only,
                                           struct wb_error *err);

void wb_cli_checks_release(struct wb_cli_checks *checks);

#endif

/* The modes of `grade` (cmd_grade.c has their table), and what they share. */
#ifndef WB_CLI_GRADE_MODES_H
#define WB_CLI_GRADE_MODES_H

#include "cli/command.h"
#include "cli/grade_engine.h"
#include "cli/progress.h"
#include "grading/grade.h"
#include "text/styled.h"

/* grade under way. Zeroed but for the invocation, it may be closed. */
struct wb_cli_grading {
  const struct wb_invocation *invocation;
  struct wb_course course;
  struct wb_catalog catalog;
  struct wb_grade_order order;
  struct wb_grade grade;
  struct wb_judging judging;
  struct wb_cli_engine engine;            /* as ordered */
  const struct wb_grading_engine *judges; /* the one at work; NULL: none yet */
  struct wb_cli_progress progress;
  struct wb_interrupt interrupt;
  struct wb_document text;
  struct wb_run_about about; /* of a list */
  size_t listed, doubtful;   /* likewise: submissions, and those that a person should look at */
  struct wb_document doubts; /* which these are, and why */
  bool flagged;              /* a person should look at something */
};

/* Opens the course of --course, or the one around here. */
enum wb_status wb_cli_grade_open_course(struct wb_cli_grading *grading, struct wb_error *err);
void wb_cli_grade_close(struct wb_cli_grading *grading);

/* How many are judged at a time. */
size_t wb_cli_grade_jobs(const struct wb_invocation *invocation);

/* Before judging: a grade does not rest on what some earlier kernel may have left behind, and what
 * it keeps is for its owner alone. */
void wb_cli_grade_keep_apart(void);

/* ---- of a run that is there -------------------------------------------------- */

/* Opens the run that the first operand names. */
enum wb_status wb_cli_grade_open_run(struct wb_cli_grading *grading, bool writes,
                                     struct wb_error *err);

/* Prints the text, or the error where there is one, and closes all. Returns the exit code. */
int wb_cli_grade_end_run(struct wb_cli_grading *grading, enum wb_status status,
                         const struct wb_error *err);

/* The run's assignment as the course has it now, which penalties follow from (grade_export.c).
 * Opens the course; NULL where the run is of no assignment. */
enum wb_status wb_cli_grade_find_assignment(struct wb_cli_grading *grading,
                                            const struct wb_assignment **assignment,
                                            struct wb_error *err);

/* ---- modes: each is called with the operands and options that it takes ---------------------- */

int wb_cli_grade_status(const struct wb_invocation *invocation);
int wb_cli_grade_forget(const struct wb_invocation *invocation);
int wb_cli_grade_show(const struct wb_invocation *invocation);
int wb_cli_grade_replay(const struct wb_invocation *invocation);
int wb_cli_grade_override(const struct wb_invocation *invocation);
int wb_cli_grade_match(const struct wb_invocation *invocation);
int wb_cli_grade_withdraw(const struct wb_invocation *invocation);
int wb_cli_grade_compare(const struct wb_invocation *invocation);
int wb_cli_grade_apply(const struct wb_invocation *invocation);
int wb_cli_grade_undo(const struct wb_invocation *invocation);
int wb_cli_grade_choose(const struct wb_invocation *invocation);
int wb_cli_grade_rank(const struct wb_invocation *invocation);
int wb_cli_grade_export(const struct wb_invocation *invocation);
int wb_cli_gradescope(const struct wb_invocation *invocation);

#endif

/* `workbench grade`, a step at a time: what was handed in is taken, judged, and reported. Each step
 * goes on where the one before it, or a process that was killed, has left the run. */
#ifndef WB_GRADING_GRADE_H
#define WB_GRADING_GRADE_H

#include "course/course.h"
#include "grading/intake.h"
#include "grading/judging.h"
#include "grading/run_results.h"
#include "judge_client/catalog.h"

/* What somebody else knows of the one submission of an order. */
struct wb_grade_known {
  const char *const *ids; /* none: it has those that it has */
  size_t n_ids;
  int64_t received; /* seconds since 1970; 0: not known */
  uint32_t attempt; /* from 1 */
};

struct wb_grade_order {
  const struct wb_course *course;
  const struct wb_catalog *catalog;
  const char *out;          /* the run's folder */
  const char *const *paths; /* what was handed in; none: what the run has is judged */
  size_t n_paths;
  enum wb_intake_form form;           /* of each path */
  const struct wb_grade_known *known; /* NULL: what was handed in says it all */
  const char *assignment; /* its name; NULL: the run's, if there is one, else all puzzles */
  const char *again;      /* another run, what it has is judged once more; NULL: none */
  const char *reuse;      /* another run, whose results hold for the same texts; NULL: none */
  const char *puzzle;     /* of that one this puzzle alone; NULL: all */
  const char *person;     /* likewise, by id, label or pseudonym; NULL: everybody */
  const char *secret;     /* its file; NULL: the usual one */
  const char *rank;       /* the counter of Gradescope's leaderboard; NULL: it has none */
  bool with_less_walls;   /* those that this machine lacks are done without */
  /* Whether the course may be judged by, which is asked before anything is made; NULL: it may. */
  enum wb_status (*check)(const struct wb_run_about *about, void *data, struct wb_error *err);
  void *data;
};

/* A run of grading that is open. Zeroed, it may be closed. */
struct wb_grade {
  const struct wb_grade_order *order;
  struct wb_secret secret;
  struct wb_run_folder run;
  struct wb_run_records *records;
  struct wb_run_folder from; /* the run that is judged again, or whose results are reused */
  struct wb_run_records *from_records;
};

/* Fills what a run of this order is about. WB_ERR_USAGE for an assignment that is not in the
 * course, WB_ERR_SPEC for a puzzle with a mistake, WB_ERR_MISSING where walls are missing. */
enum wb_status wb_grade_about(const struct wb_grade_order *order, const struct wb_secret *secret,
                              struct wb_run_about *about, struct wb_error *err);

/* Opens the run, or begins it, which is also done where one was cut off before it had what was
 * handed in, and where one is of something else, nothing of it is judged or decided, no engine has
 * got it, and what was handed in is named once more. WB_ERR_USAGE where it was begun with something
 * else otherwise, is to be begun with nothing, or
 * where the run that is to be judged again, or whose results are to be reused, is not fit for it
 * (regrade.h). What is refused leaves no folder. */
enum wb_status wb_grade_open(struct wb_grade *grade, const struct wb_grade_order *order,
                             struct wb_error *err);
void wb_grade_close(struct wb_grade *grade);

/* What was handed in is copied and matched, unless it was before: all of it or nothing. `taken`
 * (may be NULL) is told of each submission as it is read, with how many there are so far. */
struct wb_grade_watch {
  int stop_fd; /* readable: WB_ERR_CANCELLED; -1: none */
  void (*taken)(size_t count, void *data);
  /* As of struct wb_intake; may be NULL. */
  void (*passed_over)(const char *name, const char *why, void *data);
  void *data;
};
enum wb_status wb_grade_take(struct wb_grade *grade, const struct wb_grade_watch *watch,
                             struct wb_error *err);

/* Reads and matches without a run, and calls `each` for each submission: for `grade --list`. */
enum wb_status wb_grade_list(const struct wb_grade_order *order,
                             void (*each)(const struct wb_submission *submission, void *data),
                             const struct wb_grade_watch *watch, struct wb_error *err);

#endif

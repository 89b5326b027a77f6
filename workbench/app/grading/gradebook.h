/* What people get in the end: of each the attempt that counts (the best, the last, or the one that
 * was chosen, and until then the last), with what lateness and extensions make of its points. All
 * of it is worked out from the run and the assignment as it is now, each time that somebody asks;
 * none of it is kept. */
#ifndef WB_GRADING_GRADEBOOK_H
#define WB_GRADING_GRADEBOOK_H

#include "grading/extensions.h"
#include "grading/lateness.h"
#include "grading/run_results.h"

struct wb_gradebook_puzzle {
  const char *slug; /* the run's */
  enum wb_assessed_state state;
  bool judged; /* it has a verdict */
  enum wb_verdict verdict;
  double points, most; /* with what a person has given; before lateness */
};

struct wb_gradebook_row {
  char *pseudonym;
  char **ids;
  size_t n_ids;
  char *name, *label;         /* NULL: not known */
  uint32_t attempt, attempts; /* the one that counts; of so many */
  bool handed_in;             /* false: of somebody who is excused, and has handed in nothing */
  bool complete;
  char *flag;                          /* why a person should look at it; NULL: there is no need */
  struct wb_gradebook_puzzle *puzzles; /* beside the run's; none where nothing was handed in */
  size_t n_puzzles;
  double judged; /* the sum of their points */
  struct wb_lateness lateness;
  bool has_points;     /* false: not all is judged, or nothing was handed in: */
  double points, most; /* what is left of `judged`, of so many for all puzzles */
};

struct wb_gradebook {
  const struct wb_run_about *run;
  double most;
  struct wb_gradebook_row *rows; /* in the order of pseudonyms */
  size_t count, capacity;
};

/* What points follow from besides the run. */
struct wb_gradebook_rules {
  const struct wb_assignment *assignment; /* the run's as the course has it now; NULL: it is of all
                                             puzzles, and nothing is ever late */
  const struct wb_extensions *extensions; /* NULL: none */
  const char *pseudonym;                  /* of these people alone; NULL: of all */
  /* Files' times count where the source of a submission says nothing of when it came. A copy of a
   * folder has other ones, so that this is only done where somebody says so. */
  bool trusts_files;
};

/* The caller releases the book, also after an error; `run` stays as long. */
enum wb_status wb_gradebook_make(struct wb_gradebook *book, const struct wb_run_folder *run,
                                 struct wb_run_records *records,
                                 const struct wb_gradebook_rules *rules, struct wb_error *err);
void wb_gradebook_release(struct wb_gradebook *book);

/* The row that this attempt counts in; NULL: it does not count. */
const struct wb_gradebook_row *wb_gradebook_row_of(const struct wb_gradebook *book,
                                                   const struct wb_run_submission *one);

/* Whether this attempt counts. */
bool wb_gradebook_counts(const struct wb_gradebook *book, const struct wb_run_submission *one);

#endif

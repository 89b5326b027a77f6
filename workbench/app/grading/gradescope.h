/* The autograder of Gradescope: one submission, in the folders that its container has.
 *
 *   ROOT/submission/                  what was handed in
 *   ROOT/submission_metadata.json     whose it is, when it came, when it was due, attempts before
 * it ROOT/results/results.json         what is written, whatever happens
 *
 * docs/grading.md says what stands in the last one. A failure of ours never becomes a score there,
 * and counts as no attempt: the file has the score of the attempt before, where there is one, and
 * none else. */
#ifndef WB_GRADING_GRADESCOPE_H
#define WB_GRADING_GRADESCOPE_H

#include "grading/grade.h"

/* What the metadata says. Zeroed by wb_gradescope_read where it says nothing. */
struct wb_gradescope_about {
  char **ids; /* of its users, as texts */
  size_t n_ids;
  int64_t received; /* seconds since 1970; 0: not known */
  char *due_text;   /* with what more time its users have; NULL: none */
  int64_t due;
  bool unread;      /* nothing is known of earlier attempts: the file is missing or broken */
  uint32_t attempt; /* from 1: those that a grader failed at are not counted */
  bool has_score;   /* of the last attempt that has one */
  double score;
  char *tests; /* its tests, in JSON; NULL: not known */
};

/* After an error it is filled as if nothing were said; the message is for staff. Released by the
 * caller in any case. */
enum wb_status wb_gradescope_read(const char *root, struct wb_gradescope_about *about,
                                  struct wb_error *err);
void wb_gradescope_release(struct wb_gradescope_about *about);

/* Appends the results.json of a submission that was not graded; `words` say why, to its student. */
void wb_gradescope_ungraded(const struct wb_gradescope_about *about, const char *words,
                            struct wb_str *out);
/* The words where it was the grader's fault. */
extern const char wb_gradescope_failure[];

/* Writes ROOT/results/results.json, whole or not at all; others may read it. */
enum wb_status wb_gradescope_publish(const char *root, const struct wb_str *text,
                                     struct wb_error *err);

/* Grades ROOT/submission and appends its results.json. Of the order are taken: course, catalog, the
 * folder `out`, which is to be removed afterwards, assignment, secret, walls and rank. The secret
 * may be NULL where no hidden input follows from it; else that is WB_ERR_USAGE. Lateness follows
 * from the assignment's rule and Gradescope's dates, which know of extensions; beyond the
 * assignment's attempts nothing is judged. Fails where something could not be judged. */
enum wb_status wb_gradescope_grade(const char *root, const struct wb_gradescope_about *about,
                                   const struct wb_grade_order *order, size_t parallel,
                                   struct wb_str *out, struct wb_error *err);

#endif

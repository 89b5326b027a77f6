/* What a submission came to: each puzzle of the run with the file that answers it, what the judge
 * said of that, and its points. It follows from the run alone (run_folder.h, run_records.h), and
 * knows no lateness: penalties are worked out where points are reported (lateness.h). */
#ifndef WB_GRADING_ASSESSMENT_H
#define WB_GRADING_ASSESSMENT_H

#include "grading/run_records.h"

enum wb_assessed_state {
  WB_ASSESSED_MISSING,    /* no file answers the puzzle */
  WB_ASSESSED_UNREADABLE, /* one does, and cannot be read: the submission's fault */
  WB_ASSESSED_STARTER,    /* it is the starter as it was given */
  WB_ASSESSED_JUDGED,
  WB_ASSESSED_NOT_JUDGED /* by a fault of ours, or not yet: never a score */
};
extern const struct wb_words wb_assessed_states;

struct wb_assessed_puzzle {
  const struct wb_run_puzzle *puzzle; /* the run's */
  enum wb_assessed_state state;
  const struct wb_submitted_file *file;    /* the submission's; NULL: there is none */
  struct wb_result result;                 /* of what was judged; else zeroed */
  char *trouble;                           /* why it was not; NULL: nobody knows of any */
  double points;                           /* of puzzle->points; 0 of what was not judged */
  const struct wb_run_override *override;  /* points that a person has given instead; NULL: none */
  const struct wb_run_override *withdrawn; /* who withdrew it from the leaderboard; NULL: nobody */
};

struct wb_assessment {
  const struct wb_run_about *run;
  const struct wb_run_submission *submission;
  struct wb_assessed_puzzle *puzzles; /* beside the run's */
  size_t n_puzzles;
  struct wb_run_overrides overrides;
  double points, most;
  bool complete;    /* false: something is not judged */
  /* Why a person should look at it: a sentence, before it the puzzle that it is about, if any, and
   * behind it how many reasons more there are. NULL: there is no need. */
  char *flag;
};

/* Fills it from the run; `run`, `records` and `submission` stay as they are until it is released.
 */
enum wb_status wb_assess(struct wb_assessment *out, const struct wb_run_folder *run,
                         struct wb_run_records *records, const struct wb_run_submission *submission,
                         struct wb_error *err);
void wb_assessment_release(struct wb_assessment *assessment);

/* What counts of a puzzle: what a person has given, else the judge's. */
double wb_assessed_points(const struct wb_assessed_puzzle *puzzle);

/* Appends result.json, for staff, and student.json, which is made of a list of what may be shown:
 * nothing of hidden cases but what the run's feedback allows (docs/grading.md). The same
 * submission gives the same bytes. `released`: what is withheld until the assignment is due may be
 * shown. */
void wb_assessment_staff_json(const struct wb_assessment *assessment, struct wb_str *out);
void wb_assessment_student_json(const struct wb_assessment *assessment, bool released,
                                struct wb_str *out);

#endif

/* What a student may be told of a submission: decided here, once, for student.json and for every
 * text and export that a student may read. It is made of lists of what may be shown, so that what
 * is added to results later stays out until somebody lists it. */
#ifndef WB_GRADING_TOLD_H
#define WB_GRADING_TOLD_H

#include "grading/gradebook.h"

/* What is told of hidden cases, beside how many there are. */
struct wb_told_rule {
  bool verdicts, count; /* each one's verdict; how many are right. Neither: nothing */
  const char *when;     /* when there will be more: words; NULL: never */
};

struct wb_told_puzzle {
  const struct wb_assessed_puzzle *assessed;
  /* Of what was judged: the verdict that the told cases come to, and these cases. Its texts and
   * lists are those of assessed->result. */
  struct wb_result result;
  size_t *numbers;             /* of result.cases, from 1, as the puzzle counts all of its cases */
  size_t hidden, hidden_right; /* cases; `hidden_right` is to be told where the rule says so */
  bool has_points;             /* they say nothing that is withheld */
  double points;               /* with what a person has given */
};

struct wb_told {
  const struct wb_assessment *assessment;
  struct wb_told_rule rule;
  struct wb_told_puzzle *puzzles; /* beside the run's */
  size_t n_puzzles;
  bool has_points; /* all of them have */
  double share;    /* what lateness leaves of them */
  const char
      *ranked_by; /* the counter of a leaderboard that is asked for (leaderboard.h); NULL: none */
  const char *remark; /* a sentence on all of it for other graders' output; NULL: none */
  double points;      /* their sum, with lateness */
};

/* `row` is of this submission; NULL: nothing is said of lateness. `released` is as of
 * wb_assessment_student_json. All of it stays as it is until it is released. */
void wb_told_make(struct wb_told *told, const struct wb_assessment *assessment,
                  const struct wb_gradebook_row *row, bool released);
void wb_told_release(struct wb_told *told);

/* A verdict in words; of an answer of which not all is told that it is right on what is. */
const char *wb_told_verdict_words(const struct wb_result *result);
/* A sentence on walls that may have been missing; NULL where all stood. */
const char *wb_told_walls(const struct wb_run_about *run);
/* "3 of 10 points", "10 points to be had; yours are told later". */
void wb_told_points_words(const struct wb_told *told, const struct wb_told_puzzle *one,
                          struct wb_str *out);
/* "2 of 5 cases are hidden; …": a sentence; nothing where no case is hidden. */
void wb_told_hidden_words(const struct wb_told *told, const struct wb_told_puzzle *one,
                          struct wb_str *out);

/* ---- texts (told_text.c): plain, UTF-8, for people ------------------------------------------- */

/* What answers a puzzle, or why nothing does, and what is hidden; without the verdict. */
void wb_told_answer_text(const struct wb_told *told, const struct wb_told_puzzle *one,
                         struct wb_str *out);
/* All that is told of a puzzle: what answers it, its verdict as `run` explains it, and what is
 * hidden. */
void wb_told_puzzle_text(const struct wb_told *told, const struct wb_told_puzzle *one,
                         const struct wb_run_folder *run, struct wb_str *out);
/* The verdict alone, as `run` explains it: of one of the told cases; WB_TOLD_ALL: of all. */
enum { WB_TOLD_ALL = -1 };
void wb_told_verdict_text(const struct wb_told_puzzle *one, int index,
                          const struct wb_run_folder *run, struct wb_str *out);
/* What is about all of it: points, lateness, files that answer no puzzle or cannot be read. */
void wb_told_head_text(const struct wb_told *told, const struct wb_gradebook_row *row,
                       struct wb_str *out);
/* Both, of all puzzles: a page for a student. */
void wb_told_text(const struct wb_told *told, const struct wb_gradebook_row *row,
                  const struct wb_run_folder *run, struct wb_str *out);

/* ---- for other graders (told_formats.c) ------------------------------------------------------ */

/* One submission as Gradescope's results.json, check50's output, and what GitHub Classroom's
 * reporter takes (docs/grading.md has their members). What is not judged has no score. */
void wb_told_gradescope(const struct wb_told *told, const struct wb_gradebook_row *row,
                        const struct wb_run_folder *run, struct wb_str *out);
void wb_told_check50(const struct wb_told *told, const struct wb_gradebook_row *row,
                     const struct wb_run_folder *run, struct wb_str *out);
void wb_told_classroom(const struct wb_told *told, const struct wb_gradebook_row *row,
                       const struct wb_run_folder *run, struct wb_str *out);

#endif

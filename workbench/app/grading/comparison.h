/* Two runs of the same people, beside each other: who has other verdicts or points, and why. Mostly
 * of a run and its regrade, before that is applied (regrade.h). */
#ifndef WB_GRADING_COMPARISON_H
#define WB_GRADING_COMPARISON_H

#include "grading/run_results.h"

/* Why a puzzle came to something else; several may hold. Of a change that nothing explains the
 * cause is WB_CHANGED_FLAKE: the judge said something else of the same bytes. */
enum wb_change_cause {
  WB_CHANGED_SPEC,     /* the puzzle's files, or the course's lua/ */
  WB_CHANGED_TOOL,     /* the workbench's version */
  WB_CHANGED_SEED,     /* of hidden inputs: spec's, course's or person's */
  WB_CHANGED_WALLS,    /* one was graded with --sandbox basic */
  WB_CHANGED_FILE,     /* another file was handed in */
  WB_CHANGED_POINTS,   /* what the puzzle is worth */
  WB_CHANGED_PUZZLES,  /* one run does not grade it */
  WB_CHANGED_OVERRIDE, /* other points that a person has given */
  WB_CHANGED_JUDGE,    /* the judge could not judge it in one of them */
  WB_CHANGED_FLAKE
};
extern const struct wb_words wb_change_causes;

struct wb_compared_puzzle {
  const char *slug;
  const struct wb_assessed_puzzle *before, *after; /* NULL: the run does not grade it */
  bool changed;
  uint32_t causes; /* bits 1 << enum wb_change_cause; 0: it has not changed */
};

/* A submission that both have. */
struct wb_compared {
  const struct wb_assessment *before, *after;
  struct wb_compared_puzzle *puzzles;
  size_t n_puzzles;
};

struct wb_comparison_totals {
  size_t submissions; /* that both have */
  size_t changed;     /* of these */
  size_t gain, lose;  /* points */
  size_t flakes;      /* puzzles that changed without a reason */
  size_t only_before, only_after;
};

struct wb_compared_run {
  struct wb_run_folder *folder;
  struct wb_run_records *records;
};

/* Calls `each` for each submission that has changed, in the order of wb_run_records_each, and
 * counts. `with_people` as there, of `before`. WB_ERR_USAGE for runs of two secrets, in which the
 * same people have other pseudonyms. */
enum wb_status wb_compare_runs(const struct wb_compared_run *before,
                               const struct wb_compared_run *after, bool with_people,
                               void (*each)(const struct wb_compared *one, void *data), void *data,
                               struct wb_comparison_totals *totals, struct wb_error *err);

/* Calls `each` for each case that both runs judged and whose verdicts differ. */
void wb_compared_cases(const struct wb_compared_puzzle *puzzle,
                       void (*each)(const struct wb_case_result *before,
                                    const struct wb_case_result *after, void *data),
                       void *data);

/* The same as JSON (docs/grading.md), which is appended. */
enum wb_status wb_compare_runs_json(const struct wb_compared_run *before,
                                    const struct wb_compared_run *after, bool with_people,
                                    struct wb_str *out, struct wb_comparison_totals *totals,
                                    struct wb_error *err);

#endif

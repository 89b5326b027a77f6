/* What a wrong kernel says that the judge must find in it (docs/puzzle-spec.md):
 *
 *   // expect: runtime-error out-of-bounds
 *   // expect-line: 7
 *   // expect-steps: 1
 *   // expect-score: 4/10
 *   // why: The last work-item reads the element after the last one.
 *
 * A host program says the same in comments of Lua, which begin with "--". */
#ifndef WB_SESSION_EXPECTATION_H
#define WB_SESSION_EXPECTATION_H

#include "result/result.h"

struct wb_expectation {
  enum wb_verdict verdict;
  bool has_kind;
  enum wb_finding_kind kind;
  unsigned line;  /* that an error names; 0: any */
  bool has_steps; /* it says how many of the puzzle's steps are done */
  unsigned steps;
  char text[128]; /* "runtime-error out-of-bounds at line 7, with 1 step done" */
};

/* Reads it from a kernel's text. WB_ERR_SPEC, with `file`, where there is none
 * or it names something unknown. */
enum wb_status wb_expectation_read(const char *file, const char *source,
                                   struct wb_expectation *expectation, struct wb_error *err);

/* The sentence on the mistake, for whoever makes it; NULL where there is none. The caller frees. */
char *wb_expectation_why(const char *source);

bool wb_expectation_met(const struct wb_expectation *expectation, const struct wb_result *result);

/* The score that a kernel, right or wrong, says it has: a share of 1 or points of the puzzle's. */
struct wb_expected_score {
  bool given;
  double score;    /* 0 … 1 */
  uint32_t points; /* of "4/10" 10; 0: it is a share */
  char text[32];   /* "4/10" */
};

/* Reads it from a kernel's text. WB_ERR_SPEC where it is no score. */
enum wb_status wb_expected_score_read(const char *source, struct wb_expected_score *expected,
                                      struct wb_error *err);

/* Whether the result has it, to two digits; and where points are given, and the puzzle has groups,
 * whether there are so many. */
bool wb_expected_score_met(const struct wb_expected_score *expected,
                           const struct wb_result *result);

#endif

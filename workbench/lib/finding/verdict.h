/* Verdicts: how a run ended, in order of precedence. */
#ifndef WB_FINDING_VERDICT_H
#define WB_FINDING_VERDICT_H

#include <stdbool.h>

#include "base/words.h"

/* Where several hold, the smallest value wins. */
enum wb_verdict {
  WB_VERDICT_JUDGE_ERROR,
  WB_VERDICT_SECURITY_VIOLATION,
  WB_VERDICT_COMPILE_ERROR,
  WB_VERDICT_TIME_LIMIT,
  WB_VERDICT_MEMORY_LIMIT,
  WB_VERDICT_OUTPUT_LIMIT,
  WB_VERDICT_RUNTIME_ERROR,
  WB_VERDICT_WRONG_ANSWER,
  WB_VERDICT_OVER_BUDGET,
  WB_VERDICT_ACCEPTED,
  WB_VERDICT_COUNT
};

extern const struct wb_words wb_verdicts;
const char *wb_verdict_name(enum wb_verdict verdict); /* "wrong-answer" … */
bool wb_verdict_parse(const char *word, enum wb_verdict *out);
const char *wb_verdict_help(enum wb_verdict verdict); /* one line */

/* The one of the two that takes precedence. */
enum wb_verdict wb_verdict_worst(enum wb_verdict a, enum wb_verdict b);

#endif

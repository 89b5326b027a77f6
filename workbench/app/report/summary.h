/* A result in a few words, and its findings without repetition: what every
 * face of the workbench says of it. */
#ifndef WB_REPORT_SUMMARY_H
#define WB_REPORT_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "result/result.h"

/* A verdict that is not "accepted" in one line: "wrong answer: out[3] is 9,
 * expected 13". Appends. */
void wb_result_in_short(const struct wb_result *result, struct wb_str *out);

/* "wrong answer": the words of a verdict for people; static storage. */
const char *wb_verdict_words(enum wb_verdict verdict);

/* The case that explains a failure best: one with the run's verdict, visible rather than hidden,
 * with the fewest work-items. `n_cases` where there is none. The functions below begin with it. */
size_t wb_smallest_failure(const struct wb_result *result);

/* "out[3] is 9, expected 13", of the first case that has one; false, and
 * nothing, where none has. Appends. */
bool wb_first_mismatch_in_short(const struct wb_result *result, struct wb_str *out);

/* The findings of a result, each once however many cases have it. */
struct wb_unique_finding {
  const struct wb_finding *finding;
  size_t case_index; /* the first case that has it, from 0 */
  size_t n_cases;
};
/* In a puzzle with steps, without those of steps after the one that is explained
 * (result/steps.h). */
struct wb_unique_findings {
  struct wb_unique_finding *items;
  size_t count, capacity;
};
void wb_findings_collect(const struct wb_result *result, struct wb_unique_findings *out);
void wb_findings_release(struct wb_unique_findings *findings);

#endif

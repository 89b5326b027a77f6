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

/* The same, of the cases with that verdict. */
size_t wb_smallest_with(const struct wb_result *result, enum wb_verdict verdict);

/* "out[3] is 9, expected 13", of the first case that has one; false, and
 * nothing, where none has. Appends. */
bool wb_first_mismatch_in_short(const struct wb_result *result, struct wb_str *out);

/* Where an output without findings has the right numbers in wrong places: "out[1] has what is
 * expected in out[0], and so on: …". Nothing where that may be by chance: of numbers that are there
 * twice, and of fewer than three that are not exchanged. Appends. */
void wb_moved_elements_words(const struct wb_case_result *one, struct wb_str *out);

/* The findings of a result, each once however many cases have it, and however many arrays. */
enum { WB_MOST_LIKEWISE = 4 };
struct wb_unique_finding {
  const struct wb_finding *finding;
  const struct wb_finding *likewise[WB_MOST_LIKEWISE]; /* the same mistake, of other arrays */
  size_t n_likewise;
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

/* Those of one case, in its order. */
void wb_findings_collect_case(const struct wb_case_result *one, struct wb_unique_findings *out);

/* The access of one of `likewise` that has another line than the finding's. */
struct wb_likewise_place {
  uint32_t line, column;
};
struct wb_likewise_place wb_likewise_place(const struct wb_unique_finding *unique, size_t index);

/* wb_finding_describe, with the other arrays: "…; likewise tile_b, see line 12". Appends. */
void wb_unique_finding_describe(const struct wb_unique_finding *unique, struct wb_str *out);
void wb_findings_release(struct wb_unique_findings *findings);

#endif

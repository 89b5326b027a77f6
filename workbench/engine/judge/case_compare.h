/* What a finished launch left in its buffers, against what it should have. */
#ifndef WB_JUDGE_CASE_COMPARE_H
#define WB_JUDGE_CASE_COMPARE_H

#include "judge/case_run.h"

/* Says which buffers that will need, before the last launch is waited for. */
void wb_case_expect(const struct wb_case_run *run);

/* Adds mismatches, previews, and findings for guard zones that are broken and
 * inputs that changed; worsens the verdict. Errors are the device's. */
enum wb_status wb_case_compare(struct wb_case_run *run, struct wb_case_result *result,
                               struct wb_error *err);

/* An output or inout of a case that was run, and what is known of its buffer. */
struct wb_judged_output {
  const struct wb_puzzle *puzzle;
  const struct wb_case *made;
  size_t index; /* of the parameter */
  const struct wb_tensor *got;
  const struct wb_buffer_state *state;
  const struct wb_undefined *undefined; /* in all outputs, by parameter */
  size_t n_undefined;
  bool measures;     /* result.deviations are wanted */
  bool verdict_only; /* no previews are wanted */
};

/* The same for the content of one output. */
enum wb_status wb_case_judge_output(const struct wb_judged_output *output,
                                    struct wb_case_result *result, struct wb_error *err);

/* Whether an output's content is right, by the comparison of wb_case_compare. */
enum wb_status wb_case_output_fits(const struct wb_puzzle *puzzle, const struct wb_case *made,
                                   size_t index, const struct wb_tensor *got, bool *fits,
                                   struct wb_error *err);

/* How many elements of the expected content of parameter `index`, an output, count: of the others
 * the puzzle may say that they are ignored. */
size_t wb_case_counted(const struct wb_puzzle *puzzle, const struct wb_case *made, size_t index);

#endif

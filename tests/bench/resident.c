/* How long a run takes that a judge was waiting for, as the UI and `watch` do it:
 *
 *   bench-resident COURSE PUZZLE FILE
 *
 * Prints the milliseconds from asking for the run to its report. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "judge_client/client.h"
#include "judge_run.h"

enum { READY_US = 600 * 1000 }; /* a person edits for longer */

int main(int argc, char **argv) {
  struct wb_judge *spare = NULL;
  struct wb_result result;
  struct wb_error err = {0};
  if (argc != 4) return 2;
  struct wb_run_options options = {
      .course = argv[1], .puzzle = argv[2], .file = argv[3], .spare = &spare};
  wb_judge_spare_keep(&spare, options.course, options.device);
  usleep(READY_US);
  uint64_t start = wb_clock_ns();
  enum wb_status status = judge_run(&options, NULL, &result, &err);
  double took = wb_elapsed_ms(start);
  if (status != WB_OK || result.verdict != WB_VERDICT_ACCEPTED) {
    fprintf(stderr, "%s\n", status != WB_OK ? err.message : result.detail);
    return 1;
  }
  printf("%.3f\n", took);
  wb_result_release(&result);
  return 0;
}

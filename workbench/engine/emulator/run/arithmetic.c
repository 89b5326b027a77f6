/* Mistakes with values rather than accesses: to divide by zero, to shift too far, to name a
 * lane that does not exist. */
#include <inttypes.h>
#include <stdio.h>

#include "emulator/run/run.h"

void wbrt_divided_by_zero(struct wbrt_context *context, uint32_t site) {
  struct wbrt_run *run = context->run;
  struct wb_hit hit = wb_run_hit(run, WB_DIVIDE_BY_ZERO, site);
  struct wb_finding finding;
  if (wb_launch_report_again(&run->report, &hit)) return;
  wb_launch_report_begin(&run->report, &hit, &finding);
  snprintf(finding.message, sizeof finding.message, "divides an integer by zero");
  wb_launch_report_add(&run->report, &hit, &finding);
}

void wbrt_divide_overflow(struct wbrt_context *context, uint32_t site, uint32_t bits) {
  struct wbrt_run *run = context->run;
  struct wb_hit hit = wb_run_hit(run, WB_DIVIDE_BY_ZERO, site);
  struct wb_finding finding;
  if (wb_launch_report_again(&run->report, &hit)) return;
  wb_launch_report_begin(&run->report, &hit, &finding);
  snprintf(finding.message, sizeof finding.message,
           "divides %" PRId64
           " by -1: the quotient does not fit an integer of %u bits, and OpenCL "
           "does not say what the result is",
           INT64_MIN >> (64 - bits), bits);
  wb_launch_report_add(&run->report, &hit, &finding);
}

void wbrt_bad_shift(struct wbrt_context *context, uint32_t site, uint64_t amount, uint32_t bits,
                    uint32_t lanes) {
  struct wbrt_run *run = context->run;
  struct wb_hit hit = wb_run_hit(run, WB_SHIFT_TOO_WIDE, site);
  struct wb_finding finding;
  hit.severity = WB_SEVERITY_WARNING;
  if (wb_launch_report_again(&run->report, &hit)) return;
  wb_launch_report_begin(&run->report, &hit, &finding);
  snprintf(finding.message, sizeof finding.message,
           "shifts %s of %u bits by %" PRId64 ": OpenCL C takes that modulo %u, which is %" PRIu64,
           lanes > 1 ? "a lane" : "a number", bits, (int64_t)amount, bits, amount % bits);
  wb_launch_report_add(&run->report, &hit, &finding);
}

void wbrt_bad_lane(struct wbrt_context *context, uint32_t site, int64_t index, uint32_t count) {
  struct wbrt_run *run = context->run;
  struct wb_hit hit = wb_run_hit(run, WB_OUT_OF_BOUNDS, site);
  struct wb_finding finding;
  if (wb_launch_report_again(&run->report, &hit)) return;
  wb_launch_report_begin(&run->report, &hit, &finding);
  finding.memory = WB_MEMORY_PRIVATE;
  finding.has_index = true;
  finding.index = index;
  snprintf(finding.message, sizeof finding.message, "lane %" PRId64 " of a vector that has %u",
           index, count);
  wb_launch_report_add(&run->report, &hit, &finding);
}

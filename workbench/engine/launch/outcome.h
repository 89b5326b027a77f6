/* From the outcome of a launch, as a device reports it, to the result of a case. */
#ifndef WB_LAUNCH_OUTCOME_H
#define WB_LAUNCH_OUTCOME_H

#include "device/device.h"
#include "result/result.h"

/* Accepted so far, without words; the result is zeroed, but for its name and visibility. */
void wb_case_begin(struct wb_case_result *result);

/* Sets or worsens the verdict; the detail is that of the worst. */
void wb_case_verdict(struct wb_case_result *result, enum wb_verdict verdict, const char *format,
                     ...) __attribute__((format(printf, 3, 4)));

/* Findings, counters, time and text of a launch, and the verdict on them. The
 * result's verdict is set before: to ACCEPTED, or to what is known already. */
void wb_case_take_outcome(const struct wb_outcome *outcome, struct wb_case_result *result);

/* Appends a copy of a finding. */
void wb_case_add_finding(struct wb_case_result *result, const struct wb_finding *finding);

#endif

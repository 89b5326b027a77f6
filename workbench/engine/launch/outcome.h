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

/* Adds findings, counters, time and text of a launch to those of the launches before it, and the
 * verdict on them. The result was begun, with wb_case_begin or the launch before.
 * Where a case has several launches (`launches` > 1), findings say that they are of launch number
 * `launch`, from 1; one that was there before is counted there. */
void wb_case_add_outcome(const struct wb_outcome *outcome, uint32_t launch, uint32_t launches,
                         struct wb_case_result *result);

/* The result's finding about the same mistake at the same place, of another launch; NULL: none. */
struct wb_finding *wb_case_known_finding(const struct wb_case_result *result,
                                         const struct wb_finding *finding);

/* Appends a copy of a finding. */
void wb_case_add_finding(struct wb_case_result *result, const struct wb_finding *finding);

#endif

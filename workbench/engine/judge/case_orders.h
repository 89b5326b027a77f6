/* A case in several orders of its work-items.
 *
 * OpenCL leaves open in which order work-groups run, and the work-items of a
 * group between two barriers. A kernel is right only if it is right in every
 * order; one launch shows it right in one. Where the device says that what the
 * kernel computes may depend on the order (wb_kernel_info), or a launch had
 * races that are mere warnings, the case is launched forward, in reverse and
 * shuffled, each time with buffers of its own, and each launch is judged by
 * itself: outputs may differ from order to order as long as all are right. One that makes relaxed
 * atomic reads is launched once more, with stale values for them. */
#ifndef WB_JUDGE_CASE_ORDERS_H
#define WB_JUDGE_CASE_ORDERS_H

#include "judge/case_run.h"
#include "launch/orders.h"

/* Launches the case in the others of the first `orders` orders until one decides, and adds to
 * `result` what they show: findings and limits that the first order lacks, or that one order is
 * right and another wrong. Counters, time and text stay those of the first. `number` is the case's,
 * from 1, and the seed of its shuffle. An error is the device's failure, as in wb_case_finish. */
enum wb_status wb_case_try_orders(const struct wb_case_job *job, const struct wb_case *made,
                                  size_t orders, uint64_t number, struct wb_case_result *result,
                                  struct wb_error *err);

/* For a case whose result depends on the order: launches it in the right order and in the wrong
 * one once more, with a program that was built to be traced, and adds to the finding where the
 * two part. A device that fails here costs nothing but that. */
void wb_case_explain_order(const struct wb_case_job *job, wb_handle traced,
                           const struct wb_case *made, struct wb_case_result *result);
bool wb_case_depends_on_order(const struct wb_case_result *result);

#endif

/* One launch in several orders of its work-items: when that is needed, and what
 * another order adds. judge/case_orders.h says why. */
#ifndef WB_LAUNCH_ORDERS_H
#define WB_LAUNCH_ORDERS_H

#include "finding/order_cause.h"
#include "result/result.h"

/* That the outputs were compared with, where there are any, are what they should be;
 * work beyond a budget is no matter of the order. */
bool wb_case_is_right(const struct wb_case_result *result);

/* Whether the kernel ran to its end, right or wrong. */
bool wb_case_has_ended(const struct wb_case_result *result);

/* In how many orders, the first of wb_schedule_order, a case that was launched in one must be
 * launched: in no other on a device that has one order alone (`checks` is false there), nor where
 * it was rejected for something that stays true whatever they show. `n_orders` is what struct
 * wb_kernel_info says of the kernel. */
size_t wb_case_orders(bool checks, size_t n_orders, const struct wb_case_result *result);

/* Adds to `result` what a launch in the order of `other` found that the first one
 * did not, and says so of each; a limit or a crash too. */
void wb_case_add_order(struct wb_case_result *result, const struct wb_case_result *other);

/* Adds to an order-dependence where two orders part. */
void wb_case_name_cause(struct wb_finding *finding, const struct wb_order_cause *cause);

#endif

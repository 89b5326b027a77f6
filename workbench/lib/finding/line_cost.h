/* What accesses cost, gathered by places in the source. */
#ifndef WB_FINDING_LINE_COST_H
#define WB_FINDING_LINE_COST_H

#include "finding/finding.h"

/* Makes the costs of one place one, and puts first what wastes most, then what costs most, then
 * what stands first. How many are left, WB_MAX_LINE_COSTS at most. */
size_t wb_line_costs_gather(struct wb_line_cost *lines, size_t n);

#endif

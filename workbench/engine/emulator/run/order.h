/* The order in which groups and work-items run. */
#ifndef WB_EMULATOR_RUN_ORDER_H
#define WB_EMULATOR_RUN_ORDER_H

#include <stdint.h>

#include "device/device.h"

/* Which of `count` things is the `position`-th to run: a bijection of
 * 0 … count-1, computed without a table. `salt` gives a shuffle another
 * order, as after each barrier. */
uint64_t wb_order_at(const struct wb_schedule *schedule, uint64_t salt, uint64_t count,
                     uint64_t position);

#endif

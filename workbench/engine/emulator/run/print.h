/* What work-items print, in an order that no schedule changes: group by group in the order of
 * their linear ids; within a group, from barrier to barrier; there, work-item by work-item in
 * the order of local linear ids; and what one work-item prints stays as it printed it. Forward
 * schedules print in this order anyway. A launch may want the order of its schedule, too, and to
 * know who printed what (struct wb_launch). */
#ifndef WB_EMULATOR_RUN_PRINT_H
#define WB_EMULATOR_RUN_PRINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "finding/finding.h"

struct wbrt_run;

/* Text that one call of printf printed. */
struct wb_printed {
  uint64_t group, barriers, item;
  uint64_t start, length; /* in the launch's text */
  struct wb_item_id who;
};

struct wb_prints {
  struct wb_printed *items;
  size_t count, capacity;
  bool in_call; /* the last one may still grow */
};

/* After the launch: puts the text in order, and tells who printed what, as the launch wants. */
void wb_prints_end(struct wbrt_run *run);

#endif

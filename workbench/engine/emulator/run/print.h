/* What work-items print, in an order that no schedule changes: group by group in the order of
 * their linear ids; within a group, from barrier to barrier; there, work-item by work-item in
 * the order of local linear ids; and what one work-item prints stays as it printed it. Forward
 * schedules print in this order anyway. */
#ifndef WB_EMULATOR_RUN_PRINT_H
#define WB_EMULATOR_RUN_PRINT_H

#include <stddef.h>
#include <stdint.h>

struct wbrt_run;

/* Text that one work-item printed between two barriers. */
struct wb_printed {
  uint64_t group, barriers, item;
  uint64_t start, length; /* in the launch's text */
};

struct wb_prints {
  struct wb_printed *items;
  size_t count, capacity;
};

/* After the launch: puts the text in order. */
void wb_prints_sort(struct wbrt_run *run);

#endif

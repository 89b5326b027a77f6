/* What the schedules share (schedule.c, interleave.c): the turn of a work-item, and how a group
 * begins, passes a barrier and ends. Implemented in schedule.c. */
#ifndef WB_EMULATOR_RUN_ITEMS_H
#define WB_EMULATOR_RUN_ITEMS_H

#include "emulator/run/memory.h"
#include "emulator/run/run.h"

/* Before the launch's first group: `slots` work-items can be under way at a time. */
void wb_run_begin(struct wbrt_run *run, uint64_t slots);

/* Gives each of them a fiber at its kernel's beginning. One that has ended may be resumed: it then
 * runs the kernel once more, as another work-item. */
void wb_items_start(struct wbrt_run *run, uint64_t slots);

/* A work-item has nothing behind it. */
void wb_item_begin(struct wbrt_run *run, struct wb_work_item *item);
/* Where a work-item stands. Most follow (`follows`) the one before them in dimension 0. */
void wb_item_place_at(struct wbrt_run *run, uint64_t local_linear);
static inline void wb_item_place(struct wbrt_run *run, uint64_t local_linear, bool follows) {
  struct wbrt_context *context = run->context;
  if (follows && context->local_id[0] + 1 < context->local_size[0])
    wbrt_follow_item(context, 1);
  else
    wb_item_place_at(run, local_linear);
}

/* Around its turn: the context becomes the work-item's, with the private memory of slot `storage`;
 * what it must keep is kept. */
static inline void wb_item_enter(struct wbrt_run *run, struct wb_work_item *item,
                                 uint64_t storage) {
  struct wbrt_context *context = run->context;
  run->item = item;
  context->steps_left = item->steps_left;
  if (item->counted) {
    context->counts = item->counts;
    context->counted = 1;
  }
  wb_memory_use_privates(run, storage);
}

/* The context's counts are all 0 where `counted` is. */
static inline void wb_item_leave(struct wbrt_run *run, struct wb_work_item *item) {
  struct wbrt_context *context = run->context;
  item->steps_left = context->steps_left;
  item->touched |= context->touched == 1;
  context->touched = 0;
  item->counted = context->counted != 0;
  if (!item->counted) return;
  item->counts = context->counts;
  context->counts = (struct wbrt_item_counts){0};
  context->counted = 0;
}

/* The group that runs as `position`-th is the running one, and its local memory new. */
void wb_group_begin(struct wbrt_run *run, uint64_t position);
void wb_group_end(struct wbrt_run *run);
/* All its work-items wait at one barrier, which orders memory as its flags say. */
void wb_group_pass_barrier(struct wbrt_run *run);

/* Stops the launch where its time is up: for kernels that count no steps. */
void wb_run_check_time(struct wbrt_run *run);

#endif

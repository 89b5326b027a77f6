/* Copies of a whole work-group that run beside it, until they are waited for.
 *
 * The data moves when work-items reach the copy, each with a share of it. From
 * the first one's arrival until all wait, the copy *holds* its memory: in the
 * race histories of all cells of the destination stands a write, of the source
 * a read, that nothing is ordered after. So the fast path of the checks, which
 * knows nothing of copies, sends whoever touches it to wbrt_race. Once all have
 * waited, nothing of it is left in local memory: a copy is checked against what
 * came before it without a barrier, but not noted. In global memory it is noted,
 * for the sake of other groups, and waiting stands as a fence. */
#ifndef WB_EMULATOR_RUN_ASYNC_H
#define WB_EMULATOR_RUN_ASYNC_H

#include <stddef.h>

#include "emulator/runtime.h"
#include "finding/finding.h"

struct wbrt_run;

/* One call of the group's work-items, told by how many calls came before it. */
struct wb_async_copy {
  uint64_t to, from, count, to_stride, from_stride, event;
  uint32_t to_object, from_object, bytes, site;
  uint64_t arrived, waited; /* work-items that have */
  bool active;
};

struct wb_async {
  struct wb_async_copy *copies; /* of the running group */
  size_t n, capacity;
  size_t oldest;  /* none before it is active */
  size_t copying; /* 1 + index of the one that is being made; 0: none */
  /* The first wait of the group for what is no event: told when the group is
   * done, unless a copy that not all have reached explains it. */
  bool has_bad_wait;
  uint32_t bad_wait;
  struct wb_item_id bad_waiter;
};

/* The group is done: copies that nobody waits for are findings. */
void wb_async_end_group(struct wbrt_run *run);

/* Reports an access to memory that copy `index` holds. */
void wb_async_misused(struct wbrt_run *run, size_t index, const struct wbrt_object *object,
                      uint64_t offset, uint32_t flags, uint32_t site);

/* races.c: from now on a copy reads or writes (`flags`) these bytes; no more. */
void wb_race_hold(struct wbrt_run *run, size_t index, const struct wbrt_object *object,
                  uint64_t offset, uint32_t bytes, uint32_t flags);
void wb_race_release(struct wbrt_run *run, size_t index, const struct wbrt_object *object,
                     uint64_t offset, uint32_t bytes, uint32_t flags);

#endif

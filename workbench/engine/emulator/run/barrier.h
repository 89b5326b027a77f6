/* Barriers: whether a whole group stands at the same one. */
#ifndef WB_EMULATOR_RUN_BARRIER_H
#define WB_EMULATOR_RUN_BARRIER_H

#include "emulator/run/run.h"

enum { WB_FENCE_LOCAL = 1, WB_FENCE_GLOBAL = 2 };

static inline bool wb_waits_alike(const struct wb_work_item *a, const struct wb_work_item *b) {
  return a->site == b->site && a->flags == b->flags && a->iteration == b->iteration;
}

/* All work-items of the group wait or are done. True when they wait alike, or
 * are all done; else reports how they have diverged. */
bool wb_barrier_agrees(struct wbrt_run *run);

#endif

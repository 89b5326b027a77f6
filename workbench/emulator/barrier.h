/* Barriers: whether a whole group stands at the same one. */
#ifndef WB_EMULATOR_BARRIER_H
#define WB_EMULATOR_BARRIER_H

#include "emulator/run.h"

enum { WB_FENCE_LOCAL = 1, WB_FENCE_GLOBAL = 2 };

/* All work-items of the group wait or are done. True when they wait alike, or
 * are all done; else reports how they have diverged. */
bool wb_barrier_agrees(struct wbrt_run *run);

#endif

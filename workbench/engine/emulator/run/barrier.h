/* Barriers: whether a whole group stands at the same one. */
#ifndef WB_EMULATOR_RUN_BARRIER_H
#define WB_EMULATOR_RUN_BARRIER_H

#include "emulator/run/run.h"

enum { WB_FENCE_LOCAL = 1, WB_FENCE_GLOBAL = 2 };
enum { WB_EXIT_WORDS_MAX = 128 };

static inline bool wb_waits_alike(const struct wb_work_item *a, const struct wb_work_item *b) {
  return a->site == b->site && a->flags == b->flags && a->iteration == b->iteration;
}

/* All work-items of the group wait or are done. True when they wait alike, or
 * are all done; else reports how they have diverged. */
bool wb_barrier_agrees(struct wbrt_run *run);

/* Where a work-item has gone that has ended without reaching the barrier or the function of its
 * whole sub-group where another waits: "it has returned", with the place; WB_NO_SITE where that is
 * not known. */
int64_t wb_exit_words(const struct wbrt_run *run, const struct wb_work_item *waiting,
                      const struct wb_work_item *gone, char *text, size_t size);

#endif

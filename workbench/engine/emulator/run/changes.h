/* What atomic operations changed of memory that loops wait for: the latest changes of
 * each element. They tell what a waiting work-item might have found there instead,
 * had the one that made the change not come so far. */
#ifndef WB_EMULATOR_RUN_CHANGES_H
#define WB_EMULATOR_RUN_CHANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wbrt_run;

enum { WB_CHANGES_KEPT = 8, WB_CHANGED_PLACES = 1 << 14 };

struct wb_change {
  uint64_t before;   /* what was there */
  uint64_t position; /* of the group, in the order of running */
  uint64_t barriers; /* that the group had passed */
  uint64_t segment;
  uint32_t item, site; /* local linear id, and place in the source */
};

/* An element; the change number i is at i % WB_CHANGES_KEPT. */
struct wb_changed {
  uint64_t address; /* 0: free */
  uint32_t bytes;
  uint64_t n;
  struct wb_change latest[WB_CHANGES_KEPT];
};

/* Elements by their addresses; one that comes to the place of another takes it. */
struct wb_changes {
  struct wb_changed *places; /* NULL: nothing yet */
};

/* The running work-item is about to access it by an atomic operation. */
void wb_changes_note(struct wbrt_run *run, uint64_t address, uint32_t bytes, uint32_t site);

/* Changes that the running work-item might have come before, the latest one first:
 * those that it has not made itself, and that neither a barrier nor a release and
 * acquire orders before it. `out` has room for WB_CHANGES_KEPT of them; returns how
 * many there are. */
size_t wb_changes_find(struct wbrt_run *run, uint64_t address, uint32_t bytes, bool local,
                       const struct wb_change **out);

#endif

/* What atomic operations changed of memory that loops wait for, or that relaxed atomic operations
 * read: the latest changes of each element. They tell what a waiting work-item might have found
 * there instead, had the one that made the change not come so far; and what such a read may find
 * (WB_SCHEDULE_STALE).
 *
 * A relaxed read may give any value from the last one on that its work-item knows of: that it
 * read or wrote itself, or that somebody did before it, by the order that barriers, releases and
 * acquires make (OpenCL C 3.0, 6.15.12.1; C11, 5.1.2.4, coherence). The oldest one is given
 * always, so that a later read of anybody who comes after gives the same or a newer one; and where
 * somebody has seen a change without making one, and is forgotten, the change counts as known to
 * all. A value that a release came with is not given where a fence could acquire it later: what it
 * released would have to be kept with each value. An operation that leaves what it finds,
 * `atomic_or(p, 0)`, is a read here: it may as well have come before a change. After MOST_STALE
 * such reads of an element others see the latest value, as on devices, where stores become visible
 * in finite time. */
#ifndef WB_EMULATOR_RUN_CHANGES_H
#define WB_EMULATOR_RUN_CHANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wbrt_object;
struct wbrt_run;

enum { WB_CHANGES_KEPT = 8, WB_CHANGED_PLACES = 1 << 14 };

struct wb_change {
  uint64_t before;   /* what was there */
  uint64_t position; /* of the group, in the order of running */
  uint64_t barriers; /* that the group had passed */
  uint64_t segment;
  uint32_t item, site; /* local linear id, and place in the source */
  uint16_t unset;      /* what was there: wb_run_unset; only where stale reads are traced */
  bool published;      /* a fence of who reads what was there may acquire something */
};

/* An element; the change number i is at i % WB_CHANGES_KEPT. */
struct wb_changed {
  uint64_t address;      /* 0: free */
  uint32_t bytes, stale; /* reads since the last change that gave an older value */
  uint64_t n, seen;      /* changes; how many of the first of them count as known to all */
  struct wb_change latest[WB_CHANGES_KEPT];
};

/* A read that gave an older value than memory has. */
struct wb_stale_read {
  uint64_t address, value;
  uint16_t unset;
};

/* Elements by their addresses; one that comes to the place of another takes it. */
struct wb_changes {
  struct wb_changed *places; /* NULL: nothing yet */
};

/* The running work-item is about to access an element of `o` by an atomic operation, or has just
 * read it. */
void wb_changes_note(struct wbrt_run *run, const struct wbrt_object *o, uint64_t address,
                     uint32_t bytes, uint32_t site);

/* Changes that the running work-item might have come before, the latest one first:
 * those that it has not made itself, and that neither a barrier nor a release and
 * acquire orders before it. `out` has room for WB_CHANGES_KEPT of them; returns how
 * many there are. */
size_t wb_changes_find(struct wbrt_run *run, uint64_t address, uint32_t bytes, bool local,
                       const struct wb_change **out);

#endif

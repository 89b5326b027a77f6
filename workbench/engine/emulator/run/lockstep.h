/* What rows of work-items in lockstep have touched (lockstep.c), as long as no work-item has run by
 * itself: then their cells do not have it. Most launches consist of rows that lie side by side, and
 * need no memory for cells at all. */
#ifndef WB_EMULATOR_RUN_LOCKSTEP_H
#define WB_EMULATOR_RUN_LOCKSTEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wbrt_object;
struct wbrt_run;
struct wb_emulator_buffer;
struct wb_touch_marks;

/* Cells side by side, each touched by one work-item, in the order of work-items: `noted` is what
 * all have in common, `key` the first one's. */
struct wb_stretch {
  uint64_t *cells;
  uint64_t count, key, noted;
};

enum { WB_STRETCHES = 8 };
struct wb_stretches {
  bool in_cells; /* all is in the cells, and so will be all that comes */
  size_t n;      /* 0: what was touched, if anything was, is in the cells */
  struct wb_stretch items[WB_STRETCHES];
};

/* When the groups have run: which cells of a buffer were written, or touched. False where the cells
 * have it. `whole` is all of the buffer. */
bool wb_lockstep_end(const struct wbrt_run *run, const struct wbrt_object *whole,
                     struct wb_emulator_buffer *buffer);
bool wb_lockstep_mark(const struct wbrt_run *run, const struct wbrt_object *whole,
                      const struct wb_touch_marks *marks);

#endif

/* Which bytes of its buffers a launch touched (struct wb_touched), where it is wanted: from the
 * race histories, which every buffer has then. A buffer in constant memory, which has none, counts
 * as read as a whole. */
#ifndef WB_EMULATOR_RUN_TOUCHED_H
#define WB_EMULATOR_RUN_TOUCHED_H

#include "emulator/run/marks.h"

/* All groups have run in this process; before wb_memory_end. */
void wb_touched_all(struct wbrt_run *run);

/* What several processes touched of an argument's buffer. */
void wb_touched_marks(struct wbrt_run *run, size_t arg, const struct wb_marks *const *marks,
                      size_t count);

/* The launch is over: how many work-items did nothing. */
void wb_touched_end(struct wbrt_run *run);

#endif

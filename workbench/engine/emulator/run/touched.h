/* Which bytes of its buffers a launch touched (struct wb_touched), where it is wanted: from the
 * race histories, which every buffer has then. Where work-items are interleaved there are none
 * (interleave.h), and constant memory has none; then accesses are noted one by one. */
#ifndef WB_EMULATOR_RUN_TOUCHED_H
#define WB_EMULATOR_RUN_TOUCHED_H

#include "emulator/run/marks.h"

/* Once the launch's memory is there. False where there is not enough for it. */
bool wb_touched_init(struct wbrt_run *run);

/* An access of a launch whose races are not looked for, by the object's cells. */
void wb_touched_note(struct wbrt_run *run, const struct wbrt_object *object, uint64_t first,
                     uint64_t last, enum wbrt_class class);

/* A read of a buffer in constant memory, which is good. */
void wb_touched_constant(struct wbrt_run *run, const struct wbrt_object *object, uint64_t offset,
                         uint64_t bytes);

/* Whether an access that the fast path refused is one of a hidden object that is good, and so
 * noted now. */
bool wb_touched_refused(struct wbrt_run *run, uint64_t address, uint32_t number, uint32_t size,
                        uint32_t align, uint32_t flags);

/* What this process touched of an argument's buffer, into empty marks. */
void wb_touched_gather(struct wbrt_run *run, size_t arg, const struct wb_touch_marks *marks);

/* All groups have run in this process; before wb_memory_end. */
void wb_touched_all(struct wbrt_run *run);

/* What several processes touched of an argument's buffer. */
void wb_touched_marks(struct wbrt_run *run, size_t arg, const struct wb_touch_marks *const *marks,
                      size_t count);

/* The launch is over: how many work-items did nothing. */
void wb_touched_end(struct wbrt_run *run);

#endif

/* Which cells of a buffer the work-items of this process touched: a bit a cell, taken from race
 * histories when all have run. */
#ifndef WB_EMULATOR_RUN_MARKS_H
#define WB_EMULATOR_RUN_MARKS_H

#include "emulator/run/run.h"

enum { WB_MARKS_A_WORD = 64 };

/* `touched`: read or written. `read` is NULL where it is not wanted. */
struct wb_touch_marks {
  uint64_t *touched, *written, *read;
};

/* Words of each of them. */
uint64_t wb_touch_words(const struct wbrt_object *object);

/* Zeroes; `sharing` is MAP_SHARED or MAP_PRIVATE. False where there is no memory. */
bool wb_touch_init(struct wb_touch_marks *marks, const struct wbrt_object *object, bool reads,
                   int sharing);
void wb_touch_release(struct wb_touch_marks *marks, const struct wbrt_object *object);

/* The object has race histories. */
void wb_touch_of(const struct wbrt_run *run, const struct wbrt_object *object,
                 const struct wb_touch_marks *marks);

#endif

/* Which bytes of an object have been written.
 *
 * Private and local objects have a byte of state for each of theirs. What is
 * known of a buffer is in the cells of its race histories, so that it needs no
 * memory of its own: WBRT_CELL_SET, for all bytes of a cell together. In a kernel
 * that is as good as a bit for each, since no access touches a part of a cell: a
 * read of it finds either all written or something that is not. A buffer that the
 * kernel never writes has such cells, too, if parts of it are not written. */
#ifndef WB_EMULATOR_CHECK_STATE_H
#define WB_EMULATOR_CHECK_STATE_H

#include "emulator/check/race.h"

/* Whether bytes of a buffer are written, by its cells. A lane may be a part of a cell. */
static inline bool wbrt_all_set(struct wbrt_context *context, const struct wbrt_object *object,
                                uint64_t offset, uint32_t size, uint32_t flags) {
  const uint32_t known = wbrt_known_granule(flags);
  if (known < 3 || object->granule_shift != known - 1)
    return wbrt_is_set(context, object, offset, size);
  const struct wbrt_cell *cells = object->set + (offset >> (known - 1));
  const uint32_t count = size >> (known - 1);
  uint64_t all = cells[0].word;
  for (uint32_t i = 1; i < count; i++) all &= cells[i].word;
  return (all & WBRT_CELL_SET) != 0;
}

/* Whether the memory that flags name, or none, is one with bytes of state. */
static inline bool wbrt_may_have_state(uint32_t flags) {
  const uint32_t memory = flags >> WBRT_MEMORY_SHIFT & WBRT_MEMORY_MASK;
  return memory == 0 || memory == WB_MEMORY_LOCAL || memory == WB_MEMORY_PRIVATE;
}

static inline bool wbrt_may_have_cells(uint32_t flags) {
  const uint32_t memory = flags >> WBRT_MEMORY_SHIFT & WBRT_MEMORY_MASK;
  return memory == 0 || memory == WB_MEMORY_GLOBAL || memory == WB_MEMORY_CONSTANT;
}

#endif

/* State bytes: which bytes of an object somebody wrote. */
#ifndef WB_EMULATOR_CHECK_STATE_H
#define WB_EMULATOR_CHECK_STATE_H

#include "emulator/check/object.h"

/* Whether `size` bytes are all WBRT_WRITTEN. Sizes are constants after
 * inlining, so this is one comparison for those of scalars and vectors. */
static inline bool wbrt_all_written(const uint8_t *state, uint32_t size) {
  const uint64_t ones = 0x0101010101010101ULL * WBRT_WRITTEN;
  uint64_t word, differs = 0;
  uint32_t done = 0;
  for (; done + 8 <= size; done += 8) {
    __builtin_memcpy(&word, state + done, 8);
    differs |= word ^ ones;
  }
  if ((size & 4) != 0) {
    uint32_t half;
    __builtin_memcpy(&half, state + done, 4);
    differs |= half ^ (uint32_t)ones;
    done += 4;
  }
  for (; done < size; done++) differs |= state[done] ^ (uint64_t)WBRT_WRITTEN;
  return differs == 0;
}

/* The state of a checked address, or NULL where all is written for good and
 * where the access was refused: what the sink gives is not a second finding. */
static inline uint8_t *wbrt_state_at(struct wbrt_context *context, uint64_t address,
                                     uint32_t object) {
  const struct wbrt_object *o = wbrt_object_of(context, address, object);
  if (o == 0 || o->state == 0 || address - o->base >= o->size) return 0;
  return o->state + (address - o->base);
}

#endif

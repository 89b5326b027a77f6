/* From an address to its object. */
#ifndef WB_EMULATOR_CHECK_OBJECT_H
#define WB_EMULATOR_CHECK_OBJECT_H

#include "emulator/check/slow.h"

/* Where the instrumentation knew the object, this folds away; else the region
 * of the address says it. NULL for an address outside all regions. */
static inline const struct wbrt_object *wbrt_object_of(const struct wbrt_context *context,
                                                       uint64_t address, uint32_t object) {
  uint64_t number = object;
  if (object == WBRT_ANY_OBJECT) number = (address - WBRT_REGION_BASE) >> WBRT_REGION_SHIFT;
  return number < WBRT_MAX_OBJECTS ? &context->objects[number] : 0;
}

/* The memory that an object is in, as the flags of the access say or else the
 * object. */
static inline uint8_t wbrt_memory_of(const struct wbrt_object *object, uint32_t flags) {
  const uint32_t known = flags >> WBRT_MEMORY_SHIFT & WBRT_MEMORY_MASK;
  return known != 0 ? (uint8_t)known : object->memory;
}

/* Whether `size` bytes at `address` lie inside; never where it is not there
 * (size 0). Differences are unsigned, so an address before the start is far
 * past the end, and no sum can wrap. */
static inline bool wbrt_inside(const struct wbrt_object *object, uint64_t address, uint64_t size) {
  const uint64_t offset = address - object->base;
  return offset < object->size && size <= object->size - offset;
}

/* The same for an access that must be aligned, in one comparison: rotated, the
 * offset of one that is not has its lowest bits on top. Objects begin at
 * WBRT_OBJECT_ALIGN, which no alignment exceeds. All but the offset is the same
 * for every access of a loop. */
static inline bool wbrt_good(const struct wbrt_object *object, uint64_t address, uint32_t size,
                             uint32_t align) {
  const uint32_t shift = align > 1 ? (uint32_t)__builtin_ctz(align) : 0;
  const uint64_t offset = address - object->base;
  const uint64_t rotated = shift > 0 ? offset >> shift | offset << (64 - shift) : offset;
  const uint64_t places = object->size >= size ? ((object->size - size) >> shift) + 1 : 0;
  return rotated < places;
}

/* Whether `size` bytes of state are all WBRT_WRITTEN. Sizes are constants after
 * inlining, so this is one comparison for those of scalars and vectors. */
__attribute__((always_inline)) static inline bool wbrt_all_written(const uint8_t *state,
                                                                   uint32_t size) {
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

#endif

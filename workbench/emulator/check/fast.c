/* The fast path of the checks: one translation unit, built twice. As bitcode
 * it is inlined into kernels; natively it serves bulk copies and unit tests.
 * No libc, no global data. */
#include "emulator/runtime.h"

#include "emulator/check/object.h"
#include "emulator/check/race.h"
#include "emulator/check/state.h"

static inline void count(struct wbrt_context *context, uint8_t memory, uint32_t flags) {
  struct wbrt_item_counts *counts = &context->counts;
  if (memory == WB_MEMORY_GLOBAL) {
    if ((flags & WBRT_READ) != 0) counts->global_reads++;
    if ((flags & WBRT_WRITE) != 0) counts->global_writes++;
    if ((flags & WBRT_ATOMIC) != 0) counts->global_atomics++;
  } else if (memory == WB_MEMORY_LOCAL) {
    if ((flags & WBRT_READ) != 0) counts->local_reads++;
    if ((flags & WBRT_WRITE) != 0) counts->local_writes++;
    if ((flags & WBRT_ATOMIC) != 0) counts->local_atomics++;
  }
}

uint64_t wbrt_check(struct wbrt_context *context, uint64_t address, uint32_t object, uint32_t size,
                    uint32_t align, uint32_t flags, uint32_t site) {
  const struct wbrt_object *o = wbrt_object_of(context, address, object);
  uint64_t use = address;
  bool good = o != 0 && wbrt_inside(o, address, size);
  if (align > 1) good &= (address & (align - 1)) == 0;
  if (good && (flags & WBRT_WRITE) != 0) good = !o->read_only;
  if (__builtin_expect(good, 1)) {
    count(context, wbrt_memory_of(o, flags), flags);
    wbrt_race_check(context, o, address - o->base, size, flags, site);
  } else {
    use = wbrt_refuse(context, address, object, size, align, flags, site);
  }
  return use;
}

bool wbrt_unwritten(struct wbrt_context *context, uint64_t address, uint32_t object, uint32_t size,
                    uint32_t site) {
  const uint8_t *state = wbrt_state_at(context, address, object);
  bool unwritten = state != 0 && !wbrt_all_written(state, size);
  if (__builtin_expect(unwritten, 0)) wbrt_read_unwritten(context, address, object, size, site);
  return unwritten;
}

void wbrt_mark(struct wbrt_context *context, uint64_t address, uint32_t object, uint32_t size,
               bool unwritten) {
  uint8_t *state = wbrt_state_at(context, address, object);
  if (state != 0) __builtin_memset(state, unwritten ? WBRT_UNWRITTEN : WBRT_WRITTEN, size);
  if (__builtin_expect(context->pending != 0, 0)) wbrt_race_stored(context);
}

void wbrt_step(struct wbrt_context *context, uint32_t site) {
  if (__builtin_expect(--context->steps_left < 0, 0)) wbrt_out_of_steps(context, site);
}

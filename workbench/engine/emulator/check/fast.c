/* The fast path of the checks: one translation unit, built twice. As bitcode
 * it is inlined into optimised kernels; natively it serves quick ones, bulk copies and unit tests.
 * No libc, no global data. */
#include "emulator/runtime.h"

#include "emulator/check/object.h"
#include "emulator/check/race.h"
#include "emulator/check/state.h"

/* Where the memory is known when the kernel is compiled, its code counts the
 * access itself, refused or not, and wbrt_refuse takes it back. */
static inline void count_access(struct wbrt_context *context, const struct wbrt_object *object,
                                uint32_t size, uint32_t flags) {
  struct wbrt_item_counts *counts = &context->counts;
  if ((flags >> WBRT_MEMORY_SHIFT & WBRT_MEMORY_MASK) != 0) return;
  const uint8_t memory = object->memory, number = object->number_bytes;
  uint64_t elements = wbrt_elements(flags);
  if ((flags & WBRT_ATOMIC) == 0 && number != 0 && size > number * elements)
    elements = (size + number - 1U) / number;
  context->counted = 1;
  if (memory == WB_MEMORY_GLOBAL) {
    if ((flags & WBRT_READ) != 0) counts->global_reads += elements;
    if ((flags & WBRT_WRITE) != 0) counts->global_writes += elements;
    if ((flags & WBRT_ATOMIC) != 0) counts->global_atomics++;
  } else if (memory == WB_MEMORY_LOCAL) {
    if ((flags & WBRT_READ) != 0) counts->local_reads += elements;
    if ((flags & WBRT_WRITE) != 0) counts->local_writes += elements;
    if ((flags & WBRT_ATOMIC) != 0) counts->local_atomics++;
  }
}

/* Local and private memory can be written. */
static inline bool may_be_constant(uint32_t flags) {
  const uint32_t memory = flags >> WBRT_MEMORY_SHIFT & WBRT_MEMORY_MASK;
  return memory != WB_MEMORY_LOCAL && memory != WB_MEMORY_PRIVATE;
}

uint64_t wbrt_check(struct wbrt_context *context, uint64_t address, uint32_t object, uint32_t size,
                    uint32_t align, uint32_t flags, uint32_t site) {
  const struct wbrt_object *o = wbrt_object_of(context, address, object);
  uint64_t use = address;
  bool good = o != 0 && wbrt_good(o, address, size, align);
  if (good && (flags & WBRT_WRITE) != 0 && may_be_constant(flags)) good = !o->read_only;
  if (__builtin_expect(good, 1)) {
    count_access(context, o, size, flags);
    wbrt_race_check(context, o, address - o->base, size, flags, site);
  } else {
    use = wbrt_refuse(context, address, object, size, align, flags, site);
  }
  return use;
}

static inline bool is_unwritten(struct wbrt_context *context, const struct wbrt_object *o,
                                uint64_t offset, uint32_t size, uint32_t flags) {
  bool unwritten = false;
  if (wbrt_may_have_state(flags) && o->state != 0 && offset < o->size)
    unwritten = !wbrt_all_written(o->state + offset, size);
  if (wbrt_may_have_cells(flags) && __builtin_expect(o->set != 0, 0) && offset < o->size)
    unwritten = !wbrt_all_set(context, o, offset, size, flags);
  return unwritten;
}

/* The address was checked; where the access was refused it is the sink's, and
 * what that gives is not a second finding. */
bool wbrt_unwritten(struct wbrt_context *context, uint64_t address, uint32_t object, uint32_t size,
                    uint32_t flags, uint32_t site) {
  const struct wbrt_object *o = wbrt_object_of(context, address, object);
  if (o == 0) return false;
  const bool unwritten = is_unwritten(context, o, address - o->base, size, flags);
  if (__builtin_expect(unwritten, 0)) wbrt_read_unwritten(context, address, object, size, site);
  return unwritten;
}

/* Most reads of local memory find a quiet cell (check/race.h). */
uint64_t wbrt_read_local(struct wbrt_context *context, uint64_t address, uint32_t object,
                         uint32_t size, uint32_t align, uint32_t flags, uint32_t site,
                         bool *unwritten) {
  const struct wbrt_object *o = &context->objects[object];
  const uint32_t granule = wbrt_known_granule(flags);
  const uint64_t cell = (address - o->base) >> (granule - 1);
  if (__builtin_expect(wbrt_good(o, address, size, align), 1) &&
      o->quiet[cell] == context->local_window) {
    *unwritten = false;
    return address;
  }
  const uint64_t use = wbrt_check(context, address, object, size, align, flags, site);
  *unwritten = wbrt_unwritten(context, use, object, size, flags, site);
  return use;
}

static inline bool all_inside(const struct wbrt_object *object, uint64_t first, int64_t step,
                              uint64_t turns, uint32_t size) {
  enum { MOST_STEP_SHIFT = 40 }; /* so far in each of WBRT_HANDFUL turns does not wrap */
  const uint64_t by = step < 0 ? 0 - (uint64_t)step : (uint64_t)step, span = by * (turns - 1);
  return by >> MOST_STEP_SHIFT == 0 &&
         wbrt_inside(object, step < 0 ? first - span : first, span + size);
}

bool wbrt_may_read(struct wbrt_context *context, uint64_t first, int64_t step, uint64_t turns,
                   uint32_t object, uint32_t size) {
  const struct wbrt_object *o = &context->objects[object];
  return o->race == 0 && o->set == 0 && all_inside(o, first, step, turns, size);
}

/* All cells are quiet, or become so, or are the work-item's. Whatever else there is, the loop finds
 * by itself: that some of its reads are noted before changes nothing, as it makes them all. */
bool wbrt_may_read_local(struct wbrt_context *context, uint64_t first, int64_t step, uint64_t turns,
                         uint32_t object, uint32_t size, uint32_t flags, uint32_t site,
                         bool notes) {
  const struct wbrt_object *o = &context->objects[object];
  const uint32_t shift = wbrt_known_granule(flags) - 1;
  const uint64_t window = context->local_window;
  uint64_t cell = (first - o->base) >> shift, differs = 0;
  const uint64_t by = (uint64_t)(step >> shift);
  if (turns == 0 || ((first - o->base) & (size - 1)) != 0 || ((uint64_t)step & (size - 1)) != 0 ||
      !all_inside(o, first, step, turns, size))
    return false;
  for (uint64_t i = 0; i < turns; i++) differs |= o->quiet[cell + i * by] ^ window;
  if (differs == 0 || !notes) return differs == 0;
  bool good = true;
  for (uint64_t i = 0; i < turns && good; i++, cell += by)
    good = wbrt_race_local(context, o, cell, shift, flags, site) &&
           wbrt_all_written(o->state + (cell << shift), size);
  return good;
}

uint32_t wbrt_unwritten_lanes(struct wbrt_context *context, uint64_t address, uint32_t object,
                              uint32_t size, uint32_t lanes, uint32_t flags, uint32_t site) {
  const struct wbrt_object *o = wbrt_object_of(context, address, object);
  uint32_t unwritten = 0;
  if (o == 0) return 0;
  if (__builtin_expect(is_unwritten(context, o, address - o->base, size * lanes, flags), 0))
    unwritten = wbrt_read_unwritten_lanes(context, address, object, size, lanes, flags, site);
  return unwritten;
}

/* A plain store into a buffer is in its cells since it was checked. */
void wbrt_mark(struct wbrt_context *context, uint64_t address, uint32_t object, uint32_t size,
               uint32_t flags, uint32_t unwritten) {
  const bool races = context->pending != 0; /* the check of this store found so */
  if (wbrt_may_have_state(flags)) {
    const struct wbrt_object *o = wbrt_object_of(context, address, object);
    if (o != 0 && o->state != 0 && address - o->base < o->size)
      __builtin_memset(o->state + (address - o->base),
                       unwritten != 0 ? WBRT_UNWRITTEN : WBRT_WRITTEN, size);
  }
  if (wbrt_may_have_cells(flags) && (unwritten != 0 || (flags & WBRT_ATOMIC) != 0))
    wbrt_note_set(context, address, object, size, unwritten != 0);
  if (__builtin_expect(races, 0)) wbrt_race_stored(context);
}

void wbrt_mark_lanes(struct wbrt_context *context, uint64_t address, uint32_t object, uint32_t size,
                     uint32_t lanes, uint32_t flags, uint32_t unwritten) {
  if (__builtin_expect(unwritten != 0, 0))
    wbrt_mark_unwritten_lanes(context, address, object, size, lanes, flags, unwritten);
  else
    wbrt_mark(context, address, object, size * lanes, flags, 0);
}

void wbrt_turn(struct wbrt_context *context) {
  if (__builtin_expect(context->takes_turns != 0, 0)) wbrt_take_turn(context);
}

uint64_t wbrt_stale_read(struct wbrt_context *context, uint64_t address, uint32_t bytes,
                         uint32_t site, uint64_t value) {
  if (__builtin_expect(context->hears_reads != 0, 0))
    value = wbrt_read_stale(context, address, bytes, site, value);
  return value;
}

/* ---- work-items ------------------------------------------------------------- */

int64_t wbrt_first_steps(struct wbrt_context *context) {
  const int64_t left = context->steps_left;
  const int64_t handful = left < WBRT_HANDFUL ? left : WBRT_HANDFUL;
  context->steps_left = left - handful;
  return handful * WBRT_STEP;
}

int64_t wbrt_step(struct wbrt_context *context, int64_t left, uint32_t site) {
  left -= WBRT_STEP - 1;
  if (__builtin_expect(left < 0, 0)) left = wbrt_more_steps(context, left, site) - WBRT_STEP;
  return left;
}

static inline void sum_up(uint64_t value, uint64_t *total, uint64_t *most) {
  *total += value;
  *most = *most > value ? *most : value;
}

static inline void add_item_counts(struct wbrt_context *context,
                                   const struct wbrt_item_counts *counts) {
  struct wbrt_item_counts *total = &context->total, *most = &context->most;
  sum_up(counts->global_reads, &total->global_reads, &most->global_reads);
  sum_up(counts->global_writes, &total->global_writes, &most->global_writes);
  sum_up(counts->local_reads, &total->local_reads, &most->local_reads);
  sum_up(counts->local_writes, &total->local_writes, &most->local_writes);
  sum_up(counts->global_atomics, &total->global_atomics, &most->global_atomics);
  sum_up(counts->local_atomics, &total->local_atomics, &most->local_atomics);
}

/* As wbrt_end_item, where the runtime has counted, too. */
__attribute__((noinline)) static void end_counted_item(struct wbrt_context *context,
                                                       struct wbrt_item_counts counts) {
  struct wbrt_item_counts *by_runtime = &context->counts;
  counts.global_reads += by_runtime->global_reads;
  counts.global_writes += by_runtime->global_writes;
  counts.local_reads += by_runtime->local_reads;
  counts.local_writes += by_runtime->local_writes;
  counts.global_atomics += by_runtime->global_atomics;
  counts.local_atomics += by_runtime->local_atomics;
  /* Where it shall be told, `counted` is not 0 from each work-item's start on (wbrt_forget_item).
   */
  context->busy += (counts.global_reads | counts.global_writes | counts.global_atomics |
                    by_runtime->prints) != 0;
  *by_runtime = (struct wbrt_item_counts){0};
  context->counted = 0;
  add_item_counts(context, &counts);
}

/* Most kernels know some numbers to be 0, and sums of those vanish, unless the two cases share
 * their code. */
void wbrt_end_item(struct wbrt_context *context, uint64_t global_reads, uint64_t global_writes,
                   uint64_t local_reads, uint64_t local_writes, uint64_t global_atomics,
                   uint64_t local_atomics, uint64_t left) {
  const struct wbrt_item_counts counts = {.global_reads = global_reads,
                                          .global_writes = global_writes,
                                          .local_reads = local_reads,
                                          .local_writes = local_writes,
                                          .global_atomics = global_atomics,
                                          .local_atomics = local_atomics};
  if (__builtin_expect(context->pending != 0, 0)) wbrt_race_stored(context);
  if (__builtin_expect(context->counted != 0, 0))
    end_counted_item(context, counts);
  else
    add_item_counts(context, &counts);
  context->items++;
  context->cost_left -= (int64_t)left & WBRT_COST_MASK;
}

void wbrt_begin_item(struct wbrt_context *context) {
  context->steps_left = context->item_steps;
  if (__builtin_expect(context->touched != 0, 0)) wbrt_forget_item(context);
}

void wbrt_next_item(struct wbrt_context *context, int64_t step) { wbrt_follow_item(context, step); }

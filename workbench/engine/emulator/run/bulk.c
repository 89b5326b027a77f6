/* memcpy, memmove and memset of kernels: checked as the accesses that they
 * are, in pieces small enough for the value checks of races.c. */
#include <string.h>

#include "emulator/check/object.h"
#include "emulator/check/state.h"
#include "emulator/profile/profile.h"
#include "emulator/run/run.h"
#include "emulator/run/touched.h"
#include "emulator/run/written.h"

/* One side of a copy. */
struct side {
  uint64_t address;
  uint32_t object, site, flags;
  uint64_t good; /* how many bytes from the start may be touched */
};

/* Checks the range as one access of the bytes that are there; where that is
 * not all of it, the first element that is not becomes the finding. */
static void check_side(struct wbrt_context *context, struct side *side, uint64_t size) {
  struct wbrt_run *run = context->run;
  const struct wbrt_object *o = wbrt_object_of(context, side->address, side->object);
  const uint64_t element = wb_run_element(run, side->object, side->site);
  const uint64_t bytes = o != NULL ? wb_object_bytes(run, o) : 0;
  bool starts_inside = o != NULL && o->base != 0 && side->address - o->base < bytes;
  bool refused = (side->flags & WBRT_WRITE) != 0 && o != NULL && o->read_only;
  side->good = size;
  if (starts_inside && size > bytes - (side->address - o->base))
    side->good = bytes - (side->address - o->base);
  if (!starts_inside || refused) side->good = 0;
  if (side->good < size)
    wbrt_refuse(context, side->address + side->good, side->object,
                (uint32_t)(element < size - side->good ? element : size - side->good), 1,
                side->flags, side->site);
}

/* How many of a range's elements are good. */
static uint64_t good_elements(const struct side *side, uint64_t size, uint64_t elements) {
  return side->good == size ? elements : (elements * side->good + size - 1) / size;
}

/* Counts a range by its elements, as far as it is good. */
static void count_more(struct wbrt_context *context, const struct side *side, uint64_t size,
                       uint64_t elements) {
  const struct wbrt_object *o = wbrt_object_of(context, side->address, side->object);
  struct wbrt_item_counts *counts = &context->counts;
  uint64_t *count = NULL;
  bool writes = (side->flags & WBRT_WRITE) != 0;
  if (o != NULL && o->memory == WB_MEMORY_GLOBAL)
    count = writes ? &counts->global_writes : &counts->global_reads;
  else if (o != NULL && o->memory == WB_MEMORY_LOCAL)
    count = writes ? &counts->local_writes : &counts->local_reads;
  if (count != NULL) *count += good_elements(side, size, elements);
  context->counted = 1;
}

/* Races of a range that is good. */
static void note_side(struct wbrt_context *context, const struct side *side, uint64_t done,
                      uint32_t bytes) {
  const struct wbrt_object *o = wbrt_object_of(context, side->address, side->object);
  const uint32_t ordered = context->run->image->orders ? WBRT_ORDERED : 0;
  if (bytes == 0) return;
  const uint64_t offset = side->address + done - o->base;
  wb_touched_constant(context->run, o, offset, bytes);
  if (context->run->async.copying == 0)
    wbrt_race_check(context, o, offset, bytes, side->flags | ordered, side->site);
  else if (o->race != NULL && o->memory != WB_MEMORY_PRIVATE)
    wbrt_race(context, o, offset, bytes, side->flags, side->site);
}

static uint32_t part_size(uint64_t good, uint64_t done, uint32_t bytes) {
  uint64_t left = good > done ? good - done : 0;
  return left < bytes ? (uint32_t)left : bytes;
}

/* A state byte for each byte of a piece; those of a source that may not be read
 * are zeros, and written. */
static void read_states(struct wbrt_context *context, const struct side *from, uint64_t done,
                        uint32_t readable, uint8_t *states) {
  const struct wbrt_object *o = wbrt_object_of(context, from->address, from->object);
  memset(states, WBRT_WRITTEN, WB_MAX_STORE_BYTES);
  if (readable > 0)
    wb_written_get(context->run, o, from->address + done - o->base, readable, states);
}

static void write_states(struct wbrt_context *context, const struct side *to,
                         const struct side *from, uint64_t done, uint32_t bytes,
                         const uint8_t *states) {
  const struct wbrt_object *o = wbrt_object_of(context, to->address, to->object);
  if (bytes == 0) return;
  if ((o->state != NULL || o->set != NULL) && memchr(states, WBRT_UNWRITTEN, bytes) != NULL)
    wb_carry_copy(context->run, to->address + done, from->address + done, states, bytes,
                  from->object, from->site);
  wb_written_put(context, o, to->address + done - o->base, bytes, states);
}

static void copy_piece(struct wbrt_context *context, const struct side *to, const struct side *from,
                       uint64_t done, uint32_t bytes) {
  unsigned char values[WB_MAX_STORE_BYTES] = {0};
  uint8_t states[WB_MAX_STORE_BYTES];
  uint32_t readable = part_size(from->good, done, bytes),
           writable = part_size(to->good, done, bytes);
  note_side(context, from, done, readable);
  memcpy(values, (const void *)(uintptr_t)(from->address + done), readable);
  read_states(context, from, done, readable, states);
  note_side(context, to, done, writable);
  write_states(context, to, from, done, writable, states);
  memcpy((void *)(uintptr_t)(to->address + done), values, writable);
  if (context->pending != 0) wbrt_race_stored(context);
}

void wbrt_copy(struct wbrt_context *context, uint64_t to, uint32_t to_object, uint32_t to_site,
               uint64_t from, uint32_t from_object, uint32_t from_site, uint64_t size,
               uint64_t elements) {
  struct side target = {.address = to, .object = to_object, .site = to_site, .flags = WBRT_WRITE};
  struct side source = {
      .address = from, .object = from_object, .site = from_site, .flags = WBRT_READ};
  if (size == 0) return;
  check_side(context, &source, size);
  check_side(context, &target, size);
  count_more(context, &source, size, elements);
  count_more(context, &target, size, elements);
  bool backwards = to > from && to - from < size; /* as memmove must */
  for (uint64_t done = 0; done < size; done += WB_MAX_STORE_BYTES) {
    uint64_t left = size - done;
    uint32_t bytes = left < WB_MAX_STORE_BYTES ? (uint32_t)left : WB_MAX_STORE_BYTES;
    copy_piece(context, &target, &source, backwards ? left - bytes : done, bytes);
  }
  wb_profile_bulk(context->run, from, source.good, good_elements(&source, size, elements),
                  WBRT_READ, from_site);
  wb_profile_bulk(context->run, to, target.good, good_elements(&target, size, elements), WBRT_WRITE,
                  to_site);
}

void wbrt_set(struct wbrt_context *context, uint64_t to, uint32_t to_object, uint32_t site,
              uint32_t byte, uint64_t size, uint64_t elements, bool unwritten) {
  struct side target = {.address = to, .object = to_object, .site = site, .flags = WBRT_WRITE};
  if (size == 0) return;
  check_side(context, &target, size);
  count_more(context, &target, size, elements);
  for (uint64_t done = 0; done < target.good; done += WB_MAX_STORE_BYTES) {
    uint32_t bytes = part_size(target.good, done, WB_MAX_STORE_BYTES);
    note_side(context, &target, done, bytes);
    memset((void *)(uintptr_t)(to + done), (int)(byte & 0xFF), bytes);
    wbrt_mark(context, to + done, to_object, bytes, WBRT_WRITE, unwritten);
  }
  wb_profile_bulk(context->run, to, target.good, good_elements(&target, size, elements), WBRT_WRITE,
                  site);
}

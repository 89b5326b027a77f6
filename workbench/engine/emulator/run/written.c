#include "emulator/run/written.h"

#include <string.h>
#include <sys/mman.h>

#include "emulator/bits.h"
#include "emulator/check/slow.h"
#include "emulator/check/state.h"
#include "emulator/run/packed.h"

/* ---- between launches ------------------------------------------------------------ */

/* Cells whose memory is given back at once. */
enum { CELLS_AT_A_TIME = (2 << 20) / sizeof(struct wbrt_cell), PAGE = 4096 };

static uint64_t cell_size(const struct wbrt_object *object) {
  return 1ULL << object->granule_shift;
}

/* Bytes of the object that a cell covers; the last one may go beyond its end. */
static uint64_t bytes_in(const struct wbrt_object *object, uint64_t cell) {
  const uint64_t left = object->size - (cell << object->granule_shift);
  return left < cell_size(object) ? left : cell_size(object);
}

static bool is_set(const struct wbrt_run *run, const struct wbrt_object *object, uint64_t cell) {
  return (wb_cell_word(run, object, object->set, cell) & WBRT_CELL_SET) != 0;
}

void wb_written_begin(struct wbrt_run *run, const struct wbrt_object *object,
                      const struct wb_emulator_buffer *buffer) {
  const uint64_t words = wb_bits_bytes(object->size) / sizeof(uint64_t);
  if (buffer->fresh) return;
  for (uint64_t word = 0; word < words; word++) {
    if (buffer->written[word] == 0) continue;
    const uint64_t first = word * WB_BITS_A_WORD, end = first + WB_BITS_A_WORD;
    for (uint64_t at = first; at < end && at < object->size; at += cell_size(object)) {
      const uint64_t cell = at >> object->granule_shift, bytes = bytes_in(object, cell);
      if (wb_bits_run(buffer->written, at, bytes) == bytes)
        wb_cell_at(run, object, object->set, cell)->word |= WBRT_CELL_SET;
    }
  }
}

/* A cell that is not set was so from the start, unless all of it was written
 * then: that it is written in part stays known. */
static void end_cell(const struct wbrt_run *run, const struct wbrt_object *object,
                     struct wb_emulator_buffer *buffer, uint64_t cell) {
  const uint64_t at = cell << object->granule_shift, bytes = bytes_in(object, cell);
  if (is_set(run, object, cell))
    wb_bits_set(buffer->written, at, bytes, true);
  else if (wb_bits_run(buffer->written, at, bytes) == bytes)
    wb_bits_set(buffer->written, at, bytes, false);
}

static void end_cells(const struct wbrt_run *run, const struct wbrt_object *object,
                      struct wb_emulator_buffer *buffer, uint64_t first, uint64_t count) {
  uint64_t all = WBRT_CELL_SET, any = 0;
  for (uint64_t i = 0; i < count; i++) {
    const uint64_t word = wb_cell_word(run, object, object->set, first + i);
    all &= word;
    any |= word;
  }
  const uint64_t at = first << object->granule_shift, last = first + count - 1;
  const uint64_t bytes = (last << object->granule_shift) + bytes_in(object, last) - at;
  if (all != 0)
    wb_bits_set(buffer->written, at, bytes, true);
  else if (!buffer->fresh || (any & WBRT_CELL_SET) != 0)
    for (uint64_t i = 0; i < count; i++) end_cell(run, object, buffer, first + i);
}

void wb_written_end(const struct wbrt_run *run, const struct wbrt_object *object,
                    struct wb_emulator_buffer *buffer) {
  const uint64_t cells = (object->size + cell_size(object) - 1) >> object->granule_shift;
  const uint64_t in_word = object->packed ? WBRT_PACKED_BYTES / cell_size(object) : 1;
  const uint64_t at_a_time = CELLS_AT_A_TIME * in_word;
  enum { PAGE_CELLS = PAGE / sizeof(struct wbrt_cell) };
  for (uint64_t first = 0; first < cells; first += at_a_time) {
    const uint64_t left = cells - first, some = left < at_a_time ? left : at_a_time;
    for (uint64_t done = 0; done < some; done += PAGE_CELLS)
      end_cells(run, object, buffer, first + done,
                some - done < PAGE_CELLS ? some - done : PAGE_CELLS);
    if (some == at_a_time)
      madvise(object->set + first / in_word, CELLS_AT_A_TIME * sizeof(struct wbrt_cell),
              MADV_DONTNEED);
  }
}

void wb_written_cells(struct wb_emulator_buffer *buffer, uint8_t granule_shift,
                      const uint64_t *cells, uint64_t count) {
  uint64_t n;
  for (uint64_t first = 0; first < count; first += n) {
    first += wb_bits_run_of_zeros(cells, first, count - first);
    n = wb_bits_run(cells, first, count - first);
    const uint64_t at = first << granule_shift, end = (first + n) << granule_shift;
    if (n > 0)
      wb_bits_set(buffer->written, at, (end < buffer->bytes ? end : buffer->bytes) - at, true);
  }
}

/* ---- ranges ----------------------------------------------------------------------- */

uint64_t wb_written_run(const struct wbrt_run *run, const struct wbrt_object *object,
                        uint64_t offset, uint64_t bytes) {
  const uint8_t *found = NULL;
  if (object->state != NULL) found = memchr(object->state + offset, WBRT_UNWRITTEN, bytes);
  if (found != NULL) return (uint64_t)(found - (object->state + offset));
  if (object->set == NULL || bytes == 0) return bytes;
  const uint64_t last = (offset + bytes - 1) >> object->granule_shift;
  uint64_t cell = offset >> object->granule_shift;
  while (cell <= last && is_set(run, object, cell)) cell++;
  const uint64_t at = cell << object->granule_shift;
  if (cell > last) return bytes;
  return at > offset ? at - offset : 0;
}

bool wbrt_is_set(struct wbrt_context *context, const struct wbrt_object *object, uint64_t offset,
                 uint32_t size) {
  return wb_written_run(context->run, object, offset, size) == size;
}

void wb_written_get(const struct wbrt_run *run, const struct wbrt_object *object, uint64_t offset,
                    uint32_t bytes, uint8_t *states) {
  memset(states, WBRT_WRITTEN, bytes);
  if (object->state != NULL) memcpy(states, object->state + offset, bytes);
  for (uint32_t i = 0; i < bytes && object->set != NULL; i++)
    if (!is_set(run, object, (offset + i) >> object->granule_shift)) states[i] = WBRT_UNWRITTEN;
}

void wb_written_put(struct wbrt_context *context, const struct wbrt_object *object, uint64_t offset,
                    uint32_t bytes, const uint8_t *states) {
  const uint32_t number = (uint32_t)(object - context->objects);
  if (object->state != NULL) memcpy(object->state + offset, states, bytes);
  for (uint32_t i = 0; i < bytes && object->set != NULL; i++)
    if (states[i] == WBRT_UNWRITTEN)
      wbrt_note_set(context, object->base + offset + i, number, 1, true);
}

/* What another slice would read as written must not be taken for it there: a
 * launch in slices begins anew in one process. */
void wbrt_note_set(struct wbrt_context *context, uint64_t address, uint32_t object, uint32_t size,
                   bool unwritten) {
  struct wbrt_run *run = context->run;
  const struct wbrt_object *o = wbrt_object_of(context, address, object);
  if (o == NULL || o->set == NULL || address - o->base >= o->size) return;
  const uint64_t first = (address - o->base) >> o->granule_shift;
  const uint64_t last = (address - o->base + size - 1) >> o->granule_shift;
  if (unwritten && run->in_slice) *run->abandon = 1;
  for (uint64_t cell = first; cell <= last; cell++) {
    /* The fast path does not set what it sees a write of already. */
    if (unwritten) wb_race_remember(run, o, cell);
    uint64_t *word = &wb_cell_at(run, o, o->set, cell)->word;
    *word = unwritten ? *word & ~(uint64_t)WBRT_CELL_SET : *word | WBRT_CELL_SET;
  }
}

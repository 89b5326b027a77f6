#include "emulator/buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/large_pages.h"
#include "base/str.h"
#include "emulator/bits.h"
#include "emulator/runtime.h"

enum { PAGE = 4096 };
_Static_assert(WB_GUARD_BYTES % PAGE == 0, "data begins at a page");
_Static_assert(WB_SMALL_BYTES + 2 * WB_GUARD_BYTES + PAGE <= WB_SLOT_BYTES &&
                   WB_SMALL_BYTES / 8 <= PAGE && WB_SMALL_BYTES % PAGE == 0,
               "a slot has room for a small buffer's data and guards, and a page of bits");

/* What guard zones have in them: byte after byte another one, and again from the start. */
struct guard {
  unsigned char bytes[256];
};
_Static_assert(WB_GUARD_BYTES % sizeof(struct guard) == 0, "guard zones are whole ones of it");

static struct guard make_guard(void) {
  struct guard guard;
  for (size_t i = 0; i < sizeof guard.bytes; i++) guard.bytes[i] = (unsigned char)(0xC3 + i * 7);
  return guard;
}

static void *map_pages(size_t size, int sharing) {
  void *map =
      mmap(NULL, size, PROT_READ | PROT_WRITE, sharing | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return map == MAP_FAILED ? NULL : map;
}

size_t wb_emulator_buffer_written_size(const struct wb_emulator_buffer *buffer) {
  return wb_bits_bytes(buffer->bytes);
}

size_t wb_emulator_buffer_whole_size(const struct wb_emulator_buffer *buffer) {
  return buffer->map_size + wb_emulator_buffer_written_size(buffer);
}

static void *map_memory(const struct wb_emulator_buffer *buffer) {
  const size_t size = wb_emulator_buffer_whole_size(buffer);
  if (wb_emulator_buffer_is_shared(buffer)) return map_pages(size, MAP_SHARED);
  return buffer->bytes >= WB_LARGE_PAGE ? wb_large_pages_map(size, WB_GUARD_BYTES)
                                        : map_pages(size, MAP_PRIVATE);
}

static unsigned char *data_of(const struct wb_emulator_buffer *buffer) {
  return buffer->map + WB_GUARD_BYTES;
}

/* ---- poison in advance ------------------------------------------------------------------ */

static void *poison_all(void *data) {
  const struct wb_emulator_buffer *buffer = data;
  memset(data_of(buffer), WB_POISON_BYTE, buffer->bytes);
  return NULL;
}

/* The first use of so much shared memory takes longer than a small launch: what kernels only write
 * gets its poison while the host goes on with other buffers. */
static void begin_poison(struct wb_emulator_buffer *buffer) {
  enum { WORTH_A_THREAD = 1 << 20 };
  if (buffer->access != WB_BUFFER_WRITE_ONLY || buffer->bytes < WORTH_A_THREAD) return;
  buffer->is_poisoned = pthread_create(&buffer->poisoner, NULL, poison_all, buffer) == 0;
}

/* Before anything else is done with the data. */
static void end_poison(struct wb_emulator_buffer *buffer) {
  if (!buffer->is_poisoned) return;
  pthread_join(buffer->poisoner, NULL);
  buffer->is_poisoned = false;
  buffer->has_contents = true;
}

/* ---- the whole --------------------------------------------------------------------------- */

/* Nothing is in it yet. */
static void describe(struct wb_emulator_buffer *buffer, const struct wb_buffer_desc *desc) {
  buffer->type = desc->type;
  buffer->bytes = desc->bytes;
  buffer->access = desc->access;
  buffer->all_written = desc->bytes == 0;
  buffer->fresh = true;
  buffer->has_contents = false;
  buffer->ahead = 0;
  snprintf(buffer->name, sizeof buffer->name, "%s", desc->name != NULL ? desc->name : "");
}

static size_t whole_pages(size_t bytes) { return (bytes + PAGE - 1) / PAGE * PAGE; }

static size_t map_size_of(size_t bytes) { return whole_pages(bytes + 2 * (size_t)WB_GUARD_BYTES); }

static void begin_use(struct wb_emulator_buffer *buffer) {
  const size_t end = buffer->bytes + 2 * (size_t)WB_GUARD_BYTES;
  memset(buffer->map + end, 0, buffer->map_size - end);
  const struct guard guard = make_guard();
  for (size_t i = 0; i < WB_GUARD_BYTES; i += sizeof guard) {
    memcpy(buffer->map + i, &guard, sizeof guard);
    memcpy(buffer->map + WB_GUARD_BYTES + buffer->bytes + i, &guard, sizeof guard);
  }
  begin_poison(buffer);
}

enum wb_status wb_emulator_buffer_new(const struct wb_buffer_desc *desc,
                                      struct wb_emulator_buffer **out, struct wb_error *err) {
  enum wb_status status = WB_OK;
  struct wb_emulator_buffer *buffer = NULL;
  if (desc->bytes >
      WBRT_REGION_HALF - WBRT_MAX_OBJECTS * WBRT_REGION_COLOUR - 2 * WB_GUARD_BYTES - PAGE) {
    status = wb_fail(err, WB_ERR_NOMEM, "the buffer %s of %zu bytes is larger than 32 GiB",
                     desc->name, desc->bytes);
    goto out;
  }
  buffer = wb_alloc(sizeof *buffer);
  describe(buffer, desc);
  buffer->map_size = map_size_of(desc->bytes);
  buffer->map = map_memory(buffer);
  if (buffer->map == NULL) {
    status = wb_fail(err, WB_ERR_NOMEM, "no memory for the buffer %s of %zu bytes", desc->name,
                     desc->bytes);
    goto out;
  }
  if (desc->bytes > 0) buffer->written = (uint64_t *)(void *)(buffer->map + buffer->map_size);
  begin_use(buffer);
  *out = buffer;
  buffer = NULL;
out:
  wb_emulator_buffer_free(buffer);
  return status;
}

/* Where in its slot a small buffer's parts are. */
static void place_in_slot(struct wb_emulator_buffer *buffer, size_t bytes) {
  buffer->map_size = map_size_of(bytes);
  buffer->written = (uint64_t *)(void *)(buffer->map + buffer->map_size);
}

struct wb_emulator_buffer *wb_emulator_buffer_at(const struct wb_buffer_desc *desc,
                                                 unsigned char *slot) {
  struct wb_emulator_buffer *buffer = wb_alloc(sizeof *buffer);
  buffer->map = slot;
  buffer->in_slab = true;
  describe(buffer, desc);
  place_in_slot(buffer, desc->bytes);
  /* The bits of what kernels may only read are not needed once the host has written it. */
  wb_pages_touch(slot, wb_emulator_buffer_is_shared(buffer)
                           ? wb_emulator_buffer_whole_size(buffer)
                           : desc->bytes + 2 * (size_t)WB_GUARD_BYTES);
  begin_use(buffer);
  return buffer;
}

void wb_emulator_buffer_free(struct wb_emulator_buffer *buffer) {
  if (buffer == NULL) return;
  end_poison(buffer);
  if (buffer->map != NULL && !buffer->in_slab)
    munmap(buffer->map, wb_emulator_buffer_whole_size(buffer));
  free(buffer);
}

static bool advise(const struct wb_emulator_buffer *buffer, int advice) {
  return madvise(buffer->map, wb_emulator_buffer_whole_size(buffer), advice) == 0;
}

bool wb_emulator_buffer_hide(struct wb_emulator_buffer *buffer) {
  if (!buffer->hidden && !buffer->in_slab) buffer->hidden = advise(buffer, MADV_DONTFORK);
  return buffer->hidden || buffer->in_slab;
}

bool wb_emulator_buffer_show(struct wb_emulator_buffer *buffer) {
  if (buffer->hidden) buffer->hidden = !advise(buffer, MADV_DOFORK);
  return !buffer->hidden;
}

bool wb_emulator_buffer_fits(const struct wb_emulator_buffer *buffer,
                             const struct wb_buffer_desc *desc) {
  const bool is_shared = desc->access != WB_BUFFER_READ_ONLY;
  if (buffer->in_slab)
    return desc->bytes <= WB_SMALL_BYTES && wb_emulator_buffer_is_shared(buffer) == is_shared;
  return buffer->map_size == map_size_of(desc->bytes) &&
         whole_pages(wb_bits_bytes(buffer->bytes)) == whole_pages(wb_bits_bytes(desc->bytes)) &&
         wb_emulator_buffer_is_shared(buffer) == is_shared;
}

/* Of few bytes the pages stay where they are. */
static bool make_zero(const struct wb_emulator_buffer *buffer, void *at, size_t bytes) {
  const int advice = wb_emulator_buffer_is_shared(buffer) ? MADV_REMOVE : MADV_DONTNEED;
  const bool few = bytes <= PAGE;
  if (few) memset(at, 0, bytes);
  return few || madvise(at, bytes, advice) == 0;
}

bool wb_emulator_buffer_renew(struct wb_emulator_buffer *buffer,
                              const struct wb_buffer_desc *desc) {
  end_poison(buffer);
  if (buffer->in_slab) place_in_slot(buffer, desc->bytes);
  describe(buffer, desc);
  if (!make_zero(buffer, buffer->written, wb_emulator_buffer_written_size(buffer))) return false;
  begin_use(buffer);
  return true;
}

static void give_contents(struct wb_emulator_buffer *buffer) {
  const size_t ahead = buffer->ahead;
  end_poison(buffer);
  if (buffer->has_contents) return;
  wb_pages_get(data_of(buffer) + ahead, buffer->bytes - ahead);
  memset(data_of(buffer) + ahead, WB_POISON_BYTE, buffer->bytes - ahead);
  if (ahead > 0) wb_bits_set(buffer->written, 0, ahead, true);
  buffer->has_contents = true;
}

/* Before the host writes a range: poison around it, state in it. A large array comes in pieces, one
 * after the other, and needs neither. */
static unsigned char *begin_write(struct wb_emulator_buffer *buffer, size_t offset, size_t length) {
  end_poison(buffer);
  const bool in_order = !buffer->has_contents && offset == buffer->ahead;
  buffer->fresh = false;
  if (in_order) buffer->ahead += length;
  if (length == buffer->bytes || (in_order && buffer->ahead == buffer->bytes))
    buffer->has_contents = buffer->all_written = true;
  if (!in_order) {
    give_contents(buffer);
    if (!buffer->all_written) wb_bits_set(buffer->written, offset, length, true);
  }
  return data_of(buffer) + offset;
}

void wb_emulator_buffer_write(struct wb_emulator_buffer *buffer, size_t offset, const void *bytes,
                              size_t length) {
  unsigned char *to = begin_write(buffer, offset, length);
  wb_pages_get(to, length);
  memcpy(to, bytes, length);
}

void wb_emulator_buffer_read(struct wb_emulator_buffer *buffer, size_t offset, void *bytes,
                             size_t length) {
  give_contents(buffer);
  memcpy(bytes, data_of(buffer) + offset, length);
}

void wb_emulator_buffer_fill(struct wb_emulator_buffer *buffer, size_t offset, size_t length,
                             const void *pattern, size_t pattern_length) {
  enum { CACHED = 16 << 10 };
  unsigned char *at = begin_write(buffer, offset, length);
  size_t part = pattern_length < length ? pattern_length : length;
  memcpy(at, pattern, part);
  /* What is there is copied behind itself, more and more at a time while caches hold it: one call
   * for each pattern would take longer than its bytes. */
  for (size_t done = part; done < length; done += part) {
    if (done <= CACHED) part = done;
    if (part > length - done) part = length - done;
    memcpy(at + done, at, part);
  }
}

/* Bytes that nobody wrote stay so where they are copied to. */
static void copy_state(const struct wb_emulator_buffer *from, size_t from_offset,
                       struct wb_emulator_buffer *to, size_t to_offset, size_t length) {
  to->fresh = false;
  if (from->all_written) return;
  if (to->all_written) wb_bits_set(to->written, 0, to->bytes, true);
  to->all_written = false;
  wb_bits_copy(to->written, to_offset, from->written, from_offset, length);
}

void wb_emulator_buffer_copy(struct wb_emulator_buffer *from, size_t from_offset,
                             struct wb_emulator_buffer *to, size_t to_offset, size_t length) {
  give_contents(from);
  wb_emulator_buffer_settle(from);
  if (from->all_written) {
    unsigned char *at = begin_write(to, to_offset, length);
    memmove(at, data_of(from) + from_offset, length);
  } else {
    give_contents(to);
    copy_state(from, from_offset, to, to_offset, length);
    memmove(data_of(to) + to_offset, data_of(from) + from_offset, length);
  }
}

void wb_emulator_buffer_forget(struct wb_emulator_buffer *buffer, size_t offset, size_t length) {
  give_contents(buffer);
  memset(data_of(buffer) + offset, WB_POISON_BYTE, length);
  if (buffer->fresh) return;
  if (buffer->all_written) wb_bits_set(buffer->written, 0, buffer->bytes, true);
  buffer->all_written = false;
  wb_bits_set(buffer->written, offset, length, false);
}

void wb_emulator_buffer_settle(struct wb_emulator_buffer *buffer) {
  give_contents(buffer);
  if (!buffer->all_written && !buffer->fresh)
    buffer->all_written = wb_bits_run(buffer->written, 0, buffer->bytes) == buffer->bytes;
}

/* ---- taking back ---------------------------------------------------------------------- */

struct wb_buffer_copy {
  unsigned char *data; /* NULL: it was all poison, and nothing of it written */
  uint64_t *written;   /* NULL: all was */
};

static bool may_change(const struct wb_emulator_buffer *buffer) {
  return buffer->access != WB_BUFFER_READ_ONLY && buffer->bytes > 0;
}

size_t wb_emulator_buffer_copy_size(const struct wb_emulator_buffer *buffer) {
  return may_change(buffer) ? buffer->bytes : 0;
}

struct wb_buffer_copy *wb_emulator_buffer_keep(const struct wb_emulator_buffer *buffer) {
  struct wb_buffer_copy *copy = wb_alloc(sizeof *copy);
  const size_t written = wb_emulator_buffer_written_size(buffer);
  if (!may_change(buffer) || buffer->fresh) return copy;
  copy->data = malloc(buffer->bytes);
  copy->written = buffer->all_written ? NULL : malloc(written);
  if (copy->data == NULL || (copy->written == NULL && !buffer->all_written)) {
    wb_emulator_buffer_copy_free(copy);
    return NULL;
  }
  memcpy(copy->data, data_of(buffer), buffer->bytes);
  if (copy->written != NULL) memcpy(copy->written, buffer->written, written);
  return copy;
}

void wb_emulator_buffer_take_back(struct wb_emulator_buffer *buffer,
                                  const struct wb_buffer_copy *copy) {
  const size_t written = wb_emulator_buffer_written_size(buffer);
  if (!may_change(buffer)) return;
  if (copy->data == NULL) {
    memset(data_of(buffer), WB_POISON_BYTE, buffer->bytes);
    memset(buffer->written, 0, written);
  } else {
    memcpy(data_of(buffer), copy->data, buffer->bytes);
    if (copy->written != NULL) memcpy(buffer->written, copy->written, written);
  }
}

void wb_emulator_buffer_copy_free(struct wb_buffer_copy *copy) {
  if (copy == NULL) return;
  free(copy->data);
  free(copy->written);
  free(copy);
}

/* ---- what became of it ------------------------------------------------------------------ */

static void check_guard(const struct wb_emulator_buffer *buffer, size_t map_offset,
                        struct wb_buffer_state *state) {
  const struct guard guard = make_guard();
  const unsigned char *zone = buffer->map + map_offset;
  size_t i = 0;
  while (i < WB_GUARD_BYTES && memcmp(zone + i, &guard, sizeof guard) == 0) i += sizeof guard;
  if (i == WB_GUARD_BYTES || !state->guards_intact) return;
  while (i + 1 < WB_GUARD_BYTES && zone[i] == guard.bytes[i % sizeof guard]) i++;
  state->guards_intact = false;
  state->first_broken = (int64_t)(map_offset + i) - WB_GUARD_BYTES;
}

static void count_unwritten(const struct wb_emulator_buffer *buffer,
                            struct wb_buffer_state *state) {
  state->first_unwritten = wb_bits_run(buffer->written, 0, buffer->bytes);
  state->unwritten_bytes = wb_bits_zeros(buffer->written, 0, buffer->bytes);
}

void wb_emulator_buffer_state(struct wb_emulator_buffer *buffer, struct wb_buffer_state *state) {
  *state = (struct wb_buffer_state){.guards_intact = true, .knows_written = true};
  check_guard(buffer, 0, state);
  check_guard(buffer, WB_GUARD_BYTES + buffer->bytes, state);
  wb_emulator_buffer_settle(buffer);
  if (!buffer->all_written) count_unwritten(buffer, state);
}

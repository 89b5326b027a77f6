#include "device/command_ring.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "device/protocol.h"

enum { LINE = 64, STEP = 8 }; /* of a processor's cache; records begin at multiples of STEP */

/* Places count bytes since the beginning; what is at one is at that place modulo the size. */
struct wb_shared_ring {
  _Alignas(LINE) _Atomic uint64_t put;
  _Alignas(LINE) _Atomic uint64_t taken;
  _Alignas(LINE) _Atomic uint32_t sleeps;
  _Alignas(LINE) unsigned char bytes[WB_COMMAND_RING_BYTES];
};

size_t wb_command_ring_size(void) { return sizeof(struct wb_shared_ring); }

bool wb_command_ring_open(struct wb_command_ring *ring, int fd) {
  void *shared =
      mmap(NULL, sizeof(struct wb_shared_ring), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  *ring = (struct wb_command_ring){.shared = shared == MAP_FAILED ? NULL : shared};
  if (ring->shared != NULL) madvise(shared, sizeof(struct wb_shared_ring), MADV_DONTFORK);
  return ring->shared != NULL;
}

void wb_command_ring_close(struct wb_command_ring *ring) {
  if (ring->shared != NULL) munmap(ring->shared, sizeof *ring->shared);
  *ring = (struct wb_command_ring){.shared = NULL};
}

/* With its length before it, and what is left to the next STEP. */
static uint64_t whole_length(size_t length) {
  return (sizeof(uint32_t) + length + STEP - 1) / STEP * STEP;
}

static void copy_in(struct wb_shared_ring *shared, uint64_t place, const void *bytes,
                    size_t length) {
  const size_t at = place % WB_COMMAND_RING_BYTES, room = WB_COMMAND_RING_BYTES - at;
  const size_t first = length < room ? length : room;
  memcpy(shared->bytes + at, bytes, first);
  memcpy(shared->bytes, (const char *)bytes + first, length - first);
}

static void copy_out(const struct wb_shared_ring *shared, uint64_t place, void *bytes,
                     size_t length) {
  const size_t at = place % WB_COMMAND_RING_BYTES, room = WB_COMMAND_RING_BYTES - at;
  const size_t first = length < room ? length : room;
  memcpy(bytes, shared->bytes + at, first);
  memcpy((char *)bytes + first, shared->bytes, length - first);
}

/* ---- the putter ---------------------------------------------------------------------------- */

enum wb_ring_room wb_command_ring_room(const struct wb_command_ring *ring, size_t length) {
  const uint64_t taken = atomic_load_explicit(&ring->shared->taken, memory_order_acquire);
  const uint64_t used = ring->place - taken;
  if (taken > ring->place || used > WB_COMMAND_RING_BYTES) return WB_RING_BROKEN;
  return whole_length(length) <= WB_COMMAND_RING_BYTES - used ? WB_RING_HAS_ROOM : WB_RING_FULL;
}

bool wb_command_ring_put(struct wb_command_ring *ring, const void *bytes, size_t length) {
  const uint32_t size = (uint32_t)length;
  copy_in(ring->shared, ring->place, &size, sizeof size);
  copy_in(ring->shared, ring->place + sizeof size, bytes, length);
  ring->place += whole_length(length);
  atomic_store_explicit(&ring->shared->put, ring->place, memory_order_release);
  /* Both sides write and then read what the other wrote: one of them at least sees it. */
  atomic_thread_fence(memory_order_seq_cst);
  return atomic_load_explicit(&ring->shared->sleeps, memory_order_relaxed) != 0 &&
         atomic_exchange(&ring->shared->sleeps, 0) != 0;
}

/* ---- the taker ----------------------------------------------------------------------------- */

static uint64_t waiting_bytes(const struct wb_command_ring *ring) {
  return atomic_load_explicit(&ring->shared->put, memory_order_acquire) - ring->place;
}

enum wb_status wb_command_ring_take(struct wb_command_ring *ring, struct wb_str *record) {
  const uint64_t waiting = waiting_bytes(ring);
  uint32_t length = 0;
  if (waiting == 0) return WB_ERR_NOT_FOUND;
  if (waiting > WB_COMMAND_RING_BYTES || waiting % STEP != 0) return WB_ERR_PROTOCOL;
  copy_out(ring->shared, ring->place, &length, sizeof length);
  if (length > WB_RECORD_MAX || whole_length(length) > waiting) return WB_ERR_PROTOCOL;
  wb_str_clear(record);
  const size_t at = ring->place % WB_COMMAND_RING_BYTES + sizeof length;
  if (at + length <= WB_COMMAND_RING_BYTES) {
    wb_str_add_bytes(record, ring->shared->bytes + at, length);
  } else {
    unsigned char *bytes = wb_alloc(length + 1);
    copy_out(ring->shared, ring->place + sizeof length, bytes, length);
    wb_str_add_bytes(record, bytes, length);
    free(bytes);
  }
  ring->place += whole_length(length);
  atomic_store_explicit(&ring->shared->taken, ring->place, memory_order_release);
  return WB_OK;
}

bool wb_command_ring_sleep(struct wb_command_ring *ring) {
  atomic_store(&ring->shared->sleeps, 1);
  atomic_thread_fence(memory_order_seq_cst);
  if (waiting_bytes(ring) == 0) return true;
  wb_command_ring_wake(ring);
  return false;
}

void wb_command_ring_wake(struct wb_command_ring *ring) {
  atomic_store_explicit(&ring->shared->sleeps, 0, memory_order_relaxed);
}

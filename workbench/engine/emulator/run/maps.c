#include "emulator/run/maps.h"

#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

static void *map_zeros(uint64_t address, uint64_t bytes) {
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  if (address != 0) flags |= MAP_FIXED_NOREPLACE;
  void *map = mmap((void *)(uintptr_t)address, (size_t)bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
  return map == MAP_FAILED ? NULL : map;
}

/* ---- of a row ------------------------------------------------------------------------ */

enum {
  ROOM = 1 << 20,
  MOST_CLEARED = 64 << 10, /* more is sooner given back to the system */
  MOST_COPIED = 32 << 10,
  APART = 128 /* as aligned as anything in it */
};

static void *map_for_row(struct wbrt_run *run, uint64_t address, uint64_t bytes) {
  void *map = map_zeros(address, bytes);
  if (map != NULL) run->row->mapped += bytes;
  if (map != NULL) run->mapped += bytes;
  return map;
}

/* NULL: it is full, or there is none. */
static void *take_of_row(struct wbrt_run *run, uint64_t bytes) {
  struct wb_row_memory *row = run->row;
  if (row == NULL || bytes >= ROOM) return NULL;
  if (row->room == NULL) row->room = map_for_row(run, 0, ROOM);
  const size_t whole = (size_t)(bytes + APART) / APART * APART;
  if (row->room == NULL || whole > ROOM - row->used) return NULL;
  row->used += whole;
  return row->room + row->used - whole;
}

static void renew_room(struct wb_row_memory *row) {
  if (row->used <= MOST_CLEARED || madvise(row->room, row->used, MADV_DONTNEED) != 0)
    memset(row->room, 0, row->used);
  row->used = 0;
}

bool wb_maps_copy(struct wbrt_run *run, size_t arg, uint64_t address, const void *from,
                  size_t size) {
  struct wb_row_memory *row = run->row;
  unsigned char *to = (unsigned char *)(uintptr_t)address;
  if (row == NULL || size > MOST_COPIED) return false;
  size_t *copied = &row->copied[arg];
  if (*copied == 0 && map_for_row(run, address, MOST_COPIED) == NULL) return false;
  memcpy(to, from, size);
  if (*copied > size) memset(to + size, 0, *copied - size);
  *copied = size;
  return true;
}

void wb_maps_drop_copy(struct wbrt_run *run, size_t arg, uint64_t address) {
  struct wb_row_memory *row = run->row;
  if (row == NULL || row->copied[arg] == 0) return;
  munmap((void *)(uintptr_t)address, MOST_COPIED);
  row->copied[arg] = 0;
  row->mapped -= MOST_COPIED;
  run->mapped -= MOST_COPIED;
}

/* ---- of a launch --------------------------------------------------------------------- */

void wb_maps_add(struct wbrt_run *run, void *at, uint64_t bytes) {
  run->maps[run->n_maps++] = (struct wb_check_map){at, bytes};
  run->mapped += bytes;
}

void *wb_maps_zero(struct wbrt_run *run, uint64_t address, uint64_t bytes) {
  const uint64_t whole = (bytes + PAGE) / PAGE * PAGE;
  void *map = address == 0 ? take_of_row(run, bytes) : NULL;
  if (map != NULL) return map;
  map = map_zeros(address, whole);
  if (map == NULL) return NULL;
  if (address == 0)
    wb_maps_add(run, map, whole);
  else
    run->mapped += whole;
  return map;
}

void wb_maps_release(struct wbrt_run *run) {
  for (size_t i = 0; i < run->n_maps; i++) munmap(run->maps[i].at, run->maps[i].size);
  run->n_maps = 0;
  if (run->row != NULL) renew_room(run->row);
}

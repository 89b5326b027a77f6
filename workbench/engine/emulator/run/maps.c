#include "emulator/run/maps.h"

#include <sys/mman.h>

enum { PAGE = 4096 };

void wb_maps_add(struct wbrt_run *run, void *at, uint64_t bytes) {
  run->maps[run->n_maps++] = (struct wb_check_map){at, bytes};
  run->mapped += bytes;
}

void *wb_maps_zero(struct wbrt_run *run, uint64_t address, uint64_t bytes) {
  const uint64_t whole = (bytes + PAGE) / PAGE * PAGE;
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  if (address != 0) flags |= MAP_FIXED_NOREPLACE;
  void *map = mmap((void *)(uintptr_t)address, (size_t)whole, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (map == MAP_FAILED) return NULL;
  if (address == 0)
    wb_maps_add(run, map, whole);
  else
    run->mapped += whole;
  return map;
}

void wb_maps_release(struct wbrt_run *run) {
  for (size_t i = 0; i < run->n_maps; i++) munmap(run->maps[i].at, run->maps[i].size);
  run->n_maps = 0;
}

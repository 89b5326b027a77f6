#include "base/large_pages.h"

#include <link.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { PAGE = 4096, WORTH_A_CALL = 16 * PAGE };

/* Since Linux 5.14; an older one refuses, and pages come one by one. */
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

/* Whole pages: what lies beside a block on its last one is the heap's. A wish: where the system
 * does not grant it, nothing else changes. */
static void wish(void *block, size_t bytes) {
  if (bytes >= WB_LARGE_PAGE) madvise(block, bytes / PAGE * PAGE, MADV_HUGEPAGE);
}

void wb_pages_touch(void *at, size_t bytes) {
  const uintptr_t begin = (uintptr_t)at / PAGE * PAGE;
  madvise((void *)begin, (uintptr_t)at + bytes - begin, MADV_POPULATE_WRITE);
}

void wb_pages_get(void *block, size_t bytes) {
  const uintptr_t begin = ((uintptr_t)block + PAGE - 1) / PAGE * PAGE;
  const uintptr_t end = ((uintptr_t)block + bytes) / PAGE * PAGE;
  if (bytes < WORTH_A_CALL || bytes >= WB_LARGE_PAGE) return;
  madvise((void *)begin, end - begin, MADV_POPULATE_WRITE);
}

/* The C library would take large blocks from the system, and give them back. */
void wb_heap_keep(size_t room, size_t kept) {
  mallopt(M_MMAP_THRESHOLD, (int)kept);
  mallopt(M_TRIM_THRESHOLD, (int)kept);
  void *block = malloc(room + PAGE);
  if (block != NULL) wb_pages_get(block, room + PAGE);
  free(block);
}

void *wb_large_pages_alloc(size_t bytes, size_t alignment) {
  const bool large = bytes >= WB_LARGE_PAGE;
  void *block = NULL;
  if (large && alignment < WB_LARGE_PAGE) alignment = WB_LARGE_PAGE;
  if (posix_memalign(&block, alignment, bytes) != 0) return NULL;
  wish(block, bytes);
  return block;
}

/* What is around it is given back. */
void *wb_large_pages_map(size_t bytes, size_t lead) {
  const size_t size = (bytes + PAGE - 1) / PAGE * PAGE;
  unsigned char *room = mmap(NULL, size + WB_LARGE_PAGE, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) return NULL;
  const size_t past = (uintptr_t)(room + lead) % WB_LARGE_PAGE;
  const size_t before = past > 0 ? WB_LARGE_PAGE - past : 0, behind = WB_LARGE_PAGE - before;
  if (before > 0) munmap(room, before);
  if (behind > 0) munmap(room + before + size, behind);
  wish(room + before, size);
  return room + before;
}

static int wish_for_segments(struct dl_phdr_info *program, size_t size, void *data) {
  (void)size, (void)data;
  for (int i = 0; i < program->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &program->dlpi_phdr[i];
    const uintptr_t begin = program->dlpi_addr + segment->p_vaddr;
    if (segment->p_type == PT_LOAD && (segment->p_flags & PF_W) == 0)
      wish((void *)(begin / PAGE * PAGE), segment->p_memsz + begin % PAGE);
  }
  return 1; /* what comes first is the program itself; its libraries are others' as well */
}

void wb_large_pages_wish_program(void) { dl_iterate_phdr(wish_for_segments, NULL); }

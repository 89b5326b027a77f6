#include "base/large_pages.h"

#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>

void wb_large_pages_wish(void *mapping, size_t bytes) {
  if (bytes >= WB_LARGE_PAGE) madvise(mapping, bytes, MADV_HUGEPAGE);
}

/* Whole pages: what lies beside the block on its last one is the heap's. */
void *wb_large_pages_alloc(size_t bytes, size_t alignment) {
  enum { PAGE = 4096 };
  const bool large = bytes >= WB_LARGE_PAGE;
  void *block = NULL;
  if (large && alignment < WB_LARGE_PAGE) alignment = WB_LARGE_PAGE;
  if (posix_memalign(&block, alignment, bytes) != 0) return NULL;
  if (large) wb_large_pages_wish(block, bytes / PAGE * PAGE);
  return block;
}

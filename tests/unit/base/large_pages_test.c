/* Pages that are wanted at once are there before anything touches them, and no others. */
#include "base/large_pages.h"

#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>

#include "tap.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

enum { PAGE = 4096, PAGES = 64 };

static bool is_there(unsigned char *page) {
  unsigned char resident = 0;
  return mincore(page, PAGE, &resident) == 0 && (resident & 1) != 0;
}

static unsigned char *map(void) {
  return mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

/* A system that knows no such wish gives none. */
static bool is_granted(void) {
  unsigned char *block = map();
  const bool granted = madvise(block, PAGE, MADV_POPULATE_WRITE) == 0;
  munmap(block, PAGES * PAGE);
  return granted;
}

static void whole_pages_of_a_block_are_there(void) {
  unsigned char *block = map();
  const bool granted = is_granted();
  wb_pages_get(block + 100, (PAGES - 2) * PAGE);
  CHECK(!is_there(block)); /* its first bytes are another's */
  for (int i = 1; i < PAGES - 2; i++) CHECK_INT(is_there(block + i * PAGE), granted);
  CHECK(!is_there(block + (PAGES - 2) * PAGE));
  munmap(block, PAGES * PAGE);
}

static void small_blocks_are_left_alone(void) {
  unsigned char *block = map();
  wb_pages_get(block, 2 * PAGE);
  CHECK(!is_there(block));
  munmap(block, PAGES * PAGE);
}

int main(void) {
  tap_run("the whole pages of a block are there at once", whole_pages_of_a_block_are_there);
  tap_run("small blocks are left alone", small_blocks_are_left_alone);
  return tap_finish();
}

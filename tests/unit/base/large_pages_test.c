/* Pages that are wanted at once are there before anything touches them, and no others. */
#include "base/large_pages.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

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

static void a_few_bytes_have_their_pages(void) {
  unsigned char *block = map();
  const bool granted = is_granted();
  wb_pages_touch(block + 2 * PAGE - 8, 16);
  CHECK(!is_there(block) && !is_there(block + 3 * PAGE));
  CHECK_INT(is_there(block + PAGE) && is_there(block + 2 * PAGE), granted);
  munmap(block, PAGES * PAGE);
}

/* How often a page was not there while a block was had, used and freed. */
static long faults_of_block(size_t bytes) {
  struct rusage before, after;
  getrusage(RUSAGE_SELF, &before);
  char *block = malloc(bytes);
  if (block != NULL) memset(block, 1, bytes);
  CHECK(block != NULL && block[bytes / 2] == 1);
  free(block);
  getrusage(RUSAGE_SELF, &after);
  return after.ru_minflt - before.ru_minflt;
}

static void the_heap_keeps_what_is_freed(void) {
  enum { ROOM = 1 << 20, LARGE = 4 << 20 };
  wb_heap_keep(ROOM, 2 * LARGE);
#ifndef __SANITIZE_ADDRESS__ /* which has a heap of its own */
  if (is_granted()) CHECK(faults_of_block(ROOM) < 8);
  CHECK(faults_of_block(LARGE) > LARGE / PAGE / 4);
  CHECK(faults_of_block(LARGE) < 8);
#endif
}

int main(void) {
  tap_run("the whole pages of a block are there at once", whole_pages_of_a_block_are_there);
  tap_run("small blocks are left alone", small_blocks_are_left_alone);
  tap_run("a few bytes have the pages that they are on", a_few_bytes_have_their_pages);
  tap_run("the heap keeps what is freed", the_heap_keeps_what_is_freed);
  return tap_finish();
}

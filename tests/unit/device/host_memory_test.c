/* The host's memory in a device's process: every byte is at hand, where it was before, while the
 * memory grows, with many addresses and with few. */
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "device/host_memory.h"
#include "tap.h"

enum { PAGE = 4096, STEPS = 300, KEPT = 40 };

static unsigned state = 7;
static uint64_t below(uint64_t limit) {
  state = state * 1664525u + 1013904223u;
  return (uint64_t)(state >> 4) % limit;
}

/* A place that was asked for, and what lies there. */
struct place {
  uint64_t offset;
  unsigned char *bytes;
};

static bool is_there(int fd, const struct place *place) {
  unsigned char byte = 0;
  const unsigned char written = (unsigned char)below(256);
  *place->bytes = written;
  return pread(fd, &byte, 1, (off_t)place->offset) == 1 && byte == written;
}

/* Up to so many bytes are added in each step. */
static void grow_and_look(uint64_t most) {
  struct place kept[KEPT] = {{0, NULL}};
  struct wb_host_memory memory;
  struct wb_error err;
  uint64_t size = PAGE;
  bool good = true;
  const int fd = memfd_create("host memory", 0);
  wb_host_memory_init(&memory, fd);
  CHECK_INT(ftruncate(fd, (off_t)size), 0);
  for (unsigned i = 0; i < STEPS && good; i++) {
    if (i % 3 == 0) size += (1 + below(most / PAGE)) * PAGE;
    good = CHECK_INT(ftruncate(fd, (off_t)size), 0);
    const uint64_t offset = below(size), length = 1 + below(size - offset);
    struct place *place = &kept[i % KEPT];
    good &= CHECK_INT(wb_host_memory_at(&memory, offset, length, &place->bytes, &err), WB_OK);
    place->offset = offset;
    if (good) good &= is_there(fd, &(struct place){offset + length - 1, place->bytes + length - 1});
    for (unsigned k = 0; k < KEPT && good; k++)
      good &= kept[k].bytes == NULL || CHECK(is_there(fd, &kept[k]));
  }
  unsigned char *bytes;
  CHECK_INT(wb_host_memory_at(&memory, size, 1, &bytes, &err), WB_ERR_USAGE);
  CHECK_INT(wb_host_memory_at(&memory, UINT64_MAX, 2, &bytes, &err), WB_ERR_USAGE);
  CHECK_INT(wb_host_memory_at(&memory, 1, UINT64_MAX, &bytes, &err), WB_ERR_USAGE);
  wb_host_memory_end(&memory);
  close(fd);
}

static void memory_that_grows_is_at_hand(void) {
  grow_and_look(PAGE);
  grow_and_look(8 << 20);
}

/* Sanitizers need more addresses than any limit leaves. */
static void a_limit_leaves_what_is_needed(void) {
  const struct rlimit few = {(rlim_t)192 << 20, RLIM_INFINITY};
  struct rlimit before;
  getrlimit(RLIMIT_AS, &before);
#ifndef __SANITIZE_ADDRESS__
  CHECK_INT(setrlimit(RLIMIT_AS, &few), 0);
#else
  (void)few;
#endif
  grow_and_look(PAGE);
  setrlimit(RLIMIT_AS, &before);
}

int main(void) {
  tap_run("memory that grows is at hand", memory_that_grows_is_at_hand);
  tap_run("a limit leaves what is needed", a_limit_leaves_what_is_needed);
  return tap_finish();
}

/* The ring that commands go through: in order, across its end, between two processes, and with a
 * partner that cannot be trusted. */
#include "device/command_ring.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tap.h"

struct pair {
  int fd;
  struct wb_command_ring putter, taker;
};

static void open_pair(struct pair *pair) {
  pair->fd = memfd_create("ring", MFD_CLOEXEC);
  CHECK(ftruncate(pair->fd, (off_t)wb_command_ring_size()) == 0);
  CHECK(wb_command_ring_open(&pair->putter, pair->fd));
  CHECK(wb_command_ring_open(&pair->taker, pair->fd));
}

static void close_pair(struct pair *pair) {
  wb_command_ring_close(&pair->putter);
  wb_command_ring_close(&pair->taker);
  close(pair->fd);
}

static void comes_out_as_it_went_in(void) {
  struct pair pair;
  struct wb_str record;
  open_pair(&pair);
  wb_str_init(&record);
  CHECK_INT(wb_command_ring_take(&pair.taker, &record), WB_ERR_NOT_FOUND);
  wb_command_ring_put(&pair.putter, "one", 3);
  wb_command_ring_put(&pair.putter, "", 0);
  wb_command_ring_put(&pair.putter, "three\0four", 10);
  CHECK_INT(wb_command_ring_take(&pair.taker, &record), WB_OK);
  CHECK_STRING(record.data, "one");
  CHECK_INT(wb_command_ring_take(&pair.taker, &record), WB_OK);
  CHECK_INT(record.length, 0);
  CHECK_INT(wb_command_ring_take(&pair.taker, &record), WB_OK);
  CHECK(record.length == 10 && memcmp(record.data, "three\0four", 10) == 0);
  CHECK_INT(wb_command_ring_take(&pair.taker, &record), WB_ERR_NOT_FOUND);
  wb_str_release(&record);
  close_pair(&pair);
}

/* Records of changing lengths, three times around the ring, with as many in it as fit. */
static void goes_around(void) {
  enum { MOST = 70000 };
  static unsigned char bytes[MOST];
  struct pair pair;
  struct wb_str record;
  uint64_t put = 0, taken = 0, moved = 0;
  size_t wrong = 0;
  open_pair(&pair);
  wb_str_init(&record);
  while (moved < 3 * (uint64_t)WB_COMMAND_RING_BYTES) {
    const size_t length = (size_t)(put * 7919 % MOST);
    if (wb_command_ring_room(&pair.putter, length) == WB_RING_HAS_ROOM) {
      memset(bytes, (int)(put % 251), length);
      wb_command_ring_put(&pair.putter, bytes, length);
      put++;
      continue;
    }
    CHECK(wb_command_ring_take(&pair.taker, &record) == WB_OK);
    wrong += record.length != (size_t)(taken * 7919 % MOST);
    for (size_t i = 0; i < record.length; i++)
      wrong += (unsigned char)record.data[i] != taken % 251;
    moved += record.length;
    taken++;
  }
  CHECK_INT(wrong, 0);
  CHECK(put > taken);
  wb_str_release(&record);
  close_pair(&pair);
}

static void wakes_who_sleeps(void) {
  struct pair pair;
  struct wb_str record;
  open_pair(&pair);
  wb_str_init(&record);
  CHECK(!wb_command_ring_put(&pair.putter, "a", 1));
  CHECK(!wb_command_ring_sleep(&pair.taker));
  CHECK_INT(wb_command_ring_take(&pair.taker, &record), WB_OK);
  CHECK(wb_command_ring_sleep(&pair.taker));
  CHECK(wb_command_ring_put(&pair.putter, "b", 1));
  CHECK(!wb_command_ring_put(&pair.putter, "c", 1));
  CHECK_INT(wb_command_ring_take(&pair.taker, &record), WB_OK);
  CHECK_INT(wb_command_ring_take(&pair.taker, &record), WB_OK);
  CHECK(wb_command_ring_sleep(&pair.taker));
  wb_command_ring_wake(&pair.taker);
  CHECK(!wb_command_ring_put(&pair.putter, "d", 1));
  wb_str_release(&record);
  close_pair(&pair);
}

/* A child puts numbers and wakes by a byte in a pipe; whoever sleeps without being woken hangs, and
 * is ended by the alarm. */
static void loses_no_wake_between_processes(void) {
  enum { RECORDS = 200000 };
  struct pair pair;
  struct wb_str record;
  int pipe_ends[2];
  uint64_t wrong = 0, taken = 0;
  char byte;
  open_pair(&pair);
  wb_str_init(&record);
  CHECK(pipe(pipe_ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    struct wb_command_ring ring; /* what the parent mapped is not here */
    if (!wb_command_ring_open(&ring, pair.fd)) _exit(1);
    for (uint64_t i = 0; i < RECORDS; i++) {
      while (wb_command_ring_room(&ring, sizeof i) != WB_RING_HAS_ROOM) usleep(10);
      if (wb_command_ring_put(&ring, &i, sizeof i) && write(pipe_ends[1], "w", 1) != 1) _exit(1);
    }
    _exit(0);
  }
  alarm(TAP_HANG_MS / 1000);
  while (taken < RECORDS) {
    uint64_t number = 0;
    if (wb_command_ring_take(&pair.taker, &record) == WB_OK) {
      memcpy(&number, record.data, sizeof number);
      wrong += number != taken++;
    } else if (wb_command_ring_sleep(&pair.taker)) {
      CHECK(read(pipe_ends[0], &byte, 1) == 1);
      wb_command_ring_wake(&pair.taker);
    }
  }
  alarm(0);
  CHECK_INT(wrong, 0);
  CHECK(waitpid(child, NULL, 0) == child);
  close(pipe_ends[0]);
  close(pipe_ends[1]);
  wb_str_release(&record);
  close_pair(&pair);
}

/* The places and the first record's length are at these bytes of the memory. */
enum { PUT_AT = 0, TAKEN_AT = 64, RECORDS_AT = 192 };

static void set_number(int fd, off_t at, uint64_t value, size_t size) {
  CHECK(pwrite(fd, &value, size, at) == (ssize_t)size);
}

static void believes_nothing_that_cannot_be(void) {
  struct pair pair;
  struct wb_str record;
  open_pair(&pair);
  wb_str_init(&record);
  set_number(pair.fd, TAKEN_AT, 8, 8);
  CHECK_INT(wb_command_ring_room(&pair.putter, 1), WB_RING_BROKEN);
  set_number(pair.fd, TAKEN_AT, 0, 8);
  CHECK_INT(wb_command_ring_room(&pair.putter, 1), WB_RING_HAS_ROOM);
  wb_command_ring_put(&pair.putter, "abc", 3);
  set_number(pair.fd, RECORDS_AT, 5, 4); /* beyond what was put */
  CHECK_INT(wb_command_ring_take(&pair.taker, &record), WB_ERR_PROTOCOL);
  set_number(pair.fd, RECORDS_AT, UINT32_MAX, 4);
  CHECK_INT(wb_command_ring_take(&pair.taker, &record), WB_ERR_PROTOCOL);
  set_number(pair.fd, RECORDS_AT, 3, 4);
  set_number(pair.fd, PUT_AT, 9, 8);
  CHECK_INT(wb_command_ring_take(&pair.taker, &record), WB_ERR_PROTOCOL);
  set_number(pair.fd, PUT_AT, (uint64_t)WB_COMMAND_RING_BYTES + 8, 8);
  CHECK_INT(wb_command_ring_take(&pair.taker, &record), WB_ERR_PROTOCOL);
  set_number(pair.fd, PUT_AT, UINT64_MAX - 7, 8);
  CHECK_INT(wb_command_ring_take(&pair.taker, &record), WB_ERR_PROTOCOL);
  set_number(pair.fd, PUT_AT, 8, 8);
  CHECK_INT(wb_command_ring_take(&pair.taker, &record), WB_OK);
  CHECK_STRING(record.data, "abc");
  wb_str_release(&record);
  close_pair(&pair);
}

int main(void) {
  tap_run("what goes in comes out, in order", comes_out_as_it_went_in);
  tap_run("records go around the end of the ring", goes_around);
  tap_run("who sleeps is woken once, and nobody else is", wakes_who_sleeps);
  tap_run("no wake is lost between two processes", loses_no_wake_between_processes);
  tap_run("lengths and places that cannot be are errors", believes_nothing_that_cannot_be);
  return tap_finish();
}

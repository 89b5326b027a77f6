#include "cli/program_output.h"

#include <poll.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/process.h"

enum { ASK_MS = 10000, OUTPUT_MAX = 64 * 1024 };

/* Reads to the end of the output, or until the time is up. */
static void read_all(int fd, uint64_t start, struct wb_str *output) {
  char bytes[4096];
  ssize_t got = 1;
  while (got > 0 && output->length < OUTPUT_MAX) {
    struct pollfd item = {.fd = fd, .events = POLLIN};
    int left = ASK_MS - (int)wb_elapsed_ms(start);
    if (left <= 0 || poll(&item, 1, left) <= 0) break;
    got = read(fd, bytes, sizeof bytes);
    if (got > 0) wb_str_add_bytes(output, bytes, (size_t)got);
  }
}

int wb_program_output(const char *const *argv, struct wb_str *output) {
  int ends[2], code = -1;
  uint64_t start = wb_clock_ns();
  struct wb_process process = {0};
  struct wb_exit end = {0};
  if (wb_pipe(ends, NULL) != WB_OK) return -1;
  struct wb_fd_map map = {.parent_fd = ends[1], .child_fd = STDOUT_FILENO};
  struct wb_spawn spawn = {
      .argv = argv, .fds = &map, .n_fds = 1, .new_group = true, .die_with_parent = true};
  enum wb_status status = wb_process_spawn(&process, &spawn, NULL);
  close(ends[1]);
  if (status == WB_OK) {
    read_all(ends[0], start, output);
    int left = ASK_MS - (int)wb_elapsed_ms(start);
    if (wb_process_wait(&process, left > 0 ? left : 0, &end, NULL) == WB_OK && end.exited)
      code = end.code;
    wb_process_kill(&process);
  }
  close(ends[0]);
  return code;
}

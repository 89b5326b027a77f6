#include "grading/supervisor.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/process.h"

enum { LOOK_EVERY_MS = 100, STAT_MAX_BYTES = 4096 };

/* ---- memory ---------------------------------------------------------------------------------- */

struct process {
  long pid, parent;
  uint64_t bytes;
  bool counted;
};

struct processes {
  struct process *items;
  size_t count, capacity;
};

/* "42 (name) S 1 …": the parent is the fourth field, the pages in memory are the twenty-fourth. A
 * name may have blanks and brackets. */
static bool read_process(const char *number, struct process *process) {
  struct wb_str text;
  char *path = wb_format("/proc/%s/stat", number);
  unsigned long long pages = 0;
  wb_str_init(&text);
  bool read = wb_file_read(path, STAT_MAX_BYTES, &text, NULL) == WB_OK;
  const char *after = read ? strrchr(text.data, ')') : NULL;
  read = after != NULL &&
         sscanf(after + 1,
                " %*c %ld %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %*d %*d %*u "
                "%*u %llu",
                &process->parent, &pages) == 2;
  process->pid = strtol(number, NULL, 10);
  process->bytes = pages * (uint64_t)sysconf(_SC_PAGESIZE);
  wb_str_release(&text);
  free(path);
  return read;
}

static void read_processes(struct processes *processes) {
  struct wb_names names;
  wb_names_init(&names);
  wb_directory_list("/proc", &names, NULL);
  for (size_t i = 0; i < names.count; i++) {
    struct process process = {0};
    if (names.items[i][0] < '0' || names.items[i][0] > '9' ||
        !read_process(names.items[i], &process))
      continue;
    processes->items = wb_grow(processes->items, &processes->capacity, processes->count + 1,
                               sizeof *processes->items);
    processes->items[processes->count++] = process;
  }
  wb_names_release(&names);
}

/* A page that several share counts for each. */
static uint64_t memory_of(const struct processes *processes, long pid) {
  uint64_t bytes = 0;
  for (size_t i = 0; i < processes->count; i++) {
    struct process *one = &processes->items[i];
    if (one->counted || (one->pid != pid && one->parent != pid)) continue;
    one->counted = true;
    bytes += one->bytes + (one->pid != pid ? memory_of(processes, one->pid) : 0);
  }
  return bytes;
}

static uint64_t memory_of_tree(long pid) {
  struct processes processes = {0};
  read_processes(&processes);
  const uint64_t bytes = memory_of(&processes, pid);
  free(processes.items);
  return bytes;
}

/* A file with a number of bytes; UINT64_MAX where it has another word, or is not there. */
static uint64_t read_limit(const char *path) {
  struct wb_str text;
  unsigned long long bytes = 0;
  wb_str_init(&text);
  const bool read = wb_file_read(path, STAT_MAX_BYTES, &text, NULL) == WB_OK &&
                    sscanf(text.data, "%llu", &bytes) == 1;
  wb_str_release(&text);
  return read ? bytes : UINT64_MAX;
}

uint64_t wb_supervised_memory(void) {
  static const char *const limits[] = {"/sys/fs/cgroup/memory.max",
                                       "/sys/fs/cgroup/memory/memory.limit_in_bytes"};
  struct sysinfo machine;
  uint64_t bytes = sysinfo(&machine) == 0 ? (uint64_t)machine.totalram * machine.mem_unit : 0;
  for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
    const uint64_t limit = read_limit(limits[i]);
    if (limit < bytes) bytes = limit;
  }
  return bytes - bytes / 8;
}

/* ---- the other process ----------------------------------------------------------------------- */

/* Where memory ends, the system is to end this one before its supervisor. */
static void offer_to_end(void) {
  const int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (fd < 0) return;
  wb_fd_write(fd, "500", 3);
  close(fd);
}

static int run_order(void *data) {
  const struct wb_supervision *order = data;
  offer_to_end();
  const int code = order->run(order->data);
  fflush(NULL);
  _exit(code);
}

static enum wb_status end_process(struct wb_process *process, double amount, const char *unit,
                                  struct wb_error *err) {
  wb_process_kill(process);
  return wb_fail(err, WB_ERR_LIMIT, "the process that grades took more than %g %s, and was ended",
                 amount, unit);
}

/* Until the next look at it. */
static int time_to_wait(const struct wb_supervision *order, uint64_t start_ns) {
  const double left = order->seconds * 1000 - wb_elapsed_ms(start_ns);
  return left < 1 ? 1 : left < LOOK_EVERY_MS ? (int)left : LOOK_EVERY_MS;
}

static enum wb_status check_limits(const struct wb_supervision *order, struct wb_process *process,
                                   uint64_t start_ns, struct wb_error *err) {
  if (wb_elapsed_ms(start_ns) >= order->seconds * 1000)
    return end_process(process, order->seconds, "s", err);
  if (order->bytes > 0 && memory_of_tree(process->pid) > order->bytes)
    return end_process(process, (double)(order->bytes >> 20), "MiB of memory", err);
  return WB_OK;
}

enum wb_status wb_supervise(const struct wb_supervision *order, int *code, struct wb_error *err) {
  static const struct wb_fd_map fds[] = {{STDOUT_FILENO, STDOUT_FILENO},
                                         {STDERR_FILENO, STDERR_FILENO}};
  const struct wb_spawn spawn = {.fds = fds,
                                 .n_fds = 2,
                                 .new_group = true,
                                 .die_with_parent = true,
                                 .prepare = run_order,
                                 .prepare_data = (void *)order};
  const uint64_t start_ns = wb_clock_ns();
  struct wb_process process = {0};
  struct wb_exit end = {0};
  fflush(NULL);
  enum wb_status status = wb_process_spawn(&process, &spawn, err);
  while (status == WB_OK && process.pid != 0) {
    status = wb_process_wait(&process, time_to_wait(order, start_ns), &end, err);
    if (status == WB_ERR_LIMIT) status = check_limits(order, &process, start_ns, err);
  }
  if (status == WB_OK && !end.exited)
    status = wb_fail(err, WB_ERR_CRASH, "the process that grades was ended by signal %d (%s)",
                     end.signal, strsignal(end.signal));
  *code = end.code;
  return status;
}

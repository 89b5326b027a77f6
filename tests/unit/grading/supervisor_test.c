/* A process that is watched by another. */
#include "grading/supervisor.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tap.h"

static int give_code(void *data) { return *(const int *)data; }

static int sleep_long(void *data) {
  (void)data;
  sleep(TAP_HANG_MS / 1000);
  return 0;
}

static int kill_itself(void *data) {
  (void)data;
  raise(SIGKILL);
  return 0;
}

/* In a process of its own. */
static int take_memory(void *data) {
  const size_t bytes = (size_t)128 << 20;
  const pid_t pid = fork();
  if (pid == 0) {
    char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (size_t i = 0; memory != MAP_FAILED && i < bytes; i += 4096) memory[i] = 1;
    sleep(TAP_HANG_MS / 1000);
    _exit(0);
  }
  (void)data;
  sleep(TAP_HANG_MS / 1000);
  return 0;
}

static enum wb_status supervise(int (*run)(void *), void *data, double seconds, uint64_t bytes,
                                int *code, struct wb_error *err) {
  const struct wb_supervision order = {run, data, seconds, bytes};
  *err = (struct wb_error){.status = WB_OK};
  *code = -1;
  return wb_supervise(&order, code, err);
}

static void what_it_returns_is_passed_on(void) {
  struct wb_error err;
  int codes[] = {0, 5, 125}, code;
  for (size_t i = 0; i < 3; i++) {
    CHECK_INT(supervise(give_code, &codes[i], 60, 0, &code, &err), WB_OK);
    CHECK_INT(code, codes[i]);
  }
}

static void what_takes_too_long_is_ended(void) {
  struct wb_error err;
  int code;
  CHECK_INT(supervise(sleep_long, NULL, 0.2, 0, &code, &err), WB_ERR_LIMIT);
  CHECK_STRING(err.message, "the process that grades took more than 0.2 s, and was ended");
}

static void what_its_processes_take_counts_too(void) {
  struct wb_error err;
  int code;
  CHECK_INT(supervise(take_memory, NULL, TAP_HANG_MS / 1000.0, (uint64_t)64 << 20, &code, &err),
            WB_ERR_LIMIT);
  CHECK_STRING(err.message,
               "the process that grades took more than 64 MiB of memory, and was ended");
}

static void what_a_signal_ends_is_told(void) {
  struct wb_error err;
  int code;
  CHECK_INT(supervise(kill_itself, NULL, 60, 0, &code, &err), WB_ERR_CRASH);
  CHECK(strstr(err.message, "signal 9") != NULL);
}

static void there_is_memory_to_give(void) {
  CHECK(wb_supervised_memory() > (uint64_t)64 << 20);
  CHECK(wb_supervised_memory() < (uint64_t)1 << 50);
}

int main(void) {
  tap_run("what it returns is passed on", what_it_returns_is_passed_on);
  tap_run("what takes too long is ended", what_takes_too_long_is_ended);
  tap_run("the memory of what it has started counts, too", what_its_processes_take_counts_too);
  tap_run("what a signal ends is told", what_a_signal_ends_is_told);
  tap_run("a machine has memory to give", there_is_memory_to_give);
  return tap_finish();
}

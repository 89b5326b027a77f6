#include "session/crash.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tap.h"

struct outcome {
  char output[4096]; /* what standard error and standard output got */
  int status;
};

static struct outcome run(void (*child)(void)) {
  struct outcome outcome = {.status = -1};
  int ends[2];
  if (!CHECK(pipe(ends) == 0)) return outcome;
  fflush(stdout);
  pid_t pid = fork();
  if (pid == 0) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    close(ends[0]);
    child();
    _exit(0);
  }
  close(ends[1]);
  size_t used = 0;
  ssize_t got;
  while ((got = read(ends[0], outcome.output + used, sizeof outcome.output - 1 - used)) > 0) {
    used += (size_t)got;
  }
  close(ends[0]);
  waitpid(pid, &outcome.status, 0);
  return outcome;
}

static void write_and_end(void) {
  wb_crash_begin();
  fputs("a driver's words\n", stderr);
  if (write(STDOUT_FILENO, "screen ", 7) < 0) _exit(2);
  wb_crash_end();
  fputs("after", stderr);
}

static void what_is_written_meanwhile_is_printed_at_the_end(void) {
  struct outcome outcome = run(write_and_end);
  CHECK_STRING(outcome.output, "screen a driver's words\nafter");
  CHECK(WIFEXITED(outcome.status));
}

static void write_and_crash(void) {
  wb_crash_begin();
  wb_crash_terminal("<restored>", 10);
  fputs("last words\n", stderr);
  abort();
}

static void a_crash_restores_reports_and_dies_of_its_signal(void) {
  struct outcome outcome = run(write_and_crash);
  CHECK(strncmp(outcome.output, "<restored>last words\nworkbench: ended by signal 6", 49) == 0);
  CHECK(WIFSIGNALED(outcome.status) && WTERMSIG(outcome.status) == SIGABRT);
}

static int deeper(volatile char *above, int levels) {
  volatile char room[4096];
  room[0] = above[0];
  return levels == 0 ? 0 : deeper(room, levels - 1) + room[0];
}

static void overflow_the_stack(void) {
  char start[1] = {0};
  wb_crash_begin();
  wb_crash_terminal("<restored>", 10);
  _exit(deeper(start, 1 << 30));
}

static void a_full_stack_is_reported_too(void) {
#ifdef __SANITIZE_ADDRESS__
  tap_skip("the sanitizer has a stack of its own");
  return;
#endif
  struct outcome outcome = run(overflow_the_stack);
  CHECK(strncmp(outcome.output, "<restored>workbench: ended by signal 11", 39) == 0);
  CHECK(WIFSIGNALED(outcome.status) && WTERMSIG(outcome.status) == SIGSEGV);
}

int main(void) {
  tap_run("what is written meanwhile is printed at the end",
          what_is_written_meanwhile_is_printed_at_the_end);
  tap_run("a crash restores the terminal, reports, and dies of its signal",
          a_crash_restores_reports_and_dies_of_its_signal);
  tap_run("so does a stack that is full", a_full_stack_is_reported_too);
  return tap_finish();
}

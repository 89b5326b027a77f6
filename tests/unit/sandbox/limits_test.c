#include "sandbox/limits.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tap.h"

/* Runs `act` in a child under the limits; its wait status. */
static int run_limited(const struct wb_sandbox *sandbox, int (*act)(void)) {
  int raw = -1;
  pid_t child;
  fflush(stdout);
  child = fork();
  if (child == 0) {
    struct wb_sandbox copy = *sandbox;
    if (wb_sandbox_enter(&copy) != 0) _exit(99);
    _exit(act());
  }
  waitpid(child, &raw, 0);
  return raw;
}

static int spin(void) {
  volatile unsigned i = 1;
  while (i != 0) i = i | 1;
  return 0;
}

static int take_memory(void) {
  volatile char *memory = malloc((size_t)1 << 30);
  if (memory == NULL) return 7;
  memory[0] = 1;
  return 0;
}

static int write_a_file(void) {
  FILE *file = tmpfile();
  signal(SIGXFSZ, SIG_IGN);
  if (file == NULL) return 8;
  return fputs("x", file) < 0 || fflush(file) != 0 ? 7 : 0;
}

static int has_no_new_privileges(void) {
  return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ? 7 : 0;
}

static int dumps_no_core(void) {
  struct rlimit limit;
  getrlimit(RLIMIT_CORE, &limit);
  return limit.rlim_max == 0 ? 7 : 0;
}

static int widens_nothing(void) {
  struct wb_sandbox wider = {.cpu_seconds = 100, .file_bytes = UINT64_MAX, .max_files = 100};
  struct rlimit cpu, files;
  if (wb_sandbox_enter(&wider) != 0) return 1;
  getrlimit(RLIMIT_CPU, &cpu);
  getrlimit(RLIMIT_NOFILE, &files);
  return cpu.rlim_max <= 3 && files.rlim_max == 20 ? 7 : 0;
}

static double seconds_of(struct timeval time) {
  return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

/* Computes until this process has spent so long in its own code, and in the system's. */
static void spend(double user, double in_system) {
  struct rusage used = {.ru_utime = {0, 0}};
  while (seconds_of(used.ru_utime) < user || seconds_of(used.ru_stime) < in_system) {
    if (seconds_of(used.ru_utime) < user)
      for (volatile int i = 0; i < 1000000;) i = i + 1;
    else
      for (int i = 0; i < 1000; i++) close(open("/dev/null", O_RDONLY));
    getrusage(RUSAGE_SELF, &used);
  }
}

static int uses_what_it_is_allowed(void) {
  spend(0.7, 0.7);
  wb_sandbox_allow_time(1);
  spend(1.4, 0.7);
  return 7;
}

static int uses_more(void) {
  spend(0.7, 0.7);
  wb_sandbox_allow_time(1);
  return spin();
}

/* Parts of a second, in the program and in the system, are none of what is allowed from then on. */
static void time_is_allowed_anew(void) {
  const struct wb_sandbox sandbox = {.file_bytes = UINT64_MAX};
  int raw = run_limited(&sandbox, uses_what_it_is_allowed);
  CHECK(WIFEXITED(raw) && WEXITSTATUS(raw) == 7);
  raw = run_limited(&sandbox, uses_more);
  CHECK(WIFSIGNALED(raw) && WTERMSIG(raw) == SIGXCPU);
}

static void cpu_time_ends_a_loop(void) {
  int raw = run_limited(&(struct wb_sandbox){.cpu_seconds = 1, .no_core = 1}, spin);
  CHECK(WIFSIGNALED(raw) && WTERMSIG(raw) == SIGXCPU);
}

static void memory_is_refused(void) {
  int raw = run_limited(&(struct wb_sandbox){.address_space = 256 << 20}, take_memory);
#if defined(__SANITIZE_ADDRESS__)
  CHECK_INT(WEXITSTATUS(raw), 0); /* the sanitizer needs the address space */
#else
  CHECK(WIFEXITED(raw) && WEXITSTATUS(raw) == 7);
#endif
}

static void files_stay_empty(void) {
  int raw = run_limited(&(struct wb_sandbox){.file_bytes = 0}, write_a_file);
  CHECK(WIFEXITED(raw) && WEXITSTATUS(raw) == 7);
  raw = run_limited(&(struct wb_sandbox){.file_bytes = UINT64_MAX}, write_a_file);
  CHECK(WIFEXITED(raw) && WEXITSTATUS(raw) == 0);
}

static void privileges_and_cores_are_off(void) {
  struct wb_sandbox sandbox = {.no_core = 1};
  CHECK_INT(WEXITSTATUS(run_limited(&sandbox, has_no_new_privileges)), 7);
  CHECK_INT(WEXITSTATUS(run_limited(&sandbox, dumps_no_core)), 7);
}

static void limits_only_tighten(void) {
  struct wb_sandbox sandbox = {.cpu_seconds = 2, .file_bytes = UINT64_MAX, .max_files = 20};
  CHECK_INT(WEXITSTATUS(run_limited(&sandbox, widens_nothing)), 7);
}

int main(void) {
  tap_run("processor time ends an endless loop", cpu_time_ends_a_loop);
  tap_run("processor time is allowed anew, all of it", time_is_allowed_anew);
  tap_run("memory beyond the limit is refused", memory_is_refused);
  tap_run("files cannot grow beyond the limit", files_stay_empty);
  tap_run("no new privileges and no core dumps", privileges_and_cores_are_off);
  tap_run("a second sandbox cannot widen the first", limits_only_tighten);
  return tap_finish();
}

/* Kernels that are native code and make system calls, as one would that got past the
 * check of its text: the walls around a launch stop them, and say which call it was. */
#include "rig.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "ia32.h"

enum { ITEMS = 256, GROUP = 16 };

#define KERNEL(name) static void name(struct wbrt_context *c, const void *const *args)

/* Work-item 0 tells in out[0] what a call returned, if it returned. */
static void tell(struct wbrt_context *c, const void *const *args, long result) {
  store(c, args, 0, 0, 1, result < 0 ? -1 : 1);
}

static pid_t worker;
static int outside[2]; /* a pipe of the worker's */

KERNEL(compute) { store(c, args, 0, (int)c->global_id[0], 1, 7); }
KERNEL(fork_away) {
  if (c->global_id[0] != 0) return;
  const long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (child == 0) {
    syscall(SYS_setsid);
    for (;;) syscall(SYS_pause);
  }
  tell(c, args, child);
}
KERNEL(open_file) {
  if (c->global_id[0] == 0) tell(c, args, syscall(SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY));
}
KERNEL(make_socket) {
  if (c->global_id[0] == 0) tell(c, args, syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0));
}
KERNEL(execute) {
  char *none[] = {NULL};
  if (c->global_id[0] == 0) tell(c, args, syscall(SYS_execve, "/bin/true", none, none));
}
KERNEL(kill_worker) {
  if (c->global_id[0] == 0) tell(c, args, syscall(SYS_kill, worker, SIGKILL));
}
KERNEL(write_outside) {
  if (c->global_id[0] == 0) tell(c, args, syscall(SYS_write, outside[1], "x", 1));
}
KERNEL(late_in_a_slice) {
  if (c->global_id[0] == ITEMS - 1) syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0);
  store(c, args, 0, (int)c->global_id[0], 1, 7);
}
KERNEL(swallow) {
  /* Whatever descriptor it may have got: nothing here answers for the supervisor. */
  if (c->global_id[0] != 0) return;
  for (int fd = 3; fd < 32; fd++) syscall(SYS_close, fd);
  tell(c, args, syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0));
}
/* Counts the signals that have a handler or are ignored, but for faults, which have one. */
KERNEL(count_handled) {
  const uint64_t faults = UINT64_C(1) << (SIGSEGV - 1) | UINT64_C(1) << (SIGBUS - 1) |
                          UINT64_C(1) << (SIGILL - 1) | UINT64_C(1) << (SIGFPE - 1);
  if (c->global_id[0] != 0) return;
  store(c, args, 0, 0, 1, 100 + __builtin_popcountll(wb_run_signals_handled() & ~faults));
}
#if defined(__x86_64__)
KERNEL(fork_as_32_bit) {
  enum { IA32_FORK = 2 };
  if (c->global_id[0] != 0) return;
  const long result = ia32_call(IA32_FORK);
  if (result == 0) _exit(0);
  tell(c, args, result);
}
#endif
static struct rig *run_kernel(rig_kernel *kernel, const char *jobs, const struct wb_walls *walls) {
  struct rig *rig = rig_new(kernel, ITEMS, GROUP);
  setenv("WORKBENCH_JOBS", jobs, 1);
  worker = getpid();
  rig->image.parallel = true;
  rig->image.weight = 1000000;
  rig->walls = *walls;
  rig_buffer(rig, "out", 2 * ITEMS, WB_BUFFER_READ_WRITE, true);
  rig_run(rig);
  return rig;
}

/* The walls of this machine, or fewer; skips the test where it has them not. */
static bool has(uint32_t which, struct wb_walls *walls) {
  wb_walls_probe(walls);
  const bool there = (walls->which & which) == which;
  if (!there) tap_skip("this kernel does not grant the wall");
  walls->which = which;
  return there;
}

static void check_violation(rig_kernel *kernel, const char *jobs, const char *words,
                            const struct wb_walls *walls) {
  struct rig *rig = run_kernel(kernel, jobs, walls);
  CHECK_INT(rig->outcome.kind, WB_OUTCOME_SECURITY);
  if (!CHECK(strstr(rig->outcome.detail, words) != NULL))
    printf("# wanted %s: %s\n", words, rig->outcome.detail);
  CHECK_INT(rig_int(rig, 0, 0), 0);
  rig_free(rig);
}

static const struct {
  rig_kernel *kernel;
  const char *words;
} ATTACKS[] = {
    {fork_away, "the system call clone,"},
#if !defined(__SANITIZE_ADDRESS__) /* whose own attempts at it are let go */
    {open_file, "the system call openat,"},
#endif
    {make_socket, "the system call socket,"}, {execute, "the system call execve,"},
    {kill_worker, "the system call kill,"},   {write_outside, "the system call write,"},
    {swallow, "the system call socket,"},
};

static void calls_are_violations(void) {
  struct wb_walls walls;
  if (!has(WB_WALL_SECCOMP, &walls)) return;
  for (size_t i = 0; i < sizeof ATTACKS / sizeof ATTACKS[0]; i++)
    check_violation(ATTACKS[i].kernel, "1", ATTACKS[i].words, &walls);
}

static void calls_in_slices_are_violations(void) {
  struct wb_walls walls;
  if (!has(WB_WALLS_ALL, &walls)) return;
  for (size_t i = 0; i < sizeof ATTACKS / sizeof ATTACKS[0]; i++)
    check_violation(ATTACKS[i].kernel, "4", ATTACKS[i].words, &walls);
  struct rig *rig = run_kernel(late_in_a_slice, "4", &walls);
  CHECK_INT(rig->outcome.kind, WB_OUTCOME_SECURITY);
  CHECK(strstr(rig->outcome.detail, "the system call socket,") != NULL);
  rig_free(rig);
}

static void calls_of_32_bit_are_violations(void) {
#if defined(__x86_64__)
  struct wb_walls walls;
  if (machine_takes_ia32_calls()) {
    if (!has(WB_WALL_SECCOMP, &walls)) return;
    check_violation(fork_as_32_bit, "1", "of another architecture", &walls);
    if (!has(WB_WALLS_ALL, &walls)) return;
    check_violation(fork_as_32_bit, "4", "of another architecture", &walls);
    return;
  }
#endif
  tap_skip("this machine takes no system calls of 32-bit programs");
}

/* What a kernel started would become this process's child when its own parent ends. */
static void nothing_is_left_running(void) {
  struct wb_walls walls;
  if (!has(WB_WALL_SECCOMP, &walls)) return;
  if (!CHECK(prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0)) return;
  check_violation(fork_away, "1", "clone", &walls);
  check_violation(fork_away, "4", "clone", &walls);
  /* Slices that were ended with their launch may still be ending. */
  const uint64_t start = wb_clock_ns();
  pid_t left = 0;
  while (left >= 0 && wb_elapsed_ms(start) < TAP_HANG_MS) left = waitpid(-1, NULL, WNOHANG);
  CHECK(left == -1 && errno == ECHILD);
}

static void landlock_alone_opens_nothing(void) {
  struct wb_walls walls;
  if (!has(WB_WALL_LANDLOCK, &walls)) return;
  struct rig *rig = run_kernel(open_file, "1", &walls);
  CHECK_INT(rig->outcome.kind, WB_OUTCOME_DONE);
  CHECK_INT(rig_int(rig, 0, 0), -1);
  rig_free(rig);
}

/* That the attacks are attacks: without walls they do what they set out to. */
static void without_walls_it_opens(void) {
  const struct wb_walls none = {0};
  struct rig *rig = run_kernel(open_file, "1", &none);
  CHECK_INT(rig->outcome.kind, WB_OUTCOME_DONE);
  CHECK_INT(rig_int(rig, 0, 0), 1);
  rig_free(rig);
}

static void good_kernels_run(void) {
  static const char *const JOBS[] = {"1", "4"};
  struct wb_walls walls;
  if (!has(WB_WALLS_ALL, &walls)) return;
  for (size_t i = 0; i < 2; i++) {
    struct rig *rig = run_kernel(compute, JOBS[i], &walls);
    CHECK_INT(rig->outcome.kind, WB_OUTCOME_DONE);
    CHECK_INT(rig->outcome.n_findings, 0);
    CHECK_INT(rig_int(rig, 0, ITEMS - 1), 7);
    rig_free(rig);
  }
}

/* A wall that the machine does not have, and must: no kernel runs, and nobody is blamed. */
static void handle(int number) { (void)number; }

static void handlers_stay_with_the_worker(void) {
  struct wb_walls walls;
  if (!has(WB_WALLS_ALL, &walls)) return;
  signal(SIGUSR1, handle);
  signal(SIGPIPE, SIG_IGN);
  signal(SIGRTMAX, handle);
  struct rig *rig = run_kernel(count_handled, "1", &walls);
  CHECK_INT(rig->outcome.kind, WB_OUTCOME_DONE);
  CHECK_INT(rig_int(rig, 0, 0), 100);
  rig_free(rig);
  signal(SIGUSR1, SIG_DFL);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGRTMAX, SIG_DFL);
}

static void a_missing_wall_is_no_verdict(void) {
  struct wb_walls walls;
  if (!has(WB_WALLS_ALL, &walls)) return;
  struct rig *rig = rig_new(compute, ITEMS, GROUP);
  rig_buffer(rig, "out", 2 * ITEMS, WB_BUFFER_READ_WRITE, true);
  /* Inside this process's own walls there is no canary to be found. */
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    const struct wb_enclosure shut = {
        .role = WB_ROLE_COMPILER, .walls = {WB_WALL_LANDLOCK, UINT32_MAX}, .guard = -1};
    if (wb_walls_raise(&shut, NULL) != 0) _exit(9);
    struct wb_launch_host host = rig_host(rig);
    const struct wb_launch_job job = rig_job(rig);
    host.walls = (struct wb_walls){WB_WALL_LANDLOCK, UINT32_MAX};
    const enum wb_status status = wb_launch_run(&host, &job, &rig->outcome, &rig->err);
    _exit(status == WB_ERR_MISSING && strstr(rig->err.message, "landlock") != NULL &&
                  rig_int(rig, 0, 0) == 0
              ? 0
              : 1);
  }
  int raw = -1;
  waitpid(child, &raw, 0);
  CHECK_INT(raw, 0);
  rig_free(rig);
}

KERNEL(spin) {
  volatile int on = 1;
  (void)c;
  (void)args;
  while (on) continue;
}

static void time_limits_hold_within_walls(void) {
  struct wb_walls walls;
  if (!has(WB_WALLS_ALL, &walls)) return;
  struct rig *rig = rig_new(spin, GROUP, GROUP);
  rig->walls = walls;
  rig->launch.limits.time_ms = 1;
  rig_buffer(rig, "out", ITEMS, WB_BUFFER_READ_WRITE, true);
  rig_run(rig);
  CHECK_INT(rig->outcome.kind, WB_OUTCOME_TIME_LIMIT);
  rig_free(rig);
}

int main(void) {
  if (pipe(outside) != 0) return 1;
  tap_run("a kernel's system calls are security violations, by name", calls_are_violations);
  tap_run("they are in slices, too", calls_in_slices_are_violations);
  tap_run("those of 32-bit programs are, too", calls_of_32_bit_are_violations);
  tap_run("nothing of such a kernel is left running", nothing_is_left_running);
  tap_run("Landlock alone leaves it nothing to open", landlock_alone_opens_nothing);
  tap_run("without walls the same kernel opens files", without_walls_it_opens);
  tap_run("kernels that compute run within walls", good_kernels_run);
  tap_run("a worker's handlers of signals are none of a kernel's", handlers_stay_with_the_worker);
  tap_run("a wall that cannot be raised is nobody's verdict", a_missing_wall_is_no_verdict);
  tap_run("what counts no steps ends by processor time, within walls, too",
          time_limits_hold_within_walls);
  return tap_finish();
}

/* Processes that do what they can to outlive their reaper. Each holds the writing end of a
 * pipe: the pipe is at its end when the last of them is dead. */
#include "sandbox/reaper.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/process.h"
#include "tap.h"

enum { HELD = 1, BOMB_MAX = 400 };

static void say_ready(void) {
  if (write(HELD, "r", 1) != 1) _exit(9);
}

/* ---- what a worker may do ------------------------------------------------------------ */

/* The worker goes on once the daemon is one: however busy the machine, it is not gone before. */
static void daemonise(void) {
  int begun[2] = {-1, -1};
  char byte = 0;
  if (pipe(begun) != 0) _exit(99);
  if (fork() > 0) {
    close(begun[1]);
    if (read(begun[0], &byte, 1) != 1) _exit(99);
    close(begun[0]);
    return;
  }
  setsid();
  if (fork() > 0) _exit(0);
  for (int number = 1; number < NSIG; number++) signal(number, SIG_IGN);
  prctl(PR_SET_PDEATHSIG, 0);
  say_ready();
  if (write(begun[1], &byte, 1) != 1) _exit(99);
  for (;;) pause();
}

static void stay(void) {
  daemonise();
  for (;;) pause();
}

static void leave(void) {
  daemonise();
  _exit(5);
}

static void crash(void) {
  daemonise();
  raise(SIGUSR1);
}

/* Each lives for as long as it takes to start the next. */
static void run_ahead(void) {
  if (fork() > 0) pause();
  setsid();
  say_ready();
  for (;;)
    if (fork() > 0) _exit(0);
}

/* More and more, in sessions of their own. */
static void multiply(void) {
  int *count = mmap(NULL, sizeof *count, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  say_ready();
  for (;;) {
    if (__atomic_add_fetch(count, 1, __ATOMIC_RELAXED) > BOMB_MAX) pause();
    if (fork() == 0) setsid();
  }
}

/* Makes the reaper late, as on a busy machine: it says what the client's death is to be told by
 * only when whatever is started by then has long been. Stands before libc's. */
static bool is_late;

int prctl(int option, ...) {
  unsigned long values[4];
  va_list list;
  va_start(list, option);
  for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
    values[i] = va_arg(list, unsigned long);
  va_end(list);
  if (is_late && option == PR_SET_PDEATHSIG && values[0] == SIGTERM) usleep(300000);
  return (int)syscall(SYS_prctl, option, values[0], values[1], values[2], values[3]);
}

/* ---- a reaper and its client ------------------------------------------------------------ */

static struct wb_process start(const char *what, int *held) {
  int ends[2];
  char ready;
  const char *argv[] = {"/proc/self/exe", what, NULL};
  struct wb_process process;
  CHECK_INT(wb_pipe(ends, NULL), WB_OK);
  struct wb_fd_map fds[] = {{ends[1], HELD}, {2, 2}};
  struct wb_spawn how = {.argv = argv,
                         .fds = fds,
                         .n_fds = 2,
                         .new_group = true,
                         .die_with_parent = true,
                         .has_reaper = true};
  CHECK_INT(wb_process_spawn(&process, &how, NULL), WB_OK);
  close(ends[1]);
  CHECK_INT(wb_read_exact(ends[0], &ready, 1, TAP_HANG_MS, NULL), WB_OK);
  *held = ends[0];
  return process;
}

static bool all_ended(int held) {
  char byte;
  enum wb_status status;
  do status = wb_read_exact(held, &byte, 1, TAP_HANG_MS, NULL);
  while (status == WB_OK);
  close(held);
  return status == WB_ERR_CRASH;
}

static void expect_end(const char *what, bool exited, int code) {
  int held;
  struct wb_exit end;
  struct wb_process process = start(what, &held);
  CHECK_INT(wb_process_wait(&process, TAP_HANG_MS, &end, NULL), WB_OK);
  CHECK(end.exited == exited);
  CHECK_INT(exited ? end.code : end.signal, code);
  CHECK(all_ended(held));
}

static void a_daemon_ends_with_its_worker(void) {
  expect_end("leave", true, 5);
  expect_end("crash", false, SIGUSR1);
}

static void a_guard_ends_all_when_it_is_asked(void) {
  static const char *const ALL[] = {"stay", "run-ahead", "multiply"};
  for (size_t i = 0; i < sizeof ALL / sizeof ALL[0]; i++) {
    int held;
    struct wb_process process = start(ALL[i], &held);
    wb_process_kill(&process);
    CHECK(all_ended(held));
  }
}

/* A worker that somebody stopped, too. */
static void stopped_ones_end_as_well(void) {
  int held;
  struct wb_process process = start("stay", &held);
  kill(process.pid, SIGSTOP);
  wb_process_kill(&process);
  CHECK(all_ended(held));
}

/* The client is killed: in a process of its own. */
static void all_end_with_a_client_that_is_killed(void) {
  static const char *const ALL[] = {"stay", "run-ahead", "be-late"};
  for (size_t i = 0; i < sizeof ALL / sizeof ALL[0]; i++) {
    int ends[2];
    char byte;
    CHECK_INT(wb_pipe(ends, NULL), WB_OK);
    pid_t client = fork();
    if (client == 0) {
      const char *argv[] = {"/proc/self/exe", ALL[i], NULL};
      struct wb_fd_map fds[] = {{ends[1], HELD}};
      struct wb_spawn how = {
          .argv = argv, .fds = fds, .n_fds = 1, .die_with_parent = true, .has_reaper = true};
      struct wb_process process;
      wb_process_spawn(&process, &how, NULL);
      for (;;) pause();
    }
    close(ends[1]);
    CHECK_INT(wb_read_exact(ends[0], &byte, 1, TAP_HANG_MS, NULL), WB_OK);
    kill(client, SIGKILL);
    waitpid(client, NULL, 0);
    CHECK(all_ended(ends[0]));
  }
}

/* The reaper itself is killed: its client, who adopts, has the last word. */
static void all_end_with_a_guard_that_is_killed(void) {
  int held;
  struct wb_process process = start("stay", &held);
  kill(process.pid, SIGKILL);
  CHECK_INT(wb_process_wait(&process, TAP_HANG_MS, NULL, NULL), WB_OK);
  CHECK(wb_reaper_sweep(0, TAP_HANG_MS));
  CHECK(all_ended(held));
  CHECK(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD);
}

/* A reaper that still works is asked by a sweep, not killed before it is done. */
static void a_sweep_lets_guards_do_their_work(void) {
  int held;
  start("stay", &held);
  CHECK(wb_reaper_sweep(5000, TAP_HANG_MS));
  CHECK(all_ended(held));
}

static void a_private_folder_goes_with_it(void) {
  int held;
  char path[256] = "";
  struct wb_process process = start("folder", &held);
  for (size_t i = 0; i + 1 < sizeof path && read(held, path + i, 1) == 1 && path[i] != '\n';) i++;
  path[strcspn(path, "\n")] = '\0';
  CHECK(wb_is_directory(path));
  wb_process_kill(&process);
  CHECK(!wb_file_exists(path));
  CHECK(all_ended(held));
}

/* ---- as a worker --------------------------------------------------------------------------- */

static void have_a_folder(struct wb_folder *folder) {
  char *file = wb_path_join(folder->path, "file");
  char *line = wb_format("%s\n", folder->path);
  wb_file_create(file, "x", 1, NULL);
  say_ready();
  if (write(HELD, line, strlen(line)) < 0) _exit(9);
  stay();
}

static int be_worker(const char *what) {
  static const struct {
    const char *name;
    void (*act)(void);
  } acts[] = {{"stay", stay},           {"leave", leave},       {"crash", crash},
              {"run-ahead", run_ahead}, {"multiply", multiply}, {"be-late", stay}};
  struct wb_folder folder = {.lock = -1};
  bool with_folder = strcmp(what, "folder") == 0;
  if (with_folder && wb_folder_make(&folder, NULL) != WB_OK) return 8;
  is_late = strcmp(what, "be-late") == 0;
  if (wb_reaper_enter(with_folder ? &folder : NULL, NULL) != WB_OK) return 7;
  if (with_folder) have_a_folder(&folder);
  for (size_t i = 0; i < sizeof acts / sizeof acts[0]; i++)
    if (strcmp(what, acts[i].name) == 0) acts[i].act();
  return 6;
}

int main(int argc, char **argv) {
  if (argc == 2) return be_worker(argv[1]);
  wb_reaper_adopt();
  tap_run("a daemon ends with the worker that started it", a_daemon_ends_with_its_worker);
  tap_run("a reaper ends all when it is asked to", a_guard_ends_all_when_it_is_asked);
  tap_run("also when somebody stopped it", stopped_ones_end_as_well);
  tap_run("all end with a client that is killed", all_end_with_a_client_that_is_killed);
  tap_run("all end with a reaper that is killed", all_end_with_a_guard_that_is_killed);
  tap_run("a sweep lets reapers do their work", a_sweep_lets_guards_do_their_work);
  tap_run("a private folder goes with it", a_private_folder_goes_with_it);
  return tap_finish();
}

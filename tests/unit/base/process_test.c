#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/str.h"
#include "tap.h"

static struct wb_process spawn_shell(const char *script, struct wb_spawn how) {
  const char *argv[] = {"bash", "-c", script, NULL};
  struct wb_process process;
  how.argv = argv;
  CHECK_INT(wb_process_spawn(&process, &how, NULL), WB_OK);
  return process;
}

static int code_of(const char *script, struct wb_spawn how) {
  struct wb_process process = spawn_shell(script, how);
  struct wb_exit end;
  CHECK_INT(wb_process_wait(&process, TAP_HANG_MS, &end, NULL), WB_OK);
  CHECK_INT(process.pid, 0);
  return end.exited ? end.code : -end.signal;
}

/* Secrets of a person's shell are none of a worker's business. */
static void only_named_variables_are_handed_on(void) {
  static const char *const NAMES[] = {"PATH", "WB_KEPT_*", "WB_EXACT", NULL};
  const struct wb_spawn how = {.environment = NAMES};
  setenv("WB_KEPT_ONE", "1", 1);
  setenv("WB_EXACT", "2", 1);
  setenv("WB_EXACTLY", "3", 1);
  setenv("WB_TOKEN", "4", 1);
  CHECK_INT(code_of("exit ${WB_KEPT_ONE:-9}${WB_EXACT:-9}${WB_EXACTLY:-0}${WB_TOKEN:-0}", how),
            1200 % 256);
  CHECK_INT(code_of("exit $WB_TOKEN", (struct wb_spawn){.argv = NULL}), 4);
}

static int open_null(void) { return open("/dev/null", O_RDONLY); }

/* Crossed on purpose: each goes where the other was. */
static void descriptors_are_passed_exactly(void) {
  int a[2], b[2];
  char text[8] = "";
  CHECK_INT(wb_pipe(a, NULL), WB_OK);
  CHECK_INT(wb_pipe(b, NULL), WB_OK);
  int leak_low = open_null(); /* without close-on-exec */
  int leak_high = fcntl(leak_low, F_DUPFD, 150);
  struct wb_fd_map fds[] = {{a[1], b[1]}, {b[1], a[1]}, {a[1], 90}};
  struct wb_spawn how = {.fds = fds, .n_fds = 3};
  char *script = wb_format(
      "echo one >&%d; echo two >&%d; echo six >&90; read x && exit 9;"
      " set -- /proc/self/fd/*; [ $# -eq 7 ] || exit $#; [ ! -e /proc/self/fd/%d ] || exit 99",
      b[1], a[1], leak_high);
  /* 0, 1, 2, the three, and the glob's own folder. */
  CHECK_INT(code_of(script, how), 0);
  close(a[1]);
  close(b[1]);
  CHECK_INT(wb_read_exact(a[0], text, 4, 1000, NULL), WB_OK);
  CHECK_STRING(text, "one\n");
  CHECK_INT(wb_read_exact(a[0], text, 4, 1000, NULL), WB_OK);
  CHECK_STRING(text, "six\n");
  CHECK_INT(wb_read_exact(b[0], text, 4, 1000, NULL), WB_OK);
  CHECK_STRING(text, "two\n");
  CHECK_INT(wb_read_exact(b[0], text, 1, 1000, NULL), WB_ERR_CRASH);
  close(a[0]);
  close(b[0]);
  close(leak_low);
  close(leak_high);
  free(script);
}

static void exits_are_told_apart(void) {
  struct wb_spawn how = {0};
  CHECK_INT(code_of("exit 3", how), 3);
  CHECK_INT(code_of("kill -TERM $$", how), -SIGTERM);
}

static void missing_program_exits_127(void) {
  const char *argv[] = {"/nowhere/at/all", NULL};
  struct wb_spawn how = {.argv = argv};
  struct wb_process process;
  struct wb_exit end = {0};
  CHECK_INT(wb_process_spawn(&process, &how, NULL), WB_OK);
  CHECK_INT(wb_process_wait(&process, TAP_HANG_MS, &end, NULL), WB_OK);
  CHECK_INT(end.code, 127);
}

static void too_few_open_files_are_said(void) {
  const char *argv[] = {"bash", "-c", "exit 0", NULL};
  struct wb_fd_map fds[] = {{1, 1}, {2, 30}};
  struct wb_spawn how = {.argv = argv, .fds = fds, .n_fds = 2};
  struct wb_process process;
  struct wb_error err;
  struct rlimit before, few;
  CHECK_INT(getrlimit(RLIMIT_NOFILE, &before), 0);
  few = before;
  few.rlim_cur = 31;
  CHECK_INT(setrlimit(RLIMIT_NOFILE, &few), 0);
  CHECK_INT(wb_process_spawn(&process, &how, &err), WB_ERR_IO);
  CHECK_STRING(err.message,
               "cannot start bash: Too many open files; raise the limit of open "
               "files: ulimit -n 1024");
  CHECK_INT(process.pid, 0);
  CHECK_INT(waitpid(-1, NULL, WNOHANG), -1);
  few.rlim_cur = 40;
  CHECK_INT(setrlimit(RLIMIT_NOFILE, &few), 0);
  CHECK_INT(code_of("exit 5", how), 5);
  CHECK_INT(setrlimit(RLIMIT_NOFILE, &before), 0);
}

static int refuse(void *data) {
  (void)data;
  return -1;
}

static void failed_preparation_exits_127(void) {
  struct wb_spawn how = {.prepare = refuse};
  CHECK_INT(code_of("exit 0", how), 127);
}

static void signals_are_fresh(void) {
  struct wb_spawn how = {0};
  sigset_t set, before;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigprocmask(SIG_BLOCK, &set, &before);
  signal(SIGTERM, SIG_IGN);
  CHECK_INT(code_of("kill -TERM $$; sleep 5", how), -SIGTERM);
  signal(SIGTERM, SIG_DFL);
  sigprocmask(SIG_SETMASK, &before, NULL);
}

/* In memory that a child shares until it runs another program. */
static volatile int *caught_anywhere;
static void count_signal(int number) {
  (void)number;
  __atomic_add_fetch(caught_anywhere, 1, __ATOMIC_SEQ_CST);
}

/* A child's copy of a handler would tell this process of a signal that it never
 * got, through whatever they share. */
static void handlers_are_not_the_childs(void) {
  struct sigaction action = {.sa_handler = count_signal, .sa_flags = SA_RESTART}, before;
  const char *const argv[] = {"true", NULL};
  const struct wb_spawn how = {.argv = argv, .new_group = true};
  caught_anywhere = mmap(NULL, sizeof *caught_anywhere, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(caught_anywhere != MAP_FAILED);
  sigemptyset(&action.sa_mask);
  sigaction(SIGCONT, &action, &before);
  for (int i = 0; i < 2000; i++) {
    struct wb_process process;
    CHECK_INT(wb_process_spawn(&process, &how, NULL), WB_OK);
    wb_process_continue(&process);
    wb_process_kill(&process);
  }
  CHECK_INT(*caught_anywhere, 0);
  raise(SIGCONT);
  CHECK_INT(*caught_anywhere, 1);
  sigaction(SIGCONT, &before, NULL);
  munmap((void *)caught_anywhere, sizeof *caught_anywhere);
}

static void waiting_gives_up_in_time(void) {
  struct wb_spawn how = {.new_group = true};
  struct wb_error err;
  struct wb_process process = spawn_shell("sleep 600", how);
  uint64_t start = wb_clock_ns();
  CHECK_INT(wb_process_wait(&process, 30, NULL, &err), WB_ERR_LIMIT);
  CHECK(wb_elapsed_ms(start) >= 29 && wb_elapsed_ms(start) < TAP_HANG_MS);
  CHECK(process.pid > 0);
  wb_process_kill(&process);
  CHECK_INT(process.pid, 0);
  wb_process_kill(&process); /* safe again */
  CHECK_INT(wb_process_wait(&process, 0, NULL, &err), WB_ERR_NOT_FOUND);
}

/* Waits until a pipe's other ends are all closed: whoever held them is dead. */
static bool all_ended(int fd) {
  char byte;
  return wb_read_exact(fd, &byte, 1, TAP_HANG_MS, NULL) == WB_ERR_CRASH;
}

static bool no_children(void) {
  uint64_t start = wb_clock_ns();
  siginfo_t info;
  int more;
  do {
    usleep(1000);
    more = waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT);
  } while (more == 0 && wb_elapsed_ms(start) < TAP_HANG_MS);
  return more < 0 && errno == ECHILD;
}

/* Not even a zombie, though nobody waited until it was dead. */
static void what_was_abandoned_is_buried(void) {
  struct wb_spawn how = {.new_group = true};
  for (int i = 0; i < 20; i++) {
    struct wb_process process = spawn_shell("sleep 600", how);
    wb_process_abandon(&process, 0);
    CHECK_INT(process.pid, 0);
  }
  CHECK(no_children());
}

static void what_was_left_ends_and_is_left_to_whoever_waits(void) {
  struct wb_process process = spawn_shell("sleep 600", (struct wb_spawn){.new_group = true});
  const pid_t pid = process.pid;
  int raw = 0;
  wb_process_leave(&process);
  CHECK_INT(process.pid, 0);
  CHECK(waitpid(pid, &raw, 0) == pid && WIFSIGNALED(raw) && WTERMSIG(raw) == SIGKILL);
  wb_process_leave(&process); /* where none runs */
}

/* It may have things to see to. */
static void one_with_a_reaper_is_asked_first(void) {
  int ends[2];
  char text[8] = "";
  CHECK_INT(wb_pipe(ends, NULL), WB_OK);
  struct wb_fd_map fds[] = {{ends[1], 1}};
  struct wb_spawn how = {.fds = fds, .n_fds = 1, .new_group = true, .has_reaper = true};
  struct wb_process process = spawn_shell(
      "trap 'echo end; exit' TERM; echo beg; kill -STOP $$; while :; do sleep 0.01; done", how);
  CHECK_INT(wb_read_exact(ends[0], text, 4, TAP_HANG_MS, NULL), WB_OK);
  wb_process_kill(&process);
  CHECK_INT(wb_read_exact(ends[0], text, 4, TAP_HANG_MS, NULL), WB_OK);
  CHECK_STRING(text, "end\n");
  uint64_t start = wb_clock_ns();
  process = spawn_shell("trap '' TERM; echo beg; while :; do sleep 0.01; done", how);
  CHECK_INT(wb_read_exact(ends[0], text, 4, TAP_HANG_MS, NULL), WB_OK);
  wb_process_kill(&process);
  CHECK(wb_elapsed_ms(start) >= WB_REAPER_END_MS && wb_elapsed_ms(start) < TAP_HANG_MS);
  close(ends[1]);
  CHECK(all_ended(ends[0]));
  close(ends[0]);
}

static void killing_reaches_grandchildren(void) {
  int ends[2];
  char ready;
  CHECK_INT(wb_pipe(ends, NULL), WB_OK);
  struct wb_fd_map fds[] = {{ends[1], 1}};
  struct wb_spawn how = {.fds = fds, .n_fds = 1, .new_group = true};
  struct wb_process process = spawn_shell("(sleep 600 & echo; sleep 600); sleep 600", how);
  close(ends[1]);
  CHECK_INT(wb_read_exact(ends[0], &ready, 1, TAP_HANG_MS, NULL), WB_OK);
  wb_process_kill(&process);
  CHECK(all_ended(ends[0]));
  close(ends[0]);
}

static void leftovers_end_with_their_leader(void) {
  int ends[2];
  CHECK_INT(wb_pipe(ends, NULL), WB_OK);
  struct wb_fd_map fds[] = {{ends[1], 1}};
  struct wb_spawn how = {.fds = fds, .n_fds = 1, .new_group = true};
  CHECK_INT(code_of("sleep 600 & exit 4", how), 4);
  close(ends[1]);
  CHECK(all_ended(ends[0]));
  close(ends[0]);
}

static void children_die_with_their_parent(void) {
  int ends[2];
  char ready;
  CHECK_INT(wb_pipe(ends, NULL), WB_OK);
  pid_t parent = fork();
  if (parent == 0) {
    struct wb_fd_map fds[] = {{ends[1], 1}};
    struct wb_spawn how = {.fds = fds, .n_fds = 1, .die_with_parent = true};
    spawn_shell("echo; exec sleep 600", how);
    pause();
    _exit(0);
  }
  close(ends[1]);
  CHECK_INT(wb_read_exact(ends[0], &ready, 1, TAP_HANG_MS, NULL), WB_OK);
  kill(parent, SIGKILL);
  waitpid(parent, NULL, 0);
  CHECK(all_ended(ends[0]));
  close(ends[0]);
}

static void writing_to_a_full_pipe_gives_up(void) {
  int ends[2];
  size_t length = 1 << 20;
  char *bytes = wb_alloc(length);
  CHECK_INT(wb_pipe(ends, NULL), WB_OK);
  CHECK_INT(wb_write_exact(ends[1], bytes, length, 50, NULL), WB_ERR_LIMIT);
  close(ends[0]);
  close(ends[1]);
  CHECK_INT(wb_socket_pair(ends, NULL), WB_OK);
  CHECK_INT(wb_write_exact(ends[1], bytes, length, 50, NULL), WB_ERR_LIMIT);
  close(ends[0]);
  CHECK_INT(wb_write_exact(ends[1], bytes, length, 50, NULL), WB_ERR_CRASH);
  close(ends[1]);
  free(bytes);
}

static void large_records_arrive_whole(void) {
  int ends[2];
  size_t length = 300000;
  unsigned char *sent = wb_alloc(length);
  unsigned char *got = wb_alloc(length);
  for (size_t i = 0; i < length; i++) sent[i] = (unsigned char)(i * 7 % 251);
  CHECK_INT(wb_socket_pair(ends, NULL), WB_OK);
  pid_t child = fork();
  if (child == 0) _exit(wb_write_exact(ends[1], sent, length, TAP_HANG_MS, NULL) != WB_OK);
  CHECK_INT(wb_read_exact(ends[0], got, length, TAP_HANG_MS, NULL), WB_OK);
  CHECK(memcmp(sent, got, length) == 0);
  waitpid(child, NULL, 0);
  close(ends[0]);
  close(ends[1]);
  free(sent);
  free(got);
}

int main(void) {
  tap_run("a child gets the named descriptors and no other", descriptors_are_passed_exactly);
  tap_run("a child gets the named variables and no other", only_named_variables_are_handed_on);
  tap_run("an exit code and a signal are told apart", exits_are_told_apart);
  tap_run("a program that is not there exits 127", missing_program_exits_127);
  tap_run("too few open files are said, with what to do", too_few_open_files_are_said);
  tap_run("a failed preparation exits 127", failed_preparation_exits_127);
  tap_run("a child starts with no signal blocked or ignored", signals_are_fresh);
  tap_run("a child runs no handler of its parent's", handlers_are_not_the_childs);
  tap_run("waiting gives up in time, and killing works after it", waiting_gives_up_in_time);
  tap_run("what was abandoned is buried, in time", what_was_abandoned_is_buried);
  tap_run("what was left ends, and is left to whoever waits",
          what_was_left_ends_and_is_left_to_whoever_waits);
  tap_run("one that is has_reaper is asked first, then killed", one_with_a_reaper_is_asked_first);
  tap_run("killing reaches grandchildren", killing_reaches_grandchildren);
  tap_run("what a leader leaves behind ends with it", leftovers_end_with_their_leader);
  tap_run("a child dies with a parent that is killed", children_die_with_their_parent);
  tap_run("writing to a full pipe or socket gives up in time", writing_to_a_full_pipe_gives_up);
  tap_run("large records arrive whole", large_records_arrive_whole);
  return tap_finish();
}

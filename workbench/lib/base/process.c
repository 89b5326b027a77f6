#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

enum { EXIT_CANNOT_EXEC = 127, SLOW_CLOSE_MAX = 65536, BURY_STACK_BYTES = 128 << 10 };

/* Kernels before 5.9, and sandboxes that know no close_range, take the slow way. */
void wb_close_from(int first) {
  struct rlimit most;
  if (syscall(SYS_close_range, (unsigned)first, ~0U, 0) == 0) return;
  if (getrlimit(RLIMIT_NOFILE, &most) != 0 || most.rlim_cur > SLOW_CLOSE_MAX)
    most.rlim_cur = SLOW_CLOSE_MAX;
  for (int fd = first; fd < (int)most.rlim_cur; fd++) close(fd);
}

/* Moves the wanted descriptors out of the way first, above all that the child gets, so that one map
 * entry cannot overwrite the source of another. Only async-signal-safe calls. */
static int place_descriptors(const struct wb_spawn *spawn) {
  int highest = 2, spare[WB_SPAWN_FDS];
  for (size_t i = 0; i < spawn->n_fds; i++)
    if (spawn->fds[i].child_fd > highest) highest = spawn->fds[i].child_fd;
  int null_fd = open("/dev/null", O_RDWR);
  if (null_fd >= 0) null_fd = fcntl(null_fd, F_DUPFD, highest + 1);
  if (null_fd < 0 || spawn->n_fds > WB_SPAWN_FDS) return -1;
  for (size_t i = 0; i < spawn->n_fds; i++) {
    spare[i] = fcntl(spawn->fds[i].parent_fd, F_DUPFD, highest + 1);
    if (spare[i] < 0) return -1;
  }
  for (int fd = 0; fd <= 2; fd++)
    if (dup2(null_fd, fd) < 0) return -1;
  for (int fd = 3; fd <= highest; fd++) close(fd);
  for (size_t i = 0; i < spawn->n_fds; i++)
    if (dup2(spare[i], spawn->fds[i].child_fd) < 0) return -1;
  wb_close_from(highest + 1);
  return 0;
}

/* Signals are blocked until here: otherwise a handler of the parent's would run in the
 * child, and write to descriptors that both still share. */
static void reset_signals(void) {
  sigset_t none;
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static bool is_named(const char *variable, const char *name) {
  const size_t length = strlen(name);
  if (name[length - 1] == '*') return strncmp(variable, name, length - 1) == 0;
  return strncmp(variable, name, length) == 0 && variable[length] == '=';
}

/* The variables that `names` lets through, in an array that the caller frees; their texts
 * stay the environment's. NULL where there is no memory. */
static char **chosen_environment(const char *const *names) {
  size_t count = 0, kept = 0;
  while (environ[count] != NULL) count++;
  char **chosen = malloc((count + 1) * sizeof *chosen);
  for (size_t i = 0; chosen != NULL && i < count; i++) {
    bool wanted = false;
    for (size_t k = 0; names[k] != NULL && !wanted; k++) wanted = is_named(environ[i], names[k]);
    if (wanted) chosen[kept++] = environ[i];
  }
  if (chosen != NULL) chosen[kept] = NULL;
  return chosen;
}

/* What a child's start needs and brings. */
struct start {
  const struct wb_spawn *spawn;
  pid_t parent;
  char **variables;      /* the environment, or NULL: this process's */
  volatile int no_files; /* the errno for which it did not get its descriptors */
};

static _Noreturn void run_child(struct start *start) {
  const struct wb_spawn *spawn = start->spawn;
  bool ready = true;
  reset_signals();
  if (spawn->new_group) setpgid(0, 0);
  if (spawn->die_with_parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    ready = getppid() == start->parent;
  }
  if (ready && place_descriptors(spawn) != 0) {
    /* A number beyond the limit of open files is an invalid argument. */
    start->no_files = errno == EINVAL ? EMFILE : errno;
    ready = false;
  }
  if (ready && spawn->prepare != NULL) ready = spawn->prepare(spawn->prepare_data) == 0;
  if (ready && spawn->argv != NULL)
    execvpe(spawn->argv[0], (char *const *)spawn->argv,
            start->variables != NULL ? start->variables : environ);
  _exit(EXIT_CANNOT_EXEC);
}

/* One that becomes a program has this process's memory until then, and writes nothing there but
 * `start` and its own part of the stack: to copy it would take longer than all else that is done
 * here. */
__attribute__((noinline)) static pid_t start_child(struct start *start) {
  const pid_t pid = start->spawn->argv != NULL ? vfork() : fork();
  if (pid == 0) run_child(start);
  return pid;
}

enum wb_status wb_process_spawn(struct wb_process *process, const struct wb_spawn *spawn,
                                struct wb_error *err) {
  sigset_t all, before;
  struct start start = {.spawn = spawn, .parent = getpid()};
  const char *name = spawn->argv != NULL ? spawn->argv[0] : "a process";
  process->pid = 0;
  if (spawn->environment != NULL) start.variables = chosen_environment(spawn->environment);
  if (spawn->environment != NULL && start.variables == NULL)
    return wb_fail(err, WB_ERR_NOMEM, "there is no memory to start %s", name);
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  const pid_t pid = start_child(&start);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (pid > 0 && start.no_files != 0) {
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) continue;
    errno = start.no_files;
  }
  process->group = spawn->new_group;
  process->has_reaper = spawn->has_reaper;
  const enum wb_status status =
      pid < 0 || start.no_files != 0 ? wb_fail_errno(err, "cannot start %s", name) : WB_OK;
  free(start.variables);
  if (status != WB_OK) return status;
  /* Both sides set it, so that a kill right now reaches the group. */
  if (spawn->new_group) setpgid(pid, pid);
  process->pid = pid;
  return WB_OK;
}

static void describe_exit(int raw, struct wb_exit *end) {
  memset(end, 0, sizeof *end);
  end->exited = WIFEXITED(raw);
  if (end->exited)
    end->code = WEXITSTATUS(raw);
  else if (WIFSIGNALED(raw))
    end->signal = WTERMSIG(raw);
}

/* Waits on a pidfd, so that a timeout needs no signal handler. */
static int poll_process(pid_t pid, int timeout_ms) {
  int ready = 1;
  int fd = (int)syscall(SYS_pidfd_open, pid, 0);
  if (fd < 0) return errno == ESRCH ? 1 : -1;
  struct pollfd item = {.fd = fd, .events = POLLIN};
  uint64_t start = wb_clock_ns();
  for (;;) {
    int left = timeout_ms < 0 ? -1 : timeout_ms - (int)wb_elapsed_ms(start);
    if (timeout_ms >= 0 && left < 0) left = 0;
    ready = poll(&item, 1, left);
    if (ready >= 0 || errno != EINTR) break;
  }
  close(fd);
  return ready;
}

/* Waits until the leader is dead but not yet buried: while it is a zombie its
 * process group keeps its number, and what it left behind can be ended. */
static void end_group(pid_t leader) {
  siginfo_t info;
  int failed;
  do failed = waitid(P_PID, (id_t)leader, &info, WEXITED | WNOWAIT);
  while (failed != 0 && errno == EINTR);
  if (failed == 0) kill(-leader, SIGKILL);
}

uint64_t wb_process_time_ns(const struct wb_process *process) {
  struct timespec used = {0};
  clockid_t clock;
  if (process->pid <= 0 || clock_getcpuclockid(process->pid, &clock) != 0 ||
      clock_gettime(clock, &used) != 0)
    return 0;
  return (uint64_t)used.tv_sec * 1000000000 + (uint64_t)used.tv_nsec;
}

enum wb_status wb_process_wait(struct wb_process *process, int timeout_ms, struct wb_exit *end,
                               struct wb_error *err) {
  int raw = 0;
  if (process->pid <= 0) return wb_fail(err, WB_ERR_NOT_FOUND, "there is no process to wait for");
  int ready = timeout_ms < 0 ? 1 : poll_process(process->pid, timeout_ms);
  if (ready < 0) return wb_fail_errno(err, "cannot wait for a process");
  if (ready == 0)
    return wb_fail(err, WB_ERR_LIMIT, "the process still runs after %d ms", timeout_ms);
  if (process->group) end_group(process->pid);
  pid_t done;
  do done = waitpid(process->pid, &raw, 0);
  while (done < 0 && errno == EINTR);
  if (done < 0) return wb_fail_errno(err, "cannot wait for a process");
  process->pid = 0;
  if (end != NULL) describe_exit(raw, end);
  return WB_OK;
}

/* Whether it may end itself, which it does not while it is stopped. */
static bool ask_to_end(const struct wb_process *process) {
  return process->has_reaper && kill(process->pid, SIGTERM) == 0 &&
         kill(process->pid, SIGCONT) == 0;
}

static void send_kill(const struct wb_process *process) {
  if (process->group) kill(-process->pid, SIGKILL);
  kill(process->pid, SIGKILL);
}

void wb_process_kill(struct wb_process *process) {
  if (process->pid <= 0) return;
  if (ask_to_end(process)) wb_process_wait(process, WB_REAPER_END_MS, NULL, NULL);
  if (process->pid <= 0) return;
  send_kill(process);
  wb_process_wait(process, -1, NULL, NULL);
  process->pid = 0;
}

void wb_process_continue(const struct wb_process *process) {
  if (process->pid > 0) kill(process->group ? -process->pid : process->pid, SIGCONT);
}

static void *reap_child(void *data) {
  struct wb_process *process = data;
  wb_process_wait(process, -1, NULL, NULL);
  free(process);
  return NULL;
}

/* In a thread of its own, which no signal reaches. Where there can be none, the process
 * stays a zombie until this one ends. */
static void bury_later(const struct wb_process *process) {
  struct wb_process *copy = malloc(sizeof *copy);
  pthread_attr_t attributes;
  sigset_t all, before;
  pthread_t thread;
  bool started = false;
  if (copy == NULL) return;
  *copy = *process;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  if (pthread_attr_init(&attributes) == 0) {
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attributes, BURY_STACK_BYTES);
    started = pthread_create(&thread, &attributes, reap_child, copy) == 0;
    pthread_attr_destroy(&attributes);
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!started) free(copy);
}

void wb_process_leave(struct wb_process *process) {
  if (process->pid > 0 && !ask_to_end(process)) send_kill(process);
  process->pid = 0;
}

void wb_process_abandon(struct wb_process *process, int timeout_ms) {
  if (process->pid <= 0) return;
  if (!ask_to_end(process)) send_kill(process);
  if (wb_process_wait(process, timeout_ms, NULL, NULL) != WB_OK) bury_later(process);
  process->pid = 0;
}

enum wb_status wb_pipe(int ends[2], struct wb_error *err) {
  if (pipe2(ends, O_CLOEXEC) != 0) return wb_fail_errno(err, "cannot make a pipe");
  return WB_OK;
}

enum wb_status wb_socket_pair(int ends[2], struct wb_error *err) {
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return wb_fail_errno(err, "cannot make a socket pair");
  return WB_OK;
}

enum wb_status wb_seqpacket_pair(int ends[2], struct wb_error *err) {
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return wb_fail_errno(err, "cannot make a socket pair");
  return WB_OK;
}

static enum wb_status wait_ready(int fd, short events, uint64_t start, int timeout_ms,
                                 struct wb_error *err) {
  struct pollfd item = {.fd = fd, .events = events};
  for (;;) {
    int left = timeout_ms < 0 ? -1 : timeout_ms - (int)wb_elapsed_ms(start);
    if (timeout_ms >= 0 && left < 0) left = 0;
    int ready = poll(&item, 1, left);
    if (ready > 0) return WB_OK;
    if (ready == 0) return wb_fail(err, WB_ERR_LIMIT, "no answer within %d ms", timeout_ms);
    if (errno != EINTR) return wb_fail_errno(err, "cannot wait for a pipe");
  }
}

enum wb_status wb_read_exact(int fd, void *bytes, size_t length, int timeout_ms,
                             struct wb_error *err) {
  enum wb_status status = WB_OK;
  uint64_t start = wb_clock_ns();
  char *next = bytes;
  while (length > 0 && status == WB_OK) {
    status = wait_ready(fd, POLLIN, start, timeout_ms, err);
    if (status != WB_OK) break;
    ssize_t got = read(fd, next, length);
    if (got > 0) {
      next += got;
      length -= (size_t)got;
    } else if (got == 0 || errno == ECONNRESET) {
      status = wb_fail(err, WB_ERR_CRASH, "the process at the other end is gone");
    } else if (errno != EINTR && errno != EAGAIN) {
      status = wb_fail_errno(err, "cannot read from a pipe");
    }
  }
  return status;
}

enum wb_status wb_write_exact(int fd, const void *bytes, size_t length, int timeout_ms,
                              struct wb_error *err) {
  enum wb_status status = WB_OK;
  uint64_t start = wb_clock_ns();
  const char *next = bytes;
  while (length > 0 && status == WB_OK) {
    ssize_t put = send(fd, next, length, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (put < 0 && (errno == EAGAIN || errno == ENOTSOCK)) {
      const bool is_socket = errno == EAGAIN;
      status = wait_ready(fd, POLLOUT, start, timeout_ms, err);
      if (status != WB_OK) break;
      if (is_socket) continue;
      /* A pipe that polls writable takes PIPE_BUF bytes at once; more may block for longer than the
       * caller wants to wait. */
      put = write(fd, next, length < PIPE_BUF ? length : PIPE_BUF);
    }
    if (put >= 0) {
      next += put;
      length -= (size_t)put;
    } else if (errno == EPIPE || errno == ECONNRESET) {
      status = wb_fail(err, WB_ERR_CRASH, "the process at the other end is gone");
    } else if (errno != EINTR && errno != EAGAIN) {
      status = wb_fail_errno(err, "cannot write to a pipe");
    }
  }
  return status;
}

bool wb_process_stumbled(const struct wb_exit *end) {
  const int signal = end->exited ? 0 : end->signal;
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGABRT || signal == SIGILL ||
         signal == SIGFPE;
}

/* ---- asking another program ---- */

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

int wb_process_output(const char *const *argv, struct wb_str *output) {
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

#include "sandbox/reaper.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

enum {
  CHILDREN_MAX = 16384, /* bytes of the list of children that are looked at in one turn */
  QUICK_TURNS = 64,     /* of a sweep, between two looks at all processes */
  REST_MS = 1,          /* a sweep's wait for what it has killed, at first */
  LONGEST_REST_MS = 50
};

/* ---- finding descendants ------------------------------------------------------------ */

struct process {
  pid_t id, parent;
  bool ours;
};

/* Field 4 of /proc/ID/stat; the name before it may hold anything. 0: there is none. */
static pid_t parent_of(pid_t id) {
  char path[48], text[512];
  snprintf(path, sizeof path, "/proc/%ld/stat", (long)id);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t got = fd >= 0 ? read(fd, text, sizeof text - 1) : -1;
  if (fd >= 0) close(fd);
  if (got <= 0) return 0;
  text[got] = '\0';
  const char *end = strrchr(text, ')');
  return end != NULL && strlen(end) > 4 ? (pid_t)strtol(end + 4, NULL, 10) : 0;
}

/* All processes that can be seen; the caller frees. */
static size_t list_processes(struct process **list) {
  size_t count = 0, room = 0;
  DIR *open = opendir("/proc");
  const struct dirent *entry;
  *list = NULL;
  while (open != NULL && (entry = readdir(open)) != NULL) {
    const pid_t id = (pid_t)strtol(entry->d_name, NULL, 10);
    if (id <= 0) continue;
    if (count == room) {
      struct process *more = realloc(*list, (room = room * 2 + 256) * sizeof *more);
      if (more == NULL) break;
      *list = more;
    }
    (*list)[count++] = (struct process){.id = id, .parent = parent_of(id)};
  }
  if (open != NULL) closedir(open);
  return count;
}

static bool is_ours(const struct process *list, size_t count, pid_t id, pid_t self) {
  bool ours = id == self;
  for (size_t i = 0; i < count && !ours; i++) ours = list[i].id == id && list[i].ours;
  return ours;
}

/* Numbers are used again: the process that has this one now must still be a child of the
 * one that was seen as its parent. */
static void kill_child_of(pid_t id, pid_t parent) {
  int fd = (int)syscall(SYS_pidfd_open, id, 0);
  if (fd < 0) return;
  if (parent_of(id) == parent) syscall(SYS_pidfd_send_signal, fd, SIGKILL, NULL, 0);
  close(fd);
}

/* Kills every descendant that there was at one moment or another of a look at /proc. */
static void kill_descendants(void) {
  struct process *list;
  const pid_t self = getpid();
  size_t count = list_processes(&list);
  bool more = true;
  while (more) {
    more = false;
    for (size_t i = 0; i < count; i++) {
      if (list[i].ours || !is_ours(list, count, list[i].parent, self)) continue;
      list[i].ours = more = true;
      kill_child_of(list[i].id, list[i].parent);
    }
  }
  free(list);
}

/* Our own children keep their numbers until we bury them. Fast, since a process may try to
 * run ahead by starting a child and ending itself, again and again. False where the kernel
 * has no such list. */
static bool signal_children(int number) {
  char text[CHILDREN_MAX], *at = text, path[64];
  snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)syscall(SYS_gettid));
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  ssize_t got = read(fd, text, sizeof text - 1);
  close(fd);
  text[got > 0 ? got : 0] = '\0';
  for (;;) {
    char *end;
    const pid_t id = (pid_t)strtol(at, &end, 10);
    if (end == at || *end == '\0') break; /* the last may be cut */
    if (id > 0) kill(id, number);
    at = end;
  }
  return true;
}

/* ---- ending them ---------------------------------------------------------------------- */

/* Buries who is dead; true where a child is left. The end of `watched` goes to *raw. */
static bool reap_children(pid_t watched, int *raw, bool *ended) {
  for (;;) {
    int status;
    const pid_t done = waitpid(-1, &status, WNOHANG);
    if (done == 0) return true;
    if (done < 0 && errno != EINTR) return false;
    if (done > 0 && done == watched) {
      *raw = status;
      *ended = true;
    }
  }
}

/* Until a child has ended since the last rest, or so long; SIGCHLD is blocked. Whoever tries to run
 * ahead does not get a rest: a process becomes our child because its parent has ended. */
static void rest(const sigset_t *child_ends, int ms) {
  const struct timespec time = {.tv_sec = 0, .tv_nsec = (long)ms * 1000000};
  sigtimedwait(child_ends, NULL, &time);
}

static sigset_t block_child_ends(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  sigprocmask(SIG_BLOCK, &set, NULL);
  return set;
}

/* Until none is left, or for `limit_ms` (-1: for ever). */
static bool sweep_children(pid_t watched, int *raw, bool *ended, int limit_ms) {
  const uint64_t start = wb_clock_ns();
  const sigset_t child_ends = block_child_ends();
  int pause = REST_MS;
  bool left = reap_children(watched, raw, ended);
  while (left && (limit_ms < 0 || wb_elapsed_ms(start) < (double)limit_ms)) {
    for (int turn = 0; left && turn < QUICK_TURNS && signal_children(SIGKILL); turn++) {
      rest(&child_ends, REST_MS);
      left = reap_children(watched, raw, ended);
    }
    if (!left) break;
    kill_descendants();
    rest(&child_ends, pause);
    if (pause < LONGEST_REST_MS) pause *= 2;
    left = reap_children(watched, raw, ended);
  }
  return !left;
}

void wb_reaper_adopt(void) { prctl(PR_SET_CHILD_SUBREAPER, 1); }

bool wb_reaper_sweep(int patience_ms, int limit_ms) {
  const uint64_t start = wb_clock_ns();
  const sigset_t child_ends = block_child_ends();
  int raw;
  bool ended, left = reap_children(0, &raw, &ended);
  if (left) signal_children(SIGTERM);
  while (left && wb_elapsed_ms(start) < (double)patience_ms) {
    rest(&child_ends, REST_MS);
    left = reap_children(0, &raw, &ended);
  }
  return !left || sweep_children(0, &raw, &ended, limit_ms);
}

/* ---- the reaper -------------------------------------------------------------------------- */

/* The next signal, or SIGTERM where the client is gone; without such descriptors, signals alone. */
static int next_signal(const sigset_t *all, int signals, int client) {
  struct signalfd_siginfo info;
  struct pollfd items[] = {{signals, POLLIN, 0}, {client, POLLIN, 0}};
  if (signals < 0 || client < 0) return sigwaitinfo(all, NULL);
  if (poll(items, 2, -1) < 0) return 0;
  if (items[1].revents != 0) return SIGTERM;
  return read(signals, &info, sizeof info) == (ssize_t)sizeof info ? (int)info.ssi_signo : 0;
}

/* Until the worker has ended or somebody wants its end. `client`: 0 where its end is a signal, as
 * it is not where the worker may outlive the thread that started it. */
static void watch_worker(pid_t worker, const sigset_t *all, pid_t client, int *raw, bool *ended) {
  const int client_fd = client > 0 ? (int)syscall(SYS_pidfd_open, client, 0) : -1;
  const int signals = client > 0 ? signalfd(-1, all, SFD_CLOEXEC) : -1;
  bool wanted = client > 0 && getppid() != client; /* it ended before there was a descriptor */
  while (!*ended && !wanted) {
    const int number = next_signal(all, signals, client_fd);
    if (number == SIGCONT)
      kill(-worker, SIGCONT);
    else if (number == SIGTERM)
      wanted = true;
    else if (number == SIGCHLD)
      reap_children(worker, raw, ended);
  }
}

/* As the worker did, so that whoever waits for it learns how. */
static _Noreturn void end_as(int raw) {
  struct rlimit none = {0};
  sigset_t set;
  if (WIFEXITED(raw)) _exit(WEXITSTATUS(raw));
  setrlimit(RLIMIT_CORE, &none);
  signal(WTERMSIG(raw), SIG_DFL);
  sigemptyset(&set);
  sigaddset(&set, WTERMSIG(raw));
  kill(getpid(), WTERMSIG(raw));
  sigprocmask(SIG_UNBLOCK, &set, NULL);
  _exit(1); /* not reached */
}

/* Who reads what the worker writes, or waits for a lock of its, waits until nobody has the
 * descriptor any more. */
static void close_all_but(int kept) {
  if (kept > 0) syscall(SYS_close_range, 0U, (unsigned)kept - 1, 0);
  syscall(SYS_close_range, (unsigned)(kept + 1), ~0U, 0);
}

static _Noreturn void run_reaper(pid_t worker, const sigset_t *all, pid_t client,
                                 struct wb_folder *folder) {
  int raw = SIGKILL;
  bool ended = false;
  prctl(PR_SET_NAME, "workbench-reap");
  prctl(PR_SET_DUMPABLE, 0); /* nobody attaches to it */
  close_all_but(folder != NULL ? folder->lock : -1);
  watch_worker(worker, all, client, &raw, &ended);
  if (!ended) {
    kill(-worker, SIGKILL);
    kill(worker, SIGKILL);
  }
  sweep_children(worker, &raw, &ended, -1);
  wb_folder_remove(folder);
  end_as(raw);
}

enum wb_status wb_reaper_enter(struct wb_folder *folder, struct wb_error *err) {
  sigset_t all, before;
  int told = 0;
  const pid_t reaper = getpid(), client = getppid();
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  wb_reaper_adopt();
  /* Until now the client's death was ours; from here on it is only told. Before there is a
   * worker: it may have started others by the time that this process goes on. Who is to outlive
   * the client's thread was not given a signal for that: the reaper looks at the client itself. */
  prctl(PR_GET_PDEATHSIG, &told);
  if (told != 0) prctl(PR_SET_PDEATHSIG, SIGTERM);
  const pid_t worker = fork();
  if (worker < 0) return wb_fail_errno(err, "cannot start a process");
  if (worker > 0) {
    setpgid(worker, worker);
    run_reaper(worker, &all, told != 0 ? 0 : client, folder);
  }
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != reaper) _exit(1);
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (folder != NULL && folder->lock >= 0) {
    close(folder->lock);
    folder->lock = -1;
  }
  return WB_OK;
}

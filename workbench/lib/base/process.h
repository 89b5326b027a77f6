/* Child processes: started with chosen descriptors and nothing else, watched,
 * and ended together with everything that they started. */
#ifndef WB_BASE_PROCESS_H
#define WB_BASE_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/status.h"
#include "base/str.h"

/* One descriptor that the child gets: `parent_fd` appears there as `child_fd`; at most
 * WB_SPAWN_FDS of them. Descriptors 0, 1 and 2 that are not named are /dev/null; all others are
 * closed. */
enum { WB_SPAWN_FDS = 48 };
struct wb_fd_map {
  int parent_fd;
  int child_fd;
};

struct wb_spawn {
  const char *const *argv; /* NULL-terminated; argv[0] is the path to run,
                              looked up in PATH where it has no slash. NULL: the child is
                              a fork that runs `prepare`, and nothing else; for processes
                              with a single thread */
  const struct wb_fd_map *fds;
  size_t n_fds;
  bool new_group;       /* own process group, so that wb_process_kill ends
                           its descendants too */
  bool die_with_parent; /* SIGKILL when this process ends, however it ends; Linux
                           means the thread that started it: start such
                           children from one that lives as long as they */
  bool has_reaper;      /* the program parts into reaper and worker (sandbox/reaper.h): it is
                        asked to end, so that it can end its descendants, and killed
                        only if it does not do so within WB_REAPER_END_MS */
  /* The variables that the child gets of this process's, as "HOME", or "LC_*" for all that
   * begin so; ends with NULL. NULL: all. */
  const char *const *environment;
  /* Runs in the child between fork and exec, where only async-signal-safe calls are allowed, and
   * in this process's memory where there is a program to run; a non-zero result makes the child
   * exit 127. The place for resource limits and walls (sandbox/). May be NULL. */
  int (*prepare)(void *data);
  void *prepare_data;
};

enum { WB_REAPER_END_MS = 3000 };

struct wb_process {
  pid_t pid;       /* 0 when none runs */
  bool group;      /* it leads its own process group */
  bool has_reaper; /* as wb_spawn has it */
};

/* How a process ended. */
struct wb_exit {
  bool exited; /* by itself, with `code` */
  int code;
  int signal; /* otherwise: the signal that ended it */
};

/* Whether a signal ended it that programs die of when they cannot cope with their input, as
 * SIGSEGV: as far as a person can help it, the input's fault. */
bool wb_process_stumbled(const struct wb_exit *end);

/* A program that cannot be run exits 127. One whose descriptors are more than the limit of open
 * files leaves room for is an error, WB_ERR_IO; a fork that they are too many for exits 127. */
enum wb_status wb_process_spawn(struct wb_process *process, const struct wb_spawn *spawn,
                                struct wb_error *err);

/* Waits for the end, and then ends what is left of its group. At most `timeout_ms` (-1: for ever).
 * WB_ERR_LIMIT when the time is up and it still runs. After WB_OK the pid is 0. */
enum wb_status wb_process_wait(struct wb_process *process, int timeout_ms, struct wb_exit *end,
                               struct wb_error *err);

/* The processor time that the process has used, in nanoseconds; 0 where none runs. */
uint64_t wb_process_time_ns(const struct wb_process *process);

/* SIGKILL to the process (and its group), then waits. One that has a reaper is asked first.
 * Safe when none runs. */
void wb_process_kill(struct wb_process *process);

/* Lets a process (and its group) that somebody stopped go on: before it is given
 * something to do that others wait for. Safe when none runs. */
void wb_process_continue(const struct wb_process *process);

/* Likewise, but waits at most `timeout_ms`: a process that is deep in a driver's call, or
 * has gigabytes to give back, dies in its own time. It counts as gone then: nobody need wait
 * for it, and a thread that does nothing else buries it when it is dead. */
void wb_process_abandon(struct wb_process *process, int timeout_ms);

/* Likewise, and waits for nothing: in a process that ends soon itself, after which its parent's
 * parent, or init, buries the other. */
void wb_process_leave(struct wb_process *process);

/* Closes every descriptor from `first` on. Async-signal-safe. */
void wb_close_from(int first);

/* A pipe or socket pair whose ends are close-on-exec. */
enum wb_status wb_pipe(int ends[2], struct wb_error *err);
enum wb_status wb_socket_pair(int ends[2], struct wb_error *err);
/* Sockets that keep messages apart. */
enum wb_status wb_seqpacket_pair(int ends[2], struct wb_error *err);

/* Reads or writes exactly `length` bytes, over EINTR and short transfers, and
 * fails with WB_ERR_LIMIT after `timeout_ms` (-1: never) and with
 * WB_ERR_CRASH when the other end is closed. Writing never raises SIGPIPE on
 * sockets; on pipes the caller has SIGPIPE ignored. */
enum wb_status wb_read_exact(int fd, void *bytes, size_t length, int timeout_ms,
                             struct wb_error *err);
enum wb_status wb_write_exact(int fd, const void *bytes, size_t length, int timeout_ms,
                              struct wb_error *err);

/* Runs a program for at most ten seconds and appends its stdout (at most 64 KiB). Gives its exit
 * code, 127 where it is not there, -1 where it crashed or hung. */
int wb_process_output(const char *const *argv, struct wb_str *output);

#endif

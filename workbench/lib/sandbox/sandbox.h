/* Walls: what the operating system keeps a process from, by what it is for.
 *
 * A process that touches somebody's text, or runs what came of it, is of a role.
 * Before it does so it raises its role's walls around itself, for good and for all
 * that it starts:
 *
 *   landlock   nothing can be opened but the places that the role needs: no other
 *              file, no TCP connection; with ABI 6 and newer no signal and no
 *              abstract socket leads out, either. Places are given by the caller
 *              (struct wb_place); one that does not exist is left out and changes
 *              nothing about the others.
 *   seccomp    nothing can be called but the role's list of system calls (calls.c).
 *              It stands on its own where there is no Landlock, and carries what
 *              Landlock of older kernels does not (signals, sockets, chmod, O_PATH,
 *              truncate). Calls of another architecture (int 0x80, x32) end the
 *              process.
 *
 * The roles, and what happens to a refused call there:
 *
 *   emulator   the emulator's worker. Reads any file, writes in the cache's folder,
 *              runs the compiler. Refused calls fail with ENOSYS.
 *   compiler   workbench-compiler. Reads the folders of the request, forks clang's
 *              process, runs no program, writes nothing. Refused calls fail with ENOSYS.
 *   clang      Opens nothing and starts nothing: sees memory, threads, its own end, and one
 *              socket to the compiler's process. A refused call is told to that, which
 *              ends it.
 *   launch     Runs a kernel: opens nothing, starts nothing, sees memory, the clock
 *              and its own end. A refused call is told to the worker, which ends it.
 *   opencl     the worker of OpenCL devices: its driver's files and a folder of its
 *              own. A refused call is told to the judge, which ends it.
 *   script     the judge, which runs a course's Lua. Reads the course, writes and starts
 *              nothing: the worker was started before. Refused calls fail with ENOSYS.
 *   host       workbench-host with somebody else's script. Reads the course's Lua, writes and
 * starts nothing: workers were started before. Refused calls fail with ENOSYS. archive
 * workbench-archive. Reads the archive that it was given, makes files and folders in one folder,
 * opens nothing that is there. Refused calls fail with ENOSYS.
 *
 * Why some fail with ENOSYS: only one process in a chain of descendants can have a
 * supervisor that is told of calls, and any stronger refusal of an ancestor's wins
 * over it, so that the call would have no name. A filter's "trace" without a tracer
 * is the one that does not.
 *
 * What "stands" means: a process that has raised its walls has tried to open a file
 * that it could open before, and to make a call that only its own filter answers as
 * it does. Only then does wb_walls_raise return; it fails else, and the process ends
 * (fail closed). What the machine does not grant is found out once, by trying
 * (walls.h), and is then what all processes of a run must raise.
 *
 * The environment's WORKBENCH_WALLS says which walls must stand: "all" (or unset:
 * what this machine grants), "none", or words of "landlock", "landlock:2" (as if the
 * kernel had this ABI at most) and "seccomp", joined by commas. What it names must be
 * raised; a process that cannot raise it ends. It is what processes of a run tell the
 * ones that they start, what --sandbox=off sets to "none", and how tests try each wall
 * alone. */
#ifndef WB_SANDBOX_SANDBOX_H
#define WB_SANDBOX_SANDBOX_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/status.h"
#include "sandbox/walls.h"

enum wb_role {
  WB_ROLE_EMULATOR,
  WB_ROLE_COMPILER,
  WB_ROLE_CLANG,
  WB_ROLE_LAUNCH,
  WB_ROLE_OPENCL,
  WB_ROLE_SCRIPT,
  WB_ROLE_ARCHIVE,
  WB_ROLE_HOST,
  WB_ROLE_COUNT
};

/* "launch". Static storage. */
const char *wb_role_name(enum wb_role role);

/* ---- raising them ------------------------------------------------------------------- */

/* What may be done with a file, or with all below a folder. */
enum wb_right {
  WB_MAY_READ = 1 << 0,   /* files */
  WB_MAY_LIST = 1 << 1,   /* folders */
  WB_MAY_RUN = 1 << 2,    /* and read */
  WB_MAY_WRITE = 1 << 3,  /* files that are there */
  WB_MAY_CHANGE = 1 << 4, /* make, rename and remove files and folders, and write */
  WB_MAY_DEVICE = 1 << 5  /* read, write and ioctl */
};
struct wb_place {
  const char *path;
  unsigned rights;
};

/* Room for the places that roles with libraries have; more may be added. */
enum { WB_PLACES_MAX = 160 };
struct wb_places {
  struct wb_place items[WB_PLACES_MAX];
  size_t count;
};

/* `path` must stay valid; NULL is left out. Places beyond the room are left out, so
 * that too little can be opened, never too much. */
void wb_places_add(struct wb_places *places, const char *path, unsigned rights);

/* The loader, its cache and the folders of this system's libraries. */
void wb_places_add_libraries(struct wb_places *places);

struct wb_enclosure {
  enum wb_role role;
  struct wb_walls walls;          /* to be raised; may be none */
  const struct wb_places *places; /* NULL: nothing can be opened */
  /* A file that can be read now and is at none of the places (for the role emulator:
   * that can be written); NULL: a file of the system's, which an ancestor's walls must
   * leave open. */
  const char *canary;
  /* Where a supervisor listens (WB_GUARD_FD), or -1. It is closed by raising. Roles
   * whose calls are told need one. */
  int guard;
};

/* Raises the walls around the calling thread's process, which has one thread. Closes
 * enclosure->guard. Async-signal-safe: it may run between fork and exec. Returns 0, or
 * -1 with errno: the process must end then, and *failed says which wall it was (0: the
 * guard). `failed` may be NULL. */
int wb_walls_raise(const struct wb_enclosure *enclosure, enum wb_wall *failed);

/* As wb_walls_raise, with words for the person (WB_ERR_MISSING). */
enum wb_status wb_walls_enter(const struct wb_enclosure *enclosure, struct wb_error *err);

/* ---- the supervisor ------------------------------------------------------------------- */

/* The descriptor by which a process that is about to be walled in reaches its
 * supervisor; the filters know it by this number. */
enum {
  WB_ANSWERS_FD = 3, /* and the role clang's one socket */
  WB_GUARD_FD = 9,
  WB_GUARD_MAX = 12,
  WB_GUARD_ITEMS = WB_GUARD_MAX + 1,
  WB_CALL_NAME_MAX = 32
};

/* The supervisor's end. The processes behind it can neither forge nor answer what is
 * told of them, and have no descriptor to it once they are walled in. */
struct wb_guard {
  int socket;                  /* -1: not open */
  int listeners[WB_GUARD_MAX]; /* of processes that are walled in */
  size_t n_listeners;
  struct wb_walls expected; /* what each must report */
  /* While this is set refused calls fail with EPERM and are no news: for a driver that
   * tries what it can do without, before there is anything of a learner's. */
  bool forgiving;
  size_t n_entered; /* processes that reported that their walls stand */
};

enum wb_guard_news {
  WB_GUARD_QUIET,
  WB_GUARD_REFUSED, /* a call was refused: the process is held in it, and must be ended */
  WB_GUARD_BROKEN   /* a wall could not be raised: a machine's fault */
};

/* `child_end` gets the descriptor that the child has as WB_GUARD_FD; the caller closes
 * it once the child has it. Both are close-on-exec. */
enum wb_status wb_guard_open(struct wb_guard *guard, const struct wb_walls *expected,
                             int *child_end, struct wb_error *err);
void wb_guard_close(struct wb_guard *guard);

/* What to poll for: fills at most WB_GUARD_ITEMS, and says how many. */
size_t wb_guard_items(const struct wb_guard *guard, struct pollfd *items);

/* Takes what has come, without waiting. REFUSED: `call` has the call's name. BROKEN:
 * `err` says which wall. */
enum wb_guard_news wb_guard_look(struct wb_guard *guard, char call[WB_CALL_NAME_MAX],
                                 struct wb_error *err);

/* "openat", or "system call 999". */
const char *wb_seccomp_call_name(int number, char name[WB_CALL_NAME_MAX]);

#endif

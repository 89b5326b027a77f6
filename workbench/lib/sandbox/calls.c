#include "sandbox/calls.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/prctl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>

/* A field that is not named is 0, which as an argument's number has a meaning. */
#define ALWAYS(call) \
  { .name = (call), .argument = WB_ANY }
#define WHERE_BITS(call, number, bits, are) \
  { .name = (call), .argument = (number), .mask = (bits), .value = (are) }
#define WHERE(call, number, is) WHERE_BITS(call, number, WB_ALL_BITS, (uint64_t)(is))
#define FAILS(call, with) \
  { .name = (call), .argument = WB_ANY, .error = (with) }
#define FAILS_BY_PATH(call, with) \
  { .name = (call), .argument = 0, .mask = UINT32_MAX, .value = (uint32_t)AT_FDCWD, .error = (with) }
#define END \
  { .name = NULL }

#define NAMESPACES                                                                          \
  ((uint64_t)(CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | \
              CLONE_NEWPID | CLONE_NEWNET))

const char *wb_role_name(enum wb_role role) {
  static const char *const NAMES[WB_ROLE_COUNT] = {
      [WB_ROLE_EMULATOR] = "emulator", [WB_ROLE_COMPILER] = "compiler", [WB_ROLE_CLANG] = "clang",
      [WB_ROLE_LAUNCH] = "launch",     [WB_ROLE_OPENCL] = "opencl",     [WB_ROLE_SCRIPT] = "script",
      [WB_ROLE_ARCHIVE] = "archive",   [WB_ROLE_HOST] = "host",
  };
  return (unsigned)role < WB_ROLE_COUNT ? NAMES[role] : "unknown";
}

/* ---- every role ----------------------------------------------------------------------- */

/* Calls that raising the walls takes: the report, the canary's answer (walls.c), and closing
 * what was open for it. When the report's socket is closed, nothing takes its place. */
#define CANARY(role)                                                                \
  {                                                                                 \
    .name = "personality", .argument = 0, .mask = WB_ALL_BITS, .value = 0xffffffff, \
    .error = WB_CANARY_ERROR + (role)                                               \
  }

static const struct wb_call EMULATOR_CANARY[] = {CANARY(WB_ROLE_EMULATOR), END};
static const struct wb_call COMPILER_CANARY[] = {CANARY(WB_ROLE_COMPILER), END};
static const struct wb_call CLANG_CANARY[] = {CANARY(WB_ROLE_CLANG), END};
static const struct wb_call LAUNCH_CANARY[] = {CANARY(WB_ROLE_LAUNCH), END};
static const struct wb_call OPENCL_CANARY[] = {CANARY(WB_ROLE_OPENCL), END};
static const struct wb_call SCRIPT_CANARY[] = {CANARY(WB_ROLE_SCRIPT), END};
static const struct wb_call ARCHIVE_CANARY[] = {CANARY(WB_ROLE_ARCHIVE), END};
static const struct wb_call HOST_CANARY[] = {CANARY(WB_ROLE_HOST), END};

static const struct wb_call REPORT[] = {WHERE("sendmsg", 0, WB_GUARD_FD), ALWAYS("close"), END};

static const struct wb_call ENDING[] = {ALWAYS("exit"), ALWAYS("exit_group"),
                                        ALWAYS("rt_sigreturn"), ALWAYS("restart_syscall"), END};

static const struct wb_call CLOCK[] = {ALWAYS("clock_gettime"), ALWAYS("clock_getres"),
                                       ALWAYS("gettimeofday"), ALWAYS("time"), END};

static const struct wb_call DATA_MEMORY[] = {ALWAYS("brk"),
                                             ALWAYS("munmap"),
                                             ALWAYS("mremap"),
                                             ALWAYS("madvise"),
                                             ALWAYS("mincore"),
                                             WHERE_BITS("mmap", 2, PROT_EXEC, 0),
                                             WHERE_BITS("mprotect", 2, PROT_EXEC, 0),
                                             ALWAYS("futex"),
                                             END};

static const struct wb_call CODE_MEMORY[] = {
    ALWAYS("brk"),      ALWAYS("munmap"),  ALWAYS("mremap"),
    ALWAYS("madvise"),  ALWAYS("mincore"), ALWAYS("mmap"),
    ALWAYS("mprotect"), ALWAYS("futex"),   END};

/* Signals to itself alone: abort(). */
static const struct wb_call OWN_SIGNALS[] = {
    ALWAYS("rt_sigaction"), ALWAYS("rt_sigprocmask"),       ALWAYS("getpid"),
    ALWAYS("gettid"),       WHERE("tgkill", 0, WB_OWN_PID), END};

/* The same for those whose descendants must be able to abort(), too: a filter holds for them,
 * and knows no other process's id in advance. Such roles may call kill() as it is. */
static const struct wb_call FAMILY_SIGNALS[] = {ALWAYS("rt_sigaction"), ALWAYS("rt_sigprocmask"),
                                                ALWAYS("getpid"),       ALWAYS("gettid"),
                                                ALWAYS("tgkill"),       END};

/* ---- launches --------------------------------------------------------------------------- */

/* The words of a failure of ours, or of LLVM's. */
static const struct wb_call LAST_WORDS[] = {WHERE("write", 0, 2), END};

/* glibc's qsort() asks, before it takes memory for a copy, how much the machine has. */
static const struct wb_call SORTING[] = {ALWAYS("sysinfo"), END};

/* What sanitizers do on their own account, besides; they do without the files that they
 * would look at for a report, and find by their paths alone. */
#if defined(__SANITIZE_ADDRESS__)
static const struct wb_call SANITIZER[] = {ALWAYS("sigaltstack"),       ALWAYS("sched_yield"),
                                           ALWAYS("prlimit64"),         ALWAYS("getrusage"),
                                           ALWAYS("sched_getaffinity"), ALWAYS("getuid"),
                                           FAILS("openat", EACCES),     FAILS("readlink", EACCES),
                                           FAILS_BY_PATH("newfstatat", EACCES),
                                           END};
#else
static const struct wb_call SANITIZER[] = {END};
#endif

/* ---- programs --------------------------------------------------------------------------- */

/* What the loader and the C library ask for at a program's start. */
static const struct wb_call START[] = {ALWAYS("arch_prctl"),      ALWAYS("set_tid_address"),
                                       ALWAYS("set_robust_list"), ALWAYS("rseq"),
                                       WHERE("prlimit64", 0, 0),  ALWAYS("getrlimit"),
                                       ALWAYS("getrandom"),       ALWAYS("uname"),
                                       ALWAYS("sysinfo"),         ALWAYS("getuid"),
                                       ALWAYS("geteuid"),         ALWAYS("getgid"),
                                       ALWAYS("getegid"),         ALWAYS("getppid"),
                                       ALWAYS("sigaltstack"),     ALWAYS("sched_getaffinity"),
                                       ALWAYS("sched_yield"),     ALWAYS("getrusage"),
                                       ALWAYS("times"),           END};

/* Open descriptors, and what is known of files by their names. */
static const struct wb_call READING[] = {ALWAYS("read"),
                                         ALWAYS("pread64"),
                                         ALWAYS("readv"),
                                         ALWAYS("lseek"),
                                         ALWAYS("fstat"),
                                         ALWAYS("newfstatat"),
                                         ALWAYS("stat"),
                                         ALWAYS("lstat"),
                                         ALWAYS("statx"),
                                         ALWAYS("statfs"),
                                         ALWAYS("fstatfs"),
                                         ALWAYS("access"),
                                         ALWAYS("faccessat"),
                                         ALWAYS("faccessat2"),
                                         ALWAYS("readlink"),
                                         ALWAYS("readlinkat"),
                                         ALWAYS("getcwd"),
                                         ALWAYS("getdents64"),
                                         ALWAYS("fadvise64"),
                                         ALWAYS("fcntl"),
                                         WHERE("ioctl", 1, TCGETS /* isatty */),
                                         END};

#define NOT_JUST_READING ((uint64_t)(O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_PATH))
static const struct wb_call OPENING_TO_READ[] = {WHERE_BITS("openat", 2, NOT_JUST_READING, 0),
                                                 WHERE_BITS("open", 1, NOT_JUST_READING, 0), END};
static const struct wb_call OPENING[] = {ALWAYS("openat"), ALWAYS("open"), END};

/* Records on one socket that is there. */
static const struct wb_call ANSWERS[] = {WHERE("read", 0, WB_ANSWERS_FD),
                                         WHERE("sendto", 0, WB_ANSWERS_FD), ALWAYS("poll"), END};

/* What LLVM asks of standard error before it prints there. */
static const struct wb_call PRINTING[] = {WHERE("lseek", 0, 2), WHERE("fstat", 0, 2),
                                          WHERE("newfstatat", 0, 2),
                                          WHERE("ioctl", 1, TCGETS /* isatty */), END};

static const struct wb_call WRITING[] = {ALWAYS("write"), ALWAYS("writev"), ALWAYS("pwrite64"),
                                         END};

/* Threads, and no processes. clone3 has its flags behind a pointer, where a filter does
 * not see them; the C library then takes clone. */
static const struct wb_call THREADS[] = {
    WHERE_BITS("clone", 0, NAMESPACES | CLONE_VM | CLONE_THREAD, CLONE_VM | CLONE_THREAD),
    FAILS("clone3", ENOSYS), END};

/* Other programs. */
static const struct wb_call PROGRAMS[] = {ALWAYS("vfork"), ALWAYS("execve"), ALWAYS("chdir"), END};

/* Processes of its own, walled in. clone3 is refused as all else is here: with ENOSYS. */
static const struct wb_call PROCESSES[] = {WHERE_BITS("clone", 0, NAMESPACES, 0),
                                           ALWAYS("wait4"),
                                           ALWAYS("waitid"),
                                           ALWAYS("pidfd_open"),
                                           ALWAYS("pidfd_send_signal"),
                                           ALWAYS("kill"),
                                           ALWAYS("setpgid"),
                                           ALWAYS("getpgid"),
                                           ALWAYS("getpgrp"),
                                           ALWAYS("setsid"),
                                           ALWAYS("setrlimit"),
                                           WHERE("prctl", 0, PR_SET_PDEATHSIG),
                                           WHERE("prctl", 0, PR_SET_NO_NEW_PRIVS),
                                           WHERE("prctl", 0, PR_GET_NO_NEW_PRIVS),
                                           WHERE("prctl", 0, PR_SET_CHILD_SUBREAPER),
                                           WHERE("prctl", 0, PR_SET_NAME),
                                           ALWAYS("landlock_create_ruleset"),
                                           ALWAYS("landlock_add_rule"),
                                           ALWAYS("landlock_restrict_self"),
                                           ALWAYS("seccomp"),
                                           WHERE("ioctl", 1, SECCOMP_IOCTL_NOTIF_RECV),
                                           WHERE("ioctl", 1, SECCOMP_IOCTL_NOTIF_SEND),
                                           WHERE("ioctl", 1, SECCOMP_IOCTL_NOTIF_ID_VALID),
                                           ALWAYS("setitimer"),
                                           END};

/* Talk with its own processes: pipes and sockets that have no name. */
static const struct wb_call TALK[] = {ALWAYS("close_range"),
                                      ALWAYS("dup"),
                                      ALWAYS("dup2"),
                                      ALWAYS("dup3"),
                                      ALWAYS("pipe"),
                                      ALWAYS("pipe2"),
                                      WHERE("socketpair", 0, AF_UNIX),
                                      ALWAYS("sendmsg"),
                                      ALWAYS("recvmsg"),
                                      ALWAYS("sendto"),
                                      ALWAYS("recvfrom"),
                                      ALWAYS("poll"),
                                      ALWAYS("ppoll"),
                                      ALWAYS("select"),
                                      ALWAYS("pselect6"),
                                      ALWAYS("close"),
                                      END};

/* Memory that buffers share. */
static const struct wb_call SHARED_MEMORY[] = {ALWAYS("memfd_create"), ALWAYS("ftruncate"),
                                               ALWAYS("fallocate"), END};

/* The cache's folder: new files, put in place by renaming, and old ones taken away. */
static const struct wb_call FOLDERS[] = {ALWAYS("mkdir"),
                                         ALWAYS("mkdirat"),
                                         ALWAYS("rename"),
                                         ALWAYS("renameat"),
                                         ALWAYS("renameat2"),
                                         ALWAYS("unlink"),
                                         ALWAYS("unlinkat"),
                                         ALWAYS("rmdir"),
                                         ALWAYS("utimensat"),
                                         ALWAYS("fsync"),
                                         ALWAYS("fdatasync"),
                                         ALWAYS("flock"),
                                         END};

/* New files and folders, and nothing that is there but folders to make them in. */
static const struct wb_call MAKING[] = {
    WHERE("openat", 2, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC),
    WHERE("openat", 2, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC),
    ALWAYS("mkdirat"),
    WHERE("utimensat", 1, 0), /* of open files, by no path */
    ALWAYS("dup"),
    ALWAYS("poll"),
    ALWAYS("close"),
    END};

/* What drivers of devices want besides: their memory's places, their threads' names
 * and priorities, and ioctls of their own. */
static const struct wb_call DRIVER[] = {ALWAYS("ioctl"),
                                        ALWAYS("clone3"),
                                        ALWAYS("prctl"),
                                        ALWAYS("mlock"),
                                        ALWAYS("munlock"),
                                        ALWAYS("mbind"),
                                        ALWAYS("get_mempolicy"),
                                        ALWAYS("set_mempolicy"),
                                        ALWAYS("msync"),
                                        ALWAYS("membarrier"),
                                        ALWAYS("sched_setaffinity"),
                                        ALWAYS("sched_getparam"),
                                        ALWAYS("sched_setscheduler"),
                                        ALWAYS("sched_getscheduler"),
                                        ALWAYS("sched_get_priority_max"),
                                        ALWAYS("sched_get_priority_min"),
                                        ALWAYS("setpriority"),
                                        ALWAYS("getpriority"),
                                        ALWAYS("getcpu"),
                                        ALWAYS("nanosleep"),
                                        ALWAYS("clock_nanosleep"),
                                        ALWAYS("eventfd2"),
                                        ALWAYS("epoll_create1"),
                                        ALWAYS("epoll_ctl"),
                                        ALWAYS("epoll_wait"),
                                        ALWAYS("epoll_pwait"),
                                        ALWAYS("timerfd_create"),
                                        ALWAYS("timerfd_settime"),
                                        ALWAYS("umask"),
                                        ALWAYS("chmod"),
                                        ALWAYS("fchmod"),
                                        ALWAYS("fchdir"),
                                        ALWAYS("getresuid"),
                                        ALWAYS("getresgid"),
                                        ALWAYS("copy_file_range"),
                                        ALWAYS("truncate"),
                                        ALWAYS("getsid"),
                                        END};

/* The linker that a driver runs, with what this process may do, and no signal to anybody. */
static const struct wb_call LINKER[] = {WHERE_BITS("clone", 0, NAMESPACES, 0),
                                        ALWAYS("vfork"),
                                        ALWAYS("execve"),
                                        ALWAYS("wait4"),
                                        ALWAYS("waitid"),
                                        ALWAYS("chdir"),
                                        END};

/* To end the processes that were started before the walls were raised, and to hear of calls
 * that are refused to them. */
static const struct wb_call ENDING_OTHERS[] = {ALWAYS("wait4"),
                                               ALWAYS("waitid"),
                                               ALWAYS("pidfd_open"),
                                               ALWAYS("pidfd_send_signal"),
                                               ALWAYS("kill"),
                                               ALWAYS("setrlimit"),
                                               WHERE("prctl", 0, PR_SET_NO_NEW_PRIVS),
                                               WHERE("ioctl", 1, SECCOMP_IOCTL_NOTIF_RECV),
                                               WHERE("ioctl", 1, SECCOMP_IOCTL_NOTIF_SEND),
                                               END};

/* Threads beside processes. */
static const struct wb_call NAPS[] = {ALWAYS("nanosleep"), ALWAYS("clock_nanosleep"),
                                      ALWAYS("eventfd2"), END};

const struct wb_role_calls wb_role_calls[WB_ROLE_COUNT] = {
    [WB_ROLE_EMULATOR] = {WB_REFUSE_QUIETLY,
                          {EMULATOR_CANARY, ENDING, CLOCK, CODE_MEMORY, FAMILY_SIGNALS, START,
                           READING, OPENING, WRITING, PROGRAMS, PROCESSES, TALK, SHARED_MEMORY,
                           FOLDERS}},
    [WB_ROLE_COMPILER] = {WB_REFUSE_QUIETLY,
                          {COMPILER_CANARY, ENDING, CLOCK, CODE_MEMORY, FAMILY_SIGNALS, START,
                           READING, OPENING, WRITING, PROCESSES, TALK, SHARED_MEMORY}},
    [WB_ROLE_CLANG] = {WB_REFUSE_AND_TELL,
                       {CLANG_CANARY, REPORT, ENDING, CLOCK, DATA_MEMORY, OWN_SIGNALS, START,
                        ANSWERS, THREADS, PRINTING, LAST_WORDS, SANITIZER}},
    [WB_ROLE_LAUNCH] = {WB_REFUSE_AND_TELL,
                        {LAUNCH_CANARY, REPORT, ENDING, CLOCK, DATA_MEMORY, OWN_SIGNALS, LAST_WORDS,
                         SORTING, SANITIZER}},
    [WB_ROLE_OPENCL] = {WB_REFUSE_AND_TELL,
                        {OPENCL_CANARY, ENDING, CLOCK, CODE_MEMORY, OWN_SIGNALS, START, READING,
                         OPENING, WRITING, LINKER, TALK, SHARED_MEMORY, FOLDERS, DRIVER}},
    [WB_ROLE_SCRIPT] = {WB_REFUSE_QUIETLY,
                        {SCRIPT_CANARY, ENDING, CLOCK, CODE_MEMORY, OWN_SIGNALS, START, READING,
                         OPENING_TO_READ, WRITING, THREADS, ENDING_OTHERS, TALK, SHARED_MEMORY,
                         NAPS}},
    /* As the judge, which runs Lua too; no code is made here, and nothing has threads. */
    [WB_ROLE_HOST] = {WB_REFUSE_QUIETLY,
                      {HOST_CANARY, ENDING, CLOCK, DATA_MEMORY, OWN_SIGNALS, START, READING,
                       OPENING_TO_READ, WRITING, ENDING_OTHERS, TALK, SHARED_MEMORY, NAPS}},
    [WB_ROLE_ARCHIVE] = {WB_REFUSE_QUIETLY,
                         {ARCHIVE_CANARY, ENDING, CLOCK, DATA_MEMORY, OWN_SIGNALS, START, READING,
                          WRITING, MAKING}},
};

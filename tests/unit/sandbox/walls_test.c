/* What each role's walls stop and what they let through, each wall alone and both. */
#include "sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ia32.h"
#include "sandbox/landlock.h"
#include "tap.h"
#include "unit/sandbox/hollow.h"

/* What an attempt came to. */
enum { STOPPED = 10, DONE = 11, NO_WALLS = 12, WAIT_MS = 120000 };

struct trial {
  enum wb_role role;
  struct wb_walls walls;
  const struct wb_places *places;
  const char *canary;
  int (*act)(void); /* DONE or STOPPED */
};

struct ending {
  int code, signal;            /* of the process */
  char call[WB_CALL_NAME_MAX]; /* that was refused and told */
};

static pid_t supervisor; /* for attempts upon it */

static struct ending try(const struct trial *trial) {
  struct ending ending = {0};
  struct wb_guard guard;
  struct wb_error err = {0};
  int child_end = -1, raw = 0;
  fflush(stdout);
  if (!CHECK(wb_guard_open(&guard, &trial->walls, &child_end, &err) == WB_OK)) return ending;
  supervisor = getpid();
  const pid_t child = fork();
  if (child == 0) {
    const bool told = trial->role == WB_ROLE_LAUNCH || trial->role == WB_ROLE_CLANG ||
                      trial->role == WB_ROLE_OPENCL;
    if (told) dup2(child_end, WB_GUARD_FD);
    const struct wb_enclosure enclosure = {.role = trial->role,
                                           .walls = trial->walls,
                                           .places = trial->places,
                                           .canary = trial->canary,
                                           .guard = told ? WB_GUARD_FD : -1};
    close(guard.socket);
    close(child_end);
    if (wb_walls_raise(&enclosure, NULL) != 0) _exit(NO_WALLS);
    _exit(trial->act());
  }
  close(child_end);
  while (waitpid(child, &raw, WNOHANG) == 0) {
    const enum wb_guard_news news = wb_guard_look(&guard, ending.call, &err);
    if (news == WB_GUARD_BROKEN) printf("# %s\n", err.message);
    if (news == WB_GUARD_REFUSED) kill(child, SIGKILL); /* a broken wall's process ends itself */
    nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
  }
  wb_guard_close(&guard);
  ending.code = WIFEXITED(raw) ? WEXITSTATUS(raw) : 0;
  ending.signal = WIFSIGNALED(raw) ? WTERMSIG(raw) : 0;
  return ending;
}

/* ---- attempts ------------------------------------------------------------------------- */

static int outcome_of(long result) { return result < 0 ? STOPPED : DONE; }

static int nothing(void) { return DONE; }
static int open_passwd(void) { return outcome_of(open("/etc/passwd", O_RDONLY)); }
static int open_self(void) { return outcome_of(open("/proc/self/exe", O_RDONLY)); }
#if !defined(__SANITIZE_ADDRESS__)
static int open_path_only(void) { return outcome_of(open("/etc/passwd", O_PATH)); }
#endif
static int open_to_write(void) { return outcome_of(open("/dev/zero", O_WRONLY)); }
static int make_file(void) {
  return outcome_of(open("/tmp", O_TMPFILE | O_RDWR, S_IRUSR | S_IWUSR));
}
/* Of descriptors clang has its socket alone. */
static int read_another(void) {
  char byte;
  return outcome_of(read(WB_ANSWERS_FD + 1, &byte, 1));
}
static int send_to_another(void) { return outcome_of(send(WB_ANSWERS_FD + 1, "", 1, 0)); }
static int list_root(void) { return outcome_of(open("/", O_RDONLY | O_DIRECTORY)); }
static int make_socket(void) { return outcome_of(socket(AF_INET, SOCK_STREAM, 0)); }
static int fork_once(void) {
  const pid_t child = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (child == 0) _exit(0);
  return outcome_of(child);
}
static int fork_by_its_name(void) {
#ifdef SYS_fork
  const pid_t child = (pid_t)syscall(SYS_fork);
  if (child == 0) _exit(0);
  return outcome_of(child);
#else
  return fork_once();
#endif
}
static int leave_session(void) {
  const pid_t child = fork();
  if (child == 0) _exit(setsid() < 0 ? 1 : 0);
  return outcome_of(child);
}
static int execute(void) {
  char *const argv[] = {(char *)(uintptr_t) "true", NULL};
  execve("/bin/true", argv, argv + 1);
  return STOPPED;
}
static int execute_memory(void) {
  const int fd = (int)syscall(SYS_memfd_create, "x", 0);
  static const char SCRIPT[] = "#!/bin/true\n";
  if (fd < 0 || write(fd, SCRIPT, sizeof SCRIPT - 1) < 0) return STOPPED;
  char *const argv[] = {(char *)(uintptr_t) "x", NULL};
  syscall(SYS_execveat, fd, "", argv, argv + 1, AT_EMPTY_PATH);
  return STOPPED;
}
static int trace_parent(void) {
  return outcome_of(syscall(SYS_ptrace, PTRACE_SEIZE, supervisor, 0, 0));
}
static int read_parent(void) {
  char byte;
  struct iovec to = {&byte, 1}, from = {&byte, 1};
  return outcome_of(syscall(SYS_process_vm_readv, (long)supervisor, &to, 1, &from, 1, 0));
}
static int signal_parent(void) { return outcome_of(syscall(SYS_kill, supervisor, SIGCONT)); }
static int signal_all(void) { return outcome_of(syscall(SYS_kill, -1, 0)); }
static int signal_parents_thread(void) {
  return outcome_of(syscall(SYS_tgkill, supervisor, supervisor, SIGCONT));
}
static int start_ring(void) {
  char params[256] = {0};
  return outcome_of(syscall(425 /* io_uring_setup */, 4, params));
}
static int change_mode(void) { return outcome_of(chmod("/dev/null", 0666)); }
static int change_times(void) {
  const struct timespec keep[2] = {{.tv_nsec = UTIME_OMIT}, {.tv_nsec = UTIME_OMIT}};
  return outcome_of(utimensat(AT_FDCWD, "/dev/null", keep, 0));
}
static int cut_file(void) { return outcome_of(truncate("/tmp/there-is-no-such-file", 0)); }
static int push_input(void) { return outcome_of(syscall(SYS_ioctl, 0, 0x5412 /* TIOCSTI */, "x")); }
static int new_namespace(void) {
  return outcome_of(syscall(SYS_clone, SIGCHLD | 0x10000000 /* CLONE_NEWUSER */, 0, 0, 0, 0) == 0
                        ? (_exit(DONE), 0)
                        : -1);
}
static int send_descriptor(void) {
  int fd = 2;
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof fd)];
  } control = {.header = {.cmsg_len = CMSG_LEN(sizeof fd),
                          .cmsg_level = SOL_SOCKET,
                          .cmsg_type = SCM_RIGHTS}};
  char byte = 0;
  struct iovec content = {&byte, 1};
  struct msghdr message = {.msg_iov = &content,
                           .msg_iovlen = 1,
                           .msg_control = &control,
                           .msg_controllen = sizeof control};
  memcpy(CMSG_DATA(&control.header), &fd, sizeof fd);
  return outcome_of(syscall(SYS_sendmsg, WB_GUARD_FD, &message, 0));
}
static int new_filter(void) { return outcome_of(syscall(SYS_seccomp, 0, 0, 0)); }
static int write_code(void) {
  return mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) ==
                 MAP_FAILED
             ? STOPPED
             : DONE;
}
static int write_result(void) { return outcome_of(write(1, "", 0)); }

#if defined(__x86_64__)
static int call_as_32_bit(void) {
  enum { IA32_GETPID = 20 };
  return outcome_of(ia32_call(IA32_GETPID));
}
static int call_as_x32(void) {
  const long result = syscall(0x40000000 | SYS_getpid);
  return outcome_of(result);
}
#endif

static int use_memory_and_clock(void) {
  struct timespec now;
  unsigned char *bytes =
      mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (bytes == MAP_FAILED) return STOPPED;
  bytes[5] = 1;
  void *more = malloc(5 << 20);
  if (more == NULL || madvise(bytes, 1 << 20, MADV_DONTNEED) != 0 || munmap(bytes, 1 << 20) != 0 ||
      syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now) != 0)
    return STOPPED;
  free(more);
  return DONE;
}
static int abort_itself(void) {
  abort();
  return STOPPED;
}
static int start_thread(void) {
  /* As the C library does where clone3 is refused. */
  return syscall(435 /* clone3 */, NULL, 0) < 0 && errno == ENOSYS ? DONE : STOPPED;
}
static int read_own_place(void) { return outcome_of(open("/usr/bin/env", O_RDONLY)); }

/* ---- which machine this is ---------------------------------------------------------------- */

static struct wb_walls granted(void) {
  static struct wb_walls walls;
  static bool known;
  if (!known) wb_walls_probe(&walls);
  known = true;
  return walls;
}

/* The wanted walls, in *walls; skips the test where the machine has them not. */
static bool has(uint32_t which, struct wb_walls *walls) {
  *walls = granted();
  if ((walls->which & which) != which) {
    tap_skip(which == WB_WALL_SECCOMP ? "this kernel grants no seccomp notifications"
                                      : "this kernel grants no Landlock");
    return false;
  }
  walls->which = which;
  if ((which & WB_WALL_LANDLOCK) == 0) walls->landlock_abi = 0;
  return true;
}

static const struct {
  const char *name;
  int (*act)(void);
  const char *call; /* as it is told; NULL: the process is ended by SIGSYS */
} CALLS[] = {
#if !defined(__SANITIZE_ADDRESS__) /* whose own attempts at it are let go */
    {"open", open_passwd, "openat"},
    {"O_PATH", open_path_only, "openat"},
    {"list", list_root, "openat"},
#endif
    {"socket", make_socket, "socket"},
    {"clone", fork_once, "clone"},
    {"fork", fork_by_its_name, "fork"},
    {"fork of the C library", leave_session, "clone"},
    {"execve", execute, "execve"},
    {"memfd", execute_memory, "memfd_create"},
    {"ptrace", trace_parent, "ptrace"},
    {"signal to the parent", signal_parent, "kill"},
    {"signal to all", signal_all, "kill"},
    {"io_uring", start_ring, "io_uring_setup"},
    {"chmod", change_mode, "chmod"},
    {"utimensat", change_times, "utimensat"},
    {"truncate", cut_file, "truncate"},
    {"TIOCSTI", push_input, "ioctl"},
    {"namespace", new_namespace, "clone"},
    {"seccomp", new_filter, "seccomp"},
    {"code", write_code, "mmap"},
    {"write to stdout", write_result, "write"},
#if defined(__x86_64__)
    {"x32", call_as_x32, NULL},
#endif
};

static void check_refused(const struct trial *trial, const char *name, const char *call) {
  const struct ending ending = try(trial);
  bool good = call != NULL ? strcmp(ending.call, call) == 0 && ending.signal == SIGKILL
                           : ending.signal == SIGSYS;
  if (!good)
    printf("# %s: code %d, signal %d, call \"%s\"\n", name, ending.code, ending.signal,
           ending.call);
  CHECK(good);
}

static void launch_calls(void) {
  struct wb_walls walls;
  if (!has(WB_WALL_SECCOMP, &walls)) return;
  for (size_t i = 0; i < sizeof CALLS / sizeof CALLS[0]; i++)
    check_refused(&(struct trial){.role = WB_ROLE_LAUNCH, .walls = walls, .act = CALLS[i].act},
                  CALLS[i].name, CALLS[i].call);
}

static void launch_calls_of_32_bit(void) {
#if defined(__x86_64__)
  struct wb_walls walls;
  if (!has(WB_WALL_SECCOMP, &walls)) return;
  if (machine_takes_ia32_calls()) {
    check_refused(&(struct trial){.role = WB_ROLE_LAUNCH, .walls = walls, .act = call_as_32_bit},
                  "int 0x80", NULL);
    return;
  }
#endif
  tap_skip("this machine takes no system calls of 32-bit programs");
}

static void launch_files(void) {
  static int (*const OPENS[])(void) = {open_passwd, open_self, list_root, make_file, open_to_write};
  struct wb_walls walls;
  if (!has(WB_WALL_LANDLOCK, &walls)) return;
  for (int abi = (int)walls.landlock_abi; abi > 0; abi = abi > 2 ? 2 : abi - 1) {
    walls.landlock_abi = (uint32_t)abi;
    for (size_t i = 0; i < sizeof OPENS / sizeof OPENS[0]; i++) {
      const struct ending ending =
          try(&(struct trial){.role = WB_ROLE_LAUNCH, .walls = walls, .act = OPENS[i]});
      CHECK_INT(ending.code, STOPPED);
    }
  }
}

/* Newer kernels' Landlock holds signals back by itself. */
static void launch_signals(void) {
  struct wb_walls walls;
  if (!has(WB_WALL_LANDLOCK, &walls)) return;
  if (walls.landlock_abi < 6) {
    tap_skip("this kernel's Landlock holds no signals back");
    return;
  }
  CHECK_INT(try(&(struct trial){.role = WB_ROLE_LAUNCH, .walls = walls, .act = signal_parent}).code,
            STOPPED);
  CHECK_INT(
      try(&(struct trial){.role = WB_ROLE_LAUNCH, .walls = walls, .act = signal_parents_thread})
          .code,
      STOPPED);
}

static void launch_works(void) {
  struct wb_walls walls;
  if (!has(WB_WALLS_ALL, &walls)) return;
  struct trial trial = {.role = WB_ROLE_LAUNCH, .walls = walls, .act = use_memory_and_clock};
  struct ending ending = try(&trial);
  CHECK_INT(ending.code, DONE);
  CHECK_STRING(ending.call, "");
  trial.act = abort_itself;
  CHECK_INT(try(&trial).signal, SIGABRT);
}

/* The report's socket is gone: nothing can be sent where it was. */
static void nothing_can_be_passed_on(void) {
  struct wb_walls walls;
  if (!has(WB_WALL_SECCOMP, &walls)) return;
  CHECK_INT(
      try(&(struct trial){.role = WB_ROLE_LAUNCH, .walls = walls, .act = send_descriptor}).code,
      STOPPED);
  CHECK_INT(
      try(&(struct trial){.role = WB_ROLE_CLANG, .walls = walls, .act = send_descriptor}).code,
      STOPPED);
}

static void clang_calls(void) {
  struct wb_walls walls;
  if (!has(WB_WALL_SECCOMP, &walls)) return;
  const struct {
    int (*act)(void);
    const char *call;
  } refused[] = {
#if !defined(__SANITIZE_ADDRESS__) /* as above */
    {open_passwd, "openat"},
    {open_path_only, "openat"},
    {open_to_write, "openat"},
    {make_file, "openat"},
#endif
    {read_another, "read"},
    {send_to_another, "sendto"},
    {make_socket, "socket"},
    {fork_once, "clone"},
    {execute, "execve"},
    {execute_memory, "memfd_create"},
    {trace_parent, "ptrace"},
    {read_parent, "process_vm_readv"},
    {signal_parent, "kill"},
    {signal_parents_thread, "tgkill"},
    {start_ring, "io_uring_setup"},
    {change_mode, "chmod"},
    {change_times, "utimensat"},
    {cut_file, "truncate"},
    {push_input, "ioctl"},
    {new_namespace, "clone"}
  };
  for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
    check_refused(&(struct trial){.role = WB_ROLE_CLANG, .walls = walls, .act = refused[i].act},
                  refused[i].call, refused[i].call);
  CHECK_INT(try(&(struct trial){.role = WB_ROLE_CLANG, .walls = walls, .act = start_thread}).code,
            DONE);
  CHECK_INT(try(&(struct trial){.role = WB_ROLE_CLANG, .walls = walls, .act = abort_itself}).signal,
            SIGABRT);
}

static void places_are_open(void) {
  struct wb_walls walls;
  struct wb_places places = {.count = 0};
  if (!has(WB_WALL_LANDLOCK, &walls)) return;
  wb_places_add(&places, "/there/is/no/such/folder", WB_MAY_READ);
  wb_places_add(&places, NULL, WB_MAY_READ);
  wb_places_add(&places, "/usr/bin", WB_MAY_READ);
  struct trial trial = {.role = WB_ROLE_OPENCL, .walls = walls, .places = &places};
  trial.act = read_own_place;
  CHECK_INT(try(&trial).code, DONE);
  trial.act = open_passwd;
  CHECK_INT(try(&trial).code, STOPPED);
  trial.act = execute;
  CHECK_INT(try(&trial).code, STOPPED);
  wb_places_add(&places, "/bin/true", WB_MAY_RUN);
  wb_places_add_libraries(&places);
  CHECK_INT(try(&trial).code, 0);
}

static void workers_are_refused_quietly(void) {
  static const enum wb_role ROLES[] = {WB_ROLE_EMULATOR, WB_ROLE_COMPILER, WB_ROLE_SCRIPT,
                                       WB_ROLE_HOST};
  static int (*const REFUSED[])(void) = {make_socket, trace_parent, read_parent,  start_ring,
                                         change_mode, push_input,   new_namespace};
  struct wb_walls walls;
  if (!has(WB_WALL_SECCOMP, &walls)) return;
  for (size_t role = 0; role < sizeof ROLES / sizeof ROLES[0]; role++) {
    for (size_t i = 0; i < sizeof REFUSED / sizeof REFUSED[0]; i++)
      CHECK_INT(try(&(struct trial){.role = ROLES[role], .walls = walls, .act = REFUSED[i]}).code,
                STOPPED);
    /* A script's process has started its worker before. */
    CHECK_INT(try(&(struct trial){.role = ROLES[role], .walls = walls, .act = fork_once}).code,
              ROLES[role] >= WB_ROLE_SCRIPT ? STOPPED : DONE);
  }
}

static void what_may_be_done_everywhere_takes_one_rule(void) {
  struct wb_places places = {.count = 0};
  wb_places_add(&places, "/usr/lib", WB_MAY_READ);
  wb_places_add(&places, "/lib", WB_MAY_READ);
  CHECK_INT(places.count, 2);
  places.count = 0;
  wb_places_add(&places, "/", WB_MAY_READ | WB_MAY_LIST);
  wb_places_add(&places, "/usr/lib", WB_MAY_READ);
  CHECK_INT(places.count, 1);
  wb_places_add(&places, "/bin/true", WB_MAY_RUN);
  wb_places_add(&places, "/tmp", WB_MAY_READ | WB_MAY_CHANGE);
  CHECK_INT(places.count, 3);
}

static void worker_writes_in_its_folder(void) {
  struct wb_walls walls;
  struct wb_places places = {.count = 0};
  if (!has(WB_WALL_LANDLOCK, &walls)) return;
  wb_places_add(&places, "/", WB_MAY_READ | WB_MAY_LIST);
  struct trial trial = {.role = WB_ROLE_EMULATOR, .walls = walls, .places = &places};
  trial.act = open_passwd;
  CHECK_INT(try(&trial).code, DONE);
  trial.act = make_file;
  CHECK_INT(try(&trial).code, STOPPED);
  wb_places_add(&places, "/tmp", WB_MAY_CHANGE);
  CHECK_INT(try(&trial).code, DONE);
}

/* A launch within a worker that is within walls of its own: the name is still told. */
static int launch_within(void) {
  struct wb_walls walls = {WB_WALL_SECCOMP, 0};
  const struct ending ending =
      try(&(struct trial){.role = WB_ROLE_LAUNCH, .walls = walls, .act = make_socket});
  return strcmp(ending.call, "socket") == 0 ? DONE : STOPPED;
}
static void walls_nest(void) {
  struct wb_walls walls;
  if (!has(WB_WALL_SECCOMP, &walls)) return;
  CHECK_INT(
      try(&(struct trial){.role = WB_ROLE_EMULATOR, .walls = walls, .act = launch_within}).code,
      DONE);
}

/* ---- fail closed --------------------------------------------------------------------------- */

/* The place that the canary is at is open: the wall does not do what it must. */
static void a_wall_that_does_nothing_is_seen(void) {
  struct wb_walls walls;
  struct wb_places places = {.count = 0};
  if (!has(WB_WALL_LANDLOCK, &walls)) return;
  wb_places_add(&places, "/", WB_MAY_READ | WB_MAY_LIST);
  CHECK_INT(try(&(struct trial){
                    .role = WB_ROLE_LAUNCH, .walls = walls, .places = &places, .act = nothing})
                .code,
            NO_WALLS);
  CHECK_INT(try(&(struct trial){.role = WB_ROLE_LAUNCH,
                                .walls = walls,
                                .canary = "/there/is/no/canary",
                                .act = nothing})
                .code,
            NO_WALLS);
}

static int open_with_no_walls(void) { return open_passwd() == DONE ? make_socket() : STOPPED; }
/* Each role, on a kernel that says that the wall was raised and raises none. */
static void a_hollow_wall_is_seen(uint32_t wall, bool (*pretend)(void)) {
  int raw = -1;
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    const struct wb_walls walls = {wall, wb_landlock_abi()};
    int stood = 0;
    if (!pretend()) _exit(99);
    for (enum wb_role role = 0; role < WB_ROLE_COUNT; role++) {
      const struct wb_enclosure enclosure = {.role = role, .walls = walls, .guard = -1};
      enum wb_wall failed = 0;
      stood += wb_walls_raise(&enclosure, &failed) == 0 || failed != (enum wb_wall)wall;
    }
    _exit(stood);
  }
  waitpid(child, &raw, 0);
  if (WIFEXITED(raw) && WEXITSTATUS(raw) == 99)
    tap_skip("this kernel grants no filters");
  else
    CHECK_INT(raw, 0);
}

static void hollow_walls_are_seen(void) {
  if (wb_landlock_abi() > 0) a_hollow_wall_is_seen(WB_WALL_LANDLOCK, hollow_landlock);
  a_hollow_wall_is_seen(WB_WALL_SECCOMP, hollow_seccomp);
}

static void no_walls_are_none(void) {
  CHECK_INT(try(&(struct trial){.role = WB_ROLE_LAUNCH, .act = open_with_no_walls}).code, DONE);
}

static void words_go_there_and_back(void) {
  static const char *const GOOD[] = {"none", "seccomp", "landlock:2", "landlock:7,seccomp"};
  static const char *const BAD[] = {
      "",  "off",          "landlock:", "landlock:0", "seccomp,", "landlock:2x", "seccomp none",
      ",", "none,seccomp", "landlockx"};
  struct wb_walls walls = {0};
  char words[WB_WALLS_WORDS_MAX];
  for (size_t i = 0; i < sizeof GOOD / sizeof GOOD[0]; i++) {
    CHECK(wb_walls_parse(&walls, GOOD[i], NULL) == WB_OK);
    wb_walls_words(&walls, words);
    CHECK_STRING(words, GOOD[i]);
  }
  for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++)
    CHECK(wb_walls_parse(&walls, BAD[i], NULL) == WB_ERR_USAGE);
  CHECK(wb_walls_parse(&walls, "landlock", NULL) == WB_OK && walls.which == WB_WALL_LANDLOCK);
}

static void the_variable_decides(void) {
  const char *before = getenv(WB_WALLS_VARIABLE);
  char *kept = before != NULL ? strdup(before) : NULL;
  struct wb_walls walls = {0}, there = granted();
  setenv(WB_WALLS_VARIABLE, "none", 1);
  CHECK(wb_walls_choose(&walls, NULL) == WB_OK && walls.which == 0);
  setenv(WB_WALLS_VARIABLE, "most", 1);
  CHECK(wb_walls_choose(&walls, NULL) == WB_ERR_USAGE);
  setenv(WB_WALLS_VARIABLE, "all", 1);
  CHECK(wb_walls_choose(&walls, NULL) == WB_OK && walls.which == there.which);
  if (kept != NULL) setenv(WB_WALLS_VARIABLE, kept, 1);
  if (kept == NULL) unsetenv(WB_WALLS_VARIABLE);
  free(kept);
}

int main(void) {
  tap_run("a launch's refused calls are told by name, or end it", launch_calls);
  tap_run("a launch's calls as a 32-bit program end it", launch_calls_of_32_bit);
  tap_run("a launch opens nothing, of whatever ABI Landlock is", launch_files);
  tap_run("a launch sends no signals, by Landlock alone", launch_signals);
  tap_run("a launch has memory, the clock and its own end", launch_works);
  tap_run("walls leave no descriptor to pass anything on by", nothing_can_be_passed_on);
  tap_run("clang has memory, threads and its socket, may abort, and no more", clang_calls);
  tap_run("places are open, and missing ones change nothing", places_are_open);
  tap_run("workers' refused calls fail, and they start processes", workers_are_refused_quietly);
  tap_run("a worker reads files and writes in its folder", worker_writes_in_its_folder);
  tap_run("a refused call is told by name through outer walls", walls_nest);
  tap_run("a wall that does nothing ends the process", a_wall_that_does_nothing_is_seen);
  tap_run("nor does any role take a kernel's word for a wall", hollow_walls_are_seen);
  tap_run("without walls all is open", no_walls_are_none);
  tap_run("what may be done everywhere takes one rule", what_may_be_done_everywhere_takes_one_rule);
  tap_run("walls have words", words_go_there_and_back);
  tap_run("the environment's variable decides", the_variable_decides);
  return tap_finish();
}

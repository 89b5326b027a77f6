/* The walls around a course's Lua, each alone: what native code in the judge's process
 * could still do, were a script to get that far. */
#include "judge/enclosure.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"
#include "sandbox/sandbox.h"
#include "tap.h"
#include "unit/sandbox/hollow.h"

static char course[] = "/tmp/wb-course-XXXXXX";
static char *inside, *outside;

static bool opens(const char *path, int how) {
  const int fd = open(path, how | O_CLOEXEC, 0600);
  if (fd >= 0) close(fd);
  return fd >= 0;
}

/* ---- in a child with walls ------------------------------------------------------------ */

static bool reads_the_course(void) { return opens(inside, O_RDONLY); }
static bool reads_another_file(void) { return opens(outside, O_RDONLY); }
static bool reads_a_system_file(void) { return opens("/etc/passwd", O_RDONLY); }
static bool writes_the_course(void) { return opens(inside, O_WRONLY); }
static bool makes_a_file(void) {
  char *path = wb_path_join(course, "new");
  const bool made = opens(path, O_WRONLY | O_CREAT);
  unlink(path);
  free(path);
  return made;
}
static bool starts_a_program(void) {
  char *const argv[] = {(char *)(uintptr_t) "/bin/true", NULL};
  const pid_t child = fork();
  int raw = -1;
  if (child == 0) {
    execv(argv[0], argv);
    _exit(9);
  }
  waitpid(child, &raw, 0);
  return WIFEXITED(raw) && WEXITSTATUS(raw) == 0;
}
static bool makes_a_socket(void) { return socket(AF_INET, SOCK_STREAM, 0) >= 0; }
static bool makes_memory(void) { return memfd_create("staging", MFD_CLOEXEC) >= 0; }
static bool traces_its_parent(void) {
  return syscall(SYS_pidfd_getfd, 0, 0, 0) == 0 || syscall(SYS_ptrace, 16, getppid(), 0, 0) == 0;
}

static const struct {
  const char *name;
  bool (*act)(void);
  bool without, landlock, seccomp; /* whether it succeeds */
} deeds[] = {
    {"reading the course", reads_the_course, true, true, true},
    {"reading another file", reads_another_file, true, false, true},
    {"reading a system file", reads_a_system_file, true, false, true},
    {"writing the course", writes_the_course, true, false, false},
    {"making a file", makes_a_file, true, false, false},
    {"starting a program", starts_a_program, true, false, false},
    {"making a socket", makes_a_socket, true, true, false},
    {"making shared memory", makes_memory, true, true, true},
    {"tracing its parent", traces_its_parent, true, false, false},
};

/* 1: it succeeded; 0: it did not; -1: no walls. */
static int try(const char *words, bool (*act)(void)) {
  int raw = -1;
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    struct wb_error err = {0};
    setenv(WB_WALLS_VARIABLE, words, 1);
    if (wb_judge_enclose(course, &err) != WB_OK) {
      printf("# %s\n", err.message);
      fflush(stdout);
      _exit(2);
    }
    _exit(act());
  }
  waitpid(child, &raw, 0);
  return WIFEXITED(raw) && WEXITSTATUS(raw) < 2 ? WEXITSTATUS(raw) : -1;
}

static void expect(const char *words, size_t deed, bool succeeds) {
  const int got = try(words, deeds[deed].act);
  if (!CHECK_INT(got, succeeds)) printf("# %s, with %s\n", deeds[deed].name, words);
}

static void each_wall_alone(void) {
  struct wb_walls there;
  wb_walls_probe(&there);
  for (size_t i = 0; i < sizeof deeds / sizeof deeds[0]; i++) {
    const bool files = (there.which & WB_WALL_LANDLOCK) != 0;
    const bool calls = (there.which & WB_WALL_SECCOMP) != 0;
    if (deeds[i].act != traces_its_parent) expect("none", i, deeds[i].without);
    if (files) expect("landlock", i, deeds[i].landlock);
    if (calls) expect("seccomp", i, deeds[i].seccomp);
    if (files && calls) expect("all", i, deeds[i].landlock && deeds[i].seccomp);
  }
  if (there.which != WB_WALLS_ALL) tap_skip("this kernel does not grant both walls");
}

/* What the wall that `words` names says when the kernel only pretends to raise it. */
static void expect_refusal(const char *words, bool (*pretend)(void)) {
  int raw = -1;
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    struct wb_error err = {0};
    setenv(WB_WALLS_VARIABLE, words, 1);
    if (!pretend()) _exit(3);
    const bool refused = wb_judge_enclose(course, &err) == WB_ERR_MISSING &&
                         strstr(err.message, "does not stand") != NULL &&
                         strstr(err.message, words) != NULL;
    if (!refused) printf("# %s: \"%s\"\n", words, err.message);
    fflush(stdout);
    _exit(refused ? 0 : 1);
  }
  waitpid(child, &raw, 0);
  if (WIFEXITED(raw) && WEXITSTATUS(raw) == 3)
    tap_skip("this kernel grants no filters");
  else
    CHECK_INT(raw, 0);
}

static bool pretend_nothing(void) { return true; }

static void walls_fail_closed(void) {
  struct wb_walls there;
  wb_walls_probe(&there);
  if ((there.which & WB_WALL_LANDLOCK) == 0) expect_refusal("landlock", pretend_nothing);
  if ((there.which & WB_WALL_LANDLOCK) != 0) expect_refusal("landlock", hollow_landlock);
  expect_refusal("seccomp", hollow_seccomp);
}

int main(void) {
  char file[] = "/tmp/wb-outside-XXXXXX";
  const int fd = mkstemp(file);
  if (fd < 0 || mkdtemp(course) == NULL) return 1;
  close(fd);
  outside = file;
  inside = wb_path_join(course, "spec.lua");
  if (wb_file_create(inside, "x", 1, NULL) != WB_OK) return 1;
  tap_run("each wall alone keeps a course's script from what it is for", each_wall_alone);
  tap_run("a wall that is wanted and does not stand ends the process, whatever the kernel says",
          walls_fail_closed);
  unlink(inside);
  unlink(outside);
  rmdir(course);
  free(inside);
  return tap_finish();
}

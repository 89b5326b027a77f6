/* For tests in C that use the workbench in a real pseudo-terminal: it runs in a
 * struct wb_terminal, whose screen the tests look at.
 *
 * PTY_PATIENCE_MS is for slow machines: nothing here waits longer than it has to. */
#ifndef WB_TESTS_PTY_H
#define WB_TESTS_PTY_H

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/str.h"
#include "terminal/terminal.h"

enum { PTY_PATIENCE_MS = 180000, PTY_DRAIN_MS = 500 };

struct pty {
  struct wb_terminal *terminal;
  pid_t pid; /* of the workbench */
};

/* ---- surroundings ---- */

/* A folder for one test, in which all that the workbench keeps lies; TMP in
 * other functions. Removed by pty_forget_folder(). */
static char pty_folder[256];

static inline void pty_set(const char *name, const char *below) {
  char *path = wb_path_join(pty_folder, below);
  setenv(name, path, 1);
  free(path);
}

/* `course`: a folder beside this file, with the fake judge, or NULL: the real ones. */
static inline void pty_make_folder(const char *tests) {
  const char *temporary = getenv("TMPDIR");
  snprintf(pty_folder, sizeof pty_folder, "%s/wb-pty-XXXXXX",
           temporary != NULL ? temporary : "/tmp");
  if (mkdtemp(pty_folder) == NULL) abort();
  pty_set("HOME", ".");
  pty_set("XDG_STATE_HOME", "state");
  pty_set("XDG_CACHE_HOME", "cache");
  pty_set("WORKBENCH_WORK", "work");
  setenv("NO_COLOR", "1", 1);
  setenv("LC_ALL", "C.UTF-8", 1);
  unsetenv("VISUAL");
  setenv("EDITOR", "cat", 1);
  if (tests == NULL) return;
  char *course = wb_path_join(tests, "course"), *judge = wb_path_join(tests, "judge");
  setenv("WORKBENCH_COURSE", course, 1);
  setenv("WORKBENCH_LIBEXEC", judge, 1);
  free(course);
  free(judge);
}

/* Makes `script` the learner's editor. */
static inline void pty_make_editor(const char *script) {
  char *path = wb_path_join(pty_folder, "editor");
  if (wb_file_write_atomic(path, script, strlen(script), NULL) != WB_OK) abort();
  chmod(path, 0755);
  setenv("EDITOR", path, 1);
  free(path);
}

static inline void pty_forget_folder(void) {
  char *command = wb_format("rm -rf '%s'", pty_folder);
  if (system(command) != 0) fprintf(stderr, "cannot remove %s\n", pty_folder);
  free(command);
}

/* Writes a kernel of the learner's; the fake judge answers what it says. */
static inline void pty_kernel(const char *slug, const char *text) {
  char *path = wb_format("%s/work/%s.cl", pty_folder, slug);
  char *folder = wb_path_dirname(path);
  wb_make_directories(folder, NULL);
  wb_file_write_atomic(path, text, strlen(text), NULL);
  free(folder);
  free(path);
}

/* ---- the terminal ---- */

static inline pid_t pty_youngest_child(void) {
  char *name = wb_format("/proc/self/task/%d/children", (int)gettid());
  FILE *file = fopen(name, "r");
  int pid = 0, next;
  while (file != NULL && fscanf(file, "%d", &next) == 1) pid = next;
  if (file != NULL) fclose(file);
  free(name);
  return pid;
}

static inline bool pty_open(struct pty *pty, const char *const *argv, int lines, int columns) {
  struct wb_error err = {0};
  pty->terminal = NULL;
  if (wb_terminal_open(&pty->terminal, argv, lines, columns, &err) != WB_OK) {
    printf("# %s\n", err.message);
    return false;
  }
  pty->pid = pty_youngest_child();
  return true;
}

static inline void pty_close(struct pty *pty) {
  wb_terminal_close(pty->terminal, 500);
  pty->terminal = NULL;
}

/* Waits at most `ms` for something to be drawn, and takes it. */
static inline void pty_take(struct pty *pty, int ms) {
  struct pollfd item = {.fd = wb_terminal_fd(pty->terminal), .events = POLLIN};
  if (wb_terminal_has_output(pty->terminal)) item.events |= POLLOUT;
  poll(&item, 1, ms);
  wb_terminal_update(pty->terminal);
}

static inline void pty_row(const struct pty *pty, int y, struct wb_str *out) {
  int lines, columns;
  wb_terminal_size(pty->terminal, &lines, &columns);
  for (int x = 0; x < columns && y < lines; x++) {
    struct wb_terminal_cell cell;
    wb_terminal_cell(pty->terminal, y, x, &cell);
    if (cell.width == 0) continue;
    if (cell.text[0] == 0) cell.text[0] = ' ';
    for (size_t i = 0; i < WB_TERMINAL_CHARACTERS && cell.text[i] != 0; i++) {
      /* Tests look for ASCII; the rest only has to be there. */
      wb_str_add_char(out, cell.text[i] < 0x7F ? (char)cell.text[i] : '?');
    }
  }
}

static inline bool pty_shows(const struct pty *pty, const char *text) {
  int lines, columns;
  bool found = false;
  wb_terminal_size(pty->terminal, &lines, &columns);
  for (int y = 0; y < lines && !found; y++) {
    struct wb_str row;
    wb_str_init(&row);
    pty_row(pty, y, &row);
    found = strstr(row.data, text) != NULL;
    wb_str_release(&row);
  }
  return found;
}

static inline void pty_print(const struct pty *pty) {
  int lines, columns;
  wb_terminal_size(pty->terminal, &lines, &columns);
  for (int y = 0; y < lines; y++) {
    struct wb_str row;
    wb_str_init(&row);
    pty_row(pty, y, &row);
    while (row.length > 0 && row.data[row.length - 1] == ' ') row.data[--row.length] = '\0';
    if (row.length > 0) printf("# %2d|%s\n", y, row.data);
    wb_str_release(&row);
  }
}

/* Until the screen shows (or no longer shows) the text on one line. */
static inline bool pty_wait(struct pty *pty, const char *text, bool there) {
  const uint64_t start = wb_clock_ns();
  while (pty_shows(pty, text) != there) {
    struct wb_exit end;
    const bool ended = wb_terminal_fd(pty->terminal) < 0 && wb_terminal_ended(pty->terminal, &end);
    if (ended || wb_elapsed_ms(start) > (double)PTY_PATIENCE_MS) {
      printf("# \"%s\" %s:\n", text, there ? "does not come" : "does not go");
      pty_print(pty);
      return false;
    }
    pty_take(pty, 50);
  }
  return true;
}

/* What was written before all had closed the terminal, or a while before now: it
 * comes through the system in its own time. */
static inline void pty_drain(struct pty *pty) {
  struct pollfd item = {.events = POLLIN};
  while ((item.fd = wb_terminal_fd(pty->terminal)) >= 0 && poll(&item, 1, PTY_DRAIN_MS) > 0)
    wb_terminal_update(pty->terminal);
}

/* And takes the last that it drew. */
static inline bool pty_wait_end(struct pty *pty, struct wb_exit *end) {
  const uint64_t start = wb_clock_ns();
  while (!wb_terminal_ended(pty->terminal, end)) {
    if (wb_elapsed_ms(start) > (double)PTY_PATIENCE_MS) return false;
    pty_take(pty, 20);
    /* Nothing to poll once it has closed its terminal. */
    if (wb_terminal_fd(pty->terminal) < 0) usleep(10000);
  }
  pty_drain(pty);
  return true;
}

/* Takes what comes for so long: where there is nothing better to wait for. */
static inline void pty_settle(struct pty *pty, int ms) {
  const uint64_t start = wb_clock_ns();
  while (wb_elapsed_ms(start) < ms) pty_take(pty, 20);
}

static inline void pty_type(struct pty *pty, const char *keys) {
  for (; *keys != '\0'; keys++) wb_terminal_type(pty->terminal, (unsigned char)*keys, 0);
}

static inline bool pty_open_workbench(struct pty *pty, int lines, int columns, const char *puzzle) {
  const char *argv[] = {WB_TEST_BUILD "/workbench", "ui", puzzle, NULL};
  if (!pty_open(pty, argv, lines, columns)) return false;
  /* The fake judge has described its course. */
  const char *course = getenv("WORKBENCH_COURSE");
  const bool fake = course != NULL && strstr(course, "/tests/tui/course") != NULL;
  return pty_wait(pty, fake ? "four elements (" : "Puzzles", true);
}

/* ---- what is left behind ---- */

static inline bool pty_runs(pid_t pid, const char *part) {
  char path[64], words[4096], state = 0;
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  FILE *file = fopen(path, "r");
  if (file == NULL) return false;
  if (fscanf(file, "%*d (%*[^)]) %c", &state) != 1) state = 0;
  fclose(file);
  snprintf(path, sizeof path, "/proc/%d/environ", (int)pid);
  file = state != 'Z' ? fopen(path, "r") : NULL;
  if (file == NULL) return false;
  size_t length = fread(words, 1, sizeof words - 1, file);
  fclose(file);
  words[length] = '\0';
  return memmem(words, length, part, strlen(part)) != NULL;
}

/* How many processes, this one aside, have the test's folder in their surroundings. */
static inline int pty_count_processes(void) {
  struct wb_names names;
  int count = 0;
  wb_names_init(&names);
  wb_directory_list("/proc", &names, NULL);
  for (size_t i = 0; i < names.count; i++) {
    const pid_t pid = (pid_t)strtol(names.items[i], NULL, 10);
    if (pid > 0 && pid != getpid() && pty_runs(pid, pty_folder)) count++;
  }
  wb_names_release(&names);
  return count;
}

static inline bool pty_wait_no_processes(void) {
  const uint64_t start = wb_clock_ns();
  while (pty_count_processes() > 0) {
    if (wb_elapsed_ms(start) > (double)PTY_PATIENCE_MS) return false;
    usleep(20000);
  }
  return true;
}

#endif

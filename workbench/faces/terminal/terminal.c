#include "terminal/terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/str.h"
#include "terminal/screen.h"

enum { CHUNK = 16 << 10, CHUNKS_A_TURN = 16 };

struct wb_terminal {
  struct wb_terminal_screen *screen;
  int fd; /* the pseudo-terminal's side of ours */
  struct wb_process process;
  struct wb_exit end;
  struct wb_str typed; /* not yet taken by the program */
};

/* ---- starting ---- */

/* In the child: a session of its own, whose terminal is descriptor 0. */
static int take_terminal(void *data) {
  (void)data;
  if (setsid() < 0) return -1;
  return ioctl(STDIN_FILENO, TIOCSCTTY, 0);
}

static struct winsize size_of(int lines, int columns) {
  return (struct winsize){.ws_row = (unsigned short)(lines > 0 ? lines : 1),
                          .ws_col = (unsigned short)(columns > 1 ? columns : 2)};
}

static enum wb_status start_child(struct wb_terminal *terminal, const char *const *argv, int inner,
                                  struct wb_error *err) {
  /* TERM is what libvterm speaks; the sizes are the pseudo-terminal's. */
  static const char *const first[] = {"env", "-u", "LINES", "-u", "COLUMNS", "TERM=xterm-256color"};
  enum { N_FIRST = sizeof first / sizeof first[0] };
  const char *all[N_FIRST + WB_TERMINAL_MAX_ARGUMENTS + 1] = {0};
  const struct wb_fd_map fds[] = {{inner, 0}, {inner, 1}, {inner, 2}};
  memcpy(all, first, sizeof first);
  for (size_t i = 0; i < WB_TERMINAL_MAX_ARGUMENTS && argv[i] != NULL; i++)
    all[N_FIRST + i] = argv[i];
  struct wb_spawn spawn = {.argv = all, .fds = fds, .n_fds = 3, .prepare = take_terminal};
  enum wb_status status = wb_process_spawn(&terminal->process, &spawn, err);
  /* It leads the session that it made, and so a group. */
  terminal->process.group = status == WB_OK;
  return status;
}

enum wb_status wb_terminal_open(struct wb_terminal **out, const char *const *argv, int lines,
                                int columns, struct wb_error *err) {
  struct winsize size = size_of(lines, columns);
  int inner = -1;
  struct wb_terminal *terminal = wb_alloc(sizeof *terminal);
  enum wb_status status = WB_OK;
  terminal->fd = -1;
  wb_str_init(&terminal->typed);
  if (openpty(&terminal->fd, &inner, NULL, NULL, &size) != 0) {
    status = wb_fail_errno(err, "cannot make a pseudo-terminal");
    goto out;
  }
  fcntl(terminal->fd, F_SETFD, FD_CLOEXEC);
  fcntl(inner, F_SETFD, FD_CLOEXEC);
  fcntl(terminal->fd, F_SETFL, fcntl(terminal->fd, F_GETFL) | O_NONBLOCK);
  terminal->screen = wb_terminal_screen_new(size.ws_row, size.ws_col);
  status = start_child(terminal, argv, inner, err);
out:
  if (inner >= 0) close(inner);
  if (status != WB_OK) {
    wb_terminal_close(terminal, 0);
    terminal = NULL;
  }
  *out = terminal;
  return status;
}

/* ---- ending ---- */

static void hang_up(struct wb_terminal *terminal, int patience_ms) {
  if (terminal->process.pid <= 0) return;
  kill(-terminal->process.pid, SIGHUP);
  kill(-terminal->process.pid, SIGCONT);
  if (wb_process_wait(&terminal->process, patience_ms, NULL, NULL) != WB_OK)
    wb_process_kill(&terminal->process);
}

void wb_terminal_close(struct wb_terminal *terminal, int patience_ms) {
  if (terminal == NULL) return;
  if (terminal->fd >= 0) close(terminal->fd);
  hang_up(terminal, patience_ms);
  wb_terminal_screen_free(terminal->screen);
  wb_str_release(&terminal->typed);
  free(terminal);
}

bool wb_terminal_ended(struct wb_terminal *terminal, struct wb_exit *end) {
  if (terminal->process.pid > 0 &&
      wb_process_wait(&terminal->process, 0, &terminal->end, NULL) != WB_OK)
    return false;
  *end = terminal->end;
  return true;
}

/* ---- reading and writing ---- */

int wb_terminal_fd(const struct wb_terminal *terminal) { return terminal->fd; }

bool wb_terminal_has_output(const struct wb_terminal *terminal) {
  return terminal->fd >= 0 && terminal->typed.length > 0;
}

static void hung_up(struct wb_terminal *terminal) {
  close(terminal->fd);
  terminal->fd = -1;
}

static bool read_screen(struct wb_terminal *terminal) {
  char bytes[CHUNK];
  bool changed = false;
  for (int i = 0; i < CHUNKS_A_TURN && terminal->fd >= 0; i++) {
    ssize_t got = read(terminal->fd, bytes, sizeof bytes);
    if (got > 0) {
      wb_terminal_screen_write(terminal->screen, bytes, (size_t)got);
      changed = true;
    } else if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
      break;
    } else {
      hung_up(terminal); /* EIO: nobody holds the other side any more */
    }
  }
  return changed;
}

/* What the screen has to answer (where the cursor is, what was typed) goes
 * behind what still waits. */
static void write_typed(struct wb_terminal *terminal) {
  wb_terminal_screen_take(terminal->screen, &terminal->typed);
  while (terminal->fd >= 0 && terminal->typed.length > 0) {
    ssize_t put = write(terminal->fd, terminal->typed.data, terminal->typed.length);
    if (put <= 0) break;
    memmove(terminal->typed.data, terminal->typed.data + put,
            terminal->typed.length - (size_t)put + 1);
    terminal->typed.length -= (size_t)put;
  }
}

bool wb_terminal_update(struct wb_terminal *terminal) {
  bool changed = read_screen(terminal);
  write_typed(terminal);
  return changed;
}

void wb_terminal_resize(struct wb_terminal *terminal, int lines, int columns) {
  struct winsize size = size_of(lines, columns);
  int now_lines, now_columns;
  wb_terminal_size(terminal, &now_lines, &now_columns);
  if (size.ws_row == now_lines && size.ws_col == now_columns) return;
  wb_terminal_screen_resize(terminal->screen, size.ws_row, size.ws_col);
  if (terminal->fd >= 0) ioctl(terminal->fd, TIOCSWINSZ, &size);
}

void wb_terminal_continue(struct wb_terminal *terminal) {
  if (terminal->process.pid > 0) kill(-terminal->process.pid, SIGCONT);
}

bool wb_terminal_takes_keys(const struct wb_terminal *terminal) {
  struct termios modes;
  return terminal->fd >= 0 && tcgetattr(terminal->fd, &modes) == 0 &&
         (modes.c_lflag & (tcflag_t)ICANON) == 0;
}

void wb_terminal_type(struct wb_terminal *terminal, uint32_t character, unsigned held) {
  wb_terminal_screen_type(terminal->screen, character, held);
  write_typed(terminal);
}

void wb_terminal_press(struct wb_terminal *terminal, unsigned key, unsigned held) {
  wb_terminal_screen_press(terminal->screen, key, held);
  write_typed(terminal);
}

void wb_terminal_point(struct wb_terminal *terminal, enum wb_terminal_button button,
                       enum wb_terminal_action action, unsigned held, int y, int x) {
  wb_terminal_screen_point(terminal->screen, button, action, held, y, x);
  write_typed(terminal);
}

void wb_terminal_paste(struct wb_terminal *terminal, bool begins) {
  wb_terminal_screen_paste(terminal->screen, begins);
  write_typed(terminal);
}

/* ---- the screen ---- */

void wb_terminal_size(const struct wb_terminal *terminal, int *lines, int *columns) {
  wb_terminal_screen_size(terminal->screen, lines, columns);
}

void wb_terminal_cell(const struct wb_terminal *terminal, int y, int x,
                      struct wb_terminal_cell *cell) {
  wb_terminal_screen_cell(terminal->screen, y, x, cell);
}

bool wb_terminal_cursor(const struct wb_terminal *terminal, int *y, int *x) {
  return wb_terminal_screen_cursor(terminal->screen, y, x);
}

int wb_terminal_cursor_shape(const struct wb_terminal *terminal) {
  return wb_terminal_screen_cursor_shape(terminal->screen);
}

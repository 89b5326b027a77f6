#include "cli/progress.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "report/report.h"
#include "text/columns.h"

enum { FIRST_MS = 150, STEP_MS = 100, BAR_CELLS = 20 };

static const char *const spinner[] = {"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"};
static const char *const plain_spinner[] = {"|", "/", "-", "\\"};

void wb_cli_progress_begin(struct wb_cli_progress *line) {
  const char *term = getenv("TERM");
  memset(line, 0, sizeof *line);
  line->on = isatty(STDERR_FILENO) && term != NULL && strcmp(term, "dumb") != 0;
  line->unicode = wb_report_style_of(STDERR_FILENO).unicode;
  line->start_ns = wb_clock_ns();
}

void wb_cli_progress_show(struct wb_cli_progress *line, const char *text) {
  struct wb_str clean;
  unsigned width = 80;
  if (!line->on || (int)wb_elapsed_ms(line->start_ns) < FIRST_MS) return;
  if (line->shown && (int)wb_elapsed_ms(line->last_ns) < STEP_MS) return;
  line->last_ns = wb_clock_ns();
  const char *mark = line->unicode ? spinner[line->frame++ % 10] : plain_spinner[line->frame++ % 4];
  width = wb_report_style_of(STDERR_FILENO).width;
  wb_str_init(&clean);
  wb_text_expand_line(&clean, text, strlen(text), NULL);
  fprintf(stderr, "\r\033[K%s %.*s  %.1f s", mark,
          (int)wb_text_fit(clean.data, width > 16 ? width - 16 : 1), clean.data,
          wb_elapsed_ms(line->start_ns) / 1000.0);
  fflush(stderr);
  wb_str_release(&clean);
  line->shown = true;
}

void wb_cli_progress_clear(struct wb_cli_progress *line) {
  if (!line->shown) return;
  fputs("\r\033[K", stderr);
  fflush(stderr);
  line->shown = false;
}

const char *wb_cli_progress_bar(unsigned long done, unsigned long total, char *buffer,
                                unsigned long size) {
  char cells[BAR_CELLS + 1];
  unsigned long filled = total > 0 ? done * BAR_CELLS / total : BAR_CELLS;
  for (unsigned long i = 0; i < BAR_CELLS; i++) cells[i] = i < filled ? '#' : '-';
  cells[BAR_CELLS] = '\0';
  snprintf(buffer, size, "[%s] %3lu %%", cells, total > 0 ? done * 100 / total : 100);
  return buffer;
}

/* ---- Ctrl-C ---- */

void wb_interrupt_open(struct wb_interrupt *interrupt) {
  sigset_t signals;
  struct sigaction action;
  interrupt->fd = -1;
  /* Whoever started us in the background wants Ctrl-C to be for others. */
  if (sigaction(SIGINT, NULL, &action) == 0 && action.sa_handler == SIG_IGN) return;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigprocmask(SIG_BLOCK, &signals, &interrupt->before);
  interrupt->fd = signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
  if (interrupt->fd < 0) sigprocmask(SIG_SETMASK, &interrupt->before, NULL);
}

void wb_interrupt_close(struct wb_interrupt *interrupt) {
  struct signalfd_siginfo info;
  if (interrupt->fd < 0) return;
  /* What was already acted upon must not end the program now. */
  while (read(interrupt->fd, &info, sizeof info) > 0) continue;
  close(interrupt->fd);
  sigprocmask(SIG_SETMASK, &interrupt->before, NULL);
  interrupt->fd = -1;
}

bool wb_interrupt_pressed(const struct wb_interrupt *interrupt) {
  struct pollfd item = {.fd = interrupt->fd, .events = POLLIN};
  return interrupt->fd >= 0 && poll(&item, 1, 0) > 0;
}

/* A line on stderr that says how far a run is; only on a terminal, never in a
 * pipe, and gone when the run is over. */
#ifndef WB_CLI_PROGRESS_H
#define WB_CLI_PROGRESS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

struct wb_cli_progress {
  bool on, shown;
  bool unicode;
  uint64_t start_ns, last_ns;
  unsigned frame;
};

void wb_cli_progress_begin(struct wb_cli_progress *line);

/* At most ten times a second, and not at all for what is over at once. */
void wb_cli_progress_show(struct wb_cli_progress *line, const char *text);

void wb_cli_progress_clear(struct wb_cli_progress *line);

/* "[#####-----]  50 %" for done of total, in `buffer`. */
const char *wb_cli_progress_bar(unsigned long done, unsigned long total, char *buffer,
                                unsigned long size);

/* ---- Ctrl-C ---- */

/* Ctrl-C as something to poll for, so that a run ends at once and in order. */

struct wb_interrupt {
  int fd; /* readable once Ctrl-C was pressed; -1 where it cannot be had */
  sigset_t before;
};

void wb_interrupt_open(struct wb_interrupt *interrupt);
void wb_interrupt_close(struct wb_interrupt *interrupt); /* Ctrl-C ends the program again */
bool wb_interrupt_pressed(const struct wb_interrupt *interrupt);

#endif

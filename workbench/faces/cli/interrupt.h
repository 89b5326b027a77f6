/* Ctrl-C as something to poll for, so that a run ends at once and in order. */
#ifndef WB_CLI_INTERRUPT_H
#define WB_CLI_INTERRUPT_H

#include <signal.h>
#include <stdbool.h>

struct wb_interrupt {
  int fd; /* readable once Ctrl-C was pressed; -1 where it cannot be had */
  sigset_t before;
};

void wb_interrupt_open(struct wb_interrupt *interrupt);
void wb_interrupt_close(struct wb_interrupt *interrupt); /* Ctrl-C ends the program again */
bool wb_interrupt_pressed(const struct wb_interrupt *interrupt);

#endif

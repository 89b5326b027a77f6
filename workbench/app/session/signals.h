/* Signals as something to poll: each one writes its number into a pipe. */
#ifndef WB_SESSION_SIGNALS_H
#define WB_SESSION_SIGNALS_H

#include <stdbool.h>

#include "base/status.h"

/* Catches SIGWINCH, SIGCONT, SIGTSTP, SIGINT, SIGTERM and SIGHUP. */
enum wb_status wb_signals_begin(struct wb_error *err);
void wb_signals_end(void);

int wb_signals_fd(void);

/* The next signal that arrived, or 0. */
int wb_signals_next(void);

/* Whether Ctrl-Z's signal stops this process as usual (while an editor has the
 * terminal) or is caught. */
void wb_signals_allow_stop(bool allow);

#endif

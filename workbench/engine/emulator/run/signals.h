/* Signals of a launch's child: crashes. */
#ifndef WB_EMULATOR_RUN_SIGNALS_H
#define WB_EMULATOR_RUN_SIGNALS_H

#include "emulator/run/run.h"

/* A fault under a stack becomes a stack-overflow finding, any other is described in run->shared and
 * kills. */
enum wb_status wb_run_signals_init(struct wbrt_run *run, struct wb_error *err);

/* "SIGSEGV" and the like, or "signal 42" in the buffer. */
const char *wb_run_signal_name(int number, char *buffer, size_t size);

#endif

/* Signals of a launch's child: crashes. */
#ifndef WB_EMULATOR_RUN_SIGNALS_H
#define WB_EMULATOR_RUN_SIGNALS_H

#include "emulator/run/run.h"

/* A fault under a stack becomes a stack-overflow finding, any other is described in run->shared and
 * kills. */
enum wb_status wb_run_signals_init(struct wbrt_run *run, struct wb_error *err);

/* In a process where that has been called: it is another launch now that faults are those of. */
void wb_run_signals_use(struct wbrt_run *run);

/* The signals that this process does not leave to the system, from bit 0 on. To ask costs a system
 * call for each: once is enough for a process that does not change them. */
uint64_t wb_run_signals_handled(void);

/* In a child of that process: leaves them to the system again. */
void wb_run_signals_reset(uint64_t handled);

/* "SIGSEGV" and the like, or "signal 42" in the buffer. */
const char *wb_run_signal_name(int number, char *buffer, size_t size);

#endif

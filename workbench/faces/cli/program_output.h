/* Asking another program: what it prints, and how it ended. */
#ifndef WB_CLI_PROGRAM_OUTPUT_H
#define WB_CLI_PROGRAM_OUTPUT_H

#include "base/str.h"

/* Runs it for at most ten seconds; appends its stdout (at most 64 KiB).
 * Returns its exit code, 127 where it is not there, -1 where it crashed or
 * hung. */
int wb_program_output(const char *const *argv, struct wb_str *output);

#endif

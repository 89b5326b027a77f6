/* From a compiler's log to the lines of the judged file that it names. */
#ifndef WB_EMULATOR_COMPILE_DIAGNOSTICS_H
#define WB_EMULATOR_COMPILE_DIAGNOSTICS_H

#include "device/device.h"

/* Parses "FILE:LINE:COLUMN: error|warning: TEXT" lines (notes count as
 * warnings) and appends them to result->diagnostics. Paths below the request's folder of
 * the course's headers, and of the workbench's own, are shortened to what follows it. */
void wb_diagnostics_parse(struct wb_build_result *result, const char *log,
                          const struct wb_build_request *request);

#endif

/* Build logs of OpenCL compilers, read for the places that they name. */
#ifndef WB_OPENCL_BUILD_LOG_H
#define WB_OPENCL_BUILD_LOG_H

#include "device/device.h"

/* Fills at most `max` of `out` with the errors and warnings that `log` places
 * somewhere, in its order; returns how many. Known are the forms
 *
 *   FILE:LINE:COLUMN: error: text     clang, NVIDIA, Intel, Mesa, AMD
 *   error: FILE:LINE:COLUMN: text     PoCL
 *   FILE(LINE): error: text           and FILE(LINE:COLUMN)
 *   "FILE", line LINE: error: text    AMD's older compiler
 *
 * `judged` is the name that the judged file has in the log, and
 * `folders`, which ends with NULL, where headers are: a place in a header
 * keeps its name, relative to its folder; any other is the judged file. */
size_t wb_build_log_parse(const char *log, const char *judged, const char *const *folders,
                          struct wb_diagnostic *out, size_t max);

/* Takes lines out of a log, in place, that a driver writes of every kernel, right or wrong, and
 * that say nothing about its text; a log of nothing else becomes "". */
void wb_build_log_clean(char *log);

#endif

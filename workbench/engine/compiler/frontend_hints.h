/* What else to say where clang does not know a name: that a later version of
 * OpenCL C has it, or that the emulator has none of its kind. */
#ifndef WB_COMPILER_FRONTEND_HINTS_H
#define WB_COMPILER_FRONTEND_HINTS_H

#include "base/str.h"
#include "device/device.h"

/* Adds a note for each kind of name in a log of clang's, at the first that it
 * complains about. The request's options, which may be NULL, are for the version; a
 * person who may include any file is also told how to ask for another. */
void wb_frontend_hints_add(struct wb_str *log, const struct wb_build_request *request);

#endif

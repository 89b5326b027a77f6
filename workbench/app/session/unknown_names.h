/* What to say of a name that the compiler does not know: how OpenCL C calls it, where it is one of
 * CUDA's, Mojo's, Metal's or HIP's that the course's glossary has (threadIdx.x is get_local_id(0));
 * the glossary's own name that is near it (get_globalid); that headers of C are not needed. */
#ifndef WB_SESSION_UNKNOWN_NAMES_H
#define WB_SESSION_UNKNOWN_NAMES_H

#include "result/result.h"

/* Adds it to the messages of the errors that name one. `course`: its folder. */
void wb_unknown_names_explain(struct wb_result *result, const char *course);

#endif

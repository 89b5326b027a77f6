/* Libraries of operations, each in a state of Lua of its own. */
#ifndef WB_LIBRARY_OPS_H
#define WB_LIBRARY_OPS_H

#include "library/object.h"

/* The context is released: operations that kept it have nothing of it any more. */
void wb_api_ops_end_context(struct workbench_context *context);

/* The host ends: all states of Lua go, with what they have of it. */
void wb_api_ops_end(struct workbench_host *host);

#endif

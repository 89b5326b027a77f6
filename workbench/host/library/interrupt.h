/* Ctrl-C while a call runs, where the host's options ask for that: the call fails with
 * WB_ERR_CANCELLED. A program's own handler of SIGINT still runs; where the program has none, or
 * not in this thread (Python runs handlers in the main thread alone), nothing is done. */
#ifndef WB_LIBRARY_INTERRUPT_H
#define WB_LIBRARY_INTERRUPT_H

#include <lua.h>

#include "library/object.h"

/* A descriptor that is readable once a call is interrupted, for the host's `cancel_fd`; -1: none
 * can be had. The host closes it. */
int wb_api_interrupt_open(void);

/* Around what may take long. `lua` runs meanwhile; NULL: no Lua does. */
void wb_api_interrupt_begin(struct workbench_host *host, lua_State *lua);
/* The call's status: WB_ERR_CANCELLED where it failed and was interrupted. */
enum wb_status wb_api_interrupt_end(struct workbench_host *host, lua_State *lua,
                                    enum wb_status status, struct wb_error *err);

#endif

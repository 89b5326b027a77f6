/* One wall, Landlock; sandbox.h puts them together. */
#ifndef WB_SANDBOX_LANDLOCK_H
#define WB_SANDBOX_LANDLOCK_H

#include "sandbox/sandbox.h"

/* The kernel's; 0: it has no Landlock, or grants it to nobody here. */
uint32_t wb_landlock_abi(void);

/* Lets this process open the places and nothing else. no_new_privs is set already.
 * Async-signal-safe. 0, or -1 with errno. */
int wb_landlock_raise(uint32_t most_abi, const struct wb_places *places);

#endif

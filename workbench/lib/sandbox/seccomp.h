/* The other wall, seccomp; sandbox.h puts them together. */
#ifndef WB_SANDBOX_SECCOMP_H
#define WB_SANDBOX_SECCOMP_H

#include "sandbox/calls.h"

/* Loads the role's filter. no_new_privs is set already. Async-signal-safe. Returns a
 * descriptor by which refused calls are told, where `told` and the role has them told;
 * WB_NOBODY_TOLD otherwise: such calls end the process then. -1 with errno. */
enum { WB_NOBODY_TOLD = -2 };
int wb_seccomp_raise(enum wb_role role, bool told);

/* Makes the call that only this role's filter answers so: 0 where it did. */
int wb_seccomp_canary(enum wb_role role);

#endif

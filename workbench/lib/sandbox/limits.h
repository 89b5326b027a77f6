/* Resource limits for a child that runs somebody else's code.
 *
 * What it may open and call is sandbox.h's: these are the amounts. */
#ifndef WB_SANDBOX_LIMITS_H
#define WB_SANDBOX_LIMITS_H

#include <stdint.h>

struct wb_sandbox {
  uint64_t cpu_seconds;   /* RLIMIT_CPU, with SIGKILL a second later; 0: none */
  uint64_t address_space; /* RLIMIT_AS in bytes; 0: none. Left out under ASan */
  uint64_t file_bytes;    /* RLIMIT_FSIZE; 0: nothing can be written, ~0: no limit */
  uint64_t max_files;     /* RLIMIT_NOFILE; 0: unchanged */
  int no_core;            /* RLIMIT_CORE 0 */
};

/* Applies the limits to the calling process; they cannot be lifted again.
 * Async-signal-safe, so that it can be wb_spawn.prepare: `data` is a
 * `const struct wb_sandbox *`. Returns 0, or -1 with errno. */
int wb_sandbox_enter(void *data);

/* Lets this process use so many seconds of processor's time from now on, and less than one more,
 * as far as a limit that cannot be lifted allows; then SIGXCPU ends it. */
void wb_sandbox_allow_time(uint64_t cpu_seconds);

#endif

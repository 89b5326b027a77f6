/* The process that runs launches, one after the other.
 *
 * Its walls are raised once, as the last thing before the first launch's kernel runs, and stand
 * until it ends. Each launch has what a process of its own would give it: its memory, at the same
 * addresses, is mapped anew or made as new, its variables begin afresh, and what was mapped for the
 * launch before is gone, or all zero (maps.h). No launch follows one that did not come to its end
 * well. */
#ifndef WB_EMULATOR_RUN_LAUNCH_CHILD_H
#define WB_EMULATOR_RUN_LAUNCH_CHILD_H

#include <sys/types.h>

#include "emulator/run/launch.h"
#include "emulator/run/shared.h"

struct wb_launch_turn {
  struct wb_launch_job job; /* whose launch and arguments are these: */
  struct wb_launch launch;
  struct wb_arg *args;
  struct wb_shared *shared;
  struct wb_outcome *outcome;
  struct wb_buffer_copy *copies[WB_MAX_ARGS]; /* of what it may change; NULL: none */
  uint64_t work; /* what it is likely to cost, by wb_parallel_work(), of the image that it had when
                    it came */
};

/* No two have a buffer in common. */
struct wb_launch_row {
  struct wb_launch_turn of[WB_LAUNCHES_IN_ROW];
  size_t n;
};

/* Whether its `first` launch, or one after that, uses the buffer. */
bool wb_launch_row_uses(const struct wb_launch_row *row, size_t first,
                        const struct wb_emulator_buffer *buffer);

/* In the child of `parent`, whose end of the way to the supervisor is `guard`. Each launch that
 * comes to its end sets its `shared->finished`; the first that does not is where the process ended.
 */
_Noreturn void wb_launch_child_run(const struct wb_launch_row *row,
                                   const struct wb_launch_host *host, pid_t parent, int guard);

#endif

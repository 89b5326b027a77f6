/* A process that outlives what it has started: it runs a function in another one, and ends that
 * when it takes too long or too much memory. */
#ifndef WB_GRADING_SUPERVISOR_H
#define WB_GRADING_SUPERVISOR_H

#include <stdint.h>

#include "base/status.h"

struct wb_supervision {
  int (*run)(void *data); /* in the other process, which ends with its result, 0 to 125 */
  void *data;
  double seconds; /* of wall time */
  uint64_t bytes; /* of memory, of the process and all that it has started; 0: no limit */
};

/* So many bytes that this machine, or the container here, lets processes have, less an eighth for
 * all others. */
uint64_t wb_supervised_memory(void);

/* Waits for its end; *code is what `run` returned. WB_ERR_LIMIT where it was ended, WB_ERR_CRASH
 * where something else ended it: the message says what. Nothing of it is left then. Of those that
 * the system ends for want of memory, it is the first. For processes with a single thread. */
enum wb_status wb_supervise(const struct wb_supervision *order, int *code, struct wb_error *err);

#endif

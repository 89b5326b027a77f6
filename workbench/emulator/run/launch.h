/* One launch: a forked child that runs the kernel, and what came of it. */
#ifndef WB_EMULATOR_RUN_LAUNCH_H
#define WB_EMULATOR_RUN_LAUNCH_H

#include "emulator/image.h"
#include "emulator/run/memory.h"

struct wb_launch_job {
  const struct wb_kernel_image *image;
  const struct wb_launch *launch;
  struct wb_bound_buffers bound;
  /* All buffers of the device, so that the child can forget the others. */
  struct wb_emulator_buffer *const *buffers;
  size_t n_buffers;
};

/* Fills the outcome. A status other than WB_OK is this machine's fault. */
enum wb_status wb_launch_run(const struct wb_launch_job *job, struct wb_outcome *outcome,
                             struct wb_error *err);

#endif

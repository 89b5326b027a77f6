/* One launch: a forked child that runs the kernel, and what came of it.
 *
 * The child, and each of its slices (parallel.h), raises the walls of the role "launch"
 * (sandbox/sandbox.h) as the last thing before kernel code runs in it. The child ends itself where
 * it has executed what it may (costs are counted, runtime.h). The worker waits for its end, and for
 * a system call that the walls refuse: it then ends the child with all slices, and the outcome is
 * WB_OUTCOME_SECURITY with the call's name. A wall that does not stand, or a launch that hangs, is
 * this machine's fault, and no outcome. */
#ifndef WB_EMULATOR_RUN_LAUNCH_H
#define WB_EMULATOR_RUN_LAUNCH_H

#include "emulator/image.h"
#include "emulator/run/memory.h"
#include "sandbox/sandbox.h"

struct wb_launch_job {
  const struct wb_kernel_image *image;
  const struct wb_launch *launch;
  struct wb_bound_buffers bound;
  /* All buffers of the device, so that the child can forget the others. */
  struct wb_emulator_buffer *const *buffers;
  size_t n_buffers;
  struct wb_walls walls; /* to be raised before kernel code runs */
  uint64_t handled;      /* signals that the device's process handles: wb_run_signals_handled */
  /* For a trial: once it has used this much processor time, it is given up and undone; 0: never. */
  uint32_t trial_ms;
};

/* A launch under way. Its job is copied; the buffers, and what the job's `buffers` points to, stay
 * their owner's until it is freed, and nobody else touches the buffers that it uses. */
struct wb_launch_process;

/* Starts it, or leaves NULL: where it cannot be launched so, which the outcome then says, and where
 * something of this machine's fails. */
enum wb_status wb_launch_start(const struct wb_launch_job *job, struct wb_launch_process **process,
                               struct wb_outcome *outcome, struct wb_error *err);

/* Waits, and fills the outcome; a status other than WB_OK is this machine's fault. `gave_up` is set
 * where it was a trial that was given up: outcome and buffers are as they were then. */
enum wb_status wb_launch_end(struct wb_launch_process *process, struct wb_outcome *outcome,
                             bool *gave_up, struct wb_error *err);

/* Ends one that is still under way, whatever becomes of its buffers; NULL is fine. */
void wb_launch_free(struct wb_launch_process *process);

/* Whether its process has ended: then wb_launch_end does not wait. */
bool wb_launch_has_ended(const struct wb_launch_process *process);

const struct wb_launch_job *wb_launch_job_of(const struct wb_launch_process *process);
bool wb_launch_uses(const struct wb_launch_process *process,
                    const struct wb_emulator_buffer *buffer);

/* Start and end of one that is no trial. */
enum wb_status wb_launch_run(const struct wb_launch_job *job, struct wb_outcome *outcome,
                             struct wb_error *err);

/* Whether a launch is likely to take longer than making better code for it: never tried. */
bool wb_launch_is_long(const struct wb_launch_job *job);

#endif

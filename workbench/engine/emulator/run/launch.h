/* Launches: a forked child that runs kernels, and what came of them.
 *
 * The child, and each slice of a launch (parallel.h), raises the walls of the role "launch"
 * (sandbox/sandbox.h) as the last thing before kernel code runs in it. The child ends itself where
 * it has executed what it may (costs are counted, runtime.h). The worker waits for its end, and for
 * a system call that the walls refuse: it then ends the child with all slices, and the outcome is
 * WB_OUTCOME_SECURITY with the call's name. A wall that does not stand, or a launch that hangs, is
 * this machine's fault, and no outcome.
 *
 * To start a process and raise its walls takes longer than a short launch: short ones are run in a
 * row by one process (launch_child.h). Where it ends badly (a crash, a call that is refused), all
 * of the row is undone; where a launch is given up, or lacks memory, it and those after it are.
 * They are for the caller to run alone. So an outcome is never one of the company that a launch was
 * in.
 */
#ifndef WB_EMULATOR_RUN_LAUNCH_H
#define WB_EMULATOR_RUN_LAUNCH_H

#include "emulator/image.h"
#include "emulator/run/memory.h"
#include "emulator/spare.h"
#include "sandbox/sandbox.h"

/* Jobs that one process runs at most. */
enum { WB_LAUNCHES_IN_ROW = 64 };

/* What all launches of a device have in common. */
struct wb_launch_host {
  struct wb_emulator_buffer *const *buffers; /* all, so that the child can forget the others */
  size_t n_buffers;
  const struct wb_spares *spares; /* whose slots the child must forget, too; NULL: there are none */
  struct wb_walls walls;          /* to be raised before kernel code runs */
  uint64_t handled; /* signals that the device's process handles: wb_run_signals_handled */
};

struct wb_launch_job {
  const struct wb_kernel_image *image;
  const struct wb_launch *launch;
  struct wb_bound_buffers bound;
  /* For a trial: once it has used this much processor time, it is given up and undone; 0: never. */
  uint32_t trial_ms;
};

/* A process for launches, before it has started, under way, and after its end. */
struct wb_launch_process;
struct wb_launch_process *wb_launch_process_new(void);

/* Ends it where it is still under way, whatever becomes of its buffers; NULL is fine. */
void wb_launch_process_free(struct wb_launch_process *process);

/* Before it has started: gives it a job, which is copied. The buffers stay their owner's, and
 * nobody else touches those that it uses until it has ended. False where it cannot be launched so,
 * which the outcome then says. Where it has more than one job, all are trials, with one program and
 * one limit of memory, and no two use the same buffer. */
bool wb_launch_process_add(struct wb_launch_process *process, const struct wb_launch_job *job,
                           struct wb_outcome *outcome);

/* Jobs whose outcomes have not been taken yet, and these, from 0 on; whether one of them uses the
 * buffer. */
size_t wb_launch_process_left(const struct wb_launch_process *process);
struct wb_launch_job *wb_launch_process_job(struct wb_launch_process *process, size_t index);
struct wb_outcome *wb_launch_process_outcome(const struct wb_launch_process *process, size_t index);
bool wb_launch_process_uses(const struct wb_launch_process *process,
                            const struct wb_emulator_buffer *buffer);

/* Of a process with jobs; `host` is looked at now alone. An error is this machine's fault. */
enum wb_status wb_launch_process_start(struct wb_launch_process *process,
                                       const struct wb_launch_host *host, struct wb_error *err);
bool wb_launch_process_has_started(const struct wb_launch_process *process);

/* Of one that has started: whether wb_launch_process_end would not wait. */
bool wb_launch_process_is_idle(const struct wb_launch_process *process);

/* Waits; once. `gave_up` is set where a trial was given up. An error is this machine's fault. */
enum wb_status wb_launch_process_end(struct wb_launch_process *process, bool *gave_up,
                                     struct wb_error *err);
bool wb_launch_process_has_ended(const struct wb_launch_process *process);

/* Then: takes the first job that is left. Its outcome is filled in, and its buffers are as the
 * launch has left them; or it is not `done`, and they are as they were before. */
enum wb_status wb_launch_process_take(struct wb_launch_process *process, bool *done,
                                      struct wb_error *err);

/* One launch from start to end, which is no trial. */
enum wb_status wb_launch_run(const struct wb_launch_host *host, const struct wb_launch_job *job,
                             struct wb_outcome *outcome, struct wb_error *err);

/* Whether a launch is likely to take longer than making better code for it: never tried. */
bool wb_launch_is_long(const struct wb_launch_job *job);

/* What its launches are likely to do: their work-items, those of loops and groups counted for more.
 */
uint64_t wb_launch_process_work(const struct wb_launch_process *process);

/* Whether it is likely to do so little, at most so much work, that it is worth a place in a row;
 * and whether it fits into that of a process with such jobs, which has not started: they have one
 * program. */
bool wb_launch_is_short(const struct wb_launch_job *job, uint64_t most_work);
bool wb_launch_process_takes(const struct wb_launch_process *process,
                             const struct wb_launch_job *job, uint64_t most_work);

#endif

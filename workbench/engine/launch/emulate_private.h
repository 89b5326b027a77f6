/* What the files of one emulation share. */
#ifndef WB_LAUNCH_EMULATE_PRIVATE_H
#define WB_LAUNCH_EMULATE_PRIVATE_H

#include "launch/arguments.h"
#include "launch/emulate.h"

/* What is held while it runs. */
struct wb_emulate_work {
  struct wb_emulate *job;
  struct wb_device *device;
  struct wb_device_info info;
  struct wb_build_result built;
  struct wb_kernel_info kernel;
  struct wb_arguments arguments;
  bool dumped[WB_MAX_ARGS];
  struct wb_outcome outcome;
};

/* emulate_args.c: checks the specs against the kernel, marks what is to be
 * dumped, and makes buffers and values of them. */
enum wb_status wb_emulate_make_args(struct wb_emulate_work *w, struct wb_error *err);

/* emulate.c: builds the kernel, whose first build worked, so that its launches can be
 * recorded; into w->built, of which the caller has kept what was there. */
enum wb_status wb_emulate_build_traced(struct wb_emulate_work *w, struct wb_error *err);

/* emulate.c: launches the kernel once on the buffers that there are. */
enum wb_status wb_emulate_launch(struct wb_emulate_work *w, const struct wb_schedule *schedule,
                                 uint64_t trace_bytes, struct wb_outcome *outcome,
                                 struct wb_error *err);

/* emulate_orders.c: once the first launch is done with, others on buffers that are
 * made anew; what they found, and where they left other bytes behind. */
enum wb_status wb_emulate_try_orders(struct wb_emulate_work *w, struct wb_error *err);

/* emulate_result.c: findings, counters and text of the outcome; then what the
 * buffers hold; then the trace. */
void wb_emulate_take_outcome(struct wb_emulate_work *w);
enum wb_status wb_emulate_read_buffers(struct wb_emulate_work *w, struct wb_error *err);
enum wb_status wb_emulate_write_trace(struct wb_emulate_work *w, struct wb_error *err);

#endif

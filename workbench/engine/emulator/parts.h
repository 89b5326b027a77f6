/* Arguments that are parts of buffers.
 *
 * A part that begins where an object may is seen in place (run/memory.c). For another one the
 * kernel gets a buffer of its own with the part's bytes, which return when it has run. Two
 * arguments that see the same part have one such buffer. */
#ifndef WB_EMULATOR_PARTS_H
#define WB_EMULATOR_PARTS_H

#include "emulator/emulator_private.h"

struct wb_parts {
  struct wb_emulator_buffer *of[WB_MAX_ARGS]; /* NULL: the argument is no such part */
  struct wb_emulator_buffer **buffers;        /* the device's, and these */
  size_t n_buffers;
  struct wb_launch launch;         /* as the kernel's process sees it: */
  struct wb_arg args[WB_MAX_ARGS]; /* what was copied is a whole */
};

/* Whether the launch needs buffers of its own for parts. */
bool wb_parts_are_copied(const struct wb_launch *launch);

/* WB_ERR_USAGE for parts that overlap where the kernel writes. */
enum wb_status wb_parts_check(const struct wb_device *device, const struct wb_launch_job *job,
                              struct wb_error *err);

/* Makes them, and lets the job see them until they return; device->parts must be set as long. */
enum wb_status wb_parts_make(struct wb_device *device, struct wb_launch_job *job,
                             struct wb_parts *parts, struct wb_error *err);
void wb_parts_return(struct wb_device *device, const struct wb_launch *launch,
                     struct wb_parts *parts);

/* Of an outcome: what a copy's bytes are of the whole. */
void wb_parts_move_touched(const struct wb_launch *launch, struct wb_outcome *outcome);

#endif

/* Launches that cannot be: findings before anything runs. */
#ifndef WB_EMULATOR_RUN_VALIDATE_H
#define WB_EMULATOR_RUN_VALIDATE_H

#include "emulator/image.h"
#include "emulator/run/memory.h"

/* Whether the launch can run. If not, outcome has invalid-launch and
 * invalid-argument findings that say all that is wrong with it. Sizes beyond
 * launch->dimensions must be 1. */
bool wb_launch_is_valid(const struct wb_kernel_image *image, const struct wb_launch *launch,
                        const struct wb_bound_buffers *bound, struct wb_outcome *outcome);

#endif

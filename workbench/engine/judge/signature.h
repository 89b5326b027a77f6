/* Whether a kernel takes what the puzzle passes. */
#ifndef WB_JUDGE_SIGNATURE_H
#define WB_JUDGE_SIGNATURE_H

#include "device/device.h"
#include "script/puzzle.h"

/* Fills at most `max` invalid-argument findings on the kernel of a launch and what that passes, and
 * returns how many. `line` is the kernel's, 0 if unknown. What the device does not know is not
 * judged. */
size_t wb_signature_check(const struct wb_puzzle *puzzle, const struct wb_case_stage *stage,
                          const struct wb_kernel_info *info, uint32_t line,
                          struct wb_finding *findings, size_t max);

#endif

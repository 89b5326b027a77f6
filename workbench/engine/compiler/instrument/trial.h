/* Trials: would a loop ever end if nobody else ran?
 *
 * A trial is a function that runs the turns of a loop as the kernel does, from one
 * of its reads on, but with memory of its own for what it writes and for what the
 * runtime wants it to find (run/trial.h). It ends when the loop is left, or a
 * barrier or its like is reached, where others come to; or when a turn was like the
 * one before in all that decides about going on: then so are all that follow.
 *
 * It has only the instructions that such decisions need, makes no access of the
 * source, and is checked and counted by nobody. */
#ifndef WB_COMPILER_INSTRUMENT_TRIAL_H
#define WB_COMPILER_INSTRUMENT_TRIAL_H

#include "compiler/instrument/slice.h"

/* Builds the trial of the loop of `slices[loop]` that begins with `read`, an access
 * of its own, or one before it on which it depends what comes of the loop; `slices` are
 * those of all loops of the graph. Before the read stands
 * code from then on that writes down what the trial has to know. Gives the function,
 * `uint32_t (context, frame)`, and the frame; false where none can be built. */
bool wb_trial_build(struct wb_kernel_work *kernel, const struct wb_graph *graph,
                    const struct wb_slice *slices, size_t loop, LLVMValueRef read,
                    LLVMValueRef *function, LLVMValueRef *frame);

#endif

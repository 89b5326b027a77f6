/* Which values nobody wrote: a bit per lane that follows every value through
 * the computation, as LLVM's MemorySanitizer does with a bit per bit.
 *
 * The *shadow* of a value is an i1 for a scalar; for a vector a number, at least i32, whose bit i
 * is lane i's and all others 0, as there are registers and instructions for numbers; for a
 * struct or an array one of its parts' shadows. NULL stands for "written, for certain", and is
 * by far the most frequent; only what comes out of memory or from a variable
 * without a value has a shadow at all. */
#ifndef WB_COMPILER_INSTRUMENT_UNWRITTEN_H
#define WB_COMPILER_INSTRUMENT_UNWRITTEN_H

#include "compiler/instrument/work.h"

/* Finds the values that may be unwritten and makes the shadows of phis, which
 * are filled in at the end. Between the two, checks.c calls wb_shadow_follow
 * for each instruction in an order in which operands come first. */
void wb_shadows_begin(struct wb_kernel_work *kernel, const struct wb_values *instructions);
void wb_shadows_end(struct wb_kernel_work *kernel, const struct wb_values *instructions);

/* Computes the shadow of an instruction from those of its operands. */
void wb_shadow_follow(struct wb_kernel_work *kernel, LLVMValueRef instruction);

LLVMValueRef wb_shadow_of(struct wb_kernel_work *kernel, LLVMValueRef value); /* or NULL */
void wb_shadow_set(struct wb_kernel_work *kernel, LLVMValueRef value, LLVMValueRef shadow);

/* One i1: whether any lane is unwritten. NULL stays NULL. Builds code. */
LLVMValueRef wb_shadow_any(struct wb_kernel_work *kernel, LLVMValueRef shadow);

/* One i1: a lane's, of a vector's shadow. Builds code. */
LLVMValueRef wb_shadow_lane(struct wb_kernel_work *kernel, LLVMValueRef shadow, unsigned lane);

/* Truth values, an i1 or a vector of them, as the shadow that is set where they are true, to be
 * combined with others by `and`. Builds code. */
LLVMValueRef wb_shadow_of_truths(struct wb_kernel_work *kernel, LLVMValueRef truths);

/* Says that what has been stored at an address is of no use where the shadow is set, so that a read
 * of it there can say where it comes from: from `value`; or NULL: from the last read that found
 * memory unwritten, which has just been reported. */
void wb_shadow_carry(struct wb_kernel_work *kernel, LLVMValueRef value, LLVMValueRef shadow,
                     LLVMValueRef address, uint32_t object, uint32_t bytes);

/* The same of an element of a buffer, for whoever compares its content. */
struct wb_left {
  LLVMValueRef address;
  uint32_t object, bytes;
  bool by_atomic; /* others may follow, which change the value and not that it is of no use */
};
void wb_shadow_left(struct wb_kernel_work *kernel, LLVMValueRef value, LLVMValueRef shadow,
                    const struct wb_left *where);

/* Reports `value` where it is unwritten, before `where`. */
void wb_shadow_use(struct wb_kernel_work *kernel, LLVMValueRef value, LLVMValueRef where,
                   uint32_t use);

#endif

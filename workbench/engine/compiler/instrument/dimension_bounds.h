/* Indices of dimensions, which layout.h makes offsets of.
 *
 * On the emulator that header passes each offset through
 *
 *     size_t __wb_index(size_t offset, size_t index, size_t size, uint which)
 *
 * once for each index that went into it; clang gets a macro, __wb_layout_checks, for that, and no
 * kernel's text can name either of them. The result is the offset; where the index is not below
 * the size of its dimension, it is *astray*. So is what arithmetic makes of an offset that is
 * astray, and a pointer that it moves; a comparison of it is not, nor what is read there, and of
 * two values to choose from only the chosen one counts. An access through a pointer that is
 * astray is a finding, and is refused; to compute such an offset, to compare it and to throw it
 * away is none. An offset that goes into memory or into a vector is a plain number from then on.
 *
 * For each value that may be astray there is another one, of 32 bits: 0, or 1 + the site of the
 * call that says what is wrong. The runtime keeps the index (run/dimensions.c). */
#ifndef WB_COMPILER_INSTRUMENT_DIMENSION_BOUNDS_H
#define WB_COMPILER_INSTRUMENT_DIMENSION_BOUNDS_H

#include "compiler/instrument/work.h"

#define WB_INDEX_FUNCTION "__wb_index"

/* Whether a declaration is of that function, and of its type. */
bool wb_is_index_function(LLVMValueRef function);
bool wb_is_index_call(LLVMValueRef instruction);
LLVMValueRef wb_index_call_offset(LLVMValueRef call);

/* Around the walk of checks.c, as those of unwritten.h: all that may be astray is found; each
 * instruction gets its value after its checks; phis get theirs. */
void wb_astray_begin(struct wb_kernel_work *kernel, const struct wb_values *instructions);
void wb_astray_follow(struct wb_kernel_work *kernel, LLVMValueRef instruction);
void wb_astray_end(struct wb_kernel_work *kernel, const struct wb_values *phis);

/* The value's own; NULL: it is never astray. */
LLVMValueRef wb_astray_of(struct wb_kernel_work *kernel, LLVMValueRef value);

/* After all checks: the calls go. */
void wb_index_calls_resolve(struct wb_kernel_work *kernel);

#endif

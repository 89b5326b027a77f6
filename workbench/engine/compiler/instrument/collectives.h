/* Collective functions: those that all work-items of a sub-group or a group call together. */
#ifndef WB_COMPILER_INSTRUMENT_COLLECTIVES_H
#define WB_COMPILER_INSTRUMENT_COLLECTIVES_H

#include "compiler/instrument/graph.h"
#include "compiler/instrument/work.h"

/* Whether a mangled name is such a function's; or one that asks for a
 * work-item's place in its sub-group, or works on ballots. */
bool wb_is_collective_builtin(const char *name);
bool wb_is_collective(LLVMValueRef instruction);
bool wb_is_subgroup_query(const char *name);

/* Before loops.c: calls of the queries go; the kernel learns whether it has
 * collectives. */
void wb_collectives_lower(struct wb_kernel_work *kernel);

/* collective_keys.c: before each collective, writes down where in the program it is
 * (runtime.h: struct wbrt_collective_data). */
void wb_collective_keys(struct wb_kernel_work *kernel, struct wb_graph *g,
                        const struct wb_values *instructions);

/* For it: writes the part `index` of where in the program a collective is, before
 * the call; then how many there are (runtime.h: struct wbrt_collective_data). */
void wb_collective_key(struct wb_kernel_work *kernel, LLVMValueRef call, unsigned index,
                       LLVMValueRef part);
void wb_collective_key_end(struct wb_kernel_work *kernel, LLVMValueRef call, unsigned count);

/* checks.c: true when it was a collective, and gone. */
bool wb_check_collective(struct wb_kernel_work *kernel, LLVMValueRef call);

#endif

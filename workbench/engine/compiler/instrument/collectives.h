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

/* Before each collective, writes down where in the program it is
 * (runtime.h: struct wbrt_collective_data). */
void wb_collective_keys(struct wb_kernel_work *kernel, struct wb_graph *g,
                        const struct wb_values *instructions);

/* checks.c: true when it was a collective, and gone. */
bool wb_check_collective(struct wb_kernel_work *kernel, LLVMValueRef call);

#endif

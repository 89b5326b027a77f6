/* Functions for which work-items of a sub-group or a group meet. */
#ifndef WB_COMPILER_INSTRUMENT_MEETINGS_H
#define WB_COMPILER_INSTRUMENT_MEETINGS_H

#include "compiler/instrument/graph.h"
#include "compiler/instrument/work.h"

/* Whether a mangled name is such a function's; or one that asks for a
 * work-item's place in its sub-group, or works on ballots. */
bool wb_is_meeting_builtin(const char *name);
bool wb_is_meeting(LLVMValueRef instruction);
bool wb_is_subgroup_query(const char *name);

/* Before loops.c: calls of the queries go; the kernel learns whether it has
 * meetings. */
void wb_meetings_lower(struct wb_kernel_work *kernel);

/* meeting_keys.c: before each meeting, writes down where in the program it is
 * (runtime.h: struct wbrt_meeting). */
void wb_meeting_keys(struct wb_kernel_work *kernel, struct wb_graph *g,
                     const struct wb_values *instructions);

/* For it: writes the part `index` of where in the program a meeting is, before
 * the call; then how many there are (runtime.h: struct wbrt_meeting). */
void wb_meeting_key(struct wb_kernel_work *kernel, LLVMValueRef call, unsigned index,
                    LLVMValueRef part);
void wb_meeting_key_end(struct wb_kernel_work *kernel, LLVMValueRef call, unsigned count);

/* checks.c: true when it was a meeting, and gone. */
bool wb_check_meeting(struct wb_kernel_work *kernel, LLVMValueRef call);

#endif

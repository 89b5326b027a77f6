/* Where a work-item gets past a barrier that others may wait at. */
#ifndef WB_COMPILER_INSTRUMENT_EXITS_H
#define WB_COMPILER_INSTRUMENT_EXITS_H

#include "compiler/instrument/graph.h"

/* Marks (wbrt_exits) the branches after which `goal`, a barrier or a collective, is not reached in
 * this round of the loop, or not at all. Blocks and edges stay as they are. */
void wb_exits_mark(struct wb_kernel_work *kernel, const struct wb_graph *g, LLVMValueRef goal);

#endif

/* What code costs to execute, by what it is: the same on every machine. */
#ifndef WB_COMPILER_INSTRUMENT_COSTS_H
#define WB_COMPILER_INSTRUMENT_COSTS_H

#include <llvm-c/Types.h>
#include <stdint.h>

/* The cost of one run through a block with its checks, in units of which WBRT_COST_OF_MS are a
 * millisecond. What builtins do that depends on values (copies of arrays) the runtime adds. */
uint64_t wb_cost_of_block(LLVMBasicBlockRef block);

#endif

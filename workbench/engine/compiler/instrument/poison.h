/* Scalar and vector variables that start without a value. */
#ifndef WB_COMPILER_INSTRUMENT_POISON_H
#define WB_COMPILER_INSTRUMENT_POISON_H

#include "compiler/instrument/work.h"

/* Whether a value stands for "nobody wrote this variable". */
bool wb_is_poison(LLVMValueRef value);

/* Whether an alloca is only ever read and written as a whole, so that promote.c
 * turns it into values; all others become objects. */
bool wb_is_variable(LLVMValueRef alloca);

#endif

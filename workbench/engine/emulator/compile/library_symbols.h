/* What LLVM's code generator calls by name besides the runtime. */
#ifndef WB_EMULATOR_COMPILE_LIBRARY_SYMBOLS_H
#define WB_EMULATOR_COMPILE_LIBRARY_SYMBOLS_H

#include "emulator/run/symbols.h"

/* libm's functions behind intrinsics, memcpy and friends, and conversions of
 * half where the processor has none. */
const struct wb_symbol *wb_library_symbols(size_t *count);

#endif

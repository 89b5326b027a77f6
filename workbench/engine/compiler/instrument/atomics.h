/* Atomic builtins: what one step leaves for the next. */
#ifndef WB_COMPILER_INSTRUMENT_ATOMICS_H
#define WB_COMPILER_INSTRUMENT_ATOMICS_H

#include "compiler/instrument/work.h"

/* A call of this stands after each atomic instruction that C11 gives an
 * order: (i64 address, i32 kind, i32 order, i32 scope), all as wbrt_sync
 * takes them. */
#define WB_SYNC_MARKER "wb.sync"

/* enum wbrt_sync_kind's values. */
enum { WB_SYNC_LOAD, WB_SYNC_STORE, WB_SYNC_UPDATE, WB_SYNC_FENCE };

/* Whether the mangled name is an atomic builtin's; replaces such a call,
 * leaves others alone. */
bool wb_is_atomic_builtin(const char *name);
void wb_atomic_lower(struct wb_instrumentation *work, LLVMValueRef instruction);

#endif

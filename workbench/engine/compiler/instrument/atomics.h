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

/* What a call of one does, and where its arguments say how. */
enum wb_atomic_effect { WB_ATOMIC_OTHER, WB_ATOMIC_LOAD, WB_ATOMIC_STORE, WB_ATOMIC_UPDATE };
struct wb_atomic_call {
  enum wb_atomic_effect effect;
  LLVMAtomicRMWBinOp op;               /* of an update, which returns the old value */
  bool by_one;                         /* without an argument for the other operand */
  LLVMTypeRef type;                    /* of the value; NULL for WB_ATOMIC_OTHER */
  bool ordered;                        /* C11's: sequentially consistent unless it says else */
  unsigned own, order, failure, scope; /* arguments before the order; where these are, 0: none */
};
/* False where the instruction is no such call. */
bool wb_atomic_describe(LLVMValueRef instruction, struct wb_atomic_call *atomic);

#endif

#include <llvm-c/DebugInfo.h>

#include "compiler/instrument/row_bounds.h"
#include "compiler/instrument/steps.h"

/* `v[i].x = 1` writes one element of a vector in memory. clang loads the whole
 * vector, replaces the lane and stores it all, as if the other lanes had been
 * read and written, which others may be doing: here it becomes what it says.
 * So does reading one lane. Variables, which are values later, stay as they
 * are. */

enum { MAX_LANES = 16 };

static bool is_plain(struct wb_instrumentation *work, LLVMValueRef access) {
  return !LLVMGetVolatile(access) && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic &&
         !wb_row_bounds_has(work, access, WB_ROW_BOUNDS_WHOLE);
}

/* The lane's access must end where the vector's has to. */
static void keep_mark(struct wb_instrumentation *work, LLVMValueRef made, LLVMValueRef whole) {
  if (wb_row_bounds_has(work, whole, WB_ROW_BOUNDS_SPAN))
    wb_row_bounds_set(work, made, WB_ROW_BOUNDS_SPAN);
}

static bool has_one_use(LLVMValueRef value) {
  LLVMUseRef use = LLVMGetFirstUse(value);
  return use != NULL && LLVMGetNextUse(use) == NULL;
}

/* The lane of a vector at `pointer`. Its access keeps the vector's alignment,
 * which the source promises, until access.c has noted it. */
static LLVMValueRef lane_pointer(struct wb_instrumentation *work, LLVMTypeRef type,
                                 LLVMValueRef pointer, unsigned lane) {
  LLVMValueRef path[] = {wb_build_int32(work, 0), wb_build_int32(work, lane)};
  return LLVMBuildGEP2(work->builder, type, pointer, path, 2, "");
}

static void build_at(struct wb_instrumentation *work, LLVMValueRef place) {
  wb_build_before(work, place);
  LLVMSetCurrentDebugLocation2(work->builder, LLVMInstructionGetDebugLoc(place));
}

/* ---- writing ------------------------------------------------------------------ */

/* The lanes that a stored vector changes of what `load` gave: `from[i]` is the
 * lane of `other` that becomes lane i, or -1. NULL where it is anything else. */
static LLVMValueRef changed_lanes(LLVMValueRef value, int from[MAX_LANES], LLVMValueRef *other) {
  unsigned n = LLVMGetVectorSize(LLVMTypeOf(value));
  LLVMValueRef load = LLVMGetOperand(value, 0);
  for (unsigned i = 0; i < n; i++) from[i] = -1;
  *other = LLVMGetOperand(value, 1);
  if (LLVMIsAInsertElementInst(value)) {
    LLVMValueRef index = LLVMGetOperand(value, 2);
    if (!LLVMIsAConstantInt(index) || LLVMConstIntGetZExtValue(index) >= n) return NULL;
    from[LLVMConstIntGetZExtValue(index)] = 0;
    return load;
  }
  if (LLVMGetVectorSize(LLVMTypeOf(load)) != n) return NULL;
  for (unsigned i = 0; i < n; i++) {
    int lane = LLVMGetMaskValue(value, i);
    if (lane >= (int)n)
      from[i] = lane - (int)n;
    else if (lane != (int)i)
      return NULL;
  }
  return load;
}

/* What might have changed the other lanes in between would be undone by storing them all: that must
 * show. */
static bool nothing_between(LLVMValueRef load, LLVMValueRef store) {
  LLVMValueRef at = LLVMGetNextInstruction(load);
  while (at != NULL && at != store && !LLVMIsAStoreInst(at) && !LLVMIsACallInst(at) &&
         !LLVMIsAAtomicRMWInst(at) && !LLVMIsAAtomicCmpXchgInst(at))
    at = LLVMGetNextInstruction(at);
  return at == store;
}

static void narrow_store(struct wb_instrumentation *work, LLVMValueRef store) {
  LLVMValueRef value = LLVMGetOperand(store, 0), pointer = LLVMGetOperand(store, 1), other;
  LLVMTypeRef type = LLVMTypeOf(value);
  int from[MAX_LANES] = {0};
  if (!LLVMIsAInsertElementInst(value) && !LLVMIsAShuffleVectorInst(value)) return;
  if (LLVMGetVectorSize(type) > MAX_LANES || !has_one_use(value)) return;
  LLVMValueRef load = changed_lanes(value, from, &other);
  if (load == NULL || !LLVMIsALoadInst(load) || LLVMGetOperand(load, 0) != pointer ||
      !is_plain(work, load) || !has_one_use(load) || !nothing_between(load, store))
    return;
  build_at(work, store);
  for (unsigned i = 0; i < LLVMGetVectorSize(type); i++) {
    if (from[i] < 0) continue;
    LLVMValueRef lane = LLVMIsAInsertElementInst(value)
                            ? other
                            : LLVMBuildExtractElement(work->builder, other,
                                                      wb_build_int32(work, (uint64_t)from[i]), "");
    LLVMValueRef made = LLVMBuildStore(work->builder, lane, lane_pointer(work, type, pointer, i));
    LLVMSetAlignment(made, LLVMGetAlignment(store));
    keep_mark(work, made, store);
  }
  LLVMInstructionEraseFromParent(store);
  LLVMInstructionEraseFromParent(value);
  LLVMInstructionEraseFromParent(load);
}

/* ---- reading ------------------------------------------------------------------ */

static void narrow_load(struct wb_instrumentation *work, LLVMValueRef extract) {
  LLVMValueRef load = LLVMGetOperand(extract, 0), index = LLVMGetOperand(extract, 1);
  LLVMTypeRef type = LLVMTypeOf(load);
  if (!LLVMIsALoadInst(load) || !LLVMIsAConstantInt(index) || !is_plain(work, load) ||
      !has_one_use(load) || LLVMIsAAllocaInst(LLVMGetOperand(load, 0)))
    return;
  unsigned lane = (unsigned)LLVMConstIntGetZExtValue(index);
  if (lane >= LLVMGetVectorSize(type)) return;
  build_at(work, load);
  LLVMValueRef made = LLVMBuildLoad2(work->builder, LLVMGetElementType(type),
                                     lane_pointer(work, type, LLVMGetOperand(load, 0), lane), "");
  LLVMSetAlignment(made, LLVMGetAlignment(load));
  keep_mark(work, made, load);
  LLVMReplaceAllUsesWith(extract, made);
  LLVMInstructionEraseFromParent(extract);
  LLVMInstructionEraseFromParent(load);
}

void wb_lanes_narrow(struct wb_kernel_work *kernel) {
  struct wb_instrumentation *work = kernel->work;
  struct wb_values list = wb_instructions_of(kernel->entry), stores = {0}, extracts = {0};
  for (size_t i = 0; i < list.count; i++) {
    LLVMValueRef at = list.items[i];
    if (LLVMIsAExtractElementInst(at)) wb_values_add(&extracts, at);
    if (LLVMIsAStoreInst(at) && is_plain(work, at) && !LLVMIsAAllocaInst(LLVMGetOperand(at, 1)))
      wb_values_add(&stores, at);
  }
  for (size_t i = 0; i < stores.count; i++) narrow_store(work, stores.items[i]);
  for (size_t i = 0; i < extracts.count; i++) narrow_load(work, extracts.items[i]);
  wb_values_release(&list);
  wb_values_release(&stores);
  wb_values_release(&extracts);
}

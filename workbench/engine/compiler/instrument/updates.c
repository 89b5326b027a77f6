#include "compiler/instrument/steps.h"

/* Where an element is read, changed and written back, as `x[i] += 1` does: the report of a race
 * must not ask for a barrier there (emulator/run/races.c). */

enum { MOST_VALUES = 32, MOST_STEPS = 8 };

static bool is_step(LLVMValueRef value) {
  return LLVMIsAGetElementPtrInst(value) || LLVMIsACastInst(value) ||
         LLVMIsABinaryOperator(value) || LLVMIsALoadInst(value);
}

static bool is_alike(LLVMValueRef a, LLVMValueRef b) {
  return LLVMIsAInstruction(a) && LLVMIsAInstruction(b) && is_step(a) && is_step(b) &&
         LLVMGetInstructionOpcode(a) == LLVMGetInstructionOpcode(b) &&
         LLVMTypeOf(a) == LLVMTypeOf(b) && LLVMGetNumOperands(a) == LLVMGetNumOperands(b) &&
         (!LLVMIsAGetElementPtrInst(a) ||
          LLVMGetGEPSourceElementType(a) == LLVMGetGEPSourceElementType(b));
}

/* Whether two addresses are computed in the same way: `x[n - 1] = x[n - 1] + 1` has two. */
static bool is_same_value(LLVMValueRef a, LLVMValueRef b, unsigned steps) {
  if (a == b) return true;
  bool same = steps > 0 && is_alike(a, b);
  for (unsigned i = 0; same && i < (unsigned)LLVMGetNumOperands(a); i++)
    same = is_same_value(LLVMGetOperand(a, i), LLVMGetOperand(b, i), steps - 1);
  return same;
}

/* In one block whoever reads it writes it; elsewhere only what clang makes of one operator. */
static bool is_one_change(LLVMValueRef load, LLVMValueRef store) {
  const bool together = LLVMGetInstructionParent(load) == LLVMGetInstructionParent(store) ||
                        LLVMGetDebugLocColumn(load) == LLVMGetDebugLocColumn(store);
  return together && LLVMGetDebugLocLine(load) == LLVMGetDebugLocLine(store) &&
         is_same_value(LLVMGetOperand(load, 0), LLVMGetOperand(store, 1), MOST_STEPS);
}

/* The read that the written value comes from, or NULL. */
static LLVMValueRef find_read(LLVMValueRef store) {
  LLVMValueRef values[MOST_VALUES] = {LLVMGetOperand(store, 0)}, found = NULL;
  for (size_t n = 1, next = 0; next < n && found == NULL; next++) {
    LLVMValueRef value = values[next];
    if (!LLVMIsAInstruction(value)) continue;
    if (LLVMIsALoadInst(value)) {
      if (is_one_change(value, store)) found = value;
      continue;
    }
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value) && n < MOST_VALUES; i++)
      values[n++] = LLVMGetOperand(value, i);
  }
  return found;
}

void wb_updates_find(struct wb_kernel_work *kernel, const struct wb_values *instructions) {
  for (size_t i = 0; i < instructions->count; i++) {
    LLVMValueRef store = instructions->items[i];
    LLVMValueRef load = LLVMIsAStoreInst(store) ? find_read(store) : NULL;
    if (load == NULL) continue;
    wb_map_put(&kernel->updates, load, 1);
    wb_map_put(&kernel->updates, store, 1);
  }
}

#include "compiler/instrument/poison.h"

#include <stddef.h>

#include "compiler/instrument/steps.h"

bool wb_is_poison(LLVMValueRef value) {
  return LLVMIsAFreezeInst(value) && LLVMIsPoison(LLVMGetOperand(value, 0));
}

static bool is_lifetime(LLVMValueRef user) { return wb_is_intrinsic(user, "llvm.lifetime."); }

bool wb_is_variable(LLVMValueRef alloca) {
  LLVMTypeRef type = LLVMGetAllocatedType(alloca);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  bool good = kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind;
  for (LLVMUseRef use = LLVMGetFirstUse(alloca); use != NULL && good; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsALoadInst(user))
      good = LLVMTypeOf(user) == type && !LLVMGetVolatile(user) &&
             LLVMGetOrdering(user) == LLVMAtomicOrderingNotAtomic;
    else if (LLVMIsAStoreInst(user))
      good = LLVMGetOperand(user, 0) != alloca && LLVMTypeOf(LLVMGetOperand(user, 0)) == type &&
             !LLVMGetVolatile(user) && LLVMGetOrdering(user) == LLVMAtomicOrderingNotAtomic;
    else
      good = is_lifetime(user);
  }
  return good;
}

/* An unwritten value is `freeze poison`, which no pass before the checks
 * touches: after promote.c it stands wherever a read finds nothing stored. */
static void forget_value(struct wb_instrumentation *work, LLVMValueRef alloca) {
  LLVMTypeRef type = LLVMGetAllocatedType(alloca);
  size_t length = 0; /* the name says whose value it is */
  LLVMValueRef value =
      LLVMBuildFreeze(work->builder, LLVMGetPoison(type), LLVMGetValueName2(alloca, &length));
  LLVMBuildStore(work->builder, value, alloca);
}

static void poison_variable(struct wb_kernel_work *kernel, LLVMValueRef alloca) {
  struct wb_instrumentation *work = kernel->work;
  struct wb_values ends = {0};
  wb_build_before(work, kernel->anchor);
  forget_value(work, alloca);
  for (LLVMUseRef use = LLVMGetFirstUse(alloca); use != NULL; use = LLVMGetNextUse(use))
    if (is_lifetime(LLVMGetUser(use))) wb_values_add(&ends, LLVMGetUser(use));
  for (size_t i = 0; i < ends.count; i++) {
    wb_build_before(work, ends.items[i]);
    if (wb_is_intrinsic(ends.items[i], "llvm.lifetime.start.")) forget_value(work, alloca);
    /* A kernel without parameters may begin with it. */
    if (ends.items[i] == kernel->anchor) kernel->anchor = LLVMGetNextInstruction(kernel->anchor);
    LLVMInstructionEraseFromParent(ends.items[i]);
  }
  wb_values_release(&ends);
}

/* They are found first: poison_variable() takes other instructions of the list away. */
void wb_poison_variables(struct wb_kernel_work *kernel) {
  struct wb_values list = wb_instructions_of(kernel->entry), variables = {0};
  for (size_t i = 0; i < list.count; i++)
    if (LLVMIsAAllocaInst(list.items[i]) && wb_is_variable(list.items[i]))
      wb_values_add(&variables, list.items[i]);
  for (size_t i = 0; i < variables.count; i++) poison_variable(kernel, variables.items[i]);
  wb_values_release(&variables);
  wb_values_release(&list);
}

void wb_poison_resolve(struct wb_kernel_work *kernel) {
  struct wb_values list = wb_instructions_of(kernel->entry);
  for (size_t i = 0; i < list.count; i++) {
    if (!wb_is_poison(list.items[i])) continue;
    LLVMReplaceAllUsesWith(list.items[i], LLVMConstNull(LLVMTypeOf(list.items[i])));
    LLVMInstructionEraseFromParent(list.items[i]);
  }
  wb_values_release(&list);
}

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "compiler/instrument/objects.h"
#include "compiler/instrument/steps.h"

/* Where a kernel returns: clang jumps from each `return` to one common end, by way of what must
 * be cleaned up. Before that jump goes a mark, so that a report about a barrier can say where
 * this work-item has gone. */
static const char MARK[] = "wb.returns";

/* clang's names: the common end, and the number that says where to go from a
 * cleanup, which is 1 for the end. */
static const char END_BLOCK[] = "return", SLOT[] = "cleanup.dest.slot";
enum { TO_THE_END = 1 };

static bool is_named(const char *name, const char *wanted) {
  size_t length = strlen(wanted);
  return strncmp(name, wanted, length) == 0 && (name[length] == '\0' || name[length] == '.');
}

static bool goes_to_end(LLVMValueRef end) {
  return LLVMIsABranchInst(end) && LLVMGetNumSuccessors(end) == 1 &&
         is_named(LLVMGetBasicBlockName(LLVMGetSuccessor(end, 0)), END_BLOCK);
}

static bool chooses_end(LLVMBasicBlockRef block) {
  bool found = false;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
    size_t length = 0;
    if (!LLVMIsAStoreInst(i) || !LLVMIsAConstantInt(LLVMGetOperand(i, 0))) continue;
    if (is_named(LLVMGetValueName2(LLVMGetOperand(i, 1), &length), SLOT))
      found = LLVMConstIntGetZExtValue(LLVMGetOperand(i, 0)) == TO_THE_END;
  }
  return found;
}

static void mark_return(struct wb_instrumentation *work, LLVMValueRef end, size_t kernel) {
  LLVMValueRef function = LLVMGetNamedFunction(work->module, MARK);
  LLVMTypeRef type = LLVMFunctionType(work->types.none, &work->types.i32, 1, 0);
  if (function == NULL) function = LLVMAddFunction(work->module, MARK, type);
  LLVMValueRef argument = wb_build_int32(work, kernel);
  wb_build_before(work, end);
  LLVMSetCurrentDebugLocation2(work->builder, LLVMInstructionGetDebugLoc(end));
  LLVMBuildCall2(work->builder, type, function, &argument, 1, "");
}

void wb_returns_mark(struct wb_kernel_work *kernel) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel->source); b;
       b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    if (LLVMGetDebugLocLine(end) != 0 && (goes_to_end(end) || chooses_end(b)))
      mark_return(kernel->work, end, kernel->index);
  }
}

bool wb_is_return_mark(LLVMValueRef instruction) { return wb_is_intrinsic(instruction, MARK); }

/* Marks of another kernel, which this one calls, are none of its own. */
void wb_returns_lower(struct wb_kernel_work *kernel) {
  struct wb_values list = wb_instructions_of(kernel->entry);
  const bool wanted = wb_program_kernel_of(kernel)->image.has_barrier;
  for (size_t i = 0; i < list.count; i++) {
    if (!wb_is_intrinsic(list.items[i], MARK)) continue;
    if (wanted && LLVMConstIntGetZExtValue(LLVMGetOperand(list.items[i], 0)) == kernel->index) {
      LLVMValueRef site = wb_build_int32(kernel->work, wb_own_site(kernel, list.items[i]));
      wb_build_before(kernel->work, list.items[i]);
      wb_call_runtime(kernel, "wbrt_returns", &site, 1);
    }
    LLVMInstructionEraseFromParent(list.items[i]);
  }
  wb_values_release(&list);
}

/* A loop over work-items around the entry of a kernel without barriers
 * (image.h, `row`): the entry's blocks become the row's. To have them inlined would copy them
 * all. */
#include <stdlib.h>

#include "compiler/instrument/steps.h"

/* Between two blocks of the row: the first goes on to the entry's first, and where the entry
 * returned it goes on to the second. */
static void move_blocks(struct wb_kernel_work *kernel, LLVMBasicBlockRef before,
                        LLVMBasicBlockRef after) {
  LLVMBuilderRef b = kernel->work->builder;
  LLVMBasicBlockRef first = LLVMGetEntryBasicBlock(kernel->entry), block = NULL, last = before;
  while ((block = LLVMGetFirstBasicBlock(kernel->entry)) != NULL) {
    LLVMMoveBasicBlockAfter(block, last);
    last = block;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (!LLVMIsAReturnInst(end)) continue;
    LLVMInstructionEraseFromParent(end);
    LLVMPositionBuilderAtEnd(b, block);
    LLVMBuildBr(b, after);
  }
  LLVMPositionBuilderAtEnd(b, before);
  LLVMBuildBr(b, first);
}

static void build_loop(struct wb_kernel_work *kernel, LLVMValueRef row) {
  struct wb_instrumentation *work = kernel->work;
  LLVMBuilderRef b = work->builder;
  LLVMValueRef left;
  LLVMBasicBlockRef start = LLVMAppendBasicBlockInContext(work->context, row, "start");
  LLVMBasicBlockRef item = LLVMAppendBasicBlockInContext(work->context, row, "item");
  LLVMBasicBlockRef next = LLVMAppendBasicBlockInContext(work->context, row, "next");
  LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(work->context, row, "end");
  LLVMValueRef step = LLVMGetParam(row, 3), count = LLVMGetParam(row, 2);
  LLVMPositionBuilderAtEnd(b, start);
  LLVMSetCurrentDebugLocation2(b, NULL);
  LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, count, wb_int64(work, 0), ""), end, item);
  LLVMPositionBuilderAtEnd(b, item);
  LLVMValueRef before = LLVMBuildPhi(b, work->types.i64, "");
  wb_call_runtime(kernel, "wbrt_begin_item", NULL, 0);
  LLVMPositionBuilderAtEnd(b, next);
  wb_call_runtime(kernel, "wbrt_next_item", &step, 1);
  left = LLVMBuildSub(b, before, wb_int64(work, 1), "");
  LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, left, wb_int64(work, 0), ""), end, item);
  LLVMAddIncoming(before, (LLVMValueRef[]){count, left}, (LLVMBasicBlockRef[]){start, next}, 2);
  LLVMPositionBuilderAtEnd(b, end);
  LLVMBuildRetVoid(b);
  wb_variables_move(work, LLVMGetEntryBasicBlock(kernel->entry), start);
  move_blocks(kernel, item, next);
}

void wb_row_build(struct wb_kernel_work *kernel) {
  struct wb_instrumentation *work = kernel->work;
  struct wb_program_kernel *made = wb_kernel_of(kernel);
  LLVMTypeRef types[] = {work->types.ptr, work->types.ptr, work->types.i64, work->types.i64};
  /* A profile wants to know of each end; one that waits may be given up. */
  if (made->image.has_barrier || made->image.polls || work->profile) return;
  char *row_symbol = wb_format("%s.row", made->symbol);
  LLVMValueRef row =
      LLVMAddFunction(work->module, row_symbol, LLVMFunctionType(work->types.none, types, 4, 0));
  for (unsigned i = 0; i < 2; i++)
    LLVMReplaceAllUsesWith(LLVMGetParam(kernel->entry, i), LLVMGetParam(row, i));
  kernel->context = LLVMGetParam(row, 0);
  kernel->args = LLVMGetParam(row, 1);
  build_loop(kernel, row);
  LLVMDeleteFunction(kernel->entry);
  kernel->entry = row;
  free(made->symbol);
  made->symbol = row_symbol;
  made->is_row = true;
}

/* A loop over work-items around the entry of a kernel without barriers
 * (image.h, `item_loop`): the entry's blocks become the loop's. Inlining would copy them
 * all. */
#include <stdlib.h>

#include "compiler/instrument/lockstep.h"
#include "compiler/instrument/steps.h"

/* Between two blocks of the loop: the first goes on to the entry's first, and where the entry
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

static void build_loop(struct wb_kernel_work *kernel, LLVMValueRef loop) {
  struct wb_lockstep row, column;
  struct wb_instrumentation *work = kernel->work;
  LLVMBuilderRef b = work->builder;
  LLVMValueRef left;
  LLVMBasicBlockRef start = LLVMAppendBasicBlockInContext(work->context, loop, "start");
  LLVMBasicBlockRef item = LLVMAppendBasicBlockInContext(work->context, loop, "item");
  LLVMBasicBlockRef next = LLVMAppendBasicBlockInContext(work->context, loop, "next");
  LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(work->context, loop, "end");
  LLVMValueRef step = LLVMGetParam(loop, 3), count = LLVMGetParam(loop, 2);
  LLVMPositionBuilderAtEnd(b, start);
  LLVMSetCurrentDebugLocation2(b, NULL);
  LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, count, wb_build_int64(work, 0), ""), end, item);
  LLVMPositionBuilderAtEnd(b, item);
  LLVMValueRef before = LLVMBuildPhi(b, work->types.i64, "");
  wb_call_runtime(kernel, "wbrt_begin_item", NULL, 0);
  LLVMPositionBuilderAtEnd(b, next);
  wb_call_runtime(kernel, "wbrt_next_item", &step, 1);
  left = LLVMBuildSub(b, before, wb_build_int64(work, 1), "");
  LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, left, wb_build_int64(work, 0), ""), end, item);
  LLVMAddIncoming(before, (LLVMValueRef[]){count, left}, (LLVMBasicBlockRef[]){start, next}, 2);
  LLVMPositionBuilderAtEnd(b, end);
  LLVMBuildRetVoid(b);
  wb_variables_move(work, LLVMGetEntryBasicBlock(kernel->entry), start);
  const bool in_rows = wb_lockstep_find(kernel, false, &row);
  const bool in_columns = wb_lockstep_find(kernel, true, &column);
  move_blocks(kernel, item, next);
  if (in_rows) wb_lockstep_build(&row, in_columns ? &column : NULL, loop, start, end);
  wb_lockstep_release(&row);
  wb_lockstep_release(&column);
}

void wb_item_loop_build(struct wb_kernel_work *kernel) {
  struct wb_instrumentation *work = kernel->work;
  struct wb_program_kernel *made = wb_program_kernel_of(kernel);
  LLVMTypeRef types[] = {work->types.ptr, work->types.ptr, work->types.i64, work->types.i64};
  /* A profile wants to know of each end; one that waits may be given up. */
  if (made->image.has_barrier || made->image.polls || work->profile) return;
  char *loop_symbol = wb_format("%s.items", made->symbol);
  LLVMValueRef loop =
      LLVMAddFunction(work->module, loop_symbol, LLVMFunctionType(work->types.none, types, 4, 0));
  for (unsigned i = 0; i < 2; i++)
    LLVMReplaceAllUsesWith(LLVMGetParam(kernel->entry, i), LLVMGetParam(loop, i));
  kernel->context = LLVMGetParam(loop, 0);
  kernel->args = LLVMGetParam(loop, 1);
  build_loop(kernel, loop);
  LLVMDeleteFunction(kernel->entry);
  kernel->entry = loop;
  free(made->symbol);
  made->symbol = loop_symbol;
  made->is_item_loop = true;
}

/* A loop over work-items around the entry of a kernel without barriers
 * (image.h, `row`): the entry is inlined into it. */
#include <stdlib.h>

#include "emulator/instrument/steps.h"

static void build_loop(struct wb_kernel_work *kernel, LLVMValueRef row) {
  struct wb_work *work = kernel->work;
  LLVMBuilderRef b = work->builder;
  LLVMValueRef arguments[] = {kernel->context, kernel->args}, left;
  LLVMBasicBlockRef start = LLVMAppendBasicBlockInContext(work->context, row, "start");
  LLVMBasicBlockRef item = LLVMAppendBasicBlockInContext(work->context, row, "item");
  LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(work->context, row, "end");
  LLVMValueRef step = LLVMGetParam(row, 3), count = LLVMGetParam(row, 2);
  LLVMPositionBuilderAtEnd(b, start);
  LLVMSetCurrentDebugLocation2(b, NULL);
  LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, count, wb_int64(work, 0), ""), end, item);
  LLVMPositionBuilderAtEnd(b, item);
  LLVMValueRef before = LLVMBuildPhi(b, work->types.i64, "");
  wb_call_runtime(kernel, "wbrt_begin_item", NULL, 0);
  LLVMBuildCall2(b, LLVMGlobalGetValueType(kernel->entry), kernel->entry, arguments, 2, "");
  wb_call_runtime(kernel, "wbrt_next_item", &step, 1);
  left = LLVMBuildSub(b, before, wb_int64(work, 1), "");
  LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, left, wb_int64(work, 0), ""), end, item);
  LLVMAddIncoming(before, (LLVMValueRef[]){count, left}, (LLVMBasicBlockRef[]){start, item}, 2);
  LLVMPositionBuilderAtEnd(b, end);
  LLVMBuildRetVoid(b);
}

void wb_row_build(struct wb_kernel_work *kernel) {
  struct wb_work *work = kernel->work;
  struct wb_program_kernel *made = wb_kernel_of(kernel);
  LLVMTypeRef types[] = {work->types.ptr, work->types.ptr, work->types.i64, work->types.i64};
  unsigned kind = LLVMGetEnumAttributeKindForName("alwaysinline", 12);
  /* A profile wants to know of each end; one that waits may be given up. */
  if (made->image.has_barrier || made->image.polls || work->profile) return;
  char *row_symbol = wb_format("%s.row", made->symbol);
  LLVMValueRef row =
      LLVMAddFunction(work->module, row_symbol, LLVMFunctionType(work->types.none, types, 4, 0));
  LLVMSetLinkage(kernel->entry, LLVMInternalLinkage);
  LLVMAddAttributeAtIndex(kernel->entry, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                          LLVMCreateEnumAttribute(work->context, kind, 0));
  kernel->context = LLVMGetParam(row, 0);
  kernel->args = LLVMGetParam(row, 1);
  build_loop(kernel, row);
  kernel->entry = row;
  free(made->symbol);
  made->symbol = row_symbol;
  made->is_row = true;
}

#include "compiler/instrument/access.h"
#include "compiler/instrument/objects.h"
#include "compiler/instrument/unwritten.h"

void wb_check_lane(struct wb_kernel_work *kernel, LLVMValueRef instruction) {
  struct wb_instrumentation *work = kernel->work;
  unsigned operand = LLVMIsAInsertElementInst(instruction) ? 2 : 1;
  LLVMValueRef index = LLVMGetOperand(instruction, operand);
  LLVMTypeRef type = LLVMTypeOf(index);
  unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(instruction, 0)));
  if (LLVMIsAConstantInt(index) && LLVMConstIntGetZExtValue(index) < lanes) return;
  wb_shadow_use(kernel, index, instruction, WBRT_USE_ADDRESS);
  wb_build_before(work, instruction);
  LLVMValueRef bad =
      LLVMBuildICmp(work->builder, LLVMIntUGE, index, LLVMConstInt(type, lanes, 0), "");
  LLVMValueRef arguments[] = {wb_int32(work, wb_own_site(kernel, instruction)),
                              LLVMBuildIntCast2(work->builder, index, work->types.i64, 1, ""),
                              wb_int32(work, lanes)};
  wb_call_runtime_if(kernel, bad, "wbrt_bad_lane", arguments, 3);
  LLVMValueRef good = LLVMBuildSelect(work->builder, bad, LLVMConstNull(type), index, "");
  LLVMSetOperand(instruction, operand, good);
}

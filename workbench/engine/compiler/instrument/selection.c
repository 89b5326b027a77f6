#include "compiler/instrument/steps.h"

static bool is_bit(LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 1;
}

static bool is_constant_bit(LLVMValueRef value, unsigned long long bit) {
  return LLVMIsAConstantInt(value) != NULL && LLVMConstIntGetZExtValue(value) == bit;
}

/* What is not chosen may be poison, and the operation that takes the choice's place asks for it all
 * the same. The selector knows no frozen bit, but a frozen byte. */
static LLVMValueRef freeze_bit(LLVMBuilderRef b, LLVMValueRef bit) {
  LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetTypeContext(LLVMTypeOf(bit)));
  LLVMValueRef frozen = LLVMBuildFreeze(b, LLVMBuildZExt(b, bit, byte, ""), "");
  return LLVMBuildTrunc(b, frozen, LLVMTypeOf(bit), "");
}

static LLVMValueRef combine_bits(LLVMBuilderRef b, LLVMValueRef choice) {
  LLVMValueRef condition = LLVMGetOperand(choice, 0);
  LLVMValueRef yes = LLVMGetOperand(choice, 1), no = LLVMGetOperand(choice, 2);
  if (!is_bit(condition) || !is_bit(choice)) return NULL;
  if (is_constant_bit(no, 0)) return LLVMBuildAnd(b, condition, freeze_bit(b, yes), "");
  if (is_constant_bit(yes, 1)) return LLVMBuildOr(b, condition, freeze_bit(b, no), "");
  return NULL;
}

static LLVMValueRef compare_and_choose(LLVMBuilderRef b, LLVMValueRef call) {
  static const struct {
    const char *name;
    LLVMIntPredicate first_wins;
  } EXTREMES[] = {{"llvm.umax.", LLVMIntUGT},
                  {"llvm.umin.", LLVMIntULT},
                  {"llvm.smax.", LLVMIntSGT},
                  {"llvm.smin.", LLVMIntSLT}};
  size_t length = 0, i = 0;
  const char *name = LLVMGetValueName2(LLVMGetCalledValue(call), &length);
  while (i < sizeof EXTREMES / sizeof EXTREMES[0] && !wb_starts_with(name, EXTREMES[i].name)) i++;
  if (i == sizeof EXTREMES / sizeof EXTREMES[0]) return NULL;
  if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMIntegerTypeKind) return NULL;
  LLVMValueRef first = LLVMGetOperand(call, 0), second = LLVMGetOperand(call, 1);
  LLVMValueRef wins = LLVMBuildICmp(b, EXTREMES[i].first_wins, first, second, "");
  return LLVMBuildSelect(b, wins, first, second, "");
}

static void replace_unknown(struct wb_instrumentation *work, LLVMValueRef instruction) {
  LLVMValueRef known = NULL;
  LLVMPositionBuilderBefore(work->builder, instruction);
  if (LLVMGetInstructionOpcode(instruction) == LLVMSelect)
    known = combine_bits(work->builder, instruction);
  else if (LLVMIsACallInst(instruction) != NULL)
    known = compare_and_choose(work->builder, instruction);
  if (known == NULL) return;
  LLVMReplaceAllUsesWith(instruction, known);
  LLVMInstructionEraseFromParent(instruction);
}

void wb_selection_prepare(struct wb_instrumentation *work) {
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        replace_unknown(work, i);
      }
}

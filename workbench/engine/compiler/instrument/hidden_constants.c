#include <stdlib.h>

#include "compiler/instrument/steps.h"

/* The inliner folds what a constant operand decides, `x * 0`, `x < 0u` or
 * `table[9]` of a constant table, and the read of x goes with it: unchecked.
 * So while it runs, such constants hide behind calls of functions without
 * bodies, which clean.c replaces by the constants again. */
static const char PREFIX[] = "wb.same.";

static bool is_number(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMVectorTypeKind) kind = LLVMGetTypeKind(LLVMGetElementType(type));
  return kind == LLVMIntegerTypeKind || kind == LLVMHalfTypeKind || kind == LLVMFloatTypeKind ||
         kind == LLVMDoubleTypeKind;
}

static LLVMValueRef function_for(struct wb_instrumentation *work, LLVMTypeRef type) {
  char *text = LLVMPrintTypeToString(type), *name = wb_format("%s%s", PREFIX, text);
  LLVMValueRef function = LLVMGetNamedFunction(work->module, name);
  if (function == NULL)
    function = LLVMAddFunction(work->module, name, LLVMFunctionType(type, &type, 1, 0));
  free(name);
  LLVMDisposeMessage(text);
  return function;
}

LLVMValueRef wb_hidden_constant(struct wb_instrumentation *work, LLVMValueRef value) {
  LLVMValueRef function = function_for(work, LLVMTypeOf(value));
  return LLVMBuildCall2(work->builder, LLVMGlobalGetValueType(function), function, &value, 1, "");
}

bool wb_is_hidden_constant(struct wb_instrumentation *work, LLVMValueRef function) {
  size_t length = 0;
  LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(function));
  return wb_starts_with(LLVMGetValueName2(function, &length), PREFIX) && is_number(type) &&
         function == function_for(work, type) && LLVMCountParams(function) == 1 &&
         LLVMTypeOf(LLVMGetParam(function, 0)) == type;
}

/* A builtin's body may decide by an argument's type alone, as isnan() of what
 * was an integer, so all its arguments are hidden. */
static void hide_operand(struct wb_instrumentation *work, LLVMValueRef instruction,
                         unsigned index) {
  LLVMValueRef operand = LLVMGetOperand(instruction, index);
  bool call = LLVMIsACallInst(instruction) != NULL;
  if (!is_number(LLVMTypeOf(operand)) || (!call && !LLVMIsConstant(operand))) return;
  wb_build_before(work, instruction);
  LLVMSetOperand(instruction, index, wb_hidden_constant(work, operand));
}

/* Which operands can decide the result: from 0 to below the number. */
static unsigned deciding_operands(struct wb_instrumentation *work, LLVMValueRef instruction) {
  unsigned count = 0;
  if (LLVMIsABinaryOperator(instruction) || LLVMIsACmpInst(instruction)) {
    count = 2;
  } else if (LLVMIsASelectInst(instruction)) {
    count = 3;
  } else if (LLVMIsACallInst(instruction)) {
    const char *name = wb_callee_name(instruction);
    bool own = wb_map_has(&work->own, LLVMGetCalledValue(instruction));
    bool stays = own || wb_starts_with(name, "llvm.") || wb_builtins_know(name);
    count = stays ? 0 : LLVMGetNumArgOperands(instruction);
  }
  return count;
}

void wb_hidden_constants_insert(struct wb_instrumentation *work) {
  struct wb_values own = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f))
    if (wb_map_has(&work->own, f)) wb_values_add(&own, f);
  for (size_t k = 0; k < own.count; k++) {
    struct wb_values list = wb_instructions_of(own.items[k]);
    for (size_t i = 0; i < list.count; i++)
      for (unsigned n = deciding_operands(work, list.items[i]); n > 0; n--)
        hide_operand(work, list.items[i], n - 1);
    wb_values_release(&list);
  }
  wb_values_release(&own);
  for (LLVMValueRef g = LLVMGetFirstGlobal(work->module); g; g = LLVMGetNextGlobal(g))
    if (wb_map_has(&work->own, g)) LLVMSetGlobalConstant(g, 0);
}

void wb_hidden_constants_resolve(struct wb_kernel_work *kernel) {
  struct wb_values list = wb_instructions_of(kernel->entry);
  for (size_t i = 0; i < list.count; i++) {
    if (!wb_is_intrinsic(list.items[i], PREFIX)) continue;
    LLVMReplaceAllUsesWith(list.items[i], LLVMGetOperand(list.items[i], 0));
    LLVMInstructionEraseFromParent(list.items[i]);
  }
  wb_values_release(&list);
}

/* Calls of the runtime that depend on a condition. While checks are inserted, a block must not
 * fall into parts, since the walk is on its way through it: such a call is one of a function
 * with the condition as first argument, wb.if.NAME, until all checks stand. Then each block is
 * divided once at all of its calls; an inliner would move what follows a call for every call. */
#include <string.h>

#include "compiler/instrument/steps.h"

static const char PREFIX[] = "wb.if.";
enum { MOST_ARGUMENTS = 16 };

static LLVMValueRef conditional_function(struct wb_instrumentation *work, const char *name) {
  char text[64] = "";
  LLVMTypeRef types[MOST_ARGUMENTS] = {work->types.i1};
  strcat(strcat(text, PREFIX), name);
  LLVMValueRef function = LLVMGetNamedFunction(work->module, text);
  if (function != NULL) return function;
  LLVMTypeRef callee = LLVMGlobalGetValueType(wb_runtime_function(work, name));
  LLVMGetParamTypes(callee, types + 1);
  return LLVMAddFunction(
      work->module, text,
      LLVMFunctionType(work->types.none, types, LLVMCountParamTypes(callee) + 1, 0));
}

void wb_call_runtime_if(struct wb_kernel_work *kernel, LLVMValueRef condition, const char *name,
                        const LLVMValueRef *arguments, unsigned count) {
  struct wb_instrumentation *work = kernel->work;
  LLVMValueRef all[MOST_ARGUMENTS] = {condition, kernel->context};
  for (unsigned i = 0; i < count; i++) all[i + 2] = arguments[i];
  LLVMValueRef function = conditional_function(work, name);
  LLVMBuildCall2(work->builder, LLVMGlobalGetValueType(function), function, all, count + 2, "");
}

LLVMValueRef wb_conditional_condition(LLVMValueRef call) {
  return wb_starts_with(wb_callee_name(call), PREFIX) ? LLVMGetOperand(call, 0) : NULL;
}

/* A block with the call alone, that goes on to `after`. */
static void build_cold(struct wb_instrumentation *work, LLVMBasicBlockRef cold, LLVMValueRef call,
                       LLVMBasicBlockRef after) {
  LLVMValueRef arguments[MOST_ARGUMENTS];
  const unsigned count = LLVMGetNumArgOperands(call) - 2; /* after condition and context */
  const unsigned kind = LLVMGetEnumAttributeKindForName("cold", 4);
  for (unsigned i = 0; i < count; i++) arguments[i] = LLVMGetOperand(call, i + 2);
  LLVMPositionBuilderAtEnd(work->builder, cold);
  LLVMValueRef made = wb_call_runtime_with(
      work, LLVMGetOperand(call, 1), wb_callee_name(call) + sizeof PREFIX - 1, arguments, count);
  LLVMAddCallSiteAttribute(made, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                           LLVMCreateEnumAttribute(work->context, kind, 0));
  LLVMBuildBr(work->builder, after);
}

/* The block keeps its end, so that the phis of what follows it still name it; a block for each
 * call, with what is before that, comes before it. */
static void divide_block(struct wb_instrumentation *work, LLVMBasicBlockRef block,
                         const struct wb_values *calls) {
  LLVMBasicBlockRef part = LLVMInsertBasicBlockInContext(work->context, block, "");
  LLVMSetCurrentDebugLocation2(work->builder, NULL);
  wb_blocks_redirect(block, part);
  for (size_t i = 0; i < calls->count; i++) {
    LLVMValueRef call = calls->items[i];
    LLVMBasicBlockRef cold = LLVMInsertBasicBlockInContext(work->context, block, "cold");
    LLVMBasicBlockRef after =
        i + 1 < calls->count ? LLVMInsertBasicBlockInContext(work->context, block, "") : block;
    LLVMPositionBuilderAtEnd(work->builder, part);
    for (LLVMValueRef at = LLVMGetFirstInstruction(block); at != call;
         at = LLVMGetFirstInstruction(block)) {
      LLVMInstructionRemoveFromParent(at);
      LLVMInsertIntoBuilder(work->builder, at);
    }
    LLVMBuildCondBr(work->builder, LLVMGetOperand(call, 0), cold, after);
    build_cold(work, cold, call, after);
    LLVMInstructionEraseFromParent(call);
    part = after;
  }
}

static void expand_calls(struct wb_instrumentation *work, LLVMValueRef function) {
  LLVMBasicBlockRef start = LLVMGetEntryBasicBlock(function);
  for (LLVMBasicBlockRef b = start; b != NULL; b = LLVMGetNextBasicBlock(b)) {
    struct wb_values calls = {0};
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL; i = LLVMGetNextInstruction(i))
      if (wb_starts_with(wb_callee_name(i), PREFIX)) wb_values_add(&calls, i);
    if (calls.count > 0) {
      if (b == start) wb_variables_move(work, b, b);
      divide_block(work, b, &calls);
    }
    wb_values_release(&calls);
  }
}

void wb_conditionals_expand(struct wb_instrumentation *work) {
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f)) expand_calls(work, f);
}

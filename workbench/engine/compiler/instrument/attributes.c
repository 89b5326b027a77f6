#include <stdlib.h>
#include <string.h>

#include "compiler/instrument/steps.h"

/* A builtin without pointers stays a call where it is longer than this: its
 * insides hold nothing of the learner's to check. */
enum { SMALL_INSTRUCTIONS = 40 };

/* Part of the calling convention, not promises. */
static bool is_kept(LLVMAttributeRef attribute) {
  static const char *const KEPT[] = {"byval", "sret", "zeroext", "signext", "nounwind"};
  if (LLVMIsStringAttribute(attribute)) return false;
  for (size_t i = 0; i < sizeof KEPT / sizeof KEPT[0]; i++)
    if (LLVMGetEnumAttributeKind(attribute) ==
        LLVMGetEnumAttributeKindForName(KEPT[i], strlen(KEPT[i])))
      return true;
  return false;
}

/* Functions and calls have the same list of attributes but other accessors. */
static void forget_at(LLVMValueRef value, LLVMAttributeIndex index, bool is_call, bool strings) {
  unsigned count = is_call ? LLVMGetCallSiteAttributeCount(value, index)
                           : LLVMGetAttributeCountAtIndex(value, index);
  if (count == 0) return;
  LLVMAttributeRef *list = wb_alloc(count * sizeof(LLVMAttributeRef));
  if (is_call)
    LLVMGetCallSiteAttributes(value, index, list);
  else
    LLVMGetAttributesAtIndex(value, index, list);
  for (unsigned i = 0; i < count; i++) {
    unsigned length = 0;
    bool is_string = LLVMIsStringAttribute(list[i]);
    const char *name = is_string ? LLVMGetStringAttributeKind(list[i], &length) : NULL;
    unsigned kind = is_string ? 0 : LLVMGetEnumAttributeKind(list[i]);
    if ((strings && !is_string) || is_kept(list[i])) continue;
    if (is_call && is_string)
      LLVMRemoveCallSiteStringAttribute(value, index, name, length);
    else if (is_call)
      LLVMRemoveCallSiteEnumAttribute(value, index, kind);
    else if (is_string)
      LLVMRemoveStringAttributeAtIndex(value, index, name, length);
    else
      LLVMRemoveEnumAttributeAtIndex(value, index, kind);
  }
  free(list);
}

static void forget_all(LLVMValueRef value, unsigned n_params, bool is_call) {
  forget_at(value, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, is_call, false);
  for (unsigned i = 0; i <= n_params; i++) forget_at(value, i, is_call, false);
}

static void set_enum(struct wb_instrumentation *work, LLVMValueRef function, const char *name,
                     bool on) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  LLVMAttributeIndex index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
  if (on)
    LLVMAddAttributeAtIndex(function, index, LLVMCreateEnumAttribute(work->context, kind, 0));
  else
    LLVMRemoveEnumAttributeAtIndex(function, index, kind);
}

/* Whether a builtin of libclc must be seen by the checks: it takes pointers or
 * asks for ids or barriers; or it is so short that a call costs more. */
static bool is_transparent(LLVMValueRef function) {
  unsigned instructions = 0, blocks = 0;
  bool needs = wb_takes_pointers(function);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    blocks++;
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      instructions++;
      needs |= LLVMIsACallInst(i) && wb_builtins_know(wb_callee_name(i));
    }
  }
  return needs || (blocks == 1 && instructions <= SMALL_INSTRUCTIONS);
}

static void normalize_calls(LLVMValueRef function, bool own) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      if (!LLVMIsACallInst(i)) continue;
      LLVMSetInstructionCallConv(i, LLVMCCallConv);
      if (own) forget_all(i, LLVMGetNumArgOperands(i), true);
      forget_at(i, (LLVMAttributeIndex)LLVMAttributeReturnIndex, true, false);
      forget_at(i, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, true, true);
    }
  }
}

/* What libclc promises of results goes as well: its abs() is below 2^31, which OpenCL C's is not.
 */
void wb_attributes_forget(struct wb_instrumentation *work) {
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f)) {
    bool own = wb_map_has(&work->own, f);
    LLVMSetFunctionCallConv(f, LLVMCCallConv);
    forget_at(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, false, true);
    if (LLVMIsDeclaration(f)) continue;
    set_enum(work, f, "noinline", false);
    set_enum(work, f, "optnone", false);
    forget_at(f, (LLVMAttributeIndex)LLVMAttributeReturnIndex, false, false);
    if (own) forget_all(f, LLVMCountParams(f), false);
    set_enum(work, f, "alwaysinline", own || is_transparent(f));
    LLVMSetLinkage(f, LLVMInternalLinkage);
    normalize_calls(f, own);
  }
  for (LLVMValueRef g = LLVMGetFirstGlobal(work->module); g; g = LLVMGetNextGlobal(g))
    if (!LLVMIsDeclaration(g) && !wb_starts_with(LLVMGetValueName(g), "llvm."))
      LLVMSetLinkage(g, LLVMInternalLinkage);
}

void wb_attributes_forget_strings(LLVMValueRef function) {
  forget_at(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, false, true);
  LLVMSetFunctionCallConv(function, LLVMCCallConv);
  normalize_calls(function, false);
}

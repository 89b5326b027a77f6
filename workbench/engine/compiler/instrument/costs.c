#include "compiler/instrument/costs.h"

#include <llvm-c/Core.h>
#include <string.h>

#include "base/str.h"
#include "compiler/instrument/work.h"

/* A unit is about a quarter of a nanosecond. The numbers were chosen by measuring, so that a launch
 * takes about the processor time that it is charged, on a slow machine. They need not be exact, but
 * must never depend on anything but the text. */
enum {
  PLAIN = 1,
  DIVISION = 16,
  INTRINSIC = 2,
  RUNTIME = 16,    /* a call of the runtime that is not in the table below */
  CONDITIONAL = 1, /* one that is made where something is wrong */
  BUILTIN = 160    /* a function of libclc's that stays a call */
};

static const struct {
  const char *name;
  uint32_t cost;
} CALLS[] = {{"wbrt_check", 12},         {"wbrt_mark", 2},          {"wbrt_step", 0},
             {WB_COUNT_STEP, 0},         {"wbrt_barrier", 120},     {"wbrt_collective", 300},
             {"wbrt_subgroup", 300},     {"wbrt_printf", 2000},     {"wbrt_async_copy", 400},
             {"wbrt_async_wait", 200},   {"wbrt_polls", 200},       {"wbrt_profile_access", 0},
             {"wbrt_profile_branch", 0}, {"wbrt_profile_select", 0}};

static uint32_t cost_of_call(LLVMValueRef call) {
  const char *name = wb_callee_name(call);
  for (size_t i = 0; i < sizeof CALLS / sizeof CALLS[0]; i++)
    if (strcmp(CALLS[i].name, name) == 0) return CALLS[i].cost;
  if (wb_starts_with(name, "llvm.dbg.") || wb_starts_with(name, "llvm.lifetime.")) return 0;
  if (wb_starts_with(name, "llvm.")) return INTRINSIC;
  if (wb_starts_with(name, "wb.if.")) return CONDITIONAL;
  return wb_starts_with(name, "wbrt_") ? RUNTIME : BUILTIN;
}

static uint32_t cost_of(LLVMValueRef instruction) {
  switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMPHI:
    case LLVMBr:
    case LLVMRet:
    case LLVMAlloca:
    case LLVMBitCast:
    case LLVMGetElementPtr:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMFreeze:
      return 0;
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
    case LLVMFDiv:
    case LLVMFRem:
      return DIVISION;
    case LLVMCall:
      return cost_of_call(instruction);
    default:
      return PLAIN;
  }
}

/* Registers have 16 bytes or more. */
static uint32_t lanes_of(LLVMValueRef instruction) {
  enum { AT_ONCE = 4 };
  LLVMTypeRef type = LLVMTypeOf(instruction);
  const bool vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
  const unsigned lanes = vector ? LLVMGetVectorSize(type) : 1;
  return (lanes + AT_ONCE - 1) / AT_ONCE;
}

uint64_t wb_cost_of_block(LLVMBasicBlockRef block) {
  uint64_t cost = 0;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != NULL; i = LLVMGetNextInstruction(i))
    cost += (uint64_t)cost_of(i) * lanes_of(i);
  return cost;
}

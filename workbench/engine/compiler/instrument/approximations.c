#include <string.h>

#include "compiler/instrument/steps.h"

/* native_, half_ and fast_ functions may be less exact than others: half_ by 8,192 units in the
 * last place (OpenCL C 3.0, 7.4), fast_ as half_sqrt is, native_ by as much as a device likes.
 * libclc's are nearly exact here, so that a kernel would be right by luck alone. So what they
 * return loses its last bits, as it may on a device, and the source is told. */

enum { LOST_BITS = 12 }; /* of 24: up to 4,096 units, beside what the function itself is off */

static bool is_approximation(const char *mangled, char *name, size_t size) {
  static const char *const PREFIXES[] = {"native_", "half_", "fast_"};
  bool is = false;
  if (!wb_starts_with(mangled, "_Z")) return false;
  wb_mangled_name(mangled, name, size);
  for (size_t i = 0; i < sizeof PREFIXES / sizeof PREFIXES[0]; i++)
    is |= wb_starts_with(name, PREFIXES[i]);
  return is;
}

static void round_result(struct wb_instrumentation *work, LLVMValueRef call) {
  LLVMBuilderRef b = work->builder;
  LLVMTypeRef type = LLVMTypeOf(call), bits = work->types.i32;
  LLVMValueRef mask = LLVMConstInt(bits, UINT32_MAX << LOST_BITS, 0);
  if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) {
    mask = wb_splat_constant(mask, LLVMGetVectorSize(type));
    bits = LLVMTypeOf(mask);
  }
  wb_build_after(work, call);
  LLVMValueRef exact = LLVMBuildFreeze(b, call, "");
  LLVMValueRef kept = LLVMBuildAnd(b, LLVMBuildBitCast(b, exact, bits, ""), mask, "");
  LLVMReplaceAllUsesWith(call, LLVMBuildBitCast(b, kept, type, ""));
  LLVMSetOperand(exact, 0, call);
}

static void round_results(struct wb_instrumentation *work, LLVMValueRef function) {
  char name[64];
  LLVMValueRef first = NULL;
  if (!LLVMIsDeclaration(function) ||
      !is_approximation(LLVMGetValueName(function), name, sizeof name))
    return;
  for (LLVMUseRef use = LLVMGetFirstUse(function); use != NULL; use = LLVMGetNextUse(use)) {
    LLVMValueRef call = LLVMGetUser(use);
    if (!LLVMIsACallInst(call) ||
        LLVMGetTypeKind(wb_lane_type(LLVMTypeOf(call))) != LLVMFloatTypeKind)
      continue;
    round_result(work, call);
    first = call;
  }
  if (first != NULL)
    wb_instrument_warn(work, first,
                       "%s is only as exact as a device makes it: here its results have %d bits of "
                       "24",
                       name, 24 - LOST_BITS);
}

void wb_approximations_round(struct wb_instrumentation *work) {
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f != NULL; f = LLVMGetNextFunction(f))
    round_results(work, f);
}

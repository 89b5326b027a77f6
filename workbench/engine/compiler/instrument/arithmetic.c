#include "compiler/instrument/access.h"
#include "compiler/instrument/objects.h"
#include "compiler/instrument/unwritten.h"

/* Constants of the operands' type, for scalars and vectors alike. */
static LLVMValueRef build_constant(LLVMTypeRef type, LLVMValueRef lane) {
  LLVMValueRef lanes[64];
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind) return lane;
  unsigned n = LLVMGetVectorSize(type);
  for (unsigned i = 0; i < n && i < 64; i++) lanes[i] = lane;
  return LLVMConstVector(lanes, n);
}

static LLVMTypeRef lane_type(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
}

/* The least number over -1 overflows: OpenCL C leaves the result open, and the
 * processor traps. Dividing by 1 instead gives the wrapped result. */
static LLVMValueRef build_overflow_test(struct wb_instrumentation *work, LLVMValueRef number,
                                        LLVMValueRef divisor) {
  LLVMTypeRef type = LLVMTypeOf(number), lane = lane_type(type);
  LLVMValueRef least = LLVMConstInt(lane, 1ULL << (LLVMGetIntTypeWidth(lane) - 1), 0);
  LLVMValueRef is_least =
      LLVMBuildICmp(work->builder, LLVMIntEQ, number, build_constant(type, least), "");
  LLVMValueRef is_minus_one = LLVMBuildICmp(work->builder, LLVMIntEQ, divisor,
                                            build_constant(type, LLVMConstAllOnes(lane)), "");
  return LLVMBuildAnd(work->builder, is_least, is_minus_one, "");
}

/* The lanes of `zero`, as a shadow has them, whose divisor is one that somebody wrote. What nobody
 * wrote is reported as such: of a scalar right away, of a vector when the quotient of that lane is
 * used, since a vector may have lanes that nobody asks for. */
static LLVMValueRef real_zeros(struct wb_kernel_work *kernel, LLVMValueRef divisor,
                               LLVMValueRef zero) {
  LLVMValueRef shadow = wb_shadow_of(kernel, divisor);
  LLVMBuilderRef builder = kernel->work->builder;
  if (shadow == NULL) return zero;
  return LLVMBuildAnd(builder, zero, LLVMBuildNot(builder, shadow, ""), "");
}

/* Where both numbers were written. */
static void report_overflow(struct wb_kernel_work *kernel, LLVMValueRef division, LLVMValueRef over,
                            LLVMValueRef site) {
  struct wb_instrumentation *work = kernel->work;
  const unsigned bits = LLVMGetIntTypeWidth(lane_type(LLVMTypeOf(division)));
  LLVMValueRef arguments[] = {site, wb_int32(work, bits)};
  over = wb_shadow_of_truths(kernel, over);
  for (unsigned i = 0; i < 2; i++) over = real_zeros(kernel, LLVMGetOperand(division, i), over);
  wb_call_runtime_if(kernel, wb_shadow_any(kernel, over), "wbrt_divide_overflow", arguments, 2);
}

void wb_check_division(struct wb_kernel_work *kernel, LLVMValueRef division) {
  struct wb_instrumentation *work = kernel->work;
  LLVMOpcode opcode = LLVMGetInstructionOpcode(division);
  bool is_signed = opcode == LLVMSDiv || opcode == LLVMSRem;
  LLVMValueRef number = LLVMGetOperand(division, 0), divisor = LLVMGetOperand(division, 1);
  LLVMTypeRef type = LLVMTypeOf(divisor);
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
    wb_shadow_use(kernel, divisor, division, WBRT_USE_DIVISOR);
  wb_build_before(work, division);
  LLVMValueRef zero = LLVMBuildICmp(work->builder, LLVMIntEQ, divisor, LLVMConstNull(type), "");
  LLVMValueRef site = wb_int32(work, wb_own_site(kernel, division));
  LLVMValueRef real = real_zeros(kernel, divisor, wb_shadow_of_truths(kernel, zero));
  wb_call_runtime_if(kernel, wb_shadow_any(kernel, real), "wbrt_divided_by_zero", &site, 1);
  LLVMValueRef unsafe = zero;
  if (is_signed) {
    LLVMValueRef over = build_overflow_test(work, number, divisor);
    report_overflow(kernel, division, over, site);
    unsafe = LLVMBuildOr(work->builder, zero, over, "");
  }
  LLVMValueRef one = build_constant(type, LLVMConstInt(lane_type(type), 1, 0));
  LLVMSetOperand(division, 1, LLVMBuildSelect(work->builder, unsafe, one, divisor, ""));
}

/* A float beyond the integer's range has no defined result in C; OpenCL leaves
 * it to the implementation: here the nearest integer there is, and 0 for NaN. */
void wb_check_conversion(struct wb_kernel_work *kernel, LLVMValueRef conversion) {
  struct wb_instrumentation *work = kernel->work;
  bool is_signed = LLVMGetInstructionOpcode(conversion) == LLVMFPToSI;
  const char *name = is_signed ? "llvm.fptosi.sat" : "llvm.fptoui.sat";
  LLVMValueRef value = LLVMGetOperand(conversion, 0);
  LLVMTypeRef types[] = {LLVMTypeOf(conversion), LLVMTypeOf(value)};
  unsigned id = LLVMLookupIntrinsicID(name, 15);
  LLVMValueRef function = LLVMGetIntrinsicDeclaration(work->module, id, types, 2);
  wb_build_before(work, conversion);
  LLVMValueRef result =
      LLVMBuildCall2(work->builder, LLVMGlobalGetValueType(function), function, &value, 1, "");
  wb_shadow_set(kernel, result, wb_shadow_of(kernel, conversion));
  LLVMReplaceAllUsesWith(conversion, result);
  LLVMInstructionEraseFromParent(conversion);
}

/* Conversions of floats to integers. What the type cannot hold has no defined result in OpenCL C
 * unless the conversion is one of convert_T_sat: here it is the nearest number there is, 0 for NaN,
 * and its bit says that nobody wrote it (unwritten.h), so that it is a finding where it matters.
 * Inlined, a conversion of the source looks like those that libclc's mathematics is made of, and
 * convert_T like convert_T_sat. So those of the source are marked before: all that used the result
 * uses that of a call of a function without a body, whose arguments are the result, the number and
 * what becomes of it. The call goes after the checks. */
#include <llvm-c/DebugInfo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/instrument/access.h"
#include "compiler/instrument/objects.h"
#include "compiler/instrument/steps.h"
#include "compiler/instrument/unwritten.h"

static const char MARK[] = "wb.converts.";

/* ---- before inlining ------------------------------------------------------------------------- */

static bool is_real(LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(wb_lane_type(type));
  return kind == LLVMHalfTypeKind || kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

static bool is_integer(LLVMTypeRef type) {
  return LLVMGetTypeKind(wb_lane_type(type)) == LLVMIntegerTypeKind;
}

static bool is_conversion(LLVMValueRef instruction) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  return opcode == LLVMFPToSI || opcode == LLVMFPToUI;
}

/* The same number in every lane. */
static LLVMValueRef real_constant(LLVMTypeRef type, double number) {
  LLVMValueRef lanes[WBRT_MOST_LANES];
  LLVMValueRef one = LLVMConstReal(wb_lane_type(type), number);
  if (LLVMGetTypeKind(type) != LLVMVectorTypeKind) return one;
  for (unsigned i = 0; i < WBRT_MOST_LANES; i++) lanes[i] = one;
  return LLVMConstVector(lanes, LLVMGetVectorSize(type));
}

/* How a call of convert_T rounds, as WBRT_ROUND_… says; -1 for other calls, and where it
 * saturates. */
static int rounding_of(struct wb_instrumentation *work, LLVMValueRef call) {
  static const char *const ENDS[] = {
      [WBRT_ROUND_CUT] = "_rtz",
      [WBRT_ROUND_NEAREST] = "_rte",
      [WBRT_ROUND_UP] = "_rtp",
      [WBRT_ROUND_DOWN] = "_rtn",
  };
  char name[64];
  const char *mangled = wb_callee_name(call);
  if (!wb_starts_with(mangled, "_Z") || wb_map_has(&work->own, LLVMGetCalledValue(call))) return -1;
  wb_mangled_name(mangled, name, sizeof name);
  if (!wb_starts_with(name, "convert_") || strstr(name, "_sat") != NULL ||
      LLVMGetNumArgOperands(call) != 1 || !is_real(LLVMTypeOf(LLVMGetOperand(call, 0))) ||
      !is_integer(LLVMTypeOf(call)))
    return -1;
  int rounding = WBRT_ROUND_CUT;
  for (int i = 0; i < (int)(sizeof ENDS / sizeof ENDS[0]); i++)
    if (strstr(name, ENDS[i]) != NULL) rounding = i;
  return rounding;
}

static bool gives_signed(LLVMValueRef conversion) {
  return LLVMIsACallInst(conversion) ? strstr(wb_callee_name(conversion), "convert_u") == NULL
                                     : LLVMGetInstructionOpcode(conversion) == LLVMFPToSI;
}

/* A mark's arguments. */
enum { RESULT, NUMBER, WHAT, N_ARGUMENTS };

static LLVMValueRef mark_function(struct wb_instrumentation *work, LLVMTypeRef from,
                                  LLVMTypeRef to) {
  LLVMTypeRef types[N_ARGUMENTS] = {to, from, work->types.i32};
  char *from_text = LLVMPrintTypeToString(from), *to_text = LLVMPrintTypeToString(to);
  char *name = wb_format("%s%s.%s", MARK, from_text, to_text);
  LLVMValueRef function = LLVMGetNamedFunction(work->module, name);
  if (function == NULL)
    function = LLVMAddFunction(work->module, name, LLVMFunctionType(to, types, N_ARGUMENTS, 0));
  free(name);
  LLVMDisposeMessage(from_text);
  LLVMDisposeMessage(to_text);
  return function;
}

static void mark_conversion(struct wb_instrumentation *work, LLVMValueRef conversion,
                            int rounding) {
  LLVMValueRef number = LLVMGetOperand(conversion, 0);
  LLVMTypeRef from = LLVMTypeOf(number), to = LLVMTypeOf(conversion);
  LLVMValueRef function = mark_function(work, from, to);
  uint32_t what = LLVMGetIntTypeWidth(wb_lane_type(to)) | (uint32_t)rounding << WBRT_ROUNDING_SHIFT;
  if (gives_signed(conversion)) what |= WBRT_TO_SIGNED;
  if (LLVMGetTypeKind(wb_lane_type(from)) == LLVMDoubleTypeKind) what |= WBRT_FROM_DOUBLE;
  LLVMValueRef arguments[N_ARGUMENTS] = {
      [RESULT] = conversion, [NUMBER] = number, [WHAT] = wb_build_int32(work, what)};
  wb_build_after(work, conversion);
  LLVMSetCurrentDebugLocation2(work->builder, LLVMInstructionGetDebugLoc(conversion));
  LLVMValueRef mark = LLVMBuildCall2(work->builder, LLVMGlobalGetValueType(function), function,
                                     arguments, N_ARGUMENTS, "");
  LLVMReplaceAllUsesWith(conversion, mark);
  LLVMSetOperand(mark, RESULT, conversion);
}

LLVMValueRef wb_literal_conversion(struct wb_instrumentation *work, LLVMTypeRef type) {
  LLVMTypeRef real = LLVMDoubleTypeInContext(work->context);
  if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
    real = LLVMVectorType(real, LLVMGetVectorSize(type));
  LLVMValueRef function = mark_function(work, real, type);
  LLVMValueRef arguments[N_ARGUMENTS] = {
      [RESULT] = LLVMConstNull(type),
      [NUMBER] = real_constant(real, NAN), /* which is in no range */
      [WHAT] = wb_build_int32(work, WBRT_OF_LITERAL | WBRT_FROM_DOUBLE | 8)};
  return LLVMBuildCall2(work->builder, LLVMGlobalGetValueType(function), function, arguments,
                        N_ARGUMENTS, "");
}

static void mark_conversions_in(struct wb_instrumentation *work, LLVMValueRef function) {
  struct wb_values list = wb_instructions_of(function);
  for (size_t i = 0; i < list.count; i++) {
    int rounding = -1;
    if (is_conversion(list.items[i]))
      rounding = WBRT_ROUND_CUT;
    else if (LLVMIsACallInst(list.items[i]))
      rounding = rounding_of(work, list.items[i]);
    if (rounding >= 0) mark_conversion(work, list.items[i], rounding);
  }
  wb_values_release(&list);
}

void wb_conversions_mark(struct wb_instrumentation *work) {
  struct wb_values own = {0};
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f))
    if (wb_map_has(&work->own, f)) wb_values_add(&own, f);
  for (size_t i = 0; i < own.count; i++) mark_conversions_in(work, own.items[i]);
  wb_values_release(&own);
}

bool wb_is_conversion_mark(LLVMValueRef instruction) { return wb_is_intrinsic(instruction, MARK); }

/* ---- checks ---------------------------------------------------------------------------------- */

/* Numbers that become one which the type holds: those from `least` on, or above it, to below
 * `most`, or to it. */
struct range {
  double least, most;
  bool has_least, has_most;
};

/* Comparisons alone decide, without rounding. A bound beside an end of the type counts where the
 * float has it; where it has not, all floats there are whole, and the end itself does. `digits` is
 * how many binary ones it has. */
static struct range range_of(uint32_t what, unsigned digits) {
  const unsigned bits = what & WBRT_TO_BITS;
  const bool is_signed = (what & WBRT_TO_SIGNED) != 0;
  const double beyond = ldexp(1, (int)(is_signed ? bits - 1 : bits));
  const double first = is_signed ? -beyond : 0;
  const bool fine = bits + 1 <= digits;
  struct range range = {first, beyond, true, false};
  switch (what >> WBRT_ROUNDING_SHIFT) {
    case WBRT_ROUND_CUT:
      if (fine || !is_signed) range = (struct range){first - 1, beyond, false, false};
      break;
    case WBRT_ROUND_NEAREST: /* the least number is even, and takes its half; the largest is odd */
      if (fine || !is_signed) range.least = first - 0.5;
      if (fine) range.most = beyond - 0.5;
      break;
    case WBRT_ROUND_UP:
      if (fine || !is_signed) range = (struct range){first - 1, beyond, false, false};
      if (fine) range = (struct range){first - 1, beyond - 1, false, true};
      break;
    default: /* down */
      break;
  }
  return range;
}

/* Whether a number, or which lanes, are out of range; NaN is. */
static LLVMValueRef build_range_test(struct wb_instrumentation *work, LLVMValueRef number,
                                     uint32_t what) {
  enum { FLOAT_DIGITS = 24, DOUBLE_DIGITS = 53 };
  const bool wide = (what & WBRT_FROM_DOUBLE) != 0;
  const struct range range = range_of(what, wide ? DOUBLE_DIGITS : FLOAT_DIGITS);
  LLVMTypeRef type = LLVMTypeOf(number);
  LLVMValueRef least = real_constant(type, range.least), most = real_constant(type, range.most);
  LLVMValueRef below =
      LLVMBuildFCmp(work->builder, range.has_least ? LLVMRealULT : LLVMRealULE, number, least, "");
  LLVMValueRef above =
      LLVMBuildFCmp(work->builder, range.has_most ? LLVMRealUGT : LLVMRealUGE, number, most, "");
  return LLVMBuildOr(work->builder, below, above, "");
}

/* A half becomes a float first: not every bound is a half. */
static LLVMValueRef widen_half(struct wb_instrumentation *work, LLVMValueRef number) {
  const unsigned lanes = wb_lane_count(LLVMTypeOf(number));
  LLVMTypeRef type = LLVMFloatTypeInContext(work->context);
  if (LLVMGetTypeKind(wb_lane_type(LLVMTypeOf(number))) != LLVMHalfTypeKind) return number;
  if (LLVMGetTypeKind(LLVMTypeOf(number)) == LLVMVectorTypeKind) type = LLVMVectorType(type, lanes);
  return LLVMBuildFPExt(work->builder, number, type, "");
}

/* The lowest lane that is set in a shadow that is not empty. */
static LLVMValueRef first_lane(struct wb_instrumentation *work, LLVMValueRef shadow) {
  static const char NAME[] = "llvm.cttz";
  LLVMTypeRef type = LLVMTypeOf(shadow);
  LLVMValueRef function = LLVMGetIntrinsicDeclaration(
      work->module, LLVMLookupIntrinsicID(NAME, sizeof NAME - 1), &type, 1);
  LLVMValueRef arguments[] = {shadow, LLVMConstNull(work->types.i1)};
  LLVMValueRef lane =
      LLVMBuildCall2(work->builder, LLVMGlobalGetValueType(function), function, arguments, 2, "");
  lane = LLVMBuildIntCast2(work->builder, lane, work->types.i32, 0, "");
  return LLVMBuildAnd(work->builder, lane, wb_build_int32(work, WBRT_MOST_LANES - 1), "");
}

/* Says where a value comes from that is out of range: of a vector, its first such lane. */
static void tell_origin(struct wb_kernel_work *kernel, uint32_t site, LLVMValueRef number,
                        LLVMValueRef bad, uint32_t what) {
  struct wb_instrumentation *work = kernel->work;
  LLVMBuilderRef b = work->builder;
  LLVMValueRef lane = wb_build_int32(work, WBRT_NO_LANE);
  LLVMValueRef any = wb_shadow_any(kernel, bad);
  if (LLVMGetTypeKind(LLVMTypeOf(number)) == LLVMVectorTypeKind) {
    lane = first_lane(work, bad);
    const unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(number));
    LLVMValueRef last = wb_build_int32(work, lanes - 1);
    LLVMValueRef inside = LLVMBuildICmp(b, LLVMIntULT, lane, last, "");
    number = LLVMBuildExtractElement(b, number, LLVMBuildSelect(b, inside, lane, last, ""), "");
  }
  if ((what & WBRT_FROM_DOUBLE) == 0)
    number = LLVMBuildFPExt(b, number, LLVMDoubleTypeInContext(work->context), "");
  LLVMValueRef arguments[] = {wb_build_int32(work, site),
                              LLVMBuildBitCast(b, number, work->types.i64, ""),
                              wb_build_int32(work, what), lane};
  wb_call_runtime_if(kernel, any, "wbrt_converted", arguments, 4);
}

bool wb_check_conversion(struct wb_kernel_work *kernel, LLVMValueRef call) {
  struct wb_instrumentation *work = kernel->work;
  if (!wb_is_conversion_mark(call)) return false;
  LLVMValueRef number = LLVMGetOperand(call, NUMBER), unset = wb_shadow_of(kernel, number);
  LLVMValueRef shadow = wb_shadow_of(kernel, LLVMGetOperand(call, RESULT));
  const uint32_t what = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(call, WHAT));
  const uint32_t site = wb_own_site(kernel, call);
  wb_map_put(&kernel->read_sites, call, site);
  wb_build_after(work, call);
  number = widen_half(work, number);
  LLVMValueRef bad = wb_shadow_of_truths(kernel, build_range_test(work, number, what));
  /* Of a number that nobody wrote, that is what is to be said. */
  if (unset != NULL)
    bad = LLVMBuildAnd(work->builder, bad, LLVMBuildNot(work->builder, unset, ""), "");
  if (!(LLVMIsAConstant(bad) && LLVMIsNull(bad))) tell_origin(kernel, site, number, bad, what);
  if (shadow != NULL) bad = LLVMBuildOr(work->builder, bad, shadow, "");
  wb_shadow_set(kernel, call, bad);
  return true;
}

void wb_conversions_resolve(struct wb_kernel_work *kernel) {
  struct wb_values list = wb_instructions_of(kernel->entry);
  for (size_t i = 0; i < list.count; i++) {
    if (!wb_is_conversion_mark(list.items[i])) continue;
    LLVMReplaceAllUsesWith(list.items[i], LLVMGetOperand(list.items[i], RESULT));
    LLVMInstructionEraseFromParent(list.items[i]);
  }
  wb_values_release(&list);
}

LLVMValueRef wb_marked_conversion(LLVMValueRef mark) { return LLVMGetOperand(mark, RESULT); }

static void make_defined(struct wb_instrumentation *work, LLVMValueRef conversion) {
  bool is_signed = LLVMGetInstructionOpcode(conversion) == LLVMFPToSI;
  const char *name = is_signed ? "llvm.fptosi.sat" : "llvm.fptoui.sat";
  LLVMValueRef value = LLVMGetOperand(conversion, 0);
  LLVMTypeRef types[] = {LLVMTypeOf(conversion), LLVMTypeOf(value)};
  unsigned id = LLVMLookupIntrinsicID(name, 15);
  LLVMValueRef function = LLVMGetIntrinsicDeclaration(work->module, id, types, 2);
  wb_build_before(work, conversion);
  LLVMValueRef result =
      LLVMBuildCall2(work->builder, LLVMGlobalGetValueType(function), function, &value, 1, "");
  LLVMReplaceAllUsesWith(conversion, result);
  LLVMInstructionEraseFromParent(conversion);
}

void wb_conversions_define(struct wb_kernel_work *kernel) {
  struct wb_values list = wb_instructions_of(kernel->entry);
  for (size_t i = 0; i < list.count; i++)
    if (is_conversion(list.items[i])) make_defined(kernel->work, list.items[i]);
  wb_values_release(&list);
}

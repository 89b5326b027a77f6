#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

#include "compiler/instrument/atomics.h"
#include "compiler/instrument/row_bounds.h"
#include "compiler/instrument/steps.h"

/* Builtins that libclc lacks or gets wrong where numbers are extreme: mad_hi and
 * ctz are not there, sub_sat(0, INT_MIN) and mad_sat of long saturate to the wrong
 * end, saturating conversions of vectors of floats mistake NaN and the least
 * number that is too large. Calls of them become instructions, or calls of
 * what is right, before libclc is linked. Replacements that are easier
 * written in OpenCL C are in builtins/replacements.cl. */

struct call {
  struct wb_instrumentation *work;
  LLVMValueRef instruction;
  const char *types; /* of the parameters, mangled: "ii", "Dv4_iS_" */
  bool is_signed;
};

static LLVMValueRef call_argument(const struct call *call, unsigned index) {
  return LLVMGetOperand(call->instruction, index);
}

static LLVMValueRef call_intrinsic(const struct call *call, const char *name, LLVMValueRef a,
                                   LLVMValueRef b) {
  LLVMTypeRef type = LLVMTypeOf(a);
  LLVMValueRef both[] = {a, b};
  unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  LLVMValueRef function = LLVMGetIntrinsicDeclaration(call->work->module, id, &type, 1);
  return LLVMBuildCall2(call->work->builder, LLVMGlobalGetValueType(function), function, both, 2,
                        "");
}

static LLVMValueRef add_sat(const struct call *call) {
  return call_intrinsic(call, call->is_signed ? "llvm.sadd.sat" : "llvm.uadd.sat",
                        call_argument(call, 0), call_argument(call, 1));
}

static LLVMValueRef sub_sat(const struct call *call) {
  return call_intrinsic(call, call->is_signed ? "llvm.ssub.sat" : "llvm.usub.sat",
                        call_argument(call, 0), call_argument(call, 1));
}

static LLVMTypeRef twice_as_wide(const struct call *call, LLVMTypeRef type) {
  unsigned bits = LLVMGetIntTypeWidth(wb_lane_type(type));
  LLVMTypeRef lane = LLVMIntTypeInContext(call->work->context, bits * 2);
  return wb_lane_type(type) != type ? LLVMVectorType(lane, LLVMGetVectorSize(type)) : lane;
}

static LLVMValueRef widen_value(const struct call *call, LLVMValueRef value) {
  return LLVMBuildIntCast2(call->work->builder, value, twice_as_wide(call, LLVMTypeOf(value)),
                           call->is_signed, "");
}

static unsigned bits_of(const struct call *call) {
  return LLVMGetIntTypeWidth(wb_lane_type(LLVMTypeOf(call_argument(call, 0))));
}

/* All 2n bits of a lane: the largest number of n bits, or the least. */
static LLVMValueRef type_bound(const struct call *call, bool largest) {
  LLVMTypeRef type = LLVMTypeOf(call_argument(call, 0)), wide = twice_as_wide(call, type);
  bool vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
  unsigned bits = bits_of(call) - (call->is_signed ? 1 : 0);
  uint64_t most = bits == 64 ? UINT64_MAX : (1ULL << bits) - 1;
  const uint64_t words[] = {largest ? most : ~most, largest ? 0 : UINT64_MAX};
  LLVMValueRef value = LLVMConstIntOfArbitraryPrecision(wb_lane_type(wide), 2, words);
  return vector ? wb_splat_constant(value, LLVMGetVectorSize(type)) : value;
}

static LLVMValueRef mad_sat(const struct call *call) {
  LLVMBuilderRef b = call->work->builder;
  LLVMValueRef sum = LLVMBuildMul(b, widen_value(call, call_argument(call, 0)),
                                  widen_value(call, call_argument(call, 1)), "");
  sum = LLVMBuildAdd(b, sum, widen_value(call, call_argument(call, 2)), "");
  sum = call_intrinsic(call, call->is_signed ? "llvm.smin" : "llvm.umin", sum,
                       type_bound(call, true));
  if (call->is_signed) sum = call_intrinsic(call, "llvm.smax", sum, type_bound(call, false));
  return LLVMBuildTrunc(b, sum, LLVMTypeOf(call_argument(call, 0)), "");
}

static LLVMValueRef mad_hi(const struct call *call) {
  LLVMBuilderRef b = call->work->builder;
  LLVMTypeRef type = LLVMTypeOf(call_argument(call, 0)), wide = twice_as_wide(call, type);
  LLVMValueRef bits = LLVMConstInt(wb_lane_type(wide), bits_of(call), 0);
  if (wb_lane_type(wide) != wide) bits = wb_splat_constant(bits, LLVMGetVectorSize(wide));
  LLVMValueRef product = LLVMBuildMul(b, widen_value(call, call_argument(call, 0)),
                                      widen_value(call, call_argument(call, 1)), "");
  product = LLVMBuildTrunc(b, LLVMBuildLShr(b, product, bits, ""), type, "");
  return LLVMBuildAdd(b, product, call_argument(call, 2), "");
}

static LLVMValueRef ctz(const struct call *call) {
  LLVMValueRef defined_of_zero = LLVMConstNull(call->work->types.i1);
  return call_intrinsic(call, "llvm.cttz", call_argument(call, 0), defined_of_zero);
}

static const struct {
  const char *prefix;
  unsigned arguments;
  LLVMValueRef (*build)(const struct call *call);
} REPLACED[] = {{"_Z7add_sat", 2, add_sat},
                {"_Z7sub_sat", 2, sub_sat},
                {"_Z7mad_sat", 3, mad_sat},
                {"_Z6mad_hi", 3, mad_hi},
                {"_Z3ctz", 1, ctz}};

static bool has_sign(const char *types) {
  const char *letter = wb_starts_with(types, "Dv") ? strchr(types, '_') : NULL;
  return strchr("casil", letter != NULL ? letter[1] : types[0]) != NULL;
}

/* "_Z20convert_int4_sat_rteDv4_f" is called lane by lane, as
 * "_Z19convert_int_sat_rtef". False for other functions. */
static bool lane_function(const char *name, char *scalar, size_t size) {
  const char *base = strstr(name, "convert_"), *lanes, *rest, *types;
  if (!wb_starts_with(name, "_Z") || base == NULL) return false;
  lanes = base + strcspn(base, "0123456789");
  rest = lanes + strspn(lanes, "0123456789");
  types = strstr(rest, "Dv");
  if (lanes == rest || !wb_starts_with(rest, "_sat") || types == NULL) return false;
  const char last = types[strlen(types) - 1];
  int length = (int)(lanes - base) + (int)(types - rest);
  if (last != 'f' && last != 'd') return false;
  int written = snprintf(scalar, size, "_Z%d%.*s%.*s%c", length, (int)(lanes - base), base,
                         (int)(types - rest), rest, last);
  return written > 0 && (size_t)written < size;
}

static LLVMValueRef call_by_lanes(const struct call *call, const char *scalar) {
  LLVMBuilderRef b = call->work->builder;
  LLVMValueRef vector = call_argument(call, 0);
  LLVMTypeRef result = LLVMTypeOf(call->instruction), from = wb_lane_type(LLVMTypeOf(vector));
  LLVMTypeRef type = LLVMFunctionType(wb_lane_type(result), &from, 1, 0);
  LLVMValueRef function = LLVMGetNamedFunction(call->work->module, scalar);
  LLVMValueRef made = LLVMConstNull(result);
  if (function == NULL) function = LLVMAddFunction(call->work->module, scalar, type);
  for (unsigned i = 0; i < LLVMGetVectorSize(result); i++) {
    LLVMValueRef index = wb_build_int32(call->work, i);
    LLVMValueRef lane = LLVMBuildExtractElement(b, vector, index, "");
    lane = LLVMBuildCall2(b, type, function, &lane, 1, "");
    made = LLVMBuildInsertElement(b, made, lane, index, "");
  }
  return made;
}

static void replace_result(struct call *call, LLVMValueRef value) {
  LLVMReplaceAllUsesWith(call->instruction, value);
  LLVMInstructionEraseFromParent(call->instruction);
}

/* What clang was not to compute is hidden from now on as hidden_constants.c does it. */
static bool show_literal(struct wb_instrumentation *work, LLVMValueRef instruction) {
  if (!wb_starts_with(wb_callee_name(instruction), WB_LITERAL_MANGLED) ||
      !LLVMIsDeclaration(LLVMGetCalledValue(instruction)))
    return false;
  wb_build_before(work, instruction);
  LLVMValueRef value = wb_hidden_constant(work, LLVMGetOperand(instruction, 0));
  LLVMReplaceAllUsesWith(instruction, value);
  LLVMInstructionEraseFromParent(instruction);
  return true;
}

static void replace_call(struct wb_instrumentation *work, LLVMValueRef instruction) {
  const char *name = wb_callee_name(instruction);
  char scalar[64];
  if (wb_is_atomic_builtin(name)) {
    wb_atomic_lower(work, instruction);
    return;
  }
  if (wb_vector_lower(work, instruction) || show_literal(work, instruction)) return;
  if (lane_function(name, scalar, sizeof scalar)) {
    struct call call = {work, instruction, "", false};
    wb_build_before(work, instruction);
    LLVMSetCurrentDebugLocation2(work->builder, LLVMInstructionGetDebugLoc(instruction));
    replace_result(&call, call_by_lanes(&call, scalar));
    return;
  }
  for (size_t i = 0; i < sizeof REPLACED / sizeof REPLACED[0]; i++) {
    if (!wb_starts_with(name, REPLACED[i].prefix) ||
        LLVMGetNumArgOperands(instruction) != REPLACED[i].arguments)
      continue;
    struct call call = {work, instruction, name + strlen(REPLACED[i].prefix), false};
    call.is_signed = has_sign(call.types);
    wb_build_before(work, instruction);
    LLVMSetCurrentDebugLocation2(work->builder, LLVMInstructionGetDebugLoc(instruction));
    replace_result(&call, REPLACED[i].build(&call));
    return;
  }
}

void wb_builtins_add_missing(struct wb_instrumentation *work) {
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f)) {
    struct wb_values list = wb_instructions_of(f);
    for (size_t i = 0; i < list.count; i++)
      if (LLVMIsACallInst(list.items[i])) replace_call(work, list.items[i]);
    wb_values_release(&list);
  }
  wb_row_bounds_mark(work);
}

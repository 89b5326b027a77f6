#include <stdlib.h>
#include <string.h>

#include "base/tokens.h"
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

/* The least number over -1 overflows: OpenCL C leaves the result open, and the
 * processor traps. Dividing by 1 instead gives the wrapped result. */
static LLVMValueRef build_overflow_test(struct wb_instrumentation *work, LLVMValueRef number,
                                        LLVMValueRef divisor) {
  LLVMTypeRef type = LLVMTypeOf(number), lane = wb_lane_type(type);
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
  const unsigned bits = LLVMGetIntTypeWidth(wb_lane_type(LLVMTypeOf(division)));
  LLVMValueRef arguments[] = {site, wb_build_int32(work, bits)};
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
  LLVMValueRef site = wb_build_int32(work, wb_own_site(kernel, division));
  LLVMValueRef real = real_zeros(kernel, divisor, wb_shadow_of_truths(kernel, zero));
  wb_call_runtime_if(kernel, wb_shadow_any(kernel, real), "wbrt_divided_by_zero", &site, 1);
  LLVMValueRef unsafe = zero;
  if (is_signed) {
    LLVMValueRef over = build_overflow_test(work, number, divisor);
    report_overflow(kernel, division, over, site);
    unsafe = LLVMBuildOr(work->builder, zero, over, "");
  }
  LLVMValueRef one = build_constant(type, LLVMConstInt(wb_lane_type(type), 1, 0));
  LLVMSetOperand(division, 1, LLVMBuildSelect(work->builder, unsafe, one, divisor, ""));
}

/* ---- shifts ---------------------------------------------------------------------------------- */

/* OpenCL C takes the amount of a shift modulo the number's width (6.3 j), which
 * is hardly ever what was meant. clang does so by an `and`, whose operand is
 * what the source says; of a literal it leaves only the rest. */

/* The amount before clang's mask, or NULL. */
static LLVMValueRef unmasked_amount(LLVMValueRef amount) {
  size_t length = 0;
  if (!LLVMIsAInstruction(amount) || LLVMGetInstructionOpcode(amount) != LLVMAnd) return NULL;
  const char *name = LLVMGetValueName2(amount, &length);
  bool masks = wb_starts_with(name, "shl.mask") || wb_starts_with(name, "shr.mask");
  return masks ? LLVMGetOperand(amount, 0) : NULL;
}

static LLVMValueRef lane_of_value(struct wb_instrumentation *work, LLVMValueRef value,
                                  unsigned index) {
  if (LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMVectorTypeKind) return value;
  return LLVMBuildExtractElement(work->builder, value, wb_build_int32(work, index), "");
}

/* Amounts that nobody set are no finding of this kind. */
static void check_lane(struct wb_kernel_work *kernel, LLVMValueRef amount, LLVMValueRef shadow,
                       uint32_t site, unsigned lanes) {
  struct wb_instrumentation *work = kernel->work;
  LLVMTypeRef type = LLVMTypeOf(amount);
  unsigned bits = LLVMGetIntTypeWidth(type);
  LLVMValueRef bad =
      LLVMBuildICmp(work->builder, LLVMIntUGE, amount, LLVMConstInt(type, bits, 0), "");
  if (shadow != NULL)
    bad = LLVMBuildAnd(work->builder, bad, LLVMBuildNot(work->builder, shadow, ""), "");
  if (LLVMIsAConstantInt(bad) && LLVMIsNull(bad)) return;
  LLVMValueRef arguments[] = {wb_build_int32(work, site),
                              LLVMBuildIntCast2(work->builder, amount, work->types.i64, 1, ""),
                              wb_build_int32(work, bits), wb_build_int32(work, lanes)};
  wb_call_runtime_if(kernel, bad, "wbrt_bad_shift", arguments, 4);
}

/* ---- literals ------------------------------------------------------------------- */

static bool next_code(struct wb_token_reader *reader, struct wb_token *token) {
  bool found = wb_token_next(reader, token);
  while (found && token->kind == WB_TOKEN_COMMENT) found = wb_token_next(reader, token);
  return found;
}

/* The number of a literal that stands alone after a shift's operator, at which the text begins;
 * 0 where it is anything else. */
static uint64_t literal_at(const char *text, size_t length) {
  struct wb_token_reader reader = wb_token_reader_of(text, length);
  struct wb_token token;
  bool more = next_code(&reader, &token);
  if (!more || token.length < 2 || token.text[0] != token.text[1] ||
      (token.text[0] != '<' && token.text[0] != '>'))
    return 0;
  do more = next_code(&reader, &token);
  while (more && wb_token_is(&token, "("));
  const bool negative = more && wb_token_is(&token, "-");
  if (negative) more = next_code(&reader, &token);
  uint64_t value = 0;
  if (!more || !wb_token_integer(&token, &value)) return 0;
  do more = next_code(&reader, &token);
  while (more && wb_token_is(&token, ")"));
  if (more && strchr("*/%+-", token.text[0]) != NULL) return 0;
  return negative ? ~value + 1 : value;
}

/* A constant amount that literals.c saw no need to hide can be judged here: lanes may be
 * narrower than what a literal is compared with there. */
static void check_literal(struct wb_kernel_work *kernel, LLVMValueRef shift, LLVMValueRef amount) {
  struct wb_instrumentation *work = kernel->work;
  struct wb_pointer_place place = wb_place_of(work, shift);
  const unsigned bits = LLVMGetIntTypeWidth(wb_lane_type(LLVMTypeOf(shift)));
  const unsigned lanes = wb_lane_count(LLVMTypeOf(shift));
  size_t length = 0;
  const char *text = wb_place_text(work, &place, &length);
  uint64_t literal = text != NULL ? literal_at(text, length) : 0;
  if (lanes > 1) amount = LLVMGetAggregateElement(amount, 0);
  if (amount == NULL || !LLVMIsAConstantInt(amount) || bits == 0 || literal < bits ||
      literal % bits != LLVMConstIntGetZExtValue(amount))
    return;
  LLVMValueRef arguments[] = {wb_build_int32(work, wb_own_site(kernel, shift)),
                              wb_build_int64(work, literal), wb_build_int32(work, bits),
                              wb_build_int32(work, lanes)};
  wb_call_runtime_if(kernel, LLVMConstAllOnes(work->types.i1), "wbrt_bad_shift", arguments, 4);
}

void wb_check_shift(struct wb_kernel_work *kernel, LLVMValueRef shift) {
  struct wb_instrumentation *work = kernel->work;
  LLVMValueRef amount = LLVMGetOperand(shift, 1), asked = unmasked_amount(amount);
  wb_build_before(work, shift);
  if (LLVMIsConstant(amount)) {
    check_literal(kernel, shift, amount);
  } else if (asked != NULL) {
    LLVMValueRef shadow = wb_shadow_of(kernel, asked);
    const unsigned lanes = wb_lane_count(LLVMTypeOf(asked));
    uint32_t site = wb_own_site(kernel, shift);
    for (unsigned i = 0; i < lanes; i++) {
      LLVMValueRef unwritten = shadow;
      if (shadow != NULL && lanes > 1) unwritten = wb_shadow_lane(kernel, shadow, i);
      check_lane(kernel, lane_of_value(work, asked, i), unwritten, site, lanes);
    }
  }
}

/* ---- lanes ----------------------------------------------------------------------------------- */

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
  LLVMValueRef arguments[] = {wb_build_int32(work, wb_own_site(kernel, instruction)),
                              LLVMBuildIntCast2(work->builder, index, work->types.i64, 1, ""),
                              wb_build_int32(work, lanes)};
  LLVMValueRef shadow = wb_shadow_any(kernel, wb_shadow_of(kernel, index));
  LLVMValueRef reported =
      shadow != NULL ? LLVMBuildAnd(work->builder, bad, LLVMBuildNot(work->builder, shadow, ""), "")
                     : bad;
  wb_call_runtime_if(kernel, reported, "wbrt_bad_lane", arguments, 3);
  LLVMValueRef good = LLVMBuildSelect(work->builder, bad, LLVMConstNull(type), index, "");
  LLVMSetOperand(instruction, operand, good);
}

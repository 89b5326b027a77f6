#include <stdlib.h>
#include <string.h>

#include "compiler/instrument/access.h"
#include "compiler/instrument/objects.h"
#include "compiler/instrument/unwritten.h"

/* OpenCL C takes the amount of a shift modulo the number's width (6.3 j), which
 * is hardly ever what was meant. clang does so by an `and`, whose operand is
 * what the source says; of a literal it leaves only the rest. */

static LLVMTypeRef lane_of(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
}

static unsigned lanes_of(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 1;
}

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
  return LLVMBuildExtractElement(work->builder, value, wb_int32(work, index), "");
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
  LLVMValueRef arguments[] = {wb_int32(work, site),
                              LLVMBuildIntCast2(work->builder, amount, work->types.i64, 1, ""),
                              wb_int32(work, bits), wb_int32(work, lanes)};
  wb_call_runtime_if(kernel, bad, "wbrt_bad_shift", arguments, 4);
}

/* ---- literals ------------------------------------------------------------------- */

static const char *skip_word(const char *at, const char *end, const char *what) {
  while (at < end && strchr(what, *at) != NULL) at++;
  return at;
}

/* The number of a literal that stands alone behind a shift's operator; 0 where
 * it is anything else. */
static uint64_t literal_at(const char *at, const char *end) {
  char digits[40] = "", *rest = digits;
  size_t n = 0;
  if (end - at < 3 || at[0] != at[1] || (at[0] != '<' && at[0] != '>')) return 0;
  at = skip_word(at + 2, end, "= \t(");
  bool negative = at < end && *at == '-';
  if (negative) at++;
  while (at < end && n + 1 < sizeof digits && strchr("0123456789abcdefABCDEFxX", *at) != NULL &&
         *at != '\0')
    digits[n++] = *at++;
  digits[n] = '\0';
  at = skip_word(at, end, "uUlL");
  at = skip_word(at, end, " \t)");
  bool alone = at >= end || strchr("*/%+-.", *at) == NULL;
  uint64_t value = n > 0 && digits[0] >= '0' && digits[0] <= '9' ? strtoull(digits, &rest, 0) : 0;
  if (!alone || *rest != '\0') return 0;
  return negative ? ~value + 1 : value;
}

/* Of a constant amount that literals.c has seen no need to hide: lanes may be
 * narrower than what a literal is compared with there. */
static void check_literal(struct wb_kernel_work *kernel, LLVMValueRef shift, LLVMValueRef amount) {
  struct wb_instrumentation *work = kernel->work;
  struct wb_pointer_place place = wb_place_of(work, shift);
  const unsigned bits = LLVMGetIntTypeWidth(lane_of(LLVMTypeOf(shift)));
  const unsigned lanes = lanes_of(LLVMTypeOf(shift));
  size_t length = 0;
  const char *text = wb_text_at(work, &place, &length);
  uint64_t literal = text != NULL ? literal_at(text, text + length) : 0;
  if (lanes > 1) amount = LLVMGetAggregateElement(amount, 0);
  if (amount == NULL || !LLVMIsAConstantInt(amount) || bits == 0 || literal < bits ||
      literal % bits != LLVMConstIntGetZExtValue(amount))
    return;
  LLVMValueRef arguments[] = {wb_int32(work, wb_own_site(kernel, shift)), wb_int64(work, literal),
                              wb_int32(work, bits), wb_int32(work, lanes)};
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
    const unsigned lanes = lanes_of(LLVMTypeOf(asked));
    uint32_t site = wb_own_site(kernel, shift);
    for (unsigned i = 0; i < lanes; i++) {
      LLVMValueRef unwritten = shadow;
      if (shadow != NULL && lanes > 1) unwritten = wb_shadow_lane(kernel, shadow, i);
      check_lane(kernel, lane_of_value(work, asked, i), unwritten, site, lanes);
    }
  }
}

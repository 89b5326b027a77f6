#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "compiler/mutate/operators.h"

static bool token_is(const struct wb_token *token, const char *text) {
  return token != NULL && wb_token_is(token, text);
}

/* ---- comparisons -------------------------------------------------------------------------- */

enum comparison { LESS, LESS_EQUAL, GREATER, GREATER_EQUAL, EQUAL, UNEQUAL, COMPARISONS };

static const char *const SIGNS[COMPARISONS] = {"<", "<=", ">", ">=", "==", "!="};

static const struct {
  LLVMIntPredicate plain, with_sign;
  LLVMRealPredicate real;
} PREDICATES[COMPARISONS] = {
    {LLVMIntULT, LLVMIntSLT, LLVMRealOLT}, {LLVMIntULE, LLVMIntSLE, LLVMRealOLE},
    {LLVMIntUGT, LLVMIntSGT, LLVMRealOGT}, {LLVMIntUGE, LLVMIntSGE, LLVMRealOGE},
    {LLVMIntEQ, LLVMIntEQ, LLVMRealOEQ},   {LLVMIntNE, LLVMIntNE, LLVMRealUNE}};

/* The boundary first, then the opposite. */
static const struct {
  unsigned count;
  enum comparison to[2];
} COMPARISON_WAYS[COMPARISONS] = {[LESS] = {2, {LESS_EQUAL, GREATER_EQUAL}},
                                  [LESS_EQUAL] = {2, {LESS, GREATER}},
                                  [GREATER] = {2, {GREATER_EQUAL, LESS_EQUAL}},
                                  [GREATER_EQUAL] = {2, {GREATER, LESS}},
                                  [EQUAL] = {1, {UNEQUAL}},
                                  [UNEQUAL] = {1, {EQUAL}}};

static enum comparison comparison_of(LLVMValueRef value, bool *with_sign) {
  enum comparison found = 0;
  *with_sign = false;
  if (LLVMIsAICmpInst(value)) {
    const LLVMIntPredicate predicate = LLVMGetICmpPredicate(value);
    while (found < COMPARISONS && PREDICATES[found].plain != predicate &&
           PREDICATES[found].with_sign != predicate)
      found++;
    *with_sign = found < COMPARISONS && PREDICATES[found].plain != predicate;
  } else if (LLVMIsAFCmpInst(value)) {
    const LLVMRealPredicate predicate = LLVMGetFCmpPredicate(value);
    while (found < COMPARISONS && PREDICATES[found].real != predicate) found++;
  } else {
    found = COMPARISONS;
  }
  return found;
}

/* `if (x)` compares, too, and has no sign for it. */
static unsigned comparison_ways(const struct wb_mutation *of) {
  bool with_sign = false;
  const enum comparison from = comparison_of(of->value, &with_sign);
  if (from == COMPARISONS) return 0;
  const bool written = token_is(of->token, SIGNS[from]);
  const bool named = wb_mutation_is_named(of) && from < EQUAL;
  return written || named ? COMPARISON_WAYS[from].count : 0;
}

static void comparison_describe(const struct wb_mutation *of, unsigned way,
                                struct wb_code_mutant *mutant) {
  bool with_sign = false;
  const enum comparison from = comparison_of(of->value, &with_sign);
  const char *to = SIGNS[COMPARISON_WAYS[from].to[way]];
  wb_mutant_say(mutant, "`%s` becomes `%s`", SIGNS[from], to);
  if (token_is(of->token, SIGNS[from])) wb_mutant_rewrite_token(of, of->token, to, mutant);
}

static void comparison_apply(const struct wb_mutation *of, unsigned way) {
  LLVMBuilderRef builder = wb_mutate_build_at(of);
  bool with_sign = false;
  const enum comparison to = COMPARISON_WAYS[comparison_of(of->value, &with_sign)].to[way];
  LLVMValueRef a = LLVMGetOperand(of->value, 0), b = LLVMGetOperand(of->value, 1);
  LLVMValueRef made =
      LLVMIsAFCmpInst(of->value)
          ? LLVMBuildFCmp(builder, PREDICATES[to].real, a, b, "")
          : LLVMBuildICmp(builder, with_sign ? PREDICATES[to].with_sign : PREDICATES[to].plain, a,
                          b, "");
  wb_mutate_replace(of, made);
}

const struct wb_mutation_operator wb_mutate_comparison = {"comparison", comparison_ways,
                                                          comparison_describe, comparison_apply};

/* ---- operators of two numbers --------------------------------------------------------------- */

static const struct exchange {
  LLVMOpcode from, to;
  const char *sign, *becomes;
} EXCHANGES[] = {{LLVMAdd, LLVMSub, "+", "-"},    {LLVMSub, LLVMAdd, "-", "+"},
                 {LLVMMul, LLVMAdd, "*", "+"},    {LLVMUDiv, LLVMMul, "/", "*"},
                 {LLVMSDiv, LLVMMul, "/", "*"},   {LLVMURem, LLVMUDiv, "%", "/"},
                 {LLVMSRem, LLVMSDiv, "%", "/"},  {LLVMFAdd, LLVMFSub, "+", "-"},
                 {LLVMFSub, LLVMFAdd, "-", "+"},  {LLVMFMul, LLVMFAdd, "*", "+"},
                 {LLVMFDiv, LLVMFMul, "/", "*"},  {LLVMAnd, LLVMOr, "&", "|"},
                 {LLVMOr, LLVMAnd, "|", "&"},     {LLVMXor, LLVMOr, "^", "|"},
                 {LLVMLShr, LLVMShl, ">>", "<<"}, {LLVMAShr, LLVMShl, ">>", "<<"},
                 {LLVMShl, LLVMLShr, "<<", ">>"}};

static bool is_step(const struct wb_token *token) {
  return token_is(token, "++") || token_is(token, "--");
}

static bool is_one_less(LLVMValueRef value) {
  return LLVMIsAConstantInt(value) && LLVMConstIntGetSExtValue(value) == -1;
}

static const struct exchange *exchange_of(const struct wb_mutation *of) {
  const struct exchange *found = NULL;
  char assigned[4];
  if (!LLVMIsAInstruction(of->value) || of->token == NULL) return NULL;
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(of->value);
  for (size_t i = 0; i < sizeof EXCHANGES / sizeof EXCHANGES[0] && found == NULL; i++)
    if (EXCHANGES[i].from == opcode) found = &EXCHANGES[i];
  if (found == NULL) return NULL;
  snprintf(assigned, sizeof assigned, "%s=", found->sign);
  const bool adds = opcode == LLVMAdd || opcode == LLVMFAdd;
  const bool written = wb_token_is(of->token, found->sign) || wb_token_is(of->token, assigned) ||
                       (adds && is_step(of->token));
  const bool named = wb_mutation_is_named(of) && !is_one_less(LLVMGetOperand(of->value, 1));
  const bool negates = LLVMIsConstant(LLVMGetOperand(of->value, 0)) &&
                       LLVMIsNull(LLVMGetOperand(of->value, 0)) && opcode == LLVMSub;
  return (written || named) && !negates ? found : NULL;
}

static unsigned operator_ways(const struct wb_mutation *of) { return exchange_of(of) != NULL; }

static void operator_describe(const struct wb_mutation *of, unsigned way,
                              struct wb_code_mutant *mutant) {
  const struct exchange *exchange = exchange_of(of);
  char from[4], to[4];
  (void)way;
  const bool assigns = of->token->kind == WB_TOKEN_SIGN && of->token->length > 1 &&
                       of->token->text[of->token->length - 1] == '=';
  snprintf(from, sizeof from, "%s%s", exchange->sign, assigns ? "=" : "");
  snprintf(to, sizeof to, "%s%s", exchange->becomes, assigns ? "=" : "");
  if (is_step(of->token)) {
    const bool up = wb_token_is(of->token, "++");
    snprintf(from, sizeof from, "%s", up ? "++" : "--");
    snprintf(to, sizeof to, "%s", up ? "--" : "++");
  }
  wb_mutant_say(mutant, "`%s` becomes `%s`", from, to);
  if (wb_token_is(of->token, from)) wb_mutant_rewrite_token(of, of->token, to, mutant);
}

static LLVMValueRef opposite_of(LLVMValueRef constant) {
  LLVMBool loses = 0;
  if (LLVMIsAConstantInt(constant)) return LLVMConstNeg(constant);
  return LLVMConstReal(LLVMTypeOf(constant), -LLVMConstRealGetDouble(constant, &loses));
}

static bool may_wrap_sign(LLVMOpcode opcode) {
  return opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMMul;
}

static void operator_apply(const struct wb_mutation *of, unsigned way) {
  LLVMBuilderRef builder = wb_mutate_build_at(of);
  const struct exchange *exchange = exchange_of(of);
  LLVMValueRef a = LLVMGetOperand(of->value, 0), b = LLVMGetOperand(of->value, 1);
  LLVMOpcode to = exchange->to;
  (void)way;
  if (is_step(of->token) && (LLVMIsAConstantInt(b) || LLVMIsAConstantFP(b))) {
    to = exchange->from;
    b = opposite_of(b);
  }
  LLVMValueRef made = LLVMBuildBinOp(builder, to, a, b, "");
  if (LLVMIsAInstruction(made) && may_wrap_sign(exchange->from) && may_wrap_sign(to))
    LLVMSetNSW(made, LLVMGetNSW(of->value));
  wb_mutate_replace(of, made);
}

const struct wb_mutation_operator wb_mutate_operator = {"operator", operator_ways,
                                                        operator_describe, operator_apply};

/* ---- signs ---------------------------------------------------------------------------------- */

/* What `-x`, `~x` or `!x` is of; NULL where it is none of them. */
static LLVMValueRef under_sign(const struct wb_mutation *of) {
  LLVMValueRef value = of->value, found = NULL;
  if (!LLVMIsAInstruction(value) || of->token == NULL) return NULL;
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  if (opcode == LLVMFNeg && wb_token_is(of->token, "-")) {
    found = LLVMGetOperand(value, 0);
  } else if (opcode == LLVMSub && wb_token_is(of->token, "-") &&
             LLVMIsConstant(LLVMGetOperand(value, 0)) && LLVMIsNull(LLVMGetOperand(value, 0))) {
    found = LLVMGetOperand(value, 1);
  } else if (opcode == LLVMXor && (wb_token_is(of->token, "~") || wb_token_is(of->token, "!"))) {
    found = LLVMGetOperand(value, 0);
  }
  return found;
}

static unsigned sign_ways(const struct wb_mutation *of) { return under_sign(of) != NULL; }

static void sign_describe(const struct wb_mutation *of, unsigned way,
                          struct wb_code_mutant *mutant) {
  (void)way;
  wb_mutant_say(mutant, "the sign `%.*s` is dropped", (int)of->token->length, of->token->text);
  wb_mutant_rewrite_token(of, of->token, "", mutant);
}

static void sign_apply(const struct wb_mutation *of, unsigned way) {
  (void)way;
  wb_mutate_replace(of, under_sign(of));
}

const struct wb_mutation_operator wb_mutate_sign = {"sign", sign_ways, sign_describe, sign_apply};

/* ---- casts ----------------------------------------------------------------------------------- */

enum { INT_BITS = 32 };

/* An integer type's opposite in sign, as words of the source. */
static const char *other_sign(const struct wb_token *type) {
  static const char *const NAMES[][2] = {{"char", "uchar"}, {"short", "ushort"}};
  for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
    if (token_is(type, NAMES[i][0])) return NAMES[i][1];
    if (token_is(type, NAMES[i][1])) return NAMES[i][0];
  }
  return NULL;
}

static unsigned bits_of(LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) type = LLVMGetElementType(type);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

/* A narrow integer that is widened by its sign, or without. That of an int is nearly always a
 * number that is not negative, an index, and nobody would see the difference. */
static bool widens(LLVMValueRef value) {
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  if (opcode != LLVMSExt && opcode != LLVMZExt) return false;
  const unsigned bits = bits_of(LLVMGetOperand(value, 0));
  return bits > 1 && bits < INT_BITS;
}

/* What is made narrower or whole and then again what it was; NULL where it is not. */
static LLVMValueRef before_round_trip(LLVMValueRef value) {
  static const LLVMOpcode TRIPS[][2] = {{LLVMSExt, LLVMTrunc},
                                        {LLVMZExt, LLVMTrunc},
                                        {LLVMFPExt, LLVMFPTrunc},
                                        {LLVMSIToFP, LLVMFPToSI},
                                        {LLVMUIToFP, LLVMFPToUI}};
  LLVMValueRef inner = LLVMGetOperand(value, 0);
  bool found = false;
  if (!LLVMIsAInstruction(inner) || LLVMGetNumOperands(inner) != 1) return NULL;
  for (size_t i = 0; i < sizeof TRIPS / sizeof TRIPS[0]; i++)
    found |= LLVMGetInstructionOpcode(value) == TRIPS[i][0] &&
             LLVMGetInstructionOpcode(inner) == TRIPS[i][1];
  LLVMValueRef before = found ? LLVMGetOperand(inner, 0) : NULL;
  return before != NULL && LLVMTypeOf(before) == LLVMTypeOf(value) ? before : NULL;
}

static unsigned cast_ways(const struct wb_mutation *of) {
  if (!LLVMIsAInstruction(of->value) || !LLVMIsACastInst(of->value)) return 0;
  return (unsigned)widens(of->value) + (before_round_trip(of->value) != NULL);
}

static bool is_other_sign(const struct wb_mutation *of, unsigned way) {
  return way == 0 && widens(of->value);
}

/* The '(' of the cast that makes a value narrower or whole; NULL where it is not written so. */
static const struct wb_token *written_cast(const struct wb_mutation *of) {
  LLVMValueRef inner = LLVMGetOperand(of->value, 0);
  if (before_round_trip(of->value) == NULL) return NULL;
  const struct wb_token *token = wb_mutator_token(of->by, inner);
  return token_is(token, "(") ? token : NULL;
}

static void cast_describe(const struct wb_mutation *of, unsigned way,
                          struct wb_code_mutant *mutant) {
  const struct wb_source_form *form = of->by->form;
  const struct wb_token *written = written_cast(of);
  const struct wb_token *type = written != NULL ? written + 1 : NULL;
  if (is_other_sign(of, way)) {
    const bool was_signed = LLVMGetInstructionOpcode(of->value) == LLVMSExt;
    wb_mutant_say(mutant, "a number of %u bits is taken as %s",
                  bits_of(LLVMGetOperand(of->value, 0)), was_signed ? "unsigned" : "signed");
    if (type != NULL && other_sign(type) != NULL)
      wb_mutant_rewrite_token(of, type, other_sign(type), mutant);
  } else {
    wb_mutant_say(mutant, "the cast is dropped");
    const size_t at = written != NULL ? wb_source_form_index(form, written) : 0;
    const struct wb_token_range range = {at, at + 3};
    if (written != NULL && range.end <= form->tokens.count && token_is(written + 2, ")"))
      wb_mutant_rewrite(of, range, "", mutant);
  }
}

static void cast_apply(const struct wb_mutation *of, unsigned way) {
  LLVMValueRef from = LLVMGetOperand(of->value, 0);
  LLVMTypeRef type = LLVMTypeOf(of->value);
  LLVMBuilderRef builder = wb_mutate_build_at(of);
  if (!is_other_sign(of, way)) {
    wb_mutate_replace(of, before_round_trip(of->value));
    if (LLVMGetFirstUse(from) == NULL) LLVMInstructionEraseFromParent(from);
  } else if (LLVMGetInstructionOpcode(of->value) == LLVMSExt) {
    wb_mutate_replace(of, LLVMBuildZExt(builder, from, type, ""));
  } else {
    wb_mutate_replace(of, LLVMBuildSExt(builder, from, type, ""));
  }
}

const struct wb_mutation_operator wb_mutate_cast = {"cast", cast_ways, cast_describe, cast_apply};

/* ---- constants in indices ------------------------------------------------------------------ */

enum { MAX_CONSTANTS = 16, MAX_DEPTH = 32 };

/* Where a constant stands in an index's computation. */
struct constant {
  LLVMValueRef user;
  unsigned operand;
};

struct constants {
  struct constant items[MAX_CONSTANTS];
  unsigned count;
};

static bool computes_index(LLVMValueRef value) {
  static const LLVMOpcode OPCODES[] = {LLVMAdd,  LLVMSub,  LLVMMul,  LLVMUDiv, LLVMSDiv,
                                       LLVMURem, LLVMSRem, LLVMSExt, LLVMZExt, LLVMTrunc};
  if (!LLVMIsAInstruction(value)) return false;
  for (size_t i = 0; i < sizeof OPCODES / sizeof OPCODES[0]; i++)
    if (LLVMGetInstructionOpcode(value) == OPCODES[i]) return true;
  return false;
}

static void find_constants(LLVMValueRef user, unsigned operand, unsigned depth,
                           struct constants *found) {
  LLVMValueRef value = LLVMGetOperand(user, operand);
  if (LLVMIsAConstantInt(value)) {
    if (found->count < MAX_CONSTANTS)
      found->items[found->count++] = (struct constant){user, operand};
  } else if (computes_index(value) && depth < MAX_DEPTH) {
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
      find_constants(value, i, depth + 1, found);
  }
}

/* The last subscript of an array; the others are of what it is in. */
static struct constants constants_of(LLVMValueRef gep) {
  struct constants found = {.count = 0};
  if (!LLVMIsAInstruction(gep) || !LLVMIsAGetElementPtrInst(gep)) return found;
  const unsigned indices = LLVMGetNumIndices(gep);
  const LLVMTypeKind kind = LLVMGetTypeKind(LLVMGetGEPSourceElementType(gep));
  if (indices == 1 || (indices == 2 && kind == LLVMArrayTypeKind))
    find_constants(gep, indices, 0, &found);
  return found;
}

/* One more, and one less where that is not below nothing. */
static unsigned ways_of(const struct constant *constant) {
  return LLVMConstIntGetSExtValue(LLVMGetOperand(constant->user, constant->operand)) == 0 ? 1 : 2;
}

static struct constant constant_at(const struct wb_mutation *of, unsigned *way) {
  const struct constants found = constants_of(of->value);
  unsigned i = 0;
  for (; i + 1 < found.count && *way >= ways_of(&found.items[i]); i++)
    *way -= ways_of(&found.items[i]);
  return found.items[i];
}

static unsigned index_ways(const struct wb_mutation *of) {
  const struct constants found = constants_of(of->value);
  unsigned ways = 0;
  for (unsigned i = 0; i < found.count; i++) ways += ways_of(&found.items[i]);
  return ways;
}

/* The number in the text; NULL where it is not in the place that one would think. */
static const struct wb_token *literal_of(const struct wb_mutation *of,
                                         const struct constant *constant) {
  const struct wb_source_form *form = of->by->form;
  const struct wb_token *token = of->token;
  size_t at = 0;
  uint64_t value = 0;
  if (constant->user != of->value) {
    token = wb_mutator_token(of->by, constant->user);
    if (token == NULL || token->kind != WB_TOKEN_SIGN) return NULL;
    at = wb_source_form_index(form, token);
    at = constant->operand == 1 ? at + 1 : at - 1;
  } else {
    if (token == NULL || !wb_mutation_is_named(of)) return NULL;
    at = wb_source_form_index(form, token) + 2;
  }
  if (at >= form->tokens.count || !wb_token_integer(&form->tokens.items[at], &value)) return NULL;
  const uint64_t wanted =
      LLVMConstIntGetZExtValue(LLVMGetOperand(constant->user, constant->operand));
  return value == wanted ? &form->tokens.items[at] : NULL;
}

static void index_describe(const struct wb_mutation *of, unsigned way,
                           struct wb_code_mutant *mutant) {
  const struct constant constant = constant_at(of, &way);
  const long long value = LLVMConstIntGetSExtValue(LLVMGetOperand(constant.user, constant.operand));
  const long long to = way == 0 ? value + 1 : value - 1;
  char text[32];
  snprintf(text, sizeof text, "%lld", to);
  wb_mutant_say(mutant, "%lld in the index becomes %lld", value, to);
  wb_mutant_rewrite_token(of, literal_of(of, &constant), text, mutant);
}

static void index_apply(const struct wb_mutation *of, unsigned way) {
  const struct constant constant = constant_at(of, &way);
  LLVMValueRef value = LLVMGetOperand(constant.user, constant.operand);
  const long long to = LLVMConstIntGetSExtValue(value) + (way == 0 ? 1 : -1);
  LLVMSetOperand(constant.user, constant.operand,
                 LLVMConstInt(LLVMTypeOf(value), (unsigned long long)to, 1));
}

const struct wb_mutation_operator wb_mutate_index = {"index", index_ways, index_describe,
                                                     index_apply};

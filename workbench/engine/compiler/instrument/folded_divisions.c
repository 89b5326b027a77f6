#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/tokens.h"
#include "compiler/instrument/access.h"
#include "compiler/instrument/objects.h"
#include "compiler/instrument/steps.h"

/* `1 / 0` of literals is no instruction any more when it comes from clang, but
 * poison in the one that uses it. So is a conversion of a float literal out of
 * range, a mistake only where its result matters (conversions.c): what clang warned
 * of and the text decide which it was. */
static const char MARK[] = "wb.folded";

static bool is_integer(LLVMTypeRef type) {
  if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) type = LLVMGetElementType(type);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
}

/* clang builds vectors from poison, lane by lane. */
static bool builds_vector(LLVMValueRef instruction) {
  return LLVMIsAInsertElementInst(instruction) != NULL ||
         LLVMIsAShuffleVectorInst(instruction) != NULL ||
         LLVMIsAInsertValueInst(instruction) != NULL;
}

static bool is_folded_constant(LLVMValueRef instruction, unsigned index) {
  LLVMValueRef operand = LLVMGetOperand(instruction, index);
  bool lane = LLVMIsAInsertElementInst(instruction) != NULL && index == 1;
  return operand != NULL && LLVMIsPoison(operand) && is_integer(LLVMTypeOf(operand)) &&
         (lane || !builds_vector(instruction));
}

/* clang's log has "FILE:LINE:COLUMN: warning: division by zero is undefined". */
static bool warned_of(struct wb_instrumentation *work, uint32_t line) {
  char where[32];
  bool found = false;
  snprintf(where, sizeof where, ":%u:", line);
  for (const char *at = work->log->data; at != NULL && !found;) {
    at = strstr(at, " by zero is undefined");
    if (at == NULL) break;
    const char *start = at;
    while (start > work->log->data && start[-1] != '\n') start--;
    const char *place = strstr(start, where);
    found = place != NULL && place < at;
    at++;
  }
  return found;
}

/* Which lines of the judged file have a division or a shift, by their numbers; looked for when
 * that is first asked. */
enum { DIVIDES = 1, SHIFTS = 2 };
struct divisions {
  const struct wb_source *source;
  unsigned char *lines;
  size_t n_lines;
};

static unsigned char folding_of(const struct wb_token *token) {
  static const struct {
    const char *text;
    unsigned char does;
  } OPERATORS[] = {{"/", DIVIDES}, {"/=", DIVIDES}, {"%", DIVIDES}, {"%=", DIVIDES},
                   {"<<", SHIFTS}, {"<<=", SHIFTS}, {">>", SHIFTS}, {">>=", SHIFTS}};
  unsigned char does = 0;
  for (size_t i = 0; i < sizeof OPERATORS / sizeof OPERATORS[0]; i++)
    if (wb_token_is(token, OPERATORS[i].text)) does = OPERATORS[i].does;
  return does;
}

static void find_divisions(struct divisions *divisions) {
  const struct wb_source *source = divisions->source;
  struct wb_token_reader reader = wb_token_reader_of(source->text, source->length);
  struct wb_token token;
  divisions->n_lines = 2; /* none has the number 0 */
  for (size_t i = 0; i < source->length; i++) divisions->n_lines += source->text[i] == '\n';
  divisions->lines = wb_alloc(divisions->n_lines * sizeof *divisions->lines);
  while (wb_token_next(&reader, &token)) divisions->lines[token.line] |= folding_of(&token);
}

static unsigned char foldings_in(struct divisions *divisions, uint32_t line) {
  if (divisions->lines == NULL) find_divisions(divisions);
  return line < divisions->n_lines ? divisions->lines[line] : 0;
}

static void mark_division(struct wb_instrumentation *work, struct divisions *divisions,
                          LLVMValueRef instruction, unsigned index) {
  LLVMValueRef at = instruction;
  LLVMTypeRef operand_type = LLVMTypeOf(LLVMGetOperand(instruction, index));
  if (LLVMIsAPHINode(instruction))
    at = LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(instruction, index));
  struct wb_pointer_place place = wb_place_of(work, at);
  if (place.line == 0) place = wb_place_of(work, instruction);
  bool zero = warned_of(work, place.line);
  const unsigned char foldings = place.file == NULL ? foldings_in(divisions, place.line) : 0;
  LLVMValueRef value = LLVMConstNull(operand_type);
  wb_build_before(work, at);
  LLVMSetCurrentDebugLocation2(
      work->builder,
      LLVMInstructionGetDebugLoc(LLVMInstructionGetDebugLoc(at) != NULL ? at : instruction));
  if (zero || (foldings & DIVIDES) != 0) {
    LLVMTypeRef type = LLVMFunctionType(work->types.none, &work->types.i32, 1, 0);
    LLVMValueRef function = LLVMGetNamedFunction(work->module, MARK);
    if (function == NULL) function = LLVMAddFunction(work->module, MARK, type);
    unsigned bits = LLVMGetIntTypeWidth(LLVMGetTypeKind(operand_type) == LLVMVectorTypeKind
                                            ? LLVMGetElementType(operand_type)
                                            : operand_type);
    LLVMValueRef argument = wb_build_int32(work, zero ? 0 : bits);
    LLVMBuildCall2(work->builder, type, function, &argument, 1, "");
  } else if (place.file == NULL && foldings == 0) {
    value = wb_literal_conversion(work, operand_type);
  }
  LLVMSetOperand(instruction, index, value);
}

bool wb_folded_constants_are_in(LLVMModuleRef module) {
  bool found = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f && !found; f = LLVMGetNextFunction(f)) {
    struct wb_values list = wb_instructions_of(f);
    for (size_t i = 0; i < list.count && !found; i++)
      for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(list.items[i]) && !found; k++)
        found = is_folded_constant(list.items[i], k);
    wb_values_release(&list);
  }
  return found;
}

void wb_folded_divisions_mark(struct wb_instrumentation *work) {
  struct divisions divisions = {.source = &work->source};
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f)) {
    if (!wb_map_has(&work->own, f)) continue;
    struct wb_values list = wb_instructions_of(f);
    for (size_t i = 0; i < list.count; i++)
      for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(list.items[i]); k++)
        if (is_folded_constant(list.items[i], k)) mark_division(work, &divisions, list.items[i], k);
    wb_values_release(&list);
  }
  free(divisions.lines);
}

bool wb_check_folded_division(struct wb_kernel_work *kernel, LLVMValueRef call) {
  struct wb_instrumentation *work = kernel->work;
  if (!wb_is_intrinsic(call, MARK)) return false;
  LLVMValueRef bits = LLVMGetOperand(call, 0);
  LLVMValueRef arguments[] = {wb_build_int32(work, wb_own_site(kernel, call)), bits};
  wb_build_before(work, call);
  if (LLVMIsNull(bits))
    wb_call_runtime(kernel, "wbrt_divided_by_zero", arguments, 1);
  else
    wb_call_runtime(kernel, "wbrt_divide_overflow", arguments, 2);
  LLVMInstructionEraseFromParent(call);
  return true;
}

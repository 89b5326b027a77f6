/* What operators have in common. */
#include "compiler/mutate/operators.h"

#include <llvm-c/DebugInfo.h>
#include <stdarg.h>
#include <stdlib.h>

#include "base/str.h"

void wb_mutant_say(struct wb_code_mutant *mutant, const char *format, ...) {
  va_list args;
  struct wb_str text;
  wb_str_init(&text);
  va_start(args, format);
  wb_str_vaddf(&text, format, args);
  va_end(args);
  free(mutant->words);
  mutant->words = wb_str_detach(&text);
}

void wb_mutant_rewrite(const struct wb_mutation *of, struct wb_token_range range, const char *text,
                       struct wb_code_mutant *mutant) {
  const struct wb_source_form *form = of->by->form;
  char *line = wb_source_form_rewrite(form, range, text);
  if (line == NULL) return;
  free(mutant->rewritten);
  mutant->rewritten = line;
  mutant->line = form->tokens.items[range.first].line;
  mutant->column = form->tokens.items[range.first].column;
}

void wb_mutant_rewrite_token(const struct wb_mutation *of, const struct wb_token *token,
                             const char *text, struct wb_code_mutant *mutant) {
  if (token == NULL) return;
  const size_t at = wb_source_form_index(of->by->form, token);
  wb_mutant_rewrite(of, (struct wb_token_range){at, at + 1}, text, mutant);
}

bool wb_mutation_is_named(const struct wb_mutation *of) {
  return of->token != NULL && of->token->kind == WB_TOKEN_NAME;
}

void wb_mutate_replace(const struct wb_mutation *of, LLVMValueRef made) {
  LLVMReplaceAllUsesWith(of->value, made);
  LLVMInstructionEraseFromParent(of->value);
}

uint32_t wb_mutator_column(const struct wb_mutator *by, LLVMValueRef instruction) {
  const uint32_t line = LLVMGetDebugLocLine(instruction);
  const uint32_t column = LLVMGetDebugLocColumn(instruction);
  return by->literals != NULL ? wb_literals_column(by->literals, line, column) : column;
}

const struct wb_token *wb_mutator_token(const struct wb_mutator *by, LLVMValueRef instruction) {
  return wb_source_form_at(by->form, LLVMGetDebugLocLine(instruction),
                           wb_mutator_column(by, instruction));
}

LLVMBuilderRef wb_mutate_build_at(const struct wb_mutation *of) {
  LLVMBuilderRef builder = of->by->builder;
  LLVMPositionBuilderBefore(builder, of->value);
  LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(of->value));
  return builder;
}

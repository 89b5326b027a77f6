/* What mutates an instruction or a variable: a table with one row an operator. */
#ifndef WB_COMPILER_MUTATE_OPERATORS_H
#define WB_COMPILER_MUTATE_OPERATORS_H

#include "compiler/mutate/mutate.h"
#include "compiler/mutate/source_form.h"

/* What operators get: the module that they look at or change. */
struct wb_mutator {
  LLVMContextRef context;
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  const struct wb_source_form *form;
  const struct wb_literals *literals; /* or NULL */
};

/* Something that may be changed. */
struct wb_mutation {
  struct wb_mutator *by;
  LLVMValueRef value;           /* an instruction, or a variable at program scope */
  uint32_t line, column;        /* of the judged file; a variable has no column */
  const struct wb_token *token; /* that stands there; NULL: none begins there */
};

struct wb_mutation_operator {
  const char *name;
  /* In how many ways it can be changed; mostly 0. */
  unsigned (*ways)(const struct wb_mutation *of);
  /* Fills `words`, and `rewritten` where there is one. May move the mutant's column. */
  void (*describe)(const struct wb_mutation *of, unsigned way, struct wb_code_mutant *mutant);
  void (*apply)(const struct wb_mutation *of, unsigned way);
};

/* arithmetic.c */
extern const struct wb_mutation_operator wb_mutate_comparison, wb_mutate_operator, wb_mutate_sign,
    wb_mutate_cast, wb_mutate_index;
/* control.c */
extern const struct wb_mutation_operator wb_mutate_branch, wb_mutate_choice;
/* stores.c */
extern const struct wb_mutation_operator wb_mutate_store, wb_mutate_last_group, wb_mutate_local;
/* order.c */
extern const struct wb_mutation_operator wb_mutate_flags, wb_mutate_order, wb_mutate_scope,
    wb_mutate_atomic;

void wb_mutant_say(struct wb_code_mutant *mutant, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Uses `made` in place of an instruction, which is then gone. */
void wb_mutate_replace(const struct wb_mutation *of, LLVMValueRef made);

/* Writes the change as one of the text: a range of tokens on one line becomes `text`. The mutant's
 * place is then where that begins. Nothing where there is no such range, or no token. */
void wb_mutant_rewrite(const struct wb_mutation *of, struct wb_token_range range, const char *text,
                       struct wb_code_mutant *mutant);
void wb_mutant_rewrite_token(const struct wb_mutation *of, const struct wb_token *token,
                             const char *text, struct wb_code_mutant *mutant);
/* Whether the place is where a macro stands, or something else that tokens do not tell. */
bool wb_mutation_is_named(const struct wb_mutation *of);

/* An instruction's column in the text. */
uint32_t wb_mutator_column(const struct wb_mutator *by, LLVMValueRef instruction);

/* The token where another instruction stands; NULL: none begins there. */
const struct wb_token *wb_mutator_token(const struct wb_mutator *by, LLVMValueRef instruction);

/* Positions the builder before the instruction, with its place in the source. */
LLVMBuilderRef wb_mutate_build_at(const struct wb_mutation *of);

#endif

/* Mutants: small changes to clang's module of a text, made before it is instrumented, so that all
 * checks apply to them.
 *
 * What can be changed and how is a table of operators (operators.h). Going through a module's
 * variables and instructions in their order, and through the table for each, gives every change a
 * number. Only what has a place in the judged file is changed. */
#ifndef WB_COMPILER_MUTATE_MUTATE_H
#define WB_COMPILER_MUTATE_MUTATE_H

#include <llvm-c/Core.h>

#include "compiler/instrument/instrument.h"
#include "finding/code_mutant.h"

/* A module that clang made of a text, and the text. */
struct wb_mutate {
  LLVMContextRef context;
  LLVMModuleRef module;
  const char *file_name; /* of the judged file, as in the build request */
  struct wb_source source;
  const struct wb_literals *literals; /* or NULL */
};

/* All mutants of it, to be released; the module stays as it is. Those whose fingerprint another
 * has that comes before, or the module itself, are left out. */
void wb_mutate_list(const struct wb_mutate *of, struct wb_code_mutants *mutants);

/* Makes mutant `number` of the module. WB_ERR_NOT_FOUND where there is none, WB_ERR_CRASH where
 * LLVM's verifier finds a mistake in the result. */
enum wb_status wb_mutate_module(const struct wb_mutate *of, uint32_t number, struct wb_error *err);

#endif

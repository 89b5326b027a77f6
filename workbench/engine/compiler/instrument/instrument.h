/* From clang's module to checked code, ready for the code generator. */
#ifndef WB_COMPILER_INSTRUMENT_INSTRUMENT_H
#define WB_COMPILER_INSTRUMENT_INSTRUMENT_H

#include "base/str.h"
#include "compiler/codegen.h"
#include "compiler/literals.h"
#include "emulator/compile/program.h"

struct wb_source {
  const char *text;
  size_t length;
};

struct wb_instrument {
  struct wb_codegen *codegen;
  struct wb_program *program; /* gets its kernels */
  LLVMContextRef context;
  LLVMModuleRef module; /* clang's; changed in place */
  const char *file_name;
  struct wb_source source; /* the judged file's text, for what clang leaves no trace of */
  const struct wb_literals *literals; /* what of it clang saw in calls; or NULL */
  const char *include_directory;      /* or NULL */
  const char *own_include;            /* of the workbench's own headers, or NULL */
  bool profile, any_include;          /* of the build request */
  bool no_warnings;                   /* its options have -w */
  struct wb_str *log;                 /* compile errors that clang does not find */
  /* What is wanted; then what wb_codegen_emit is to be asked for: quick code where the program is
   * so large that nobody would wait for better. */
  enum wb_tier tier;
  bool has_better; /* set: the other tier's code would run faster */
};

/* Whether clang has computed something in a module that may be a division by zero
 * (folded_divisions.c): only the text says whether it was one. */
bool wb_folded_constants_are_in(LLVMModuleRef module);

/* WB_ERR_COMPILE where the log says what cannot run; another error where the
 * emulator itself fails. */
enum wb_status wb_instrument(struct wb_instrument *request, struct wb_error *err);

#endif

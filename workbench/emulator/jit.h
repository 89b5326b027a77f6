/* Machine code in this process: ORC, with the host as the target. */
#ifndef WB_EMULATOR_JIT_H
#define WB_EMULATOR_JIT_H

#include <llvm-c/LLJIT.h>
#include <llvm-c/TargetMachine.h>

#include "emulator/program.h"

struct wb_jit {
  LLVMOrcLLJITRef jit;
  LLVMTargetMachineRef machine;
  LLVMTargetDataRef layout;
  char *triple, *layout_text;
};

enum wb_status wb_jit_init(struct wb_jit *jit, struct wb_error *err);
void wb_jit_release(struct wb_jit *jit);

/* Loads `module` (which it consumes, with its context) and fills in the
 * entries of the program's kernels. */
enum wb_status wb_jit_load(struct wb_jit *jit, struct wb_program *program, LLVMModuleRef module,
                           LLVMOrcThreadSafeContextRef context, struct wb_error *err);
void wb_jit_unload(struct wb_program *program);

#endif

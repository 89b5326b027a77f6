/* Machine code for this machine: LLVM's code generator, with the host as the
 * target. What it makes is loaded by object.h, in another process. */
#ifndef WB_EMULATOR_COMPILE_JIT_H
#define WB_EMULATOR_COMPILE_JIT_H

#include <llvm-c/TargetMachine.h>

#include <stdbool.h>

#include "base/status.h"
#include "base/str.h"

struct wb_jit {
  LLVMTargetMachineRef machine;
  LLVMTargetMachineRef quick; /* NULL until it is needed */
  LLVMTargetDataRef layout;
  char *triple, *layout_text;
};

enum wb_status wb_jit_init(struct wb_jit *jit, struct wb_error *err);
void wb_jit_release(struct wb_jit *jit);

/* Appends the module's ELF object. The module stays the caller's, but is of no
 * further use. `large`: it has so much code that making it fast would take longer
 * than anybody waits; the time that is needed grows with the code then, not faster. */
enum wb_status wb_jit_emit(struct wb_jit *jit, LLVMModuleRef module, bool large,
                           struct wb_str *object, struct wb_error *err);

#endif

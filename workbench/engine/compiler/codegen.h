/* Machine code for this machine: LLVM's code generator, with the host as the
 * target. What it makes is loaded by object.h, in another process. */
#ifndef WB_COMPILER_CODEGEN_H
#define WB_COMPILER_CODEGEN_H

#include <llvm-c/TargetMachine.h>

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"
#include "base/str.h"
#include "emulator/compile/compiler_protocol.h"

struct wb_codegen {
  LLVMTargetMachineRef machines[WB_TIERS]; /* NULL until they are needed */
  LLVMTargetDataRef layout;
  char *triple, *layout_text;
};

enum wb_status wb_codegen_init(struct wb_codegen *codegen, struct wb_error *err);

/* The code generator of a tier; NULL where there is none for this machine. */
LLVMTargetMachineRef wb_codegen_machine(struct wb_codegen *codegen, enum wb_tier tier);

void wb_codegen_release(struct wb_codegen *codegen);

/* Receives the frames of functions, in bytes; small ones are left out: any chain of calls of
 * those fits in what a stack has beyond the frames. */
struct wb_frame_reader {
  void (*tell)(void *data, const char *function, uint64_t bytes);
  void *data;
};

/* Appends the module's ELF object. The module stays the caller's, but is of no
 * further use. Every function touches each page of its frame in turn, so that
 * none steps over a guard page. `frames` may be NULL. */
enum wb_status wb_codegen_emit(struct wb_codegen *codegen, LLVMModuleRef module, enum wb_tier tier,
                               const struct wb_frame_reader *frames, struct wb_str *object,
                               struct wb_error *err);

#endif

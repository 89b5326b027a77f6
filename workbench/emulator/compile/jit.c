#include "emulator/compile/jit.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <string.h>

/* Code for any address, that reaches its own constants directly and the
 * emulator's functions through slots (object.c). */
static LLVMTargetMachineRef host_machine(char *triple, LLVMCodeGenOptLevel level,
                                         struct wb_error *err) {
  LLVMTargetRef target = NULL;
  char *message = NULL, *cpu = LLVMGetHostCPUName(), *features = LLVMGetHostCPUFeatures();
  LLVMTargetMachineRef machine = NULL;
  if (LLVMGetTargetFromTriple(triple, &target, &message) != 0)
    wb_fail(err, WB_ERR_MISSING, "LLVM has no code generator for this machine: %s", message);
  else
    machine = LLVMCreateTargetMachine(target, triple, cpu, features, level, LLVMRelocPIC,
                                      LLVMCodeModelSmall);
  LLVMDisposeMessage(message);
  LLVMDisposeMessage(cpu);
  LLVMDisposeMessage(features);
  return machine;
}

enum wb_status wb_jit_init(struct wb_jit *jit, struct wb_error *err) {
  memset(jit, 0, sizeof *jit);
  LLVMInitializeNativeTarget();
  LLVMInitializeNativeAsmPrinter();
  jit->triple = LLVMGetDefaultTargetTriple();
  jit->machine = host_machine(jit->triple, LLVMCodeGenLevelLess, err);
  if (jit->machine == NULL) return WB_ERR_MISSING;
  jit->layout = LLVMCreateTargetDataLayout(jit->machine);
  jit->layout_text = LLVMCopyStringRepOfTargetData(jit->layout);
  return WB_OK;
}

void wb_jit_release(struct wb_jit *jit) {
  if (jit->layout != NULL) LLVMDisposeTargetData(jit->layout);
  if (jit->machine != NULL) LLVMDisposeTargetMachine(jit->machine);
  if (jit->quick != NULL) LLVMDisposeTargetMachine(jit->quick);
  if (jit->triple != NULL) LLVMDisposeMessage(jit->triple);
  if (jit->layout_text != NULL) LLVMDisposeMessage(jit->layout_text);
  memset(jit, 0, sizeof *jit);
}

enum wb_status wb_jit_emit(struct wb_jit *jit, LLVMModuleRef module, bool large,
                           struct wb_str *object, struct wb_error *err) {
  char *message = NULL;
  LLVMMemoryBufferRef buffer = NULL;
  enum wb_status status = WB_OK;
  if (large && jit->quick == NULL)
    jit->quick = host_machine(jit->triple, LLVMCodeGenLevelNone, NULL);
  LLVMTargetMachineRef machine = large && jit->quick != NULL ? jit->quick : jit->machine;
  if (LLVMTargetMachineEmitToMemoryBuffer(machine, module, LLVMObjectFile, &message, &buffer) != 0)
    status = wb_fail(err, WB_ERR_CRASH, "LLVM cannot make code for this machine: %s", message);
  else
    wb_str_add_bytes(object, LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
  LLVMDisposeMessage(message);
  if (buffer != NULL) LLVMDisposeMemoryBuffer(buffer);
  return status;
}

#include "emulator/jit.h"

#include <llvm-c/Core.h>
#include <llvm-c/Error.h>
#include <llvm-c/Orc.h>
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "emulator/jit_symbols.h"

static enum wb_status fail(struct wb_error *err, const char *what, LLVMErrorRef error) {
  char *text = LLVMGetErrorMessage(error);
  enum wb_status status = wb_fail(err, WB_ERR_CRASH, "%s: %s", what, text);
  LLVMDisposeErrorMessage(text);
  return status;
}

static LLVMTargetMachineRef host_machine(char *triple, struct wb_error *err) {
  LLVMTargetRef target = NULL;
  char *message = NULL, *cpu = LLVMGetHostCPUName(), *features = LLVMGetHostCPUFeatures();
  LLVMTargetMachineRef machine = NULL;
  if (LLVMGetTargetFromTriple(triple, &target, &message) != 0)
    wb_fail(err, WB_ERR_MISSING, "LLVM has no code generator for this machine: %s", message);
  else
    machine = LLVMCreateTargetMachine(target, triple, cpu, features, LLVMCodeGenLevelLess,
                                      LLVMRelocPIC, LLVMCodeModelJITDefault);
  LLVMDisposeMessage(message);
  LLVMDisposeMessage(cpu);
  LLVMDisposeMessage(features);
  return machine;
}

/* Kernels may call what the tables name and nothing else of this process. */
static LLVMErrorRef define_symbols(LLVMOrcLLJITRef jit) {
  size_t n_runtime = 0, n_math = 0, n = 0;
  const struct wb_symbol *runtime = wb_runtime_symbols(&n_runtime);
  const struct wb_symbol *math = wb_jit_math_symbols(&n_math);
  LLVMOrcCSymbolMapPair *pairs = wb_alloc((n_runtime + n_math) * sizeof *pairs);
  for (size_t i = 0; i < n_runtime + n_math; i++) {
    const struct wb_symbol *symbol = i < n_runtime ? &runtime[i] : &math[i - n_runtime];
    pairs[n].Name = LLVMOrcLLJITMangleAndIntern(jit, symbol->name);
    pairs[n].Sym.Address = (LLVMOrcExecutorAddress)(uintptr_t)symbol->address;
    pairs[n].Sym.Flags.GenericFlags =
        LLVMJITSymbolGenericFlagsExported | LLVMJITSymbolGenericFlagsCallable;
    pairs[n++].Sym.Flags.TargetFlags = 0;
  }
  LLVMErrorRef error =
      LLVMOrcJITDylibDefine(LLVMOrcLLJITGetMainJITDylib(jit), LLVMOrcAbsoluteSymbols(pairs, n));
  free(pairs);
  return error;
}

enum wb_status wb_jit_init(struct wb_jit *jit, struct wb_error *err) {
  memset(jit, 0, sizeof *jit);
  LLVMInitializeNativeTarget();
  LLVMInitializeNativeAsmPrinter();
  jit->triple = LLVMGetDefaultTargetTriple();
  jit->machine = host_machine(jit->triple, err);
  LLVMTargetMachineRef jit_machine = host_machine(jit->triple, err);
  if (jit->machine == NULL || jit_machine == NULL) return WB_ERR_MISSING;
  jit->layout = LLVMCreateTargetDataLayout(jit->machine);
  jit->layout_text = LLVMCopyStringRepOfTargetData(jit->layout);
  LLVMOrcLLJITBuilderRef builder = LLVMOrcCreateLLJITBuilder();
  LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(
      builder, LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(jit_machine));
  LLVMErrorRef error = LLVMOrcCreateLLJIT(&jit->jit, builder);
  if (error != NULL) return fail(err, "cannot start LLVM's JIT", error);
  error = define_symbols(jit->jit);
  return error != NULL ? fail(err, "cannot define the runtime's symbols", error) : WB_OK;
}

void wb_jit_release(struct wb_jit *jit) {
  if (jit->jit != NULL) LLVMConsumeError(LLVMOrcDisposeLLJIT(jit->jit));
  if (jit->layout != NULL) LLVMDisposeTargetData(jit->layout);
  if (jit->machine != NULL) LLVMDisposeTargetMachine(jit->machine);
  if (jit->triple != NULL) LLVMDisposeMessage(jit->triple);
  if (jit->layout_text != NULL) LLVMDisposeMessage(jit->layout_text);
  memset(jit, 0, sizeof *jit);
}

enum wb_status wb_jit_load(struct wb_jit *jit, struct wb_program *program, LLVMModuleRef module,
                           LLVMOrcThreadSafeContextRef context, struct wb_error *err) {
  LLVMOrcJITDylibRef library = LLVMOrcLLJITGetMainJITDylib(jit->jit);
  program->code = LLVMOrcJITDylibCreateResourceTracker(library);
  LLVMErrorRef error = LLVMOrcLLJITAddLLVMIRModuleWithRT(
      jit->jit, program->code, LLVMOrcCreateNewThreadSafeModule(module, context));
  for (size_t i = 0; i < program->n_kernels && error == NULL; i++) {
    LLVMOrcExecutorAddress address = 0;
    error = LLVMOrcLLJITLookup(jit->jit, &address, program->kernels[i].symbol);
    struct wb_kernel_image *image = &program->kernels[i].image;
    void *where = program->kernels[i].is_row ? (void *)&image->row : (void *)&image->entry;
    if (error == NULL) memcpy(where, &(uintptr_t){(uintptr_t)address}, sizeof(void *));
  }
  return error != NULL ? fail(err, "cannot load the kernel", error) : WB_OK;
}

void wb_jit_unload(struct wb_program *program) {
  if (program->code == NULL) return;
  LLVMConsumeError(LLVMOrcResourceTrackerRemove(program->code));
  LLVMOrcReleaseResourceTracker(program->code);
  program->code = NULL;
}

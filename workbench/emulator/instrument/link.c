#include <llvm-c/Linker.h>

#include "emulator/instrument/steps.h"

/* All of libclc's functions are linkonce: the linker takes those that are
 * called, with what they call, and reads no other's body. */
bool wb_link_builtins(struct wb_work *work, LLVMModuleRef libclc) {
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f)) wb_map_put(&work->own, f, 1);
  for (LLVMValueRef g = LLVMGetFirstGlobal(work->module); g; g = LLVMGetNextGlobal(g))
    wb_map_put(&work->own, g, 1);
  LLVMModuleRef both[] = {work->module, libclc};
  for (int i = 0; i < 2; i++) {
    LLVMSetTarget(both[i], work->jit->triple);
    LLVMSetDataLayout(both[i], work->jit->layout_text);
  }
  return LLVMLinkModules2(work->module, libclc) == 0;
}

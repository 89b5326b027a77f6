#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <string.h>

#include "emulator/instrument/instrument.h"
#include "emulator/instrument/steps.h"

bool wb_needs_builtins(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    size_t length = 0;
    const char *name = LLVMGetValueName2(f, &length);
    if (LLVMIsDeclaration(f) && !wb_starts_with(name, "llvm.") && !wb_is_known_builtin(name))
      return true;
  }
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
    if (LLVMIsDeclaration(g)) return true;
  return false;
}

/* libclc builds some of the functions that the emulator knows itself from
 * others: get_global_id from the group's, without the launch's offset. Under
 * another name its version is not found. */
static void hide_known(struct wb_work *work, LLVMModuleRef libclc) {
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f)) {
    size_t length = 0;
    const char *name = LLVMGetValueName2(f, &length);
    LLVMValueRef theirs = NULL;
    if (!LLVMIsDeclaration(f) || !wb_is_known_builtin(name)) continue;
    theirs = LLVMGetNamedFunction(libclc, name);
    if (theirs != NULL && !LLVMIsDeclaration(theirs))
      LLVMSetValueName2(theirs, "wb.unused", strlen("wb.unused"));
  }
}

extern const char wb_builtins_bitcode[]; /* builtins/mended.cl */
extern const uint64_t wb_builtins_bitcode_size;

/* Our versions of what libclc gets wrong. Linked first and only where they are
 * called: then they are defined, and the linker leaves libclc's. */
static bool link_own(struct wb_work *work) {
  LLVMMemoryBufferRef view = LLVMCreateMemoryBufferWithMemoryRange(
      wb_builtins_bitcode, (size_t)wb_builtins_bitcode_size, "builtins", 0);
  LLVMModuleRef own = NULL;
  if (LLVMGetBitcodeModuleInContext2(work->context, view, &own) != 0) return false;
  LLVMSetTarget(own, work->jit->triple);
  LLVMSetDataLayout(own, work->jit->layout_text);
  for (LLVMValueRef f = LLVMGetFirstFunction(own); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) == LLVMExternalLinkage)
      LLVMSetLinkage(f, LLVMLinkOnceODRLinkage);
  return LLVMLinkModules2(work->module, own) == 0;
}

/* All of libclc's functions are linkonce: the linker takes those that are
 * called, with what they call, and reads no other's body. */
bool wb_link_builtins(struct wb_work *work, LLVMModuleRef libclc) {
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f)) wb_map_put(&work->own, f, 1);
  for (LLVMValueRef g = LLVMGetFirstGlobal(work->module); g; g = LLVMGetNextGlobal(g))
    wb_map_put(&work->own, g, 1);
  LLVMModuleRef both[] = {work->module, libclc};
  for (int i = 0; i < 2 && both[i] != NULL; i++) {
    LLVMSetTarget(both[i], work->jit->triple);
    LLVMSetDataLayout(both[i], work->jit->layout_text);
  }
  if (libclc == NULL) return true;
  hide_known(work, libclc);
  return link_own(work) && LLVMLinkModules2(work->module, libclc) == 0;
}

#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <string.h>

#include "compiler/instrument/instrument.h"
#include "compiler/instrument/steps.h"

bool wb_builtins_are_needed(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    size_t length = 0;
    const char *name = LLVMGetValueName2(f, &length);
    if (LLVMIsDeclaration(f) && !wb_starts_with(name, "llvm.") && !wb_builtins_know(name) &&
        !wb_is_plain_vector_builtin(name) && !wb_starts_with(name, WB_LITERAL_MANGLED))
      return true;
  }
  for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
    if (LLVMIsDeclaration(g)) return true;
  return false;
}

/* libclc builds some of the functions that the emulator knows itself from
 * others: get_global_id from the group's, without the launch's offset. Under
 * another name its version is not found. */
static void hide_known(struct wb_instrumentation *work, LLVMModuleRef libclc) {
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f)) {
    size_t length = 0;
    const char *name = LLVMGetValueName2(f, &length);
    LLVMValueRef theirs = NULL;
    if (!LLVMIsDeclaration(f) || !wb_builtins_know(name)) continue;
    theirs = LLVMGetNamedFunction(libclc, name);
    if (theirs != NULL && !LLVMIsDeclaration(theirs))
      LLVMSetValueName2(theirs, "wb.unused", strlen("wb.unused"));
  }
}

/* builtins/NAME.cl, as bitcode. */
#define BUILTINS(name)                              \
  extern const char wb_builtins_##name##_bitcode[]; \
  extern const uint64_t wb_builtins_##name##_bitcode_size;
BUILTINS(image)
BUILTINS(half)
BUILTINS(replacements)

/* Our versions of what libclc lacks or gets wrong, those that call others
 * first. `part` is in the mangled name of each of its functions. */
static const struct own {
  const char *code;
  const uint64_t *size;
  const char *part;
} OWN[] = {
    {wb_builtins_image_bitcode, &wb_builtins_image_bitcode_size, "ocl_image"},
    {wb_builtins_half_bitcode, &wb_builtins_half_bitcode_size, "Dh"},
    {wb_builtins_half_bitcode, &wb_builtins_half_bitcode_size, "half"},
    {wb_builtins_replacements_bitcode, &wb_builtins_replacements_bitcode_size, ""},
};

static bool is_asked_for(struct wb_instrumentation *work, const struct own *own) {
  bool asked = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f && !asked;
       f = LLVMGetNextFunction(f)) {
    size_t length = 0;
    const char *name = LLVMGetValueName2(f, &length);
    asked = LLVMIsDeclaration(f) && wb_starts_with(name, "_Z") && strstr(name, own->part) != NULL;
  }
  return asked;
}

/* Linked before libclc and only where they are called: then they are defined,
 * and the linker leaves libclc's. */
static bool link_own(struct wb_instrumentation *work, const struct own *own) {
  LLVMMemoryBufferRef view =
      LLVMCreateMemoryBufferWithMemoryRange(own->code, (size_t)*own->size, "builtins", 0);
  LLVMModuleRef module = NULL;
  if (LLVMGetBitcodeModuleInContext2(work->context, view, &module) != 0) return false;
  LLVMSetTarget(module, work->codegen->triple);
  LLVMSetDataLayout(module, work->codegen->layout_text);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) == LLVMExternalLinkage)
      LLVMSetLinkage(f, LLVMLinkOnceODRLinkage);
  return LLVMLinkModules2(work->module, module) == 0;
}

/* All of libclc's functions are linkonce: the linker takes those that are
 * called, with what they call, and reads no other's body. */
bool wb_builtins_link(struct wb_instrumentation *work, LLVMModuleRef libclc) {
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f)) wb_map_put(&work->own, f, WB_OWN);
  for (LLVMValueRef g = LLVMGetFirstGlobal(work->module); g; g = LLVMGetNextGlobal(g))
    wb_map_put(&work->own, g, LLVMIsGlobalConstant(g) ? WB_OWN_CONSTANT : WB_OWN);
  LLVMModuleRef both[] = {work->module, libclc};
  for (int i = 0; i < 2 && both[i] != NULL; i++) {
    LLVMSetTarget(both[i], work->codegen->triple);
    LLVMSetDataLayout(both[i], work->codegen->layout_text);
  }
  if (libclc == NULL) return true;
  hide_known(work, libclc);
  bool linked = true;
  for (size_t i = 0; i < sizeof OWN / sizeof OWN[0] && linked; i++)
    if (is_asked_for(work, &OWN[i])) linked = link_own(work, &OWN[i]);
  return linked && LLVMLinkModules2(work->module, libclc) == 0;
}

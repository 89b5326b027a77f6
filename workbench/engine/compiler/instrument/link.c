#include <llvm-c/BitReader.h>
#include <llvm-c/Linker.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/instrument/instrument.h"
#include "compiler/instrument/steps.h"
#include "compiler/libclc.h"

/* libclc builds some of the functions that the emulator knows itself from
 * others: get_global_id from the group's, without the launch's offset. Under
 * another name, the same in every part, its version is not found. */
static void hide_known(struct wb_instrumentation *work, LLVMModuleRef libclc) {
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f)) {
    size_t length = 0;
    const char *name = LLVMGetValueName2(f, &length);
    LLVMValueRef theirs = NULL;
    if (!LLVMIsDeclaration(f) || !wb_builtins_know(name)) continue;
    theirs = LLVMGetNamedFunction(libclc, name);
    if (theirs == NULL || LLVMIsDeclaration(theirs)) continue;
    char *hidden = wb_format("wb.unused.%s", name);
    LLVMSetValueName2(theirs, hidden, strlen(hidden));
    free(hidden);
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
    {wb_builtins_half_bitcode, &wb_builtins_half_bitcode_size, "3nan"},
    {wb_builtins_replacements_bitcode, &wb_builtins_replacements_bitcode_size, ""},
};

/* Whether a function is none that the emulator has. */
static bool is_missing(LLVMValueRef function) {
  size_t length = 0;
  const char *name = LLVMGetValueName2(function, &length);
  return LLVMIsDeclaration(function) && !wb_starts_with(name, "llvm.") && !wb_builtins_know(name) &&
         !wb_is_plain_vector_builtin(name) && !wb_starts_with(name, WB_LITERAL_MANGLED);
}

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

static bool open_bitcode(struct wb_instrumentation *work, const char *code, uint64_t size,
                         LLVMModuleRef *module) {
  LLVMMemoryBufferRef view =
      LLVMCreateMemoryBufferWithMemoryRange(code, (size_t)size, "builtins", 0);
  if (LLVMGetBitcodeModuleInContext2(work->context, view, module) != 0) return false;
  LLVMSetTarget(*module, work->codegen->triple);
  LLVMSetDataLayout(*module, work->codegen->layout_text);
  return true;
}

/* Linked before libclc and only where they are called: then they are defined,
 * and the linker leaves libclc's. */
static bool link_own(struct wb_instrumentation *work, const struct own *own) {
  LLVMModuleRef module = NULL;
  if (!open_bitcode(work, own->code, *own->size, &module)) return false;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) == LLVMExternalLinkage)
      LLVMSetLinkage(f, LLVMLinkOnceODRLinkage);
  return LLVMLinkModules2(work->module, module) == 0;
}

/* ---- libclc ----------------------------------------------------------------------------- */

/* What programs/libclc.c made, embedded by the Makefile. */
extern const char wb_libclc_bitcode[];

static const struct wb_libclc_part *first_part(void) {
  return (const struct wb_libclc_part *)(const void *)wb_libclc_bitcode;
}

static const struct wb_libclc_part *find_part(const char *name) {
  const struct wb_libclc_part *part = first_part();
  while (part->name[0] != '\0' && strcmp(part->name, name) != 0) part++;
  return part->name[0] != '\0' ? part : NULL;
}

/* The part that a function is missing from. */
static const struct wb_libclc_part *missing_part(LLVMValueRef function) {
  size_t length = 0;
  char part[WB_LIBCLC_NAME];
  if (!is_missing(function)) return NULL;
  return wb_libclc_part_name(LLVMGetValueName2(function, &length), part) ? find_part(part) : NULL;
}

/* All of its functions are linkonce: the linker takes those that are called, with what they call,
 * and reads no other's body. */
static bool link_part(struct wb_instrumentation *work, const struct wb_libclc_part *part) {
  LLVMModuleRef module = NULL;
  if (!open_bitcode(work, wb_libclc_bitcode + part->offset, part->size, &module)) return false;
  hide_known(work, module);
  return LLVMLinkModules2(work->module, module) == 0;
}

static bool link_libclc(struct wb_instrumentation *work) {
  struct wb_map parts = {0};
  bool linked = true;
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f)) {
    const struct wb_libclc_part *part = missing_part(f);
    if (part != NULL) wb_map_put(&parts, part, 1);
  }
  for (const struct wb_libclc_part *part = first_part(); linked && part->name[0] != '\0'; part++)
    if (wb_map_has(&parts, part)) linked = link_part(work, part);
  wb_map_release(&parts);
  return linked;
}

bool wb_builtins_link(struct wb_instrumentation *work) {
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f)) wb_map_put(&work->own, f, WB_OWN);
  for (LLVMValueRef g = LLVMGetFirstGlobal(work->module); g; g = LLVMGetNextGlobal(g))
    wb_map_put(&work->own, g, LLVMIsGlobalConstant(g) ? WB_OWN_CONSTANT : WB_OWN);
  LLVMSetTarget(work->module, work->codegen->triple);
  LLVMSetDataLayout(work->module, work->codegen->layout_text);
  bool linked = true, misses = false;
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f))
    misses |= is_missing(f);
  for (size_t i = 0; i < sizeof OWN / sizeof OWN[0] && linked && misses; i++)
    if (is_asked_for(work, &OWN[i])) linked = link_own(work, &OWN[i]);
  return linked && (!misses || link_libclc(work));
}

#include "compiler/fingerprint.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "base/sha256.h"
#include "base/str.h"

/* Names inside of functions. Those of functions and variables outside stay: kernels are launched
 * by them, and libclc has functions of its own. */
static void forget_local_names(LLVMModuleRef module) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    for (LLVMValueRef p = LLVMGetFirstParam(f); p; p = LLVMGetNextParam(p))
      LLVMSetValueName2(p, "", 0);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
      LLVMSetValueName2(LLVMBasicBlockAsValue(b), "", 0);
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind) LLVMSetValueName2(i, "", 0);
    }
  }
}

/* What describes variables to debuggers is gone, but may still be declared. */
static void forget_debugging(LLVMModuleRef module) {
  LLVMValueRef next = NULL;
  LLVMStripModuleDebugInfo(module);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f != NULL; f = next) {
    size_t length = 0;
    next = LLVMGetNextFunction(f);
    if (wb_starts_with(LLVMGetValueName2(f, &length), "llvm.dbg.") && LLVMGetFirstUse(f) == NULL)
      LLVMDeleteFunction(f);
  }
}

/* A variable that nothing uses is no part of the program: who sees its name is this text alone.
 * Those of LLVM's own have a meaning without uses. */
static bool drop_unused_variables(LLVMModuleRef module) {
  bool dropped = false;
  LLVMValueRef next = NULL;
  for (LLVMValueRef v = LLVMGetFirstGlobal(module); v != NULL; v = next) {
    size_t length = 0;
    next = LLVMGetNextGlobal(v);
    if (LLVMGetFirstUse(v) != NULL || wb_starts_with(LLVMGetValueName2(v, &length), "llvm."))
      continue;
    LLVMDeleteGlobal(v);
    dropped = true;
  }
  return dropped;
}

static void add_module(struct wb_sha256 *sha, LLVMModuleRef module) {
  char *text = LLVMPrintModuleToString(module);
  wb_sha256_add_text(sha, text);
  LLVMDisposeMessage(text);
}

void wb_fingerprint_of(LLVMModuleRef module, const struct wb_source *source,
                       char fingerprint[WB_FINGERPRINT_MAX]) {
  LLVMModuleRef plain = LLVMCloneModule(module);
  wb_fingerprint_of_spoilt(plain, source, fingerprint);
  LLVMDisposeModule(plain);
}

void wb_fingerprint_of_spoilt(LLVMModuleRef plain, const struct wb_source *source,
                              char fingerprint[WB_FINGERPRINT_MAX]) {
  unsigned char digest[WB_SHA256_BYTES];
  char hex[WB_SHA256_HEX];
  struct wb_sha256 sha;
  forget_debugging(plain);
  LLVMSetModuleIdentifier(plain, "", 0);
  LLVMSetSourceFileName(plain, "", 0);
  forget_local_names(plain);
  /* One may have been used by another's initial value alone. */
  while (drop_unused_variables(plain)) continue;
  wb_sha256_init(&sha);
  add_module(&sha, plain);
  /* Whether those were divisions is to be seen in the text alone. */
  if (wb_folded_constants_are_in(plain)) wb_sha256_add(&sha, source->text, source->length);
  wb_sha256_finish(&sha, digest);
  wb_sha256_hex(digest, hex);
  memcpy(fingerprint, hex, WB_FINGERPRINT_MAX - 1);
  fingerprint[WB_FINGERPRINT_MAX - 1] = '\0';
}

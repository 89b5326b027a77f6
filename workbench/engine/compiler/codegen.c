#include "compiler/codegen.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>

/* A processor that this one is more than, by a name that says all of its features; NULL where LLVM
 * has to ask the processor itself, feature by feature. To ask and to add them up takes longer than
 * to make a small kernel's code, and in a virtual machine each question ends in its host. gcc 11,
 * which Ubuntu 22.04 has, knows no such names. */
static const char *plain_processor(void) {
#if defined __x86_64__ && (defined __clang__ || __GNUC__ >= 12)
  return __builtin_cpu_supports("x86-64-v3") ? "x86-64-v3" : NULL;
#else
  return NULL;
#endif
}

/* Default makes code that is no faster than Less. */
static const LLVMCodeGenOptLevel LEVELS[WB_TIERS] = {LLVMCodeGenLevelNone, LLVMCodeGenLevelLess};

/* Code for any address, that reaches its own constants directly and the
 * emulator's functions through slots (object.c). */
static LLVMTargetMachineRef host_machine(char *triple, enum wb_tier tier, struct wb_error *err) {
  const char *plain = tier == WB_TIER_QUICK ? plain_processor() : NULL;
  const LLVMCodeGenOptLevel level = LEVELS[tier];
  LLVMTargetRef target = NULL;
  char *message = NULL;
  char *cpu = plain != NULL ? LLVMCreateMessage(plain) : LLVMGetHostCPUName();
  char *features = plain != NULL ? LLVMCreateMessage("") : LLVMGetHostCPUFeatures();
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

LLVMTargetMachineRef wb_codegen_machine(struct wb_codegen *codegen, enum wb_tier tier) {
  if (codegen->machines[tier] == NULL)
    codegen->machines[tier] = host_machine(codegen->triple, tier, NULL);
  return codegen->machines[tier];
}

enum wb_status wb_codegen_init(struct wb_codegen *codegen, struct wb_error *err) {
  memset(codegen, 0, sizeof *codegen);
  LLVMInitializeNativeTarget();
  LLVMInitializeNativeAsmPrinter();
  codegen->triple = LLVMGetDefaultTargetTriple();
  codegen->machines[WB_TIER_QUICK] = host_machine(codegen->triple, WB_TIER_QUICK, err);
  if (codegen->machines[WB_TIER_QUICK] == NULL) return WB_ERR_MISSING;
  codegen->layout = LLVMCreateTargetDataLayout(codegen->machines[WB_TIER_QUICK]);
  codegen->layout_text = LLVMCopyStringRepOfTargetData(codegen->layout);
  return WB_OK;
}

void wb_codegen_release(struct wb_codegen *codegen) {
  if (codegen->layout != NULL) LLVMDisposeTargetData(codegen->layout);
  for (int tier = 0; tier < WB_TIERS; tier++)
    if (codegen->machines[tier] != NULL) LLVMDisposeTargetMachine(codegen->machines[tier]);
  if (codegen->triple != NULL) LLVMDisposeMessage(codegen->triple);
  if (codegen->layout_text != NULL) LLVMDisposeMessage(codegen->layout_text);
  memset(codegen, 0, sizeof *codegen);
}

/* ---- frames -------------------------------------------------------------------------- */

/* The code generator's prologues look after the guard page; probing costs a frame of less than a
 * page nothing. Of frames above the limit it speaks to the context's listener. */
static void ask_about_frames(LLVMModuleRef module) {
  static const char *const ATTRIBUTES[][2] = {
      {"probe-stack", "inline-asm"}, {"stack-probe-size", "4096"}, {"warn-stack-size", "1024"}};
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMAttributeIndex index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    for (size_t i = 0; i < sizeof ATTRIBUTES / sizeof ATTRIBUTES[0] && !LLVMIsDeclaration(f); i++) {
      const char *name = ATTRIBUTES[i][0], *value = ATTRIBUTES[i][1];
      LLVMAddAttributeAtIndex(f, index,
                              LLVMCreateStringAttribute(context, name, (unsigned)strlen(name),
                                                        value, (unsigned)strlen(value)));
    }
  }
}

/* The last place where `text` holds `words`: before it stands the name of a file, which may hold
 * anything. */
static char *find_last(char *text, const char *words) {
  char *found = NULL;
  for (char *at = strstr(text, words); at != NULL; at = strstr(at + 1, words)) found = at;
  return found;
}

/* "…: stack frame size (4242) exceeds limit (1024) in function 'test'" */
static void take_frame(LLVMDiagnosticInfoRef info, void *data) {
  static const char SIZE[] = "stack frame size (", NAME[] = " in function '";
  const struct wb_frame_reader *frames = data;
  char *text = LLVMGetDiagInfoDescription(info);
  char *size = find_last(text, SIZE), *name = find_last(text, NAME);
  char *end = strrchr(text, '\'');
  if (frames != NULL && size != NULL && name != NULL && size < name && end >= name + strlen(NAME)) {
    *end = '\0';
    frames->tell(frames->data, name + strlen(NAME), strtoull(size + strlen(SIZE), NULL, 10));
  }
  LLVMDisposeMessage(text);
}

enum wb_status wb_codegen_emit(struct wb_codegen *codegen, LLVMModuleRef module, enum wb_tier tier,
                               const struct wb_frame_reader *frames, struct wb_str *object,
                               struct wb_error *err) {
  char *message = NULL;
  LLVMMemoryBufferRef buffer = NULL;
  enum wb_status status = WB_OK;
  LLVMTargetMachineRef machine = wb_codegen_machine(codegen, tier);
  if (machine == NULL)
    return wb_fail(err, WB_ERR_MISSING, "LLVM has no code generator for this machine");
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMDiagnosticHandler listener = LLVMContextGetDiagnosticHandler(context);
  void *listener_data = LLVMContextGetDiagnosticContext(context);
  ask_about_frames(module);
  LLVMContextSetDiagnosticHandler(context, take_frame, (void *)(uintptr_t)frames);
  if (LLVMTargetMachineEmitToMemoryBuffer(machine, module, LLVMObjectFile, &message, &buffer) != 0)
    status = wb_fail(err, WB_ERR_CRASH, "LLVM cannot make code for this machine: %s", message);
  else
    wb_str_add_bytes(object, LLVMGetBufferStart(buffer), LLVMGetBufferSize(buffer));
  LLVMContextSetDiagnosticHandler(context, listener, listener_data);
  LLVMDisposeMessage(message);
  if (buffer != NULL) LLVMDisposeMemoryBuffer(buffer);
  return status;
}

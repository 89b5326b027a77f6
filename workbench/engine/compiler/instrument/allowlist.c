#include <llvm-c/Analysis.h>
#include <llvm-c/Comdat.h>
#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/instrument/dimension_bounds.h"
#include "compiler/instrument/steps.h"

/* What a program may consist of. These are allowlists: what LLVM has, but clang was never seen
 * to make of OpenCL C, is refused until it has been thought about. They are asked three times:
 *
 *   of clang's module, before anything else is done with it;
 *   of each call once libclc is linked: what it calls has the type that the call
 *   expects (LLVM inlines no other call, and what is not inlined is not checked);
 *   of each kernel after inlining: no function that touches memory is left outside.
 *
 * A kernel's code is checked instruction by instruction, so whatever could reach
 * memory, the machine or the process in another way must not come this far. */

enum { PTX_KERNEL = 71, SPIR_FUNCTION = 75, SPIR_KERNEL = 76 };

/* By their base names; LLVM's verifier has looked at their types. Those that
 * touch memory are checked (copies.c); all others compute values, mark scopes or
 * vanish. Mathematics is what library_symbols.c has functions for. */
static const char *const INTRINSICS[] = {
    /* scopes, lines, hints */
    "llvm.lifetime.start", "llvm.lifetime.end", "llvm.dbg.declare", "llvm.dbg.value",
    "llvm.dbg.label", "llvm.dbg.assign", "llvm.expect", "llvm.expect.with.probability",
    "llvm.assume", "llvm.is.constant", "llvm.objectsize", "llvm.prefetch", "llvm.donothing",
    "llvm.sideeffect", "llvm.experimental.noalias.scope.decl", "llvm.trap", "llvm.debugtrap",
    /* refused with the reason that a person understands, in objects.c */
    "llvm.stacksave", "llvm.stackrestore",
    /* copies */
    "llvm.memcpy", "llvm.memcpy.inline", "llvm.memmove", "llvm.memset", "llvm.memset.inline",
    /* integers */
    "llvm.abs", "llvm.smin", "llvm.smax", "llvm.umin", "llvm.umax", "llvm.ctlz", "llvm.cttz",
    "llvm.ctpop", "llvm.bswap", "llvm.bitreverse", "llvm.fshl", "llvm.fshr", "llvm.sadd.sat",
    "llvm.uadd.sat", "llvm.ssub.sat", "llvm.usub.sat", "llvm.sadd.with.overflow",
    "llvm.uadd.with.overflow", "llvm.ssub.with.overflow", "llvm.usub.with.overflow",
    "llvm.smul.with.overflow", "llvm.umul.with.overflow", "llvm.vector.reduce.add",
    "llvm.vector.reduce.mul", "llvm.vector.reduce.and", "llvm.vector.reduce.or",
    "llvm.vector.reduce.xor", "llvm.vector.reduce.smax", "llvm.vector.reduce.smin",
    "llvm.vector.reduce.umax", "llvm.vector.reduce.umin",
    /* floating-point numbers */
    "llvm.fabs", "llvm.copysign", "llvm.fma", "llvm.fmuladd", "llvm.sqrt", "llvm.floor",
    "llvm.ceil", "llvm.trunc", "llvm.rint", "llvm.nearbyint", "llvm.round", "llvm.roundeven",
    "llvm.minnum", "llvm.maxnum", "llvm.minimum", "llvm.maximum", "llvm.canonicalize",
    "llvm.is.fpclass", "llvm.exp", "llvm.exp2", "llvm.log", "llvm.log2", "llvm.log10", "llvm.pow",
    "llvm.sin", "llvm.cos", "llvm.convert.to.fp16", "llvm.convert.from.fp16",
    "llvm.vector.reduce.fmax", "llvm.vector.reduce.fmin"};

static bool is_allowed_intrinsic(LLVMValueRef function) {
  const unsigned id = LLVMGetIntrinsicID(function);
  size_t length = 0;
  const char *name = id != 0 ? LLVMIntrinsicGetName(id, &length) : "";
  for (size_t i = 0; i < sizeof INTRINSICS / sizeof INTRINSICS[0]; i++)
    if (strlen(INTRINSICS[i]) == length && memcmp(INTRINSICS[i], name, length) == 0) return true;
  return false;
}

static const char *name_of(LLVMValueRef value) {
  size_t length = 0;
  return LLVMGetValueName2(value, &length);
}

/* The place to blame for a declaration, which has none: an instruction that uses
 * it, or a constant made of it. */
static LLVMValueRef first_user(LLVMValueRef value) {
  LLVMValueRef found = NULL;
  for (LLVMUseRef use = LLVMGetFirstUse(value); use != NULL && found == NULL;
       use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAInstruction(user))
      found = user;
    else if (LLVMIsAConstantExpr(user))
      found = first_user(user);
  }
  return found;
}

static LLVMValueRef place_of(LLVMValueRef global) {
  return LLVMGetDebugLocLine(global) > 0 ? global : first_user(global);
}

/* ---- names --------------------------------------------------------------------------- */

/* LLVM's mark of a name that is the assembler's, as `__asm__("…")` gives one. */
static bool is_label(const char *name) { return name[0] == '\1'; }

/* Names of the runtime and of the marks that the steps leave. */
static bool is_reserved(const char *name) {
  return wb_starts_with(name, "wbrt_") || wb_starts_with(name, "wb.") ||
         (strstr(name, "__wb") != NULL && !wb_starts_with(name, WB_LITERAL_MANGLED));
}

static void admit_name(struct wb_instrumentation *work, LLVMValueRef global) {
  const char *name = name_of(global);
  if (LLVMIsAFunction(global) && wb_is_index_function(global)) return;
  if (is_label(name))
    wb_instrument_complain(work, place_of(global), "a name for the assembler is not OpenCL C: '%s'",
                           name + 1);
  else if (is_reserved(name))
    wb_instrument_complain(work, place_of(global), "the name '%s' is the workbench's own", name);
}

/* ---- functions and variables ------------------------------------------------------------ */

/* What the text can ask of the linker, and no kernel needs. */
static const char *linker_trick(LLVMValueRef global) {
  const LLVMLinkage linkage = LLVMGetLinkage(global);
  const char *section = LLVMGetSection(global);
  const bool plain = linkage == LLVMExternalLinkage || linkage == LLVMInternalLinkage ||
                     linkage == LLVMPrivateLinkage ||
                     (LLVMIsAFunction(global) && linkage == LLVMAvailableExternallyLinkage);
  if (!plain) return "weak or shared linkage";
  if (section != NULL && section[0] != '\0') return "a section";
  if (LLVMGetComdat(global) != NULL) return "a group of sections";
  if (LLVMGetVisibility(global) != LLVMDefaultVisibility) return "visibility";
  if (LLVMGetDLLStorageClass(global) != LLVMDefaultStorageClass) return "a library's storage class";
  return NULL;
}

static void admit_linkage(struct wb_instrumentation *work, LLVMValueRef global) {
  const char *trick = linker_trick(global);
  if (trick != NULL)
    wb_instrument_complain(work, place_of(global), "%s is not OpenCL C: '%s'", trick,
                           name_of(global));
}

static bool has_attribute(LLVMValueRef function, const char *name) {
  const unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  return LLVMGetEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                     kind) != NULL;
}

static bool is_argument(LLVMValueRef call, LLVMValueRef value) {
  bool is = false;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) is |= LLVMGetOperand(call, i) == value;
  return is;
}

/* LLVM keeps constants that nothing is made of any more. */
static bool is_in_use(LLVMValueRef user) {
  bool used = LLVMIsAInstruction(user) || LLVMIsAGlobalValue(user);
  for (LLVMUseRef use = LLVMGetFirstUse(user); use != NULL && !used; use = LLVMGetNextUse(use))
    used = is_in_use(LLVMGetUser(use));
  return used;
}

/* Whether it is used in another way than by calls of it. Clang's functions for blocks are, and
 * validate.c reports them in better words. */
static bool is_pointed_at(LLVMValueRef function) {
  bool pointed = false;
  for (LLVMUseRef use = LLVMGetFirstUse(function); use != NULL; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    const bool called = LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function;
    pointed |= (!called && is_in_use(user)) || (called && is_argument(user, function));
  }
  return pointed && strstr(name_of(function), "_block_invoke") == NULL;
}

static void admit_function(struct wb_instrumentation *work, LLVMValueRef function) {
  const unsigned convention = LLVMGetFunctionCallConv(function);
  if (is_pointed_at(function))
    wb_instrument_complain(work, first_user(function),
                           "pointers to functions are not OpenCL C: '%s'", name_of(function));
  admit_name(work, function);
  admit_linkage(work, function);
  if (convention != LLVMCCallConv && convention != PTX_KERNEL && convention != SPIR_FUNCTION &&
      convention != SPIR_KERNEL)
    wb_instrument_complain(work, place_of(function), "calling conventions are not OpenCL C: '%s'",
                           name_of(function));
  if (has_attribute(function, "naked") || LLVMGetGC(function) != NULL ||
      LLVMHasPersonalityFn(function))
    wb_instrument_complain(work, place_of(function),
                           "functions of this kind are not OpenCL C: '%s'", name_of(function));
}

static void admit_intrinsic(struct wb_instrumentation *work, LLVMValueRef function) {
  if (!is_allowed_intrinsic(function))
    wb_instrument_complain(work, first_user(function),
                           "a builtin of the compiler's own is not OpenCL C: '%s'",
                           name_of(function) + strlen("llvm."));
}

/* Variables of LLVM's own say how the program is linked and started. */
static void admit_special(struct wb_instrumentation *work, LLVMValueRef global) {
  static const char *const CONSTRUCTORS = "llvm.global_";
  const char *name = name_of(global);
  wb_instrument_complain(work, NULL,
                         wb_starts_with(name, CONSTRUCTORS)
                             ? "constructors and destructors of the program are not OpenCL C: '%s'"
                             : "annotations of the program are not OpenCL C: '%s'",
                         name);
}

/* `__attribute__((used))` keeps a function that nobody calls, in this list. */
static bool drop_used(LLVMValueRef global) {
  const char *name = name_of(global);
  const bool used = strcmp(name, "llvm.used") == 0 || strcmp(name, "llvm.compiler.used") == 0;
  if (used) LLVMDeleteGlobal(global);
  return used;
}

static void admit_variable(struct wb_instrumentation *work, LLVMValueRef global) {
  if (wb_starts_with(name_of(global), "llvm.")) {
    admit_special(work, global);
    return;
  }
  admit_name(work, global);
  admit_linkage(work, global);
  if (LLVMIsThreadLocal(global) || LLVMIsExternallyInitialized(global))
    wb_instrument_complain(work, place_of(global), "variables of a thread are not OpenCL C: '%s'",
                           wb_variable_name(work, global));
  if (LLVMIsDeclaration(global))
    wb_instrument_complain(work, place_of(global), "undefined variable '%s'",
                           wb_variable_name(work, global));
}

/* ---- instructions -------------------------------------------------------------------- */

static bool is_allowed_opcode(LLVMOpcode opcode) {
  switch (opcode) {
    case LLVMRet:
    case LLVMBr:
    case LLVMSwitch:
    case LLVMUnreachable:
    case LLVMFNeg:
    case LLVMAdd:
    case LLVMFAdd:
    case LLVMSub:
    case LLVMFSub:
    case LLVMMul:
    case LLVMFMul:
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMFDiv:
    case LLVMURem:
    case LLVMSRem:
    case LLVMFRem:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMAlloca:
    case LLVMLoad:
    case LLVMStore:
    case LLVMGetElementPtr:
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMFPToUI:
    case LLVMFPToSI:
    case LLVMUIToFP:
    case LLVMSIToFP:
    case LLVMFPTrunc:
    case LLVMFPExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMICmp:
    case LLVMFCmp:
    case LLVMPHI:
    case LLVMCall:
    case LLVMSelect:
    case LLVMExtractElement:
    case LLVMInsertElement:
    case LLVMShuffleVector:
    case LLVMExtractValue:
    case LLVMInsertValue:
    case LLVMFreeze:
    case LLVMFence:
    case LLVMAtomicCmpXchg:
    case LLVMAtomicRMW:
      return true;
    default:
      return false;
  }
}

/* Private and generic, global, local, constant: the host gives other numbers a
 * meaning of its own, like the memory of a thread. */
static bool is_allowed_type(LLVMTypeRef type) {
  unsigned space = 0;
  if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) type = LLVMGetElementType(type);
  if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) space = LLVMGetPointerAddressSpace(type);
  return space != 2 && space <= 4;
}

static bool has_allowed_types(LLVMValueRef instruction) {
  bool allowed = is_allowed_type(LLVMTypeOf(instruction));
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(instruction) && allowed; i++)
    allowed = is_allowed_type(LLVMTypeOf(LLVMGetOperand(instruction, i)));
  return allowed;
}

static void admit_instruction(struct wb_instrumentation *work, LLVMValueRef instruction) {
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  if (opcode == LLVMIndirectBr)
    wb_instrument_complain(work, instruction, "jumps to computed labels are not supported");
  else if (!is_allowed_opcode(opcode))
    wb_instrument_complain(work, instruction,
                           "this is not OpenCL C, and the emulator does not know it");
  else if (!has_allowed_types(instruction))
    wb_instrument_complain(work, instruction, "pointers into this address space are not OpenCL C");
}

/* A #line that names a file would blame another one for what this one does. */
static void admit_place(struct wb_instrumentation *work, LLVMValueRef instruction, bool *told) {
  const char *file =
      LLVMGetDebugLocLine(instruction) > 0 ? wb_place_of(work, instruction).file : NULL;
  if (file == NULL || file[0] != '/' || work->any_include || *told) return;
  wb_instrument_complain(work, NULL, "#line may give a number, but no file: '%s'", file);
  *told = true;
}

static void admit_body(struct wb_instrumentation *work, LLVMValueRef function, bool *told) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      admit_instruction(work, i);
      admit_place(work, i, told);
    }
}

/* ---- the three questions ------------------------------------------------------------ */

static void admit_rest(struct wb_instrumentation *work) {
  size_t assembly = 0;
  LLVMGetModuleInlineAsm(work->module, &assembly);
  if (assembly > 0)
    wb_instrument_complain(work, NULL, "inline assembly outside of functions is not supported");
  for (LLVMValueRef a = LLVMGetFirstGlobalAlias(work->module); a; a = LLVMGetNextGlobalAlias(a))
    wb_instrument_complain(work, LLVMAliasGetAliasee(a), "an alias is not OpenCL C: '%s'",
                           name_of(a));
  for (LLVMValueRef i = LLVMGetFirstGlobalIFunc(work->module); i; i = LLVMGetNextGlobalIFunc(i))
    wb_instrument_complain(work, LLVMGetGlobalIFuncResolver(i),
                           "a function chosen at start is not OpenCL C: '%s'", name_of(i));
}

/* An intrinsic with another type than its own, most of all. */
static void verify_module(struct wb_instrumentation *work) {
  char *message = NULL;
  if (LLVMVerifyModule(work->module, LLVMReturnStatusAction, &message) != 0) {
    if (message != NULL) message[strcspn(message, "\n")] = '\0';
    wb_instrument_complain(work, NULL, "the compiler made invalid code of this text: %s",
                           message != NULL ? message : "");
  }
  LLVMDisposeMessage(message);
}

void wb_allowlist_check_module(struct wb_instrumentation *work) {
  bool told = false;
  if (work->admits_all) return;
  for (LLVMValueRef g = LLVMGetFirstGlobal(work->module), next = NULL; g != NULL; g = next) {
    next = LLVMGetNextGlobal(g);
    if (!drop_used(g)) admit_variable(work, g);
  }
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f)) {
    if (wb_starts_with(name_of(f), "llvm."))
      admit_intrinsic(work, f);
    else
      admit_function(work, f);
    admit_body(work, f, &told);
  }
  admit_rest(work);
  if (work->errors == 0) verify_module(work);
}

/* libclc's functions do not see the program's: otherwise what it defines could be taken for
 * what a builtin calls, and would not be checked. */
void wb_allowlist_isolate(struct wb_instrumentation *work) {
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f)) LLVMSetLinkage(f, LLVMInternalLinkage);
  for (LLVMValueRef g = LLVMGetFirstGlobal(work->module); g; g = LLVMGetNextGlobal(g))
    if (!LLVMIsDeclaration(g)) LLVMSetLinkage(g, LLVMInternalLinkage);
}

bool wb_allowlist_is_declared_call(LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  return LLVMGetCalledFunctionType(call) == LLVMGlobalGetValueType(callee);
}

/* Calls that stay: of intrinsics, of builtins that later steps lower, of their
 * marks, and of what libclc computes from numbers alone. */
static bool may_stay(struct wb_instrumentation *work, LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (!LLVMIsAFunction(callee) || !wb_allowlist_is_declared_call(call)) return false;
  const char *name = name_of(callee);
  if (wb_starts_with(name, "llvm.")) return is_allowed_intrinsic(callee);
  if (LLVMIsDeclaration(callee))
    return wb_builtins_know(name) || wb_starts_with(name, "wb.") || wb_is_index_function(callee);
  return !wb_map_has(&work->own, callee) && !wb_takes_pointers(callee);
}

void wb_allowlist_check_inlined(struct wb_kernel_work *kernel) {
  if (kernel->work->admits_all) return;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel->entry); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      admit_instruction(kernel->work, i);
      if (LLVMIsACallInst(i) && !may_stay(kernel->work, i))
        wb_instrument_complain(kernel->work, i, "the emulator cannot check what '%s' does",
                               wb_callee_name(i)[0] != '\0' ? wb_callee_name(i) : "this call");
    }
}

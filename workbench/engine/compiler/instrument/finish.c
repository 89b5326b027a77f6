#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/Error.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

#include "compiler/instrument/instrument.h"
#include "compiler/instrument/steps.h"

/* The fast path of the checks, embedded by the Makefile. Quick code that better code may follow
 * calls the emulator's own, since to inline and then compile it takes longer than a small launch
 * runs. */
extern const char wb_check_bitcode[];
extern const uint64_t wb_check_bitcode_size;

/* What the optimiser does with checked code. Everything that a wrong program could exploit is gone
 * by now, so any pass is sound; these are chosen by what they cost. GVN is not among them, nor what
 * runs it: it asks what follows from a condition, and from each part of that, without remembering
 * where it has been, which is exponential in how a program mixes truth values. */
static const char INLINING[] = "always-inline,globaldce";
static const char QUICK_PASSES[] =
    "globaldce," /* arrays that have become objects */
    "function(sroa,early-cse,simplifycfg)";

/* Of a large program: simplifycfg looks at blocks again and again while it changes them, which
 * takes time with the square of their number; a launch's time is 2 to 7 % less with it. */
static const char LARGE_PASSES[] = "function(mem2reg,early-cse)";
static const char PASSES[] =
    "function(sroa,early-cse,simplifycfg,instcombine<no-verify-fixpoint>,"
    "loop-mssa(licm),early-cse<memssa>,dse,simplifycfg,instcombine<no-verify-fixpoint>)";

/* Where checks are shared functions, these do what there is to do in the rest:
 * as fast code in two thirds of the time, which for instcombine grows faster than the code. */
static const char FEWER_PASSES[] =
    "function(sroa,early-cse,simplifycfg,loop-mssa(licm),early-cse<memssa>,dse,simplifycfg)";

/* Where work-items run in lockstep: loops that ask for it, and no others. */
static const char VECTOR_PASSES[] =
    "function(loop-simplify,lcssa,loop-vectorize<interleave-forced-only;vectorize-forced-only>,"
    "instcombine<no-verify-fixpoint>,simplifycfg)";

/* A program with more checks of accesses, or more instructions beside them, than this gets quick
 * code only: the time that better code takes grows faster than the program. */
enum { LARGE_CHECKS = 400, LARGE_INSTRUCTIONS = 10000 };

/* What quick code's registers cost grows with a block's calls times its values, and what its
 * instructions cost with the size of one graph for all that the fast selector does not know.
 * Values pass between calls, and so between blocks, in memory anyway. */
enum { LONG_BLOCK = 256 };

enum wb_status wb_module_run_passes(struct wb_instrumentation *work, const char *passes,
                                    struct wb_error *err) {
  enum wb_status status = WB_OK;
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef error =
      LLVMRunPasses(work->module, passes, wb_codegen_machine(work->codegen, work->tier), options);
  if (error != NULL) {
    char *text = LLVMGetErrorMessage(error);
    status = wb_fail(err, WB_ERR_CRASH, "LLVM refuses to run \"%s\": %s", passes, text);
    LLVMDisposeErrorMessage(text);
  }
  LLVMDisposePassBuilderOptions(options);
  return status;
}

static bool is_inlined(const char *name) {
  static const char *const NAMES[] = {
      "wbrt_check",      "wbrt_unwritten",      "wbrt_mark",        "wbrt_unwritten_lanes",
      "wbrt_mark_lanes", "wbrt_step",           "wbrt_first_steps", "wbrt_end_item",
      "wbrt_begin_item", "wbrt_next_item",      "wbrt_turn",        "wbrt_may_read",
      "wbrt_read_local", "wbrt_may_read_local", "wbrt_stale_read"};
  for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
    if (strcmp(NAMES[i], name) == 0) return true;
  return false;
}

static void inline_fast_path(struct wb_instrumentation *work) {
  unsigned kind = LLVMGetEnumAttributeKindForName("alwaysinline", 12);
  LLVMAttributeIndex index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f)) {
    size_t length = 0;
    if (LLVMIsDeclaration(f) || !is_inlined(LLVMGetValueName2(f, &length))) continue;
    LLVMSetLinkage(f, LLVMInternalLinkage);
    LLVMAddAttributeAtIndex(f, index, LLVMCreateEnumAttribute(work->context, kind, 0));
  }
}

/* The linker takes those that are called, with what they call, and reads no other's body. */
static void link_once(LLVMModuleRef checks) {
  for (LLVMValueRef f = LLVMGetFirstFunction(checks); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f) && LLVMGetLinkage(f) == LLVMExternalLinkage)
      LLVMSetLinkage(f, LLVMLinkOnceODRLinkage);
}

static void note_functions(LLVMModuleRef module, struct wb_map *functions) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f)) wb_map_put(functions, f, 1);
}

/* Callers and callees must agree about the convention: all that has come is changed. */
static void own_linked(LLVMModuleRef module, const struct wb_map *before) {
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f) || wb_map_has(before, f)) continue;
    LLVMSetLinkage(f, LLVMInternalLinkage);
    wb_attributes_forget_strings(f);
  }
}

static enum wb_status link_fast_path(struct wb_instrumentation *work, struct wb_error *err) {
  LLVMModuleRef checks = NULL;
  LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRange(
      wb_check_bitcode, (size_t)wb_check_bitcode_size, "check", 0);
  if (LLVMGetBitcodeModuleInContext2(work->context, buffer, &checks) != 0)
    return wb_fail(err, WB_ERR_CRASH, "the emulator's own bitcode cannot be read");
  LLVMSetTarget(checks, work->codegen->triple);
  LLVMSetDataLayout(checks, work->codegen->layout_text);
  struct wb_map before = {0};
  note_functions(work->module, &before);
  link_once(checks);
  const bool failed = LLVMLinkModules2(work->module, checks) != 0;
  own_linked(work->module, &before);
  wb_map_release(&before);
  return failed ? wb_fail(err, WB_ERR_CRASH, "the emulator's own bitcode cannot be linked") : WB_OK;
}

static enum wb_status verify_code(struct wb_instrumentation *work, struct wb_error *err) {
  char *message = NULL;
  enum wb_status status = WB_OK;
  if (LLVMVerifyModule(work->module, LLVMReturnStatusAction, &message) != 0)
    status = wb_fail(err, WB_ERR_CRASH, "the emulator made invalid code: %s", message);
  LLVMDisposeMessage(message);
  return status;
}

static bool is_large(const struct wb_instrumentation *work) {
  size_t instructions = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        instructions++;
  return work->checks >= LARGE_CHECKS || instructions >= LARGE_INSTRUCTIONS;
}

void wb_tier_choose(struct wb_instrumentation *work) {
  const bool large = is_large(work);
  work->has_better = !large && work->tier == WB_TIER_QUICK;
  if (large) work->tier = WB_TIER_QUICK;
}

static const char *choose_passes(const struct wb_instrumentation *work) {
  if (work->tier == WB_TIER_QUICK) return work->has_better ? QUICK_PASSES : LARGE_PASSES;
  return work->shares ? FEWER_PASSES : PASSES;
}

enum wb_status wb_module_finish(struct wb_instrumentation *work, struct wb_error *err) {
  const bool inlines = !work->has_better;
  enum wb_status status = inlines ? link_fast_path(work, err) : WB_OK;
  if (status == WB_OK) {
    wb_conditionals_expand(work);
    if (inlines) inline_fast_path(work);
    status = verify_code(work, err);
  }
  if (status == WB_OK && inlines) status = wb_module_run_passes(work, INLINING, err);
  if (status == WB_OK) wb_context_attributes_add(work);
  if (status == WB_OK) status = wb_module_run_passes(work, choose_passes(work), err);
  if (status == WB_OK && work->in_lockstep && work->tier != WB_TIER_QUICK)
    status = wb_module_run_passes(work, VECTOR_PASSES, err);
  if (status == WB_OK && work->tier == WB_TIER_QUICK) {
    wb_selection_prepare(work);
    wb_blocks_cut(work, LONG_BLOCK);
  }
  return status;
}

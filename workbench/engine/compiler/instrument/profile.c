/* Programs built with `profile` tell the runtime of every access and of every
 * conditional branch. Each gets a site that it shares with nobody: the model
 * takes what work-items do at one site for one instruction (emulator/profile/profile.h). */
#include <string.h>

#include "compiler/instrument/access.h"
#include "compiler/instrument/objects.h"
#include "compiler/instrument/steps.h"

/* How a trace is to show the value. */
static uint32_t value_flags(struct wb_kernel_work *kernel, LLVMTypeRef type) {
  LLVMTypeRef lane = wb_lane_type(type);
  LLVMTypeKind kind = LLVMGetTypeKind(lane);
  bool real = kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind || kind == LLVMHalfTypeKind;
  uint64_t bytes = LLVMStoreSizeOfType(kernel->work->layout, lane);
  return (real ? WBRT_VALUE_REAL : 0) | (uint32_t)(bytes & WBRT_VALUE_LANE_MASK)
                                            << WBRT_VALUE_LANE_SHIFT;
}

static uint32_t site_of(struct wb_kernel_work *kernel, LLVMValueRef where, uint32_t object,
                        uint32_t bytes) {
  uint32_t number = wb_own_site(kernel, where);
  struct wbrt_site *site = &wb_program_kernel_of(kernel)->sites[number];
  site->bytes = bytes;
  if (object < WBRT_MAX_OBJECTS) {
    site->array = kernel->infos[object].name;
    site->element_bytes = kernel->infos[object].element_bytes;
  }
  return number;
}

/* ---- copies: what is in their bytes ------------------------------------------------- */

enum { MOST_NUMBERS = 64 }; /* of a layout */

static void add_layout(struct wb_kernel_work *kernel, LLVMTypeRef type, uint64_t offset,
                       struct wb_str *out, unsigned *count) {
  LLVMTargetDataRef layout = kernel->work->layout;
  const LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (*count > MOST_NUMBERS) return;
  if (kind == LLVMStructTypeKind) {
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      add_layout(kernel, LLVMStructGetTypeAtIndex(type, i),
                 offset + LLVMOffsetOfElement(layout, type, i), out, count);
  } else if (kind == LLVMArrayTypeKind) {
    LLVMTypeRef element = LLVMGetElementType(type);
    const uint64_t step = LLVMABISizeOfType(layout, element);
    for (uint64_t i = 0; i < LLVMGetArrayLength2(type) && *count <= MOST_NUMBERS; i++)
      add_layout(kernel, element, offset + i * step, out, count);
  } else {
    const uint32_t flags = value_flags(kernel, type);
    const unsigned lanes = wb_lane_count(type);
    wb_str_addf(out, "%llu%c%ux%u ", (unsigned long long)offset,
                (flags & WBRT_VALUE_REAL) != 0 ? 'f' : 'i', flags >> WBRT_VALUE_LANE_SHIFT, lanes);
    ++*count;
  }
}

char *wb_profile_layout(struct wb_kernel_work *kernel, LLVMTypeRef type) {
  struct wb_str text;
  unsigned count = 0;
  wb_str_init(&text);
  if (kernel->work->profile && type != NULL) add_layout(kernel, type, 0, &text, &count);
  if (count > MOST_NUMBERS) wb_str_clear(&text);
  char *made = wb_strdup(text.data);
  wb_str_release(&text);
  return made;
}

uint32_t wb_profile_copy_site(struct wb_kernel_work *kernel, LLVMValueRef call, uint32_t site,
                              const char *layout) {
  if (!kernel->work->profile) return site;
  const uint32_t number = wb_own_site(kernel, call);
  struct wbrt_site *sites = wb_program_kernel_of(kernel)->sites;
  sites[number] = sites[site];
  if (layout[0] != '\0') sites[number].layout = wb_program_text(kernel->work->program, layout);
  return number;
}

/* Which turn of the loops around it an instruction is in. */
static LLVMValueRef turn_of(struct wb_kernel_work *kernel, LLVMValueRef instruction) {
  const struct wb_map_entry *turn =
      wb_map_find(&kernel->turns, LLVMGetInstructionParent(instruction));
  return turn != NULL ? (LLVMValueRef)turn->value : wb_build_int64(kernel->work, 0);
}

void wb_profile_access(struct wb_kernel_work *kernel, LLVMValueRef instruction,
                       LLVMValueRef address, LLVMTypeRef type, uint32_t object, uint32_t flags,
                       LLVMValueRef failed, bool used) {
  struct wb_instrumentation *work = kernel->work;
  const uint32_t value = value_flags(kernel, type) | (used ? 0 : WBRT_VALUE_UNUSED) |
                         wbrt_elements(flags) << WBRT_VALUE_ELEMENTS_SHIFT;
  LLVMValueRef what = wb_build_int32(work, (flags & WBRT_ACCESS_MASK) | value);
  if (!work->profile) return;
  uint32_t bytes = (uint32_t)LLVMStoreSizeOfType(work->layout, type);
  if (failed != NULL) {
    wb_build_after(work, failed);
    what = LLVMBuildSelect(work->builder, failed,
                           wb_build_int32(work, WBRT_READ | WBRT_ATOMIC | value), what, "");
  } else {
    wb_build_after(work, instruction);
  }
  LLVMValueRef site = wb_build_int32(work, site_of(kernel, instruction, object, bytes));
  LLVMValueRef arguments[] = {address, wb_build_int32(work, bytes), what,
                              turn_of(kernel, instruction), site};
  wb_call_runtime(kernel, "wbrt_profile_access", arguments, 5);
}

static unsigned successor_number(LLVMValueRef branch, LLVMBasicBlockRef block) {
  unsigned i = 0;
  while (LLVMGetSuccessor(branch, i) != block) i++;
  return i;
}

/* The number of the successor that a switch goes to. Operands are the value,
 * the default, and then pairs of a case's value and its block. */
static LLVMValueRef way_of_switch(struct wb_instrumentation *work, LLVMValueRef branch) {
  LLVMValueRef value = LLVMGetOperand(branch, 0), way = wb_build_int64(work, 0);
  for (unsigned i = 1; i < LLVMGetNumSuccessors(branch); i++) {
    LLVMValueRef is =
        LLVMBuildICmp(work->builder, LLVMIntEQ, value, LLVMGetOperand(branch, 2 * i), "");
    unsigned number = successor_number(branch, LLVMGetSuccessor(branch, i));
    way = LLVMBuildSelect(work->builder, is, wb_build_int64(work, number), way, "");
  }
  return way;
}

/* ---- branches that are none of the kernel's ---------------------------------------- */

/* The marks: metadata without content. */
static const char BUILTIN[] = "wb.builtin", SCOPE[] = "wb.scope", SELECT[] = "wb.select";

static unsigned kind_of(const struct wb_instrumentation *work, const char *name) {
  return LLVMGetMDKindIDInContext(work->context, name, (unsigned)strlen(name));
}

static void mark_instruction(struct wb_instrumentation *work, LLVMValueRef instruction,
                             const char *name) {
  LLVMSetMetadata(instruction, kind_of(work, name), LLVMMDNodeInContext(work->context, NULL, 0));
}

static bool has_mark(const struct wb_instrumentation *work, LLVMValueRef instruction,
                     const char *name) {
  return LLVMGetMetadata(instruction, kind_of(work, name)) != NULL;
}

bool wb_profile_is_mark(const struct wb_instrumentation *work, unsigned kind) {
  return kind == kind_of(work, BUILTIN) || kind == kind_of(work, SCOPE);
}

void wb_profile_mark_builtin(struct wb_instrumentation *work, LLVMValueRef instruction) {
  mark_instruction(work, instruction, BUILTIN);
}

void wb_profile_mark_select(struct wb_instrumentation *work, LLVMValueRef branch) {
  mark_instruction(work, branch, SELECT);
}

bool wb_profile_leaves_scope(const struct wb_instrumentation *work, LLVMValueRef branch) {
  return has_mark(work, branch, SCOPE);
}

bool wb_profile_hides(const struct wb_instrumentation *work, LLVMValueRef instruction) {
  return has_mark(work, instruction, SCOPE) || has_mark(work, instruction, BUILTIN);
}

static bool is_constant_store(LLVMValueRef user, LLVMValueRef variable) {
  return LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable &&
         LLVMIsAConstantInt(LLVMGetOperand(user, 0));
}

/* clang leads the ways out of a scope with variables (break, continue, goto,
 * return) through one block, whose switch asks a variable without a name which
 * of them it was. Where work-items part is the source's own branch before it. */
static bool leaves_scope(struct wb_instrumentation *work, LLVMValueRef branch) {
  LLVMValueRef value = LLVMIsASwitchInst(branch) ? LLVMGetOperand(branch, 0) : NULL;
  LLVMValueRef variable = value != NULL && LLVMIsALoadInst(value) ? LLVMGetOperand(value, 0) : NULL;
  if (variable == NULL || !LLVMIsAAllocaInst(variable) || wb_variable_name(work, variable) != NULL)
    return false;
  bool good = true;
  for (LLVMUseRef use = LLVMGetFirstUse(variable); use != NULL; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    good &= LLVMIsALoadInst(user) != NULL || is_constant_store(user, variable) ||
            wb_is_intrinsic(user, "llvm.lifetime.");
  }
  return good;
}

static void mark_variables(struct wb_instrumentation *work, LLVMBasicBlockRef block) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
    if (LLVMIsAAllocaInst(i)) wb_profile_mark_builtin(work, i);
}

/* The inliner makes a comparison of a switch with one case and drops its marks,
 * so what the switch reads is marked until then. */
void wb_profile_mark(struct wb_instrumentation *work) {
  if (!work->profile) return;
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f)) {
    const bool own = wb_map_has(&work->own, f);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
      LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
      if (!own) wb_profile_mark_builtin(work, end);
      if (!own) mark_variables(work, b);
      if (own && leaves_scope(work, end)) mark_instruction(work, LLVMGetOperand(end, 0), SCOPE);
    }
  }
}

void wb_profile_mark_scopes(struct wb_kernel_work *kernel) {
  struct wb_instrumentation *work = kernel->work;
  if (!work->profile) return;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(kernel->entry); b;
       b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    if (LLVMGetNumSuccessors(end) < 2) continue;
    LLVMValueRef asked = LLVMGetOperand(end, 0);
    if (LLVMIsAICmpInst(asked)) asked = LLVMGetOperand(asked, 0);
    if (LLVMIsALoadInst(asked) && has_mark(work, asked, SCOPE)) mark_instruction(work, end, SCOPE);
  }
}

/* ---- branches ----------------------------------------------------------------------- */

void wb_profile_branch(struct wb_kernel_work *kernel, LLVMValueRef branch) {
  struct wb_instrumentation *work = kernel->work;
  if (!work->profile || LLVMGetNumSuccessors(branch) < 2) return;
  LLVMValueRef value = LLVMGetOperand(branch, 0);
  if (LLVMIsConstant(value) || wb_profile_hides(work, branch)) return;
  wb_build_before(work, branch);
  LLVMValueRef way = LLVMGetInstructionOpcode(branch) == LLVMBr
                         ? LLVMBuildZExt(work->builder, value, work->types.i64, "")
                         : way_of_switch(work, branch);
  LLVMValueRef site = wb_build_int32(work, site_of(kernel, branch, WBRT_NO_OBJECT, 0));
  LLVMValueRef arguments[] = {way, turn_of(kernel, branch), site}, seen[] = {way, site};
  if (has_mark(work, branch, SELECT))
    wb_call_runtime(kernel, "wbrt_profile_select", seen, 2);
  else
    wb_call_runtime(kernel, "wbrt_profile_branch", arguments, 3);
}

/* Work-items of a row in lockstep: a second body for the loop of item_loop.c, for kernels whose
 * work-items mostly do the same without a loop (out[i] = a[i] + b[i]).
 *
 * *The path* is what a work-item executes from the kernel's entry to its end, where branches are
 * taken as in most work-items. For each row the loop first computes the addresses of the path's
 * accesses for the first work-item and the last, and whether both take its branches. That says it
 * of those between them, as addresses are linear in the id, and branches compare two numbers of
 * which one is linear and the other the same for all. The runtime then checks each access of the
 * whole row and notes it (run/lockstep.c), and the row runs without checks, in optimised code by
 * instructions that compute several work-items at a time. Where anything is not so, nothing has
 * happened yet, and the row runs with the checks of each work-item.
 *
 * A step is what a value grows by from one work-item to the next. It is that of the machine's
 * numbers, which wrap: that a compared value does not is asked of the first and the last one, that
 * an address does not is the runtime's question. Steps are small enough, and rows short enough,
 * that nothing wraps twice.
 *
 * Where a launch has one work-item in dimension 0, groups that follow one another in dimension 1
 * are a row as well: a *column*, with a third body. What an element's address grows by in a column
 * is mostly a width that is known only when the kernel runs, and so are such steps. */
#include <stddef.h>
#include <string.h>

#include "compiler/instrument/lockstep.h"
#include "compiler/instrument/steps.h"

enum {
  MOST_INSTRUCTIONS = 1000,
  ADDRESS_WIDTH = 64,
  LEAST_WIDTH = 32,   /* of numbers that wrap once at most within a row */
  STEP_BIAS = 1 << 20 /* steps are kept as numbers above 0 */
};

/* ---- what is known of values -------------------------------------------------------- */

LLVMValueRef wb_lockstep_resolve(const struct wb_lockstep *l, LLVMValueRef value) {
  const struct wb_map_entry *same = wb_map_find(&l->same, value);
  return same != NULL ? (LLVMValueRef)same->value : value;
}

LLVMValueRef wb_lockstep_operand(const struct wb_lockstep *l, LLVMValueRef user, unsigned index) {
  return wb_lockstep_resolve(l, LLVMGetOperand(user, index));
}

bool wb_lockstep_is_zero(const struct wb_lockstep *l, LLVMValueRef value) {
  return (LLVMIsAConstant(value) && LLVMIsNull(value)) || wb_map_has(&l->zeros, value);
}

bool wb_lockstep_has_step(const struct wb_lockstep *l, LLVMValueRef value, int64_t *step) {
  const struct wb_map_entry *entry = wb_map_find(&l->steps, value);
  *step = entry != NULL ? (int64_t)entry->value - STEP_BIAS : 0;
  return entry != NULL || LLVMIsAConstant(value) || LLVMIsAArgument(value);
}

static bool is_known(int64_t step) { return step != WB_STEP_AT_RUN_TIME; }

static void put_step(struct wb_lockstep *l, LLVMValueRef value, int64_t step) {
  if ((step >= -WBRT_LOCKSTEP_STEP && step <= WBRT_LOCKSTEP_STEP) || !is_known(step))
    wb_map_put(&l->steps, value, (uintptr_t)(step + STEP_BIAS));
}

static int64_t step_of_sum(int64_t a, int64_t b) {
  return is_known(a) && is_known(b) ? a + b : WB_STEP_AT_RUN_TIME;
}

static int64_t step_of_product(int64_t step, int64_t factor) {
  return is_known(step) || factor == 0 ? step * factor : WB_STEP_AT_RUN_TIME;
}

static bool are_same_for_all(const struct wb_lockstep *l, LLVMValueRef instruction) {
  bool all = true;
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(instruction); i++) {
    int64_t step = 0;
    all &= wb_lockstep_has_step(l, wb_lockstep_operand(l, instruction, i), &step) && step == 0;
  }
  return all;
}

static unsigned width_of(LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

/* Of address arithmetic whose last index alone varies. */
static bool step_of_element(const struct wb_lockstep *l, LLVMValueRef gep, int64_t *step) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  int64_t by = 0;
  if (!wb_lockstep_has_step(l, wb_lockstep_operand(l, gep, 0), step) ||
      LLVMGetNumOperands(gep) != 2)
    return false;
  if (!wb_lockstep_has_step(l, wb_lockstep_operand(l, gep, 1), &by)) return false;
  if (by != 0 && width_of(LLVMGetOperand(gep, 1)) != ADDRESS_WIDTH) return false;
  const uint64_t size = LLVMABISizeOfType(l->kernel->work->layout, type);
  const int64_t factor =
      size <= WBRT_LOCKSTEP_STEP ? (int64_t)size : (int64_t)WBRT_LOCKSTEP_STEP * WBRT_LOCKSTEP_STEP;
  *step = step_of_sum(*step, step_of_product(by, factor));
  return true;
}

static bool factor_of(LLVMValueRef value, bool is_shift, int64_t *factor) {
  if (!LLVMIsAConstantInt(value) || LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64) return false;
  const int64_t number = LLVMConstIntGetSExtValue(value);
  const bool good =
      is_shift ? number >= 0 && number <= 16
               : number >= -(int64_t)WBRT_LOCKSTEP_STEP && number <= (int64_t)WBRT_LOCKSTEP_STEP;
  *factor = is_shift && good ? (int64_t)1 << number : number;
  return good;
}

/* A narrower number becomes a wider one: what it comes of must not wrap in between. */
static bool guard_width(struct wb_lockstep *l, LLVMValueRef cast, bool is_signed, int64_t step) {
  if (width_of(LLVMGetOperand(cast, 0)) < LEAST_WIDTH || l->n_guards == WB_LOCKSTEP_GUARDS)
    return false;
  l->guards[l->n_guards++] = (struct wb_lockstep_guard){
      .varies = wb_lockstep_operand(l, cast, 0), .is_signed = is_signed, .step = step};
  return true;
}

static bool find_step(struct wb_lockstep *l, LLVMValueRef instruction, int64_t *step) {
  const LLVMOpcode code = LLVMGetInstructionOpcode(instruction);
  const bool lanes = LLVMGetTypeKind(LLVMTypeOf(instruction)) == LLVMVectorTypeKind;
  int64_t a = 0, b = 0, factor = 0;
  *step = 0;
  if (are_same_for_all(l, instruction)) return true;
  if (lanes) return false;
  const bool first = wb_lockstep_has_step(l, wb_lockstep_operand(l, instruction, 0), &a);
  const bool second = LLVMGetNumOperands(instruction) > 1 &&
                      wb_lockstep_has_step(l, wb_lockstep_operand(l, instruction, 1), &b);
  switch (code) {
    case LLVMAdd:
      *step = step_of_sum(a, b);
      return first && second;
    case LLVMSub:
      *step = step_of_sum(a, step_of_product(b, -1));
      return first && second;
    case LLVMMul:
    case LLVMShl:
      if (code == LLVMMul && factor_of(wb_lockstep_operand(l, instruction, 0), false, &factor))
        return *step = step_of_product(b, factor), second;
      if (factor_of(wb_lockstep_operand(l, instruction, 1), code == LLVMShl, &factor))
        return *step = step_of_product(a, factor), first;
      *step = WB_STEP_AT_RUN_TIME;
      return l->column && code == LLVMMul && first && second && (a == 0 || b == 0);
    case LLVMGetElementPtr:
      return step_of_element(l, instruction, step);
    case LLVMZExt:
    case LLVMSExt:
      *step = a;
      return first && guard_width(l, instruction, code == LLVMSExt, a);
    case LLVMPtrToInt:
      *step = a;
      return first && width_of(instruction) == ADDRESS_WIDTH;
    case LLVMIntToPtr:
      *step = a;
      return first && width_of(LLVMGetOperand(instruction, 0)) == ADDRESS_WIDTH;
    case LLVMTrunc:
    case LLVMAddrSpaceCast:
    case LLVMFreeze:
      *step = a;
      return first;
    default:
      return false;
  }
}

/* Whether bits that say what is not written are all 0, since those are of which they come. */
static bool computes_zero(const struct wb_lockstep *l, LLVMValueRef instruction) {
  const LLVMOpcode code = LLVMGetInstructionOpcode(instruction);
  const unsigned n = (unsigned)LLVMGetNumOperands(instruction);
  unsigned zeros = 0;
  for (unsigned i = 0; i < n; i++)
    zeros += wb_lockstep_is_zero(l, wb_lockstep_operand(l, instruction, i));
  switch (code) {
    case LLVMOr:
    case LLVMXor:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMFreeze:
      return zeros == n;
    case LLVMAnd:
      return zeros > 0;
    case LLVMShl:
    case LLVMLShr:
      return wb_lockstep_is_zero(l, wb_lockstep_operand(l, instruction, 0));
    case LLVMSelect:
      return wb_lockstep_is_zero(l, wb_lockstep_operand(l, instruction, 1)) &&
             wb_lockstep_is_zero(l, wb_lockstep_operand(l, instruction, 2));
    case LLVMICmp:
      return zeros == n && LLVMGetICmpPredicate(instruction) == LLVMIntNE;
    default:
      return false;
  }
}

/* ---- the path ----------------------------------------------------------------------- */

/* The byte of the context that a pointer is at; -1: it is somewhere else. */
static int64_t context_offset(const struct wb_kernel_work *kernel, LLVMValueRef pointer) {
  int64_t offset = 0;
  while (LLVMIsAGetElementPtrInst(pointer)) {
    LLVMValueRef index = LLVMGetOperand(pointer, 1);
    if (LLVMGetNumOperands(pointer) != 2 || !LLVMIsAConstantInt(index)) return -1;
    const uint64_t size =
        LLVMABISizeOfType(kernel->work->layout, LLVMGetGEPSourceElementType(pointer));
    offset += LLVMConstIntGetSExtValue(index) * (int64_t)size;
    pointer = LLVMGetOperand(pointer, 0);
  }
  return pointer == kernel->context ? offset : -1;
}

/* Fields that grow by one from work-item to work-item, and those that do not change. */
static bool step_of_field(int64_t offset, bool column, int64_t *step) {
  static const size_t IN_ROW[] = {offsetof(struct wbrt_context, global_id),
                                  offsetof(struct wbrt_context, local_id),
                                  offsetof(struct wbrt_context, global_linear_id),
                                  offsetof(struct wbrt_context, local_linear_id)};
  /* Columns go on in the next group, and kernels that know their group have none. */
  static const size_t IN_COLUMN[] = {offsetof(struct wbrt_context, global_id[1]),
                                     offsetof(struct wbrt_context, global_linear_id)};
  const size_t *ids = column ? IN_COLUMN : IN_ROW;
  const size_t n = column ? sizeof IN_COLUMN / sizeof *ids : sizeof IN_ROW / sizeof *ids;
  const size_t at = (size_t)offset;
  *step = 0;
  for (size_t i = 0; i < n; i++) *step |= at == ids[i];
  return offset >= (int64_t)offsetof(struct wbrt_context, dimensions) &&
         at < offsetof(struct wbrt_context, counts);
}

/* Fields that do not go on from a group's last work-item to the next group's first. */
static bool is_of_group(int64_t offset) {
  static const size_t FIELDS[] = {offsetof(struct wbrt_context, local_id),
                                  offsetof(struct wbrt_context, group_id)};
  const size_t at = (size_t)offset;
  bool found = at == offsetof(struct wbrt_context, local_linear_id);
  for (size_t i = 0; i < sizeof FIELDS / sizeof FIELDS[0]; i++)
    found |= at >= FIELDS[i] && at < FIELDS[i] + 3 * sizeof(uint64_t);
  return found;
}

bool wb_lockstep_is_fixed(const struct wb_kernel_work *kernel, LLVMValueRef pointer) {
  const int64_t offset = context_offset(kernel, pointer);
  int64_t step = 0;
  return offset >= 0 && step_of_field(offset, false, &step);
}

static bool is_argument(const struct wb_lockstep *l, LLVMValueRef pointer) {
  while (LLVMIsAGetElementPtrInst(pointer)) pointer = LLVMGetOperand(pointer, 0);
  if (LLVMIsALoadInst(pointer)) {
    pointer = LLVMGetOperand(pointer, 0);
    while (LLVMIsAGetElementPtrInst(pointer)) pointer = LLVMGetOperand(pointer, 0);
  }
  return pointer == l->kernel->args;
}

static bool is_checked(const struct wb_lockstep *l, LLVMValueRef pointer) {
  return LLVMIsAIntToPtrInst(pointer) &&
         strcmp(wb_callee_name(wb_lockstep_operand(l, pointer, 0)), "wbrt_check") == 0;
}

static bool take_load(struct wb_lockstep *l, LLVMValueRef load) {
  LLVMValueRef pointer = LLVMGetOperand(load, 0);
  int64_t step = 0;
  if (LLVMGetVolatile(load) || LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic) return false;
  if (LLVMIsAAllocaInst(pointer)) {
    wb_map_put(&l->counts, load, 1);
    return true;
  }
  const int64_t offset = context_offset(l->kernel, pointer);
  if (offset >= 0 && !step_of_field(offset, l->column, &step)) return false;
  l->of_group |= offset >= 0 && is_of_group(offset);
  if (offset >= 0 || is_argument(l, pointer)) {
    put_step(l, load, step);
    return true;
  }
  return is_checked(l, pointer);
}

static bool take_store(const struct wb_lockstep *l, LLVMValueRef store) {
  LLVMValueRef pointer = LLVMGetOperand(store, 1);
  if (LLVMGetVolatile(store) || LLVMGetOrdering(store) != LLVMAtomicOrderingNotAtomic) return false;
  return LLVMIsAAllocaInst(pointer) || is_checked(l, pointer);
}

static bool take_access(struct wb_lockstep *l, LLVMValueRef check) {
  const uint64_t object = LLVMConstIntGetZExtValue(LLVMGetOperand(check, WB_CHECK_OBJECT));
  const uint64_t flags = LLVMConstIntGetZExtValue(LLVMGetOperand(check, WB_CHECK_FLAGS));
  const uint64_t memory = flags >> WBRT_MEMORY_SHIFT & WBRT_MEMORY_MASK;
  const bool plain = (flags & (WBRT_ATOMIC | WBRT_COMPARES | WBRT_ORDERED)) == 0;
  int64_t step = 0;
  if (object < WBRT_FIRST_ARGUMENT || object >= WBRT_FIRST_STATIC || !plain) return false;
  if (memory != WB_MEMORY_GLOBAL && memory != WB_MEMORY_CONSTANT) return false;
  if (l->n_accesses == WBRT_LOCKSTEP_ACCESSES) return false;
  if (!wb_lockstep_has_step(l, wb_lockstep_operand(l, check, WB_CHECK_ADDRESS), &step))
    return false;
  put_step(l, check, step);
  l->accesses[l->n_accesses++] = check;
  if (memory != WB_MEMORY_GLOBAL) return true;
  if ((flags & WBRT_READ) != 0) l->reads += wbrt_elements((uint32_t)flags);
  if ((flags & WBRT_WRITE) != 0) l->writes += wbrt_elements((uint32_t)flags);
  return true;
}

bool wb_is_mathematics(LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (!LLVMIsAFunction(callee) || wb_starts_with(wb_callee_name(call), "wb")) return false;
  return !wb_takes_pointers(callee) && LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind;
}

static bool take_call(struct wb_lockstep *l, LLVMValueRef call) {
  const char *name = wb_callee_name(call);
  bool good = true;
  if (strcmp(name, "wbrt_check") == 0)
    good = take_access(l, call);
  else if (strcmp(name, "wbrt_unwritten") == 0 || strcmp(name, "wbrt_unwritten_lanes") == 0)
    wb_map_put(&l->zeros, call, 1);
  else if (strcmp(name, "wbrt_mark") == 0 || strcmp(name, "wbrt_mark_lanes") == 0)
    good = wb_lockstep_is_zero(
        l, wb_lockstep_operand(l, call, (unsigned)LLVMGetNumArgOperands(call) - 1));
  else if (wb_conditional_condition(call) != NULL)
    good = wb_lockstep_is_zero(l, wb_lockstep_resolve(l, wb_conditional_condition(call)));
  else if (strcmp(name, "wbrt_end_item") != 0)
    good = wb_is_mathematics(call);
  return good;
}

bool wb_computes_number(LLVMValueRef instruction) {
  return LLVMIsABinaryOperator(instruction) || LLVMIsACastInst(instruction) ||
         LLVMIsACmpInst(instruction) || LLVMIsASelectInst(instruction) ||
         LLVMIsAUnaryOperator(instruction) || LLVMIsAFreezeInst(instruction) ||
         LLVMIsAGetElementPtrInst(instruction) || LLVMIsAExtractElementInst(instruction) ||
         LLVMIsAInsertElementInst(instruction) || LLVMIsAShuffleVectorInst(instruction);
}

static bool uses_count(const struct wb_lockstep *l, LLVMValueRef instruction) {
  bool any = false;
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(instruction); i++)
    any |= wb_map_has(&l->counts, LLVMGetOperand(instruction, i));
  return any;
}

static bool take_instruction(struct wb_lockstep *l, LLVMValueRef instruction) {
  int64_t step = 0;
  if (LLVMIsAAllocaInst(instruction)) return true;
  if (LLVMIsALoadInst(instruction)) return take_load(l, instruction);
  if (LLVMIsAStoreInst(instruction)) return take_store(l, instruction);
  if (LLVMIsACallInst(instruction)) return take_call(l, instruction);
  if (!wb_computes_number(instruction)) return false;
  if (uses_count(l, instruction)) {
    wb_map_put(&l->counts, instruction, 1);
  } else if (computes_zero(l, instruction)) {
    wb_map_put(&l->zeros, instruction, 1);
  } else if (find_step(l, instruction, &step)) {
    put_step(l, instruction, step);
  }
  return true;
}

static void take_phis(struct wb_lockstep *l, LLVMBasicBlockRef block, LLVMBasicBlockRef from) {
  for (LLVMValueRef phi = LLVMGetFirstInstruction(block); phi != NULL && LLVMIsAPHINode(phi);
       phi = LLVMGetNextInstruction(phi))
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
      if (LLVMGetIncomingBlock(phi, i) == from)
        wb_map_put(&l->same, phi, (uintptr_t)wb_lockstep_resolve(l, LLVMGetIncomingValue(phi, i)));
}

/* Whether a work-item that comes to the block ends without another access. */
static bool only_ends(LLVMBasicBlockRef block) {
  LLVMValueRef end = NULL;
  for (unsigned n = 0; n < MOST_INSTRUCTIONS; n++) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != NULL; i = LLVMGetNextInstruction(i))
      if (strcmp(wb_callee_name(i), "wbrt_check") == 0) return false;
    end = LLVMGetBasicBlockTerminator(block);
    if (!LLVMIsABranchInst(end) || LLVMIsConditional(end)) break;
    block = LLVMGetSuccessor(end, 0);
  }
  return LLVMIsAReturnInst(end) != NULL;
}

bool wb_is_signed_order(LLVMIntPredicate predicate) {
  return predicate == LLVMIntSGT || predicate == LLVMIntSGE || predicate == LLVMIntSLT ||
         predicate == LLVMIntSLE;
}

static bool is_order(LLVMIntPredicate predicate) {
  return predicate != LLVMIntEQ && predicate != LLVMIntNE;
}

/* What must hold where work-items take the branch's one way, `expected`: they all do if the first
 * and the last one do. */
static bool guard_branch(struct wb_lockstep *l, LLVMValueRef condition, bool expected) {
  int64_t a = 0, b = 0;
  if (!LLVMIsAICmpInst(condition) || l->n_guards == WB_LOCKSTEP_GUARDS) return false;
  if (!wb_lockstep_has_step(l, wb_lockstep_operand(l, condition, 0), &a) ||
      !wb_lockstep_has_step(l, wb_lockstep_operand(l, condition, 1), &b))
    return false;
  const LLVMIntPredicate predicate = LLVMGetICmpPredicate(condition);
  struct wb_lockstep_guard guard = {.condition = condition, .expected = expected};
  if (a != 0 || b != 0) {
    guard.varies = wb_lockstep_operand(l, condition, a != 0 ? 0 : 1);
    guard.step = a != 0 ? a : b;
    guard.is_signed = wb_is_signed_order(predicate);
    if ((a != 0 && b != 0) || !is_order(predicate) || width_of(guard.varies) < LEAST_WIDTH)
      return false;
  }
  l->guards[l->n_guards++] = guard;
  return true;
}

/* Which way most work-items go; false where it cannot be known that a whole row does. */
static bool choose_way(struct wb_lockstep *l, LLVMValueRef branch, LLVMBasicBlockRef *next) {
  LLVMValueRef condition = wb_lockstep_resolve(l, LLVMGetCondition(branch));
  LLVMBasicBlockRef yes = LLVMGetSuccessor(branch, 0), no = LLVMGetSuccessor(branch, 1);
  const bool never = wb_lockstep_is_zero(l, condition);
  const bool expected = !never && (!only_ends(yes) || only_ends(no));
  *next = expected ? yes : no;
  return never || guard_branch(l, condition, expected);
}

static bool has_path(struct wb_lockstep *l) {
  LLVMBasicBlockRef block = LLVMGetEntryBasicBlock(l->kernel->entry), before = NULL;
  for (; block != NULL && l->path.count <= MOST_INSTRUCTIONS;) {
    LLVMValueRef i = LLVMGetFirstInstruction(block), end = LLVMGetBasicBlockTerminator(block);
    if (wb_map_has(&l->seen, block)) return false;
    wb_map_put(&l->seen, block, 1);
    take_phis(l, block, before);
    for (; i != end; i = LLVMGetNextInstruction(i)) {
      if (LLVMIsAPHINode(i)) continue;
      if (!take_instruction(l, i)) return false;
      wb_values_add(&l->path, i);
    }
    before = block;
    block = NULL;
    if (LLVMIsAReturnInst(end)) return l->n_accesses > 0;
    if (!LLVMIsABranchInst(end)) return false;
    if (!LLVMIsConditional(end))
      block = LLVMGetSuccessor(end, 0);
    else if (!choose_way(l, end, &block))
      return false;
  }
  return false;
}

/* Whether work-items that follow one another touch different elements. */
static bool goes_along(const struct wb_lockstep *l) {
  bool any = false;
  for (size_t i = 0; i < l->n_accesses; i++) {
    int64_t step = 0;
    any |= wb_lockstep_has_step(l, l->accesses[i], &step) && step != 0;
  }
  return any;
}

bool wb_lockstep_find(struct wb_kernel_work *kernel, bool column, struct wb_lockstep *l) {
  *l = (struct wb_lockstep){.kernel = kernel, .column = column};
  return has_path(l) && (!column || (!l->of_group && goes_along(l)));
}

void wb_lockstep_release(struct wb_lockstep *l) {
  struct wb_map *maps[] = {&l->seen,   &l->same,  &l->steps, &l->zeros,
                           &l->counts, &l->first, &l->last,  &l->each};
  for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) wb_map_release(maps[i]);
  wb_values_release(&l->path);
}

#include "compiler/instrument/trial.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#include "compiler/instrument/collectives.h"
#include "compiler/instrument/dimension_bounds.h"
#include "compiler/instrument/objects.h"
#include "compiler/instrument/poison.h"
#include "compiler/instrument/steps.h"

/* What is too much for a trial: instructions, and bytes of one access. */
enum { MOST_INSTRUCTIONS = 4000, MOST_BYTES = 128 };

struct trial {
  struct wb_kernel_work *kernel;
  const struct wb_graph *graph;
  const struct wb_slice *slices;
  size_t loop;
  LLVMValueRef read;
  bool *region;  /* by number: blocks that it runs */
  size_t barred; /* number of a block that ends the trial all the same where it is reached, or
                    SIZE_MAX */
  struct wb_slice needed;       /* all that the trial has to run */
  LLVMValueRef function, frame; /* its own parameter */
  LLVMValueRef buffer;          /* what accesses go through */
  LLVMBasicBlockRef entry, outside, stuck;
  LLVMBasicBlockRef *blocks; /* the trial's, by the graph's numbers */
  LLVMValueRef *seen;        /* by loop: how often memory had changed when its turn began */
  struct wb_map slots;       /* value of the loop -> variable of the trial */
  struct wb_map places;      /* value from before -> 1 + its offset in the frame */
  struct wb_values passed;   /* those values */
  uint64_t frame_bytes;
};

static LLVMBuilderRef builder_of(const struct trial *t) { return t->kernel->work->builder; }

/* ---- what the frame brings ------------------------------------------------------------ */

static uint64_t size_of(const struct trial *t, LLVMTypeRef type) {
  return LLVMABISizeOfType(t->kernel->work->layout, type);
}

static uint64_t place_in_frame(struct trial *t, LLVMValueRef value) {
  const struct wb_map_entry *known = wb_map_find(&t->places, value);
  if (known != NULL) return known->value - 1;
  const uint64_t place = t->frame_bytes;
  wb_map_put(&t->places, value, place + 1);
  wb_values_add(&t->passed, value);
  t->frame_bytes += (size_of(t, LLVMTypeOf(value)) + 7) / 8 * 8;
  return place;
}

static LLVMValueRef at_offset(struct trial *t, LLVMValueRef base, uint64_t offset) {
  LLVMValueRef index = wb_build_int64(t->kernel->work, offset);
  return LLVMBuildGEP2(builder_of(t), t->kernel->work->types.i8, base, &index, 1, "");
}

static LLVMValueRef build_load(struct trial *t, LLVMTypeRef type, LLVMValueRef pointer) {
  LLVMValueRef value = LLVMBuildLoad2(builder_of(t), type, pointer, "");
  LLVMSetAlignment(value, 1);
  return value;
}

static void build_store(struct trial *t, LLVMValueRef value, LLVMValueRef pointer) {
  LLVMSetAlignment(LLVMBuildStore(builder_of(t), value, pointer), 1);
}

static LLVMValueRef from_frame(struct trial *t, LLVMValueRef value) {
  return build_load(t, LLVMTypeOf(value), at_offset(t, t->frame, place_in_frame(t, value)));
}

/* A variable at the start of the trial. */
static LLVMValueRef new_variable(struct trial *t, LLVMTypeRef type) {
  LLVMBasicBlockRef at = LLVMGetInsertBlock(builder_of(t));
  LLVMPositionBuilderBefore(builder_of(t), LLVMGetBasicBlockTerminator(t->entry));
  LLVMValueRef made = LLVMBuildAlloca(builder_of(t), type, "");
  LLVMPositionBuilderAtEnd(builder_of(t), at);
  return made;
}

/* Whether a value of the loop is known when the read is reached: in the same block before it, or
 * in one that dominates it. */
static bool comes_before(const struct trial *t, LLVMValueRef value, const bool *dominating) {
  LLVMBasicBlockRef block = LLVMGetInstructionParent(value);
  bool before = false;
  if (block != LLVMGetInstructionParent(t->read))
    return dominating[wb_map_find(&t->graph->numbers, block)->value];
  for (LLVMValueRef at = t->read; at != NULL && !before; at = LLVMGetPreviousInstruction(at))
    before = at == value && at != t->read;
  return before;
}

/* The trial's own copy of a value, for code in `t->function`. */
static LLVMValueRef value_in(struct trial *t, LLVMValueRef value) {
  const struct wb_map_entry *slot = wb_map_find(&t->slots, value);
  if (slot != NULL)
    return LLVMBuildLoad2(builder_of(t), LLVMTypeOf(value), (LLVMValueRef)slot->value, "");
  if (LLVMIsConstant(value)) return value;
  if (value == t->kernel->context) return LLVMGetParam(t->function, 0);
  return from_frame(t, value);
}

/* Every value of the loop has a variable, which begins with what it is now. */
static void make_slots(struct trial *t, const bool *dominating) {
  for (size_t i = 0; i < t->needed.count; i++) {
    LLVMBasicBlockRef block = t->graph->blocks[t->needed.members[i]];
    for (LLVMValueRef at = LLVMGetFirstInstruction(block); at != NULL;
         at = LLVMGetNextInstruction(at)) {
      if (!wb_slice_has(&t->needed, at)) continue;
      LLVMValueRef slot = new_variable(t, LLVMTypeOf(at));
      LLVMPositionBuilderBefore(builder_of(t), LLVMGetBasicBlockTerminator(t->entry));
      LLVMBuildStore(
          builder_of(t),
          comes_before(t, at, dominating) ? from_frame(t, at) : LLVMConstNull(LLVMTypeOf(at)),
          slot);
      wb_map_put(&t->slots, at, (uintptr_t)slot);
    }
  }
}

/* Blocks of the loop that every way from the kernel's start to the read passes: without them it
 * cannot be reached. */
static bool *find_dominating(const struct trial *t) {
  const struct wb_graph *g = t->graph;
  bool *dominating = wb_alloc((g->n + 1) * sizeof *dominating);
  bool *reached = wb_alloc((g->n + 1) * sizeof *reached);
  size_t *stack = wb_alloc((g->n + 1) * sizeof *stack);
  const size_t goal = wb_map_find(&g->numbers, LLVMGetInstructionParent(t->read))->value;
  for (size_t i = 0; i < t->needed.count; i++) {
    const size_t without = t->needed.members[i];
    size_t depth = 1;
    memset(reached, 0, g->n * sizeof *reached);
    reached[0] = true;
    stack[0] = 0;
    while (depth > 0) {
      LLVMValueRef end = LLVMGetBasicBlockTerminator(g->blocks[stack[--depth]]);
      for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
        const struct wb_map_entry *to = wb_map_find(&g->numbers, LLVMGetSuccessor(end, k));
        if (to == NULL || to->value == without || reached[to->value]) continue;
        reached[to->value] = true;
        stack[depth++] = to->value;
      }
    }
    dominating[without] = !reached[goal];
  }
  free(stack);
  free(reached);
  return dominating;
}

/* ---- accesses ---------------------------------------------------------------------------- */

static void build_call(struct trial *t, const char *name, const LLVMValueRef *arguments,
                       unsigned count) {
  LLVMValueRef all[8] = {LLVMGetParam(t->function, 0)};
  LLVMValueRef function = wb_runtime_function(t->kernel->work, name);
  memcpy(all + 1, arguments, count * sizeof all[0]);
  LLVMBuildCall2(builder_of(t), LLVMGlobalGetValueType(function), function, all, count + 1, "");
}

struct place {
  LLVMValueRef address, object, bytes;
  LLVMTypeRef type;
};

static struct place place_of(struct trial *t, LLVMValueRef access) {
  struct wb_instrumentation *work = t->kernel->work;
  LLVMValueRef pointer = wb_accessed_pointer(access);
  LLVMTypeRef type = wb_accessed_type(access);
  return (struct place){
      .address = LLVMBuildPtrToInt(work->builder, value_in(t, pointer), work->types.i64, ""),
      .object = wb_build_int32(work, wb_object_of(t->kernel, pointer)),
      .bytes = wb_build_int32(work, LLVMStoreSizeOfType(work->layout, type)),
      .type = type};
}

/* Whether it decides about a loop what is read, not only which way one goes there. */
static bool read_matters(const struct trial *t, LLVMValueRef read) {
  bool found = false;
  for (size_t l = 0; l < t->graph->n_loops && !found; l++)
    found = t->region[t->graph->loops[l].header] && wb_slice_has(&t->slices[l], read);
  return found;
}

static LLVMValueRef read_memory(struct trial *t, LLVMValueRef access, const struct place *place) {
  LLVMValueRef arguments[] = {place->address, place->object, place->bytes,
                              wb_build_int32(t->kernel->work, read_matters(t, access)), t->buffer};
  build_call(t, "wbrt_trial_read", arguments, 5);
  return build_load(t, place->type, t->buffer);
}

static void write_memory(struct trial *t, const struct place *place, LLVMValueRef value) {
  LLVMValueRef arguments[] = {place->address, place->object, place->bytes, t->buffer};
  build_store(t, value, t->buffer);
  build_call(t, "wbrt_trial_write", arguments, 4);
}

static LLVMValueRef build_choice(struct trial *t, LLVMIntPredicate is, LLVMValueRef a,
                                 LLVMValueRef b) {
  return LLVMBuildSelect(builder_of(t), LLVMBuildICmp(builder_of(t), is, a, b, ""), a, b, "");
}

static LLVMValueRef choose_real(struct trial *t, LLVMRealPredicate is, LLVMValueRef a,
                                LLVMValueRef b) {
  return LLVMBuildSelect(builder_of(t), LLVMBuildFCmp(builder_of(t), is, a, b, ""), a, b, "");
}

static LLVMValueRef updated_value(struct trial *t, LLVMAtomicRMWBinOp op, LLVMValueRef old,
                                  LLVMValueRef value) {
  LLVMBuilderRef b = builder_of(t);
  switch (op) {
    case LLVMAtomicRMWBinOpAdd:
      return LLVMBuildAdd(b, old, value, "");
    case LLVMAtomicRMWBinOpSub:
      return LLVMBuildSub(b, old, value, "");
    case LLVMAtomicRMWBinOpAnd:
      return LLVMBuildAnd(b, old, value, "");
    case LLVMAtomicRMWBinOpOr:
      return LLVMBuildOr(b, old, value, "");
    case LLVMAtomicRMWBinOpXor:
      return LLVMBuildXor(b, old, value, "");
    case LLVMAtomicRMWBinOpMax:
      return build_choice(t, LLVMIntSGT, old, value);
    case LLVMAtomicRMWBinOpMin:
      return build_choice(t, LLVMIntSLT, old, value);
    case LLVMAtomicRMWBinOpUMax:
      return build_choice(t, LLVMIntUGT, old, value);
    case LLVMAtomicRMWBinOpUMin:
      return build_choice(t, LLVMIntULT, old, value);
    case LLVMAtomicRMWBinOpFAdd:
      return LLVMBuildFAdd(b, old, value, "");
    case LLVMAtomicRMWBinOpFSub:
      return LLVMBuildFSub(b, old, value, "");
    case LLVMAtomicRMWBinOpFMax:
      return choose_real(t, LLVMRealOGT, old, value);
    case LLVMAtomicRMWBinOpFMin:
      return choose_real(t, LLVMRealOLT, old, value);
    default:
      return value; /* exchange: atomics.c makes no other */
  }
}

static LLVMValueRef build_exchange(struct trial *t, LLVMValueRef access,
                                   const struct place *place) {
  LLVMBuilderRef b = builder_of(t);
  LLVMValueRef old = read_memory(t, access, place);
  LLVMValueRef wanted = value_in(t, LLVMGetOperand(access, 1));
  LLVMValueRef good = LLVMBuildICmp(b, LLVMIntEQ, old, wanted, "");
  LLVMValueRef desired = value_in(t, LLVMGetOperand(access, 2));
  write_memory(t, place, LLVMBuildSelect(b, good, desired, old, ""));
  LLVMValueRef pair = LLVMBuildInsertValue(b, LLVMGetUndef(LLVMTypeOf(access)), old, 0, "");
  return LLVMBuildInsertValue(b, pair, good, 1, "");
}

/* An access to memory that others know; what it reads, or NULL. */
static LLVMValueRef run_access(struct trial *t, LLVMValueRef access) {
  const struct place place = place_of(t, access);
  LLVMValueRef old = NULL;
  if (LLVMIsALoadInst(access)) {
    old = read_memory(t, access, &place);
  } else if (LLVMIsAStoreInst(access)) {
    write_memory(t, &place, value_in(t, LLVMGetOperand(access, 0)));
  } else if (LLVMIsAAtomicCmpXchgInst(access)) {
    old = build_exchange(t, access, &place);
  } else {
    old = read_memory(t, access, &place);
    write_memory(t, &place,
                 updated_value(t, LLVMGetAtomicRMWBinOp(access), old,
                               value_in(t, LLVMGetOperand(access, 1))));
  }
  return old;
}

/* ---- other instructions --------------------------------------------------------------------- */

/* Goes out of the trial; what is built from here on is never reached. */
static void leave_trial(struct trial *t) {
  LLVMBuildBr(builder_of(t), t->outside);
  LLVMPositionBuilderAtEnd(
      builder_of(t), LLVMAppendBasicBlockInContext(t->kernel->work->context, t->function, ""));
}

/* Where all work-items of a group or some come together: others do run. */
static bool is_collective(LLVMValueRef instruction) {
  return LLVMIsACallInst(instruction) &&
         (wb_is_collective(instruction) || wb_is_intrinsic(instruction, "wbrt_barrier") ||
          wb_is_barrier(instruction));
}

/* A function that does nothing but compute, whose code the trial can call, too. */
static bool only_computes(LLVMValueRef instruction) {
  const char *name = wb_callee_name(instruction);
  LLVMValueRef callee = LLVMGetCalledValue(instruction);
  bool good = LLVMIsAFunction(callee) && !wb_starts_with(name, "llvm.mem") &&
              (wb_starts_with(name, "llvm.") || !LLVMIsDeclaration(callee) ||
               strcmp(name, "wbrt_subgroup") == 0 || strcmp(name, "wbrt_memory_at") == 0);
  for (unsigned i = 0; i < LLVMGetNumArgOperands(instruction) && good; i++) {
    LLVMValueRef operand = LLVMGetOperand(instruction, i);
    good = LLVMGetTypeKind(LLVMTypeOf(operand)) != LLVMPointerTypeKind ||
           wb_starts_with(name, "wbrt_");
  }
  return good;
}

/* What would end the process, or mean anything: the kernel's own checks see to it
 * where the kernel runs. */
static void make_harmless(struct trial *t, LLVMValueRef made) {
  LLVMBuilderRef b = builder_of(t);
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(made);
  const bool divides =
      opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem || opcode == LLVMSRem;
  const bool shifts = opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr;
  if (!divides && !shifts) return;
  LLVMValueRef right = LLVMGetOperand(made, 1);
  LLVMTypeRef type = LLVMTypeOf(right);
  LLVMTypeRef lane = wb_lane_type(type);
  LLVMValueRef ones = LLVMConstAllOnes(type);
  LLVMValueRef one = LLVMConstSub(LLVMConstNull(type), ones);
  if (divides) {
    LLVMValueRef none = LLVMBuildICmp(b, LLVMIntEQ, right, LLVMConstNull(type), "");
    LLVMValueRef minus = LLVMBuildICmp(b, LLVMIntEQ, right, ones, "");
    LLVMValueRef bad = LLVMBuildOr(b, none, minus, "");
    right = LLVMBuildSelect(b, bad, one, right, "");
  } else {
    const unsigned width = LLVMGetIntTypeWidth(lane);
    LLVMValueRef most = one; /* width - 1, in every lane */
    for (unsigned bits = 2; bits < width; bits *= 2)
      most = LLVMBuildOr(b, LLVMBuildAdd(b, most, most, ""), one, "");
    right = LLVMBuildAnd(b, right, most, "");
  }
  LLVMSetOperand(made, 1, right);
}

static LLVMValueRef run_plain(struct trial *t, LLVMValueRef instruction) {
  LLVMValueRef operands[64];
  const unsigned n = (unsigned)LLVMGetNumOperands(instruction);
  LLVMValueRef made = LLVMInstructionClone(instruction);
  for (unsigned i = 0; i < n && i < 64; i++) {
    LLVMValueRef operand = LLVMGetOperand(instruction, i);
    operands[i] = LLVMIsAFunction(operand) ? operand : value_in(t, operand);
  }
  for (unsigned i = 0; i < n && i < 64; i++) LLVMSetOperand(made, i, operands[i]);
  LLVMInstructionSetDebugLoc(made, NULL);
  make_harmless(t, made);
  LLVMInsertIntoBuilder(builder_of(t), made);
  return LLVMBuildFreeze(builder_of(t), made, "");
}

/* The value of an instruction that the trial needs. */
static LLVMValueRef run_needed(struct trial *t, LLVMValueRef instruction) {
  LLVMValueRef pointer = wb_accessed_pointer(instruction), result = NULL;
  const bool lanes =
      LLVMIsAExtractElementInst(instruction) || LLVMIsAInsertElementInst(instruction);
  LLVMValueRef lane =
      lanes ? LLVMGetOperand(instruction, (unsigned)LLVMGetNumOperands(instruction) - 1) : NULL;
  if (wb_is_conversion_mark(instruction)) {
    result = value_in(t, wb_marked_conversion(instruction));
  } else if (wb_is_index_call(instruction)) {
    result = value_in(t, wb_index_call_offset(instruction));
  } else if (wb_is_poison(instruction)) {
    result = LLVMConstNull(LLVMTypeOf(instruction));
  } else if (pointer != NULL && wb_object_of(t->kernel, pointer) != WB_FOREIGN) {
    result = run_access(t, instruction);
  } else if ((LLVMIsACallInst(instruction) && !only_computes(instruction)) ||
             LLVMIsAAllocaInst(instruction) || LLVMGetNumOperands(instruction) > 64 ||
             (lanes && !LLVMIsAConstantInt(lane))) {
    leave_trial(t);
    result = LLVMConstNull(LLVMTypeOf(instruction));
  } else {
    result = run_plain(t, instruction);
  }
  return result;
}

static void run_instruction(struct trial *t, LLVMValueRef instruction) {
  if (LLVMIsAPHINode(instruction)) return;
  if (is_collective(instruction)) {
    leave_trial(t);
  } else if (wb_slice_has(&t->needed, instruction)) {
    LLVMValueRef value = run_needed(t, instruction);
    const struct wb_map_entry *slot = wb_map_find(&t->slots, instruction);
    LLVMBuildStore(builder_of(t), value, (LLVMValueRef)slot->value);
  } else if (wb_map_has(&t->needed.writes, instruction)) {
    run_access(t, instruction);
  }
}

/* ---- from block to block --------------------------------------------------------------------- */

static LLVMValueRef bits_of(struct trial *t, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  LLVMBuilderRef b = builder_of(t);
  const LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMPointerTypeKind)
    return LLVMBuildPtrToInt(b, value, t->kernel->work->types.i64, "");
  LLVMTypeRef lane = wb_lane_type(type);
  if (LLVMGetTypeKind(lane) == LLVMPointerTypeKind || kind == LLVMStructTypeKind ||
      kind == LLVMArrayTypeKind)
    return NULL;
  const uint64_t bits = LLVMSizeOfTypeInBits(t->kernel->work->layout, type);
  return LLVMBuildBitCast(b, value, LLVMIntTypeInContext(t->kernel->work->context, (unsigned)bits),
                          "");
}

/* The phis of a block that is reached get their values, all at once. Gives whether those that
 * decide about its loop keep theirs; NULL where it has no loop. */
static LLVMValueRef move_values(struct trial *t, LLVMBasicBlockRef from, LLVMBasicBlockRef to,
                                const struct wb_slice *loop) {
  LLVMBuilderRef b = builder_of(t);
  struct wb_values phis = {0}, values = {0};
  LLVMValueRef same = LLVMConstInt(t->kernel->work->types.i1, 1, 0);
  for (LLVMValueRef phi = LLVMGetFirstInstruction(to); phi != NULL && LLVMIsAPHINode(phi);
       phi = LLVMGetNextInstruction(phi)) {
    unsigned way = 0;
    if (!wb_slice_has(&t->needed, phi)) continue;
    while (LLVMGetIncomingBlock(phi, way) != from) way++;
    LLVMValueRef value = value_in(t, LLVMGetIncomingValue(phi, way));
    wb_values_add(&phis, phi);
    wb_values_add(&values, value);
    if (loop == NULL || !wb_slice_has(loop, phi)) continue;
    LLVMValueRef now = bits_of(t, value), before = bits_of(t, value_in(t, phi));
    LLVMValueRef equal = now != NULL ? LLVMBuildICmp(b, LLVMIntEQ, now, before, "")
                                     : LLVMConstNull(t->kernel->work->types.i1);
    same = LLVMBuildAnd(b, same, equal, "");
  }
  for (size_t i = 0; i < phis.count; i++)
    LLVMBuildStore(b, values.items[i], (LLVMValueRef)wb_map_find(&t->slots, phis.items[i])->value);
  wb_values_release(&phis);
  wb_values_release(&values);
  return same;
}

/* The loop inside the trial's whose turns begin with the block, or WB_NO_LOOP. */
static size_t loop_from(const struct trial *t, size_t block) {
  size_t found = WB_NO_LOOP;
  for (size_t l = 0; l < t->graph->n_loops; l++)
    if (t->graph->loops[l].header == block && t->region[block]) found = l;
  return found;
}

/* Another turn: stuck where nothing has changed since the last one began. */
static void end_turn(struct trial *t, size_t loop, LLVMValueRef same, LLVMBasicBlockRef to) {
  struct wb_instrumentation *work = t->kernel->work;
  LLVMBuilderRef b = work->builder;
  LLVMValueRef function = wb_runtime_function(work, "wbrt_trial_turn");
  LLVMValueRef context = LLVMGetParam(t->function, 0);
  LLVMValueRef changes =
      LLVMBuildCall2(b, LLVMGlobalGetValueType(function), function, &context, 1, "");
  LLVMValueRef before = LLVMBuildLoad2(b, work->types.i64, t->seen[loop], "");
  LLVMBuildStore(b, changes, t->seen[loop]);
  same = LLVMBuildAnd(b, same, LLVMBuildICmp(b, LLVMIntEQ, changes, before, ""), "");
  LLVMValueRef enough = LLVMBuildICmp(b, LLVMIntEQ, changes, wb_build_int64(work, UINT64_MAX), "");
  LLVMBasicBlockRef more = LLVMAppendBasicBlockInContext(work->context, t->function, "");
  LLVMBasicBlockRef next = LLVMAppendBasicBlockInContext(work->context, t->function, "");
  LLVMBuildCondBr(b, enough, t->outside, more);
  LLVMPositionBuilderAtEnd(b, more);
  LLVMBuildCondBr(b, same, t->stuck, next);
  LLVMPositionBuilderAtEnd(b, next);
  LLVMBuildBr(b, to);
}

/* The way from one block to another; returns its first block. */
static LLVMBasicBlockRef build_way(struct trial *t, size_t from, LLVMBasicBlockRef to) {
  struct wb_instrumentation *work = t->kernel->work;
  const struct wb_map_entry *number = wb_map_find(&t->graph->numbers, to);
  if (number == NULL || !t->region[number->value] || number->value == t->barred) return t->outside;
  LLVMBasicBlockRef made = LLVMAppendBasicBlockInContext(work->context, t->function, "");
  LLVMBasicBlockRef at = LLVMGetInsertBlock(work->builder);
  LLVMPositionBuilderAtEnd(work->builder, made);
  const size_t loop = loop_from(t, number->value);
  const bool again = loop != WB_NO_LOOP && wb_graph_inside(t->graph, from, loop);
  LLVMValueRef same = move_values(t, t->graph->blocks[from], to, again ? &t->slices[loop] : NULL);
  if (again) {
    end_turn(t, loop, same, t->blocks[number->value]);
  } else {
    /* The first turn is compared with nothing. */
    if (loop != WB_NO_LOOP)
      LLVMBuildStore(work->builder, wb_build_int64(work, UINT64_MAX - 1), t->seen[loop]);
    LLVMBuildBr(work->builder, t->blocks[number->value]);
  }
  LLVMPositionBuilderAtEnd(work->builder, at);
  return made;
}

static void run_end(struct trial *t, size_t block) {
  LLVMBuilderRef b = builder_of(t);
  LLVMValueRef end = LLVMGetBasicBlockTerminator(t->graph->blocks[block]);
  const unsigned n = LLVMGetNumSuccessors(end);
  if (n == 0) {
    LLVMBuildBr(b, t->outside);
  } else if (n == 1) {
    LLVMBasicBlockRef to = build_way(t, block, LLVMGetSuccessor(end, 0));
    LLVMBuildBr(b, to);
  } else {
    LLVMValueRef condition = value_in(t, LLVMGetOperand(end, 0));
    LLVMBasicBlockRef first = build_way(t, block, LLVMGetSuccessor(end, 0));
    if (LLVMGetInstructionOpcode(end) == LLVMBr) {
      LLVMBuildCondBr(b, condition, first, build_way(t, block, LLVMGetSuccessor(end, 1)));
    } else {
      LLVMValueRef made = LLVMBuildSwitch(b, condition, first, n);
      for (unsigned i = 1; i < n; i++)
        LLVMAddCase(made, LLVMGetOperand(end, 2 * i),
                    build_way(t, block, LLVMGetSuccessor(end, i)));
    }
  }
}

/* The trial begins in the middle of the block, before the read. */
static void run_block(struct trial *t, size_t block) {
  struct wb_instrumentation *work = t->kernel->work;
  LLVMPositionBuilderAtEnd(work->builder, t->blocks[block]);
  for (LLVMValueRef at = LLVMGetFirstInstruction(t->graph->blocks[block]);
       at != NULL && !LLVMIsATerminatorInst(at); at = LLVMGetNextInstruction(at)) {
    if (at == t->read) {
      LLVMBasicBlockRef start = LLVMAppendBasicBlockInContext(work->context, t->function, "read");
      LLVMBuildBr(work->builder, start);
      LLVMSetSuccessor(LLVMGetBasicBlockTerminator(t->entry), 0, start);
      LLVMPositionBuilderAtEnd(work->builder, start);
    }
    run_instruction(t, at);
  }
  run_end(t, block);
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* Whether the loop is entered at its header alone, so that what is computed before
 * it is there everywhere in it. */
static bool has_one_entry(const struct trial *t) {
  const struct wb_graph *g = t->graph;
  bool good = true;
  for (size_t v = 0; v < g->n && good; v++) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(g->blocks[v]);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end) && good; i++) {
      const struct wb_map_entry *to = wb_map_find(&g->numbers, LLVMGetSuccessor(end, i));
      good = to == NULL || !wb_graph_inside(g, to->value, t->loop) ||
             wb_graph_inside(g, v, t->loop) || to->value == g->loops[t->loop].header;
    }
  }
  return good;
}

static bool trial_fits(const struct trial *t) {
  bool good = !t->needed.unknown && has_one_entry(t) &&
              t->needed.values.count <= MOST_INSTRUCTIONS &&
              t->needed.count <= MOST_INSTRUCTIONS / 4;
  const struct wb_map *maps[] = {&t->needed.values, &t->needed.writes};
  for (size_t m = 0; m < 2; m++) {
    for (size_t i = 0; i < maps[m]->capacity && good; i++) {
      LLVMValueRef value = (LLVMValueRef)maps[m]->entries[i].key;
      if (value != NULL && wb_accessed_pointer(value) != NULL)
        good = LLVMStoreSizeOfType(t->kernel->work->layout, wb_accessed_type(value)) <= MOST_BYTES;
    }
  }
  return good;
}

static void begin_trial(struct trial *t) {
  struct wb_instrumentation *work = t->kernel->work;
  LLVMTypeRef parameters[] = {work->types.ptr, work->types.ptr};
  t->function = LLVMAddFunction(work->module, "wb.trial",
                                LLVMFunctionType(work->types.i32, parameters, 2, 0));
  LLVMSetLinkage(t->function, LLVMInternalLinkage);
  t->frame = LLVMGetParam(t->function, 1);
  LLVMBasicBlockRef *named[] = {&t->entry, &t->outside, &t->stuck};
  for (size_t i = 0; i < sizeof named / sizeof named[0]; i++)
    *named[i] = LLVMAppendBasicBlockInContext(work->context, t->function, "");
  LLVMPositionBuilderAtEnd(work->builder, t->entry);
  LLVMSetCurrentDebugLocation2(work->builder, NULL);
  LLVMBuildBr(work->builder, t->outside);
  LLVMPositionBuilderAtEnd(work->builder, t->outside);
  LLVMBuildRet(work->builder, wb_build_int32(work, 0));
  LLVMPositionBuilderAtEnd(work->builder, t->stuck);
  LLVMBuildRet(work->builder, wb_build_int32(work, 1));
  t->buffer = new_variable(t, LLVMArrayType2(work->types.i8, MOST_BYTES));
  t->blocks = wb_alloc((t->graph->n + 1) * sizeof *t->blocks);
  t->seen = wb_alloc((t->graph->n_loops + 1) * sizeof(LLVMValueRef));
  for (size_t i = 0; i < t->needed.count; i++)
    t->blocks[t->needed.members[i]] = LLVMAppendBasicBlockInContext(work->context, t->function, "");
  for (size_t l = 0; l < t->graph->n_loops; l++) {
    if (!t->region[t->graph->loops[l].header]) continue;
    t->seen[l] = new_variable(t, work->types.i64);
    LLVMPositionBuilderBefore(work->builder, LLVMGetBasicBlockTerminator(t->entry));
    LLVMBuildStore(work->builder, wb_build_int64(work, UINT64_MAX - 1), t->seen[l]);
  }
}

/* In the kernel: what the trial has to know is written into its frame. */
static LLVMValueRef fill_frame(struct trial *t) {
  struct wb_instrumentation *work = t->kernel->work;
  LLVMBasicBlockRef start = LLVMGetEntryBasicBlock(t->kernel->entry);
  wb_build_before(work, LLVMGetFirstInstruction(start));
  LLVMValueRef frame =
      LLVMBuildAlloca(work->builder, LLVMArrayType2(work->types.i64, t->frame_bytes / 8 + 1), "");
  wb_build_before(work, t->read);
  for (size_t i = 0; i < t->passed.count; i++)
    build_store(t, t->passed.items[i], at_offset(t, frame, place_in_frame(t, t->passed.items[i])));
  return frame;
}

/* ---- where it runs ------------------------------------------------------------------------- */

static size_t block_of(const struct trial *t, LLVMValueRef instruction) {
  return wb_map_find(&t->graph->numbers, LLVMGetInstructionParent(instruction))->value;
}

static bool goes_to(const struct trial *t, size_t from, const bool *any) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(t->graph->blocks[from]);
  bool found = false;
  for (unsigned i = 0; i < LLVMGetNumSuccessors(end) && !found; i++) {
    const struct wb_map_entry *to = wb_map_find(&t->graph->numbers, LLVMGetSuccessor(end, i));
    found = to != NULL && to->value != t->barred && any[to->value];
  }
  return found;
}

/* Blocks to which the way from `start` leads, in the turn of the loop around. */
static bool *reached_from(const struct trial *t, size_t start) {
  const struct wb_graph *g = t->graph;
  bool *reached = wb_alloc((g->n + 1) * sizeof *reached);
  size_t *stack = wb_alloc((g->n + 1) * sizeof *stack), depth = 1;
  stack[0] = start;
  reached[start] = true;
  while (depth > 0) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(g->blocks[stack[--depth]]);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
      const struct wb_map_entry *to = wb_map_find(&g->numbers, LLVMGetSuccessor(end, i));
      if (to == NULL || to->value == t->barred || reached[to->value]) continue;
      reached[to->value] = true;
      stack[depth++] = to->value;
    }
  }
  free(stack);
  return reached;
}

/* The loop, and all ways from the read to it. Without any: only the loop. */
static void find_region(struct trial *t) {
  const struct wb_graph *g = t->graph;
  const size_t start = block_of(t, t->read), outer = g->loops[t->loop].outer;
  t->region = wb_alloc((g->n + 1) * sizeof *t->region);
  t->barred = SIZE_MAX;
  for (size_t v = 0; v < g->n; v++) t->region[v] = wb_graph_inside(g, v, t->loop);
  if (t->region[start]) return;
  if (outer != WB_NO_LOOP) t->barred = g->loops[outer].header;
  bool *reached = reached_from(t, start);
  for (bool more = true; more;) {
    more = false;
    for (size_t v = g->n; v-- > 0;) {
      if (t->region[v] || !reached[v] || !goes_to(t, v, t->region)) continue;
      t->region[v] = more = true;
    }
  }
  free(reached);
}

bool wb_trial_build(struct wb_kernel_work *kernel, const struct wb_graph *graph,
                    const struct wb_slice *slices, size_t loop, LLVMValueRef read,
                    LLVMValueRef *function, LLVMValueRef *frame) {
  struct trial t = {.kernel = kernel, .graph = graph, .slices = slices, .loop = loop, .read = read};
  bool *dominating = NULL;
  find_region(&t);
  wb_slice_find_in(&t.needed, kernel, graph, t.region);
  const bool good = wb_slice_has(&t.needed, read) && trial_fits(&t);
  if (good) {
    dominating = find_dominating(&t);
    begin_trial(&t);
    make_slots(&t, dominating);
    for (size_t i = 0; i < t.needed.count; i++) run_block(&t, t.needed.members[i]);
    *function = t.function;
    *frame = fill_frame(&t);
  }
  free(dominating);
  free(t.region);
  free(t.blocks);
  free(t.seen);
  wb_slice_release(&t.needed);
  wb_map_release(&t.slots);
  wb_map_release(&t.places);
  wb_values_release(&t.passed);
  return good;
}

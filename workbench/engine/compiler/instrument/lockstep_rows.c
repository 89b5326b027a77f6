/* The code of rows in lockstep (lockstep.c): what is asked before a row, and the row. */
#include <llvm-c/DebugInfo.h>
#include <stddef.h>
#include <string.h>

#include "compiler/instrument/lockstep.h"
#include "compiler/instrument/steps.h"

enum { FEWEST_ITEMS = 4 };

/* ---- values in new places ----------------------------------------------------------- */

static LLVMValueRef copy(const struct wb_lockstep *l, LLVMValueRef instruction) {
  LLVMValueRef made = LLVMInstructionClone(instruction);
  LLVMInstructionSetDebugLoc(made, NULL);
  LLVMInsertIntoBuilder(l->kernel->work->builder, made);
  return made;
}

static bool is_id(const struct wb_lockstep *l, LLVMValueRef value) {
  int64_t step = 0;
  return LLVMIsALoadInst(value) && wb_lockstep_has_step(l, value, &step) && step != 0;
}

/* A value with a step, as it is in the first work-item, or, in `made` for that, so many later. */
static LLVMValueRef value_at(struct wb_lockstep *l, struct wb_map *made, LLVMValueRef value,
                             LLVMValueRef later) {
  LLVMBuilderRef b = l->kernel->work->builder;
  value = wb_lockstep_resolve(l, value);
  if (!LLVMIsAInstruction(value)) return value;
  int64_t step = 0;
  if (wb_lockstep_has_step(l, value, &step) && step == 0) made = &l->first;
  const struct wb_map_entry *known = wb_map_find(made, value);
  if (known != NULL) return (LLVMValueRef)known->value;
  LLVMValueRef result = NULL;
  if (wb_lockstep_is_zero(l, value)) {
    result = LLVMConstNull(LLVMTypeOf(value));
  } else if (LLVMIsACallInst(value) && strcmp(wb_callee_name(value), "wbrt_check") == 0) {
    result = value_at(l, made, LLVMGetOperand(value, WB_CHECK_ADDRESS), later);
  } else {
    const unsigned n = (unsigned)LLVMGetNumOperands(value);
    LLVMValueRef operands[16];
    if (n > 16) wb_bug("a value with a step has %u operands", n);
    for (unsigned i = 0; i < n; i++)
      operands[i] = LLVMIsABasicBlock(LLVMGetOperand(value, i))
                        ? LLVMGetOperand(value, i)
                        : value_at(l, made, LLVMGetOperand(value, i), later);
    result = copy(l, value);
    for (unsigned i = 0; i < n; i++) LLVMSetOperand(result, i, operands[i]);
    if (is_id(l, value) && later != NULL) result = LLVMBuildAdd(b, result, later, "");
  }
  wb_map_put(made, value, (uintptr_t)result);
  return result;
}

/* ---- before a row ------------------------------------------------------------------- */

/* What a value grows by. */
static LLVMValueRef step_of(struct wb_lockstep *l, LLVMValueRef value) {
  struct wb_instrumentation *work = l->kernel->work;
  LLVMValueRef from = value_at(l, &l->first, value, NULL);
  LLVMValueRef next = value_at(l, &l->second, value, wb_build_int64(work, 1));
  return LLVMBuildSub(work->builder, next, from, "");
}

/* Whether a value does not wrap from the first work-item to the last. */
static LLVMValueRef is_in_order(struct wb_lockstep *l, const struct wb_lockstep_guard *guard,
                                LLVMValueRef last) {
  LLVMBuilderRef b = l->kernel->work->builder;
  LLVMTypeRef type = LLVMTypeOf(guard->varies);
  LLVMValueRef from = value_at(l, &l->first, guard->varies, NULL);
  LLVMValueRef to = value_at(l, &l->last, guard->varies, last);
  const LLVMIntPredicate order = guard->is_signed ? LLVMIntSLE : LLVMIntULE;
  if (guard->step != WB_STEP_AT_RUN_TIME)
    return LLVMBuildICmp(b, order, guard->step > 0 ? from : to, guard->step > 0 ? to : from, "");
  LLVMValueRef step = step_of(l, guard->varies);
  LLVMValueRef grows = LLVMBuildICmp(b, LLVMIntSGE, step, LLVMConstNull(type), "");
  LLVMValueRef low = LLVMBuildSelect(b, grows, from, to, "");
  LLVMValueRef high = LLVMBuildSelect(b, grows, to, from, "");
  LLVMValueRef biased = LLVMBuildAdd(b, step, LLVMConstInt(type, WBRT_LOCKSTEP_STEP, 0), "");
  LLVMValueRef small = LLVMBuildICmp(b, LLVMIntULE, biased,
                                     LLVMConstInt(type, UINT64_C(2) * WBRT_LOCKSTEP_STEP, 0), "");
  return LLVMBuildAnd(b, small, LLVMBuildICmp(b, order, low, high, ""), "");
}

static LLVMValueRef goes_as_expected(struct wb_lockstep *l, const struct wb_lockstep_guard *guard,
                                     LLVMValueRef last) {
  LLVMBuilderRef b = l->kernel->work->builder;
  LLVMValueRef from = value_at(l, &l->first, guard->condition, NULL);
  LLVMValueRef to = value_at(l, &l->last, guard->condition, last);
  return guard->expected ? LLVMBuildAnd(b, from, to, "")
                         : LLVMBuildNot(b, LLVMBuildOr(b, from, to, ""), "");
}

static LLVMValueRef holds_for_row(struct wb_lockstep *l, const struct wb_lockstep_guard *guard,
                                  LLVMValueRef last) {
  LLVMBuilderRef b = l->kernel->work->builder;
  LLVMValueRef good = LLVMConstInt(l->kernel->work->types.i1, 1, 0);
  if (guard->condition != NULL) good = LLVMBuildAnd(b, good, goes_as_expected(l, guard, last), "");
  if (guard->step != 0) good = LLVMBuildAnd(b, good, is_in_order(l, guard, last), "");
  return good;
}

static void put_field(struct wb_lockstep *l, LLVMValueRef list, size_t index, size_t field,
                      LLVMValueRef value) {
  struct wb_instrumentation *work = l->kernel->work;
  LLVMValueRef offset = wb_build_int64(work, index * sizeof(struct wbrt_lockstep_access) + field);
  LLVMValueRef at = LLVMBuildGEP2(work->builder, work->types.i8, list, &offset, 1, "");
  LLVMBuildStore(work->builder, value, at);
}

#define PUT(field, value) \
  put_field(l, list, index, offsetof(struct wbrt_lockstep_access, field), value)

static void put_access(struct wb_lockstep *l, LLVMValueRef list, size_t index, LLVMValueRef last) {
  LLVMValueRef check = l->accesses[index];
  int64_t step = 0;
  wb_lockstep_has_step(l, check, &step);
  PUT(first, value_at(l, &l->first, check, NULL));
  PUT(last, value_at(l, &l->last, check, last));
  PUT(step, step != WB_STEP_AT_RUN_TIME ? wb_build_int64(l->kernel->work, (uint64_t)step)
                                        : step_of(l, check));
  PUT(object, LLVMGetOperand(check, WB_CHECK_OBJECT));
  PUT(size, LLVMGetOperand(check, WB_CHECK_SIZE));
  PUT(align, LLVMGetOperand(check, WB_CHECK_ALIGN));
  PUT(flags, LLVMGetOperand(check, WB_CHECK_FLAGS));
  PUT(site, LLVMGetOperand(check, WB_CHECK_SITE));
}

/* Whether the row may run, and is noted; builds where the builder is, in a block of its own. */
static LLVMValueRef begin_row(struct wb_lockstep *l, LLVMValueRef list, LLVMValueRef count) {
  struct wb_instrumentation *work = l->kernel->work;
  for (size_t i = 0; i < l->n_accesses; i++)
    put_access(l, list, i, LLVMBuildSub(work->builder, count, wb_build_int64(work, 1), ""));
  LLVMValueRef arguments[] = {list, wb_build_int32(work, l->n_accesses), count,
                              wb_build_int64(work, l->reads), wb_build_int64(work, l->writes)};
  return wb_call_runtime(l->kernel, "wbrt_lockstep", arguments, 5);
}

/* ---- a row -------------------------------------------------------------------------- */

static void copy_to_row(struct wb_lockstep *l, LLVMValueRef instruction, LLVMValueRef index) {
  LLVMBuilderRef b = l->kernel->work->builder;
  int64_t step = 0;
  LLVMValueRef made = NULL;
  if (wb_lockstep_is_zero(l, instruction) || wb_map_has(&l->counts, instruction)) return;
  const bool known = wb_lockstep_has_step(l, instruction, &step);
  if (LLVMIsAAllocaInst(instruction)) return;
  if (LLVMIsAStoreInst(instruction) && LLVMIsAAllocaInst(LLVMGetOperand(instruction, 1))) return;
  if (known && step == 0) {
    made = value_at(l, &l->first, instruction, NULL);
  } else if (is_id(l, instruction)) {
    made = LLVMBuildAdd(b, value_at(l, &l->first, instruction, NULL), index, "");
  } else if (LLVMIsACallInst(instruction) && known) {
    made =
        (LLVMValueRef)wb_map_find(&l->each, wb_lockstep_operand(l, instruction, WB_CHECK_ADDRESS))
            ->value;
  } else if (LLVMIsACallInst(instruction) && !wb_is_mathematics(instruction)) {
    return;
  } else {
    made = copy(l, instruction);
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(made); i++) {
      LLVMValueRef old = wb_lockstep_operand(l, instruction, i);
      const struct wb_map_entry *now = wb_map_find(&l->each, old);
      if (wb_lockstep_is_zero(l, old) && LLVMIsAInstruction(old))
        LLVMSetOperand(made, i, LLVMConstNull(LLVMTypeOf(old)));
      else
        LLVMSetOperand(made, i, now != NULL ? (LLVMValueRef)now->value : old);
    }
  }
  wb_map_put(&l->each, instruction, (uintptr_t)made);
}

/* Asks the optimiser to compute several work-items at a time: a loop is named by a node that
 * begins with itself. */
static void wish_vectors(struct wb_instrumentation *work, LLVMValueRef branch) {
  LLVMContextRef c = work->context;
  LLVMMetadataRef wish[] = {
      LLVMMDStringInContext2(c, "llvm.loop.vectorize.enable", strlen("llvm.loop.vectorize.enable")),
      LLVMValueAsMetadata(LLVMConstInt(work->types.i1, 1, 0))};
  LLVMMetadataRef itself = LLVMTemporaryMDNode(c, NULL, 0);
  LLVMMetadataRef parts[] = {itself, LLVMMDNodeInContext2(c, wish, 2)};
  LLVMMetadataRef name = LLVMMDNodeInContext2(c, parts, 2);
  LLVMMetadataReplaceAllUsesWith(itself, name);
  LLVMSetMetadata(branch, LLVMGetMDKindIDInContext(c, "llvm.loop", strlen("llvm.loop")),
                  LLVMMetadataAsValue(c, name));
}

static void build_row(struct wb_lockstep *l, LLVMBasicBlockRef from, LLVMBasicBlockRef row,
                      LLVMValueRef count, LLVMBasicBlockRef end) {
  struct wb_instrumentation *work = l->kernel->work;
  LLVMBuilderRef b = work->builder;
  /* What is the same in all work-items belongs before them. */
  LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(from));
  for (size_t i = 0; i < l->path.count; i++) {
    int64_t step = 0;
    LLVMValueRef value = l->path.items[i];
    if (!wb_lockstep_is_zero(l, value) && wb_lockstep_has_step(l, value, &step) &&
        (step == 0 || is_id(l, value)))
      value_at(l, &l->first, value, NULL);
  }
  LLVMPositionBuilderAtEnd(b, row);
  LLVMValueRef index = LLVMBuildPhi(b, work->types.i64, "");
  for (size_t i = 0; i < l->path.count; i++) copy_to_row(l, l->path.items[i], index);
  LLVMValueRef next = LLVMBuildAdd(b, index, wb_build_int64(work, 1), "");
  LLVMValueRef more = LLVMBuildICmp(b, LLVMIntNE, next, count, "");
  LLVMValueRef branch = LLVMBuildCondBr(b, more, row, end);
  /* Elements of a column seldom lie side by side. */
  if (!l->column) wish_vectors(work, branch);
  LLVMAddIncoming(index, (LLVMValueRef[]){wb_build_int64(work, 0), next},
                  (LLVMBasicBlockRef[]){from, row}, 2);
}

/* Whether so many work-items, `step` apart, are what is asked for. */
static LLVMValueRef is_asked_for(const struct wb_lockstep *l, LLVMValueRef count,
                                 LLVMValueRef step) {
  struct wb_instrumentation *work = l->kernel->work;
  LLVMBuilderRef b = work->builder;
  LLVMValueRef many = LLVMBuildICmp(b, LLVMIntUGE, count, wb_build_int64(work, FEWEST_ITEMS), "");
  LLVMValueRef along = LLVMBuildICmp(b, l->column ? LLVMIntEQ : LLVMIntULE, step,
                                     wb_build_int64(work, l->column ? WB_ALONG_COLUMN : 1), "");
  return LLVMBuildAnd(b, many, along, "");
}

static LLVMValueRef holds_for_all(struct wb_lockstep *l, LLVMValueRef last) {
  struct wb_instrumentation *work = l->kernel->work;
  LLVMValueRef good = LLVMConstInt(work->types.i1, 1, 0);
  for (size_t i = 0; i < l->n_guards; i++)
    good = LLVMBuildAnd(work->builder, good, holds_for_row(l, &l->guards[i], last), "");
  return good;
}

/* Of the loop: `list` is memory for accesses; work-items that are not in lockstep run from `alone`
 * on. */
struct places {
  LLVMValueRef loop, list;
  LLVMBasicBlockRef alone, end;
};

/* From a block that has no terminator yet to the loop's end by way of a row, or to `other` where
 * none is asked for. */
static void build_attempt(struct wb_lockstep *l, const struct places *at, LLVMBasicBlockRef from,
                          LLVMBasicBlockRef other) {
  struct wb_instrumentation *work = l->kernel->work;
  LLVMBuilderRef b = work->builder;
  LLVMValueRef count = LLVMGetParam(at->loop, 2);
  LLVMBasicBlockRef ask = LLVMInsertBasicBlockInContext(work->context, at->alone, "ask");
  LLVMBasicBlockRef begin = LLVMInsertBasicBlockInContext(work->context, at->alone, "begin");
  LLVMBasicBlockRef row = LLVMInsertBasicBlockInContext(work->context, at->alone, "row");
  LLVMPositionBuilderAtEnd(b, from);
  LLVMBuildCondBr(b, is_asked_for(l, count, LLVMGetParam(at->loop, 3)), ask, other);
  LLVMPositionBuilderAtEnd(b, ask);
  LLVMValueRef last = LLVMBuildSub(b, count, wb_build_int64(work, 1), "");
  LLVMBuildCondBr(b, holds_for_all(l, last), begin, at->alone);
  LLVMPositionBuilderAtEnd(b, begin);
  LLVMBuildCondBr(b, begin_row(l, at->list, count), row, at->alone);
  build_row(l, begin, row, count, at->end);
}

/* Work-items one by one, unless they were to be in lockstep or not to run. */
static void build_apart(struct wb_lockstep *l, const struct places *at, LLVMBasicBlockRef start) {
  struct wb_instrumentation *work = l->kernel->work;
  LLVMBuilderRef b = work->builder;
  LLVMValueRef step = LLVMGetParam(at->loop, 3);
  LLVMBasicBlockRef apart = LLVMInsertBasicBlockInContext(work->context, start, "apart");
  LLVMPositionBuilderAtEnd(b, at->alone);
  /* Both of these steps are even; two comparisons would become a switch, which the quick selector
   * of instructions does not know. */
  LLVMValueRef odd = LLVMBuildAnd(b, step, wb_build_int64(work, 1), "");
  LLVMValueRef together = LLVMBuildICmp(b, LLVMIntEQ, odd, wb_build_int64(work, 0), "");
  LLVMBuildCondBr(b, together, at->end, apart);
  LLVMPositionBuilderAtEnd(b, apart);
  wb_call_runtime(l->kernel, "wbrt_one_by_one", NULL, 0);
  LLVMBuildBr(b, start);
}

static LLVMValueRef build_list(struct wb_instrumentation *work, const struct wb_lockstep *l) {
  const size_t bytes = l->n_accesses * sizeof(struct wbrt_lockstep_access);
  return LLVMBuildAlloca(work->builder, LLVMArrayType2(work->types.i64, bytes / sizeof(uint64_t)),
                         "");
}

void wb_lockstep_build(struct wb_lockstep *row, struct wb_lockstep *column, LLVMValueRef loop,
                       LLVMBasicBlockRef start, LLVMBasicBlockRef end) {
  struct wb_kernel_work *kernel = row->kernel;
  struct wb_instrumentation *work = kernel->work;
  struct wb_kernel_image *image = &wb_program_kernel_of(kernel)->image;
  struct places at = {.loop = loop, .end = end};
  LLVMBasicBlockRef first = LLVMInsertBasicBlockInContext(work->context, start, "whole");
  LLVMBasicBlockRef next =
      column == NULL ? first : LLVMInsertBasicBlockInContext(work->context, start, "no_column");
  at.alone = LLVMInsertBasicBlockInContext(work->context, start, "alone");
  LLVMPositionBuilderAtEnd(work->builder, first);
  LLVMSetCurrentDebugLocation2(work->builder, NULL);
  /* Both have the same path. */
  at.list = build_list(work, row);
  if (column != NULL) build_attempt(column, &at, first, next);
  build_attempt(row, &at, next, at.alone);
  build_apart(row, &at, start);
  wb_variables_move(work, start, first);
  work->in_lockstep = true;
  image->in_lockstep = true;
  image->crosses_groups = !row->of_group;
  image->has_columns = column != NULL;
}

/* Loops of a work-item that only read, as the sum of a product of matrices: in optimised code a
 * copy of each, which makes most turns without checks.
 *
 * Such a loop is one way round from block to block, without another loop, branch or store, and
 * reads arrays in global, constant and local memory. Where the addresses of all reads are linear in
 * the number of the turn, and so is what its exits compare, the code before it computes how many
 * turns it makes at least, but no more than there are steps left of the handful, so that none of
 * them would ask for more. Of each read it asks whether all turns may make it without a check
 * (wbrt_may_read): then there is nothing to find and nothing to note. Of local memory the question
 * notes what the turns would (wbrt_may_read_local). The copy makes these turns.
 * The loop itself makes all others: the last ones, with its exit, or all, where any answer is
 * another one. What is counted in variables (item_counts.c) is counted in the copy, too.
 *
 * A step is what a value grows by from turn to turn, in the machine's numbers, which wrap. Where it
 * matters that a number does not, its step must be so small that it wraps once at most in all
 * turns, and the first turn and the last say whether it has. */
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "compiler/instrument/graph.h"
#include "compiler/instrument/lockstep.h"
#include "compiler/instrument/steps.h"

enum {
  FEWEST_TURNS = 4,
  MOST_TURNS = WBRT_HANDFUL,
  MOST_INSTRUCTIONS = 1000,
  MOST_READS = 16,
  MOST_TESTS = 16,
  MOST_OPERANDS = 16,
  ADDRESS_WIDTH = 64,
  LEAST_WIDTH = 32, /* of numbers that must not wrap */
  MOST_WIDTH = 64,  /* turns are counted in that */
  STEP_ROOM = 12    /* bits by which a step is narrower: 2^12 turns wrap once at most */
};

/* A value in the first turn, and its step; NULL: it stays the same. */
struct linear {
  LLVMValueRef first, step;
};

/* What must be so in all turns, as it is in the first and the last: a comparison's result; only
 * that `a` does not wrap where there is no comparison. */
struct test {
  LLVMValueRef compares;           /* or NULL */
  bool expected, is_signed, exits; /* the last: one of the loop's exits */
  struct linear a, b;              /* one of which may vary */
};

struct read_loop {
  struct wb_kernel_work *kernel;
  struct wb_map inside;  /* its blocks */
  struct wb_values body; /* in their order; without branches and the header's phis */
  LLVMBasicBlockRef before, header, latch;
  LLVMValueRef reads[MOST_READS], exits[MOST_TESTS]; /* checks, conditional branches */
  LLVMValueRef left;                                 /* the variable that has the steps left */
  struct linear addresses[MOST_READS];
  struct test tests[MOST_TESTS];
  size_t n_reads, n_exits, n_tests;
  struct wb_map firsts, steps; /* values -> what was found of them */
  struct wb_map copies;        /* values -> the same in the copy of the loop */
};

/* ---- which loops ---------------------------------------------------------------------- */

static bool is_inside(const struct read_loop *l, LLVMBasicBlockRef block) {
  return wb_map_has(&l->inside, block);
}

/* How many branches lead to a block from outside; where it is an unconditional one, `before` is its
 * block. */
static unsigned count_ways_in(const struct read_loop *l, LLVMBasicBlockRef block,
                              LLVMBasicBlockRef *before) {
  unsigned ways = 0;
  LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
  for (; use != NULL; use = LLVMGetNextUse(use)) {
    LLVMValueRef end = LLVMGetUser(use);
    if (is_inside(l, LLVMGetInstructionParent(end))) continue;
    ways++;
    if (LLVMIsABranchInst(end) && !LLVMIsConditional(end)) *before = LLVMGetInstructionParent(end);
  }
  return ways;
}

static uint64_t constant(LLVMValueRef check, unsigned operand) {
  return LLVMConstIntGetZExtValue(LLVMGetOperand(check, operand));
}

/* Of a read of local memory both questions are one call (refine.c). */
static bool is_local(LLVMValueRef read) {
  return strcmp(wb_callee_name(read), "wbrt_read_local") == 0;
}

static bool take_read(struct read_loop *l, LLVMValueRef check) {
  const uint64_t flags = constant(check, WB_CHECK_FLAGS);
  const uint64_t memory = flags >> WBRT_MEMORY_SHIFT & WBRT_MEMORY_MASK;
  const uint64_t other = WBRT_WRITE | WBRT_ATOMIC | WBRT_COMPARES | WBRT_ORDERED;
  if (memory != WB_MEMORY_GLOBAL && memory != WB_MEMORY_CONSTANT && !is_local(check)) return false;
  if (constant(check, WB_CHECK_OBJECT) >= WBRT_MAX_OBJECTS || (flags & other) != 0 ||
      constant(check, WB_CHECK_ALIGN) > 1 || l->n_reads == MOST_READS)
    return false;
  l->reads[l->n_reads++] = check;
  return true;
}

static bool take_call(struct read_loop *l, LLVMValueRef call) {
  const char *name = wb_callee_name(call);
  if (strcmp(name, "wbrt_check") == 0 || is_local(call)) return take_read(l, call);
  if (strcmp(name, "wbrt_step") == 0 && LLVMIsALoadInst(LLVMGetOperand(call, 1))) {
    l->left = LLVMGetOperand(LLVMGetOperand(call, 1), 0);
    return true;
  }
  return wb_starts_with(name, "wbrt_unwritten") || wb_conditional_condition(call) != NULL ||
         wb_is_mathematics(call);
}

/* Variables that are left count (item_counts.c). */
static bool take_instruction(struct read_loop *l, LLVMValueRef i) {
  if (LLVMIsACallInst(i)) return take_call(l, i);
  if (LLVMIsAStoreInst(i)) return LLVMIsAAllocaInst(LLVMGetOperand(i, 1)) != NULL;
  if (LLVMIsALoadInst(i))
    return !LLVMGetVolatile(i) && LLVMGetOrdering(i) == LLVMAtomicOrderingNotAtomic;
  return LLVMIsAPHINode(i) || wb_computes_number(i);
}

/* The branch at the end of a block, and where it goes on in the loop. */
static LLVMBasicBlockRef take_branch(struct read_loop *l, LLVMValueRef end) {
  LLVMBasicBlockRef next = NULL;
  if (!LLVMIsABranchInst(end)) return NULL;
  for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
    if (!is_inside(l, LLVMGetSuccessor(end, i))) continue;
    if (next != NULL) return NULL;
    next = LLVMGetSuccessor(end, i);
  }
  if (!LLVMIsConditional(end)) return next;
  if (l->n_exits == MOST_TESTS) return NULL;
  l->exits[l->n_exits++] = end;
  return next;
}

static bool find_loop(struct read_loop *l, const struct wb_graph *g, size_t loop) {
  size_t count = 0, seen = 0;
  const size_t *blocks = wb_graph_blocks_in(g, loop, &count);
  LLVMBasicBlockRef block = l->header = g->blocks[blocks[0]];
  for (size_t i = 0; i < count; i++) wb_map_put(&l->inside, g->blocks[blocks[i]], 1);
  do {
    if (block == NULL || seen++ == count ||
        count_ways_in(l, block, &l->before) != (block == l->header))
      return false;
    LLVMValueRef i = LLVMGetFirstInstruction(block), end = LLVMGetBasicBlockTerminator(block);
    for (; i != end; i = LLVMGetNextInstruction(i)) {
      if (!take_instruction(l, i) || l->body.count == MOST_INSTRUCTIONS) return false;
      if (block != l->header || !LLVMIsAPHINode(i)) wb_values_add(&l->body, i);
    }
    l->latch = block;
    block = take_branch(l, end);
  } while (block != l->header);
  return l->before != NULL && l->n_reads > 0 && l->n_exits > 0 && l->left != NULL;
}

/* ---- linear values -------------------------------------------------------------------- */

static bool find_linear(struct read_loop *l, LLVMValueRef value, struct linear *found);

static unsigned width_of(LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 0;
}

static bool add_test(struct read_loop *l, const struct test *test) {
  const unsigned width = width_of(test->a.first);
  if (width < LEAST_WIDTH || width > MOST_WIDTH || l->n_tests == MOST_TESTS) return false;
  l->tests[l->n_tests++] = *test;
  return true;
}

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from) {
  unsigned i = 0;
  while (LLVMGetIncomingBlock(phi, i) != from) i++;
  return LLVMGetIncomingValue(phi, i);
}

static bool is_outside(const struct read_loop *l, LLVMValueRef value) {
  return !LLVMIsAInstruction(value) || !is_inside(l, LLVMGetInstructionParent(value));
}

/* Whether it plainly does. What is computed in the loop might depend on the number of turns. */
static bool stays(const struct read_loop *l, LLVMValueRef value) {
  return is_outside(l, value) ||
         (LLVMIsALoadInst(value) && wb_lockstep_is_fixed(l->kernel, LLVMGetOperand(value, 0)));
}

/* A number to which each turn adds the same. */
static bool count_of_turns(struct read_loop *l, LLVMValueRef phi, struct linear *found) {
  LLVMValueRef next = incoming(phi, l->latch);
  struct linear by = {NULL, NULL};
  if (width_of(phi) == 0 || !LLVMIsAInstruction(next)) return false;
  const bool adds = LLVMGetInstructionOpcode(next) == LLVMAdd;
  if (!adds && LLVMGetInstructionOpcode(next) != LLVMSub) return false;
  const unsigned other = adds && LLVMGetOperand(next, 1) == phi ? 0 : 1;
  LLVMValueRef step = LLVMGetOperand(next, other);
  if (LLVMGetOperand(next, 1 - other) != phi || !stays(l, step)) return false;
  find_linear(l, step, &by);
  found->first = incoming(phi, l->before);
  found->step = adds ? by.first : LLVMBuildNeg(l->kernel->work->builder, by.first, "");
  return true;
}

/* Bytes that one more of the index `operand` of address arithmetic is; 0: it selects a member. */
static uint64_t stride_of(struct read_loop *l, LLVMValueRef gep, unsigned operand) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  for (unsigned i = 2; i <= operand; i++) {
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      if (i == operand) return 0;
      LLVMValueRef member = LLVMGetOperand(gep, i);
      type = LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(member));
    } else {
      type = LLVMGetElementType(type);
    }
  }
  return LLVMABISizeOfType(l->kernel->work->layout, type);
}

static bool step_of_address(struct read_loop *l, LLVMValueRef gep, const struct linear *operands,
                            unsigned n, struct linear *found) {
  LLVMBuilderRef b = l->kernel->work->builder;
  found->step = operands[0].step;
  for (unsigned i = 1; i < n; i++) {
    if (operands[i].step == NULL) continue;
    if (width_of(operands[i].first) != ADDRESS_WIDTH) return false;
    LLVMValueRef stride = wb_build_int64(l->kernel->work, stride_of(l, gep, i));
    LLVMValueRef step = LLVMBuildMul(b, operands[i].step, stride, "");
    found->step = found->step != NULL ? LLVMBuildAdd(b, found->step, step, "") : step;
  }
  return true;
}

static LLVMValueRef or_zero(const struct linear *value) {
  return value->step != NULL ? value->step : LLVMConstNull(LLVMTypeOf(value->first));
}

static bool expect_result(struct read_loop *l, LLVMValueRef condition, bool expected) {
  struct test test = {.compares = condition, .expected = expected};
  if (!LLVMIsAICmpInst(condition) || LLVMGetICmpPredicate(condition) == LLVMIntEQ ||
      LLVMGetICmpPredicate(condition) == LLVMIntNE)
    return false;
  test.is_signed = wb_is_signed_order(LLVMGetICmpPredicate(condition));
  return find_linear(l, LLVMGetOperand(condition, 0), &test.a) &&
         find_linear(l, LLVMGetOperand(condition, 1), &test.b) &&
         !(test.a.step != NULL && test.b.step != NULL) && add_test(l, &test);
}

/* An address that is refused if an index leaves its row (extent.c): none must. */
static bool find_in_row(struct read_loop *l, LLVMValueRef select, struct linear *found) {
  LLVMValueRef bad = LLVMGetOperand(select, 0);
  if (!wb_map_has(&l->copies, bad) && !expect_result(l, bad, false)) return false;
  wb_map_put(&l->copies, bad, (uintptr_t)LLVMConstNull(LLVMTypeOf(bad)));
  return find_linear(l, LLVMGetOperand(select, 2), found);
}

/* Of what has a value for all operands, and so may be computed where it might not have been. */
static bool find_step(struct read_loop *l, LLVMValueRef value, const struct linear *o, unsigned n,
                      struct linear *found) {
  LLVMBuilderRef b = l->kernel->work->builder;
  const LLVMOpcode code = LLVMGetInstructionOpcode(value);
  switch (code) {
    case LLVMAdd:
      found->step = LLVMBuildAdd(b, or_zero(&o[0]), or_zero(&o[1]), "");
      return true;
    case LLVMSub:
      found->step = LLVMBuildSub(b, or_zero(&o[0]), or_zero(&o[1]), "");
      return true;
    case LLVMMul:
      found->step = LLVMBuildMul(b, o[0].step != NULL ? o[0].step : o[0].first,
                                 o[1].step != NULL ? o[1].step : o[1].first, "");
      return o[0].step == NULL || o[1].step == NULL;
    case LLVMShl:
      found->step = LLVMBuildShl(b, or_zero(&o[0]), o[1].first, "");
      return o[1].step == NULL;
    case LLVMZExt:
    case LLVMSExt:
      found->step = LLVMBuildSExt(b, or_zero(&o[0]), LLVMTypeOf(value), "");
      return o[0].step == NULL ||
             add_test(l, &(struct test){.a = o[0], .is_signed = code == LLVMSExt});
    case LLVMTrunc:
      found->step = LLVMBuildTrunc(b, or_zero(&o[0]), LLVMTypeOf(value), "");
      return true;
    case LLVMGetElementPtr:
      return step_of_address(l, value, o, n, found);
    case LLVMPtrToInt:
      found->step = o[0].step;
      return width_of(value) == ADDRESS_WIDTH;
    case LLVMAddrSpaceCast:
      found->step = o[0].step;
      return true;
    case LLVMLoad:
      return stays(l, value);
    default:
      return false;
  }
}

static bool find_new(struct read_loop *l, LLVMValueRef value, struct linear *found) {
  struct linear operands[MOST_OPERANDS];
  const unsigned n = (unsigned)LLVMGetNumOperands(value);
  bool varies = false;
  if (LLVMIsAPHINode(value))
    return LLVMGetInstructionParent(value) == l->header
               ? count_of_turns(l, value, found)
               : find_linear(l, LLVMGetIncomingValue(value, 0), found);
  if (LLVMIsASelectInst(value)) return find_in_row(l, value, found);
  if (n > MOST_OPERANDS) return false;
  for (unsigned i = 0; i < n; i++) {
    if (!find_linear(l, LLVMGetOperand(value, i), &operands[i])) return false;
    varies |= operands[i].step != NULL;
  }
  if (!find_step(l, value, operands, n, found)) return false;
  if (!varies) found->step = NULL;
  found->first = LLVMInstructionClone(value);
  LLVMInstructionSetDebugLoc(found->first, NULL);
  LLVMInsertIntoBuilder(l->kernel->work->builder, found->first);
  for (unsigned i = 0; i < n; i++) LLVMSetOperand(found->first, i, operands[i].first);
  return true;
}

/* Builds it before the loop. */
static bool find_linear(struct read_loop *l, LLVMValueRef value, struct linear *found) {
  *found = (struct linear){value, NULL};
  if (is_outside(l, value)) return true;
  const struct wb_map_entry *first = wb_map_find(&l->firsts, value);
  if (first != NULL) {
    const struct wb_map_entry *step = wb_map_find(&l->steps, value);
    *found = (struct linear){(LLVMValueRef)first->value,
                             step != NULL ? (LLVMValueRef)step->value : NULL};
    return true;
  }
  if (!find_new(l, value, found)) return false;
  wb_map_put(&l->firsts, value, (uintptr_t)found->first);
  if (found->step != NULL) wb_map_put(&l->steps, value, (uintptr_t)found->step);
  return true;
}

static bool find_all(struct read_loop *l) {
  for (size_t i = 0; i < l->n_exits; i++) {
    LLVMValueRef end = l->exits[i];
    if (!expect_result(l, LLVMGetCondition(end), is_inside(l, LLVMGetSuccessor(end, 0))))
      return false;
    l->tests[l->n_tests - 1].exits = true;
  }
  for (size_t i = 0; i < l->n_reads; i++)
    if (!find_linear(l, LLVMGetOperand(l->reads[i], WB_CHECK_ADDRESS), &l->addresses[i]))
      return false;
  return true;
}

/* ---- before the loop ------------------------------------------------------------------ */

static LLVMValueRef lesser_of(struct read_loop *l, LLVMValueRef a, LLVMValueRef b) {
  LLVMBuilderRef builder = l->kernel->work->builder;
  return LLVMBuildSelect(builder, LLVMBuildICmp(builder, LLVMIntULT, a, b, ""), a, b, "");
}

/* How often a number of an exit can grow before it is the other one. This is but proposed: the
 * exit's test says whether it is right. */
static LLVMValueRef propose_turns(struct read_loop *l, const struct test *exit) {
  struct wb_instrumentation *work = l->kernel->work;
  LLVMBuilderRef b = work->builder;
  const struct linear *varies = exit->a.step != NULL ? &exit->a : &exit->b;
  LLVMValueRef from = varies->first, to = varies == &exit->a ? exit->b.first : exit->a.first;
  LLVMValueRef step = varies->step, one = LLVMConstInt(LLVMTypeOf(from), 1, 0);
  const bool falls = LLVMIsAConstantInt(step) && LLVMConstIntGetSExtValue(step) < 0;
  LLVMValueRef way = falls ? LLVMBuildSub(b, from, to, "") : LLVMBuildSub(b, to, from, "");
  if (falls) step = LLVMBuildNeg(b, step, "");
  LLVMValueRef none = LLVMBuildICmp(b, LLVMIntEQ, step, LLVMConstNull(LLVMTypeOf(step)), "");
  step = LLVMBuildSelect(b, none, one, step, "");
  LLVMValueRef turns = LLVMBuildUDiv(b, LLVMBuildSub(b, way, one, ""), step, "");
  turns = LLVMBuildAdd(b, turns, one, "");
  return LLVMBuildZExtOrBitCast(b, turns, work->types.i64, "");
}

/* No more than there are steps left: none of these turns would ask for more. */
static LLVMValueRef count_turns(struct read_loop *l) {
  struct wb_instrumentation *work = l->kernel->work;
  LLVMBuilderRef b = work->builder;
  LLVMValueRef turns = wb_build_int64(work, MOST_TURNS);
  for (size_t i = 0; i < l->n_tests; i++)
    if (l->tests[i].exits && (l->tests[i].a.step != NULL || l->tests[i].b.step != NULL))
      turns = lesser_of(l, turns, propose_turns(l, &l->tests[i]));
  LLVMValueRef left = LLVMBuildLoad2(b, work->types.i64, l->left, "");
  return lesser_of(l, turns, LLVMBuildLShr(b, left, wb_build_int64(work, WBRT_STEP_SHIFT), ""));
}

static LLVMValueRef in_last(struct read_loop *l, const struct linear *value, LLVMValueRef last) {
  LLVMBuilderRef b = l->kernel->work->builder;
  if (value->step == NULL) return value->first;
  LLVMTypeRef type = LLVMTypeOf(value->step);
  LLVMValueRef grown = LLVMBuildMul(b, value->step, LLVMBuildTruncOrBitCast(b, last, type, ""), "");
  return LLVMBuildAdd(b, value->first, grown, "");
}

static LLVMValueRef keeps_order(struct read_loop *l, const struct linear *value, bool is_signed,
                                LLVMValueRef last) {
  LLVMBuilderRef b = l->kernel->work->builder;
  LLVMTypeRef type = LLVMTypeOf(value->step);
  const unsigned long long room = 1ULL << (width_of(value->first) - STEP_ROOM);
  LLVMValueRef end = in_last(l, value, last);
  LLVMValueRef raised = LLVMBuildAdd(b, value->step, LLVMConstInt(type, room, 0), "");
  LLVMValueRef small = LLVMBuildICmp(b, LLVMIntULT, raised, LLVMConstInt(type, 2 * room, 0), "");
  LLVMValueRef falls = LLVMBuildICmp(b, LLVMIntSLT, value->step, LLVMConstNull(type), "");
  LLVMValueRef low = LLVMBuildSelect(b, falls, end, value->first, "");
  LLVMValueRef high = LLVMBuildSelect(b, falls, value->first, end, "");
  LLVMValueRef order = LLVMBuildICmp(b, is_signed ? LLVMIntSLE : LLVMIntULE, low, high, "");
  return LLVMBuildAnd(b, small, order, "");
}

static LLVMValueRef holds(struct read_loop *l, const struct test *test, LLVMValueRef last) {
  LLVMBuilderRef b = l->kernel->work->builder;
  LLVMValueRef good = LLVMConstInt(l->kernel->work->types.i1, 1, 0);
  if (test->a.step != NULL) good = keeps_order(l, &test->a, test->is_signed, last);
  if (test->b.step != NULL) good = keeps_order(l, &test->b, test->is_signed, last);
  if (test->compares == NULL) return good;
  const LLVMIntPredicate predicate = LLVMGetICmpPredicate(test->compares);
  LLVMValueRef from = LLVMBuildICmp(b, predicate, test->a.first, test->b.first, "");
  LLVMValueRef to =
      LLVMBuildICmp(b, predicate, in_last(l, &test->a, last), in_last(l, &test->b, last), "");
  LLVMValueRef as_expected = test->expected ? LLVMBuildAnd(b, from, to, "")
                                            : LLVMBuildNot(b, LLVMBuildOr(b, from, to, ""), "");
  return LLVMBuildAnd(b, good, as_expected, "");
}

/* A history names the work-item's first read of a cell. Of two that are in the loop it is the one
 * of the earlier turn, so that neither can be noted for all turns at once. */
static bool is_only_one(const struct read_loop *l, LLVMValueRef read) {
  size_t reads = 0;
  for (size_t i = 0; i < l->n_reads; i++)
    reads += constant(l->reads[i], WB_CHECK_OBJECT) == constant(read, WB_CHECK_OBJECT);
  return reads == 1;
}

static LLVMValueRef may_read(struct read_loop *l, size_t index, LLVMValueRef turns) {
  LLVMValueRef check = l->reads[index];
  LLVMValueRef arguments[] = {l->addresses[index].first,
                              or_zero(&l->addresses[index]),
                              turns,
                              LLVMGetOperand(check, WB_CHECK_OBJECT),
                              LLVMGetOperand(check, WB_CHECK_SIZE),
                              LLVMGetOperand(check, WB_CHECK_FLAGS),
                              LLVMGetOperand(check, WB_CHECK_SITE),
                              LLVMConstInt(l->kernel->work->types.i1, is_only_one(l, check), 0)};
  return is_local(check) ? wb_call_runtime(l->kernel, "wbrt_may_read_local", arguments, 8)
                         : wb_call_runtime(l->kernel, "wbrt_may_read", arguments, 5);
}

/* Local memory last, and only if all else is good: what is noted must be read. */
static LLVMValueRef may_read_all(struct read_loop *l, LLVMValueRef good, LLVMValueRef turns) {
  LLVMBuilderRef b = l->kernel->work->builder;
  for (size_t i = 0; i < l->n_reads; i++)
    if (!is_local(l->reads[i])) good = LLVMBuildAnd(b, good, may_read(l, i, turns), "");
  for (size_t i = 0; i < l->n_reads; i++) {
    if (!is_local(l->reads[i])) continue;
    LLVMValueRef asked = LLVMBuildSelect(b, good, turns, LLVMConstNull(LLVMTypeOf(turns)), "");
    good = may_read(l, i, asked);
  }
  return good;
}

/* ---- the copy -------------------------------------------------------------------------- */

static LLVMValueRef copy_of(const struct read_loop *l, LLVMValueRef value) {
  const struct wb_map_entry *copy = wb_map_find(&l->copies, value);
  return copy != NULL ? (LLVMValueRef)copy->value : value;
}

/* NULL: the copy does without it. */
static LLVMValueRef copy_instruction(struct read_loop *l, LLVMValueRef i) {
  struct wb_instrumentation *work = l->kernel->work;
  const char *name = LLVMIsACallInst(i) ? wb_callee_name(i) : "";
  LLVMValueRef condition = LLVMIsACallInst(i) ? wb_conditional_condition(i) : NULL;
  if (strcmp(name, "wbrt_check") == 0) return copy_of(l, LLVMGetOperand(i, WB_CHECK_ADDRESS));
  if (is_local(i)) {
    LLVMValueRef answer = LLVMGetOperand(i, WB_READ_ANSWER);
    wb_map_put(&l->copies, answer, (uintptr_t)LLVMConstNull(work->types.i8));
    return copy_of(l, LLVMGetOperand(i, WB_CHECK_ADDRESS));
  }
  if (LLVMIsALoadInst(i) && LLVMIsAAllocaInst(LLVMGetOperand(i, 0)) &&
      wb_map_has(&l->copies, LLVMGetOperand(i, 0)))
    return copy_of(l, LLVMGetOperand(i, 0));
  if (wb_starts_with(name, "wbrt_unwritten")) return LLVMConstNull(LLVMTypeOf(i));
  if (strcmp(name, "wbrt_step") == 0)
    return LLVMBuildSub(work->builder, copy_of(l, LLVMGetOperand(i, 1)),
                        wb_build_int64(work, WBRT_STEP - 1), "");
  if (condition != NULL && LLVMIsNull(copy_of(l, condition))) return NULL;
  if (LLVMIsAPHINode(i)) return copy_of(l, LLVMGetIncomingValue(i, 0));
  if (LLVMIsASelectInst(i) && wb_map_has(&l->copies, LLVMGetOperand(i, 0)) &&
      LLVMIsNull(copy_of(l, LLVMGetOperand(i, 0))))
    return copy_of(l, LLVMGetOperand(i, 2));
  LLVMValueRef made = LLVMInstructionClone(i);
  LLVMInsertIntoBuilder(work->builder, made);
  for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(made); k++)
    LLVMSetOperand(made, k, copy_of(l, LLVMGetOperand(made, k)));
  return made;
}

static void build_copy(struct read_loop *l, LLVMBasicBlockRef copy, LLVMValueRef turns) {
  struct wb_instrumentation *work = l->kernel->work;
  LLVMBuilderRef b = work->builder;
  LLVMValueRef phi = LLVMGetFirstInstruction(l->header);
  LLVMPositionBuilderAtEnd(b, copy);
  LLVMValueRef turn = LLVMBuildPhi(b, work->types.i64, "");
  for (; LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
    wb_map_put(&l->copies, phi, (uintptr_t)LLVMBuildPhi(b, LLVMTypeOf(phi), ""));
  for (size_t i = 0; i < l->body.count; i++) {
    if (wb_map_has(&l->copies, l->body.items[i])) continue; /* a condition that is known */
    LLVMValueRef made = copy_instruction(l, l->body.items[i]);
    if (made != NULL) wb_map_put(&l->copies, l->body.items[i], (uintptr_t)made);
  }
  LLVMValueRef next = LLVMBuildAdd(b, turn, wb_build_int64(work, 1), "");
  LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, next, turns, ""), copy, l->header);
  LLVMBasicBlockRef from[] = {l->before, copy};
  LLVMAddIncoming(turn, (LLVMValueRef[]){wb_build_int64(work, 0), next}, from, 2);
  for (phi = LLVMGetFirstInstruction(l->header); LLVMIsAPHINode(phi);
       phi = LLVMGetNextInstruction(phi)) {
    LLVMValueRef values[] = {incoming(phi, l->before), copy_of(l, incoming(phi, l->latch))};
    LLVMAddIncoming(copy_of(l, phi), values, from, 2);
    LLVMAddIncoming(phi, &values[1], &from[1], 1);
  }
}

static void build_unchecked(struct read_loop *l) {
  struct wb_instrumentation *work = l->kernel->work;
  LLVMBuilderRef b = work->builder;
  LLVMValueRef end = LLVMGetBasicBlockTerminator(l->before);
  LLVMBasicBlockRef copy = LLVMInsertBasicBlockInContext(work->context, l->header, "unchecked");
  LLVMValueRef turns = count_turns(l);
  LLVMValueRef last = LLVMBuildSub(b, turns, wb_build_int64(work, 1), "");
  LLVMValueRef good = LLVMBuildICmp(b, LLVMIntUGE, turns, wb_build_int64(work, FEWEST_TURNS), "");
  for (size_t i = 0; i < l->n_tests; i++)
    good = LLVMBuildAnd(b, good, holds(l, &l->tests[i], last), "");
  good = may_read_all(l, good, turns);
  LLVMBuildCondBr(b, good, copy, l->header);
  LLVMInstructionEraseFromParent(end);
  build_copy(l, copy, turns);
}

static void release_loop(struct read_loop *l) {
  struct wb_map *maps[] = {&l->inside, &l->firsts, &l->steps, &l->copies};
  for (size_t i = 0; i < sizeof maps / sizeof maps[0]; i++) wb_map_release(maps[i]);
  wb_values_release(&l->body);
}

void wb_loop_reads_build(struct wb_kernel_work *kernel) {
  struct wb_graph g;
  if (kernel->work->tier != WB_TIER_OPTIMISED) return;
  wb_graph_init(&g, kernel->entry);
  for (size_t i = 0; i < g.n_loops; i++) {
    struct read_loop l = {.kernel = kernel};
    if (find_loop(&l, &g, i)) {
      wb_build_before(kernel->work, LLVMGetBasicBlockTerminator(l.before));
      LLVMSetCurrentDebugLocation2(kernel->work->builder, NULL);
      if (find_all(&l)) build_unchecked(&l);
    }
    release_loop(&l);
  }
  wb_graph_release(&g);
}

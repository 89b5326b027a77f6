/* A branch that only chooses between values is none on a GPU: its compiler
 * computes both and selects, or predicates the few instructions. So is what
 * source makes of `?:`, of && and || as values, and of an `if` that does no more
 * than set variables, as long as both ways together are short and nothing in
 * them could be noticed: no memory is accessed, no builtin called that is more
 * than an instruction, nothing divided that could be divided by 0.
 *
 * Where such a choice is part of the way of another one, that may be one, too:
 * so blocks are looked at from the last to the first. */
#include <stdlib.h>
#include <string.h>

#include "compiler/instrument/dimension_bounds.h"
#include "compiler/instrument/steps.h"

/* As many operations both ways of a choice may have together: about what
 * compilers predicate rather than branch around. docs/counters.md says it. */
enum { MOST_OPERATIONS = 8 };

/* What a block and the choices that it begins come to: the one block that all of it leads to, by
 * how many edges, and what it costs; `to` is NULL where it ends in a real branch, or does what
 * others could notice. */
struct way {
  LLVMBasicBlockRef to;
  size_t edges, operations;
};

struct search {
  struct wb_kernel_work *kernel;
  struct wb_map ways;    /* block -> struct way */
  struct wb_map entries; /* block -> edges that lead to it */
};

static struct way way_of(const struct search *search, LLVMBasicBlockRef block) {
  const struct wb_map_entry *entry = wb_map_find(&search->ways, block);
  return entry != NULL ? *(const struct way *)entry->value : (struct way){NULL, 0, 0};
}

static size_t entries_of(const struct search *search, LLVMBasicBlockRef block) {
  const struct wb_map_entry *entry = wb_map_find(&search->entries, block);
  return entry != NULL ? (size_t)entry->value : 0;
}

static bool is_division(LLVMOpcode opcode) {
  return opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem || opcode == LLVMSRem;
}

static bool can_trap(LLVMValueRef division) {
  LLVMValueRef divisor = LLVMGetOperand(division, 1);
  return !LLVMIsAConstantInt(divisor) || LLVMConstIntGetZExtValue(divisor) == 0 ||
         LLVMConstIntGetSExtValue(divisor) == -1;
}

/* Ids and sizes are read from the context, and known to all beforehand. */
static bool reads_context(const struct wb_kernel_work *kernel, LLVMValueRef load) {
  LLVMValueRef from = LLVMGetOperand(load, 0);
  return LLVMIsAGetElementPtrInst(from) && LLVMGetOperand(from, 0) == kernel->context;
}

static bool is_arithmetic(LLVMValueRef call) {
  static const char *const names[] = {
      "llvm.fmuladd.", "llvm.fma.",    "llvm.fabs.",     "llvm.smin.",  "llvm.smax.", "llvm.umin.",
      "llvm.umax.",    "llvm.minnum.", "llvm.maxnum.",   "llvm.abs.",   "llvm.sadd.", "llvm.uadd.",
      "llvm.ssub.",    "llvm.usub.",   "llvm.copysign.", "llvm.floor.", "llvm.ceil.", "llvm.trunc.",
      "llvm.rint.",    "llvm.ctpop.",  "llvm.fshl."};
  bool found = false;
  for (size_t i = 0; i < sizeof names / sizeof names[0] && !found; i++)
    found = wb_is_intrinsic(call, names[i]);
  return found || wb_is_conversion_mark(call) || wb_is_index_call(call);
}

/* Whether an instruction can be executed by work-items, too, that do not need it. */
static bool is_harmless(const struct wb_kernel_work *kernel, LLVMValueRef instruction) {
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  bool harmless = false;
  if (LLVMIsABinaryOperator(instruction))
    harmless = !is_division(opcode) || !can_trap(instruction);
  else if (opcode == LLVMLoad)
    harmless = reads_context(kernel, instruction);
  else if (opcode == LLVMCall)
    harmless = is_arithmetic(instruction) || wb_is_intrinsic(instruction, "llvm.lifetime.");
  else
    harmless = LLVMIsACastInst(instruction) || LLVMIsACmpInst(instruction) ||
               LLVMIsAUnaryOperator(instruction) || opcode == LLVMPHI || opcode == LLVMSelect ||
               opcode == LLVMGetElementPtr || opcode == LLVMExtractElement ||
               opcode == LLVMInsertElement || opcode == LLVMShuffleVector ||
               opcode == LLVMExtractValue || opcode == LLVMInsertValue || opcode == LLVMFreeze;
  return harmless;
}

/* What is an operation of the source: it has a line, which what counts turns of
 * loops has not; and it is no mere change of names. */
static bool is_operation(LLVMValueRef instruction) {
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
  return LLVMGetDebugLocLine(instruction) != 0 && !wb_is_conversion_mark(instruction) &&
         !wb_is_index_call(instruction) && opcode != LLVMPHI && opcode != LLVMBitCast &&
         opcode != LLVMFreeze && opcode != LLVMAddrSpaceCast && opcode != LLVMLoad;
}

/* The operations of a block; false where it does what others could notice. */
static bool count_operations(const struct wb_kernel_work *kernel, LLVMBasicBlockRef block,
                             size_t *count) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  bool harmless = true;
  *count = 0;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != end && harmless;
       i = LLVMGetNextInstruction(i)) {
    harmless = is_harmless(kernel, i);
    *count += is_operation(i);
  }
  return harmless;
}

/* Where a choice's ways meet: `branch` has two that lead to one block, or one
 * that leads to the other's. A way may be entered from here alone. A block where
 * clang asks by which way a scope was left is no meeting: what was stored on the
 * ways parts them again. */
static struct way meeting_of(const struct search *search, LLVMValueRef branch) {
  LLVMBasicBlockRef one = LLVMGetSuccessor(branch, 0), other = LLVMGetSuccessor(branch, 1);
  struct way first = {NULL, 0, 0}, second = {NULL, 0, 0}, met = {NULL, 0, 0};
  if (entries_of(search, one) == 1) first = way_of(search, one);
  if (entries_of(search, other) == 1) second = way_of(search, other);
  if (one == other)
    met = (struct way){other, 2, 0};
  else if (first.to == other)
    met = (struct way){other, 1 + first.edges, first.operations};
  else if (second.to == one)
    met = (struct way){one, 1 + second.edges, second.operations};
  else if (first.to == second.to)
    met = (struct way){first.to, first.edges + second.edges, first.operations + second.operations};
  if (met.to == NULL || met.to == LLVMGetInstructionParent(branch) ||
      met.operations > MOST_OPERATIONS ||
      wb_profile_leaves_scope(search->kernel->work, LLVMGetBasicBlockTerminator(met.to)))
    met = (struct way){NULL, 0, 0};
  return met;
}

/* Goes on where nothing else leads to what the way leads to. */
static struct way follow_way(const struct search *search, struct way way) {
  const struct way next = way_of(search, way.to);
  return way.edges == entries_of(search, way.to) && next.to != NULL
             ? (struct way){next.to, next.edges, way.operations + next.operations}
             : way;
}

static void look_at(struct search *search, LLVMBasicBlockRef block, struct way *way) {
  struct wb_instrumentation *work = search->kernel->work;
  LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
  const unsigned n = LLVMGetNumSuccessors(end);
  size_t operations = 0;
  *way = (struct way){NULL, 0, 0};
  if (n == 1) *way = (struct way){LLVMGetSuccessor(end, 0), 1, 0};
  if (n == 2 && LLVMGetInstructionOpcode(end) == LLVMBr && !wb_profile_hides(work, end)) {
    *way = meeting_of(search, end);
    if (way->to != NULL) {
      wb_profile_mark_select(work, end);
      *way = follow_way(search, *way);
    }
  }
  if (!count_operations(search->kernel, block, &operations)) way->to = NULL;
  way->operations += operations;
  wb_map_put(&search->ways, block, (uintptr_t)way);
}

static void count_entries(struct search *search, LLVMBasicBlockRef *blocks, size_t n) {
  for (size_t i = 0; i < n; i++) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(blocks[i]);
    for (unsigned k = 0; k < LLVMGetNumSuccessors(end); k++) {
      LLVMBasicBlockRef to = LLVMGetSuccessor(end, k);
      wb_map_put(&search->entries, to, entries_of(search, to) + 1);
    }
  }
}

void wb_profile_find_selects(struct wb_kernel_work *kernel) {
  struct search search = {.kernel = kernel};
  size_t n = 0;
  if (!kernel->work->profile) return;
  LLVMBasicBlockRef *blocks = wb_blocks_in_order(kernel->entry, &n);
  struct way *ways = wb_alloc((n + 1) * sizeof *ways);
  count_entries(&search, blocks, n);
  for (size_t i = n; i > 0; i--) look_at(&search, blocks[i - 1], &ways[i - 1]);
  wb_map_release(&search.ways);
  wb_map_release(&search.entries);
  free(ways);
  free(blocks);
}

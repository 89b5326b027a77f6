#include "compiler/instrument/slice.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/instrument/collectives.h"
#include "compiler/instrument/objects.h"
#include "compiler/instrument/steps.h"

/* Blocks of a loop from which on all branches are taken to decide: finding out
 * which do takes a bit for each pair of them. */
enum { MOST_BLOCKS = 1024 };

/* ---- accesses --------------------------------------------------------------------- */

static bool is_update(LLVMValueRef instruction) {
  return LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction);
}

LLVMValueRef wb_accessed_pointer(LLVMValueRef instruction) {
  LLVMValueRef pointer = NULL;
  if (LLVMIsALoadInst(instruction) || is_update(instruction))
    pointer = LLVMGetOperand(instruction, 0);
  else if (LLVMIsAStoreInst(instruction))
    pointer = LLVMGetOperand(instruction, 1);
  return pointer;
}

bool wb_is_atomic_access(LLVMValueRef instruction) {
  return is_update(instruction) ||
         ((LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction)) &&
          LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic);
}

LLVMTypeRef wb_accessed_type(LLVMValueRef instruction) {
  if (LLVMIsALoadInst(instruction)) return LLVMTypeOf(instruction);
  return LLVMTypeOf(LLVMGetOperand(instruction, is_update(instruction) ? 1 : 0));
}

static bool is_fixed_memory(struct wb_kernel_work *kernel, LLVMValueRef pointer) {
  const uint32_t object = wb_object_of(kernel, pointer);
  return object == WB_FOREIGN || wb_memory_of(kernel, pointer, object) == WB_MEMORY_CONSTANT;
}

bool wb_is_shared_memory(struct wb_kernel_work *kernel, LLVMValueRef pointer) {
  return !is_fixed_memory(kernel, pointer) &&
         wb_memory_of(kernel, pointer, wb_object_of(kernel, pointer)) != WB_MEMORY_PRIVATE;
}

/* ---- which branch decides what happens ---------------------------------------------- */

static size_t number_of(const struct wb_slice *s, LLVMBasicBlockRef block) {
  const struct wb_map_entry *entry = wb_map_find(&s->graph->numbers, block);
  return entry != NULL ? entry->value : SIZE_MAX;
}

static bool has_block(const struct wb_slice *s, size_t number) {
  if (number == SIZE_MAX) return false;
  return s->region != NULL ? s->region[number] : wb_graph_inside(s->graph, number, s->loop);
}

static bool is_inside_slice(const struct wb_slice *s, LLVMValueRef instruction) {
  return LLVMIsAInstruction(instruction) &&
         has_block(s, number_of(s, LLVMGetInstructionParent(instruction)));
}

static LLVMValueRef end_of(const struct wb_slice *s, size_t number) {
  return LLVMGetBasicBlockTerminator(s->graph->blocks[number]);
}

/* Two places beyond the members: where the next turn begins, and what is outside. */
static size_t turn_of(const struct wb_slice *s) { return s->count; }
static size_t outside_of(const struct wb_slice *s) { return s->count + 1; }

/* The place of a block that is a member. */
static size_t member_place(const struct wb_slice *s, size_t number) {
  size_t low = 0, high = s->count;
  while (high - low > 1) {
    const size_t middle = low + (high - low) / 2;
    if (s->members[middle] <= number)
      low = middle;
    else
      high = middle;
  }
  return low;
}

static size_t place_of(const struct wb_slice *s, LLVMBasicBlockRef successor) {
  const size_t number = number_of(s, successor);
  size_t place = outside_of(s);
  if (has_block(s, number))
    place = number == s->graph->loops[s->loop].header ? turn_of(s) : member_place(s, number);
  return place;
}

static bool has_bit(const uint64_t *row, size_t bit) {
  return (row[bit / 64] >> bit % 64 & 1) != 0;
}

static uint64_t *row_of(const struct wb_slice *s, size_t place) {
  return s->postdominators + place * s->words;
}

static bool narrow_row(const struct wb_slice *s, size_t place, uint64_t *next) {
  LLVMValueRef end = end_of(s, s->members[place]);
  const unsigned n = LLVMGetNumSuccessors(end);
  memset(next, n == 0 ? 0 : 0xff, s->words * sizeof *next);
  for (unsigned i = 0; i < n; i++) {
    const uint64_t *row = row_of(s, place_of(s, LLVMGetSuccessor(end, i)));
    for (size_t w = 0; w < s->words; w++) next[w] &= row[w];
  }
  next[place / 64] |= 1ULL << place % 64;
  const bool changed = memcmp(next, row_of(s, place), s->words * sizeof *next) != 0;
  if (changed) memcpy(row_of(s, place), next, s->words * sizeof *next);
  return changed;
}

/* Post-dominators: what every way from a block passes, within the turn. */
static void find_postdominators(struct wb_slice *s) {
  s->words = (s->count + 2 + 63) / 64;
  s->postdominators = wb_alloc((s->count + 2) * s->words * sizeof *s->postdominators);
  uint64_t *next = wb_alloc(s->words * sizeof *next);
  memset(s->postdominators, 0xff, s->count * s->words * sizeof *s->postdominators);
  for (size_t place = s->count; place < s->count + 2; place++)
    row_of(s, place)[place / 64] |= 1ULL << place % 64;
  for (bool more = true; more;) {
    more = false;
    for (size_t place = s->count; place-- > 0;) more |= narrow_row(s, place, next);
  }
  free(next);
}

/* Whether the branch that ends a block decides if `place` is come to. */
static bool branch_decides(const struct wb_slice *s, size_t branch, size_t place) {
  LLVMValueRef end = end_of(s, s->members[branch]);
  bool some = false;
  if (has_bit(row_of(s, branch), place) && branch != place) return false;
  for (unsigned i = 0; i < LLVMGetNumSuccessors(end) && !some; i++)
    some = has_bit(row_of(s, place_of(s, LLVMGetSuccessor(end, i))), place);
  return some;
}

/* ---- the search ---------------------------------------------------------------------- */

static void add_value(struct wb_slice *s, LLVMValueRef value) {
  if (!is_inside_slice(s, value) || wb_map_has(&s->values, value)) return;
  wb_map_put(&s->values, value, 1);
  wb_values_add(&s->todo, value);
}

static void add_condition(struct wb_slice *s, LLVMValueRef end) {
  if (LLVMGetNumSuccessors(end) > 1) add_value(s, LLVMGetOperand(end, 0));
}

static void add_place(struct wb_slice *s, size_t place) {
  for (size_t branch = 0; branch < s->count; branch++) {
    LLVMValueRef end = end_of(s, s->members[branch]);
    if (LLVMGetNumSuccessors(end) > 1 && branch_decides(s, branch, place)) add_condition(s, end);
  }
}

static void add_block(struct wb_slice *s, LLVMBasicBlockRef block) {
  if (s->all) return;
  const size_t place = member_place(s, number_of(s, block));
  if (s->blocks[place]) return;
  s->blocks[place] = true;
  add_place(s, place);
}

static void add_operands(struct wb_slice *s, LLVMValueRef instruction) {
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(instruction); i++)
    add_value(s, LLVMGetOperand(instruction, i));
}

/* From which block a value comes is decided by the branches on the ways there. */
static void add_ways(struct wb_slice *s, LLVMValueRef phi) {
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
    if (!has_block(s, number_of(s, from))) continue;
    add_block(s, from);
    add_condition(s, LLVMGetBasicBlockTerminator(from));
  }
}

static void add_needed(struct wb_slice *s, LLVMValueRef value) {
  LLVMValueRef pointer = wb_accessed_pointer(value);
  add_block(s, LLVMGetInstructionParent(value));
  if (LLVMIsAPHINode(value)) add_ways(s, value);
  if (pointer != NULL && !is_fixed_memory(s->kernel, pointer)) wb_values_add(&s->reads, value);
  add_operands(s, value);
}

static bool may_change(struct wb_slice *s, LLVMValueRef pointer) {
  const uint32_t object = wb_object_of(s->kernel, pointer);
  bool may = false;
  if (object == WB_FOREIGN) return false;
  for (size_t i = 0; i < s->reads.count && !may; i++) {
    const uint32_t other = wb_object_of(s->kernel, wb_accessed_pointer(s->reads.items[i]));
    may = other == object || object == WBRT_ANY_OBJECT || other == WBRT_ANY_OBJECT;
  }
  return may;
}

static void add_write(struct wb_slice *s, LLVMValueRef instruction) {
  if (wb_is_intrinsic(instruction, "llvm.mem")) {
    s->unknown |= may_change(s, LLVMGetOperand(instruction, 0));
    return;
  }
  const bool writes = LLVMIsAStoreInst(instruction) || is_update(instruction);
  if (!writes || wb_map_has(&s->writes, instruction)) return;
  if (!may_change(s, wb_accessed_pointer(instruction))) return;
  wb_map_put(&s->writes, instruction, 1);
  add_block(s, LLVMGetInstructionParent(instruction));
  add_operands(s, instruction);
}

static void add_writes(struct wb_slice *s) {
  if (s->reads.count == 0) return;
  for (size_t i = 0; i < s->count; i++)
    for (LLVMValueRef at = LLVMGetFirstInstruction(s->graph->blocks[s->members[i]]); at != NULL;
         at = LLVMGetNextInstruction(at))
      add_write(s, at);
}

static void finish_search(struct wb_slice *s) {
  size_t before = SIZE_MAX;
  /* A write needs values, which need reads, which further writes may change. */
  while (before != s->values.count + s->writes.count) {
    before = s->values.count + s->writes.count;
    while (s->todo.count > 0) add_needed(s, s->todo.items[--s->todo.count]);
    add_writes(s);
  }
}

static void find_members(struct wb_slice *s) {
  size_t count = s->graph->n;
  const size_t *blocks = s->region == NULL ? wb_graph_blocks_in(s->graph, s->loop, &count) : NULL;
  s->members = wb_alloc((count + 1) * sizeof *s->members);
  for (size_t i = 0; i < count; i++)
    if (s->region == NULL || s->region[i])
      s->members[s->count++] = s->region == NULL ? blocks[i] : i;
  s->blocks = wb_alloc((s->count + 1) * sizeof *s->blocks);
}

static void find_slice(struct wb_slice *s, bool all) {
  find_members(s);
  s->all = all || s->count > MOST_BLOCKS;
  if (s->all) {
    for (size_t i = 0; i < s->count; i++) add_condition(s, end_of(s, s->members[i]));
  } else {
    find_postdominators(s);
    /* What is asked is whether there is another turn, so it begins with what decides about that. */
    add_place(s, turn_of(s));
    add_place(s, outside_of(s));
  }
  finish_search(s);
}

void wb_slice_find(struct wb_slice *s, struct wb_kernel_work *kernel, const struct wb_graph *graph,
                   size_t loop, bool all) {
  *s = (struct wb_slice){.kernel = kernel, .graph = graph, .loop = loop};
  find_slice(s, all);
}

void wb_slice_find_in(struct wb_slice *s, struct wb_kernel_work *kernel,
                      const struct wb_graph *graph, const bool *region) {
  *s = (struct wb_slice){.kernel = kernel, .graph = graph, .region = region};
  find_slice(s, true);
}

void wb_slice_release(struct wb_slice *s) {
  wb_map_release(&s->values);
  wb_map_release(&s->writes);
  wb_values_release(&s->reads);
  wb_values_release(&s->todo);
  free(s->blocks);
  free(s->members);
  free(s->postdominators);
}

/* ---- from turn to turn ------------------------------------------------------------------ */

static LLVMBasicBlockRef header_of(const struct wb_slice *s) {
  return s->graph->blocks[s->graph->loops[s->loop].header];
}

static bool is_step_of(LLVMValueRef value, LLVMValueRef phi) {
  const LLVMOpcode opcode = LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMRet;
  if (opcode != LLVMAdd && opcode != LLVMSub && opcode != LLVMGetElementPtr) return false;
  if (LLVMGetNumOperands(value) != 2) return false;
  const bool turned = opcode == LLVMAdd && LLVMGetOperand(value, 1) == phi;
  LLVMValueRef step = LLVMGetOperand(value, turned ? 0 : 1);
  return LLVMGetOperand(value, turned ? 1 : 0) == phi && LLVMIsAConstantInt(step) &&
         !LLVMIsNull(step);
}

bool wb_slice_counts(const struct wb_slice *s) {
  bool counts = false;
  for (LLVMValueRef phi = LLVMGetFirstInstruction(header_of(s)); phi != NULL && LLVMIsAPHINode(phi);
       phi = LLVMGetNextInstruction(phi)) {
    bool steps = wb_slice_has(s, phi);
    for (unsigned i = 0; i < LLVMCountIncoming(phi) && steps; i++)
      if (has_block(s, number_of(s, LLVMGetIncomingBlock(phi, i))))
        steps = is_step_of(LLVMGetIncomingValue(phi, i), phi);
    counts |= steps;
  }
  return counts;
}

enum { SEEN_COPIED = 1, SEEN_COMPUTED = 2 };

/* Operands of operands from which on a value is taken to be computed. */
enum { DEEP = 5000 };

static bool is_copy(LLVMValueRef value) {
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
  return opcode == LLVMPHI || opcode == LLVMSelect || opcode == LLVMZExt || opcode == LLVMSExt ||
         opcode == LLVMTrunc || opcode == LLVMFreeze || opcode == LLVMBitCast;
}

/* Whether a value comes from the turn before by more than copying. */
static bool is_computed(const struct wb_slice *s, struct wb_map *seen, LLVMValueRef value,
                        bool computed, unsigned depth) {
  const uintptr_t mark = computed ? SEEN_COMPUTED : SEEN_COPIED;
  bool found = false;
  if (!is_inside_slice(s, value)) return false;
  const struct wb_map_entry *known = wb_map_find(seen, value);
  if (known != NULL && (known->value & mark) != 0) return false;
  wb_map_put(seen, value, (known != NULL ? known->value : 0) | mark);
  const bool turn = LLVMIsAPHINode(value) && LLVMGetInstructionParent(value) == header_of(s);
  if ((turn && computed) || depth == DEEP) return true;
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value) && !found; i++)
    found = is_computed(s, seen, LLVMGetOperand(value, i), computed || !is_copy(value), depth + 1);
  return found;
}

bool wb_slice_computes(const struct wb_slice *s) {
  bool computes = false;
  for (LLVMValueRef phi = LLVMGetFirstInstruction(header_of(s));
       phi != NULL && LLVMIsAPHINode(phi) && !computes; phi = LLVMGetNextInstruction(phi)) {
    struct wb_map seen = {0};
    for (unsigned i = 0; i < LLVMCountIncoming(phi) && wb_slice_has(s, phi); i++)
      if (has_block(s, number_of(s, LLVMGetIncomingBlock(phi, i))))
        computes |= is_computed(s, &seen, LLVMGetIncomingValue(phi, i), false, 0);
    wb_map_release(&seen);
  }
  return computes;
}

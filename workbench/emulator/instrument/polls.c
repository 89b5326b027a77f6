#include <stdlib.h>

#include "emulator/instrument/graph.h"
#include "emulator/instrument/objects.h"
#include "emulator/instrument/steps.h"

/* Loops that wait for somebody else: nothing that decides whether they go on
 * changes in them, but for what they read of memory at always the same places.
 * What they write there themselves must be the same in every turn, too. Each such
 * read tells the runtime (poll.c), which sees when it will read the same for ever.
 * A loop that counts, walks an array or retries with what it has read is none of
 * these. */

struct search {
  struct wb_kernel_work *kernel;
  struct wb_graph *graph;
  size_t loop;
  struct wb_map state;   /* of values: DONE, or ON_PATH + the changes so far */
  uintptr_t changes;     /* on the path from the condition to the value */
  bool joins;            /* a value depends on all ways that were taken */
  struct wb_values ways; /* blocks: one depends on the way there in this turn */
  struct wb_values reads;
};

enum { DONE = 1, ON_PATH = 2 };

static bool in_loop(const struct search *s, LLVMValueRef instruction) {
  const struct wb_map_entry *block =
      wb_map_find(&s->graph->numbers, LLVMGetInstructionParent(instruction));
  return block != NULL && wb_graph_inside(s->graph, block->value, s->loop);
}

static bool is_update(LLVMValueRef instruction) {
  return LLVMIsAAtomicRMWInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction);
}

/* Memory that nobody writes while the work-item runs: ids, sizes, constants. */
static bool is_fixed(struct wb_kernel_work *kernel, LLVMValueRef pointer) {
  uint32_t object = wb_object_of(kernel, pointer);
  return object == WB_FOREIGN || wb_memory_of(kernel, pointer, object) == WB_MEMORY_CONSTANT;
}

/* Memory that other work-items can write. */
static bool is_shared(struct wb_kernel_work *kernel, LLVMValueRef pointer) {
  return !is_fixed(kernel, pointer) &&
         wb_memory_of(kernel, pointer, wb_object_of(kernel, pointer)) != WB_MEMORY_PRIVATE;
}

static bool stays(struct search *s, LLVMValueRef value);

static bool operands_stay(struct search *s, LLVMValueRef instruction, bool copies) {
  bool good = true;
  s->changes += copies ? 0 : 1;
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(instruction) && good; i++)
    good = stays(s, LLVMGetOperand(instruction, i));
  s->changes -= copies ? 0 : 1;
  return good;
}

static bool read_stays(struct search *s, LLVMValueRef read) {
  if (is_fixed(s->kernel, LLVMGetOperand(read, 0))) return operands_stay(s, read, false);
  if (!is_shared(s->kernel, LLVMGetOperand(read, 0))) return false;
  wb_values_add(&s->reads, read);
  return operands_stay(s, read, false);
}

/* A value of the turn before has come through the end of that turn, one or another
 * of them; others have come from where this turn began. */
static void note_join(struct search *s, LLVMBasicBlockRef block) {
  const struct wb_map_entry *number = wb_map_find(&s->graph->numbers, block);
  const bool header = number != NULL && number->value == s->graph->loops[s->loop].header;
  unsigned ends = 0;
  LLVMValueRef phi = LLVMGetFirstInstruction(block);
  for (unsigned i = 0; header && i < LLVMCountIncoming(phi); i++)
    ends += in_loop(s, LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, i)));
  if (ends > 1) s->joins = true;
  if (!header) wb_values_add(&s->ways, LLVMBasicBlockAsValue(block));
}

static bool instruction_stays(struct search *s, LLVMValueRef at) {
  switch (LLVMGetInstructionOpcode(at)) {
    case LLVMPHI:
      note_join(s, LLVMGetInstructionParent(at));
      return operands_stay(s, at, true);
    case LLVMSelect:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMFreeze:
    case LLVMBitCast:
      return operands_stay(s, at, true);
    case LLVMLoad:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
      return read_stays(s, at);
    case LLVMICmp:
    case LLVMFCmp:
    case LLVMGetElementPtr:
    case LLVMExtractElement:
    case LLVMExtractValue:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMAddrSpaceCast:
      return operands_stay(s, at, false);
    default:
      return LLVMIsABinaryOperator(at) != NULL && operands_stay(s, at, false);
  }
}

/* Whether a value is the same in every turn as long as what is read is. It may
 * be its own value of the turn before, but not computed from that. */
static bool stays(struct search *s, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value) || !in_loop(s, value)) return true;
  const struct wb_map_entry *known = wb_map_find(&s->state, value);
  if (known != NULL) return known->value == DONE || known->value == ON_PATH + s->changes;
  wb_map_put(&s->state, value, ON_PATH + s->changes);
  bool good = instruction_stays(s, value);
  wb_map_put(&s->state, value, DONE);
  return good;
}

static bool condition_stays(struct search *s, LLVMValueRef end) {
  return LLVMGetNumSuccessors(end) < 2 || stays(s, LLVMGetOperand(end, 0));
}

static bool leaves(const struct search *s, LLVMValueRef end) {
  bool out = false;
  for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
    const struct wb_map_entry *to = wb_map_find(&s->graph->numbers, LLVMGetSuccessor(end, i));
    out |= to == NULL || !wb_graph_inside(s->graph, to->value, s->loop);
  }
  return out;
}

/* All ways out, and where values depend on the way through, all branches. */
static bool conditions_stay(struct search *s, bool all) {
  bool good = true;
  for (size_t v = 0; v < s->graph->n && good; v++) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(s->graph->blocks[v]);
    if (wb_graph_inside(s->graph, v, s->loop) && (all || leaves(s, end)))
      good = condition_stays(s, end);
  }
  return good;
}

/* Blocks from which `block` is reached within a turn. */
static bool *reaching(const struct search *s, size_t block) {
  const struct wb_graph *g = s->graph;
  bool *reach = wb_alloc(g->n * sizeof *reach);
  for (bool more = true; more;) {
    more = false;
    for (size_t v = g->n; v-- > 0;) {
      if (reach[v] || !wb_graph_inside(g, v, s->loop)) continue;
      LLVMValueRef end = LLVMGetBasicBlockTerminator(g->blocks[v]);
      for (unsigned i = 0; i < LLVMGetNumSuccessors(end) && !reach[v]; i++) {
        const struct wb_map_entry *to = wb_map_find(&g->numbers, LLVMGetSuccessor(end, i));
        reach[v] = to != NULL && to->value != g->loops[s->loop].header &&
                   (to->value == block || reach[to->value]);
      }
      more |= reach[v];
    }
  }
  return reach;
}

/* The branches on the ways to where values join; these may find more of them. */
static bool ways_stay(struct search *s) {
  bool good = true;
  for (size_t i = 0; i < s->ways.count && good; i++) {
    const struct wb_map_entry *block =
        wb_map_find(&s->graph->numbers, LLVMValueAsBasicBlock(s->ways.items[i]));
    if (block == NULL) return false;
    bool *reach = reaching(s, block->value);
    for (size_t v = 0; v < s->graph->n && good; v++)
      if (reach[v]) good = condition_stays(s, LLVMGetBasicBlockTerminator(s->graph->blocks[v]));
    free(reach);
  }
  return good;
}

static bool is_read(const struct search *s, LLVMValueRef instruction) {
  bool found = false;
  for (size_t i = 0; i < s->reads.count && !found; i++) found = s->reads.items[i] == instruction;
  return found;
}

static bool may_write(struct search *s, LLVMValueRef pointer) {
  struct wb_kernel_work *kernel = s->kernel;
  if (!is_shared(kernel, pointer)) return false;
  const uint32_t object = wb_object_of(kernel, pointer);
  bool may = object == WBRT_ANY_OBJECT;
  for (size_t i = 0; i < s->reads.count && !may; i++) {
    uint32_t other = wb_object_of(kernel, LLVMGetOperand(s->reads.items[i], 0));
    may = other == WBRT_ANY_OBJECT || other == object;
  }
  return may;
}

/* A call that touches no memory, or only tells the runtime something. */
static bool is_harmless(LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  return wb_is_intrinsic(call, "llvm.") || wb_is_intrinsic(call, WB_COUNT_STEP) ||
         wb_is_intrinsic(call, "wbrt_sync") ||
         (LLVMIsAFunction(callee) && !LLVMIsDeclaration(callee));
}

/* How an instruction may disturb the waiting: by writing what is read, in which
 * case it matters whether it does the same in each turn, or by more than that. */
enum disturbance { NONE, WRITES, MORE };

static enum disturbance disturbance_by(struct search *s, LLVMValueRef at) {
  bool writes = false;
  if (LLVMIsAStoreInst(at)) {
    writes = may_write(s, LLVMGetOperand(at, 1));
  } else if (is_update(at)) {
    writes = !is_read(s, at) && may_write(s, LLVMGetOperand(at, 0));
  } else if (LLVMIsACallInst(at)) {
    const bool copies = wb_is_intrinsic(at, "llvm.mem");
    if (copies ? may_write(s, LLVMGetOperand(at, 0)) : !is_harmless(at)) return MORE;
  }
  return writes ? WRITES : NONE;
}

/* What is written is the same, at the same place, as long as what is read is: then
 * one turn in which nothing changes is like all that follow. */
static bool is_steady(struct search *s, LLVMValueRef write) {
  bool good = true;
  for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(write) && good; i++)
    good = stays(s, LLVMGetOperand(write, i));
  return good;
}

/* The worst of all, where a steady write is none. */
static enum disturbance disturbance(struct search *s, bool *any_writes) {
  enum disturbance worst = NONE;
  for (size_t v = 0; v < s->graph->n && worst == NONE; v++) {
    if (!wb_graph_inside(s->graph, v, s->loop)) continue;
    for (LLVMValueRef i = LLVMGetFirstInstruction(s->graph->blocks[v]); i != NULL && worst == NONE;
         i = LLVMGetNextInstruction(i)) {
      const enum disturbance found = disturbance_by(s, i);
      *any_writes |= found == WRITES;
      if (found == MORE || (found == WRITES && !is_steady(s, i))) worst = found;
    }
  }
  return worst;
}

/* What is written may come from further reads, and these from further ways. */
static bool waits(struct search *s) {
  bool good = conditions_stay(s, false) && s->reads.count > 0, any_writes = false;
  size_t before = 0;
  while (good && before != s->reads.count + s->ways.count) {
    before = s->reads.count + s->ways.count;
    good = disturbance(s, &any_writes) == NONE && ways_stay(s);
    if (good && (s->joins || any_writes)) good = conditions_stay(s, true);
  }
  return good;
}

static void tell(struct search *s, LLVMValueRef read) {
  struct wb_kernel_work *kernel = s->kernel;
  struct wb_work *work = kernel->work;
  LLVMValueRef pointer = LLVMGetOperand(read, 0);
  LLVMValueRef counter = wb_graph_counter(kernel, s->graph, s->loop);
  LLVMTypeRef type = LLVMIsALoadInst(read) ? LLVMTypeOf(read) : LLVMTypeOf(LLVMGetOperand(read, 1));
  const uint32_t object = wb_object_of(kernel, pointer);
  const uint32_t bytes = (uint32_t)LLVMStoreSizeOfType(work->layout, type);
  wb_build_after(work, read);
  LLVMValueRef arguments[] = {
      LLVMBuildPtrToInt(work->builder, pointer, work->types.i64, ""),
      wb_int32(work, object),
      wb_int32(work, bytes),
      wb_int32(work, wb_site(kernel, read, object, bytes)),
      LLVMBuildLoad2(work->builder, work->types.i64, counter, ""),
  };
  wb_call_runtime(kernel, "wbrt_polls", arguments, 5);
  wb_kernel_of(kernel)->image.polls = true;
}

void wb_polls_mark(struct wb_kernel_work *kernel) {
  struct wb_graph graph;
  struct wb_map told = {0};
  wb_graph_init(&graph, kernel->entry);
  for (size_t loop = 0; loop < graph.n_loops; loop++) {
    struct search s = {.kernel = kernel, .graph = &graph, .loop = loop};
    bool found = waits(&s);
    for (size_t i = 0; i < s.reads.count && found; i++) {
      if (wb_map_has(&told, s.reads.items[i])) continue;
      wb_map_put(&told, s.reads.items[i], 1);
      tell(&s, s.reads.items[i]);
    }
    wb_map_release(&s.state);
    wb_values_release(&s.reads);
    wb_values_release(&s.ways);
  }
  wb_map_release(&told);
  wb_graph_release(&graph);
}

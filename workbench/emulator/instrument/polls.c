#include "emulator/instrument/graph.h"
#include "emulator/instrument/objects.h"
#include "emulator/instrument/steps.h"

/* Loops that wait for somebody else: nothing that decides whether they go on
 * changes in them, but for what they read of memory at always the same places,
 * where they write nothing themselves. Each such read tells the runtime
 * (poll.c), which sees when it will read the same for ever. A loop that counts,
 * walks an array or retries with what it has read is none of these. */

struct search {
  struct wb_kernel_work *kernel;
  struct wb_graph *graph;
  size_t loop;
  struct wb_map state; /* of values: DONE, or ON_PATH + the changes so far */
  uintptr_t changes;   /* on the path from the condition to the value */
  bool joins;          /* a value depends on which way was taken */
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

static bool instruction_stays(struct search *s, LLVMValueRef at) {
  switch (LLVMGetInstructionOpcode(at)) {
    case LLVMPHI:
      s->joins = true;
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

/* Whether an instruction could change what is read, or let others run. */
static bool disturbs(struct search *s, LLVMValueRef at) {
  if (LLVMIsAStoreInst(at)) return may_write(s, LLVMGetOperand(at, 1));
  if (is_update(at)) return !is_read(s, at) && may_write(s, LLVMGetOperand(at, 0));
  if (!LLVMIsACallInst(at)) return false;
  if (wb_is_intrinsic(at, "llvm.mem")) return may_write(s, LLVMGetOperand(at, 0));
  return !wb_is_intrinsic(at, "llvm.") && !wb_is_intrinsic(at, WB_COUNT_STEP);
}

static bool is_disturbed(struct search *s) {
  bool found = false;
  for (size_t v = 0; v < s->graph->n && !found; v++) {
    if (!wb_graph_inside(s->graph, v, s->loop)) continue;
    for (LLVMValueRef i = LLVMGetFirstInstruction(s->graph->blocks[v]); i != NULL && !found;
         i = LLVMGetNextInstruction(i))
      found = disturbs(s, i);
  }
  return found;
}

static bool waits(struct search *s) {
  bool good = conditions_stay(s, false) && s->reads.count > 0;
  if (good && s->joins) good = conditions_stay(s, true);
  return good && !is_disturbed(s);
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
  }
  wb_map_release(&told);
  wb_graph_release(&graph);
}

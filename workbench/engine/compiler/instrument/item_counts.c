/* Counts of accesses and steps are kept in variables of the entry, which the
 * optimiser keeps in registers: counting costs an addition that the next one
 * is folded into, not a trip through memory. What is counted here is every
 * access that is reached, in memory that is known; wbrt_refuse takes back those
 * that it refuses, and accesses to memory that is not known count themselves. */
#include <string.h>

#include "compiler/instrument/costs.h"
#include "compiler/instrument/graph.h"
#include "compiler/instrument/steps.h"

enum { CHECK_FLAGS = 5, STEP_SITE = 1 };

/* In the order of wbrt_end_item's parameters. */
static const struct count {
  uint32_t memory, flag;
} COUNTS[] = {{WB_MEMORY_GLOBAL, WBRT_READ},   {WB_MEMORY_GLOBAL, WBRT_WRITE},
              {WB_MEMORY_LOCAL, WBRT_READ},    {WB_MEMORY_LOCAL, WBRT_WRITE},
              {WB_MEMORY_GLOBAL, WBRT_ATOMIC}, {WB_MEMORY_LOCAL, WBRT_ATOMIC}};
enum { N_COUNTS = sizeof COUNTS / sizeof COUNTS[0] };

/* Variables of the entry; NULL until one is needed. */
struct variables {
  struct wb_kernel_work *kernel;
  LLVMValueRef counts[N_COUNTS], steps;
};

/* A new variable, among the allocas of the entry; not set yet. */
static LLVMValueRef new_variable(struct wb_kernel_work *kernel) {
  struct wb_instrumentation *work = kernel->work;
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(kernel->entry);
  wb_build_before(work, LLVMGetFirstInstruction(entry));
  return LLVMBuildAlloca(work->builder, work->types.i64, "");
}

static LLVMValueRef count_of(struct variables *variables, size_t index) {
  struct wb_instrumentation *work = variables->kernel->work;
  LLVMValueRef *variable = &variables->counts[index];
  if (*variable != NULL) return *variable;
  *variable = new_variable(variables->kernel);
  wb_build_after(work, *variable);
  LLVMBuildStore(work->builder, wb_build_int64(work, 0), *variable);
  return *variable;
}

static void count_access(struct variables *variables, LLVMValueRef check) {
  struct wb_instrumentation *work = variables->kernel->work;
  uint64_t flags = LLVMConstIntGetZExtValue(LLVMGetOperand(check, CHECK_FLAGS));
  for (size_t i = 0; i < N_COUNTS; i++) {
    bool counts = (flags >> WBRT_MEMORY_SHIFT & WBRT_MEMORY_MASK) == COUNTS[i].memory &&
                  (flags & COUNTS[i].flag) != 0;
    if (!counts) continue;
    LLVMValueRef variable = count_of(variables, i);
    wb_build_before(work, check);
    LLVMValueRef count = LLVMBuildLoad2(work->builder, work->types.i64, variable, "");
    const uint64_t elements = COUNTS[i].flag == WBRT_ATOMIC ? 1 : wbrt_elements((uint32_t)flags);
    count = LLVMBuildAdd(work->builder, count, wb_build_int64(work, elements), "");
    LLVMBuildStore(work->builder, count, variable);
  }
}

static void make_steps(struct variables *variables) {
  struct wb_kernel_work *kernel = variables->kernel;
  variables->steps = new_variable(kernel);
  wb_build_after(kernel->work, variables->steps);
  LLVMValueRef first = wb_call_runtime(kernel, "wbrt_first_steps", NULL, 0);
  LLVMBuildStore(kernel->work->builder, first, variables->steps);
}

/* What is in a loop is counted where it ends, the rest together: that is reached once at most, and
 * what is not reached of it is not worth an addition. */
static void count_costs(struct variables *variables, const struct wb_graph *g) {
  struct wb_instrumentation *work = variables->kernel->work;
  struct wb_kernel_image *image = &wb_program_kernel_of(variables->kernel)->image;
  enum { ITEM = 20, ITEM_WITH_STACK = 200 };
  image->item_cost = image->has_barrier ? ITEM_WITH_STACK : ITEM;
  for (size_t i = 0; i < g->n; i++) {
    const uint64_t cost = wb_cost_of_block(g->blocks[i]);
    const bool in_loop = g->inmost[i] != WB_NO_LOOP;
    if (!in_loop) image->item_cost += cost;
    if (!in_loop || cost == 0) continue;
    wb_build_before(work, LLVMGetBasicBlockTerminator(g->blocks[i]));
    LLVMValueRef left = LLVMBuildLoad2(work->builder, work->types.i64, variables->steps, "");
    left = LLVMBuildAdd(work->builder, left, wb_build_int64(work, cost), "");
    LLVMBuildStore(work->builder, left, variables->steps);
  }
}

static void count_all_costs(struct variables *variables) {
  struct wb_graph g;
  wb_graph_init(&g, variables->kernel->entry);
  if (g.n_loops > 0) make_steps(variables);
  count_costs(variables, &g);
  wb_graph_release(&g);
}

static void count_step(struct variables *variables, LLVMValueRef step) {
  struct wb_kernel_work *kernel = variables->kernel;
  struct wb_instrumentation *work = kernel->work;
  LLVMValueRef site = LLVMGetOperand(step, STEP_SITE);
  if (variables->steps == NULL) make_steps(variables);
  wb_build_before(work, step);
  LLVMValueRef arguments[] = {LLVMBuildLoad2(work->builder, work->types.i64, variables->steps, ""),
                              site};
  LLVMValueRef left = wb_call_runtime(kernel, "wbrt_step", arguments, 2);
  LLVMBuildStore(work->builder, left, variables->steps);
  LLVMInstructionEraseFromParent(step);
}

static void end_item(struct variables *variables, LLVMValueRef end) {
  struct wb_instrumentation *work = variables->kernel->work;
  LLVMValueRef counts[N_COUNTS + 1];
  wb_build_before(work, end);
  for (size_t i = 0; i < N_COUNTS; i++)
    counts[i] = variables->counts[i] == NULL
                    ? wb_build_int64(work, 0)
                    : LLVMBuildLoad2(work->builder, work->types.i64, variables->counts[i], "");
  counts[N_COUNTS] = variables->steps == NULL
                         ? wb_build_int64(work, 0)
                         : LLVMBuildLoad2(work->builder, work->types.i64, variables->steps, "");
  wb_call_runtime(variables->kernel, "wbrt_end_item", counts, N_COUNTS + 1);
}

void wb_item_counts_insert(struct wb_kernel_work *kernel) {
  struct variables variables = {.kernel = kernel};
  struct wb_values list = wb_instructions_of(kernel->entry), returns = {0};
  count_all_costs(&variables);
  for (size_t i = 0; i < list.count; i++)
    if (LLVMIsAReturnInst(list.items[i])) wb_values_add(&returns, list.items[i]);
  for (size_t i = 0; i < list.count; i++) {
    const char *name = wb_callee_name(list.items[i]);
    if (strcmp(name, "wbrt_check") == 0)
      count_access(&variables, list.items[i]);
    else if (strcmp(name, WB_COUNT_STEP) == 0)
      count_step(&variables, list.items[i]);
  }
  for (size_t i = 0; i < returns.count; i++) end_item(&variables, returns.items[i]);
  wb_program_kernel_of(kernel)->image.ends_items = true;
  wb_values_release(&returns);
  wb_values_release(&list);
}

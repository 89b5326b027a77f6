#include <stdlib.h>
#include <string.h>

#include "compiler/instrument/collectives.h"
#include "compiler/instrument/exits.h"
#include "compiler/instrument/objects.h"
#include "compiler/instrument/steps.h"

/* A number that tells apart in which iterations of the loops around it a
 * barrier is reached. */
static LLVMValueRef iteration_at(struct wb_kernel_work *kernel, struct wb_graph *g,
                                 LLVMValueRef barrier) {
  struct wb_instrumentation *work = kernel->work;
  LLVMValueRef hash = wb_build_int64(work, 0);
  size_t loop = wb_graph_loop_of(g, barrier);
  for (; loop != WB_NO_LOOP; loop = g->loops[loop].outer) {
    LLVMValueRef counter = wb_graph_counter(kernel, g, loop);
    wb_build_before(work, barrier);
    LLVMValueRef count = LLVMBuildLoad2(work->builder, work->types.i64, counter, "");
    hash = LLVMBuildMul(work->builder, hash, wb_build_int64(work, 0x9E3779B97F4A7C15ULL), "");
    hash = LLVMBuildAdd(work->builder, hash, count, "");
  }
  return hash;
}

static unsigned depth_of(const struct wb_graph *g, size_t block) {
  unsigned depth = 0;
  for (size_t loop = g->inmost[block]; loop != WB_NO_LOOP; loop = g->loops[loop].outer) depth++;
  return depth;
}

/* For profiles: in which iterations of the loops around it a block is run, as
 * one number, the inmost loop's in the lowest bits: later turns have greater
 * numbers. Loops so long that their bits run over are not told apart well. */
static void note_turns(struct wb_kernel_work *kernel, struct wb_graph *g) {
  struct wb_instrumentation *work = kernel->work;
  for (size_t i = 0; i < g->n_loops; i++) wb_graph_counter(kernel, g, i);
  for (size_t v = 0; v < g->n; v++) {
    const unsigned depth = depth_of(g, v);
    if (depth == 0) continue;
    wb_build_at_start(work, g->blocks[v]);
    LLVMValueRef turn = wb_build_int64(work, 1); /* 0 is outside of loops */
    unsigned shift = 0;
    for (size_t loop = g->inmost[v]; loop != WB_NO_LOOP; loop = g->loops[loop].outer) {
      LLVMValueRef count =
          LLVMBuildLoad2(work->builder, work->types.i64, g->loops[loop].counter, "");
      LLVMValueRef part = LLVMBuildShl(work->builder, count, wb_build_int64(work, shift), "");
      turn = LLVMBuildAdd(work->builder, turn, part, "");
      shift += 64 / depth;
    }
    wb_map_put(&kernel->turns, g->blocks[v], (uintptr_t)turn);
  }
}

/* OpenCL does not call wait_group_events a barrier; what was copied into local
 * memory is ordered by the copy's own means (async.h). For global memory, which
 * has none, the wait stands as a fence. */
enum { FENCE_OF_WAIT = 2 };

/* The memory that a barrier orders: none, as far as others are concerned, where its scope is a
 * work-item or a sub-group. Built where the builder is. */
static LLVMValueRef fences_of(struct wb_kernel_work *kernel, LLVMValueRef barrier) {
  LLVMBuilderRef b = kernel->work->builder;
  LLVMValueRef flags = LLVMGetOperand(barrier, 0);
  if (LLVMGetNumArgOperands(barrier) < 2) return flags;
  LLVMValueRef scope = LLVMGetOperand(barrier, 1), narrow[2];
  const unsigned scopes[] = {WBRT_SCOPE_ITEM, WBRT_SCOPE_SUBGROUP};
  for (int i = 0; i < 2; i++)
    narrow[i] =
        LLVMBuildICmp(b, LLVMIntEQ, scope, LLVMConstInt(LLVMTypeOf(scope), scopes[i], 0), "");
  return LLVMBuildSelect(b, LLVMBuildOr(b, narrow[0], narrow[1], ""),
                         LLVMConstInt(LLVMTypeOf(flags), WBRT_BARRIER_NARROW, 0), flags, "");
}

static void lower_barrier(struct wb_kernel_work *kernel, struct wb_graph *g, LLVMValueRef barrier) {
  struct wb_instrumentation *work = kernel->work;
  LLVMValueRef iteration = iteration_at(kernel, g, barrier);
  bool wait = wb_is_async_wait(barrier); /* which stays, with a barrier after it */
  if (wait)
    wb_build_after(work, barrier);
  else
    wb_build_before(work, barrier);
  LLVMValueRef arguments[] = {wait ? wb_build_int32(work, FENCE_OF_WAIT | WBRT_BARRIER_OF_WAIT)
                                   : fences_of(kernel, barrier),
                              wb_build_int32(work, wb_own_site(kernel, barrier)), iteration};
  wb_call_runtime(kernel, "wbrt_barrier", arguments, 3);
  if (!wait) LLVMInstructionEraseFromParent(barrier);
  wb_program_kernel_of(kernel)->image.has_barrier = true;
}

static void count_steps(struct wb_kernel_work *kernel, struct wb_graph *g) {
  for (size_t i = 0; i < g->n_loops; i++) {
    LLVMBasicBlockRef header = g->blocks[g->loops[i].header];
    LLVMValueRef first = LLVMGetFirstInstruction(header);
    /* What clang adds to a loop has no line; messages on its steps need one. */
    while (LLVMGetNextInstruction(first) != NULL && LLVMGetDebugLocLine(first) == 0)
      first = LLVMGetNextInstruction(first);
    LLVMValueRef site = wb_build_int32(kernel->work, wb_site(kernel, first, WBRT_ANY_OBJECT, 0));
    wb_build_at_start(kernel->work, header);
    wb_call_runtime(kernel, WB_COUNT_STEP, &site, 1);
  }
}

/* Of the first few barriers and collectives, so that a kernel of very many does not become long. */
static void mark_exits(struct wb_kernel_work *kernel, const struct wb_graph *g,
                       const struct wb_values *instructions) {
  enum { MOST_GOALS = 16 };
  size_t goals = 0;
  for (size_t i = 0; i < instructions->count && goals < MOST_GOALS; i++) {
    LLVMValueRef goal = instructions->items[i];
    if (!LLVMIsACallInst(goal) || (!wb_is_barrier(goal) && !wb_is_collective(goal))) continue;
    wb_exits_mark(kernel, g, goal);
    goals++;
  }
}

void wb_loops_lower(struct wb_kernel_work *kernel) {
  struct wb_graph g;
  struct wb_values list = wb_instructions_of(kernel->entry);
  wb_graph_init(&g, kernel->entry);
  count_steps(kernel, &g);
  if (kernel->work->profile) note_turns(kernel, &g);
  if (wb_program_kernel_of(kernel)->image.has_collectives) wb_collective_keys(kernel, &g, &list);
  mark_exits(kernel, &g, &list);
  for (size_t i = 0; i < list.count; i++)
    if (LLVMIsACallInst(list.items[i]) && wb_is_barrier(list.items[i]))
      lower_barrier(kernel, &g, list.items[i]);
  wb_graph_release(&g);
  wb_values_release(&list);
}

#include <stdlib.h>
#include <string.h>

#include "emulator/instrument/objects.h"
#include "emulator/instrument/steps.h"

/* A loop is a strongly connected part of the control flow; without the edges
 * to its first block, what is still connected in it are the inner loops. */
struct loop {
  size_t header;        /* blocks by their place in reverse post-order */
  size_t outer;         /* index of the loop around it, or NO_LOOP */
  LLVMValueRef counter; /* alloca, NULL until needed */
};
static const size_t NO_LOOP = (size_t)-1;

struct graph {
  LLVMBasicBlockRef *blocks;
  size_t n;
  struct wb_map numbers;
  struct loop *loops;
  size_t n_loops, capacity;
  size_t *inmost;  /* the innermost loop found so far of each block */
  bool *is_header; /* edges to it are cut */
  /* Tarjan's algorithm on the blocks whose innermost loop is `region`. */
  size_t region, clock, *number, *low, *stack, depth;
  bool *on_stack;
  size_t *members, n_members; /* of components, one after another */
  size_t *sizes, n_sizes;
};

static size_t number_of(const struct graph *g, LLVMBasicBlockRef block) {
  return (size_t)wb_map_find(&g->numbers, block)->value;
}

struct frame {
  size_t block;
  unsigned next;
};

static void close_component(struct graph *g, size_t v) {
  size_t w, size = 0;
  do {
    w = g->stack[--g->depth];
    g->on_stack[w] = false;
    g->members[g->n_members++] = w;
    size++;
  } while (w != v);
  g->sizes[g->n_sizes++] = size;
}

static void open_block(struct graph *g, size_t v) {
  g->number[v] = g->low[v] = ++g->clock;
  g->stack[g->depth++] = v;
  g->on_stack[v] = true;
}

static void connect(struct graph *g, size_t start, struct frame *frames) {
  size_t top = 0;
  frames[top++] = (struct frame){start, 0};
  open_block(g, start);
  while (top > 0) {
    size_t v = frames[top - 1].block;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(g->blocks[v]);
    if (frames[top - 1].next < LLVMGetNumSuccessors(end)) {
      size_t w = number_of(g, LLVMGetSuccessor(end, frames[top - 1].next++));
      if (g->is_header[w] || g->inmost[w] != g->region) continue;
      if (g->number[w] == 0) {
        open_block(g, w);
        frames[top++] = (struct frame){w, 0};
      } else if (g->on_stack[w] && g->number[w] < g->low[v]) {
        g->low[v] = g->number[w];
      }
      continue;
    }
    if (g->low[v] == g->number[v]) close_component(g, v);
    top--;
    if (top > 0 && g->low[v] < g->low[frames[top - 1].block])
      g->low[frames[top - 1].block] = g->low[v];
  }
}

static bool jumps_to_itself(struct graph *g, size_t v) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(g->blocks[v]);
  bool found = false;
  for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
    found |= LLVMGetSuccessor(end, i) == g->blocks[v];
  return found && !g->is_header[v];
}

static void add_loop(struct graph *g, const size_t *members, size_t count) {
  size_t header = members[0], index = g->n_loops;
  for (size_t i = 1; i < count; i++)
    if (members[i] < header) header = members[i];
  g->loops = wb_grow(g->loops, &g->capacity, g->n_loops + 1, sizeof *g->loops);
  g->loops[g->n_loops++] = (struct loop){.header = header, .outer = g->region};
  for (size_t i = 0; i < count; i++) g->inmost[members[i]] = index;
  g->is_header[header] = true;
}

/* All loops directly inside `region`. */
static void find_inside(struct graph *g, size_t region, struct frame *frames) {
  g->region = region;
  g->clock = g->depth = g->n_members = g->n_sizes = 0;
  memset(g->number, 0, g->n * sizeof *g->number);
  for (size_t v = 0; v < g->n; v++)
    if (g->inmost[v] == region && g->number[v] == 0 &&
        !(g->is_header[v] && region != NO_LOOP && g->loops[region].header != v))
      connect(g, v, frames);
  const size_t *members = g->members;
  for (size_t i = 0; i < g->n_sizes; i++) {
    if (g->sizes[i] > 1 || jumps_to_itself(g, members[0])) add_loop(g, members, g->sizes[i]);
    members += g->sizes[i];
  }
}

static void find_loops(struct graph *g) {
  struct frame *frames = wb_alloc((g->n + 1) * sizeof *frames);
  find_inside(g, NO_LOOP, frames);
  for (size_t i = 0; i < g->n_loops; i++) find_inside(g, i, frames);
  free(frames);
}

static void graph_init(struct graph *g, LLVMValueRef function) {
  memset(g, 0, sizeof *g);
  g->blocks = wb_blocks_in_order(function, &g->n);
  size_t **arrays[] = {&g->inmost, &g->number, &g->low, &g->stack, &g->members, &g->sizes};
  for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
    *arrays[i] = wb_alloc((g->n + 1) * sizeof(size_t));
  g->is_header = wb_alloc(g->n + 1);
  g->on_stack = wb_alloc(g->n + 1);
  for (size_t i = 0; i < g->n; i++) {
    wb_map_put(&g->numbers, g->blocks[i], i);
    g->inmost[i] = NO_LOOP;
  }
}

static void graph_release(struct graph *g) {
  void *arrays[] = {g->blocks, g->loops, g->inmost,    g->number,   g->low,
                    g->stack,  g->sizes, g->is_header, g->on_stack, g->members};
  for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) free(arrays[i]);
  wb_map_release(&g->numbers);
}

/* ---- what is done with them --------------------------------------------------- */

static bool inside(const struct graph *g, size_t block, size_t loop) {
  size_t at = g->inmost[block];
  while (at != NO_LOOP && at != loop) at = g->loops[at].outer;
  return at == loop;
}

/* counter = 0 before the loop, +1 whenever its first block is reached. */
static LLVMValueRef counter_of(struct wb_kernel_work *kernel, struct graph *g, size_t index) {
  struct wb_work *work = kernel->work;
  struct loop *loop = &g->loops[index];
  if (loop->counter != NULL) return loop->counter;
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(kernel->entry);
  wb_build_before(work, LLVMGetFirstInstruction(entry));
  loop->counter = LLVMBuildAlloca(work->builder, work->types.i64, "");
  for (size_t v = 0; v < g->n; v++) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(g->blocks[v]);
    bool enters = false;
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
      enters |= LLVMGetSuccessor(end, i) == g->blocks[loop->header] && !inside(g, v, index);
    if (!enters) continue;
    wb_build_before(work, end);
    LLVMBuildStore(work->builder, wb_int64(work, 0), loop->counter);
  }
  wb_build_at_start(work, g->blocks[loop->header]);
  LLVMValueRef count = LLVMBuildLoad2(work->builder, work->types.i64, loop->counter, "");
  count = LLVMBuildAdd(work->builder, count, wb_int64(work, 1), "");
  LLVMBuildStore(work->builder, count, loop->counter);
  return loop->counter;
}

/* A number that tells apart in which iterations of the loops around it a
 * barrier is reached. */
static LLVMValueRef iteration_at(struct wb_kernel_work *kernel, struct graph *g,
                                 LLVMValueRef barrier) {
  struct wb_work *work = kernel->work;
  LLVMValueRef hash = wb_int64(work, 0);
  const struct wb_map_entry *block = wb_map_find(&g->numbers, LLVMGetInstructionParent(barrier));
  size_t loop = block != NULL ? g->inmost[block->value] : NO_LOOP;
  for (; loop != NO_LOOP; loop = g->loops[loop].outer) {
    LLVMValueRef counter = counter_of(kernel, g, loop);
    wb_build_before(work, barrier);
    LLVMValueRef count = LLVMBuildLoad2(work->builder, work->types.i64, counter, "");
    hash = LLVMBuildMul(work->builder, hash, wb_int64(work, 0x9E3779B97F4A7C15ULL), "");
    hash = LLVMBuildAdd(work->builder, hash, count, "");
  }
  return hash;
}

static unsigned depth_of(const struct graph *g, size_t block) {
  unsigned depth = 0;
  for (size_t loop = g->inmost[block]; loop != NO_LOOP; loop = g->loops[loop].outer) depth++;
  return depth;
}

/* For profiles: in which iterations of the loops around it a block is run, as
 * one number, the inmost loop's in the lowest bits: later turns have greater
 * numbers. Loops so long that their bits run over are not told apart well. */
static void note_turns(struct wb_kernel_work *kernel, struct graph *g) {
  struct wb_work *work = kernel->work;
  for (size_t i = 0; i < g->n_loops; i++) counter_of(kernel, g, i);
  for (size_t v = 0; v < g->n; v++) {
    const unsigned depth = depth_of(g, v);
    if (depth == 0) continue;
    wb_build_at_start(work, g->blocks[v]);
    LLVMValueRef turn = wb_int64(work, 1); /* 0 is outside of loops */
    unsigned shift = 0;
    for (size_t loop = g->inmost[v]; loop != NO_LOOP; loop = g->loops[loop].outer) {
      LLVMValueRef count =
          LLVMBuildLoad2(work->builder, work->types.i64, g->loops[loop].counter, "");
      LLVMValueRef part = LLVMBuildShl(work->builder, count, wb_int64(work, shift), "");
      turn = LLVMBuildAdd(work->builder, turn, part, "");
      shift += 64 / depth;
    }
    wb_map_put(&kernel->turns, g->blocks[v], (uintptr_t)turn);
  }
}

static void lower_barrier(struct wb_kernel_work *kernel, struct graph *g, LLVMValueRef barrier) {
  struct wb_work *work = kernel->work;
  LLVMValueRef iteration = iteration_at(kernel, g, barrier);
  bool wait = wb_is_wait(barrier); /* which stays, with a barrier behind it */
  if (wait)
    wb_build_after(work, barrier);
  else
    wb_build_before(work, barrier);
  LLVMValueRef arguments[] = {wait ? wb_int32(work, 3) : LLVMGetOperand(barrier, 0),
                              wb_int32(work, wb_own_site(kernel, barrier)), iteration};
  wb_call_runtime(kernel, "wbrt_barrier", arguments, 3);
  if (!wait) LLVMInstructionEraseFromParent(barrier);
  wb_kernel_of(kernel)->image.has_barrier = true;
}

static void count_steps(struct wb_kernel_work *kernel, struct graph *g) {
  for (size_t i = 0; i < g->n_loops; i++) {
    LLVMBasicBlockRef header = g->blocks[g->loops[i].header];
    LLVMValueRef first = LLVMGetFirstInstruction(header);
    while (LLVMGetNextInstruction(first) != NULL && LLVMGetDebugLocLine(first) == 0)
      first = LLVMGetNextInstruction(first);
    LLVMValueRef site = wb_int32(kernel->work, wb_site(kernel, first, WBRT_ANY_OBJECT, 0));
    wb_build_at_start(kernel->work, header);
    wb_call_runtime(kernel, WB_COUNT_STEP, &site, 1);
  }
}

void wb_loops_lower(struct wb_kernel_work *kernel) {
  struct graph g;
  struct wb_values list = wb_instructions(kernel->entry);
  graph_init(&g, kernel->entry);
  find_loops(&g);
  count_steps(kernel, &g);
  if (kernel->work->profile) note_turns(kernel, &g);
  for (size_t i = 0; i < list.count; i++)
    if (LLVMIsACallInst(list.items[i]) && wb_is_barrier(list.items[i]))
      lower_barrier(kernel, &g, list.items[i]);
  graph_release(&g);
  wb_values_release(&list);
}

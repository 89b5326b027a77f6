#include "compiler/instrument/graph.h"

#include <stdlib.h>
#include <string.h>

#include "compiler/instrument/steps.h"

static size_t number_of(const struct wb_graph *g, LLVMBasicBlockRef block) {
  return (size_t)wb_map_find(&g->numbers, block)->value;
}

struct frame {
  size_t block;
  unsigned next;
};

/* Loops are strongly connected components (Tarjan, Depth-first search and linear graph algorithms,
 * 1972), and those inside them are what is left without the header. A frame for each block, since
 * a kernel may be deeper than the stack. */
static void close_component(struct wb_graph *g, size_t v) {
  size_t w, size = 0;
  do {
    w = g->stack[--g->depth];
    g->on_stack[w] = false;
    g->members[g->n_members++] = w;
    size++;
  } while (w != v);
  g->sizes[g->n_sizes++] = size;
}

static void open_block(struct wb_graph *g, size_t v) {
  g->number[v] = g->low[v] = ++g->clock;
  g->stack[g->depth++] = v;
  g->on_stack[v] = true;
}

static void connect_blocks(struct wb_graph *g, size_t start, struct frame *frames) {
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

static bool jumps_to_itself(struct wb_graph *g, size_t v) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(g->blocks[v]);
  bool found = false;
  for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
    found |= LLVMGetSuccessor(end, i) == g->blocks[v];
  return found && !g->is_header[v];
}

static int by_number(const void *a, const void *b) {
  const size_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

static void add_loop(struct wb_graph *g, const size_t *members, size_t count) {
  const size_t index = g->n_loops, first = g->n_inside;
  g->inside = wb_grow(g->inside, &g->inside_capacity, g->n_inside + count, sizeof *g->inside);
  memcpy(g->inside + first, members, count * sizeof *members);
  qsort(g->inside + first, count, sizeof *g->inside, by_number);
  g->n_inside += count;
  const size_t header = g->inside[first]; /* the first in reverse post-order: all enter there */
  g->loops = wb_grow(g->loops, &g->capacity, g->n_loops + 1, sizeof *g->loops);
  g->loops[g->n_loops++] =
      (struct wb_loop){.header = header, .outer = g->region, .first = first, .count = count};
  for (size_t i = 0; i < count; i++) g->inmost[members[i]] = index;
  g->is_header[header] = true;
}

/* All loops directly inside `region`. */
static void find_inside(struct wb_graph *g, size_t region, struct frame *frames) {
  size_t count = g->n;
  const size_t *blocks = region != WB_NO_LOOP ? wb_graph_blocks_in(g, region, &count) : NULL;
  g->region = region;
  g->clock = g->depth = g->n_members = g->n_sizes = 0;
  for (size_t i = 0; i < count; i++) g->number[blocks != NULL ? blocks[i] : i] = 0;
  for (size_t i = 0; i < count; i++) {
    const size_t v = blocks != NULL ? blocks[i] : i;
    if (g->inmost[v] == region && g->number[v] == 0 &&
        !(g->is_header[v] && region != WB_NO_LOOP && g->loops[region].header != v))
      connect_blocks(g, v, frames);
  }
  const size_t *members = g->members;
  for (size_t i = 0; i < g->n_sizes; i++) {
    if (g->sizes[i] > 1 || jumps_to_itself(g, members[0])) add_loop(g, members, g->sizes[i]);
    members += g->sizes[i];
  }
}

static void find_loops(struct wb_graph *g) {
  struct frame *frames = wb_alloc((g->n + 1) * sizeof *frames);
  find_inside(g, WB_NO_LOOP, frames);
  /* The list grows while it is gone through, by the loops inside those that it has. */
  for (size_t i = 0; i < g->n_loops; i++) find_inside(g, i, frames);
  free(frames);
}

void wb_graph_init(struct wb_graph *g, LLVMValueRef function) {
  memset(g, 0, sizeof *g);
  g->blocks = wb_blocks_in_order(function, &g->n);
  size_t **arrays[] = {&g->inmost, &g->number, &g->low, &g->stack, &g->members, &g->sizes};
  for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
    *arrays[i] = wb_alloc((g->n + 1) * sizeof(size_t));
  g->is_header = wb_alloc(g->n + 1);
  g->on_stack = wb_alloc(g->n + 1);
  for (size_t i = 0; i < g->n; i++) {
    wb_map_put(&g->numbers, g->blocks[i], i);
    g->inmost[i] = WB_NO_LOOP;
  }
  find_loops(g);
}

void wb_graph_release(struct wb_graph *g) {
  void *arrays[] = {g->blocks, g->loops,     g->inmost,   g->number,  g->low,   g->stack,
                    g->sizes,  g->is_header, g->on_stack, g->members, g->inside};
  for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) free(arrays[i]);
  wb_map_release(&g->numbers);
}

const size_t *wb_graph_blocks_in(const struct wb_graph *g, size_t loop, size_t *count) {
  *count = g->loops[loop].count;
  return g->inside + g->loops[loop].first;
}

bool wb_graph_inside(const struct wb_graph *g, size_t block, size_t loop) {
  size_t at = g->inmost[block];
  while (at != WB_NO_LOOP && at != loop) at = g->loops[at].outer;
  return at == loop;
}

size_t wb_graph_loop_of(const struct wb_graph *g, LLVMValueRef instruction) {
  const struct wb_map_entry *block =
      wb_map_find(&g->numbers, LLVMGetInstructionParent(instruction));
  return block != NULL ? g->inmost[block->value] : WB_NO_LOOP;
}

/* 0 before the loop, +1 whenever its first block is reached. */
LLVMValueRef wb_graph_counter(struct wb_kernel_work *kernel, struct wb_graph *g, size_t index) {
  struct wb_instrumentation *work = kernel->work;
  struct wb_loop *loop = &g->loops[index];
  if (loop->counter != NULL) return loop->counter;
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(kernel->entry);
  wb_build_before(work, LLVMGetFirstInstruction(entry));
  loop->counter = LLVMBuildAlloca(work->builder, work->types.i64, "");
  struct wb_map entering = {0};
  LLVMValueRef header = LLVMBasicBlockAsValue(g->blocks[loop->header]);
  for (LLVMUseRef use = LLVMGetFirstUse(header); use != NULL; use = LLVMGetNextUse(use)) {
    LLVMValueRef end = LLVMGetUser(use);
    const struct wb_map_entry *from = wb_map_find(&g->numbers, LLVMGetInstructionParent(end));
    if (from == NULL || wb_graph_inside(g, from->value, index) || wb_map_has(&entering, end))
      continue;
    wb_map_put(&entering, end, 1);
    wb_build_before(work, end);
    LLVMBuildStore(work->builder, wb_build_int64(work, 0), loop->counter);
  }
  wb_map_release(&entering);
  wb_build_at_start(work, g->blocks[loop->header]);
  LLVMValueRef count = LLVMBuildLoad2(work->builder, work->types.i64, loop->counter, "");
  count = LLVMBuildAdd(work->builder, count, wb_build_int64(work, 1), "");
  LLVMBuildStore(work->builder, count, loop->counter);
  return loop->counter;
}

#include <stdlib.h>

#include "compiler/instrument/collectives.h"

/* What stands for a block directly inside `region`: itself, or the loop around
 * it; by the place in `ranks`. */
static size_t node_in(const struct wb_graph *g, size_t block, size_t region) {
  size_t node = block;
  for (size_t loop = g->inmost[block]; loop != region; loop = g->loops[loop].outer)
    node = g->n + loop;
  return node;
}

static bool raise_rank(const struct wb_graph *g, size_t *ranks, size_t from, size_t to) {
  size_t region = g->inmost[from];
  while (region != WB_NO_LOOP && !wb_graph_inside(g, to, region)) region = g->loops[region].outer;
  const size_t a = node_in(g, from, region), b = node_in(g, to, region);
  bool back = region != WB_NO_LOOP && g->loops[region].header == to;
  bool raised = a != b && !back && ranks[b] <= ranks[a];
  if (raised) ranks[b] = ranks[a] + 1;
  return raised;
}

/* A number for each block and loop that is larger than that of all from which
 * it can be reached within the same turn of the loop around both. */
static size_t *rank_blocks(const struct wb_graph *g) {
  size_t *ranks = wb_alloc((g->n + g->n_loops + 1) * sizeof *ranks);
  bool raised = true;
  for (size_t i = 0; i < g->n + g->n_loops; i++) ranks[i] = 0;
  for (size_t round = 0; raised && round <= g->n; round++) {
    raised = false;
    for (size_t v = 0; v < g->n; v++) {
      LLVMValueRef end = LLVMGetBasicBlockTerminator(g->blocks[v]);
      for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
        const void *next = LLVMGetSuccessor(end, i);
        raised |= raise_rank(g, ranks, v, (size_t)wb_map_find(&g->numbers, next)->value);
      }
    }
  }
  return ranks;
}

/* The last part is the place within the block. */
static void write_keys(struct wb_kernel_work *kernel, struct wb_graph *g, const size_t *ranks,
                       LLVMValueRef call, uint64_t place) {
  enum { MOST_LOOPS = WBRT_COLLECTIVE_KEYS / 2 - 1 };
  struct wb_instrumentation *work = kernel->work;
  const struct wb_map_entry *block = wb_map_find(&g->numbers, LLVMGetInstructionParent(call));
  size_t loops[MOST_LOOPS], depth = 0;
  unsigned parts = 0;
  if (block == NULL) return; /* never reached */
  size_t loop = g->inmost[block->value];
  for (; loop != WB_NO_LOOP && depth < MOST_LOOPS; loop = g->loops[loop].outer)
    loops[depth++] = loop;
  if (loop != WB_NO_LOOP)
    wb_complain(work, call, "a function of sub-groups within more than %d loops is not supported",
                (int)MOST_LOOPS);
  while (depth > 0) {
    loop = loops[--depth];
    wb_collective_key(kernel, call, parts++, wb_int64(work, ranks[g->n + loop]));
    LLVMValueRef counter = wb_graph_counter(kernel, g, loop);
    wb_build_before(work, call);
    LLVMValueRef turn = LLVMBuildLoad2(work->builder, work->types.i64, counter, "");
    wb_collective_key(kernel, call, parts++, turn);
  }
  wb_collective_key(kernel, call, parts++, wb_int64(work, ranks[block->value]));
  wb_collective_key(kernel, call, parts++, wb_int64(work, place));
  wb_collective_key_end(kernel, call, parts);
}

void wb_collective_keys(struct wb_kernel_work *kernel, struct wb_graph *g,
                        const struct wb_values *instructions) {
  size_t *ranks = rank_blocks(g);
  for (size_t i = 0; i < instructions->count; i++)
    if (wb_is_collective(instructions->items[i]))
      write_keys(kernel, g, ranks, instructions->items[i], i);
  free(ranks);
}

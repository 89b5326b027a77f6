/* The loops of a kernel. */
#ifndef WB_COMPILER_INSTRUMENT_GRAPH_H
#define WB_COMPILER_INSTRUMENT_GRAPH_H

#include "compiler/instrument/work.h"

/* A loop is a strongly connected part of the control flow; without the edges
 * to its first block, what is still connected in it are the inner loops. */
struct wb_loop {
  size_t header;        /* blocks by their place in reverse post-order */
  size_t outer;         /* index of the loop around it, or WB_NO_LOOP */
  LLVMValueRef counter; /* alloca, NULL until needed */
  size_t first, count;  /* of its blocks in the graph's `inside` */
};
#define WB_NO_LOOP ((size_t)-1)

struct wb_graph {
  LLVMBasicBlockRef *blocks;
  size_t n;
  struct wb_map numbers;
  struct wb_loop *loops;
  size_t n_loops, capacity;
  size_t *inmost;  /* the innermost loop found so far of each block */
  bool *is_header; /* edges to it are cut */
  /* Tarjan's algorithm on the blocks whose innermost loop is `region`. */
  size_t region, clock, *number, *low, *stack, depth;
  bool *on_stack;
  size_t *members, n_members; /* of components, one after another */
  size_t *sizes, n_sizes;
  size_t *inside, n_inside, inside_capacity; /* the blocks of one loop after another's */
};

/* All loops of a function. */
void wb_graph_init(struct wb_graph *g, LLVMValueRef function);
void wb_graph_release(struct wb_graph *g);

/* The blocks of a loop and of those inside it, in reverse post-order. The graph's. */
const size_t *wb_graph_blocks_in(const struct wb_graph *g, size_t loop, size_t *count);

/* Whether a block is in a loop, or in one inside it. */
bool wb_graph_inside(const struct wb_graph *g, size_t block, size_t loop);

/* The innermost loop around an instruction, or WB_NO_LOOP. */
size_t wb_graph_loop_of(const struct wb_graph *g, LLVMValueRef instruction);

/* A variable that says which turn of the loop is running, from 1. Made on first
 * use. */
LLVMValueRef wb_graph_counter(struct wb_kernel_work *kernel, struct wb_graph *g, size_t loop);

#endif

/* What decides about a loop: the values on which it depends whether the loop goes
 * on, by data and by control, what is read from memory for them, and what the loop
 * writes there itself. */
#ifndef WB_COMPILER_INSTRUMENT_SLICE_H
#define WB_COMPILER_INSTRUMENT_SLICE_H

#include "compiler/instrument/graph.h"
#include "compiler/instrument/work.h"

struct wb_slice {
  struct wb_kernel_work *kernel;
  const struct wb_graph *graph;
  size_t loop;
  const bool *region;     /* by number: the blocks that count in place of the loop's, or NULL */
  struct wb_map values;   /* instructions of the loop */
  struct wb_map writes;   /* stores and atomic operations that may change what is read */
  struct wb_values reads; /* loads and atomic operations among the values */
  bool unknown;           /* something is read that is written in a way not to be followed */

  /* The search. */
  bool all; /* every branch counts, not only those that decide */
  struct wb_values todo;
  bool *blocks;             /* by member: what happens there matters */
  size_t *members, count;   /* numbers of the loop's blocks, in order */
  uint64_t *postdominators; /* rows of bits, by member: what every way on passes */
  size_t words;
};

/* With `all`, everything that is needed to follow each branch of the loop.
 * Otherwise what decides whether and where the loop is left; branches whose ways
 * meet again before anything of that kind happens do not. */
void wb_slice_find(struct wb_slice *slice, struct wb_kernel_work *kernel,
                   const struct wb_graph *graph, size_t loop, bool all);
/* The same with `all` of any part of the kernel; the region stays the caller's. */
void wb_slice_find_in(struct wb_slice *slice, struct wb_kernel_work *kernel,
                      const struct wb_graph *graph, const bool *region);
void wb_slice_release(struct wb_slice *slice);

static inline bool wb_slice_has(const struct wb_slice *slice, LLVMValueRef value) {
  return wb_map_has(&slice->values, value);
}

/* Whether the loop counts: a value that it depends on grows by a constant in every
 * turn, so that no turn is like the one before. */
bool wb_slice_counts(const struct wb_slice *slice);

/* The same of any value that is computed from what it was in the turn before. */
bool wb_slice_computes(const struct wb_slice *slice);

/* Memory that other work-items can write, and that some work-item can. */
bool wb_is_shared_memory(struct wb_kernel_work *kernel, LLVMValueRef pointer);

/* The pointer that a load, a store or an atomic operation accesses; else NULL. */
LLVMValueRef wb_accessed_pointer(LLVMValueRef instruction);
bool wb_is_atomic_access(LLVMValueRef instruction);
/* What it reads or writes there. */
LLVMTypeRef wb_accessed_type(LLVMValueRef instruction);

#endif

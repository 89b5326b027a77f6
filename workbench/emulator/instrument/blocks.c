#include <stdlib.h>

#include "emulator/instrument/steps.h"

struct walk {
  struct wb_map seen;
  LLVMBasicBlockRef *order;
  size_t count;
};

/* Depth first with a stack of its own: kernels may have many blocks. */
static void walk(struct walk *w, LLVMBasicBlockRef start, size_t n_blocks) {
  struct {
    LLVMBasicBlockRef block;
    unsigned next;
  } *stack = wb_alloc((n_blocks + 1) * sizeof *stack);
  size_t depth = 1;
  stack[0].block = start;
  wb_map_put(&w->seen, start, 1);
  while (depth > 0) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(stack[depth - 1].block);
    if (stack[depth - 1].next < LLVMGetNumSuccessors(end)) {
      LLVMBasicBlockRef to = LLVMGetSuccessor(end, stack[depth - 1].next++);
      if (wb_map_has(&w->seen, to)) continue;
      wb_map_put(&w->seen, to, 1);
      stack[depth].next = 0;
      stack[depth++].block = to;
    } else {
      w->order[w->count++] = stack[--depth].block;
    }
  }
  free(stack);
}

LLVMBasicBlockRef *wb_blocks_in_order(LLVMValueRef function, size_t *count) {
  size_t n = LLVMCountBasicBlocks(function);
  struct walk w = {.order = wb_alloc((n + 1) * sizeof(LLVMBasicBlockRef))};
  walk(&w, LLVMGetEntryBasicBlock(function), n);
  for (size_t i = 0; i < w.count / 2; i++) {
    LLVMBasicBlockRef swapped = w.order[i];
    w.order[i] = w.order[w.count - 1 - i];
    w.order[w.count - 1 - i] = swapped;
  }
  wb_map_release(&w.seen);
  *count = w.count;
  return w.order;
}

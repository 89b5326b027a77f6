#include <stdlib.h>

#include "compiler/instrument/steps.h"

struct walk {
  struct wb_map seen;
  LLVMBasicBlockRef *order;
  size_t count;
};

/* Depth first with a stack of its own: kernels may have many blocks. */
static void walk_blocks(struct walk *w, LLVMBasicBlockRef start, size_t n_blocks) {
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
  walk_blocks(&w, LLVMGetEntryBasicBlock(function), n);
  for (size_t i = 0; i < w.count / 2; i++) {
    LLVMBasicBlockRef swapped = w.order[i];
    w.order[i] = w.order[w.count - 1 - i];
    w.order[w.count - 1 - i] = swapped;
  }
  wb_map_release(&w.seen);
  *count = w.count;
  return w.order;
}

/* ---- long blocks ----------------------------------------------------------------- */

void wb_blocks_redirect(LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  struct wb_values ends = {0};
  for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(from)); use != NULL;
       use = LLVMGetNextUse(use))
    wb_values_add(&ends, LLVMGetUser(use));
  for (size_t i = 0; i < ends.count; i++)
    for (unsigned k = 0; k < LLVMGetNumSuccessors(ends.items[i]); k++)
      if (LLVMGetSuccessor(ends.items[i], k) == from) LLVMSetSuccessor(ends.items[i], k, to);
  wb_values_release(&ends);
}

void wb_variables_move(struct wb_instrumentation *work, LLVMBasicBlockRef from,
                       LLVMBasicBlockRef to) {
  LLVMValueRef place = LLVMGetFirstInstruction(to), next = NULL;
  while (LLVMIsAAllocaInst(place)) place = LLVMGetNextInstruction(place);
  wb_build_before(work, place);
  for (LLVMValueRef i = from == to ? place : LLVMGetFirstInstruction(from); i != NULL; i = next) {
    next = LLVMGetNextInstruction(i);
    if (!LLVMIsAAllocaInst(i)) continue;
    LLVMInstructionRemoveFromParent(i);
    LLVMInsertIntoBuilder(work->builder, i);
  }
}

/* How many of a block's first instructions must stay together: its phis, and all there is
 * before the last variable of the function. */
static size_t head_of(LLVMBasicBlockRef block) {
  size_t head = 0, at = 0;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != NULL; i = LLVMGetNextInstruction(i)) {
    at++;
    if (LLVMIsAPHINode(i) || LLVMIsAAllocaInst(i)) head = at;
  }
  return head;
}

/* Its beginning becomes a block of its own before it, so that the phis of what follows it
 * still name it. */
static void cut_block(struct wb_instrumentation *work, LLVMBasicBlockRef block, size_t count) {
  LLVMBasicBlockRef first = LLVMInsertBasicBlockInContext(work->context, block, "");
  wb_blocks_redirect(block, first);
  LLVMPositionBuilderAtEnd(work->builder, first);
  LLVMSetCurrentDebugLocation2(work->builder, NULL);
  for (size_t i = 0; i < count; i++) {
    LLVMValueRef instruction = LLVMGetFirstInstruction(block);
    LLVMInstructionRemoveFromParent(instruction);
    LLVMInsertIntoBuilder(work->builder, instruction);
  }
  LLVMBuildBr(work->builder, block);
}

static size_t length_of(LLVMBasicBlockRef block) {
  size_t length = 0;
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != NULL; i = LLVMGetNextInstruction(i))
    length++;
  return length;
}

void wb_blocks_cut(struct wb_instrumentation *work, size_t most) {
  for (LLVMValueRef f = LLVMGetFirstFunction(work->module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
      size_t length = length_of(b), head = length > most ? head_of(b) : 0;
      for (; length > most && length > head; head = 0) {
        const size_t count = head > most ? head : most;
        cut_block(work, b, count);
        length -= count;
      }
    }
}

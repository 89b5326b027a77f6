/* What a work-item needs of private memory at a time: the variables of its kernel
 * and of the chain of calls that has most of them. The emulator inlines every
 * call, so this is counted before; what several calls take one after another is
 * the same memory on a device. */
#include <stdlib.h>

#include "compiler/instrument/steps.h"

/* The largest variable of a chain of calls, and what all of them need. */
struct frame {
  uint64_t bytes, largest_bytes;
  LLVMValueRef largest, function;
};

struct frames {
  struct wb_instrumentation *work;
  struct wb_map seen; /* function -> 1 + its place in `done` */
  struct frame *done;
  size_t count, capacity;
};

static uint64_t bytes_of(struct wb_instrumentation *work, LLVMValueRef alloca) {
  LLVMValueRef count = LLVMGetOperand(alloca, 0);
  const uint64_t times = LLVMIsAConstantInt(count) ? LLVMConstIntGetZExtValue(count) : 1;
  return times * LLVMABISizeOfType(work->layout, LLVMGetAllocatedType(alloca));
}

static void add_variable(struct frame *frame, struct wb_instrumentation *work,
                         LLVMValueRef alloca) {
  const uint64_t bytes = bytes_of(work, alloca);
  frame->bytes += bytes;
  if (bytes <= frame->largest_bytes) return;
  frame->largest_bytes = bytes;
  frame->largest = alloca;
}

static struct frame measure_frame(struct frames *frames, LLVMValueRef function);

static struct frame measure_body(struct frames *frames, LLVMValueRef function) {
  struct frame frame = {.function = function}, deepest = {0};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      if (LLVMIsAAllocaInst(i)) add_variable(&frame, frames->work, i);
      LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
      if (callee == NULL || !LLVMIsAFunction(callee) || LLVMIsDeclaration(callee)) continue;
      const struct frame called = measure_frame(frames, callee);
      if (called.bytes > deepest.bytes) deepest = called;
    }
  }
  /* The largest variable of all is named, be it here or further down. */
  frame.bytes += deepest.bytes;
  if (deepest.largest_bytes > frame.largest_bytes) {
    frame.largest_bytes = deepest.largest_bytes;
    frame.largest = deepest.largest;
    frame.function = deepest.function;
  }
  return frame;
}

/* Calls lead to no function twice: validate.c has refused recursion. */
static struct frame measure_frame(struct frames *frames, LLVMValueRef function) {
  const struct wb_map_entry *known = wb_map_find(&frames->seen, function);
  if (known != NULL && frames->done != NULL) return frames->done[known->value - 1];
  const struct frame frame = measure_body(frames, function);
  frames->done = wb_grow(frames->done, &frames->capacity, frames->count + 1, sizeof *frames->done);
  frames->done[frames->count++] = frame;
  wb_map_put(&frames->seen, function, frames->count);
  return frame;
}

void wb_frames_measure(struct wb_kernel_work *kernel) {
  struct wb_instrumentation *work = kernel->work;
  struct frames frames = {.work = work};
  const struct frame frame = measure_frame(&frames, kernel->source);
  struct wb_private_use *use = &wb_program_kernel_of(kernel)->image.private_use;
  *use = (struct wb_private_use){.bytes = frame.bytes, .largest_bytes = frame.largest_bytes};
  if (frame.largest != NULL) {
    const struct wb_pointer_place declared = wb_variable_place(frame.largest);
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(frame.function));
    use->largest = wb_variable_name(work, frame.largest);
    use->file = wb_place_of(work, first).file;
    use->line = declared.line;
    use->column = declared.column;
  }
  wb_map_release(&frames.seen);
  free(frames.done);
}

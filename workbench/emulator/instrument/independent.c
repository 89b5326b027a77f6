/* Which buffers the kernel never writes, and whether groups may run side by side
 * (emulator/run/parallel.h): whatever the kernel's code does that another group can tell must be an
 * access to global memory that race histories see, and no atomic one, whose result depends on the
 * order without being a race. What is not known to be harmless is not. */
#include <string.h>

#include "emulator/instrument/steps.h"

enum { OBJECT = 2, CHECK_FLAGS = 5, LOOP_WEIGHT = 7, BARRIER_WEIGHT = 4 };

static bool is_harmless(const char *name) {
  static const char *const NAMES[] = {
      "wbrt_unwritten", "wbrt_mark",       "wbrt_used_unwritten",  "wbrt_divided_by_zero",
      "wbrt_bad_lane",  "wbrt_bad_row",    "wbrt_bad_align",       "wbrt_begin_object",
      "wbrt_copy",      "wbrt_set",        "wbrt_barrier",         "wbrt_first_steps",
      "wbrt_step",      "wbrt_end_item",   "wbrt_divide_overflow", "wbrt_bad_shift",
      "wbrt_returns",   "wbrt_async_copy", "wbrt_async_wait"};
  for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
    if (strcmp(NAMES[i], name) == 0) return true;
  return !wb_starts_with(name, "wbrt_");
}

static bool is_atomic_for_all(LLVMValueRef check) {
  uint64_t flags = LLVMConstIntGetZExtValue(LLVMGetOperand(check, CHECK_FLAGS));
  return (flags & WBRT_ATOMIC) != 0 &&
         (flags >> WBRT_MEMORY_SHIFT & WBRT_MEMORY_MASK) != WB_MEMORY_LOCAL;
}

/* The bits of the parameters whose buffers a call may write, bit i for parameter
 * i, as image.never_written has them. */
static uint64_t written_by(LLVMValueRef call, const char *name) {
  static const char *const WRITERS[] = {"wbrt_copy", "wbrt_set", "wbrt_async_copy"};
  bool writes = strcmp(name, "wbrt_check") == 0 &&
                (LLVMConstIntGetZExtValue(LLVMGetOperand(call, CHECK_FLAGS)) & WBRT_WRITE) != 0;
  for (size_t i = 0; i < sizeof WRITERS / sizeof WRITERS[0]; i++)
    writes |= strcmp(WRITERS[i], name) == 0;
  if (!writes) return strcmp(name, "wbrt_check") == 0 || is_harmless(name) ? 0 : UINT64_MAX;
  const uint64_t object = LLVMConstIntGetZExtValue(LLVMGetOperand(call, OBJECT));
  if (object == WBRT_NO_OBJECT || object >= WBRT_MAX_OBJECTS) return UINT64_MAX;
  return object < WBRT_FIRST_STATIC ? 1ULL << (object - WBRT_FIRST_ARGUMENT) : 0;
}

void wb_judge_independence(struct wb_kernel_work *kernel) {
  struct wb_kernel_image *image = &wb_kernel_of(kernel)->image;
  struct wb_values list = wb_instructions(kernel->entry);
  image->parallel = !kernel->work->profile; /* its model takes one group after another */
  image->weight = 1 + (image->has_barrier ? BARRIER_WEIGHT : 0);
  image->never_written = UINT64_MAX;
  bool loops = false;
  for (size_t i = 0; i < list.count; i++) {
    const char *name = wb_callee_name(list.items[i]);
    if (strcmp(name, "wbrt_check") == 0)
      image->parallel &= !is_atomic_for_all(list.items[i]);
    else
      image->parallel &= is_harmless(name);
    image->never_written &= ~written_by(list.items[i], name);
    loops |= strcmp(name, "wbrt_step") == 0;
  }
  if (loops) image->weight += LOOP_WEIGHT;
  /* A process that runs a slice has variables of the program of its own. */
  for (uint32_t o = 0; o < image->n_objects; o++)
    image->parallel &= wb_kernel_of(kernel)->objects[o].memory != WB_MEMORY_GLOBAL;
  wb_values_release(&list);
}

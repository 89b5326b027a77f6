/* Whether groups may run side by side (emulator/parallel.h): whatever the
 * kernel's code does that another group can tell must be an access to global
 * memory that race histories see, and no atomic one, whose result depends on
 * the order without being a race. What is not known to be harmless is not. */
#include <string.h>

#include "emulator/instrument/steps.h"

enum { CHECK_FLAGS = 5, LOOP_WEIGHT = 7, BARRIER_WEIGHT = 4 };

static bool is_harmless(const char *name) {
  static const char *const NAMES[] = {
      "wbrt_unwritten", "wbrt_mark",    "wbrt_used_unwritten", "wbrt_divided_by_zero",
      "wbrt_bad_lane",  "wbrt_bad_row", "wbrt_bad_align",      "wbrt_begin_object",
      "wbrt_copy",      "wbrt_set",     "wbrt_barrier",        "wbrt_first_steps",
      "wbrt_step",      "wbrt_end_item"};
  for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
    if (strcmp(NAMES[i], name) == 0) return true;
  return !wb_starts_with(name, "wbrt_");
}

static bool is_atomic_for_all(LLVMValueRef check) {
  uint64_t flags = LLVMConstIntGetZExtValue(LLVMGetOperand(check, CHECK_FLAGS));
  return (flags & WBRT_ATOMIC) != 0 &&
         (flags >> WBRT_MEMORY_SHIFT & WBRT_MEMORY_MASK) != WB_MEMORY_LOCAL;
}

void wb_judge_independence(struct wb_kernel_work *kernel) {
  struct wb_kernel_image *image = &wb_kernel_of(kernel)->image;
  struct wb_values list = wb_instructions(kernel->entry);
  image->parallel = !kernel->work->profile; /* its model takes one group after another */
  image->weight = 1 + (image->has_barrier ? BARRIER_WEIGHT : 0);
  bool loops = false;
  for (size_t i = 0; i < list.count; i++) {
    const char *name = wb_callee_name(list.items[i]);
    if (strcmp(name, "wbrt_check") == 0)
      image->parallel &= !is_atomic_for_all(list.items[i]);
    else
      image->parallel &= is_harmless(name);
    loops |= strcmp(name, "wbrt_step") == 0;
  }
  if (loops) image->weight += LOOP_WEIGHT;
  wb_values_release(&list);
}

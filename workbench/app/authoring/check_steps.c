#include "authoring/check_steps.h"

static const struct wb_check_step *const steps[] = {&wb_check_spec_step, &wb_check_texts_step,
                                                    &wb_check_kernels_step, &wb_check_mutants_step};

const struct wb_check_step *const *wb_check_steps(size_t *count) {
  *count = sizeof steps / sizeof steps[0];
  return steps;
}

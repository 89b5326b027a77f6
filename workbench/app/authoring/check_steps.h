/* The steps of `workbench check`, each in a file of its own, in the order of reports. */
#ifndef WB_AUTHORING_CHECK_STEPS_H
#define WB_AUTHORING_CHECK_STEPS_H

#include "authoring/check_run.h"

extern const struct wb_check_step wb_check_spec_step, wb_check_texts_step, wb_check_kernels_step,
    wb_check_mutants_step;

const struct wb_check_step *const *wb_check_steps(size_t *count);

#endif

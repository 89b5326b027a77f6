/* The trace: what the work-items of the learner's own run did. */
#include "tui/views.h"

void wb_view_trace(const struct wb_model *model, int width, struct wb_rows *rows) {
  (void)model;
  wb_rows_wrap(rows, WB_LOOK_DIM, (size_t)width, 0, "Nothing was run yet: r runs the kernel.");
}

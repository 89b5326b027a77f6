/* Which lines of the kernel are marked, and why. */
#include "tui/views.h"

void wb_marks_build(struct wb_model *model) {
  const struct wb_item *item = wb_model_item(model);
  wb_marks_release(&model->marks);
  if (item == NULL || item->result == NULL || item->result_is_old) return;
  wb_marks_collect(item->result, &model->marks);
}

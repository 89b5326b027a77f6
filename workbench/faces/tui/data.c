#include "tui/data.h"

#include <stdlib.h>

#include "report/puzzle_data.h"
#include "session/data_task.h"
#include "tui/views.h"

void wb_data_forget(struct wb_model *model) {
  wb_puzzle_data_delete(model->data.made);
  free(model->data.trouble);
  model->data = (struct wb_data_view){.made = NULL};
  wb_model_pane_stale(model, WB_PANE_DATA);
}

void wb_data_request(struct wb_model *model) {
  const bool shows = model->layout.pane[WB_PANE_DATA].shown;
  if (!shows || model->data.asked || wb_model_item(model) == NULL) return;
  model->data.asked = true;
  wb_model_effect(model, WB_EFFECT_DATA);
}

void wb_model_data_made(struct wb_model *model, size_t item, struct wb_puzzle_data *data,
                        const char *why) {
  if (item != model->selected) {
    wb_puzzle_data_delete(data);
    return;
  }
  wb_data_forget(model);
  model->data.asked = true;
  model->data.made = data;
  model->data.trouble = data == NULL ? wb_strdup(why) : NULL;
}

void wb_data_make_way(struct wb_model *model) {
  if (model->lower == WB_PANE_DATA) model->lower = WB_PANE_RESULT;
  if (model->focus == WB_PANE_DATA) wb_model_focus(model, WB_PANE_RESULT);
}

void wb_view_data(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  const struct wb_data_view *data = &model->data;
  struct wb_document text = {0};
  if (data->made != NULL) {
    wb_puzzle_data_write(data->made, (unsigned)width, &text);
    wb_pane_text_document(rows, &text);
    wb_document_release(&text);
  } else {
    wb_pane_text_start(rows);
    wb_pane_text_wrap(rows, data->trouble != NULL ? WB_LOOK_BAD : WB_STYLE_PLAIN, (size_t)width, 0,
                      data->trouble != NULL ? data->trouble : "The visible cases are being made.");
  }
}

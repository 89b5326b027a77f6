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
  if (data != NULL) {
    wb_puzzle_data_delete(model->data.made);
    model->data.made = data;
  }
  free(model->data.trouble);
  model->data.trouble = data == NULL ? wb_strdup(why) : NULL;
  model->data.asked = true;
  wb_model_pane_stale(model, WB_PANE_DATA);
}

void wb_data_ask_again(struct wb_model *model) {
  model->data.asked = false;
  wb_model_pane_stale(model, WB_PANE_DATA);
}

void wb_data_make_way(struct wb_model *model) {
  if (model->lower == WB_PANE_DATA) model->lower = WB_PANE_RESULT;
  if (model->focus == WB_PANE_DATA) wb_model_focus(model, WB_PANE_RESULT);
}

static void put_note(struct wb_pane_text *rows, unsigned look, int width, const char *text) {
  wb_pane_text_start(rows);
  wb_pane_text_wrap_message(rows, look, (size_t)width, 0, text);
}

/* What is wrong stands above the data as it was before. */
void wb_view_data(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  const struct wb_data_view *data = &model->data;
  struct wb_document text = {0};
  if (data->trouble != NULL) put_note(rows, WB_LOOK_BAD, width, data->trouble);
  if (data->trouble != NULL && data->made != NULL) {
    put_note(rows, WB_LOOK_DIM, width, "What follows was made before that.");
    wb_pane_text_start(rows);
  }
  if (data->made != NULL) {
    wb_puzzle_data_write(data->made, (unsigned)width, &text);
    wb_pane_text_document(rows, &text);
    wb_document_release(&text);
  } else if (data->trouble == NULL) {
    put_note(rows, WB_STYLE_PLAIN, width,
             model->author ? "The cases are being made." : "The visible cases are being made.");
  }
}

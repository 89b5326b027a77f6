/* Which shape an array has, by what the pane knows of the run. */
#include "report/rows.h"
#include "tui/model.h"

bool wb_trace_is_of(const char *source, const struct wb_playback *playback) {
  return source != NULL && wb_has_word(source, wb_playback_launch(playback)->kernel);
}

uint32_t wb_trace_row_length(const struct wb_model *model, size_t array) {
  struct wb_rows_asked asked = {.playback = model->trace.playback, .source = model->trace.source};
  if (model->selected < model->n_items && model->trace.file == NULL) {
    const struct wb_item *item = &model->items[model->selected];
    const struct wb_result *result = item->result;
    if (result != NULL && model->trace.case_index < result->n_cases)
      asked.judged = &result->cases[model->trace.case_index];
    asked.parameters = item->about.parameters;
    asked.n_parameters = item->about.n_parameters;
  }
  const uint64_t row = wb_row_length(&asked, array);
  return row < UINT32_MAX ? (uint32_t)row : 0;
}

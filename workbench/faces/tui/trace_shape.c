/* Which shape an array has, by what the pane knows of the run. */
#include "report/array_shape.h"
#include "tui/model.h"

bool wb_trace_view_is_of(const char *source, const struct wb_playback *playback) {
  return source != NULL && wb_source_has_name(source, wb_playback_launch(playback)->kernel);
}

uint32_t wb_trace_view_row_length(const struct wb_model *model, size_t array) {
  struct wb_array_facts facts = {.playback = model->trace.playback, .source = model->trace.source};
  if (model->selected < model->n_items && model->trace.file == NULL) {
    const struct wb_item *item = &model->items[model->selected];
    const struct wb_result *result = item->result;
    if (result != NULL && model->trace.case_index < result->n_cases)
      facts.judged = &result->cases[model->trace.case_index];
    facts.parameters = item->about.parameters;
    facts.n_parameters = item->about.n_parameters;
  }
  const uint64_t row = wb_array_row_length(&facts, array);
  return row < UINT32_MAX ? (uint32_t)row : 0;
}

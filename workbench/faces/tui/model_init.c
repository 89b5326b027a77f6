/* A model with all that is in it. */
#include <stdlib.h>

#include "base/slug.h"
#include "tui/counters_model.h"
#include "tui/data.h"
#include "tui/history.h"
#include "tui/model.h"

void wb_model_init(struct wb_model *model, const struct wb_names *slugs, const char *device,
                   bool unicode) {
  *model = (struct wb_model){
      .glyphs = wb_glyphs(unicode), .describing = true, .mouse = true, .lower = WB_PANE_RESULT};
  wb_str_init(&model->filter);
  wb_str_init(&model->search.text);
  wb_trace_view_init(&model->trace);
  wb_str_init(&model->input);
  wb_names_init(&model->completion.words);
  wb_names_init(&model->typed);
  wb_str_init(&model->output.text);
  wb_str_init(&model->help.wanted);
  wb_names_init(&model->chapters);
  wb_cells_init(&model->editor.cells, !unicode);
  model->device = wb_strdup(device != NULL ? device : "emulator");
  model->items = wb_alloc((slugs->count + 1) * sizeof *model->items);
  model->n_items = slugs->count;
  for (size_t i = 0; i < slugs->count; i++) {
    struct wb_item *item = &model->items[i];
    item->slug = wb_strdup(slugs->items[i]);
    item->about.slug = wb_strdup(item->slug);
    item->about.number = wb_slug_number(item->slug);
  }
  model->counters.at_case = model->counters.choice = SIZE_MAX;
  wb_model_resize(model, 24, 80);
}

static void release_item(struct wb_item *item) {
  free(item->slug);
  wb_puzzle_summary_release(&item->about);
  if (item->result != NULL) wb_result_release(item->result);
  free(item->result);
  free(item->mistake);
}

void wb_model_release(struct wb_model *model) {
  for (size_t i = 0; i < model->n_items; i++) release_item(&model->items[i]);
  free(model->items);
  wb_course_summary_release(&model->about_course);
  wb_model_release_texts(model);
  wb_marks_release(&model->marks);
  for (int i = 0; i < WB_PANE_COUNT; i++) wb_pane_text_release(&model->panes[i].rows);
  wb_pane_text_release(&model->overlay.rows);
  wb_str_release(&model->filter);
  wb_str_release(&model->search.text);
  wb_str_release(&model->input);
  wb_names_release(&model->completion.words);
  wb_names_release(&model->typed);
  wb_model_output_release(&model->output);
  wb_str_release(&model->help.wanted);
  wb_glossary_release(&model->glossary);
  wb_names_release(&model->chapters);
  free(model->chapter);
  wb_cells_release(&model->editor.cells);
  wb_history_release(&model->history);
  wb_compare_release(&model->compare);
  wb_counters_model_release(&model->counters);
  wb_trace_view_clear(&model->trace);
  wb_data_forget(model);
  free(model->run.case_name);
  free(model->device);
  wb_device_list_release(&model->devices);
  free(model->device_problems);
  free(model->device_wanted);
  free(model->wanted);
  free(model->message);
  free(model->question);
  for (size_t i = 0; i < model->n_effects; i++) free(model->effects[i].text);
  free(model->effects);
  *model = (struct wb_model){0};
}

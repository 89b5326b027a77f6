/* A model with all that is in it. */
#include <stdlib.h>

#include "base/slug.h"
#include "tui/counters_model.h"
#include "tui/data.h"
#include "tui/history.h"
#include "tui/model.h"
#include "tui/views.h"

static void name_item(struct wb_item *item, const char *slug) {
  free(item->slug);
  free(item->about.slug);
  item->slug = wb_strdup(slug);
  item->about.slug = wb_strdup(slug);
  item->about.number = wb_slug_number(slug);
}

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
  for (size_t i = 0; i < slugs->count; i++) name_item(&model->items[i], slugs->items[i]);
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

/* The place among the slugs of the puzzle with that one's name; slugs->count: it has none. */
static size_t place_among(const struct wb_names *slugs, const char *slug) {
  size_t at = 0;
  while (at < slugs->count && !wb_slug_is_same(slugs->items[at], slug)) at++;
  return at;
}

/* Whatever says which puzzle it belongs to by its place in the list. */
static void follow_selected(struct wb_model *model, size_t before) {
  if (model->counters.item == before) model->counters.item = model->selected;
  if (model->history.item == before) model->history.item = model->selected;
  if (model->history.item != model->selected) wb_history_release(&model->history);
  model->run.item = model->editor.item = model->selected;
}

void wb_model_list_anew(struct wb_model *model, const struct wb_names *slugs) {
  struct wb_item *items = wb_alloc((slugs->count + 1) * sizeof *items);
  const size_t before = model->selected;
  size_t selected = slugs->count;
  for (size_t i = 0; i < model->n_items; i++) {
    const size_t at = place_among(slugs, model->items[i].slug);
    if (i == before) selected = at;
    if (at < slugs->count && items[at].slug == NULL)
      items[at] = model->items[i];
    else
      release_item(&model->items[i]);
  }
  for (size_t i = 0; i < slugs->count; i++) name_item(&items[i], slugs->items[i]);
  free(model->items);
  model->items = items;
  model->n_items = slugs->count;
  const bool is_gone = selected == slugs->count;
  if (is_gone) wb_trace_view_clear(&model->trace);
  if (is_gone) wb_data_forget(model);
  model->selected = !is_gone                               ? selected
                    : before < slugs->count || before == 0 ? before
                                                           : slugs->count - 1;
  follow_selected(model, is_gone ? SIZE_MAX : before);
  wb_marks_build(model);
  wb_model_stale(model);
}

void wb_model_release(struct wb_model *model) {
  for (size_t i = 0; i < model->n_items; i++) release_item(&model->items[i]);
  free(model->items);
  wb_course_summary_release(&model->about_course);
  wb_names_release(&model->courses);
  free(model->course_named);
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
  free(model->calls);
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

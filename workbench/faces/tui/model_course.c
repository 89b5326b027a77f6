/* What the course and its files have to say to the model: which puzzle is selected, its texts,
 * what the judge says of it. */
#include <stdlib.h>
#include <string.h>

#include "device/registry.h"
#include "text/styled.h"
#include "tui/actions.h"
#include "tui/data.h"
#include "tui/views.h"

void wb_model_release_texts(struct wb_model *model) {
  free(model->lesson);
  free(model->explanation);
  free(model->files);
  free(model->kernel);
  free(model->kernel_path);
  free(model->load_error);
  model->lesson = model->explanation = model->files = model->kernel = model->kernel_path = NULL;
  model->load_error = NULL;
  model->code_columns = 0;
}

/* ---- the list ---- */

void wb_model_select(struct wb_model *model, size_t index) {
  if (index >= model->n_items || index == model->selected) return;
  model->selected = index;
  wb_model_say(model, WB_TONE_PLAIN, "%s", "");
  wb_model_release_texts(model);
  model->at_line = 0;
  wb_str_clear(&model->search.text);
  for (int i = WB_PANE_LESSON; i < WB_PANE_COUNT; i++) {
    model->panes[i].top = model->panes[i].cursor = 0;
  }
  wb_trace_view_clear(&model->trace);
  wb_data_forget(model);
  model->timeline_line = 0;
  if (!wb_model_has_pane(model, model->lower)) model->lower = WB_PANE_RESULT;
  if (!wb_model_has_pane(model, model->focus)) wb_model_focus(model, WB_PANE_RESULT);
  wb_marks_build(model);
  wb_model_stale(model);
  wb_model_effect(model, WB_EFFECT_LOAD);
  if (model->counters.shown) wb_model_effect(model, WB_EFFECT_HISTORY);
}

static void open_wanted(struct wb_model *model) {
  const struct wb_puzzle_list list = wb_model_puzzles(model);
  struct wb_error err = {0};
  char *wanted = model->wanted;
  size_t index = 0;
  model->wanted = NULL;
  if (wb_puzzle_list_find(&list, wanted, &index, &err) == WB_OK) {
    wb_model_select(model, index);
    wb_model_effect(model, WB_EFFECT_OPEN);
  } else {
    wb_model_say(model, WB_TONE_BAD, "%s", err.message);
  }
  free(wanted);
}

void wb_model_want(struct wb_model *model, const char *wanted) {
  const struct wb_puzzle_list list = wb_model_puzzles(model);
  struct wb_error err = {0};
  size_t index = 0;
  size_t length = strlen(wanted); /* Tab leaves a blank after a word */
  while (length > 0 && wanted[length - 1] == ' ') length--;
  free(model->wanted);
  model->wanted = wb_strndup(wanted, length);
  /* Titles and aliases are not known before: what no slug or number answers waits for them. */
  if (!model->describing || wb_puzzle_list_find(&list, model->wanted, &index, &err) == WB_OK)
    open_wanted(model);
}

/* ---- what the judge says of the course ---- */

static struct wb_item *find_item(struct wb_model *model, const char *slug) {
  for (size_t i = 0; slug != NULL && i < model->n_items; i++) {
    if (strcmp(model->items[i].slug, slug) == 0) return &model->items[i];
  }
  return NULL;
}

void wb_model_described(struct wb_model *model, struct wb_puzzle_summary *about) {
  struct wb_item *item = find_item(model, about->slug);
  if (item != NULL && about->error != NULL && item->described) {
    /* A mistake made while somebody looks: what was known before stays. */
    free(item->about.error);
    item->about.error = about->error;
    about->error = NULL;
    wb_puzzle_summary_release(about);
  } else if (item != NULL) {
    wb_puzzle_summary_release(&item->about);
    item->about = *about;
    item->described = true;
    *about = (struct wb_puzzle_summary){0};
  } else {
    wb_puzzle_summary_release(about);
  }
  wb_model_pane_stale(model, WB_PANE_LIST);
  wb_model_pane_stale(model, WB_PANE_RESULT);
  wb_model_pane_stale(model, WB_PANE_LESSON);
  wb_model_pane_stale(model, WB_PANE_KERNEL); /* its language is known now */
}

void wb_model_course_described(struct wb_model *model, struct wb_course_summary *about) {
  wb_course_summary_release(&model->about_course);
  model->about_course = *about;
  *about = (struct wb_course_summary){0};
  if (model->about_course.error != NULL)
    wb_model_say(model, WB_TONE_BAD, "%s", model->about_course.error);
}

void wb_model_description_ended(struct wb_model *model) {
  model->describing = false;
  if (model->wanted != NULL) open_wanted(model);
  wb_model_stale(model);
}

void wb_model_spec_changed(struct wb_model *model) {
  struct wb_item *item = wb_model_item(model);
  if (item == NULL) return;
  item->result_is_old = item->spec_is_new = true;
  wb_data_ask_again(model);
  wb_marks_build(model);
  wb_model_stale(model);
  wb_model_say(model, WB_TONE_PLAIN, "The puzzle's spec has changed; %sr judges by it.",
               wb_model_key_prefix(model));
}

/* ---- files ---- */

static bool same_text(const char *a, const char *b) {
  return a != NULL && b != NULL && strcmp(a, b) == 0;
}

static int columns_of_drawings(const char *markdown) {
  return markdown != NULL ? (int)wb_markdown_code_columns(markdown, strlen(markdown)) : 0;
}

void wb_model_loaded(struct wb_model *model, struct wb_loaded *loaded) {
  struct wb_item *item = wb_model_item(model);
  bool first = model->kernel == NULL && model->load_error == NULL;
  /* A puzzle that was solved long ago opens at its lesson. */
  model->shows_why = !first && model->explanation == NULL && loaded->explanation != NULL;
  bool same = same_text(model->kernel, loaded->kernel);
  wb_model_release_texts(model);
  model->lesson = loaded->lesson;
  model->explanation = loaded->explanation;
  const int lesson = columns_of_drawings(model->lesson);
  const int explanation = columns_of_drawings(model->explanation);
  model->code_columns = lesson > explanation ? lesson : explanation;
  model->kernel = loaded->kernel;
  model->kernel_path = loaded->kernel_path;
  model->load_error = loaded->error;
  model->is_starter = loaded->is_starter;
  *loaded = (struct wb_loaded){0};
  if (!first && !same && item != NULL && item->result != NULL) {
    item->result_is_old = true;
    model->at_line = 0;
  }
  wb_marks_build(model);
  wb_model_stale(model);
}

void wb_model_files_loaded(struct wb_model *model, char *page) {
  free(model->files);
  model->files = page;
  wb_model_pane_stale(model, WB_PANE_LESSON);
}

/* ---- devices ---- */

void wb_model_choose_device(struct wb_model *model, const char *device) {
  char *chosen = wb_strdup(device);
  free(model->device);
  model->device = chosen;
  wb_model_say(model, WB_TONE_PLAIN, "Kernels run on %s from now on. r runs.", model->device);
}

/* A name that was mistyped is refused here, and not by every run from now on. */
static void choose_wanted(struct wb_model *model) {
  struct wb_error err = {0};
  char *wanted = model->device_wanted;
  model->device_wanted = NULL;
  if (wb_device_find(&model->devices, model->device_problems, wanted, &err) == WB_OK)
    wb_model_choose_device(model, wanted);
  else
    wb_model_say(model, WB_TONE_BAD, "%s", err.message);
  free(wanted);
}

void wb_model_devices(struct wb_model *model, struct wb_device_list *list, const char *problems) {
  wb_device_list_release(&model->devices);
  model->devices = *list;
  *list = (struct wb_device_list){0};
  free(model->device_problems);
  model->device_problems = wb_strdup(problems);
  model->devices_known = true;
  model->devices_asked = false;
  model->overlay.stale = true;
  if (model->device_wanted != NULL) choose_wanted(model);
}

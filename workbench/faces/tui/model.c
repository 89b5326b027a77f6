#include "tui/model.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "text/styled.h"
#include "text/columns.h"
#include "tui/counters_model.h"
#include "tui/history.h"
#include "tui/overlays.h"
#include "tui/views.h"

void wb_model_init(struct wb_model *model, const struct wb_names *slugs, const char *device,
                   bool unicode) {
  *model = (struct wb_model){
      .glyphs = wb_glyphs(unicode), .describing = true, .mouse = true, .lower = WB_PANE_RESULT};
  wb_str_init(&model->filter);
  wb_str_init(&model->search.text);
  wb_trace_init(&model->trace);
  wb_str_init(&model->input);
  wb_names_init(&model->completion.words);
  wb_names_init(&model->typed);
  wb_str_init(&model->output.text);
  wb_str_init(&model->help.wanted);
  wb_cells_init(&model->editor.cells, !unicode);
  model->device = wb_strdup(device != NULL ? device : "emulator");
  model->items = wb_alloc((slugs->count + 1) * sizeof *model->items);
  model->n_items = slugs->count;
  for (size_t i = 0; i < slugs->count; i++) {
    struct wb_item *item = &model->items[i];
    item->slug = wb_strdup(slugs->items[i]);
    item->about.slug = wb_strdup(item->slug);
    item->about.number = (unsigned)strtoul(item->slug, NULL, 10);
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

static void release_texts(struct wb_model *model) {
  free(model->lesson);
  free(model->kernel);
  free(model->kernel_path);
  free(model->load_error);
  model->lesson = model->kernel = model->kernel_path = NULL;
  model->load_error = NULL;
  model->code_columns = 0;
}

void wb_model_release(struct wb_model *model) {
  for (size_t i = 0; i < model->n_items; i++) release_item(&model->items[i]);
  free(model->items);
  release_texts(model);
  wb_marks_release(&model->marks);
  for (int i = 0; i < WB_PANE_COUNT; i++) wb_pane_text_release(&model->panes[i].rows);
  wb_pane_text_release(&model->overlay.rows);
  wb_str_release(&model->filter);
  wb_str_release(&model->search.text);
  wb_str_release(&model->input);
  wb_names_release(&model->completion.words);
  wb_names_release(&model->typed);
  wb_output_release(&model->output);
  wb_str_release(&model->help.wanted);
  wb_cells_release(&model->editor.cells);
  wb_history_release(&model->history);
  wb_compare_release(&model->compare);
  wb_counters_model_release(&model->counters);
  wb_trace_clear(&model->trace);
  free(model->run.case_name);
  free(model->device);
  wb_device_list_release(&model->devices);
  free(model->device_problems);
  free(model->wanted);
  free(model->message);
  free(model->question);
  for (size_t i = 0; i < model->n_effects; i++) free(model->effects[i].text);
  free(model->effects);
  *model = (struct wb_model){0};
}

struct wb_item *wb_model_item(struct wb_model *model) {
  return model->selected < model->n_items ? &model->items[model->selected] : NULL;
}

const char *wb_item_title(const struct wb_item *item) {
  bool titled = item->about.title != NULL && item->about.title[0] != '\0';
  return titled ? item->about.title : item->slug;
}

/* ---- effects and messages ---- */

void wb_model_effect_with(struct wb_model *model, enum wb_effect_kind kind, int number,
                          const char *text) {
  model->effects = wb_grow(model->effects, &model->effects_capacity, model->n_effects + 1,
                           sizeof *model->effects);
  model->effects[model->n_effects++] =
      (struct wb_effect){.kind = kind, .number = number, .text = wb_strdup(text)};
}

void wb_model_effect(struct wb_model *model, enum wb_effect_kind kind) {
  wb_model_effect_with(model, kind, 0, NULL);
}

struct wb_effect wb_model_next_effect(struct wb_model *model) {
  if (model->n_effects == 0) return (struct wb_effect){.kind = WB_EFFECT_NONE};
  struct wb_effect first = model->effects[0];
  model->n_effects--;
  memmove(model->effects, model->effects + 1, model->n_effects * sizeof *model->effects);
  return first;
}

void wb_model_say(struct wb_model *model, enum wb_tone tone, const char *format, ...) {
  struct wb_str text;
  wb_str_init(&text);
  va_list args;
  va_start(args, format);
  wb_str_vaddf(&text, format, args);
  va_end(args);
  struct wb_str clean;
  wb_str_init(&clean);
  wb_text_expand_line(&clean, text.data, text.length, NULL);
  wb_str_release(&text);
  free(model->message);
  model->message = wb_str_detach(&clean);
  model->tone = tone;
  model->message_is_verdict = model->message_is_of_key = false;
}

void wb_model_ask(struct wb_model *model, const char *question,
                  void (*confirmed)(struct wb_model *model)) {
  if (model->mode != WB_MODE_CONFIRM) model->asked_in = model->mode;
  model->mode = WB_MODE_CONFIRM;
  char *kept = wb_strdup(question); /* it may be the present one */
  free(model->question);
  model->question = kept;
  model->confirmed = confirmed;
}

static void agree(struct wb_model *model) {
  wb_model_effect_with(model, model->agreeing, true, NULL);
}

void wb_model_reply(struct wb_model *model, const struct wb_reply *reply,
                    enum wb_effect_kind effect) {
  if (reply->kind == WB_REPLY_QUESTION) {
    model->agreeing = effect;
    wb_model_ask(model, reply->question, agree);
  } else if (reply->notice != NULL) {
    wb_model_say(model, WB_TONE_PLAIN, "%s", reply->notice);
  }
}

struct wb_request wb_model_request(const struct wb_model *model, const struct wb_course *course,
                                   bool sure) {
  const struct wb_item *item = &model->items[model->selected];
  return (struct wb_request){.face = WB_FACE_SCREEN,
                             .course = course,
                             .slug = item->slug,
                             .puzzle = &item->about,
                             .progress = item->progress,
                             .sure = sure};
}

/* ---- panes ---- */

void wb_pane_stale(struct wb_model *model, enum wb_pane pane) { model->panes[pane].stale = true; }

void wb_model_stale(struct wb_model *model) {
  for (int i = 0; i < WB_PANE_COUNT; i++) model->panes[i].stale = true;
  model->overlay.stale = true;
}

void wb_model_focus(struct wb_model *model, enum wb_pane pane) {
  const bool edited = wb_model_chose_editor(model);
  model->focus = pane;
  if (pane == WB_PANE_RESULT || pane == WB_PANE_TRACE) model->lower = pane;
  wb_trace_request(model);
  /* What was said of the way back has been done. */
  if (wb_model_is_typing(model)) wb_model_say(model, WB_TONE_PLAIN, "%s", "");
  if (edited != wb_model_chose_editor(model)) wb_model_stale(model); /* panes name other keys */
}

bool wb_model_has_overlay(const struct wb_model *model) { return wb_overlay_shown(model) != NULL; }

bool wb_model_searches_help(const struct wb_model *model) {
  return model->mode == WB_MODE_HELP && model->help.typing;
}

void wb_model_resize(struct wb_model *model, int lines, int columns) {
  model->layout.lines = lines;
  model->layout.columns = columns;
  wb_model_stale(model);
}

/* The row of the kernel pane that shows source line `line`, or -1. */
static int row_of_line(const struct wb_pane_text *rows, uint32_t line) {
  for (size_t i = 0; i < rows->count; i++) {
    if (rows->items[i].source_line == line) return (int)i;
  }
  return -1;
}

void wb_model_show_line(struct wb_model *model) {
  struct wb_pane_state *pane = &model->panes[WB_PANE_KERNEL];
  int row = row_of_line(&pane->rows, model->at_line);
  int height = model->layout.pane[WB_PANE_KERNEL].lines - 1;
  if (row < 0 || height < 1) return;
  /* The line and the note beneath it are to be seen. */
  if (row < pane->top || row + 2 >= pane->top + height) pane->top = row - height / 3;
}

void wb_model_jump(struct wb_model *model, uint32_t line) {
  if (line == 0) return;
  model->at_line = line;
  wb_pane_stale(model, WB_PANE_KERNEL);
  wb_model_prepare(model);
  wb_model_show_line(model);
}

/* ---- the list ---- */

void wb_model_select(struct wb_model *model, size_t index) {
  if (index >= model->n_items || index == model->selected) return;
  model->selected = index;
  wb_model_say(model, WB_TONE_PLAIN, "%s", "");
  release_texts(model);
  model->at_line = 0;
  wb_str_clear(&model->search.text);
  for (int i = WB_PANE_LESSON; i < WB_PANE_COUNT; i++) {
    model->panes[i].top = model->panes[i].cursor = 0;
  }
  wb_trace_clear(&model->trace);
  wb_marks_build(model);
  wb_model_stale(model);
  wb_model_effect(model, WB_EFFECT_LOAD);
  if (model->counters.shown) wb_model_effect(model, WB_EFFECT_HISTORY);
  wb_trace_request(model);
}

static struct wb_item *find_item(struct wb_model *model, const char *slug) {
  for (size_t i = 0; slug != NULL && i < model->n_items; i++) {
    if (strcmp(model->items[i].slug, slug) == 0) return &model->items[i];
  }
  return NULL;
}

void wb_model_described(struct wb_model *model, struct wb_puzzle_summary *about) {
  struct wb_item *item = find_item(model, about->slug);
  if (item != NULL) {
    wb_puzzle_summary_release(&item->about);
    item->about = *about;
    item->described = true;
    *about = (struct wb_puzzle_summary){0};
  } else {
    wb_puzzle_summary_release(about);
  }
  wb_pane_stale(model, WB_PANE_LIST);
  wb_pane_stale(model, WB_PANE_RESULT);
  wb_pane_stale(model, WB_PANE_LESSON);
}

void wb_model_description_ended(struct wb_model *model) {
  model->describing = false;
  if (model->wanted != NULL) wb_model_open_wanted(model);
  wb_model_stale(model);
}

void wb_model_spec_changed(struct wb_model *model) {
  struct wb_item *item = wb_model_item(model);
  if (item == NULL) return;
  item->result_is_old = item->spec_is_new = true;
  wb_marks_build(model);
  wb_model_stale(model);
  wb_model_say(model, WB_TONE_PLAIN, "The puzzle's spec has changed; %sr judges by it.",
               wb_key_prefix(model));
}

/* ---- files ---- */

static bool same_text(const char *a, const char *b) {
  return a != NULL && b != NULL && strcmp(a, b) == 0;
}

void wb_model_loaded(struct wb_model *model, struct wb_loaded *loaded) {
  struct wb_item *item = wb_model_item(model);
  bool first = model->kernel == NULL && model->load_error == NULL;
  bool same = same_text(model->kernel, loaded->kernel);
  release_texts(model);
  model->lesson = loaded->lesson;
  if (model->lesson != NULL)
    model->code_columns = (int)wb_markdown_code_columns(model->lesson, strlen(model->lesson));
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

/* ---- devices ---- */

void wb_model_devices(struct wb_model *model, struct wb_device_list *list, const char *problems) {
  wb_device_list_release(&model->devices);
  model->devices = *list;
  *list = (struct wb_device_list){0};
  free(model->device_problems);
  model->device_problems = wb_strdup(problems);
  model->devices_known = true;
  model->devices_asked = false;
  model->overlay.stale = true;
}

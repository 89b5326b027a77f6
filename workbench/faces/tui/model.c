#include "tui/model.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "commands/mentions.h"
#include "text/columns.h"

struct wb_item *wb_model_item(const struct wb_model *model) {
  return model->selected < model->n_items ? &model->items[model->selected] : NULL;
}

const char *wb_item_title(const struct wb_item *item) {
  bool titled = item->about.title != NULL && item->about.title[0] != '\0';
  return titled ? item->about.title : item->slug;
}

static const struct wb_puzzle_summary *puzzle_at(const void *data, size_t index) {
  return &((const struct wb_model *)data)->items[index].about;
}

struct wb_puzzle_list wb_model_puzzles(const struct wb_model *model) {
  return (struct wb_puzzle_list){model, puzzle_at, model->n_items};
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
  struct wb_str said, clean;
  wb_str_init(&said);
  wb_str_init(&clean);
  wb_mentions_put(WB_FACE_SCREEN, text.data, &said);
  wb_text_expand_line(&clean, said.data, said.length, NULL);
  wb_str_release(&said);
  wb_str_release(&text);
  free(model->message);
  model->message = wb_str_detach(&clean);
  model->tone = tone;
  model->message_is_verdict = model->message_is_of_key = false;
}

void wb_model_ask(struct wb_model *model, const char *question, const char *declined,
                  void (*confirmed)(struct wb_model *model)) {
  if (model->mode != WB_MODE_CONFIRM) model->asked_in = model->mode;
  model->mode = WB_MODE_CONFIRM;
  char *kept = wb_strdup(question); /* it may be the present one */
  free(model->question);
  model->question = kept;
  model->declined = declined;
  model->confirmed = confirmed;
}

static void agree(struct wb_model *model) {
  wb_model_effect_with(model, model->agreeing, true, NULL);
}

void wb_model_reply(struct wb_model *model, const struct wb_reply *reply,
                    enum wb_effect_kind effect) {
  if (reply->kind == WB_REPLY_QUESTION) {
    model->agreeing = effect;
    wb_model_ask(model, reply->question, reply->declined, agree);
  } else if (reply->notice != NULL) {
    wb_model_say(model, WB_TONE_PLAIN, "%s", reply->notice);
  }
}

struct wb_request wb_model_request(const struct wb_model *model, const struct wb_course *course,
                                   bool sure) {
  const struct wb_item *item = &model->items[model->selected];
  return (struct wb_request){.face = WB_FACE_SCREEN,
                             .course = course,
                             .rules = &model->about_course,
                             .slug = item->slug,
                             .puzzle = &item->about,
                             .progress = item->progress,
                             .sure = sure};
}

/* ---- the editor in the kernel's pane ---- */

bool wb_model_shows_editor(const struct wb_model *model) {
  return model->editor.open && model->editor.item == model->selected;
}

bool wb_model_chose_editor(const struct wb_model *model) {
  return model->focus == WB_PANE_KERNEL && wb_model_shows_editor(model);
}

bool wb_model_is_typing(const struct wb_model *model) {
  return model->mode == WB_MODE_NORMAL && wb_model_chose_editor(model);
}

bool wb_model_editor_fills(const struct wb_model *model) {
  return model->editor.whole && wb_model_chose_editor(model);
}

const char *wb_model_key_prefix(const struct wb_model *model) {
  return wb_model_chose_editor(model) ? "Ctrl-] " : "";
}

enum { FINDING_LINES_MOST = 3, EDITOR_LINES_EACH = 5 };

/* The editor keeps most of a small pane. */
int wb_editor_finding_lines(int lines) {
  const int most = lines / EDITOR_LINES_EACH;
  return most < FINDING_LINES_MOST ? most : FINDING_LINES_MOST;
}

/* ---- panes ---- */

void wb_model_pane_stale(struct wb_model *model, enum wb_pane pane) {
  model->panes[pane].stale = true;
}

void wb_model_stale(struct wb_model *model) {
  for (int i = 0; i < WB_PANE_COUNT; i++) model->panes[i].stale = true;
  model->overlay.stale = true;
}

bool wb_model_is_of_program(const struct wb_model *model) {
  const struct wb_item *item = wb_model_item(model);
  return item != NULL && item->described && wb_summary_is_of_program(&item->about);
}

bool wb_model_has_pane(const struct wb_model *model, enum wb_pane pane) {
  return pane < WB_PANE_TIMELINE || wb_model_is_of_program(model);
}

void wb_model_focus(struct wb_model *model, enum wb_pane pane) {
  const bool edited = wb_model_chose_editor(model);
  model->focus = pane;
  if (pane >= WB_PANE_RESULT) model->lower = pane;
  /* What was said of the way back has been done. */
  if (wb_model_is_typing(model)) wb_model_say(model, WB_TONE_PLAIN, "%s", "");
  if (edited != wb_model_chose_editor(model)) wb_model_stale(model); /* panes name other keys */
}

enum wb_mode wb_model_mode_shown(const struct wb_model *model) {
  return model->mode == WB_MODE_CONFIRM ? model->asked_in : model->mode;
}

bool wb_model_has_overlay(const struct wb_model *model) {
  return wb_model_mode_shown(model) >= WB_MODE_HELP;
}

bool wb_model_searches_help(const struct wb_model *model) {
  return (model->mode == WB_MODE_HELP || model->mode == WB_MODE_GLOSSARY) && model->help.typing;
}

void wb_model_resize(struct wb_model *model, int lines, int columns) {
  model->layout.lines = lines;
  model->layout.columns = columns;
  wb_model_stale(model);
}

void wb_model_jump(struct wb_model *model, uint32_t line) {
  if (line == 0) return;
  model->at_line = line;
  model->shows_line = true;
  wb_model_pane_stale(model, WB_PANE_KERNEL);
}

size_t wb_model_mark_meant(const struct wb_model *model) {
  const struct wb_marks *marks = &model->marks;
  size_t meant = model->at_mark;
  if (meant < marks->count && marks->items[meant].line == model->at_line) return meant;
  for (meant = 0; meant < marks->count; meant++)
    if (marks->items[meant].line == model->at_line) break;
  return meant;
}

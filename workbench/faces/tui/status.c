/* The status line and the captions of panes. */
#include <stdlib.h>
#include <string.h>

#include "base/slug.h"
#include "tui/timeline.h"
#include "tui/actions.h"
#include "tui/bindings.h"
#include "tui/counters_model.h"
#include "tui/views.h"

/* "work/03-guards.cl": a path's last two parts. */
static const char *path_tail(const char *path) {
  const char *tail = path;
  size_t slashes = 0;
  for (const char *p = path; *p != '\0'; p++) slashes += *p == '/';
  for (const char *p = path; *p != '\0' && slashes > 1; p++) {
    if (*p != '/') continue;
    slashes--;
    tail = p + 1;
  }
  return tail;
}

/* "finding 2 of 3", of those above the editor, which has no room for all of them. */
static void add_finding_number(const struct wb_model *model, struct wb_str *out) {
  size_t count = 0, at = 0;
  for (size_t i = 0; i < model->marks.count; i++) {
    if (model->marks.items[i].kind == WB_MARK_OTHER) continue;
    count++;
    if (i == wb_model_mark_meant(model)) at = count;
  }
  if (count > 1 && at > 0)
    wb_str_addf(out, ", finding %zu of %zu", at, count);
  else if (count > 1)
    wb_str_addf(out, ", %zu findings", count);
}

static void kernel_caption(const struct wb_model *model, struct wb_str *out) {
  if (model->kernel_path != NULL && wb_model_shows_editor(model)) {
    wb_str_addf(out, "%s%s", path_tail(model->kernel_path),
                wb_model_editor_fills(model) ? "" : " in your editor");
    add_finding_number(model, out);
  } else if (model->kernel_path != NULL) {
    wb_str_add(out, path_tail(model->kernel_path));
    if (model->is_starter) wb_str_add(out, " (starter; e begins)");
  }
}

static void list_caption(const struct wb_model *model, struct wb_str *out) {
  size_t solved = 0;
  for (size_t i = 0; i < model->n_items; i++) solved += model->items[i].progress.solved;
  wb_str_addf(out, "%zu of %zu solved", solved, model->n_items);
  if (model->show != WB_SHOW_ALL) wb_str_addf(out, ", %s", wb_model_filter_words(model));
  if (model->filter.length > 0) wb_str_addf(out, " /%s", model->filter.data);
}

/* Where the counters have the pane, the verdict stands above them. */
static void add_verdict(const struct wb_model *model, struct wb_str *out) {
  const struct wb_item *item = &model->items[model->selected];
  if (item->result_is_old) return;
  wb_str_add(out, wb_verdict_words(item->result->verdict));
  if (item->result->verdict == WB_VERDICT_ACCEPTED && wb_model_next_puzzle(model) < model->n_items)
    wb_str_addf(out, " (%sn: next puzzle)", wb_model_key_prefix(model));
  wb_str_add(out, ", ");
}

static void result_caption(const struct wb_model *model, struct wb_str *out) {
  const bool counters = wb_counters_model_shows(model);
  if (counters) add_verdict(model, out);
  if (counters) wb_str_addf(out, "counters (%sc: back)", wb_model_key_prefix(model));
  if (model->run.active && model->run.item == model->selected)
    wb_str_add(out, counters ? ", running" : "running");
}

static void data_caption(const struct wb_model *model, struct wb_str *out) {
  const struct wb_puzzle_data *data = model->data.made;
  if (data != NULL)
    wb_str_addf(out, "%zu %scase%s", data->n_cases, model->author ? "" : "visible ",
                data->n_cases == 1 ? "" : "s");
}

static void lesson_caption(const struct wb_model *model, struct wb_str *out) {
  if (model->selected < model->n_items) {
    wb_str_add(out, wb_item_title(&model->items[model->selected]));
  }
}

static void graph_caption(const struct wb_model *model, struct wb_str *out) {
  const struct wb_item *item = wb_model_item(model);
  if (item != NULL && item->result != NULL && item->result->graphs != NULL)
    wb_str_addf(out, "case %zu", item->result->trace_case + 1);
}

void wb_pane_caption(const struct wb_model *model, enum wb_pane pane, struct wb_str *out) {
  static void (*const captions[])(const struct wb_model *, struct wb_str *) = {
      [WB_PANE_LIST] = list_caption,
      [WB_PANE_LESSON] = lesson_caption,
      [WB_PANE_KERNEL] = kernel_caption,
      [WB_PANE_RESULT] = result_caption,
      [WB_PANE_TRACE] = wb_trace_view_caption,
      [WB_PANE_DATA] = data_caption,
      [WB_PANE_TIMELINE] = wb_timeline_view_caption,
      [WB_PANE_GRAPH] = graph_caption};
  captions[pane](model, out);
}

static void add_run(const struct wb_model *model, struct wb_str *out) {
  const struct wb_run *run = &model->run;
  uint64_t ms = model->now_ms - run->started_ms;
  const char *frame = model->glyphs->spinner[ms / 100 % WB_SPINNER_FRAMES];
  wb_str_addf(out, "%s ", frame);
  if (run->saved) wb_str_add(out, "saved; ");
  if (run->item != model->selected) wb_str_addf(out, "%s: ", model->items[run->item].slug);
  if (run->stage == WB_STAGE_CASES) {
    wb_str_addf(out, "running case %zu of %zu", run->case_index, run->case_total);
  } else {
    wb_str_add(out, run->stage == WB_STAGE_COMPILING ? "compiling" : "running");
  }
  wb_str_addf(out, model->glyphs->more[0] == '>' ? "... %.1f s" : "… %.1f s", (double)ms / 1000.0);
  wb_str_addf(out, "  (%sEsc cancels)", wb_model_key_prefix(model));
}

/* "01 Map: runtime error: line 7 …", where there is room for nothing else. */
static void add_all_in_line(const struct wb_model *model, struct wb_str *out) {
  if (model->selected >= model->n_items) {
    wb_str_add(out, "no puzzles");
    return;
  }
  const struct wb_item *item = &model->items[model->selected];
  wb_str_addf(out, "%.*s %s: ", wb_slug_digits(item->slug), item->slug, wb_item_title(item));
  if (item->result != NULL && !item->result_is_old)
    wb_result_in_short(item->result, out);
  else
    wb_str_add(out, item->progress.solved  ? "solved"
                    : item->progress.tried ? "tried"
                                           : "not tried yet");
}

/* What the few keys that are left to know do, in a mode that cannot be shown. */
static const char *mode_in_line(const struct wb_model *model) {
  if (wb_model_is_typing(model)) return "editor: Ctrl-] leaves";
  if (wb_model_has_overlay(model)) return "Esc closes";
  return NULL;
}

static const unsigned tone_looks[] = {[WB_TONE_PLAIN] = WB_STYLE_PLAIN,
                                      [WB_TONE_GOOD] = WB_LOOK_OK,
                                      [WB_TONE_BAD] = WB_LOOK_BAD,
                                      [WB_TONE_WARN] = WB_LOOK_WARN};

static bool is_silent(const struct wb_model *model) {
  return model->message == NULL || model->message[0] == '\0';
}

/* Beside an editor that hides the result. */
static unsigned add_verdict_in_short(const struct wb_model *model, struct wb_str *out) {
  const struct wb_item *item = &model->items[model->selected];
  if (model->layout.pane[WB_PANE_RESULT].shown || item->result == NULL || item->result_is_old)
    return WB_STYLE_PLAIN;
  wb_result_in_short(item->result, out);
  return item->result->verdict == WB_VERDICT_ACCEPTED ? WB_LOOK_OK : WB_LOOK_BAD;
}

unsigned wb_status_text(const struct wb_model *model, struct wb_str *out) {
  static const char prompts[] = {[WB_MODE_SEARCH] = '/', [WB_MODE_COMMAND] = ':'};
  unsigned look = WB_STYLE_PLAIN;
  if (model->mode == WB_MODE_SEARCH || model->mode == WB_MODE_COMMAND) {
    wb_str_addf(out, "%c%s", prompts[model->mode], model->input.data);
  } else if (wb_model_searches_help(model)) {
    wb_str_addf(out, "/%s", model->input.data);
  } else if (model->mode == WB_MODE_CONFIRM) {
    wb_str_addf(out, "%s (y/n)", model->question);
    look = WB_LOOK_WARN;
  } else if (model->run.active) {
    add_run(model, out);
    look = WB_LOOK_INFO;
  } else if (!model->layout.usable && mode_in_line(model) != NULL) {
    wb_str_add(out, mode_in_line(model));
  } else if (!model->layout.usable && model->tone != WB_TONE_WARN) {
    add_all_in_line(model, out);
  } else if (wb_model_is_typing(model) && is_silent(model)) {
    look = add_verdict_in_short(model, out);
  } else if (model->message != NULL) {
    wb_str_add(out, model->message);
    look = tone_looks[model->tone];
  }
  return look;
}

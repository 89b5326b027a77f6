/* Which puzzles the list shows. */
#include <string.h>

#include "tui/actions.h"

static const struct {
  const char *only;  /* in the caption: "unsolved only" */
  const char *empty; /* where there is none */
} filters[WB_SHOW_COUNT] = {
    [WB_SHOW_ALL] = {"", "This course has no puzzles."},
    [WB_SHOW_UNSOLVED] = {"unsolved only", "All puzzles are solved. f shows the tried ones."},
    [WB_SHOW_TRIED] = {"tried only",
                       "No puzzle was tried and is still unsolved. f shows the solved ones."},
    [WB_SHOW_SOLVED] = {"solved only", "No puzzle is solved yet. f shows all of them."},
};

const char *wb_filter_words(const struct wb_model *model) { return filters[model->show].only; }

const char *wb_filter_empty(const struct wb_model *model) {
  return model->filter.length > 0 ? "No puzzle matches. Esc shows all of them."
                                  : filters[model->show].empty;
}

bool wb_model_shows_state(const struct wb_model *model, const struct wb_item *item) {
  const enum wb_show show = model->show;
  const struct wb_progress *progress = &item->progress;
  if (show == WB_SHOW_UNSOLVED) return !progress->solved;
  if (show == WB_SHOW_TRIED) return progress->tried && !progress->solved;
  return show == WB_SHOW_ALL || progress->solved;
}

static bool contains(const char *text, const char *part) {
  return text != NULL && strcasestr(text, part) != NULL;
}

static bool any_contains(char *const *texts, size_t count, const char *part) {
  for (size_t i = 0; i < count; i++) {
    if (contains(texts[i], part)) return true;
  }
  return false;
}

bool wb_model_matches(const struct wb_model *model, const struct wb_item *item) {
  const char *part = model->filter.data;
  if (!wb_model_shows_state(model, item)) return false;
  return part[0] == '\0' || contains(item->slug, part) || contains(item->about.title, part) ||
         contains(item->about.chapter, part) ||
         any_contains(item->about.tags, item->about.n_tags, part) ||
         any_contains(item->about.aliases, item->about.n_aliases, part);
}

void wb_select_a_match(struct wb_model *model) {
  struct wb_item *selected = wb_model_item(model);
  if (selected == NULL || wb_model_matches(model, selected)) return;
  for (size_t i = 0; i < model->n_items; i++) {
    if (wb_model_matches(model, &model->items[i])) {
      wb_model_select(model, i);
      return;
    }
  }
}

void wb_show_all(struct wb_model *model) {
  wb_str_clear(&model->filter);
  model->show = WB_SHOW_ALL;
  wb_pane_stale(model, WB_PANE_LIST);
}

void wb_do_filter(struct wb_model *model) {
  wb_model_focus(model, WB_PANE_LIST);
  model->show = (enum wb_show)((model->show + 1) % WB_SHOW_COUNT);
  wb_select_a_match(model);
  wb_pane_stale(model, WB_PANE_LIST);
  if (model->show == WB_SHOW_ALL)
    wb_model_say(model, WB_TONE_PLAIN, "All puzzles are shown.");
  else
    wb_model_say(model, WB_TONE_PLAIN, "Shown: %s. f: others, Esc: all.",
                 filters[model->show].only);
}

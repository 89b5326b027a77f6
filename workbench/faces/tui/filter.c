/* Which puzzles the list shows. */
#include <stdlib.h>
#include <string.h>

#include "tui/actions.h"

/* The key goes through the first states of enum wb_show. */
enum { SHOWN_BY_KEY = WB_SHOW_SOLVED + 1 };

static const struct {
  const char *only;  /* in the caption: "unsolved only" */
  const char *empty; /* where there is none */
} filters[SHOWN_BY_KEY] = {
    [WB_SHOW_ALL] = {"", "This course has no puzzles."},
    [WB_SHOW_UNSOLVED] = {"unsolved only", "All puzzles are solved. f shows the tried ones."},
    [WB_SHOW_TRIED] = {"tried only",
                       "No puzzle that was tried is still unsolved. f shows the solved ones."},
    [WB_SHOW_SOLVED] = {"solved only", "No puzzle is solved yet. f shows all of them."},
};

const char *wb_model_filter_words(const struct wb_model *model) {
  return filters[model->show].only;
}

const char *wb_model_filter_is_empty(const struct wb_model *model) {
  return model->filter.length > 0 ? "No puzzle matches. Esc shows all of them."
                                  : filters[model->show].empty;
}

static bool shows_state(const struct wb_model *model, const struct wb_item *item) {
  const struct wb_puzzle_filter filter = {model->show, ""};
  return wb_puzzle_filter_shows(&filter, &item->about, &item->progress);
}

bool wb_model_matches(const struct wb_model *model, const struct wb_item *item) {
  const struct wb_puzzle_filter filter = {model->show, model->filter.data};
  return wb_puzzle_filter_shows(&filter, &item->about, &item->progress);
}

/* The next one in the direction whose state the list shows, whatever was
 * searched for; n_items: none. */
size_t wb_model_neighbour(const struct wb_model *model, int step) {
  size_t at = model->selected + (size_t)step;
  while (at < model->n_items && !shows_state(model, &model->items[at])) at += (size_t)step;
  return at < model->n_items ? at : model->n_items;
}

size_t wb_model_next_puzzle(const struct wb_model *model) { return wb_model_neighbour(model, 1); }

void wb_model_select_match(struct wb_model *model) {
  struct wb_item *selected = wb_model_item(model);
  if (selected == NULL || wb_model_matches(model, selected)) return;
  for (size_t i = 0; i < model->n_items; i++) {
    if (wb_model_matches(model, &model->items[i])) {
      wb_model_select(model, i);
      return;
    }
  }
}

void wb_model_show_all(struct wb_model *model) {
  wb_str_clear(&model->filter);
  model->show = WB_SHOW_ALL;
  wb_model_pane_stale(model, WB_PANE_LIST);
}

void wb_do_filter(struct wb_model *model) {
  wb_model_focus(model, WB_PANE_LIST);
  model->show = (enum wb_show)((model->show + 1) % SHOWN_BY_KEY);
  wb_model_select_match(model);
  wb_model_pane_stale(model, WB_PANE_LIST);
  if (model->show == WB_SHOW_ALL)
    wb_model_say(model, WB_TONE_PLAIN, "All puzzles are shown.");
  else
    wb_model_say(model, WB_TONE_PLAIN, "Shown: %s. f: others, Esc: all.",
                 filters[model->show].only);
}

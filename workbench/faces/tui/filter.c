/* Which puzzles the list shows, and which one a name means. */
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
                       "No puzzle was tried and is still unsolved. f shows the solved ones."},
    [WB_SHOW_SOLVED] = {"solved only", "No puzzle is solved yet. f shows all of them."},
};

const char *wb_filter_words(const struct wb_model *model) { return filters[model->show].only; }

const char *wb_filter_empty(const struct wb_model *model) {
  return model->filter.length > 0 ? "No puzzle matches. Esc shows all of them."
                                  : filters[model->show].empty;
}

bool wb_model_shows_state(const struct wb_model *model, const struct wb_item *item) {
  const struct wb_puzzle_filter filter = {model->show, ""};
  return wb_filter_shows(&filter, &item->about, &item->progress);
}

bool wb_model_matches(const struct wb_model *model, const struct wb_item *item) {
  const struct wb_puzzle_filter filter = {model->show, model->filter.data};
  return wb_filter_shows(&filter, &item->about, &item->progress);
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
  model->show = (enum wb_show)((model->show + 1) % SHOWN_BY_KEY);
  wb_select_a_match(model);
  wb_pane_stale(model, WB_PANE_LIST);
  if (model->show == WB_SHOW_ALL)
    wb_model_say(model, WB_TONE_PLAIN, "All puzzles are shown.");
  else
    wb_model_say(model, WB_TONE_PLAIN, "Shown: %s. f: others, Esc: all.",
                 filters[model->show].only);
}

/* ---- by name ---- */

static const struct wb_puzzle_summary *puzzle_at(const void *data, size_t index) {
  return &((const struct wb_model *)data)->items[index].about;
}

struct wb_puzzle_list wb_model_puzzles(const struct wb_model *model) {
  return (struct wb_puzzle_list){model, puzzle_at, model->n_items};
}

void wb_model_open_wanted(struct wb_model *model) {
  const struct wb_puzzle_list list = wb_model_puzzles(model);
  struct wb_error err = {0};
  char *wanted = model->wanted;
  size_t index = 0;
  model->wanted = NULL;
  if (wb_puzzle_find(&list, wanted, &index, &err) == WB_OK) {
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
  if (!model->describing || wb_puzzle_find(&list, model->wanted, &index, &err) == WB_OK)
    wb_model_open_wanted(model);
}

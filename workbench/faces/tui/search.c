/* Searching: in the list for puzzles, which hides the others; in the other
 * panes for text, which is marked where it stands. */
#include "tui/search.h"

#include <stdlib.h>
#include <string.h>

#include "text/columns.h"
#include "tui/actions.h"
#include "tui/prompt.h"

/* ---- where it stands ---- */

static void add_row_text(const struct wb_pane_row *row, struct wb_str *out) {
  for (size_t i = 0; i < row->n_pieces; i++) wb_str_add(out, row->pieces[i].text);
}

static bool row_has(const struct wb_pane_row *row, const char *wanted) {
  struct wb_str text;
  wb_str_init(&text);
  add_row_text(row, &text);
  const bool found = wanted[0] != '\0' && strcasestr(text.data, wanted) != NULL;
  wb_str_release(&text);
  return found;
}

static bool is_searched_in(const struct wb_model *model, enum wb_pane pane) {
  return model->search.text.length > 0 && model->search.pane == pane;
}

static size_t bytes_width(const char *text, size_t length) {
  char *part = wb_strndup(text, length);
  const size_t width = wb_text_width(part);
  free(part);
  return width;
}

void wb_search_mark(const struct wb_model *model, enum wb_pane pane, const struct wb_pane_row *row,
                    struct wb_cells *cells, int y, int x, int end) {
  struct wb_str text;
  if (!is_searched_in(model, pane)) return;
  const char *wanted = model->search.text.data;
  const size_t length = model->search.text.length;
  wb_str_init(&text);
  add_row_text(row, &text);
  for (const char *at = strcasestr(text.data, wanted); at != NULL;
       at = strcasestr(at + length, wanted)) {
    const int from = x + (int)bytes_width(text.data, (size_t)(at - text.data));
    int to = from + (int)bytes_width(at, length);
    if (to > end) to = end;
    wb_cells_look(cells, y, from, to, WB_LOOK_MATCH);
  }
  wb_str_release(&text);
}

/* ---- going there ---- */

/* The row of the next match from `row` on (it included), going round; -1: none. */
static int match_from(const struct wb_pane_text *rows, int row, int step, const char *wanted) {
  const int count = (int)rows->count;
  for (int i = 0; i < count; i++) {
    const int at = ((row + i * step) % count + count) % count;
    if (row_has(&rows->items[at], wanted)) return at;
  }
  return -1;
}

static void count_matches(const struct wb_pane_text *rows, const char *wanted, int row, int *nth,
                          int *total) {
  *nth = *total = 0;
  for (int i = 0; i < (int)rows->count; i++) {
    if (!row_has(&rows->items[i], wanted)) continue;
    ++*total;
    if (i <= row) ++*nth;
  }
}

/* The cursor of the result goes along; the others show the row. */
static void show_row(struct wb_model *model, enum wb_pane pane, int row) {
  struct wb_pane_state *state = &model->panes[pane];
  const int lines = model->layout.pane[pane].lines - 1;
  if (pane == WB_PANE_RESULT || pane == WB_PANE_TIMELINE)
    wb_action_move_by(model, pane, row - state->cursor);
  if (row < state->top || row >= state->top + lines) state->top = row - lines / 3;
  if (state->top < 0) state->top = 0;
}

static void go_to(struct wb_model *model, int row) {
  const char *wanted = model->search.text.data;
  int nth, total;
  if (row < 0) {
    wb_model_say(model, WB_TONE_WARN, "\"%s\" is not in this pane.", wanted);
    return;
  }
  model->search.row = row;
  show_row(model, model->search.pane, row);
  count_matches(&model->panes[model->search.pane].rows, wanted, row, &nth, &total);
  wb_model_say(model, WB_TONE_PLAIN, "\"%s\": match %d of %d", wanted, nth, total);
}

/* To the first one from where the search began. */
static void search_as_typed(struct wb_model *model) {
  const struct wb_pane_text *rows = &model->panes[model->search.pane].rows;
  wb_str_clear(&model->search.text);
  wb_str_add(&model->search.text, model->input.data);
  if (model->input.length > 0)
    go_to(model, match_from(rows, model->search.from, 1, model->input.data));
}

static void go_to_next_match(struct wb_model *model, int step) {
  const struct wb_pane_text *rows = &model->panes[model->search.pane].rows;
  if (model->search.text.length == 0) {
    wb_model_say(model, WB_TONE_PLAIN, "Nothing is searched for; / begins.");
    return;
  }
  go_to(model, match_from(rows, model->search.row + step, step, model->search.text.data));
}

void wb_line_next_match(struct wb_model *model, const char *argument) {
  (void)argument;
  go_to_next_match(model, 1);
}

void wb_line_previous_match(struct wb_model *model, const char *argument) {
  (void)argument;
  go_to_next_match(model, -1);
}

/* ---- the list ---- */

static void set_filter(struct wb_model *model, const char *text) {
  wb_str_clear(&model->filter);
  wb_str_add(&model->filter, text);
  wb_model_select_match(model);
  wb_model_pane_stale(model, WB_PANE_LIST);
}

void wb_search_end(struct wb_model *model) {
  wb_str_clear(&model->search.text);
  wb_model_say(model, WB_TONE_PLAIN, "%s", "");
}

/* ---- the prompt ---- */

void wb_do_search(struct wb_model *model) {
  const bool same = is_searched_in(model, model->focus);
  wb_str_clear(&model->input);
  model->mode = WB_MODE_SEARCH;
  if (model->focus == WB_PANE_LIST) return;
  model->search.pane = model->focus;
  model->search.from = same ? model->search.row : model->panes[model->focus].top;
  if (!same) wb_str_clear(&model->search.text);
}

static void search_for_typed(struct wb_model *model) {
  if (model->focus == WB_PANE_LIST)
    set_filter(model, model->input.data);
  else
    search_as_typed(model);
}

static void move_to_match(struct wb_model *model, int step) {
  if (model->focus == WB_PANE_LIST)
    wb_action_move_by(model, WB_PANE_LIST, step);
  else
    go_to_next_match(model, step);
}

static void end_typing(struct wb_model *model) {
  model->mode = WB_MODE_NORMAL;
  if (model->focus == WB_PANE_LIST)
    set_filter(model, "");
  else
    wb_search_end(model);
}

void wb_search_key(struct wb_model *model, int key) {
  const bool again = model->input.length == 0 && is_searched_in(model, model->focus);
  if (wb_prompt_edit(model, key)) {
    if (model->mode == WB_MODE_SEARCH) search_for_typed(model);
  } else if (key == WB_KEY_ENTER) {
    model->mode = WB_MODE_NORMAL;
    if (again) go_to_next_match(model, 1);
  } else if (key == WB_KEY_ESCAPE || key == WB_CTRL('C')) {
    end_typing(model);
  } else if (key == WB_KEY_UP || key == WB_KEY_DOWN) {
    move_to_match(model, key == WB_KEY_UP ? -1 : 1);
  }
}

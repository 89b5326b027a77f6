/* Moving about: rows, panes, findings, puzzles. */
#include "tui/actions.h"
#include "tui/data.h"

#include "tui/counters_model.h"
#include "tui/overlays.h"
#include "tui/views.h"

/* What follows stands where the page stood, as in other pagers: a lesson of two screens takes one
 * key. */
static int page_of(const struct wb_model *model, enum wb_pane pane) {
  const int lines = model->layout.pane[pane].lines;
  return lines > 1 ? lines : 1;
}

/* ---- the list: its cursor is the selected puzzle ---- */

static void select_nth_match(struct wb_model *model, int wanted) {
  int at = 0;
  size_t last = model->n_items;
  for (size_t i = 0; i < model->n_items; i++) {
    if (!wb_model_matches(model, &model->items[i])) continue;
    last = i;
    if (at++ == wanted) break;
  }
  if (last < model->n_items) wb_model_select(model, last);
}

static int matches_before_selected(const struct wb_model *model) {
  int before = 0;
  for (size_t i = 0; i < model->selected; i++) {
    before += wb_model_matches(model, &model->items[i]);
  }
  return before;
}

static void move_in_list(struct wb_model *model, int rows) {
  int wanted = matches_before_selected(model) + rows;
  select_nth_match(model, wanted > 0 ? wanted : 0);
}

/* ---- the result: places are shown in the kernel as the cursor meets them ---- */

/* False where the row is about no line of the kernel. */
static bool show_place_at_cursor(struct wb_model *model) {
  const struct wb_pane_state *pane = &model->panes[WB_PANE_RESULT];
  if (pane->cursor < 0 || (size_t)pane->cursor >= pane->rows.count) return false;
  wb_model_jump(model, pane->rows.items[pane->cursor].source_line);
  return pane->rows.items[pane->cursor].source_line > 0;
}

static void move_in_result(struct wb_model *model, int rows) {
  struct wb_pane_state *pane = &model->panes[WB_PANE_RESULT];
  if (wb_counters_model_shows(model)) {
    wb_counters_model_move(model, rows);
    return;
  }
  pane->cursor += rows;
  wb_model_prepare(model);
  int lines = model->layout.pane[WB_PANE_RESULT].lines - 1;
  if (pane->cursor < pane->top) pane->top = pane->cursor;
  if (lines > 0 && pane->cursor >= pane->top + lines) pane->top = pane->cursor - lines + 1;
  show_place_at_cursor(model);
}

void wb_action_scroll_by(struct wb_model *model, enum wb_pane pane, int rows) {
  model->panes[pane].top += rows;
  if (model->panes[pane].top < 0) model->panes[pane].top = 0;
}

static void move_in_overlay(struct wb_model *model, int rows) {
  const bool has_cursor = wb_overlay_shown(model)->choices != NULL;
  if (has_cursor)
    model->overlay.cursor += rows;
  else
    model->overlay.top += rows;
}

void wb_action_move_by(struct wb_model *model, enum wb_pane pane, int rows) {
  if (wb_model_has_overlay(model)) {
    move_in_overlay(model, rows);
  } else if (pane == WB_PANE_LIST) {
    move_in_list(model, rows);
  } else if (pane == WB_PANE_RESULT) {
    move_in_result(model, rows);
  } else if (pane == WB_PANE_TIMELINE) {
    wb_action_move_in_timeline(model, rows);
  } else {
    wb_action_scroll_by(model, pane, rows);
  }
}

enum { FAR_AWAY = 1 << 24 };

void wb_do_up(struct wb_model *model) { wb_action_move_by(model, model->focus, -1); }
void wb_do_down(struct wb_model *model) { wb_action_move_by(model, model->focus, 1); }
void wb_do_page_up(struct wb_model *model) {
  wb_action_move_by(model, model->focus, -page_of(model, model->focus));
}
void wb_do_page_down(struct wb_model *model) {
  wb_action_move_by(model, model->focus, page_of(model, model->focus));
}
void wb_do_top(struct wb_model *model) { wb_action_move_by(model, model->focus, -FAR_AWAY); }
void wb_do_bottom(struct wb_model *model) { wb_action_move_by(model, model->focus, FAR_AWAY); }

/* ---- panes ---- */

void wb_do_pane_list(struct wb_model *model) { wb_model_focus(model, WB_PANE_LIST); }
void wb_do_pane_lesson(struct wb_model *model) { wb_model_focus(model, WB_PANE_LESSON); }
void wb_do_pane_kernel(struct wb_model *model) { wb_model_focus(model, WB_PANE_KERNEL); }
void wb_do_pane_result(struct wb_model *model) { wb_model_focus(model, WB_PANE_RESULT); }

void wb_do_pane_trace(struct wb_model *model) { wb_model_focus(model, WB_PANE_TRACE); }

void wb_do_pane_data(struct wb_model *model) {
  if (model->data.trouble != NULL) wb_data_forget(model); /* asked for once more */
  wb_model_focus(model, WB_PANE_DATA);
}

void wb_do_pane_timeline(struct wb_model *model) {
  if (wb_model_has_pane(model, WB_PANE_TIMELINE))
    wb_model_focus(model, WB_PANE_TIMELINE);
  else
    wb_model_say(model, WB_TONE_PLAIN,
                 "Only host programs have a timeline. 5 shows what your kernel's work-items did.");
}

void wb_do_pane_graph(struct wb_model *model) {
  if (wb_model_has_pane(model, WB_PANE_GRAPH))
    wb_model_focus(model, WB_PANE_GRAPH);
  else
    wb_model_say(model, WB_TONE_PLAIN, "Only host programs have graphs.");
}

/* The pane that many places further, of those that there are. */
static void go_to_pane(struct wb_model *model, int places) {
  int pane = model->focus;
  do pane = (pane + places + WB_PANE_COUNT) % WB_PANE_COUNT;
  while (!wb_model_has_pane(model, (enum wb_pane)pane));
  wb_model_focus(model, (enum wb_pane)pane);
}

void wb_do_next_pane(struct wb_model *model) { go_to_pane(model, 1); }

void wb_do_previous_pane(struct wb_model *model) { go_to_pane(model, -1); }

void wb_do_zoom(struct wb_model *model) { model->zoomed = !model->zoomed; }

void wb_do_open(struct wb_model *model) {
  if (model->focus == WB_PANE_LIST) {
    wb_model_effect(model, WB_EFFECT_OPEN);
    wb_model_focus(model, WB_PANE_LESSON);
  } else if (model->focus == WB_PANE_LESSON) {
    wb_model_focus(model, WB_PANE_KERNEL);
  } else if (model->focus == WB_PANE_RESULT) {
    if (show_place_at_cursor(model)) wb_edit_line(model);
  } else if (model->focus == WB_PANE_TIMELINE) {
    wb_action_open_entry(model);
  } else {
    wb_do_edit_here(model);
  }
}

/* ---- findings ---- */

/* The marked line after (or before) the current one, going round. */
static uint32_t marked_line(const struct wb_marks *marks, uint32_t from, bool forward) {
  uint32_t best = 0, around = 0;
  for (size_t i = 0; i < marks->count; i++) {
    uint32_t line = marks->items[i].line;
    bool beyond = forward ? line > from : line < from;
    bool nearer = forward ? line < best : line > best;
    bool first = forward ? line < around : line > around;
    if (beyond && (best == 0 || nearer)) best = line;
    if (around == 0 || first) around = line;
  }
  return best != 0 ? best : around;
}

/* Whether the first stands before the second, of marks or, at their count, of what is meant. */
static bool stands_before(const struct wb_model *model, size_t a, size_t b) {
  const struct wb_marks *marks = &model->marks;
  const uint32_t line_a = a < marks->count ? marks->items[a].line : model->at_line;
  const uint32_t line_b = b < marks->count ? marks->items[b].line : model->at_line;
  return line_a != line_b ? line_a < line_b : a < b;
}

/* The same of single marks, for above the editor each stands alone. */
static size_t next_mark(const struct wb_model *model, bool forward) {
  const size_t count = model->marks.count, from = wb_model_mark_meant(model);
  size_t best = count, around = count;
  for (size_t i = 0; i < count; i++) {
    const bool beyond = forward ? stands_before(model, from, i) : stands_before(model, i, from);
    if (beyond && (best == count || stands_before(model, i, best) == forward)) best = i;
    if (around == count || stands_before(model, i, around) == forward) around = i;
  }
  return best < count ? best : around;
}

/* The editor is not given the keys, so that the next finding is one key away, too. */
static void go_to_finding_in_editor(struct wb_model *model, bool forward) {
  const size_t meant = wb_model_mark_meant(model);
  /* After a save the first one is shown, and the editor is somewhere else. */
  const bool is_there = model->editor.at_finding || meant == model->marks.count;
  model->at_mark = is_there ? next_mark(model, forward) : meant;
  if (!model->layout.pane[WB_PANE_KERNEL].shown) wb_model_focus(model, WB_PANE_RESULT);
  wb_model_jump(model, model->marks.items[model->at_mark].line);
  wb_model_edit_at(model);
}

/* The result says it whole, where it is seen. */
static void show_in_result(struct wb_model *model) {
  struct wb_pane_state *pane = &model->panes[WB_PANE_RESULT];
  const int lines = model->layout.pane[WB_PANE_RESULT].lines - 1;
  int row = 0;
  if (!wb_model_shows_findings(model)) return;
  while ((size_t)row < pane->rows.count && pane->rows.items[row].source_line != model->at_line)
    row++;
  if ((size_t)row == pane->rows.count) return;
  int last = row; /* its sentence may have several rows */
  while ((size_t)last + 1 < pane->rows.count &&
         pane->rows.items[last + 1].source_line == model->at_line)
    last++;
  pane->cursor = row;
  if (last >= pane->top + lines) pane->top = last - lines + 1;
  if (row < pane->top) pane->top = row;
}

static void go_to_finding(struct wb_model *model, bool forward) {
  const uint32_t line = marked_line(&model->marks, model->at_line, forward);
  if (line == 0) {
    wb_model_say(model, WB_TONE_PLAIN, "No line is marked.");
  } else if (wb_model_shows_editor(model)) {
    go_to_finding_in_editor(model, forward);
  } else {
    if (model->focus == WB_PANE_LIST || model->focus == WB_PANE_LESSON)
      wb_model_focus(model, WB_PANE_KERNEL);
    wb_model_jump(model, line);
  }
  show_in_result(model);
}

void wb_do_next_finding(struct wb_model *model) { go_to_finding(model, true); }
void wb_do_previous_finding(struct wb_model *model) { go_to_finding(model, false); }

/* ---- puzzles ---- */

static size_t unsolved(const struct wb_model *model) {
  size_t count = 0;
  for (size_t i = 0; i < model->n_items; i++) count += !model->items[i].progress.solved;
  return count;
}

static void go_to_puzzle(struct wb_model *model, size_t index) {
  wb_model_select(model, index);
  wb_model_effect(model, WB_EFFECT_OPEN);
  wb_model_focus(model, WB_PANE_LESSON);
  wb_model_say(model, WB_TONE_PLAIN, "%s", wb_item_title(wb_model_item(model)));
}

static void say_last(struct wb_model *model) {
  const size_t left = unsolved(model);
  if (model->selected + 1 < model->n_items)
    wb_model_say(model, WB_TONE_PLAIN, "The list shows no further puzzle (%s); f shows others.",
                 wb_model_filter_words(model));
  else if (left == 0)
    wb_model_say(model, WB_TONE_GOOD,
                 "That was the last puzzle, and all are solved. The result says what comes next.");
  else
    wb_model_say(model, WB_TONE_PLAIN, "This is the last puzzle; %zu %s not solved yet.", left,
                 left == 1 ? "is" : "are");
}

/* What was searched for is forgotten; a filter by state stays. */
static void forget_search(struct wb_model *model) {
  wb_str_clear(&model->filter);
  wb_model_pane_stale(model, WB_PANE_LIST);
}

void wb_do_next_puzzle(struct wb_model *model) {
  forget_search(model);
  size_t next = wb_model_next_puzzle(model);
  if (next < model->n_items)
    go_to_puzzle(model, next);
  else
    say_last(model);
}

void wb_do_previous_puzzle(struct wb_model *model) {
  forget_search(model);
  size_t previous = wb_model_neighbour(model, -1);
  if (previous < model->n_items) go_to_puzzle(model, previous);
}

/* Building what is out of date before it is drawn. */
#include "tui/counters_model.h"
#include "tui/data.h"
#include "tui/model.h"
#include "tui/overlays.h"
#include "tui/timeline.h"
#include "tui/views.h"

typedef void (*view)(const struct wb_model *model, int width, struct wb_pane_text *rows);

static void build_text(const struct wb_model *model, struct wb_pane_state *pane, int width,
                       view build_rows) {
  if (!pane->stale && pane->width == width) return;
  wb_pane_text_release(&pane->rows);
  pane->width = width;
  pane->stale = false;
  if (width > 0) build_rows(model, width, &pane->rows);
}

static int clamp_between(int value, int least, int most) {
  if (value > most) value = most;
  return value < least ? least : value;
}

static void keep_in_range(struct wb_pane_state *pane, int lines) {
  int count = (int)pane->rows.count;
  pane->cursor = clamp_between(pane->cursor, 0, count - 1);
  pane->top = clamp_between(pane->top, 0, count - lines);
}

/* The list scrolls so that the selected puzzle is seen. */
static void follow_selection(struct wb_model *model, int lines) {
  struct wb_pane_state *list = &model->panes[WB_PANE_LIST];
  for (size_t i = 0; i < list->rows.count; i++) {
    if (list->rows.items[i].item != (int)model->selected) continue;
    if (list->cursor == (int)i) return; /* it was seen; the wheel may have scrolled */
    list->cursor = (int)i;
    int first = list->cursor; /* with the chapter's heading above it */
    while (first > 0 && list->rows.items[first - 1].item < 0) first--;
    if (list->cursor - first >= lines) first = list->cursor;
    if (first < list->top) list->top = first;
    if (list->cursor >= list->top + lines) list->top = list->cursor - lines + 1;
  }
}

/* The chosen one is to be seen, with what stands beneath it. */
static void follow_choice(struct wb_pane_state *overlay, int lines) {
  int first = -1, last = -1;
  for (size_t i = 0; i < overlay->rows.count; i++) {
    const int item = overlay->rows.items[i].item;
    if (item == overlay->cursor && first < 0) first = (int)i;
    if (item >= 0 && item != overlay->cursor && first >= 0) break;
    last = (int)i;
  }
  if (first < 0) return;
  if (last >= overlay->top + lines) overlay->top = last - lines + 1;
  if (first < overlay->top) overlay->top = first;
}

static void prepare_overlay(struct wb_model *model) {
  const struct wb_overlay *shown = wb_overlay_shown(model);
  struct wb_pane_state *overlay = &model->overlay;
  const struct wb_rect place = wb_overlay_place(model);
  const int lines = place.lines - 1;
  if (shown->choices != NULL) {
    overlay->cursor = clamp_between(overlay->cursor, 0, (int)shown->choices(model) - 1);
    overlay->stale = true; /* the rows show the cursor */
  }
  build_text(model, overlay, place.columns, shown->view);
  if (shown->choices != NULL) follow_choice(overlay, lines);
  overlay->top = clamp_between(overlay->top, 0, (int)overlay->rows.count - lines);
}

/* While the kernel is judged again the editor keeps its size. After the rows are built. */
static void prepare_editor(struct wb_model *model, int lines) {
  const int rows = (int)model->panes[WB_PANE_KERNEL].rows.count;
  const int most = wb_editor_finding_lines(lines);
  const int findings = rows < most ? rows : most;
  if (findings > 0 || !model->run.active) model->editor.findings = findings;
}

/* The row of the kernel pane that shows source line `line`, or -1. */
static int row_of_line(const struct wb_pane_text *rows, uint32_t line) {
  for (size_t i = 0; i < rows->count; i++) {
    if (rows->items[i].source_line == line) return (int)i;
  }
  return -1;
}

static void show_line(struct wb_model *model) {
  struct wb_pane_state *pane = &model->panes[WB_PANE_KERNEL];
  int row = row_of_line(&pane->rows, model->at_line);
  int height = model->layout.pane[WB_PANE_KERNEL].lines - 1;
  if (row < 0 || height < 1) return;
  /* The line and the note beneath it are to be seen. */
  if (row < pane->top || row + 2 >= pane->top + height) pane->top = row - height / 3;
}

static void show_explanation(struct wb_model *model) {
  struct wb_pane_state *pane = &model->panes[WB_PANE_LESSON];
  for (size_t i = 0; i < pane->rows.count; i++)
    if (pane->rows.items[i].item == WB_ROW_OF_EXPLANATION) pane->top = (int)i;
  model->shows_why = false;
}

/* Its picture fits the pane, and so goes by its lines, too. */
static void prepare_trace(struct wb_model *model, int lines) {
  wb_trace_view_follow(model);
  if (model->panes[WB_PANE_TRACE].lines != lines) wb_model_pane_stale(model, WB_PANE_TRACE);
}

enum { ROWS_WITHOUT_RESULT = 3 };

/* Before the first run, and during it, the result is a sentence. */
static int lower_rows(const struct wb_model *model) {
  const struct wb_item *item = wb_model_item(model);
  const bool empty = model->lower == WB_PANE_RESULT && item != NULL && item->result == NULL &&
                     !wb_model_has_overlay(model); /* which would take its place */
  return empty ? ROWS_WITHOUT_RESULT : 0;
}

void wb_model_arrange(struct wb_model *model) {
  struct wb_layout_wish wish = {.focus = model->focus,
                                .lower = model->lower,
                                .zoomed = model->zoomed,
                                .bare = wb_model_editor_fills(model),
                                .list_rows = wb_view_list_lines(model),
                                .lower_rows = lower_rows(model),
                                .code_columns = model->code_columns};
  wb_layout_compute(&model->layout, model->layout.lines, model->layout.columns, &wish);
}

/* The kernel's pane says in short what the result says beside it. */
static void follow_findings(struct wb_model *model) {
  const bool shows = wb_model_shows_findings(model);
  if (shows != model->showed_findings) wb_model_pane_stale(model, WB_PANE_KERNEL);
  model->showed_findings = shows;
}

void wb_model_prepare(struct wb_model *model) {
  static const view views[WB_PANE_COUNT] = {wb_view_list,     wb_view_lesson, wb_view_kernel,
                                            wb_view_result,   wb_view_trace,  wb_view_data,
                                            wb_view_timeline, wb_view_graph};
  wb_model_arrange(model);
  follow_findings(model);
  for (int i = 0; i < WB_PANE_COUNT; i++) {
    const struct wb_rect *rect = &model->layout.pane[i];
    if (!rect->shown) continue;
    if (i == WB_PANE_TRACE) prepare_trace(model, rect->lines - 1);
    bool was_stale = model->panes[i].stale;
    build_text(model, &model->panes[i], wb_layout_text_columns(&model->layout, (enum wb_pane)i),
               views[i]);
    if (i == WB_PANE_KERNEL && wb_model_shows_editor(model)) prepare_editor(model, rect->lines - 1);
    if (i == WB_PANE_RESULT && was_stale && wb_counters_model_shows(model))
      wb_counters_model_follow(model);
    if (i == WB_PANE_TIMELINE) wb_timeline_view_follow(model);
    bool resized = model->panes[i].lines != rect->lines - 1;
    model->panes[i].lines = rect->lines - 1;
    if (i == WB_PANE_LIST) {
      if (was_stale || resized) model->panes[i].cursor = -1;
      follow_selection(model, rect->lines - 1);
    }
    if (i == WB_PANE_KERNEL && model->at_line > 0 && (resized || model->shows_line)) {
      show_line(model);
      model->shows_line = false;
    }
    if (i == WB_PANE_LESSON && model->shows_why) show_explanation(model);
    keep_in_range(&model->panes[i], rect->lines - 1);
  }
  if (wb_model_has_overlay(model)) prepare_overlay(model);
  wb_trace_view_request(model);
  wb_data_request(model);
}

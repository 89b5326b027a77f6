#include "tui/frame.h"

#include <stdlib.h>
#include <string.h>

#include "text/columns.h"
#include "tui/views.h"

/* ---- titles ---- */

/* " 38% ", of a pane that holds more than it shows. Appends. */
static void add_position(const struct wb_model *model, enum wb_pane pane, struct wb_str *out) {
  const struct wb_pane_state *state = &model->panes[pane];
  const int lines = model->layout.pane[pane].lines - 1, count = (int)state->rows.count;
  const bool scrolls = pane != WB_PANE_KERNEL || !wb_model_shows_editor(model);
  if (scrolls && lines > 0 && count > lines)
    wb_str_addf(out, " %d%% ", (state->top + lines) * 100 / count);
}

/* From x on, up to `end`; a text that is too long ends in a sign. */
static int draw_caption(const struct wb_model *model, enum wb_pane pane, struct wb_cells *cells,
                        int x, int end) {
  const int y = model->layout.pane[pane].y;
  struct wb_str text;
  wb_str_init(&text);
  wb_pane_caption(model, pane, &text);
  if (text.length > 0 && x + 4 < end) {
    const bool cut = x + (int)wb_text_width(text.data) + 2 > end;
    x = wb_cells_text(cells, y, x, end, WB_LOOK_FRAME, " ");
    x = wb_cells_text(cells, y, x, end - 1 - cut, WB_LOOK_DIM, text.data);
    if (cut) x = wb_cells_text(cells, y, x, end, WB_LOOK_DIM, model->glyphs->more);
    x = wb_cells_text(cells, y, x, end, WB_LOOK_FRAME, " ");
  }
  wb_str_release(&text);
  return x;
}

/* "═ 3 Kernel ═ work/03-guards.cl ════ 38% ═" */
void wb_draw_title(const struct wb_model *model, enum wb_pane pane, struct wb_cells *cells) {
  const struct wb_rect *rect = &model->layout.pane[pane];
  const bool focus = model->focus == pane;
  int end = rect->x + rect->columns;
  struct wb_str text;
  wb_str_init(&text);
  wb_cells_repeat(cells, rect->y, rect->x, end, WB_LOOK_FRAME,
                  focus ? model->glyphs->line_focus : model->glyphs->line);
  wb_str_addf(&text, " %d %s ", pane + 1, wb_pane_name(pane));
  int x = wb_cells_text(cells, rect->y, rect->x + 1, end,
                        focus ? WB_LOOK_TITLE_FOCUS : WB_LOOK_TITLE, text.data);
  wb_str_clear(&text);
  add_position(model, pane, &text);
  if (text.length > 0 && x + (int)text.length + 1 < end) {
    end -= (int)text.length + 1;
    wb_cells_text(cells, rect->y, end, rect->x + rect->columns, WB_LOOK_DIM, text.data);
  }
  draw_caption(model, pane, cells, x + 1, end);
  wb_str_release(&text);
}

/* ---- tabs ---- */

static int tab_columns(enum wb_pane pane, bool named) {
  return named ? (int)strlen(wb_pane_name(pane)) + 4 : 3;
}

enum { DEVICE_GAP = 2 }; /* between what stands on the left and the device */

/* Columns for the tabs: that walls are missing says more than the names of panes. */
static int room_for_tabs(const struct wb_model *model) {
  const int columns = model->layout.columns;
  return model->lacks != NULL ? columns - (int)wb_text_width(model->lacks) - DEVICE_GAP - 1
                              : columns;
}

/* Names for all where they fit, else for the pane that has the keys, else for
 * none. */
void wb_tabs_place(const struct wb_model *model, struct wb_tab tabs[WB_PANE_COUNT]) {
  const int room = room_for_tabs(model);
  int all = 0, one = tab_columns(model->focus, true);
  for (int i = 0; i < WB_PANE_COUNT; i++) {
    if (!wb_model_has_pane(model, (enum wb_pane)i)) continue;
    all += tab_columns((enum wb_pane)i, true);
    if (i != (int)model->focus) one += tab_columns((enum wb_pane)i, false);
  }
  int x = 0;
  for (int i = 0; i < WB_PANE_COUNT; i++) {
    const bool named = all <= room || (one <= room && i == (int)model->focus);
    tabs[i] = (struct wb_tab){.x = x};
    if (!wb_model_has_pane(model, (enum wb_pane)i)) continue;
    tabs[i] = (struct wb_tab){x, tab_columns((enum wb_pane)i, named), named};
    x += tabs[i].columns;
  }
}

static void draw_tab(const struct wb_model *model, enum wb_pane pane, const struct wb_tab *tab,
                     struct wb_cells *cells) {
  const bool focus = model->focus == pane;
  const unsigned look = focus                            ? WB_LOOK_TITLE_FOCUS
                        : model->layout.pane[pane].shown ? WB_LOOK_TITLE
                                                         : WB_LOOK_DIM;
  char *text = wb_format(focus ? "[%d%s%s]" : " %d%s%s ", pane + 1, tab->named ? " " : "",
                         tab->named ? wb_pane_name(pane) : "");
  wb_cells_text(cells, model->layout.header_y, tab->x, tab->x + tab->columns, look, text);
  free(text);
}

/* ---- the top line ---- */

/* The device, and before it what is missing of the sandbox. */
static void draw_right(const struct wb_model *model, struct wb_cells *cells, int x) {
  const int columns = model->layout.columns;
  const int y = model->layout.header_y;
  char *device = wb_format("device: %s", model->device);
  int start = columns - (int)wb_text_width(device) - 1;
  /* That walls are missing says more than the device, and is put where only one has room. */
  if (model->lacks != NULL) {
    const int lacks = (int)wb_text_width(model->lacks);
    if (start < x + 2 * DEVICE_GAP + lacks) start = columns;
    const int at = start - (start < columns ? DEVICE_GAP : 1) - lacks;
    if (at >= x + DEVICE_GAP) wb_cells_text(cells, y, at, columns, WB_LOOK_WARN, model->lacks);
  }
  if (start >= x + DEVICE_GAP) wb_cells_text(cells, y, start, columns, WB_LOOK_DIM, device);
  free(device);
}

static void draw_top(const struct wb_model *model, struct wb_cells *cells) {
  const int y = model->layout.header_y, columns = model->layout.columns;
  struct wb_tab tabs[WB_PANE_COUNT];
  int x = 0;
  if (model->layout.wide) {
    x = wb_cells_text(cells, y, 1, columns, WB_LOOK_TITLE, "GPU Puzzle Workbench");
  } else {
    wb_tabs_place(model, tabs);
    for (int i = 0; i < WB_PANE_COUNT; i++)
      if (tabs[i].columns > 0) draw_tab(model, (enum wb_pane)i, &tabs[i], cells);
    x = tabs[WB_PANE_COUNT - 1].x + tabs[WB_PANE_COUNT - 1].columns;
  }
  draw_right(model, cells, x);
}

/* ---- the line between columns ---- */

/* The sign where the line meets titles on its left or right. */
static const char *joint(const struct wb_glyphs *glyphs, bool top, bool left, bool right) {
  if (top) return glyphs->joint_top;
  if (left && right) return glyphs->joint_cross;
  if (left) return glyphs->joint_left;
  return right ? glyphs->joint_right : glyphs->bar;
}

static void draw_divider(const struct wb_model *model, struct wb_cells *cells) {
  const struct wb_layout *layout = &model->layout;
  const int top = layout->header_y + 1;
  for (int y = top; layout->divider_x >= 0 && y < layout->status_y; y++) {
    bool left = false, right = false;
    for (int i = 0; i < WB_PANE_COUNT; i++) {
      const struct wb_rect *rect = &layout->pane[i];
      if (!rect->shown || rect->y != y) continue;
      left = left || rect->x < layout->divider_x;
      right = right || rect->x > layout->divider_x;
    }
    wb_cells_text(cells, y, layout->divider_x, layout->columns, WB_LOOK_FRAME,
                  joint(model->glyphs, y == top, left, right));
  }
}

void wb_draw_frame(const struct wb_model *model, struct wb_cells *cells) {
  draw_divider(model, cells);
  if (model->layout.header_y >= 0) draw_top(model, cells);
}

/* ---- rows ---- */

/* A row that is too long (a drawing in a lesson) ends in a sign. */
void wb_draw_row(const struct wb_model *model, struct wb_cells *cells,
                 const struct wb_pane_row *row, int y, int x, int end) {
  int width = 0, start = x;
  for (size_t i = 0; i < row->n_pieces; i++) {
    x = wb_cells_text(cells, y, x, end, row->pieces[i].look, row->pieces[i].text);
    width += (int)wb_text_width(row->pieces[i].text);
  }
  if (start + width > end) {
    wb_cells_text(cells, y, end - 1, end, WB_LOOK_DIM, model->glyphs->more);
  }
}

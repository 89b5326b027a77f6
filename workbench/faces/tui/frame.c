#include "tui/frame.h"

#include <stdlib.h>
#include <string.h>

#include "text/columns.h"
#include "tui/views.h"

/* ---- what a title has room for ---- */

/* Of " 3 Kernel ", and of a tab. */
static int name_columns(enum wb_pane pane, bool named) {
  return named ? (int)strlen(wb_pane_name(pane)) + 4 : 3;
}

static int caption_columns(const struct wb_model *model, enum wb_pane pane) {
  struct wb_str text;
  wb_str_init(&text);
  wb_pane_caption(model, pane, &text);
  const int columns = text.length > 0 ? (int)wb_text_width(text.data) + 3 : 0;
  wb_str_release(&text);
  return columns;
}

/* " 1-9/68 ", which rows are seen of a pane that holds more than it shows, or only that it does
 * where the caption needs the room. Appends. */
static void add_position(const struct wb_model *model, enum wb_pane pane, struct wb_str *out) {
  const struct wb_pane_state *state = &model->panes[pane];
  const struct wb_rect *rect = &model->layout.pane[pane];
  const int lines = rect->lines - 1, count = (int)state->rows.count;
  if (pane == WB_PANE_KERNEL && wb_model_shows_editor(model)) return;
  if (lines <= 0 || count <= lines) return;
  wb_str_addf(out, " %d-%d/%d ", state->top + 1, state->top + lines, count);
  const int used = 2 + name_columns(pane, true) + (int)out->length;
  if (used + caption_columns(model, pane) <= rect->columns) return;
  wb_str_clear(out);
  wb_str_addf(out, " %s ", model->glyphs->more);
}

static int position_columns(const struct wb_model *model, enum wb_pane pane) {
  struct wb_str text;
  wb_str_init(&text);
  add_position(model, pane, &text);
  const int columns = (int)wb_text_width(text.data);
  wb_str_release(&text);
  return columns > 0 ? columns + 1 : 0;
}

/* ---- tabs ---- */

enum { DEVICE_GAP = 2 }; /* between what stands on the left and the device */

/* Columns for the tabs: that walls are missing says more than the names of panes. */
static int room_for_tabs(const struct wb_model *model) {
  const int columns = model->layout.columns;
  return model->lacks != NULL ? columns - (int)wb_text_width(model->lacks) - DEVICE_GAP - 1
                              : columns;
}

/* Names for all where they fit, else for the pane that has the keys, else for
 * none. */
static void place_tabs_on_top(const struct wb_model *model, struct wb_tab tabs[WB_PANE_COUNT]) {
  const int room = room_for_tabs(model);
  int all = 0, one = name_columns(model->focus, true);
  for (int i = 0; i < WB_PANE_COUNT; i++) {
    if (!wb_model_has_pane(model, (enum wb_pane)i)) continue;
    all += name_columns((enum wb_pane)i, true);
    if (i != (int)model->focus) one += name_columns((enum wb_pane)i, false);
  }
  int x = 0;
  for (int i = 0; i < WB_PANE_COUNT; i++) {
    const bool named = all <= room || (one <= room && i == (int)model->focus);
    if (!wb_model_has_pane(model, (enum wb_pane)i)) continue;
    tabs[i] =
        (struct wb_tab){model->layout.header_y, x, name_columns((enum wb_pane)i, named), named};
    x += tabs[i].columns;
  }
}

static bool shares_place(const struct wb_model *model, int pane) {
  return pane >= WB_PANE_RESULT && pane != (int)model->lower &&
         wb_model_has_pane(model, (enum wb_pane)pane);
}

/* In the title of the pane below: those that take its place, with names where these fit beside its
 * caption. */
static void place_tabs_below(const struct wb_model *model, struct wb_tab tabs[WB_PANE_COUNT]) {
  const struct wb_rect *rect = &model->layout.pane[model->lower];
  const int end = rect->x + rect->columns - position_columns(model, model->lower);
  const int title = 1 + name_columns(model->lower, true);
  const int room = end - rect->x - title - caption_columns(model, model->lower);
  int named = 0, bare = 0;
  for (int i = 0; i < WB_PANE_COUNT; i++) {
    if (!shares_place(model, i)) continue;
    named += name_columns((enum wb_pane)i, true);
    bare += name_columns((enum wb_pane)i, false);
  }
  const bool fits = named <= room;
  int x = end - (fits ? named : bare) - 1;
  if (!rect->shown || x < rect->x + title) return;
  for (int i = 0; i < WB_PANE_COUNT; i++) {
    if (!shares_place(model, i)) continue;
    tabs[i] = (struct wb_tab){rect->y, x, name_columns((enum wb_pane)i, fits), fits};
    x += tabs[i].columns;
  }
}

void wb_tabs_place(const struct wb_model *model, struct wb_tab tabs[WB_PANE_COUNT]) {
  for (int i = 0; i < WB_PANE_COUNT; i++) tabs[i] = (struct wb_tab){.y = -1};
  if (model->layout.tabs_on_top)
    place_tabs_on_top(model, tabs);
  else
    place_tabs_below(model, tabs);
}

static void draw_tabs(const struct wb_model *model, struct wb_cells *cells) {
  struct wb_tab tabs[WB_PANE_COUNT];
  wb_tabs_place(model, tabs);
  for (int i = 0; i < WB_PANE_COUNT; i++) {
    const struct wb_tab *tab = &tabs[i];
    const bool focus = (int)model->focus == i;
    const unsigned look = focus                         ? WB_LOOK_TITLE_FOCUS
                          : model->layout.pane[i].shown ? WB_LOOK_TITLE
                                                        : WB_LOOK_DIM;
    if (tab->columns == 0) continue;
    char *text = wb_format(focus ? "[%d%s%s]" : " %d%s%s ", i + 1, tab->named ? " " : "",
                           tab->named ? wb_pane_name((enum wb_pane)i) : "");
    wb_cells_text(cells, tab->y, tab->x, tab->x + tab->columns, look, text);
    free(text);
  }
}

/* Where the tabs begin that are in this pane's title; `end` where none are. */
static int tabs_begin(const struct wb_model *model, enum wb_pane pane, int end) {
  struct wb_tab tabs[WB_PANE_COUNT];
  wb_tabs_place(model, tabs);
  for (int i = 0; i < WB_PANE_COUNT && !model->layout.tabs_on_top && pane == model->lower; i++)
    if (tabs[i].columns > 0 && tabs[i].x < end) end = tabs[i].x;
  return end;
}

/* ---- titles ---- */

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

/* "═ 3 Kernel ═ work/03-guards.cl ════ 1-9/68 ═" */
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
  const int columns = (int)wb_text_width(text.data);
  if (columns > 0 && x + columns + 1 < end) {
    end -= columns + 1;
    wb_cells_text(cells, rect->y, end, rect->x + rect->columns, WB_LOOK_DIM, text.data);
  }
  draw_caption(model, pane, cells, x + 1, tabs_begin(model, pane, end));
  wb_str_release(&text);
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
  wb_tabs_place(model, tabs);
  if (!model->layout.tabs_on_top)
    x = wb_cells_text(cells, y, 1, columns, WB_LOOK_TITLE, "GPU Puzzle Workbench");
  for (int i = 0; i < WB_PANE_COUNT && model->layout.tabs_on_top; i++)
    if (tabs[i].columns > 0) x = tabs[i].x + tabs[i].columns;
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
  if (model->layout.header_y >= 0 || !model->layout.tabs_on_top) draw_tabs(model, cells);
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

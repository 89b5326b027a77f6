#include "tui/draw.h"

#include <stdlib.h>

#include "text/columns.h"
#include "tui/bottom_lines.h"
#include "tui/frame.h"
#include "tui/search.h"
#include "tui/overlays.h"
#include "tui/views.h"

/* In place of an editor that draws nothing. */
static void draw_silence(const struct wb_model *model, struct wb_cells *cells, int y, int x,
                         int end) {
  const struct wb_rect *rect = &model->layout.pane[WB_PANE_KERNEL];
  struct wb_pane_text rows;
  wb_pane_text_init(&rows);
  wb_pane_text_wrap(&rows, WB_LOOK_DIM, (size_t)(end > x ? end - x : 1), 0,
                    "Your editor has drawn nothing here: it may have a window of its own. What "
                    "you save there is judged here.");
  for (size_t i = 0; i < rows.count && y < rect->y + rect->lines; i++, y++)
    wb_draw_row(model, cells, &rows.items[i], y, x, end);
  wb_pane_text_release(&rows);
}

/* What was found, and below it the editor. The cursor is the editor's only while the keys are. */
static void draw_editor(const struct wb_model *model, struct wb_cells *cells) {
  const struct wb_rect *rect = &model->layout.pane[WB_PANE_KERNEL];
  const struct wb_pane_text *findings = &model->panes[WB_PANE_KERNEL].rows;
  const int above = model->editor.findings, x = rect->x + model->layout.margin;
  const int end = rect->x + rect->columns - model->layout.margin;
  for (int i = 0; i < above && (size_t)i < findings->count; i++)
    wb_draw_row(model, cells, &findings->items[i], rect->y + 1 + i, x, end);
  if (above > 0 && (size_t)above < findings->count) /* there is more */
    wb_cells_text(cells, rect->y + above, end - 1, end, WB_LOOK_DIM, model->glyphs->more);
  wb_cells_paste(cells, rect->y + 1 + above, rect->x, rect->lines - 1 - above, rect->columns,
                 &model->editor.cells);
  if (model->editor.silent) draw_silence(model, cells, rect->y + 2 + above, x, end);
  if (wb_model_is_typing(model)) return;
  cells->cursor_y = cells->cursor_x = -1;
  cells->cursor_shape = 0;
}

static void draw_pane(const struct wb_model *model, enum wb_pane pane, struct wb_cells *cells) {
  const struct wb_rect *rect = &model->layout.pane[pane];
  const struct wb_pane_state *state = &model->panes[pane];
  const bool takes_cursor = pane == WB_PANE_RESULT || pane == WB_PANE_TIMELINE;
  const bool has_cursor = pane == WB_PANE_LIST || (takes_cursor && model->focus == pane);
  int x = rect->x + model->layout.margin, end = rect->x + rect->columns;
  wb_draw_title(model, pane, cells);
  if (pane == WB_PANE_KERNEL && wb_model_shows_editor(model)) {
    draw_editor(model, cells);
    return;
  }
  for (int i = 0; i + 1 < rect->lines; i++) {
    int row = state->top + i, y = rect->y + 1 + i;
    if (row < 0 || (size_t)row >= state->rows.count) continue;
    wb_draw_row(model, cells, &state->rows.items[row], y, x, end - model->layout.margin);
    /* Not on headings, nor on the verdict: they keep their looks. */
    bool on_item = pane == WB_PANE_RESULT ? row > 0 : state->rows.items[row].item >= 0;
    if (has_cursor && on_item && row == state->cursor)
      wb_cells_look(cells, y, rect->x, end, WB_LOOK_PLAIN | WB_LOOK_REVERSE);
    wb_search_mark(model, pane, &state->rows.items[row], cells, y, x, end - model->layout.margin);
    bool here = state->rows.items[row].source_line == model->at_line && model->at_line > 0;
    if (pane == WB_PANE_KERNEL && here) {
      wb_cells_reverse(cells, y, x, x + 2);
    }
  }
}

static void draw_overlay_title(const struct wb_model *model, const struct wb_rect *place,
                               struct wb_cells *cells) {
  struct wb_str text;
  wb_str_init(&text);
  wb_str_add_char(&text, ' ');
  wb_overlay_shown(model)->title(model, &text);
  wb_str_add_char(&text, ' ');
  const int end = place->x + place->columns;
  wb_cells_repeat(cells, place->y, place->x, end, WB_LOOK_FRAME, model->glyphs->line_focus);
  wb_cells_text(cells, place->y, place->x + 1, end - 1, WB_LOOK_TITLE_FOCUS, text.data);
  wb_str_release(&text);
}

static void draw_overlay(const struct wb_model *model, struct wb_cells *cells) {
  const struct wb_pane_state *overlay = &model->overlay;
  const bool has_cursor = wb_overlay_shown(model)->choices != NULL;
  const struct wb_rect place = wb_overlay_place(model);
  const int end = place.x + place.columns;
  draw_overlay_title(model, &place, cells);
  for (int i = 0; i + 1 < place.lines; i++) {
    const int row = overlay->top + i;
    const int y = place.y + 1 + i;
    wb_cells_repeat(cells, y, place.x, end, WB_STYLE_PLAIN, " ");
    if (row < 0 || (size_t)row >= overlay->rows.count) continue;
    wb_draw_row(model, cells, &overlay->rows.items[row], y, place.x, end);
    if (has_cursor && overlay->rows.items[row].item == overlay->cursor)
      wb_cells_reverse(cells, y, place.x, end);
  }
}

static void draw_panes(const struct wb_model *model, struct wb_cells *cells) {
  const struct wb_layout *layout = &model->layout;
  for (int i = 0; i < WB_PANE_COUNT; i++) {
    if (layout->pane[i].shown) draw_pane(model, (enum wb_pane)i, cells);
  }
  wb_draw_frame(model, cells);
}

void wb_draw(const struct wb_model *model, struct wb_cells *cells) {
  wb_cells_clear(cells, model->layout.lines, model->layout.columns);
  const bool over_all = wb_model_has_overlay(model) && wb_overlay_place(model).y == 0;
  if (model->layout.usable && !over_all) draw_panes(model, cells);
  if (model->layout.usable && wb_model_has_overlay(model)) draw_overlay(model, cells);
  wb_draw_bottom_lines(model, cells);
}

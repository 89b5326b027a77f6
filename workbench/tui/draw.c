#include "tui/draw.h"

#include <stdlib.h>

#include "text/utf8.h"
#include "tui/bindings.h"
#include "tui/views.h"

/* A row that is too long (a drawing in a lesson) ends in a sign. */
static void draw_row(const struct wb_model *model, struct wb_cells *cells, const struct wb_row *row,
                     int y, int x, int end) {
  int width = 0, start = x;
  for (size_t i = 0; i < row->n_pieces; i++) {
    x = wb_cells_text(cells, y, x, end, row->pieces[i].look, row->pieces[i].text);
    width += (int)wb_text_width(row->pieces[i].text);
  }
  if (start + width > end) {
    wb_cells_text(cells, y, end - 1, end, WB_LOOK_DIM, model->glyphs->more);
  }
}

/* "═ 3 Kernel ═ work/03-guards.cl ════ 12/40 ═" */
static void draw_title(const struct wb_model *model, enum wb_pane pane, struct wb_cells *cells) {
  const struct wb_rect *rect = &model->layout.pane[pane];
  const struct wb_pane_state *state = &model->panes[pane];
  bool focus = model->focus == pane;
  const char *line = focus ? model->glyphs->line_focus : model->glyphs->line;
  int end = rect->x + rect->columns;
  struct wb_str text;
  wb_str_init(&text);
  wb_cells_repeat(cells, rect->y, rect->x, end, WB_LOOK_FRAME, line);
  wb_str_addf(&text, " %d %s ", pane + 1, wb_pane_name(pane));
  int x = wb_cells_text(cells, rect->y, rect->x + 1, end,
                        focus ? WB_LOOK_TITLE_FOCUS : WB_LOOK_TITLE, text.data);
  wb_str_clear(&text);
  wb_pane_caption(model, pane, &text);
  if (text.length > 0 && x + 4 < end) {
    x = wb_cells_text(cells, rect->y, x + 1, end, WB_LOOK_FRAME, " ");
    x = wb_cells_text(cells, rect->y, x, end - 2, WB_LOOK_DIM, text.data);
    x = wb_cells_text(cells, rect->y, x, end, WB_LOOK_FRAME, " ");
  }
  int lines = rect->lines - 1;
  bool scrolls = pane != WB_PANE_KERNEL || !wb_model_shows_editor(model);
  if (scrolls && (int)state->rows.count > lines && lines > 0) {
    wb_str_clear(&text);
    wb_str_addf(&text, " %d%% ", (state->top + lines) * 100 / (int)state->rows.count);
    int width = (int)text.length;
    if (x + width + 1 < end) {
      wb_cells_text(cells, rect->y, end - width - 1, end, WB_LOOK_DIM, text.data);
    }
  }
  wb_str_release(&text);
}

/* The cursor is the editor's only while the keys are. */
static void draw_editor(const struct wb_model *model, struct wb_cells *cells) {
  const struct wb_rect *rect = &model->layout.pane[WB_PANE_KERNEL];
  wb_cells_paste(cells, rect->y + 1, rect->x, rect->lines - 1, rect->columns, &model->editor.cells);
  if (!wb_model_is_typing(model)) cells->cursor_y = cells->cursor_x = -1;
}

static void draw_pane(const struct wb_model *model, enum wb_pane pane, struct wb_cells *cells) {
  const struct wb_rect *rect = &model->layout.pane[pane];
  const struct wb_pane_state *state = &model->panes[pane];
  bool has_cursor = pane == WB_PANE_LIST || (pane == WB_PANE_RESULT && model->focus == pane);
  int x = rect->x + model->layout.margin, end = rect->x + rect->columns;
  draw_title(model, pane, cells);
  if (pane == WB_PANE_KERNEL && wb_model_shows_editor(model)) {
    draw_editor(model, cells);
    return;
  }
  for (int i = 0; i + 1 < rect->lines; i++) {
    int row = state->top + i, y = rect->y + 1 + i;
    if (row < 0 || (size_t)row >= state->rows.count) continue;
    draw_row(model, cells, &state->rows.items[row], y, x, end - model->layout.margin);
    if (has_cursor && row == state->cursor) wb_cells_reverse(cells, y, rect->x, end);
    bool here = state->rows.items[row].source_line == model->at_line && model->at_line > 0;
    if (pane == WB_PANE_KERNEL && here) {
      wb_cells_reverse(cells, y, x, x + 2);
    }
  }
}

static void draw_tabs(const struct wb_model *model, struct wb_cells *cells) {
  int width = model->layout.columns / WB_PANE_COUNT;
  int y = model->layout.header_y;
  wb_cells_repeat(cells, y, 0, model->layout.columns, WB_LOOK_BAR, " ");
  for (int i = 0; i < WB_PANE_COUNT && width > 2; i++) {
    bool focus = model->focus == (enum wb_pane)i;
    char *text = wb_format(focus ? "[%d %s]" : " %d %s ", i + 1, wb_pane_name((enum wb_pane)i));
    wb_cells_text(cells, y, i * width, (i + 1) * width, focus ? WB_LOOK_TITLE_FOCUS : WB_LOOK_BAR,
                  text);
    free(text);
  }
}

static void draw_header(const struct wb_model *model, struct wb_cells *cells) {
  int y = model->layout.header_y, columns = model->layout.columns;
  wb_cells_repeat(cells, y, 0, columns, WB_LOOK_BAR, " ");
  wb_cells_text(cells, y, 1, columns, WB_LOOK_TITLE, "GPU Puzzle Workbench");
  char *device = wb_format("device: %s", model->device);
  int width = (int)wb_text_width(device);
  wb_cells_text(cells, y, columns - width - 1, columns, WB_LOOK_BAR, device);
  free(device);
}

static void draw_prompt(const struct wb_model *model, struct wb_cells *cells, unsigned look,
                        const char *text) {
  int y = model->layout.status_y, columns = model->layout.columns;
  int x = wb_cells_text(cells, y, 0, columns, look, text);
  cells->cursor_y = y;
  cells->cursor_x = x < columns ? x : columns - 1;
}

enum { MESSAGE_LINES = 4 };

/* A long message grows upwards, over the panes, for it is to be read. */
static void draw_message(const struct wb_model *model, struct wb_cells *cells, unsigned look,
                         const char *text) {
  struct wb_rows rows;
  int bottom = model->layout.status_y, columns = model->layout.columns;
  wb_rows_init(&rows);
  wb_rows_wrap(&rows, look, (size_t)columns, 0, text);
  int lines = (int)rows.count;
  if (lines > MESSAGE_LINES) lines = MESSAGE_LINES;
  if (lines > bottom / 2 + 1) lines = bottom / 2 + 1;
  for (int i = 0; i < lines; i++) {
    int y = bottom - lines + 1 + i;
    wb_cells_repeat(cells, y, 0, columns, WB_STYLE_PLAIN, " ");
    draw_row(model, cells, &rows.items[i], y, 0, columns);
  }
  if (lines > 0 && lines < (int)rows.count) {
    wb_cells_text(cells, bottom, columns - 1, columns, look, model->glyphs->more);
  }
  wb_rows_release(&rows);
}

static void draw_status(const struct wb_model *model, struct wb_cells *cells) {
  struct wb_str text;
  wb_str_init(&text);
  unsigned look = wb_status_text(model, &text);
  if (model->mode == WB_MODE_SEARCH || model->mode == WB_MODE_COMMAND) {
    draw_prompt(model, cells, look, text.data);
  } else if (model->layout.columns > 0) {
    draw_message(model, cells, look, text.data);
  }
  wb_str_release(&text);
}

static int draw_key_hint(const struct wb_model *model, struct wb_cells *cells, int x, int key,
                         const char *brief) {
  const int y = model->layout.keys_y, columns = model->layout.columns;
  char name[WB_KEY_NAME_MAX];
  wb_key_name(key, name);
  if (x + (int)(wb_text_width(name) + wb_text_width(brief)) + 1 > columns) return x;
  x = wb_cells_text(cells, y, x, columns, WB_STYLE_STRONG, name);
  x = wb_cells_text(cells, y, x, columns, WB_LOOK_DIM, " ");
  return wb_cells_text(cells, y, x, columns, WB_LOOK_DIM, brief) + 2;
}

/* A key of which this pane makes something else is of no use in it. */
static bool is_useful(const struct wb_model *model, const struct wb_binding *binding) {
  const bool here = binding->panes == 0 || (binding->panes & WB_IN(model->focus)) != 0;
  return here && wb_binding_for_key(binding->keys[0], model->focus) == binding;
}

/* "e edit  r run": those that are of use in the pane, as many as fit. */
static void draw_key_hints(const struct wb_model *model, struct wb_cells *cells) {
  size_t count;
  const struct wb_binding *bindings = wb_bindings(&count);
  int x = 0;
  if (wb_model_is_typing(model)) {
    draw_key_hint(model, cells, 0, WB_KEY_LEAVE_EDITOR,
                  "leaves the editor; saving runs the puzzle");
    return;
  }
  /* First the keys that mean something in this pane only. */
  for (size_t i = 0; i < 2 * count; i++) {
    const struct wb_binding *binding = &bindings[i % count];
    const bool own = (binding->only & WB_IN(model->focus)) != 0;
    if (binding->brief == NULL || own != (i < count) || !is_useful(model, binding)) continue;
    x = draw_key_hint(model, cells, x, binding->keys[0], binding->brief);
  }
}

static void draw_overlay(const struct wb_model *model, struct wb_cells *cells) {
  const struct wb_pane_state *overlay = &model->overlay;
  int columns = model->layout.columns, bottom = model->layout.status_y;
  bool devices = model->mode == WB_MODE_DEVICES;
  wb_cells_repeat(cells, 0, 0, columns, WB_LOOK_FRAME, model->glyphs->line_focus);
  wb_cells_text(
      cells, 0, 1, columns, WB_LOOK_TITLE_FOCUS,
      devices ? " Devices: Enter chooses, Esc closes " : " Help: j, k scroll, Esc closes ");
  for (int y = 1; y < bottom; y++) {
    int row = overlay->top + y - 1;
    if ((size_t)row >= overlay->rows.count) break;
    draw_row(model, cells, &overlay->rows.items[row], y, 0, columns);
    if (devices && overlay->rows.items[row].item == overlay->cursor) {
      wb_cells_reverse(cells, y, 0, columns);
    }
  }
}

static void draw_panes(const struct wb_model *model, struct wb_cells *cells) {
  const struct wb_layout *layout = &model->layout;
  for (int i = 0; i < WB_PANE_COUNT; i++) {
    if (layout->pane[i].shown) draw_pane(model, (enum wb_pane)i, cells);
  }
  for (int y = layout->header_y + 1; layout->divider_x >= 0 && y < layout->status_y; y++) {
    wb_cells_text(cells, y, layout->divider_x, layout->columns, WB_LOOK_FRAME, model->glyphs->bar);
  }
  if (layout->header_y < 0) return;
  if (layout->wide) {
    draw_header(model, cells);
  } else {
    draw_tabs(model, cells);
  }
}

void wb_draw(const struct wb_model *model, struct wb_cells *cells) {
  wb_cells_clear(cells, model->layout.lines, model->layout.columns);
  if (model->mode == WB_MODE_HELP || model->mode == WB_MODE_DEVICES) {
    draw_overlay(model, cells);
  } else if (model->layout.usable) {
    draw_panes(model, cells);
  }
  draw_status(model, cells);
  if (model->layout.keys_y >= 0) draw_key_hints(model, cells);
}

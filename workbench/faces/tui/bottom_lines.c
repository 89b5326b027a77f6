#include "tui/bottom_lines.h"

#include "text/columns.h"
#include "tui/command_line.h"
#include "tui/frame.h"
#include "tui/hints.h"
#include "tui/views.h"

/* ---- prompts ---- */

/* A line that is too long shows its end, where it is typed. */
static void draw_prompt(const struct wb_model *model, struct wb_cells *cells, unsigned look,
                        const char *text) {
  const int y = model->layout.status_y, columns = model->layout.columns;
  size_t width = wb_text_width(text);
  while (columns > 1 && width + 1 > (size_t)columns && *text != '\0') {
    do {
      text++;
    } while (((unsigned char)*text & 0xC0) == 0x80);
    width = wb_text_width(text);
  }
  const int x = wb_cells_text(cells, y, 0, columns, look, text);
  cells->cursor_y = y;
  cells->cursor_x = x < columns ? x : columns - 1;
}

/* ---- messages ---- */

enum { MESSAGE_LINES = 4 };

/* A long message grows upwards, over the panes, for it is to be read. */
static void draw_message(const struct wb_model *model, struct wb_cells *cells, unsigned look,
                         const char *text) {
  struct wb_pane_text rows;
  int bottom = model->layout.status_y, columns = model->layout.columns;
  wb_pane_text_init(&rows);
  wb_pane_text_wrap(&rows, look, (size_t)columns, 0, text);
  int lines = (int)rows.count;
  if (lines > MESSAGE_LINES) lines = MESSAGE_LINES;
  if (lines > bottom / 5 + (bottom < 5)) lines = bottom / 5 + (bottom < 5);
  const struct wb_rect *kernel = &model->layout.pane[WB_PANE_KERNEL];
  const bool said_above = model->message_is_verdict && model->layout.pane[WB_PANE_RESULT].shown;
  /* The editor's last line is where it asks and answers. */
  const bool over_editor = wb_model_is_typing(model) && kernel->y + kernel->lines == bottom;
  if ((said_above || over_editor || !model->layout.usable) && lines > 1) lines = 1;
  for (int i = 0; i < lines; i++) {
    int y = bottom - lines + 1 + i;
    wb_cells_repeat(cells, y, 0, columns, WB_STYLE_PLAIN, " ");
    wb_draw_row(model, cells, &rows.items[i], y, 0, columns);
  }
  if (lines > 0 && lines < (int)rows.count) {
    wb_cells_text(cells, bottom, columns - 1, columns, look, model->glyphs->more);
  }
  wb_pane_text_release(&rows);
}

/* ---- key hints ---- */

enum { HINT_GAP = 2 };

static int hint_columns(const struct wb_hint *hint) {
  return (int)(wb_text_width(hint->key) + 1 + wb_text_width(hint->brief));
}

static int draw_hint(const struct wb_hint *hint, struct wb_cells *cells, int y, int x) {
  const int columns = cells->columns;
  x = wb_cells_text(cells, y, x, columns, WB_STYLE_STRONG, hint->key);
  x = wb_cells_text(cells, y, x, columns, WB_LOOK_DIM, " ");
  return wb_cells_text(cells, y, x, columns, WB_LOOK_DIM, hint->brief) + HINT_GAP;
}

/* As many as fit before the last ones, which are always there. */
static void draw_hints(const struct wb_model *model, struct wb_cells *cells, int y) {
  struct wb_hint hints[WB_HINTS_MAX];
  size_t n_kept = 0;
  const size_t count = wb_key_hints(model, hints, &n_kept);
  int kept = 0, x = 0;
  for (size_t i = count - n_kept; i < count; i++) kept += hint_columns(&hints[i]) + HINT_GAP;
  for (size_t i = 0; i < count; i++) {
    const int room = model->layout.columns + HINT_GAP - (i < count - n_kept ? kept : 0);
    if (x + hint_columns(&hints[i]) + HINT_GAP <= room) x = draw_hint(&hints[i], cells, y, x);
  }
}

/* The words that Tab offers; those before the chosen one leave where it would
 * not fit. */
static void draw_completion(const struct wb_model *model, struct wb_cells *cells, int y) {
  const struct wb_completion *completion = &model->completion;
  const int columns = model->layout.columns;
  size_t first = 0;
  int x = 0;
  if (completion->at < completion->words.count) {
    int used = 0;
    for (size_t i = completion->at + 1; i-- > 0 && used <= columns - 2;) {
      used += (int)wb_text_width(completion->words.items[i]) + HINT_GAP;
      if (used <= columns - 2) first = i;
      if (used > columns - 2) break;
    }
  }
  for (size_t i = first; i < completion->words.count; i++) {
    const char *word = completion->words.items[i];
    if (x + (int)wb_text_width(word) > columns - 2) {
      wb_cells_text(cells, y, x, columns, WB_LOOK_DIM, model->glyphs->more);
      return;
    }
    x = wb_cells_text(cells, y, x, columns,
                      i == completion->at ? WB_LOOK_TITLE_FOCUS : WB_LOOK_PLAIN, word) +
        HINT_GAP;
  }
}

void wb_draw_bottom_lines(const struct wb_model *model, struct wb_cells *cells) {
  const struct wb_layout *layout = &model->layout;
  const bool typed = model->mode == WB_MODE_SEARCH || model->mode == WB_MODE_COMMAND ||
                     wb_model_searches_help(model);
  struct wb_str text;
  wb_str_init(&text);
  unsigned look = wb_status_text(model, &text);
  if (typed) {
    draw_prompt(model, cells, look, text.data);
  } else if (layout->usable && layout->keys_y < 0 && text.length == 0) {
    draw_hints(model, cells, layout->status_y);
  } else if (layout->columns > 0) {
    draw_message(model, cells, look, text.data);
  }
  if (layout->keys_y >= 0 && wb_command_line_completes(model))
    draw_completion(model, cells, layout->keys_y);
  else if (layout->keys_y >= 0)
    draw_hints(model, cells, layout->keys_y);
  wb_str_release(&text);
}

/* What the views of the trace draw alike. */
#include "tui/view_trace_parts.h"

#include <stdlib.h>

#include "base/str.h"
#include "text/columns.h"

static void put_blanks(struct wb_pane_text *rows, unsigned look, int count) {
  if (count > 0) wb_pane_text_putf(rows, look, "%*s", count, "");
}

unsigned wb_trace_view_item_look(uint64_t item) {
  return WB_LOOK_ITEM + (unsigned)(item % WB_ITEM_LOOKS);
}

void wb_trace_view_put_boxed(const struct wb_trace_picture *picture, unsigned look, int width,
                             unsigned sign_look, const char *before, const char *text,
                             const char *after, uint64_t spot) {
  struct wb_pane_text *rows = picture->rows;
  const int columns = (int)wb_text_width(text), room = width - 2;
  if (columns < room) {
    put_blanks(rows, WB_STYLE_PLAIN, room - columns);
    wb_pane_text_spot(rows, spot);
  }
  wb_pane_text_put(rows, sign_look | (look & WB_LOOK_REVERSE), before);
  wb_pane_text_spot(rows, spot);
  wb_trace_view_put_cell(picture, look, columns < room ? columns : room, text);
  wb_pane_text_spot(rows, spot);
  wb_pane_text_put(rows, look, after);
  wb_pane_text_spot(rows, spot);
}

void wb_trace_view_put_cell(const struct wb_trace_picture *picture, unsigned look, int width,
                            const char *text) {
  const int columns = (int)wb_text_width(text);
  if (columns <= width) {
    char *padded = wb_format("%*s%s", width - columns, "", text);
    wb_pane_text_put(picture->rows, look, padded);
    free(padded);
  } else if (width > 0) {
    char *cut = wb_format("%.*s%s", (int)wb_text_fit(text, (size_t)width - 1), text,
                          picture->model->glyphs->more);
    wb_pane_text_put(picture->rows, look, cut);
    free(cut);
  }
}

void wb_trace_view_put_label(const struct wb_trace_picture *picture, unsigned look,
                             const char *text) {
  const int width = picture->plan.names - 1, columns = (int)wb_text_width(text);
  wb_trace_view_put_cell(picture, look, columns < width ? columns : width, text);
  put_blanks(picture->rows, WB_STYLE_PLAIN, picture->plan.names - (columns < width ? columns : width));
}

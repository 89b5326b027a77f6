#include <string.h>

#include "report/write.h"
#include "text/columns.h"
#include "text/wrap.h"

enum { GUTTER = 9, LEAST_EXCERPT = 16 }; /* "   12 │ " and one to spare */

static const char gutter[] = "      │ ";

struct view {
  const char *line; /* in the source */
  size_t length;
  size_t caret; /* display column of the caret in the whole line */
  size_t start; /* first display column that is shown */
  size_t columns;
};

const char *wb_find_source_line(const char *source, uint32_t number, size_t *length) {
  for (uint32_t n = 1; source != NULL && n < number; n++) {
    source = strchr(source, '\n');
    if (source != NULL) source++;
  }
  if (source == NULL || number == 0 || *source == '\0') return NULL;
  *length = strcspn(source, "\r\n");
  return source;
}

static bool find_line(const char *source, uint32_t number, struct view *view) {
  view->line = wb_find_source_line(source, number, &view->length);
  return view->line != NULL;
}

/* Long lines are shown around the caret. */
static void place_window(struct view *view, uint32_t column, unsigned width) {
  view->columns = width > GUTTER + LEAST_EXCERPT ? width - GUTTER : LEAST_EXCERPT;
  view->caret = column > 0 ? wb_text_column(view->line, view->length, column - 1) : 0;
  view->start = view->caret + 4 > view->columns ? view->caret - view->columns / 2 : 0;
}

static void write_source(struct wb_document *document, const struct view *view) {
  struct wb_document colored = {0};
  struct wb_str clean;
  wb_str_init(&clean);
  wb_text_expand_line(&clean, view->line, view->length, NULL);
  const char *from = clean.data + wb_text_fit(clean.data, view->start);
  size_t bytes = wb_text_fit(from, view->columns - (view->start > 0));
  bool cut = from[bytes] != '\0';
  if (cut) bytes = wb_text_fit(from, view->columns - 1 - (view->start > 0));
  wb_source_render(WB_SOURCE_OPENCL_C, from, bytes, &colored);
  if (view->start > 0) wb_write(document, WB_STYLE_DIM, "…");
  for (size_t i = 0; colored.n_lines > 0 && i < colored.lines[0].n_spans; i++)
    wb_write(document, colored.lines[0].spans[i].style, colored.lines[0].spans[i].text);
  if (cut) wb_write(document, WB_STYLE_DIM, "…");
  wb_document_release(&colored);
  wb_str_release(&clean);
}

/* The caret with its note beside it, on whichever side has room; else the
 * note on lines of its own. */
static void write_caret(struct wb_document *document, const struct view *view, enum wb_style style,
                        const char *note) {
  size_t before = view->caret - view->start + (view->start > 0);
  size_t note_width = wb_text_width(note);
  bool right = before + 2 + note_width <= view->columns;
  bool left = !right && before > note_width;
  wb_document_add_line(document);
  wb_write(document, WB_STYLE_DIM, gutter);
  if (left)
    wb_put(document, style, "%*s%s ^", (int)(before - note_width - 1), "", note);
  else
    wb_put(document, style, "%*s^%s%s", (int)before, "", right && note_width > 0 ? " " : "",
           right ? note : "");
  if (!left && !right) {
    struct wb_wrap wrap;
    wb_wrap_init(&wrap, document, view->columns + GUTTER);
    wb_str_add(&wrap.indent, gutter);
    wrap.indent_style = WB_STYLE_DIM;
    wb_wrap_text(&wrap, style, note, strlen(note));
    wb_wrap_end_line(&wrap);
    wb_wrap_release(&wrap);
  }
}

void wb_write_caret(struct wb_document *document, const char *source, uint32_t line,
                    uint32_t column, enum wb_style style, const char *note, unsigned width) {
  struct view view;
  if (column == 0 || !find_line(source, line, &view)) return;
  place_window(&view, column, width);
  write_caret(document, &view, style, note);
}

void wb_write_excerpt(struct wb_document *document, const char *source, uint32_t line,
                      uint32_t column, enum wb_style style, const char *note, unsigned width) {
  struct view view;
  if (!find_line(source, line, &view)) return;
  place_window(&view, column, width);
  wb_document_add_line(document);
  wb_put(document, WB_STYLE_DIM, "%5u │ ", line);
  write_source(document, &view);
  wb_write_caret(document, source, line, column, style, note, width);
}

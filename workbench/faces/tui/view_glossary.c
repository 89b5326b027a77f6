/* What is read over the panes: the course's glossary, and the page of a chapter. */
#include <string.h>

#include "tui/views.h"

enum { NARROWEST = 10, WIDEST = 100 }; /* columns of text that is good to read */

static unsigned page_columns(int width) {
  if (width < NARROWEST) return NARROWEST;
  return width < WIDEST ? (unsigned)width : WIDEST;
}

static void put_document(struct wb_document *document, struct wb_pane_text *rows) {
  wb_pane_text_document(rows, document);
  wb_document_release(document);
}

void wb_view_glossary(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  struct wb_document text = {0};
  wb_glossary_write(&model->glossary, model->lesson, model->help.wanted.data, page_columns(width),
                    &text);
  if (text.n_lines == 0)
    wb_put_line(&text, WB_STYLE_WARNING, "No word here has \"%s\".", model->help.wanted.data);
  put_document(&text, rows);
}

void wb_view_chapter(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  struct wb_document text = {0};
  if (model->chapter == NULL) return;
  wb_markdown_render(model->chapter, strlen(model->chapter), page_columns(width), &text);
  put_document(&text, rows);
}

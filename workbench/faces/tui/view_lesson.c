#include <stdlib.h>
#include <string.h>

#include "base/slug.h"
#include "session/mistake.h"
#include "tui/views.h"

static void put_heading(struct wb_pane_text *rows, const char *text) {
  if (rows->count > 0) wb_pane_text_start(rows);
  wb_pane_text_start(rows);
  wb_pane_text_put(rows, WB_STYLE_HEADING, text);
}

static void put_paragraph(struct wb_pane_text *rows, unsigned look, int width, size_t indent,
                          const char *text) {
  wb_pane_text_start(rows);
  wb_pane_text_wrap(rows, look, (size_t)width, indent, text);
}

static void put_page(const char *markdown, int width, struct wb_pane_text *rows) {
  struct wb_document document = {0};
  unsigned columns = width > 10 ? (unsigned)width : 10;
  wb_markdown_render(markdown, strlen(markdown), columns, &document);
  wb_pane_text_document(rows, &document);
  wb_document_release(&document);
}

/* Why the solution works, once that may be read. */
static void put_explanation(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  if (model->explanation == NULL) return;
  const size_t begin = rows->count + 1;
  wb_pane_text_start(rows);
  put_page(model->explanation, width, rows);
  if (begin < rows->count) rows->items[begin].item = WB_ROW_OF_EXPLANATION;
}

static void put_texts(struct wb_pane_text *rows, int width, const char *title, char *const *texts,
                      size_t count) {
  if (count == 0) return;
  put_heading(rows, title);
  for (size_t i = 0; i < count; i++) {
    wb_pane_text_start(rows);
    wb_pane_text_put(rows, WB_STYLE_PLAIN, "  ");
    wb_pane_text_wrap(rows, WB_STYLE_CODE, (size_t)width, 4, texts[i]);
  }
}

/* Hints are Markdown too, of a line or two. */
static void put_hint(size_t number, const char *hint, int width, struct wb_pane_text *rows) {
  struct wb_document document = {0};
  unsigned columns = width > 13 ? (unsigned)width - 3 : 10;
  wb_markdown_render(hint, strlen(hint), columns, &document);
  for (size_t i = 0; i < document.n_lines; i++) {
    wb_pane_text_start(rows);
    if (i == 0) wb_pane_text_putf(rows, WB_STYLE_STRONG, "%zu.", number);
    wb_pane_text_pad(rows, 3);
    for (size_t k = 0; k < document.lines[i].n_spans; k++) {
      const struct wb_span *span = &document.lines[i].spans[k];
      wb_pane_text_put(rows, (unsigned)span->style, span->text);
    }
  }
  wb_document_release(&document);
}

/* What the course knows of the kernel as it is; Markdown, too. */
static void put_mistake(const struct wb_item *item, int width, struct wb_pane_text *rows) {
  struct wb_document document = {0};
  if (item->mistake == NULL || item->result_is_old) return;
  char *text = wb_format("**%s:** %s", WB_MISTAKE_LEAD, item->mistake);
  wb_pane_text_start(rows);
  wb_markdown_render(text, strlen(text), width > 10 ? (unsigned)width : 10, &document);
  wb_pane_text_document(rows, &document);
  wb_document_release(&document);
  free(text);
}

static void put_hints(const struct wb_model *model, const struct wb_item *item, int width,
                      struct wb_pane_text *rows) {
  size_t total = item->about.n_hints;
  size_t shown = item->progress.hints_shown < total ? item->progress.hints_shown : total;
  if (total == 0) return;
  put_heading(rows, "Hints");
  for (size_t i = 0; i < shown; i++) {
    put_hint(i + 1, item->about.hints[i], width, rows);
  }
  wb_pane_text_start(rows);
  if (shown < total) {
    wb_pane_text_putf(rows, WB_LOOK_DIM, "%sH shows hint %zu of %zu.", wb_model_key_prefix(model),
                      shown + 1, total);
  } else {
    wb_pane_text_put(rows, WB_LOOK_DIM, "No more hints.");
  }
}

static bool has_page(const struct wb_model *model, const char *chapter) {
  char *slug = wb_slug_of(chapter);
  char *file = wb_format("%s.md", slug);
  bool found = false;
  for (size_t i = 0; i < model->chapters.count; i++)
    found = found || strcmp(model->chapters.items[i], file) == 0;
  free(file);
  free(slug);
  return found;
}

/* Where a chapter begins, its page is pointed out to whoever is new there. */
static void put_chapter(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  const bool is_new = !model->describing && !model->items[model->selected].progress.tried;
  const struct wb_puzzle_list list = wb_model_puzzles(model);
  const char *chapter = is_new ? wb_chapter_begun_by(&list, model->selected, NULL) : NULL;
  if (chapter == NULL || !has_page(model, chapter)) return;
  char *text = wb_format("%sC says what %s is about.", wb_model_key_prefix(model), chapter);
  put_paragraph(rows, WB_LOOK_DIM, width, 0, text);
  wb_pane_text_start(rows);
  free(text);
}

void wb_view_lesson(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  if (model->selected >= model->n_items) return;
  const struct wb_item *item = &model->items[model->selected];
  if (item->about.error != NULL) {
    put_paragraph(rows, WB_LOOK_BAD, width, 0, "This puzzle's spec has a mistake:");
    wb_pane_text_start(rows);
    wb_pane_text_wrap_message(rows, WB_LOOK_BAD, (size_t)width, 2, item->about.error);
    wb_pane_text_start(rows);
  }
  put_chapter(model, width, rows);
  if (model->lesson != NULL) {
    put_page(model->lesson, width, rows);
  } else if (model->load_error != NULL) {
    put_paragraph(rows, WB_LOOK_BAD, width, 0, model->load_error);
  }
  put_explanation(model, width, rows);
  put_texts(rows, width, "Parameters", item->about.parameters, item->about.n_parameters);
  put_texts(rows, width, "Cases", item->about.cases, item->about.n_cases);
  put_hints(model, item, width, rows);
  put_mistake(item, width, rows);
}

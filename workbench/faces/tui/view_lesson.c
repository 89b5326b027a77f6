/* What the course has to read: the lesson with all that belongs to it, and over the panes the page
 * of a chapter and the glossary. */
#include <stdlib.h>
#include <string.h>

#include "base/slug.h"
#include "tui/views.h"

enum { NARROWEST = 10, WIDEST = 100 }; /* columns of text that is good to read */

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

static void put_document(struct wb_document *document, struct wb_pane_text *rows) {
  wb_pane_text_document(rows, document);
  wb_document_release(document);
}

static unsigned page_columns(int width) {
  return width > NARROWEST ? (unsigned)width : (unsigned)NARROWEST;
}

static void put_page(const char *markdown, unsigned columns, struct wb_pane_text *rows) {
  struct wb_document document = {0};
  wb_markdown_render(markdown, strlen(markdown), columns, &document);
  put_document(&document, rows);
}

/* Why the solution works, once that may be read. */
static void put_explanation(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  if (model->explanation == NULL) return;
  const size_t begin = rows->count + 1;
  wb_pane_text_start(rows);
  put_page(model->explanation, page_columns(width), rows);
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
  wb_markdown_render(hint, strlen(hint), page_columns(width - 3), &document);
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
  const bool found = wb_names_have(&model->chapters, file);
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
  char *text = wb_format("%s begins here. Press %sC for an introduction to this chapter.", chapter,
                         wb_model_key_prefix(model));
  put_paragraph(rows, WB_LOOK_DIM, width, 0, text);
  wb_pane_text_start(rows);
  free(text);
}

/* The pane's title names the puzzle. */
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
    put_page(wb_markdown_after_title(model->lesson), page_columns(width), rows);
  } else if (model->load_error != NULL) {
    put_paragraph(rows, WB_LOOK_BAD, width, 0, model->load_error);
  }
  if (item->about.domain != NULL)
    put_texts(rows, width, "Must work for", &item->about.domain, 1);
  put_explanation(model, width, rows);
  put_texts(rows, width, "Parameters", item->about.parameters, item->about.n_parameters);
  put_texts(rows, width, "Budgets", item->about.budgets, item->about.n_budgets);
  if (model->files != NULL) {
    wb_pane_text_start(rows);
    put_page(model->files, page_columns(width), rows);
  }
  put_texts(rows, width, "Steps", item->about.steps, item->about.n_steps);
  put_texts(rows, width, "Points", item->about.groups, item->about.n_groups);
  put_texts(rows, width, "Cases", item->about.cases, item->about.n_cases);
  put_hints(model, item, width, rows);
}

/* ---- over the panes ---- */

/* They have the whole screen, which may be wider than anybody reads. */
static unsigned overlay_columns(int width) { return page_columns(width < WIDEST ? width : WIDEST); }

/* Of gpu, those that have what is searched for. */
static void put_calls(const struct wb_model *model, unsigned columns, struct wb_pane_text *rows) {
  const char *wanted = model->help.wanted.data;
  struct wb_str list;
  if (model->calls == NULL) return;
  wb_str_init(&list);
  for (const char *line = model->calls; *line != '\0';) {
    const size_t length = strcspn(line, "\n") + 1;
    char *item = wb_strndup(line, length);
    if (wanted[0] == '\0' || strcasestr(item, wanted) != NULL) wb_str_add(&list, item);
    free(item);
    line += length;
  }
  if (list.length > 0) {
    put_heading(rows, "What a program can call");
    put_page(list.data, columns, rows);
    wb_pane_text_start(rows);
  }
  wb_str_release(&list);
}

void wb_view_glossary(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  struct wb_document text = {0};
  wb_glossary_write(&model->glossary, model->lesson, model->help.wanted.data, model->origin,
                    overlay_columns(width), &text);
  put_calls(model, overlay_columns(width), rows);
  if (text.n_lines == 0 && rows->count == 0)
    wb_put_line(&text, WB_STYLE_WARNING, "No word here has \"%s\".", model->help.wanted.data);
  put_document(&text, rows);
}

void wb_view_chapter(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  if (model->chapter != NULL) put_page(model->chapter, overlay_columns(width), rows);
}

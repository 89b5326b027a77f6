#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/str.h"
#include "text/styled.h"
#include "text/columns.h"

void wb_document_add_line(struct wb_document *document) {
  document->lines =
      wb_grow(document->lines, &document->capacity, document->n_lines + 1, sizeof *document->lines);
  document->lines[document->n_lines++] = (struct wb_line){0};
}

static void add_span(struct wb_line *line, enum wb_style style, char *text) {
  line->spans = wb_grow(line->spans, &line->capacity, line->n_spans + 1, sizeof *line->spans);
  line->spans[line->n_spans++] = (struct wb_span){.style = style, .text = text};
}

static void extend_span(struct wb_span *span, const struct wb_str *text) {
  const size_t length = strlen(span->text);
  span->text = realloc(span->text, length + text->length + 1);
  if (span->text == NULL) wb_bug("out of memory");
  memcpy(span->text + length, text->data, text->length + 1);
}

void wb_document_add(struct wb_document *document, enum wb_style style, const char *text,
                     size_t length) {
  struct wb_str clean;
  if (length == 0) return;
  if (document->n_lines == 0) wb_document_add_line(document);
  struct wb_line *line = &document->lines[document->n_lines - 1];
  wb_str_init(&clean);
  wb_text_expand_line(&clean, text, length, &line->width);
  if (line->n_spans > 0 && line->spans[line->n_spans - 1].style == style)
    extend_span(&line->spans[line->n_spans - 1], &clean);
  else
    add_span(line, style, wb_str_detach(&clean));
  wb_str_release(&clean);
}

static void add_formatted(struct wb_document *document, enum wb_style style, const char *format,
                          va_list args) {
  struct wb_str text;
  wb_str_init(&text);
  wb_str_vaddf(&text, format, args);
  wb_document_add(document, style, text.data, text.length);
  wb_str_release(&text);
}

void wb_put(struct wb_document *document, enum wb_style style, const char *format, ...) {
  va_list args;
  va_start(args, format);
  add_formatted(document, style, format, args);
  va_end(args);
}

void wb_put_line(struct wb_document *document, enum wb_style style, const char *format, ...) {
  va_list args;
  va_start(args, format);
  wb_document_add_line(document);
  add_formatted(document, style, format, args);
  va_end(args);
}

size_t wb_line_width(const struct wb_line *line) { return line->width; }

static void release_line(struct wb_line *line) {
  for (size_t i = 0; i < line->n_spans; i++) free(line->spans[i].text);
  free(line->spans);
}

void wb_document_release(struct wb_document *document) {
  for (size_t i = 0; i < document->n_lines; i++) release_line(&document->lines[i]);
  free(document->lines);
  *document = (struct wb_document){0};
}

void wb_document_append(struct wb_document *document, const struct wb_document *more) {
  for (size_t i = 0; i < more->n_lines; i++) {
    const struct wb_line *line = &more->lines[i];
    wb_document_add_line(document);
    for (size_t k = 0; k < line->n_spans; k++)
      wb_document_add(document, line->spans[k].style, line->spans[k].text,
                      strlen(line->spans[k].text));
  }
}

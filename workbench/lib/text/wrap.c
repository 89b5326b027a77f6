#include "text/wrap.h"

#include <stdlib.h>
#include <string.h>

#include "text/columns.h"

/* However deep the lists, a line keeps room for this many columns of text. */
enum { LEAST_TEXT_COLUMNS = 8 };

void wb_wrap_init(struct wb_wrap *wrap, struct wb_document *document, size_t width) {
  *wrap = (struct wb_wrap){.document = document, .width = width};
  wb_str_init(&wrap->indent);
  wb_str_init(&wrap->marker);
}

void wb_wrap_marker(struct wb_wrap *wrap, enum wb_style style, const char *marker) {
  wb_str_clear(&wrap->marker);
  wb_str_add(&wrap->marker, marker);
  wrap->marker_style = style;
}

static void clear_parts(struct wb_wrap *wrap) {
  for (size_t i = 0; i < wrap->n_parts; i++) free(wrap->parts[i].text);
  wrap->n_parts = 0;
}

void wb_wrap_release(struct wb_wrap *wrap) {
  clear_parts(wrap);
  free(wrap->parts);
  wb_str_release(&wrap->indent);
  wb_str_release(&wrap->marker);
}

void wb_wrap_open_line(struct wb_wrap *wrap) {
  size_t marker = wb_text_width(wrap->marker.data);
  size_t indent = wb_text_width(wrap->indent.data);
  size_t kept = indent > marker ? wb_text_fit(wrap->indent.data, indent - marker) : 0;
  wb_document_add_line(wrap->document);
  if (marker > 0) {
    wb_document_add(wrap->document, wrap->indent_style, wrap->indent.data, kept);
    wb_document_add(wrap->document, wrap->marker_style, wrap->marker.data, wrap->marker.length);
    wb_str_clear(&wrap->marker);
  } else {
    wb_document_add(wrap->document, wrap->indent_style, wrap->indent.data, wrap->indent.length);
  }
  wrap->line_open = true;
  wrap->empty_line = true;
}

static struct wb_line *last_line(struct wb_wrap *wrap) {
  return &wrap->document->lines[wrap->document->n_lines - 1];
}

static size_t room_left(struct wb_wrap *wrap) {
  size_t indent = wb_text_width(wrap->indent.data);
  size_t most = wrap->width > indent ? wrap->width - indent : 0;
  if (most < LEAST_TEXT_COLUMNS) most = LEAST_TEXT_COLUMNS;
  size_t limit = indent + most;
  size_t used = wb_line_width(last_line(wrap));
  return used < limit ? limit - used : 0;
}

/* Puts one part down, breaking it where a line is full. */
static void place_part(struct wb_wrap *wrap, const struct wb_word_part *part) {
  const char *text = part->text;
  while (*text != '\0') {
    size_t bytes = wb_text_fit(text, room_left(wrap));
    if (bytes == 0 && !wrap->empty_line) {
      wb_wrap_open_line(wrap);
      continue;
    }
    /* A character that is wider than a whole line goes there all the same. */
    if (bytes == 0) bytes = strlen(text);
    wb_document_add(wrap->document, part->style, text, bytes);
    wrap->empty_line = false;
    text += bytes;
  }
}

static void end_word(struct wb_wrap *wrap) {
  size_t width = 0;
  if (wrap->n_parts == 0) return;
  for (size_t i = 0; i < wrap->n_parts; i++) width += wb_text_width(wrap->parts[i].text);
  if (!wrap->line_open || (!wrap->empty_line && width + 1 > room_left(wrap))) {
    wb_wrap_open_line(wrap);
  } else if (!wrap->empty_line) {
    /* The blank between two words of one style belongs to that style. */
    const struct wb_line *line = last_line(wrap);
    enum wb_style before = line->spans[line->n_spans - 1].style;
    enum wb_style style = wrap->parts[0].style;
    wb_document_add(wrap->document, before == style ? style : WB_STYLE_PLAIN, " ", 1);
  }
  for (size_t i = 0; i < wrap->n_parts; i++) place_part(wrap, &wrap->parts[i]);
  clear_parts(wrap);
}

void wb_wrap_glue(struct wb_wrap *wrap, enum wb_style style, const char *text, size_t length) {
  struct wb_str clean;
  if (length == 0) return;
  wb_str_init(&clean);
  wb_text_expand_line(&clean, text, length, NULL);
  wrap->parts = wb_grow(wrap->parts, &wrap->capacity, wrap->n_parts + 1, sizeof *wrap->parts);
  wrap->parts[wrap->n_parts++] = (struct wb_word_part){style, wb_str_detach(&clean)};
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

void wb_wrap_text(struct wb_wrap *wrap, enum wb_style style, const char *text, size_t length) {
  size_t start = 0;
  for (size_t at = 0; at <= length; at++) {
    if (at < length && !is_blank(text[at])) continue;
    wb_wrap_glue(wrap, style, text + start, at - start);
    if (at < length) end_word(wrap);
    start = at + 1;
  }
}

void wb_wrap_end_line(struct wb_wrap *wrap) {
  end_word(wrap);
  wrap->line_open = false;
}

void wb_wrap_blank_line(struct wb_wrap *wrap) {
  size_t end = wrap->indent.length;
  while (end > 0 && wrap->indent.data[end - 1] == ' ') end--;
  wb_wrap_end_line(wrap);
  wb_document_add_line(wrap->document);
  wb_document_add(wrap->document, wrap->indent_style, wrap->indent.data, end);
}

void wb_wrap_begin_item(struct wb_wrap *wrap, struct wb_document *document, size_t width,
                        const char *sign) {
  wb_wrap_init(wrap, document, width);
  for (size_t i = wb_text_width(sign); i > 0; i--) wb_str_add_char(&wrap->indent, ' ');
  wb_wrap_marker(wrap, WB_STYLE_DIM, sign);
}

void wb_wrap_item(struct wb_document *document, size_t width, const char *sign, enum wb_style style,
                  const char *words) {
  struct wb_wrap wrap;
  wb_wrap_begin_item(&wrap, document, width, sign);
  wb_wrap_text(&wrap, style, words, strlen(words));
  wb_wrap_end_line(&wrap);
  wb_wrap_release(&wrap);
}

#include "tui/pane_text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "commands/mentions.h"
#include "text/columns.h"

void wb_pane_text_init(struct wb_pane_text *rows) { *rows = (struct wb_pane_text){0}; }

static void drop_rows(struct wb_pane_text *rows, size_t count) {
  for (; rows->count > count; rows->count--) {
    struct wb_pane_row *row = &rows->items[rows->count - 1];
    for (size_t k = 0; k < row->n_pieces; k++) free(row->pieces[k].text);
    free(row->pieces);
  }
}

void wb_pane_text_release(struct wb_pane_text *rows) {
  drop_rows(rows, 0);
  free(rows->items);
  wb_pane_text_init(rows);
}

struct wb_pane_row *wb_pane_text_start(struct wb_pane_text *rows) {
  rows->items = wb_grow(rows->items, &rows->capacity, rows->count + 1, sizeof *rows->items);
  struct wb_pane_row *row = &rows->items[rows->count++];
  *row = (struct wb_pane_row){.item = -1};
  return row;
}

static void put_bytes(struct wb_pane_text *rows, unsigned look, const char *text, size_t length) {
  if (length == 0) return;
  if (rows->count == 0) wb_pane_text_start(rows);
  struct wb_pane_row *row = &rows->items[rows->count - 1];
  row->pieces = wb_grow(row->pieces, &row->capacity, row->n_pieces + 1, sizeof *row->pieces);
  row->pieces[row->n_pieces++] = (struct wb_piece){.look = look, .text = wb_strndup(text, length)};
}

void wb_pane_text_put(struct wb_pane_text *rows, unsigned look, const char *text) {
  struct wb_str clean;
  wb_str_init(&clean);
  wb_text_expand_line(&clean, text, strlen(text), NULL);
  put_bytes(rows, look, clean.data, clean.length);
  wb_str_release(&clean);
}

void wb_pane_text_putf(struct wb_pane_text *rows, unsigned look, const char *format, ...) {
  struct wb_str text;
  wb_str_init(&text);
  va_list args;
  va_start(args, format);
  wb_str_vaddf(&text, format, args);
  va_end(args);
  wb_pane_text_put(rows, look, text.data);
  wb_str_release(&text);
}

void wb_pane_text_spot(struct wb_pane_text *rows, uint64_t spot) {
  if (rows->count == 0) return;
  struct wb_pane_row *row = &rows->items[rows->count - 1];
  if (row->n_pieces > 0) row->pieces[row->n_pieces - 1].spot = spot;
}

uint64_t wb_pane_text_spot_at(const struct wb_pane_row *row, int column) {
  int end = 0;
  for (size_t i = 0; i < row->n_pieces; i++) {
    end += (int)wb_text_width(row->pieces[i].text);
    if (column < end) return row->pieces[i].spot;
  }
  return 0;
}

void wb_pane_text_keep(struct wb_pane_text *rows, size_t count, const char *sign) {
  if (rows->count <= count) return;
  drop_rows(rows, count);
  wb_pane_text_putf(rows, WB_STYLE_PLAIN, " %s", sign);
}

size_t wb_pane_text_width(const struct wb_pane_text *rows) {
  size_t width = 0;
  if (rows->count == 0) return 0;
  const struct wb_pane_row *row = &rows->items[rows->count - 1];
  for (size_t i = 0; i < row->n_pieces; i++) width += wb_text_width(row->pieces[i].text);
  return width;
}

void wb_pane_text_pad(struct wb_pane_text *rows, size_t column) {
  size_t width = wb_pane_text_width(rows);
  if (width < column) wb_pane_text_putf(rows, WB_STYLE_PLAIN, "%*s", (int)(column - width), "");
}

static void continue_row(struct wb_pane_text *rows, size_t indent) {
  struct wb_pane_row before = {.item = -1};
  if (rows->count > 0) before = rows->items[rows->count - 1];
  struct wb_pane_row *row = wb_pane_text_start(rows);
  row->source_line = before.source_line;
  row->item = before.item;
  wb_pane_text_pad(rows, indent);
}

static size_t word_length(const char *text) { return strcspn(text, " \n"); }

/* A word that is wider than the pane, a piece a row. */
static void put_long_word(struct wb_pane_text *rows, unsigned look, size_t width, size_t indent,
                          const char *word, size_t length) {
  char *rest = wb_strndup(word, length);
  const char *at = rest;
  while (*at != '\0') {
    size_t used = wb_pane_text_width(rows);
    size_t fits = used < width ? wb_text_fit(at, width - used) : 0;
    if (fits == 0 && used <= indent) fits = strlen(at); /* nothing ever fits: let it be cut */
    put_bytes(rows, look, at, fits);
    at += fits;
    if (*at != '\0') continue_row(rows, indent);
  }
  free(rest);
}

static void put_word(struct wb_pane_text *rows, unsigned look, size_t width, size_t indent,
                     const char *word, size_t length, size_t blanks) {
  char *copy = wb_strndup(word, length);
  size_t columns = wb_text_width(copy);
  size_t used = wb_pane_text_width(rows);
  free(copy);
  if (used > indent && used + blanks + columns > width) {
    continue_row(rows, indent);
  } else if (blanks > 0) {
    wb_pane_text_putf(rows, look, "%*s", (int)blanks, "");
  }
  put_long_word(rows, look, width, indent, word, length);
}

static void wrap_clean(struct wb_pane_text *rows, unsigned look, size_t width, size_t indent,
                       const char *text) {
  size_t blanks = 0;
  while (*text != '\0') {
    if (*text == '\n') {
      continue_row(rows, indent);
      blanks = 0;
      text++;
    } else if (*text == ' ') {
      blanks++;
      text++;
    } else {
      size_t length = word_length(text);
      put_word(rows, look, width, indent, text, length, blanks);
      blanks = 0;
      text += length;
    }
  }
}

void wb_pane_text_wrap(struct wb_pane_text *rows, unsigned look, size_t width, size_t indent,
                       const char *text) {
  struct wb_str clean;
  wb_str_init(&clean);
  wb_text_expand(&clean, text, strlen(text));
  wrap_clean(rows, look, width, indent + 4 > width ? 0 : indent, clean.data);
  wb_str_release(&clean);
}

void wb_pane_text_paragraph(struct wb_pane_text *rows, unsigned look, int width, size_t indent,
                            const char *text) {
  wb_pane_text_start(rows);
  wb_pane_text_wrap(rows, look, (size_t)width, indent, text);
}

void wb_pane_text_wrap_message(struct wb_pane_text *rows, unsigned look, size_t width,
                               size_t indent, const char *message) {
  char *said = wb_mentions_in(WB_FACE_SCREEN, message);
  wb_pane_text_wrap(rows, look, width, indent, said);
  free(said);
}

void wb_pane_text_document(struct wb_pane_text *rows, const struct wb_document *document) {
  for (size_t i = 0; i < document->n_lines; i++) {
    const struct wb_line *line = &document->lines[i];
    wb_pane_text_start(rows);
    for (size_t k = 0; k < line->n_spans; k++) {
      wb_pane_text_put(rows, (unsigned)line->spans[k].style, line->spans[k].text);
    }
  }
}

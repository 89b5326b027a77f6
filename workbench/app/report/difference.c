#include "report/difference.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "report/write.h"
#include "text/diff.h"
#include "text/columns.h"

enum { AROUND = 3, LEAST_COLUMNS = 12, DIGITS_MAX = 8, WORD_MAX_COLUMNS = 16 };

struct page {
  const struct wb_version *old, *new;
  struct wb_document old_text, new_text; /* a line each, as it is shown */
  struct wb_diff diff;
  int digits; /* of line numbers */
  size_t width;
  struct wb_document *out;
};

/* ---- source in columns -------------------------------------------------------------- */

/* Where a line of source is written: span and byte that come next. */
struct reader {
  const struct wb_line *line; /* NULL: there is none */
  size_t span, byte;
  enum wb_style style; /* for all of it; WB_STYLE_COUNT: its own */
};

static bool is_read(const struct reader *reader) {
  return reader->line == NULL || reader->span == reader->line->n_spans;
}

/* How many bytes of `text` go into the `room` columns that are left: all where
 * they fit, else up to a blank near the end, else none where the row has
 * something and a fresh one will do better. */
static size_t bytes_for_row(const char *text, size_t room, bool fresh) {
  const size_t fits = wb_text_fit(text, room);
  if (text[fits] == '\0') return fits;
  for (size_t i = fits; i > 0 && fits - i < WORD_MAX_COLUMNS; i--)
    if (text[i - 1] == ' ') return i;
  if (!fresh && strcspn(text, " ") <= WORD_MAX_COLUMNS) return 0;
  return fresh && fits == 0 ? strlen(text) : fits;
}

/* Writes what fits into `columns`; returns the columns that were used. Something
 * is written even where no character fits. */
static size_t write_part(struct page *page, struct reader *reader, size_t columns) {
  const struct wb_line *line = reader->line;
  size_t used = 0;
  bool full = false;
  const bool goes_on = reader->span > 0 || reader->byte > 0;
  while (line != NULL && reader->span < line->n_spans && !full) {
    const struct wb_span *span = &line->spans[reader->span];
    if (goes_on && used == 0 && span->text[reader->byte] == ' ' &&
        span->text[reader->byte + 1] != '\0')
      reader->byte++; /* the blank at which the line was broken */
    const char *text = span->text + reader->byte;
    const size_t bytes = bytes_for_row(text, columns - used, used == 0);
    full = text[bytes] != '\0';
    wb_document_add(page->out, reader->style < WB_STYLE_COUNT ? reader->style : span->style, text,
                    bytes);
    used += wb_text_width_n(text, bytes);
    reader->byte += bytes;
    if (span->text[reader->byte] != '\0') continue;
    reader->span++;
    reader->byte = 0;
  }
  return used;
}

static void pad_page(struct page *page, size_t columns) {
  wb_put(page->out, WB_STYLE_PLAIN, "%*s", (int)columns, "");
}

/* The number of a line, from 0; blanks for none, and where the line goes on. */
static void write_number(struct page *page, long line, enum wb_style style) {
  if (line >= 0)
    wb_put(page->out, style, "%*ld ", page->digits, line + 1);
  else
    pad_page(page, (size_t)page->digits + 1);
}

static struct reader read_line(const struct wb_document *text, long line, enum wb_style style) {
  bool there = line >= 0 && (size_t)line < text->n_lines;
  return (struct reader){.line = there ? &text->lines[line] : NULL, .style = style};
}

/* ---- one below the other -------------------------------------------------------------- */

static void write_line(struct page *page, char sign, long number, const struct wb_document *text,
                       enum wb_style style) {
  const size_t taken = (size_t)page->digits + 3;
  const size_t columns = page->width > taken + LEAST_COLUMNS ? page->width - taken : LEAST_COLUMNS;
  const enum wb_style margin = style < WB_STYLE_COUNT ? style : WB_STYLE_DIM;
  struct reader reader = read_line(text, number, style);
  bool first = true;
  do {
    wb_document_add_line(page->out);
    wb_put(page->out, margin, "%c ", sign);
    write_number(page, first ? number : WB_DIFF_NO_LINE, margin);
    write_part(page, &reader, columns);
    first = false;
  } while (!is_read(&reader));
}

static void write_gap(struct page *page, size_t lines) {
  if (lines == 0) return;
  wb_document_add_line(page->out);
  pad_page(page, (size_t)page->digits + 3);
  wb_put(page->out, WB_STYLE_DIM, "… %zu line%s the same", lines, lines == 1 ? "" : "s");
}

static void write_piece(struct page *page, const struct wb_diff_piece *piece) {
  static const char signs[] = {
      [WB_DIFF_SAME] = ' ', [WB_DIFF_REMOVED] = '-', [WB_DIFF_ADDED] = '+'};
  static const enum wb_style styles[] = {[WB_DIFF_SAME] = WB_STYLE_COUNT,
                                         [WB_DIFF_REMOVED] = WB_STYLE_BAD,
                                         [WB_DIFF_ADDED] = WB_STYLE_GOOD};
  const struct wb_diff_run *run = &piece->run;
  const bool is_old = run->kind == WB_DIFF_REMOVED;
  write_gap(page, piece->gap);
  for (size_t i = 0; i < run->count; i++)
    write_line(page, signs[run->kind], (long)((is_old ? run->old_line : run->new_line) + i),
               is_old ? &page->old_text : &page->new_text, styles[run->kind]);
}

static void write_lines(struct page *page) {
  struct wb_diff_pieces pieces = {0};
  wb_document_add_line(page->out);
  wb_put(page->out, WB_STYLE_BAD, "- %s", page->old->name);
  wb_document_add_line(page->out);
  wb_put(page->out, WB_STYLE_GOOD, "+ %s", page->new->name);
  wb_document_add_line(page->out);
  wb_diff_cut(&page->diff, AROUND, &pieces);
  for (size_t i = 0; i < pieces.count; i++) write_piece(page, &pieces.items[i]);
  write_gap(page, pieces.gap);
  wb_diff_pieces_release(&pieces);
}

/* ---- side by side --------------------------------------------------------------------- */

static void write_side_part(struct page *page, struct reader *reader, long number, bool first,
                            size_t columns, bool fill) {
  const size_t taken = (size_t)page->digits + 1;
  write_number(page, first ? number : WB_DIFF_NO_LINE, WB_STYLE_DIM);
  const size_t used = is_read(reader) ? 0 : write_part(page, reader, columns - taken);
  if (fill && used < columns - taken) pad_page(page, columns - taken - used);
}

static void write_pair(struct page *page, const struct wb_diff_pair *pair, size_t columns) {
  const bool same = pair->sign == ' ';
  struct reader left =
      read_line(&page->old_text, pair->old_line, same ? WB_STYLE_COUNT : WB_STYLE_BAD);
  struct reader right =
      read_line(&page->new_text, pair->new_line, same ? WB_STYLE_COUNT : WB_STYLE_GOOD);
  bool first = true;
  do {
    wb_document_add_line(page->out);
    write_side_part(page, &left, pair->old_line, first, columns, true);
    wb_put(page->out, WB_STYLE_STRONG, " %c ", pair->sign);
    write_side_part(page, &right, pair->new_line, first, columns, false);
    first = false;
  } while (!is_read(&left) || !is_read(&right));
}

static void write_sides(struct page *page) {
  const size_t columns = (page->width - 3) / 2;
  struct wb_diff_pairs pairs = {0};
  wb_document_add_line(page->out);
  pad_page(page, (size_t)page->digits + 1);
  wb_write(page->out, WB_STYLE_HEADING, page->old->name);
  const size_t used = (size_t)page->digits + 1 + wb_text_width(page->old->name);
  pad_page(page, (used < columns ? columns - used : 0) + 3 + (size_t)page->digits + 1);
  wb_write(page->out, WB_STYLE_HEADING, page->new->name);
  wb_diff_pair_lines(&page->diff, &pairs);
  for (size_t i = 0; i < pairs.count; i++) write_pair(page, &pairs.items[i], columns);
  wb_diff_pairs_release(&pairs);
}

/* ---- both ------------------------------------------------------------------------------- */

static void write_equal(struct page *page) {
  struct wb_str text;
  wb_str_init(&text);
  wb_str_addf(&text, "No line differs between %s and %s.", page->old->name, page->new->name);
  wb_write_paragraph(page->out, (unsigned)page->width, 0, "", WB_STYLE_PLAIN, text.data);
  wb_str_release(&text);
}

size_t wb_report_difference(const struct wb_version *old, const struct wb_version *new,
                            enum wb_difference_form form, unsigned width,
                            struct wb_document *document) {
  struct page page = {.old = old, .new = new, .width = width, .out = document};
  wb_diff_texts(&page.diff, old->text, old->length, new->text, new->length);
  const size_t differing = page.diff.removed + page.diff.added;
  wb_source_render(old->language, old->text, old->length, &page.old_text);
  wb_source_render(new->language, new->text, new->length, &page.new_text);
  page.digits =
      wb_line_number_columns(page.old_text.n_lines > page.new_text.n_lines ? page.old_text.n_lines
                                                                           : page.new_text.n_lines);
  const bool wide = width >= 2 * (LEAST_COLUMNS + DIGITS_MAX) + 3;
  if (form == WB_DIFFERENCE_SIDES && wide)
    write_sides(&page);
  else if (differing == 0)
    write_equal(&page);
  else
    write_lines(&page);
  wb_document_release(&page.old_text);
  wb_document_release(&page.new_text);
  wb_diff_release(&page.diff);
  return differing;
}

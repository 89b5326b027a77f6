#include "text/markdown_rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "text/columns.h"

/* A cell that is shown whole in one line, and columns below which none is wrapped: a word that is
 * longer is broken there. */
enum { ENDLESS = 10000, NARROWEST = 8, LONGEST_WORD = 16 };

struct drawing {
  const struct wb_markdown_table *table;
  wb_render_cell render;
  struct wb_document *document;
  size_t wanted[WB_TABLE_COLUMNS_MAX], least[WB_TABLE_COLUMNS_MAX], widths[WB_TABLE_COLUMNS_MAX];
};

static size_t longest_word(const struct wb_line *line) {
  struct wb_str text;
  size_t longest = 0;
  wb_str_init(&text);
  for (size_t i = 0; i < line->n_spans; i++) wb_str_add(&text, line->spans[i].text);
  char *rest = text.data;
  for (char *word = strsep(&rest, " "); word != NULL; word = strsep(&rest, " ")) {
    const size_t width = wb_text_width(word);
    if (width > longest) longest = width;
  }
  wb_str_release(&text);
  return longest;
}

static size_t at_least(size_t a, size_t b) { return a > b ? a : b; }
static size_t at_most(size_t a, size_t b) { return a < b ? a : b; }

static void measure_column(struct drawing *drawing, size_t column) {
  size_t wanted = 1, word = 1;
  for (size_t row = 0; row < drawing->table->rows; row++) {
    struct wb_document cell = {0};
    drawing->render(wb_markdown_table_cell(drawing->table, row, column), row == 0, ENDLESS, &cell);
    for (size_t i = 0; i < cell.n_lines; i++) {
      wanted = at_least(wanted, wb_line_width(&cell.lines[i]));
      word = at_least(word, longest_word(&cell.lines[i]));
    }
    wb_document_release(&cell);
  }
  drawing->wanted[column] = wanted;
  drawing->least[column] = at_most(wanted, at_least(NARROWEST, at_most(word, LONGEST_WORD)));
}

static void add_blanks(struct wb_document *document, size_t count) {
  for (; count > 0; count--) wb_document_add(document, WB_STYLE_PLAIN, " ", 1);
}

/* Blanks before what stands in the middle or on the right of `left` columns too many. */
static size_t blanks_before(enum wb_table_side side, size_t left) {
  return side == WB_TABLE_RIGHT ? left : side == WB_TABLE_CENTRE ? left / 2 : 0;
}

/* Line `index` of a cell, filled up where another one follows on the line. */
static void add_cell_line(const struct drawing *drawing, const struct wb_document *cell,
                          size_t index, size_t column, bool last) {
  const struct wb_line *line = index < cell->n_lines ? &cell->lines[index] : NULL;
  const size_t width = line != NULL ? wb_line_width(line) : 0;
  const size_t left = drawing->widths[column] > width ? drawing->widths[column] - width : 0;
  const size_t before = width > 0 ? blanks_before(drawing->table->sides[column], left) : 0;
  add_blanks(drawing->document, before);
  for (size_t i = 0; line != NULL && i < line->n_spans; i++)
    wb_document_add(drawing->document, line->spans[i].style, line->spans[i].text,
                    strlen(line->spans[i].text));
  if (!last) add_blanks(drawing->document, left - before + WB_TABLE_GAP);
}

static void add_row(const struct drawing *drawing, size_t row) {
  const size_t columns = drawing->table->columns;
  struct wb_document cells[WB_TABLE_COLUMNS_MAX] = {{0}};
  size_t lines = 1;
  for (size_t i = 0; i < columns; i++) {
    drawing->render(wb_markdown_table_cell(drawing->table, row, i), row == 0, drawing->widths[i],
                    &cells[i]);
    lines = at_least(lines, cells[i].n_lines);
  }
  for (size_t line = 0; line < lines; line++) {
    size_t end = columns; /* behind the last cell that has such a line */
    while (end > 0 && cells[end - 1].n_lines <= line) end--;
    wb_document_add_line(drawing->document);
    for (size_t i = 0; i < end; i++) add_cell_line(drawing, &cells[i], line, i, i + 1 == end);
  }
  for (size_t i = 0; i < columns; i++) wb_document_release(&cells[i]);
}

static void add_rule(const struct drawing *drawing) {
  wb_document_add_line(drawing->document);
  for (size_t i = 0; i < drawing->table->columns; i++) {
    if (i > 0) add_blanks(drawing->document, WB_TABLE_GAP);
    for (size_t k = 0; k < drawing->widths[i]; k++)
      wb_document_add(drawing->document, WB_STYLE_QUOTE, "─", strlen("─"));
  }
}

bool wb_markdown_table_draw(const struct wb_markdown_table *table, size_t room,
                            wb_render_cell render, struct wb_document *document) {
  struct drawing drawing = {.table = table, .render = render, .document = document};
  for (size_t i = 0; i < table->columns; i++) measure_column(&drawing, i);
  if (!wb_table_share(drawing.wanted, drawing.least, table->columns, room, drawing.widths))
    return false;
  for (size_t row = 0; row < table->rows; row++) {
    add_row(&drawing, row);
    if (row == 0) add_rule(&drawing);
  }
  return true;
}

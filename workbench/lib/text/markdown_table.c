#include "text/markdown_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

enum { ROWS_MAX = 1000 };

/* ---- lines ---- */

struct line {
  const char *text;
  size_t length;
};

/* Line `number` of a page, from 1, from its first stroke on: before it are the signs of a quotation
 * or a list. */
static struct line line_at(const char *markdown, size_t length, int number) {
  const char *end = markdown + length;
  for (; number > 1 && markdown < end; markdown++) number -= *markdown == '\n';
  struct line line = {markdown, 0};
  while (markdown + line.length < end && markdown[line.length] != '\n') line.length++;
  const char *stroke = memchr(line.text, '|', line.length);
  if (stroke == NULL) return (struct line){line.text, 0};
  line.length -= (size_t)(stroke - line.text);
  line.text = stroke;
  while (line.length > 0 && strchr(" \t\r", line.text[line.length - 1]) != NULL) line.length--;
  return line;
}

/* Backquotes in a row. */
static size_t quotes_at(struct line line, size_t at) {
  size_t count = 0;
  while (at + count < line.length && line.text[at + count] == '`') count++;
  return count;
}

/* Behind the code span that begins with `count` backquotes; behind these where it never ends. */
static size_t after_code(struct line line, size_t at, size_t count) {
  for (size_t end = at + count; end < line.length;) {
    const size_t quotes = quotes_at(line, end);
    if (quotes == count) return end + quotes;
    end += quotes > 0 ? quotes : 1;
  }
  return at + count;
}

/* Where the cell that begins at `at` ends: at a stroke, or at the line's end. */
static size_t end_of_cell(struct line line, size_t at) {
  while (at < line.length && line.text[at] != '|') {
    const size_t quotes = quotes_at(line, at);
    if (quotes > 0)
      at = after_code(line, at, quotes);
    else
      at += line.text[at] == '\\' && at + 1 < line.length ? 2 : 1;
  }
  return at;
}

/* Its text without the blanks around, and with plain strokes. */
static char *text_of_cell(const char *text, size_t length) {
  struct wb_str out;
  wb_str_init(&out);
  while (length > 0 && strchr(" \t", *text) != NULL) text++, length--;
  while (length > 0 && strchr(" \t", text[length - 1]) != NULL) length--;
  for (size_t i = 0; i < length; i++)
    if (text[i] != '\\' || i + 1 == length || text[i + 1] != '|') wb_str_add_char(&out, text[i]);
  return wb_str_detach(&out);
}

/* Reads up to `most` cells; how many there are. */
static size_t read_cells(struct line line, char **cells, size_t most) {
  size_t count = 0;
  for (size_t at = 1; at < line.length && count < most; count++) {
    const size_t end = end_of_cell(line, at);
    cells[count] = text_of_cell(line.text + at, end - at);
    at = end + 1;
  }
  return count;
}

/* ---- the table ---- */

static bool read_side(const char *cell, enum wb_table_side *side) {
  const size_t length = strlen(cell);
  const bool left = cell[0] == ':', right = length > 0 && cell[length - 1] == ':';
  const size_t dashes = strspn(cell + left, "-");
  *side = left && right ? WB_TABLE_CENTRE : right ? WB_TABLE_RIGHT : WB_TABLE_LEFT;
  return dashes > 0 && left + dashes + right == length;
}

/* Whether the second line has dashes for each of the headings. */
static bool read_sides(struct wb_markdown_table *table, struct line line) {
  char *cells[WB_TABLE_COLUMNS_MAX + 1] = {NULL};
  const size_t count = read_cells(line, cells, WB_TABLE_COLUMNS_MAX + 1);
  bool reads = count == table->columns;
  for (size_t i = 0; i < count; i++) {
    reads = reads && read_side(cells[i], &table->sides[i]);
    free(cells[i]);
  }
  return reads;
}

static void read_row(struct wb_markdown_table *table, size_t row, struct line line) {
  char **cells = table->cells + row * table->columns;
  for (size_t i = read_cells(line, cells, table->columns); i < table->columns; i++)
    cells[i] = wb_strdup("");
}

bool wb_markdown_table_read(struct wb_markdown_table *table, cmark_node *paragraph,
                            const char *markdown, size_t length) {
  const int first = cmark_node_get_start_line(paragraph);
  const int last = cmark_node_get_end_line(paragraph);
  char *headings[WB_TABLE_COLUMNS_MAX] = {NULL};
  *table = (struct wb_markdown_table){.rows = 0};
  if (first < 1 || last <= first || last - first > ROWS_MAX) return false;
  table->columns = read_cells(line_at(markdown, length, first), headings, WB_TABLE_COLUMNS_MAX);
  const bool reads = table->columns > 0 && read_sides(table, line_at(markdown, length, first + 1));
  for (size_t i = 0; i < table->columns; i++) free(headings[i]);
  if (!reads) return false;
  table->rows = (size_t)(last - first);
  table->cells = wb_alloc(table->rows * table->columns * sizeof *table->cells);
  for (size_t row = 0; row < table->rows; row++)
    read_row(table, row, line_at(markdown, length, first + (int)row + (row > 0)));
  return true;
}

void wb_markdown_table_release(struct wb_markdown_table *table) {
  for (size_t i = 0; i < table->rows * table->columns; i++) free(table->cells[i]);
  free(table->cells);
  *table = (struct wb_markdown_table){.rows = 0};
}

const char *wb_markdown_table_cell(const struct wb_markdown_table *table, size_t row,
                                   size_t column) {
  return table->cells[row * table->columns + column];
}

/* With a stroke before it a text is a paragraph, whatever it begins with: "1." and "#", too. */
cmark_node *wb_markdown_cell_parse(const char *cell, cmark_node **root) {
  *root = NULL;
  if (cell[0] == '\0') return NULL;
  char *text = wb_format("|%s", cell);
  *root = cmark_parse_document(text, strlen(text), CMARK_OPT_VALIDATE_UTF8);
  free(text);
  cmark_node *paragraph = cmark_node_first_child(*root);
  cmark_node *first = cmark_node_first_child(paragraph);
  char *rest = wb_strdup(cmark_node_get_literal(first) + 1);
  cmark_node_set_literal(first, rest);
  free(rest);
  return paragraph;
}

/* ---- columns of a terminal ---- */

bool wb_table_share(const size_t *wanted, const size_t *least, size_t count, size_t room,
                    size_t *widths) {
  size_t used = (count - 1) * WB_TABLE_GAP;
  for (size_t i = 0; i < count; i++) used += widths[i] = wanted[i];
  while (used > room) {
    size_t widest = count;
    for (size_t i = 0; i < count; i++)
      if (widths[i] > least[i] && (widest == count || widths[i] > widths[widest])) widest = i;
    if (widest == count) return false;
    widths[widest]--;
    used--;
  }
  return true;
}

/* Tables in Markdown: strokes between cells, and a line of dashes below the headings. libcmark
 * reads one as a paragraph, and here its lines are read again. Only for the files of this room
 * that read Markdown.
 *
 *   | word       | CUDA   |
 *   | ---------- | -----: |
 *   | work-group | block  |
 *
 * A stroke in a cell is written `\|`, or stands in a code span. */
#ifndef WB_TEXT_MARKDOWN_TABLE_H
#define WB_TEXT_MARKDOWN_TABLE_H

#include <cmark.h>
#include <stdbool.h>
#include <stddef.h>

enum wb_table_side { WB_TABLE_LEFT, WB_TABLE_RIGHT, WB_TABLE_CENTRE };

enum { WB_TABLE_COLUMNS_MAX = 16 };

/* Row 0 has the headings. A row with fewer cells has empty ones behind them, and cells beyond the
 * headings are left out. */
struct wb_markdown_table {
  size_t rows, columns;
  char **cells; /* row by row, in Markdown, without the blanks around */
  enum wb_table_side sides[WB_TABLE_COLUMNS_MAX]; /* where a column's cells stand */
};

/* Reads a paragraph of the page. False where it is no table: then there is nothing to release. */
bool wb_markdown_table_read(struct wb_markdown_table *table, cmark_node *paragraph,
                            const char *markdown, size_t length);
void wb_markdown_table_release(struct wb_markdown_table *table);

const char *wb_markdown_table_cell(const struct wb_markdown_table *table, size_t row,
                                   size_t column);

/* A cell's inline nodes, below a paragraph; *root is what the caller frees. NULL: the cell is
 * empty, and there is no root. */
cmark_node *wb_markdown_cell_parse(const char *cell, cmark_node **root);

/* Shares out `room` columns of a terminal, with WB_TABLE_GAP between two columns of the table:
 * each gets what it wants, or the widest get less, down to `least`. False where that is not
 * enough. */
enum { WB_TABLE_GAP = 2 };
bool wb_table_share(const size_t *wanted, const size_t *least, size_t count, size_t room,
                    size_t *widths);

#endif

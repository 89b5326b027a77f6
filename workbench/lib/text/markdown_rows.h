/* A table of Markdown as lines of a terminal: its cells, which are wrapped already, side by side.
 * Only for the files of this room that read Markdown. */
#ifndef WB_TEXT_MARKDOWN_ROWS_H
#define WB_TEXT_MARKDOWN_ROWS_H

#include "text/markdown_table.h"
#include "text/styled.h"

/* Adds the lines of a cell, wrapped to `width` columns; in the style of a heading or not. */
typedef void (*wb_render_cell)(const char *cell, bool heading, size_t width,
                               struct wb_document *document);

/* Adds the table, at most `room` columns wide, to a document. False, and nothing is added, where
 * the columns would be too narrow to read. */
bool wb_markdown_table_draw(const struct wb_markdown_table *table, size_t room,
                            wb_render_cell render, struct wb_document *document);

#endif

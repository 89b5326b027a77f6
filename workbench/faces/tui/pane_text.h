/* Rows of styled text: what a pane scrolls through.
 *
 * Rows are built from top to bottom: wb_pane_text_start() begins one, wb_pane_text_put()
 * adds to the last. Texts are cleaned on their way in, so that what a kernel
 * prints cannot command the terminal. A row may stand for something: a puzzle of the list, or a
 * place in the kernel that choosing it jumps to. */
#ifndef WB_TUI_PANE_TEXT_H
#define WB_TUI_PANE_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "text/styled.h"
#include "tui/palette.h"

struct wb_piece {
  unsigned look;
  char *text;
  uint64_t spot; /* what the mouse finds there, as the pane's view has it; 0: nothing */
};

struct wb_pane_row {
  struct wb_piece *pieces;
  size_t n_pieces, capacity;
  uint32_t source_line; /* line of the kernel that the row is about; 0: none */
  int item;             /* puzzle, device or finding; -1: none */
};

struct wb_pane_text {
  struct wb_pane_row *items;
  size_t count, capacity;
};

void wb_pane_text_init(struct wb_pane_text *rows);
void wb_pane_text_release(struct wb_pane_text *rows); /* leaves it initialised */

/* A new empty row; valid until the next one is started. */
struct wb_pane_row *wb_pane_text_start(struct wb_pane_text *rows);

void wb_pane_text_put(struct wb_pane_text *rows, unsigned look, const char *text);
void wb_pane_text_putf(struct wb_pane_text *rows, unsigned look, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Adds blanks until the last row is `column` columns wide. */
void wb_pane_text_pad(struct wb_pane_text *rows, size_t column);

/* Gives the last piece of the last row a spot. */
void wb_pane_text_spot(struct wb_pane_text *rows, uint64_t spot);
/* The spot at column `column` of a row. */
uint64_t wb_pane_text_spot_at(const struct wb_pane_row *row, int column);

/* Drops the rows after the first `count`; the last one then ends in `sign`. */
void wb_pane_text_keep(struct wb_pane_text *rows, size_t count, const char *sign);

/* Columns of the last row. */
size_t wb_pane_text_width(const struct wb_pane_text *rows);

/* Word-wraps `text` to `width` columns, going on in the last row and starting
 * new ones (that begin with `indent` blanks and share source_line and item).
 * A word that is too long is cut. Newlines in the text start new rows. */
void wb_pane_text_wrap(struct wb_pane_text *rows, unsigned look, size_t width, size_t indent,
                       const char *text);

/* The same in rows of its own. */
void wb_pane_text_paragraph(struct wb_pane_text *rows, unsigned look, int width, size_t indent,
                            const char *text);

/* The same with a message from below, whose commands are said as the screen calls them
 * (commands/mentions.h). */
void wb_pane_text_wrap_message(struct wb_pane_text *rows, unsigned look, size_t width,
                               size_t indent, const char *message);

/* Appends a row for each line of the document. */
void wb_pane_text_document(struct wb_pane_text *rows, const struct wb_document *document);

#endif

/* A grid of character cells: what the screen shows, before curses.
 *
 * Views write text; text outside the grid is cut, a wide character that would
 * be cut in half becomes a blank, and combining characters stay with the one
 * before them. `ascii` grids hold nothing but ASCII. */
#ifndef WB_TUI_CELLS_H
#define WB_TUI_CELLS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "tui/palette.h"

enum { WB_CELL_CHARACTERS = 4 }; /* one and those that combine with it */

struct wb_cell {
  uint32_t text[WB_CELL_CHARACTERS]; /* unused ones are 0 */
  uint16_t look;
  uint8_t width; /* 1, 2, or 0 for the right half of a wide one */
  /* With WB_LOOK_TERMINAL alone: terminal/terminal.h explains. */
  uint8_t attributes;
  int16_t foreground, background;
};

struct wb_cells {
  int lines, columns;
  bool ascii;
  struct wb_cell *items;  /* lines * columns */
  int cursor_y, cursor_x; /* where a prompt is typed; -1: no cursor */
  int cursor_shape;       /* an editor's, as terminal/terminal.h has it; 0: the terminal's own */
};

void wb_cells_init(struct wb_cells *cells, bool ascii);
void wb_cells_release(struct wb_cells *cells);

/* All blank, of the given size (negative counts as 0). */
void wb_cells_clear(struct wb_cells *cells, int lines, int columns);

/* The cell, or NULL outside the grid. */
struct wb_cell *wb_cells_at(const struct wb_cells *cells, int y, int x);

/* Writes `text` from column x up to (not including) column `end`; returns the
 * column after it. Control characters are left out. */
int wb_cells_text(struct wb_cells *cells, int y, int x, int end, unsigned look, const char *text);

/* Repeats a one-column sign from x up to `end`. */
void wb_cells_repeat(struct wb_cells *cells, int y, int x, int end, unsigned look,
                     const char *sign);

/* Gives the cells a look (and WB_LOOK_REVERSE where asked), keeping the text. */
void wb_cells_look(struct wb_cells *cells, int y, int x, int end, unsigned look);
void wb_cells_reverse(struct wb_cells *cells, int y, int x, int end);

/* Puts a grid on this one with its first cell at (y, x), cut to `lines` and
 * `columns` of it; the cursor as well, where it has one. */
void wb_cells_paste(struct wb_cells *cells, int y, int x, int lines, int columns,
                    const struct wb_cells *from);

/* The grid as text, one line each, blanks at line ends left out. */
void wb_cells_dump(const struct wb_cells *cells, struct wb_str *out);

/* The same with colours and attributes as a terminal takes them, so that `cat`
 * shows the screen. `color`: as where colours are wanted, those for `background`; else attributes
 * alone. */
void wb_cells_dump_ansi(const struct wb_cells *cells, bool color, enum wb_background background,
                        struct wb_str *out);

bool wb_cells_equal(const struct wb_cells *a, const struct wb_cells *b);
void wb_cells_copy(struct wb_cells *to, const struct wb_cells *from);

#endif

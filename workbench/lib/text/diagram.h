/* Drawings that are data: what a block of the language `drawing` in a page says. From one block
 * come what a terminal shows, the words for who cannot see it, and the picture of a web page
 * (wb_html_diagram() in text/html.h). docs/puzzle-spec.md is the language's manual.
 *
 *   ids work-item: 0 1 | 2 3
 *   row a: 3 8 | 2 5
 *   arrows: 0>0 1>1 2>2 3>3!
 *   row out: 13 18 | 12 15
 *
 * A diagram has parts, from top to bottom, a line of the block each. Cells are counted from 0,
 * those of a grid row by row. */
#ifndef WB_TEXT_DIAGRAM_H
#define WB_TEXT_DIAGRAM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/file.h"
#include "text/styled.h"

enum wb_diagram_kind {
  WB_DIAGRAM_LABELS,  /* `ids`: cells without boxes */
  WB_DIAGRAM_ROW,     /* cells */
  WB_DIAGRAM_GRID,    /* rows of cells, with labels of rows and columns where it has them */
  WB_DIAGRAM_ARROWS,  /* from cells of the part `above` to cells of the part `below` */
  WB_DIAGRAM_SPANS,   /* brackets under cells of the part `above` */
  WB_DIAGRAM_BARRIER, /* a line across, with a text or none */
  WB_DIAGRAM_TIME,    /* a bar over time; `text` has a character a step: '#', '.' or ' ' */
  WB_DIAGRAM_COLUMNS, /* the headings of a table in which time goes down */
  WB_DIAGRAM_STEP,    /* a line of that table, with as many cells */
  WB_DIAGRAM_NOTE     /* a line of text */
};

enum wb_diagram_cell_kind {
  WB_CELL_TEXT,
  WB_CELL_EMPTY,
  WB_CELL_LEFT_OUT,
  WB_CELL_JOINED /* to the one before: a cell with two of these is as wide as three */
};

struct wb_diagram_cell {
  enum wb_diagram_cell_kind kind;
  char *text;        /* of WB_CELL_TEXT; else "" */
  bool group_before; /* a border of groups is between it and the cell before */
  bool group_above;  /* of a grid: and between it and the row above */
};

struct wb_diagram_arrow {
  size_t from, to; /* cells of the parts above and below */
  bool wrong;
};

struct wb_diagram_span {
  size_t first, last; /* both included; first <= last */
  char *label;        /* may be "" */
};

/* What is not of a part's kind is empty. */
struct wb_diagram_part {
  enum wb_diagram_kind kind;
  unsigned line; /* of the block, from 1 */
  char *name;    /* "" where it has none */
  struct wb_diagram_cell *cells;
  size_t n_cells, cell_capacity;
  size_t columns; /* cells side by side: of a grid those of a row, else all */
  struct wb_names row_labels, column_labels; /* of a grid: one each, or none */
  struct wb_diagram_arrow *arrows;
  size_t n_arrows, arrow_capacity;
  struct wb_diagram_span *spans;
  size_t n_spans, span_capacity;
  size_t above, below; /* indices of parts */
  char *text;          /* of a barrier, a time bar, a note; else "" */
};

struct wb_diagram {
  char *title; /* "" where it has none */
  char *alt;   /* the words that the block itself gives; "" where it gives none */
  struct wb_diagram_part *parts;
  size_t n_parts, capacity;
};

/* What is wrong in a block, and what is right. */
struct wb_diagram_mistake {
  unsigned line; /* of the block, from 1 */
  char *message, *remedy;
};
struct wb_diagram_mistakes {
  struct wb_diagram_mistake *items;
  size_t count, capacity;
};

/* Reads a block into a zeroed diagram. False where there are mistakes, which are added to a zeroed
 * list (NULL: nobody asks); the diagram then has what could be read, and only release is to be
 * called on it. */
bool wb_diagram_read(struct wb_diagram *diagram, const char *block,
                     struct wb_diagram_mistakes *mistakes);
void wb_diagram_release(struct wb_diagram *diagram);
void wb_diagram_mistakes_release(struct wb_diagram_mistakes *mistakes);

/* The diagram as lines of characters, added to the document: `room` columns wide where it can be
 * drawn so narrow, else wider. */
void wb_diagram_draw(const struct wb_diagram *diagram, size_t room, struct wb_document *document);

/* The columns that those lines take. */
size_t wb_diagram_columns(const struct wb_diagram *diagram, size_t room);

/* Whether the part is a row with the name of an array, so that a cell of it is told as code: a[0].
 */
bool wb_diagram_is_array(const struct wb_diagram_part *part);

/* What it shows, in sentences: those of the block, or else its title and what its parts hold. The
 * caller frees. */
char *wb_diagram_words(const struct wb_diagram *diagram);

#endif

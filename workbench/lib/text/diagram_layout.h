/* Where the cells of a diagram are, in columns of characters: shared by what draws it on a terminal
 * and for a page. Nobody outside the room includes this.
 *
 * Rows and labels of a diagram stand in common columns, so that cell 3 is below cell 3; a grid has
 * its own. `at` is the first column inside a cell, and the borders are in the columns before and
 * after the inside. Between groups there is a blank between two borders where there is room for
 * it; else they share one. */
#ifndef WB_TEXT_DIAGRAM_LAYOUT_H
#define WB_TEXT_DIAGRAM_LAYOUT_H

#include "text/diagram.h"

struct wb_diagram_cells {
  size_t count;
  size_t *at, *width;
  size_t left, right; /* the columns of the outer borders */
};

struct wb_diagram_layout {
  size_t labels;                  /* columns of the names at the left; 0: there are none */
  struct wb_diagram_cells common; /* of rows and labels */
  struct wb_diagram_grid_place {  /* of a grid; empty for other parts */
    struct wb_diagram_cells cells;
    size_t name_at;
    bool beside; /* it stands to the right of the part before, which is a grid, too */
  } * grids;     /* one for each part */
  size_t n_parts;
  size_t width; /* of all cells, bars and tables */
};

struct wb_diagram_layout wb_diagram_layout_of(const struct wb_diagram *diagram, size_t room);
void wb_diagram_layout_release(struct wb_diagram_layout *layout);

/* The places of a part's cells. */
const struct wb_diagram_cells *wb_diagram_places(const struct wb_diagram *diagram,
                                                 const struct wb_diagram_layout *layout,
                                                 size_t part);

/* The column of the border after a cell: one of groups is only that of rows that have it. */
size_t wb_diagram_border_after(const struct wb_diagram_part *part,
                               const struct wb_diagram_cells *cells, size_t index);

/* The columns inside a cell, which may be joined of several. */
size_t wb_diagram_inside(const struct wb_diagram_part *part, const struct wb_diagram_cells *cells,
                         size_t index);

/* The columns of a step of a time bar. */
size_t wb_diagram_time_scale(const struct wb_diagram *diagram,
                             const struct wb_diagram_layout *layout, size_t room);

/* Brackets under cells: those that overlap are on levels of their own. Of a level, either all
 * labels stand in their brackets, or all below, on the first line where there is room. */
struct wb_diagram_bracket {
  size_t from, to; /* columns, both included */
  size_t level;
  bool inside;
  size_t label_at, label_line; /* the lines of labels of a level count from 1 */
};
/* Fills an item for each span of the part, and returns how many levels there are. */
size_t wb_diagram_brackets(const struct wb_diagram *diagram, const struct wb_diagram_layout *layout,
                           const struct wb_diagram_part *part, size_t room,
                           struct wb_diagram_bracket *brackets);
size_t wb_diagram_bracket_middle(const struct wb_diagram_bracket *bracket);

/* The table that begins with these headings: where each of its columns begins, and how wide it is;
 * both have room for them. */
void wb_diagram_table(const struct wb_diagram *diagram, const struct wb_diagram_layout *layout,
                      const struct wb_diagram_part *headings, size_t room, size_t *at,
                      size_t *width);

/* Adds a text, broken at `columns`, to the document. */
void wb_diagram_break(struct wb_document *document, const char *text, size_t columns,
                      enum wb_style style);

/* Whether the step is the last one of its table. */
bool wb_diagram_is_last_step(const struct wb_diagram *diagram, const struct wb_diagram_part *step);

/* The columns left of all cells. */
size_t wb_diagram_left(const struct wb_diagram_layout *layout);

#endif

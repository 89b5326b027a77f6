/* What stands around the rows of panes: titles, tabs or header, and lines. */
#ifndef WB_TUI_FRAME_H
#define WB_TUI_FRAME_H

#include "tui/cells.h"
#include "tui/model.h"

/* A tab for a pane: for each on the line on top, or where that is a header for those that take the
 * place of the pane below, in its title. Without columns: there is none. */
struct wb_tab {
  int y, x, columns;
  bool named; /* "2 Lesson"; else "2" alone */
};
void wb_tabs_place(const struct wb_model *model, struct wb_tab tabs[WB_PANE_COUNT]);

void wb_draw_title(const struct wb_model *model, enum wb_pane pane, struct wb_cells *cells);

/* Tabs or header, and the line between columns; after the titles. */
void wb_draw_frame(const struct wb_model *model, struct wb_cells *cells);

/* A row of a pane, cut with a sign at `end`. */
void wb_draw_row(const struct wb_model *model, struct wb_cells *cells,
                 const struct wb_pane_row *row, int y, int x, int end);

#endif

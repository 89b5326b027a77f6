/* The lines below the panes: what is said or typed, and what the keys do. */
#ifndef WB_TUI_BOTTOM_LINES_H
#define WB_TUI_BOTTOM_LINES_H

#include "tui/cells.h"
#include "tui/model.h"

void wb_draw_bottom_lines(const struct wb_model *model, struct wb_cells *cells);

#endif

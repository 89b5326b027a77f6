/* From a prepared model to a grid of cells. */
#ifndef WB_TUI_DRAW_H
#define WB_TUI_DRAW_H

#include "tui/cells.h"
#include "tui/model.h"

/* Call wb_model_prepare() first. */
void wb_draw(const struct wb_model *model, struct wb_cells *cells);

#endif

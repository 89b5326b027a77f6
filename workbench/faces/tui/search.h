#ifndef WB_TUI_SEARCH_H
#define WB_TUI_SEARCH_H

#include "tui/model.h"

/* A key while what to search for is typed. */
void wb_search_key(struct wb_model *model, int key);

void wb_search_end(struct wb_model *model);

/* Marks the text in a row that was drawn at (y, x), cut at `end`. */
void wb_search_mark(const struct wb_model *model, enum wb_pane pane, const struct wb_pane_row *row,
                    struct wb_cells *cells, int y, int x, int end);

#endif

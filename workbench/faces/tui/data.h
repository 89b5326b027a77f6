/* What the selected puzzle's visible cases give a kernel, and want of it: what the model has of
 * it. It is asked for when the pane shows it, and made by a judge in the background. */
#ifndef WB_TUI_DATA_H
#define WB_TUI_DATA_H

#include "tui/model.h"

/* Asks for it where the pane shows and it is not there. */
void wb_data_request(struct wb_model *model);

/* Takes over the data of puzzle `item`, or, where it is NULL, says why there is none. */
void wb_model_data_made(struct wb_model *model, size_t item, struct wb_puzzle_data *data,
                        const char *why);

/* It is of another puzzle. */
void wb_data_forget(struct wb_model *model);

/* It is of a spec that has changed: it stays until there is other data, below what is wrong with
 * the spec, where something is. */
void wb_data_ask_again(struct wb_model *model);

/* Before a run: its result takes the pane's place. */
void wb_data_make_way(struct wb_model *model);

#endif

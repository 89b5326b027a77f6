/* The timeline of a host program's case: a chart of its queues, and a row for each thing that it
 * did. It is recorded with the trace (trace.h), and comes with the result. */
#ifndef WB_TUI_TIMELINE_H
#define WB_TUI_TIMELINE_H

#include "result/timeline.h"
#include "tui/model.h"

/* The selected puzzle's result where it has a timeline; else NULL. */
const struct wb_result *wb_timeline_view_result(const struct wb_model *model);

/* The line of the program's own text that asked for an entry; 0: none of that did. */
uint32_t wb_timeline_view_line(const struct wb_result *result,
                               const struct wb_timeline_entry *entry);

/* The entry that the cursor is on; NULL: it is on none. */
const struct wb_timeline_entry *wb_timeline_view_entry(const struct wb_model *model);

/* Puts the cursor on a row, which is brought into view; its line is shown in the program. */
void wb_timeline_view_stand_at(struct wb_model *model, int row);

/* Shows the pane, and goes to the first entry that a line of the program asked for, as soon as
 * there is a timeline: wb_timeline_view_follow does, once the rows are made. */
void wb_timeline_view_want_line(struct wb_model *model, uint32_t line);
void wb_timeline_view_follow(struct wb_model *model);

/* Shows the line that asked for a launch in the program: number `launch`, from 1; 0: the only one.
 */
void wb_timeline_view_show_launch(struct wb_model *model, uint32_t launch);

/* Another timeline is there. */
void wb_timeline_view_restart(struct wb_model *model);

/* Beside the pane's name. Appends. */
void wb_timeline_view_caption(const struct wb_model *model, struct wb_str *out);

#endif

/* The timeline of a host program's case: a chart of its queues, and a row for each thing that it
 * did. It is recorded with the trace (trace.h), and comes with the result. */
#ifndef WB_TUI_TIMELINE_H
#define WB_TUI_TIMELINE_H

#include "tui/model.h"

/* Goes so many entries further; the line of Lua that asked for one is shown in the kernel's pane.
 */
void wb_timeline_view_move(struct wb_model *model, int entries);

/* Of a launch the steps of its work-items, in the trace's pane; of another entry its line. */
void wb_timeline_view_open(struct wb_model *model);

/* Shows the pane, and goes to the first entry that a line of the program asked for, now or as soon
 * as there is a timeline. */
void wb_timeline_view_want_line(struct wb_model *model, uint32_t line);

/* Shows the line that asked for a launch in the kernel's pane: number `launch`, from 1; 0: the only
 * one. */
void wb_timeline_view_show_launch(struct wb_model *model, uint32_t launch);

/* Another timeline is there. */
void wb_timeline_view_restart(struct wb_model *model);

/* Beside the pane's name. Appends. */
void wb_timeline_view_caption(const struct wb_model *model, struct wb_str *out);

#endif

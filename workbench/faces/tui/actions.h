/* What keys and commands do. Each changes the model and asks for effects. */
#ifndef WB_TUI_ACTIONS_H
#define WB_TUI_ACTIONS_H

#include "commands/command.h"
#include "tui/model.h"

/* Of the rows of the table. */
#define WB_KEY(id, ...) void wb_do_##id(struct wb_model *model);
#define WB_LINE(id, ...) void wb_line_##id(struct wb_model *model, const char *argument);
#include "commands/commands.inc"

/* moving */
void wb_action_move_by(struct wb_model *model, enum wb_pane pane, int rows); /* as j and k */
void wb_action_scroll_by(struct wb_model *model, enum wb_pane pane, int rows);

/* In the timeline: so many entries further; of a launch the steps of its work-items, of another
 * entry its line. */
void wb_action_move_in_timeline(struct wb_model *model, int entries);
void wb_action_open_entry(struct wb_model *model);

/* working */
void wb_do_leave_editor(struct wb_model *model);
void wb_model_edit_at(struct wb_model *model); /* has the editor go to that line */
void wb_edit_line(struct wb_model *model);     /* in the pane, at the line that was jumped to */
void wb_action_ask_restore(struct wb_model *model, uint64_t number);
/* Looks for devices, if nobody does already. */
void wb_do_devices(struct wb_model *model); /* the list of them, over the panes, as the next */
void wb_do_courses(struct wb_model *model);
void wb_do_origins(struct wb_model *model);
void wb_action_ask_devices(struct wb_model *model);

/* the trace (trace_keys.c) */

#endif

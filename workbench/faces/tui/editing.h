/* The editor that runs in the kernel's pane: its process and its screen. */
#ifndef WB_TUI_EDITING_H
#define WB_TUI_EDITING_H

#include "tui/app.h"

/* Starts it on the file that is watched, at `line` (0: no matter). */
void wb_editing_start(struct wb_app *app, int line);

/* The same after the one that is open on another kernel has been left, if that has nothing
 * unsaved; else it says so. */
void wb_editing_start_after(struct wb_app *app, int line);

/* Milliseconds until it is clear that it does not leave, draws nothing or has stopped; -1: none of
 * them is waited for. */
int wb_editing_timeout(const struct wb_app *app);

/* Has it go to a line, or says why it cannot. */
void wb_editing_go_to(struct wb_app *app, int line);

/* A key of keys.h; the mouse at a cell of the editor's. */
void wb_editing_key(struct wb_app *app, int key);
void wb_editing_point(struct wb_app *app, const struct wb_mouse *mouse);

/* Takes what it drew; when it has ended, gives the pane back to the kernel. */
void wb_editing_update(struct wb_app *app);

/* Gives it the size of its pane. After wb_model_prepare(). */
void wb_editing_resize(struct wb_app *app);

/* Ends it, as the end of its terminal does: it has a moment to keep what was not saved. */
void wb_editing_stop(struct wb_app *app);

#endif

/* The terminal, through curses: the only place that knows it.
 *
 * A process has at most one screen. Keys arrive without waiting; the caller
 * polls standard input. */
#ifndef WB_TUI_SCREEN_H
#define WB_TUI_SCREEN_H

#include "base/status.h"
#include "tui/cells.h"
#include "tui/keys.h"

struct wb_screen;

/* Puts the terminal into full-screen mode. WB_ERR_MISSING where it cannot. */
enum wb_status wb_screen_open(struct wb_screen **screen, bool mouse, struct wb_error *err);
void wb_screen_close(struct wb_screen *screen); /* the terminal as before; NULL is fine */

void wb_screen_show(struct wb_screen *screen, const struct wb_cells *cells);

/* The next key that is there, or WB_KEY_NONE. WB_KEY_MOUSE fills *mouse. */
int wb_screen_key(struct wb_screen *screen, struct wb_mouse *mouse);

/* Asks the terminal for its size. */
void wb_screen_measure(struct wb_screen *screen, int *lines, int *columns);

/* Leaves full-screen mode for another program, and comes back. */
void wb_screen_leave(struct wb_screen *screen);
void wb_screen_return(struct wb_screen *screen);

/* The next wb_screen_show() writes every cell again. */
void wb_screen_redraw(struct wb_screen *screen);

/* Whether the learner wants colours: NO_COLOR is not set, or empty. */
bool wb_screen_wants_color(void);

void wb_screen_mouse(struct wb_screen *screen, bool on);

#endif

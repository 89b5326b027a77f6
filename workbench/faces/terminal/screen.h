/* libvterm's screen, behind terminal.c. Inside terminal/ only. */
#ifndef WB_TERMINAL_SCREEN_H
#define WB_TERMINAL_SCREEN_H

#include <stddef.h>

#include "base/str.h"
#include "terminal/terminal.h"

struct wb_terminal_screen;

/* At least two columns: libvterm needs room for a wide character. */
struct wb_terminal_screen *wb_terminal_screen_new(int lines, int columns);
void wb_terminal_screen_free(struct wb_terminal_screen *screen); /* NULL is fine */

/* What a program wrote. */
void wb_terminal_screen_write(struct wb_terminal_screen *screen, const char *bytes, size_t length);

/* Appends what the program is to read: keys, and answers to what it asked. */
void wb_terminal_screen_take(struct wb_terminal_screen *screen, struct wb_str *out);

/* As wb_terminal_… says. */
void wb_terminal_screen_resize(struct wb_terminal_screen *screen, int lines, int columns);
void wb_terminal_screen_size(const struct wb_terminal_screen *screen, int *lines, int *columns);
void wb_terminal_screen_type(struct wb_terminal_screen *screen, uint32_t character, unsigned held);
void wb_terminal_screen_press(struct wb_terminal_screen *screen, unsigned key, unsigned held);
void wb_terminal_screen_paste(struct wb_terminal_screen *screen, bool begins);
void wb_terminal_screen_cell(const struct wb_terminal_screen *screen, int y, int x,
                             struct wb_terminal_cell *cell);
bool wb_terminal_screen_cursor(const struct wb_terminal_screen *screen, int *y, int *x);
int wb_terminal_screen_cursor_shape(const struct wb_terminal_screen *screen);
void wb_terminal_screen_point(struct wb_terminal_screen *screen, enum wb_terminal_button button,
                              enum wb_terminal_action action, unsigned held, int y, int x);

#endif

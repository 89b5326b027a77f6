/* A program in a terminal of its own: a pseudo-terminal, and the screen that
 * the program draws on it (libvterm). The only place that knows libvterm.
 *
 * Nothing here waits: the caller polls wb_terminal_fd() for reading, and for
 * writing as well while wb_terminal_has_output() says so, and then calls
 * wb_terminal_update(). What the program writes changes the cells and nothing
 * else; no escape sequence of its reaches the real terminal. */
#ifndef WB_TERMINAL_TERMINAL_H
#define WB_TERMINAL_TERMINAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/process.h"

struct wb_terminal;

/* One cell: up to WB_TERMINAL_CHARACTERS code points (a character and those
 * that combine with it; the rest 0; all 0: blank). `width` is 1, 2, or 0 for
 * the right half of a wide character. Colours are indices of the usual palette
 * of 256, or -1 for the terminal's own. */
enum { WB_TERMINAL_CHARACTERS = 4 };
enum {
  WB_TERMINAL_BOLD = 1,
  WB_TERMINAL_UNDERLINE = 2,
  WB_TERMINAL_REVERSE = 4,
  WB_TERMINAL_ITALIC = 8,
  WB_TERMINAL_BLINK = 16
};
struct wb_terminal_cell {
  uint32_t text[WB_TERMINAL_CHARACTERS];
  int16_t foreground, background;
  uint8_t width;
  uint8_t attributes;
};

/* Keys that are not characters, and what may be held with any key. */
enum wb_terminal_key {
  WB_TERMINAL_ENTER,
  WB_TERMINAL_TAB,
  WB_TERMINAL_BACKSPACE,
  WB_TERMINAL_ESCAPE,
  WB_TERMINAL_UP,
  WB_TERMINAL_DOWN,
  WB_TERMINAL_LEFT,
  WB_TERMINAL_RIGHT,
  WB_TERMINAL_HOME,
  WB_TERMINAL_END,
  WB_TERMINAL_PAGE_UP,
  WB_TERMINAL_PAGE_DOWN,
  WB_TERMINAL_INSERT,
  WB_TERMINAL_DELETE,
  WB_TERMINAL_FUNCTION /* + n: F1 is WB_TERMINAL_FUNCTION + 1, up to 12 */
};
enum { WB_TERMINAL_MAX_ARGUMENTS = 16 };
enum { WB_TERMINAL_SHIFT = 1, WB_TERMINAL_ALT = 2, WB_TERMINAL_CTRL = 4 };

/* The mouse. A program hears of it as far as it has asked to; where it has not, the wheel moves
 * by keys. */
enum wb_terminal_button {
  WB_TERMINAL_LEFT_BUTTON = 1,
  WB_TERMINAL_MIDDLE_BUTTON,
  WB_TERMINAL_RIGHT_BUTTON,
  WB_TERMINAL_WHEEL_UP,
  WB_TERMINAL_WHEEL_DOWN
};
enum wb_terminal_action { WB_TERMINAL_PRESSES, WB_TERMINAL_DRAGS, WB_TERMINAL_RELEASES };

/* Starts argv (as struct wb_spawn has it; at most WB_TERMINAL_MAX_ARGUMENTS) with the
 * pseudo-terminal as its controlling terminal, TERM set to what this one understands. Less than
 * a line and two columns, the room of a wide character, count as that. */
enum wb_status wb_terminal_open(struct wb_terminal **terminal, const char *const *argv, int lines,
                                int columns, struct wb_error *err);

/* Hangs up, as a terminal that is closed does, waits for what runs there to end by itself, and
 * ends it with all that it started after `patience_ms`. NULL is fine. */
void wb_terminal_close(struct wb_terminal *terminal, int patience_ms);

int wb_terminal_fd(const struct wb_terminal *terminal); /* -1 when the program has closed it */
bool wb_terminal_has_output(const struct wb_terminal *terminal);

/* Takes what the program wrote and gives it what was typed, as far as either
 * goes now. True when the screen may have changed. */
bool wb_terminal_update(struct wb_terminal *terminal);

/* Whether the program has ended, and how. */
bool wb_terminal_ended(struct wb_terminal *terminal, struct wb_exit *end);

void wb_terminal_resize(struct wb_terminal *terminal, int lines, int columns);

/* Whether it takes each key as it is typed, as editors do: else some would be signals. */
bool wb_terminal_takes_keys(const struct wb_terminal *terminal);

/* Has it go on where it has stopped: no shell is there that could. */
void wb_terminal_continue(struct wb_terminal *terminal);

/* What is typed: a code point, or a key; with WB_TERMINAL_SHIFT and such. */
void wb_terminal_type(struct wb_terminal *terminal, uint32_t character, unsigned held);
void wb_terminal_press(struct wb_terminal *terminal, unsigned key, unsigned held);

/* At a cell of its screen. */
void wb_terminal_point(struct wb_terminal *terminal, enum wb_terminal_button button,
                       enum wb_terminal_action action, unsigned held, int y, int x);

/* Around characters that are pasted: programs that ask for it are told. */
void wb_terminal_paste(struct wb_terminal *terminal, bool begins);

void wb_terminal_size(const struct wb_terminal *terminal, int *lines, int *columns);
void wb_terminal_cell(const struct wb_terminal *terminal, int y, int x,
                      struct wb_terminal_cell *cell);

/* False where the cursor is hidden. */
bool wb_terminal_cursor(const struct wb_terminal *terminal, int *y, int *x);

/* What it wants the cursor to look like: 1 and 2 a block, 3 and 4 a line below, 5 and 6 a bar,
 * blinking and not; 0: it has not said. */
int wb_terminal_cursor_shape(const struct wb_terminal *terminal);

#endif

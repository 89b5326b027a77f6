/* What a terminal reports of the mouse, character by character as it arrives.
 *
 * Curses could read it, but waits for the rest of a report that was cut off, and
 * with it would the keys. Reports are "ESC [ < BUTTON ; X ; Y M", or "m" for a release, and
 * on old terminals "ESC [ M" and three characters, with button 3 for a release; the first three
 * characters of each are the caller's. */
#ifndef WB_TUI_POINTER_H
#define WB_TUI_POINTER_H

#include <stddef.h>
#include <stdint.h>

#include "tui/keys.h"

enum wb_pointer_form { WB_POINTER_IDLE, WB_POINTER_NUMBERS, WB_POINTER_OLD };

enum { WB_POINTER_CHARACTERS = 20 };

/* Zeroed is idle. */
struct wb_pointer {
  enum wb_pointer_form form;
  uint32_t characters[WB_POINTER_CHARACTERS];
  size_t length;
};

void wb_pointer_begin(struct wb_pointer *pointer, enum wb_pointer_form form);

enum wb_pointer_answer {
  WB_POINTER_MORE,    /* is to come */
  WB_POINTER_EVENT,   /* *mouse is filled */
  WB_POINTER_NOTHING, /* a report of what is not used here */
  WB_POINTER_BROKEN   /* this is no report; the character is a key */
};
enum wb_pointer_answer wb_pointer_take(struct wb_pointer *pointer, uint32_t character,
                                       struct wb_mouse *mouse);

#endif

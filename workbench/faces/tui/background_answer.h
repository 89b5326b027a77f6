/* What a terminal answers when it is asked what is behind its text (OSC 11), character by character
 * as it arrives among the keys: "rgb:ffff/ffff/ffff" and BEL or ESC \. What stands before that,
 * "ESC ] 1 1 ;", is the caller's.
 *
 * The screen does not wait for it, since many terminals answer nothing; whenever it comes, no part
 * of it is a key. */
#ifndef WB_TUI_BACKGROUND_ANSWER_H
#define WB_TUI_BACKGROUND_ANSWER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WB_BACKGROUND_ANSWER_MAX = 64 };

/* Zeroed: none is arriving. */
struct wb_background_answer {
  bool arriving;
  char text[WB_BACKGROUND_ANSWER_MAX]; /* without its end */
  size_t length;
  bool escaped; /* the last character was ESC */
};

void wb_background_answer_begin(struct wb_background_answer *answer);

/* False: it is whole, or is none: too long, or with a control character. */
bool wb_background_answer_take(struct wb_background_answer *answer, uint32_t character);

#endif

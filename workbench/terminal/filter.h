/* What a program writes, on its way to libvterm.
 *
 * Fuzzing found faults in libvterm up to 0.1 that any program may run into:
 *
 *   CSI n b   "repeat the character before" (REP of ECMA-48) crashes or hangs
 *             where it comes first or n is very large: written out here
 *   large numbers are counted to, as in CSI 999999999 I: cut to four digits
 *   a change of size leaves margins and saved places outside of the screen:
 *             screen.c makes a new screen instead, and the modes that the
 *             program has set are remembered here, to be set there again
 *
 * Sequences may come in pieces. */
#ifndef WB_TERMINAL_FILTER_H
#define WB_TERMINAL_FILTER_H

#include <stdbool.h>

#include "base/str.h"

enum {
  WB_FILTER_REPEAT_MAX = 4096,
  WB_FILTER_SEQUENCE = 64,
  WB_FILTER_DIGITS = 4,
  WB_FILTER_MODES = 32
};

struct wb_filter {
  char sequence[WB_FILTER_SEQUENCE]; /* one that has begun */
  size_t length;                     /* 0: none has */
  unsigned digits;                   /* of the number that it is in */
  char last;                         /* the character before, if it was ASCII; else 0 */
  /* Private modes, as "ESC [ ? number h" sets them; the last of each. */
  struct wb_filter_mode {
    unsigned number;
    bool on;
  } modes[WB_FILTER_MODES];
  size_t n_modes;
  char keypad; /* '=' or '>' after ESC; 0: neither */
};

/* Appends what is to go to libvterm. A sequence that has begun is kept back
 * until its end is there. Zeroed is the start. */
void wb_filter_pass(struct wb_filter *filter, const char *bytes, size_t length, struct wb_str *out);

/* Appends the sequences that set the modes again. */
void wb_filter_modes(const struct wb_filter *filter, struct wb_str *out);

#endif

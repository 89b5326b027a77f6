/* What a program writes, on its way to libvterm: whatever comes in, only whole,
 * well-formed sequences and valid UTF-8 come out.
 *
 * Fuzzing found faults in libvterm up to 0.1 that any program may run into:
 *
 *   CSI n b   "repeat the character before" (REP of ECMA-48) crashes or hangs
 *             where it comes first or n is very large: written out here
 *   ESC ( [   and other intermediates before a bracket are taken for CSI, and so bring REP back:
 *             of the sequences with intermediates those that choose a character set and DECALN
 *             pass, and no others
 *   C1        control characters as UTF-8 (U+0080 to U+009F) count as -1 column: left out
 *   marks     that reverse the direction of writing are left out: they would reach the real
 * terminal bytes     that are no UTF-8 become code points beyond Unicode: U+FFFD here large numbers
 * are counted to, as in CSI 999999999 I: cut to four digits a change of size leaves margins and
 * saved places outside of the screen: screen.c makes a new screen instead, and the modes that the
 *             program has set are remembered here, to be set there again
 *
 * Strings (OSC: titles, colours, the clipboard; DCS, SOS, PM, APC) have no meaning for a pane and
 * are left out. Sequences and characters may come in pieces. */
#ifndef WB_TERMINAL_FILTER_H
#define WB_TERMINAL_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

enum {
  WB_FILTER_REPEAT_MAX = 4096,
  WB_FILTER_SEQUENCE = 64,
  WB_FILTER_DIGITS = 4,
  WB_FILTER_MODES = 32,
  WB_FILTER_CURSORS = 6
};

enum wb_filter_state {
  WB_FILTER_TEXT,
  WB_FILTER_ESCAPE,     /* ESC and perhaps intermediates */
  WB_FILTER_CSI,        /* ESC [ … */
  WB_FILTER_SKIP,       /* a CSI sequence of no meaning, to its end */
  WB_FILTER_STRING,     /* ESC ] and its kin, to its end */
  WB_FILTER_STRING_END, /* and an ESC in it */
  WB_FILTER_STATES
};

struct wb_terminal_filter {
  enum wb_filter_state state;
  char sequence[WB_FILTER_SEQUENCE + 1]; /* one that has begun, ESC included */
  size_t length;
  unsigned digits;         /* of the number that it is in */
  char last;               /* the character before, if it was ASCII; else 0 */
  unsigned char utf8[4];   /* a character that has begun */
  size_t n_utf8, utf8_all; /* bytes of it that are there, and that it has */
  /* Private modes, as "ESC [ ? number h" sets them; the last of each. */
  struct wb_filter_mode {
    unsigned number;
    bool on;
  } modes[WB_FILTER_MODES];
  size_t n_modes;
  char keypad;          /* '=' or '>' after ESC; 0: neither */
  uint8_t cursor_shape; /* 1 to 6, as "ESC [ shape SP q" sets it; 0: none was asked for */
};

/* Appends what is to go to libvterm. A sequence that has begun is kept back
 * until its end is there. Zeroed is the start. */
void wb_terminal_filter_pass(struct wb_terminal_filter *filter, const char *bytes, size_t length,
                             struct wb_str *out);

/* Appends the sequences that set the modes again. */
void wb_terminal_filter_modes(const struct wb_terminal_filter *filter, struct wb_str *out);

#endif

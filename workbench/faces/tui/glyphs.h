/* The few signs that the screen is made of, in Unicode and in ASCII. */
#ifndef WB_TUI_GLYPHS_H
#define WB_TUI_GLYPHS_H

#include <stdbool.h>

enum { WB_SPINNER_FRAMES = 8 };

struct wb_glyphs {
  const char *solved, *tried, *untried, *broken;                  /* marks of a puzzle */
  const char *line, *line_focus, *bar;                            /* frames */
  const char *full, *empty;                                       /* cells of a bar */
  const char *joint_top, *joint_left, *joint_right, *joint_cross; /* of `bar` with titles */
  const char *more;                                               /* text goes on */
  const char *wrap;                                               /* starts a continued line */
  const char *error, *warning, *other;                            /* marks of a source line */
  const char *caret, *arrow, *dash;
  const char *good, *bad;
  /* Of the trace: a value that nobody has read or written yet; two work-items
   * collide; an access that was refused, as out of bounds; never written; waits
   * at a barrier; the end of an array that something lies beyond. */
  const char *unknown, *collision, *refused, *unwritten, *waits, *wall;
  const char *spinner[WB_SPINNER_FRAMES];
};

const struct wb_glyphs *wb_glyphs(bool unicode);

#endif

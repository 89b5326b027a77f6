/* Looks: what a piece of the screen means. screen.c turns them into colours
 * and attributes; each stays recognisable without colour. */
#ifndef WB_TUI_LOOKS_H
#define WB_TUI_LOOKS_H

#include "text/styled.h"

/* The first WB_STYLE_COUNT looks are the styles of text/styled.h. */
enum wb_look {
  WB_LOOK_PLAIN = WB_STYLE_PLAIN,
  WB_LOOK_FRAME = WB_STYLE_COUNT, /* lines between panes */
  WB_LOOK_TITLE,                  /* of a pane */
  WB_LOOK_TITLE_FOCUS,            /* of the pane that has the keys */
  WB_LOOK_BAR,                    /* header and key line */
  WB_LOOK_DIM,
  WB_LOOK_OK,
  WB_LOOK_BAD,
  WB_LOOK_WARN,
  WB_LOOK_INFO,
  WB_LOOK_OK_BANNER, /* the verdict */
  WB_LOOK_BAD_BANNER,
  WB_LOOK_TERMINAL, /* of the editor: the cell has colours of its own */
  WB_LOOK_COUNT
};

/* May be added to any look. */
enum { WB_LOOK_REVERSE = 0x100, WB_LOOK_MASK = 0xff };

#endif

/* Looks: what a piece of the screen means, and what it is painted with; each
 * stays recognisable without colour. */
#ifndef WB_TUI_PALETTE_H
#define WB_TUI_PALETTE_H

#include <stdbool.h>
#include <stdint.h>

#include "report/background.h"
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
  WB_LOOK_MATCH, /* text that was searched for */
  WB_LOOK_ITEM,  /* of a work-item in the trace; WB_ITEM_LOOKS of them, by its number */
  WB_LOOK_ITEM_LAST = WB_LOOK_ITEM + 6,
  WB_LOOK_TERMINAL, /* of the editor: the cell has colours of its own */
  WB_LOOK_COUNT
};

enum { WB_ITEM_LOOKS = WB_LOOK_ITEM_LAST - WB_LOOK_ITEM + 1 };

/* May be added to any look. */
enum { WB_LOOK_REVERSE = 0x100, WB_LOOK_MASK = 0xff };

/* Attributes of a paint. */
enum { WB_PAINT_BOLD = 1, WB_PAINT_DIM = 2, WB_PAINT_UNDERLINE = 4, WB_PAINT_REVERSE = 8 };

struct wb_paint {
  int16_t foreground, background; /* of a terminal's first eight; -1: its own. Of work-items, and
                                     on a light background, of its palette of 256 */
  uint8_t with_color, without;    /* attributes beside the colours, and instead of them */
};
struct wb_paint wb_palette_paint(unsigned look, enum wb_background background);

/* One of the first eight that stands for a colour of the palette, where there are no more. */
int16_t wb_palette_color(int16_t color);

#endif

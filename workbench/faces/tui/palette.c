#include "tui/palette.h"

#include <stddef.h>

enum { BLACK, RED, GREEN, YELLOW, BLUE, MAGENTA, CYAN, WHITE };
enum { OCHRE = 136 }; /* yellow that is legible on white, too, where nobody says what is there */
enum { NONE = 0, BOLD = WB_PAINT_BOLD, DIM = WB_PAINT_DIM };
enum { UNDERLINE = WB_PAINT_UNDERLINE, REVERSE = WB_PAINT_REVERSE };

static const struct wb_paint paints[WB_LOOK_COUNT] = {
    [WB_STYLE_PLAIN] = {-1, -1, NONE, NONE},
    [WB_STYLE_HEADING] = {CYAN, -1, BOLD, BOLD},
    [WB_STYLE_STRONG] = {-1, -1, BOLD, BOLD},
    [WB_STYLE_EMPHASIS] = {-1, -1, UNDERLINE, UNDERLINE},
    [WB_STYLE_CODE] = {OCHRE, -1, NONE, NONE},
    [WB_STYLE_QUOTE] = {GREEN, -1, NONE, NONE},
    [WB_STYLE_LINK] = {BLUE, -1, UNDERLINE, UNDERLINE},
    [WB_STYLE_KEYWORD] = {MAGENTA, -1, BOLD, BOLD},
    [WB_STYLE_TYPE] = {CYAN, -1, NONE, NONE},
    [WB_STYLE_BUILTIN] = {BLUE, -1, BOLD, NONE},
    [WB_STYLE_NUMBER] = {OCHRE, -1, NONE, NONE},
    [WB_STYLE_STRING] = {GREEN, -1, NONE, NONE},
    [WB_STYLE_COMMENT] = {GREEN, -1, NONE, NONE},
    [WB_STYLE_DIRECTIVE] = {MAGENTA, -1, NONE, NONE},
    [WB_STYLE_GOOD] = {GREEN, -1, BOLD, BOLD},
    [WB_STYLE_BAD] = {RED, -1, BOLD, BOLD},
    [WB_STYLE_WARNING] = {YELLOW, -1, BOLD, BOLD},
    [WB_STYLE_DIM] = {-1, -1, DIM, NONE},
    [WB_LOOK_FRAME] = {-1, -1, DIM, NONE},
    [WB_LOOK_TITLE] = {-1, -1, BOLD, NONE},
    [WB_LOOK_TITLE_FOCUS] = {CYAN, -1, BOLD | REVERSE, BOLD | REVERSE},
    [WB_LOOK_BAR] = {-1, -1, NONE, NONE},
    [WB_LOOK_DIM] = {-1, -1, DIM, NONE},
    [WB_LOOK_OK] = {GREEN, -1, BOLD, BOLD},
    [WB_LOOK_BAD] = {RED, -1, BOLD, BOLD},
    [WB_LOOK_WARN] = {YELLOW, -1, BOLD, BOLD},
    [WB_LOOK_INFO] = {CYAN, -1, NONE, NONE},
    [WB_LOOK_OK_BANNER] = {BLACK, GREEN, NONE, BOLD | REVERSE},
    [WB_LOOK_BAD_BANNER] = {WHITE, RED, BOLD, BOLD | REVERSE},
    [WB_LOOK_MATCH] = {BLACK, YELLOW, NONE, UNDERLINE | REVERSE},
    /* Colours of medium brightness, legible on black and on white; the numbers tell work-items
     * apart, too. */
    [WB_LOOK_ITEM] = {38, -1, NONE, NONE},
    [WB_LOOK_ITEM + 1] = {172, -1, NONE, NONE},
    [WB_LOOK_ITEM + 2] = {70, -1, NONE, NONE},
    [WB_LOOK_ITEM + 3] = {169, -1, NONE, NONE},
    [WB_LOOK_ITEM + 4] = {69, -1, NONE, NONE},
    [WB_LOOK_ITEM + 5] = {137, -1, NONE, NONE},
    [WB_LOOK_ITEM + 6] = {36, -1, NONE, NONE},
    [WB_LOOK_TERMINAL] = {-1, -1, NONE, NONE}, /* and what the cell says */
};

/* What takes a bright colour's place on white, and which of the eight it is where there are no
 * more: yellow and cyan vanish there. */
static const struct {
  int16_t bright, dark, basic;
} darker[] = {{YELLOW, 94, MAGENTA}, {OCHRE, 94, MAGENTA}, {CYAN, 24, BLUE}, {GREEN, 22, GREEN}};
enum { N_DARKER = sizeof darker / sizeof darker[0] };

static int16_t color_on_light(int16_t color) {
  for (size_t i = 0; i < N_DARKER; i++)
    if (darker[i].bright == color) return darker[i].dark;
  return color;
}

int16_t wb_palette_color(int16_t color) {
  static const int16_t of_items[WB_ITEM_LOOKS] = {CYAN, YELLOW, GREEN, MAGENTA, BLUE, CYAN, YELLOW};
  if (color == OCHRE) return YELLOW;
  for (size_t i = 0; i < N_DARKER; i++)
    if (darker[i].dark == color) return darker[i].basic;
  for (size_t i = 0; i < WB_ITEM_LOOKS; i++)
    if (paints[WB_LOOK_ITEM + i].foreground == color) return of_items[i];
  return color;
}

struct wb_paint wb_palette_paint(unsigned look, enum wb_background background) {
  look &= WB_LOOK_MASK;
  struct wb_paint paint = paints[look < WB_LOOK_COUNT ? look : WB_LOOK_PLAIN];
  if (background == WB_BACKGROUND_LIGHT) paint.foreground = color_on_light(paint.foreground);
  return paint;
}

/* A grid of cells as ANSI sequences, for tests and for `cat`. */
#include <string.h>

#include "terminal/terminal.h"
#include "tui/cells.h"
#include "tui/keys.h"

/* What a cell is painted with, once its look is resolved. */
struct ink {
  int16_t foreground, background;
  unsigned attributes; /* WB_PAINT_* */
};

/* The editor's cells say for themselves. */
static struct ink terminal_ink(const struct wb_cell *cell, bool color) {
  struct ink ink = {.foreground = color ? cell->foreground : (int16_t)-1,
                    .background = color ? cell->background : (int16_t)-1};
  if ((cell->attributes & WB_TERMINAL_BOLD) != 0) ink.attributes |= WB_PAINT_BOLD;
  if ((cell->attributes & WB_TERMINAL_UNDERLINE) != 0) ink.attributes |= WB_PAINT_UNDERLINE;
  if ((cell->attributes & WB_TERMINAL_REVERSE) != 0) ink.attributes |= WB_PAINT_REVERSE;
  return ink;
}

struct colors {
  bool wanted;
  enum wb_background background;
};

static struct ink ink_of(const struct wb_cell *cell, const struct colors *colors) {
  const unsigned look = cell->look & WB_LOOK_MASK;
  const struct wb_paint paint = wb_palette_paint(look, colors->background);
  struct ink ink = {.foreground = -1, .background = -1, .attributes = paint.without};
  if (look == WB_LOOK_TERMINAL) {
    ink = terminal_ink(cell, colors->wanted);
  } else if (colors->wanted) {
    ink = (struct ink){paint.foreground, paint.background, paint.with_color};
  }
  if ((cell->look & WB_LOOK_REVERSE) != 0) ink.attributes |= WB_PAINT_REVERSE;
  return ink;
}

static bool is_plain(const struct ink *ink) {
  return ink->foreground < 0 && ink->background < 0 && ink->attributes == 0;
}

static void add_color(struct wb_str *out, int16_t color, int base) {
  if (color >= 0 && color < 8) wb_str_addf(out, ";%d", base + color);
  if (color >= 8) wb_str_addf(out, ";%d;5;%d", base + 8, color);
}

static void add_ink(struct wb_str *out, const struct ink *ink) {
  static const struct {
    unsigned bit;
    const char *code;
  } codes[] = {{WB_PAINT_BOLD, ";1"},
               {WB_PAINT_DIM, ";2"},
               {WB_PAINT_UNDERLINE, ";4"},
               {WB_PAINT_REVERSE, ";7"}};
  wb_str_add(out, "\033[0");
  for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
    if ((ink->attributes & codes[i].bit) != 0) wb_str_add(out, codes[i].code);
  add_color(out, ink->foreground, 30);
  add_color(out, ink->background, 40);
  wb_str_add_char(out, 'm');
}

static bool same_ink(const struct ink *a, const struct ink *b) {
  return a->foreground == b->foreground && a->background == b->background &&
         a->attributes == b->attributes;
}

/* The column after the last cell that is not an unpainted blank. */
static int end_of_line(const struct wb_cells *cells, int y, const struct colors *colors) {
  int end = cells->columns;
  for (; end > 0; end--) {
    const struct wb_cell *cell = wb_cells_at(cells, y, end - 1);
    struct ink ink = ink_of(cell, colors);
    const bool seen = (ink.attributes & (WB_PAINT_REVERSE | WB_PAINT_UNDERLINE)) != 0;
    if (seen || ink.background >= 0 || cell->width != 1 || cell->text[0] != ' ') break;
  }
  return end;
}

static void dump_line(const struct wb_cells *cells, int y, const struct colors *colors,
                      struct wb_str *out) {
  struct ink now = {-1, -1, 0};
  const int end = end_of_line(cells, y, colors);
  for (int x = 0; x < end; x++) {
    const struct wb_cell *cell = wb_cells_at(cells, y, x);
    struct ink ink = ink_of(cell, colors);
    if (cell->width == 0) continue;
    if (!same_ink(&ink, &now)) add_ink(out, &ink);
    now = ink;
    for (size_t i = 0; i < WB_CELL_CHARACTERS && cell->text[i] != 0; i++) {
      char bytes[5];
      wb_str_add_bytes(out, bytes, wb_character_utf8(cell->text[i], bytes));
    }
  }
  if (!is_plain(&now)) wb_str_add(out, "\033[0m");
  wb_str_add_char(out, '\n');
}

void wb_cells_dump_ansi(const struct wb_cells *cells, bool color, enum wb_background background,
                        struct wb_str *out) {
  const struct colors colors = {color, background};
  for (int y = 0; y < cells->lines; y++) dump_line(cells, y, &colors, out);
}

#include "terminal/screen.h"

#include <stdlib.h>
#include <string.h>
#include <vterm.h>

#include "terminal/filter.h"

struct wb_terminal_screen {
  VTerm *vterm;
  VTermScreen *cells;
  bool cursor_visible, alternate, wants_mouse;
  struct wb_terminal_filter filter;
  struct wb_str written; /* of one turn */
};

static int set_property(VTermProp property, VTermValue *value, void *data) {
  struct wb_terminal_screen *screen = data;
  if (property == VTERM_PROP_CURSORVISIBLE) screen->cursor_visible = value->boolean != 0;
  if (property == VTERM_PROP_ALTSCREEN) screen->alternate = value->boolean != 0;
  if (property == VTERM_PROP_MOUSE) screen->wants_mouse = value->number != VTERM_PROP_MOUSE_NONE;
  return 1;
}

static const VTermScreenCallbacks callbacks = {.settermprop = set_property};

static void begin_screen(struct wb_terminal_screen *screen, int lines, int columns) {
  screen->vterm = vterm_new(lines, columns);
  screen->cells = vterm_obtain_screen(screen->vterm);
  screen->cursor_visible = true;
  screen->alternate = screen->wants_mouse = false;
  vterm_set_utf8(screen->vterm, 1);
  vterm_screen_enable_altscreen(screen->cells, 1);
  vterm_screen_set_callbacks(screen->cells, &callbacks, screen);
  vterm_screen_reset(screen->cells, 1);
}

struct wb_terminal_screen *wb_terminal_screen_new(int lines, int columns) {
  struct wb_terminal_screen *screen = wb_alloc(sizeof *screen);
  wb_str_init(&screen->written);
  begin_screen(screen, lines, columns);
  return screen;
}

void wb_terminal_screen_free(struct wb_terminal_screen *screen) {
  if (screen == NULL) return;
  vterm_free(screen->vterm);
  wb_str_release(&screen->written);
  free(screen);
}

/* ---- what goes in and out ---- */

void wb_terminal_screen_write(struct wb_terminal_screen *screen, const char *bytes, size_t length) {
  wb_str_clear(&screen->written);
  wb_terminal_filter_pass(&screen->filter, bytes, length, &screen->written);
  if (screen->written.length > 0)
    vterm_input_write(screen->vterm, screen->written.data, screen->written.length);
}

void wb_terminal_screen_take(struct wb_terminal_screen *screen, struct wb_str *out) {
  char bytes[256];
  size_t got;
  while ((got = vterm_output_read(screen->vterm, bytes, sizeof bytes)) > 0)
    wb_str_add_bytes(out, bytes, got);
}

/* A new screen (filter.h says why): programs draw all of theirs when they hear
 * of a new size. */
void wb_terminal_screen_resize(struct wb_terminal_screen *screen, int lines, int columns) {
  vterm_free(screen->vterm);
  begin_screen(screen, lines, columns);
  wb_str_clear(&screen->written);
  wb_terminal_filter_modes(&screen->filter, &screen->written);
  vterm_input_write(screen->vterm, screen->written.data, screen->written.length);
}

void wb_terminal_screen_size(const struct wb_terminal_screen *screen, int *lines, int *columns) {
  vterm_get_size(screen->vterm, lines, columns);
}

static VTermModifier key_modifiers(unsigned held) {
  unsigned all = 0;
  if ((held & WB_TERMINAL_SHIFT) != 0) all |= VTERM_MOD_SHIFT;
  if ((held & WB_TERMINAL_ALT) != 0) all |= VTERM_MOD_ALT;
  if ((held & WB_TERMINAL_CTRL) != 0) all |= VTERM_MOD_CTRL;
  return (VTermModifier)all;
}

void wb_terminal_screen_type(struct wb_terminal_screen *screen, uint32_t character, unsigned held) {
  vterm_keyboard_unichar(screen->vterm, character, key_modifiers(held));
}

static VTermKey key_of(unsigned key) {
  static const VTermKey keys[WB_TERMINAL_FUNCTION] = {
      [WB_TERMINAL_ENTER] = VTERM_KEY_ENTER,
      [WB_TERMINAL_TAB] = VTERM_KEY_TAB,
      [WB_TERMINAL_BACKSPACE] = VTERM_KEY_BACKSPACE,
      [WB_TERMINAL_ESCAPE] = VTERM_KEY_ESCAPE,
      [WB_TERMINAL_UP] = VTERM_KEY_UP,
      [WB_TERMINAL_DOWN] = VTERM_KEY_DOWN,
      [WB_TERMINAL_LEFT] = VTERM_KEY_LEFT,
      [WB_TERMINAL_RIGHT] = VTERM_KEY_RIGHT,
      [WB_TERMINAL_HOME] = VTERM_KEY_HOME,
      [WB_TERMINAL_END] = VTERM_KEY_END,
      [WB_TERMINAL_PAGE_UP] = VTERM_KEY_PAGEUP,
      [WB_TERMINAL_PAGE_DOWN] = VTERM_KEY_PAGEDOWN,
      [WB_TERMINAL_INSERT] = VTERM_KEY_INS,
      [WB_TERMINAL_DELETE] = VTERM_KEY_DEL,
  };
  if (key < WB_TERMINAL_FUNCTION) return keys[key];
  return (VTermKey)VTERM_KEY_FUNCTION(key - WB_TERMINAL_FUNCTION);
}

void wb_terminal_screen_press(struct wb_terminal_screen *screen, unsigned key, unsigned held) {
  vterm_keyboard_key(screen->vterm, key_of(key), key_modifiers(held));
}

void wb_terminal_screen_paste(struct wb_terminal_screen *screen, bool begins) {
  if (begins)
    vterm_keyboard_start_paste(screen->vterm);
  else
    vterm_keyboard_end_paste(screen->vterm);
}

enum { WHEEL_LINES = 3 };

/* A program that does not know the mouse scrolls by keys, as in other terminals. */
static void scroll_by_keys(struct wb_terminal_screen *screen, enum wb_terminal_button button) {
  const VTermKey key = button == WB_TERMINAL_WHEEL_UP ? VTERM_KEY_UP : VTERM_KEY_DOWN;
  const bool wheel = button == WB_TERMINAL_WHEEL_UP || button == WB_TERMINAL_WHEEL_DOWN;
  for (int i = 0; wheel && screen->alternate && i < WHEEL_LINES; i++)
    vterm_keyboard_key(screen->vterm, key, VTERM_MOD_NONE);
}

void wb_terminal_screen_point(struct wb_terminal_screen *screen, enum wb_terminal_button button,
                              enum wb_terminal_action action, unsigned held, int y, int x) {
  const VTermModifier modifiers = key_modifiers(held);
  if (!screen->wants_mouse) {
    if (action == WB_TERMINAL_PRESSES) scroll_by_keys(screen, button);
    return;
  }
  vterm_mouse_move(screen->vterm, y, x, modifiers);
  if (action != WB_TERMINAL_DRAGS)
    vterm_mouse_button(screen->vterm, (int)button, action == WB_TERMINAL_PRESSES, modifiers);
}

/* ---- what is shown ---- */

enum { CUBE_FIRST = 16, CUBE_SIDE = 6, GREY_FIRST = 232, GREYS = 24 };

/* The step of the palette's colour cube (0, 95, 135, … 255) next to a value. */
static int cube_step(int value) { return value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40; }

/* The palette's nearest colour: the cube's, or a grey where all are alike. */
static int16_t nearest_index(const VTermColor *color) {
  const int red = color->rgb.red, green = color->rgb.green, blue = color->rgb.blue;
  const bool grey = red == green && green == blue && red > 4 && red < 246;
  int index =
      CUBE_FIRST + (cube_step(red) * CUBE_SIDE + cube_step(green)) * CUBE_SIDE + cube_step(blue);
  if (grey) index = GREY_FIRST + (red - 3) / 10;
  if (grey && index >= GREY_FIRST + GREYS) index = GREY_FIRST + GREYS - 1;
  return (int16_t)index;
}

static int16_t color_index(const VTermColor *color) {
  int16_t index = -1;
  if (VTERM_COLOR_IS_DEFAULT_FG(color) || VTERM_COLOR_IS_DEFAULT_BG(color)) return index;
  if (VTERM_COLOR_IS_INDEXED(color))
    index = color->indexed.idx;
  else
    index = nearest_index(color);
  return index;
}

static uint8_t attributes_of(const VTermScreenCellAttrs *attributes) {
  unsigned all = 0;
  if (attributes->bold) all |= WB_TERMINAL_BOLD;
  if (attributes->underline) all |= WB_TERMINAL_UNDERLINE;
  if (attributes->reverse) all |= WB_TERMINAL_REVERSE;
  if (attributes->italic) all |= WB_TERMINAL_ITALIC;
  if (attributes->blink) all |= WB_TERMINAL_BLINK;
  return (uint8_t)all;
}

/* libvterm marks the right half of a wide character by a code point of -1. */
#define RIGHT_HALF UINT32_MAX

void wb_terminal_screen_cell(const struct wb_terminal_screen *screen, int y, int x,
                             struct wb_terminal_cell *out) {
  VTermScreenCell cell;
  memset(out, 0, sizeof *out);
  out->foreground = out->background = -1;
  out->width = 1;
  if (!vterm_screen_get_cell(screen->cells, (VTermPos){.row = y, .col = x}, &cell)) return;
  if (cell.chars[0] == RIGHT_HALF) {
    out->width = 0;
    return;
  }
  for (size_t i = 0; i < WB_TERMINAL_CHARACTERS && cell.chars[i] != 0; i++)
    out->text[i] = cell.chars[i];
  out->width = cell.width == 2 ? 2 : 1;
  out->foreground = color_index(&cell.fg);
  out->background = color_index(&cell.bg);
  out->attributes = attributes_of(&cell.attrs);
}

bool wb_terminal_screen_cursor(const struct wb_terminal_screen *screen, int *y, int *x) {
  VTermPos at;
  vterm_state_get_cursorpos(vterm_obtain_state(screen->vterm), &at);
  *y = at.row;
  *x = at.col;
  return screen->cursor_visible;
}

int wb_terminal_screen_cursor_shape(const struct wb_terminal_screen *screen) {
  return screen->filter.cursor_shape;
}

#include "tui/screen.h"

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include "base/str.h"
#include "base/clock.h"
#include "terminal/terminal.h"
#include "tui/background_answer.h"
#include "tui/pointer.h"
#include "session/crash.h"

/* Colours of the editor's cells, as pairs of curses behind those of the looks. */
enum { MAX_PAIRS = 512, FIRST_PAIR = WB_LOOK_COUNT + 1 };
struct color_pair {
  int16_t foreground, background;
};

struct wb_screen {
  SCREEN *terminal;
  bool color;
  enum wb_background background;
  struct color_pair pairs[MAX_PAIRS];
  int n_pairs, last_pair;
  bool mouse;       /* is reported */
  int cursor_shape; /* that the terminal was given; 0: its own */
  struct wb_pointer pointer;
  struct wb_background_answer answer;
  uint64_t
      asked_ms; /* when the terminal was asked for its background; 0: it was not, or answered */
};

bool wb_screen_wants_color(void) {
  const char *no_color = getenv("NO_COLOR");
  return no_color == NULL || no_color[0] == '\0';
}

static void start_colors(struct wb_screen *screen) {
  screen->color = has_colors() && wb_screen_wants_color();
  if (!screen->color) return;
  start_color();
  bool own = use_default_colors() == OK;
  for (short i = 0; i < (short)WB_LOOK_COUNT; i++) {
    const struct wb_paint paint = wb_palette_paint((unsigned)i, screen->background);
    short foreground = paint.foreground, background = paint.background;
    if (foreground >= COLORS) foreground = wb_palette_color(foreground);
    if (!own && foreground < 0) foreground = COLOR_WHITE;
    if (!own && background < 0) background = COLOR_BLACK;
    init_pair((short)(i + 1), foreground, background);
  }
}

/* Terminals that know "bracketed paste" say where pasted text begins and ends;
 * to the others these mean nothing. */
#define PASTE_ON "\033[?2004h"
#define PASTE_OFF "\033[?2004l"

/* Clicks, the wheel and, where the terminal knows it, drags, with positions as numbers. */
#define MOUSE_ON "\033[?1000h\033[?1002h\033[?1006h"
#define MOUSE_OFF "\033[?1006l\033[?1002l\033[?1000l"

static void tell_terminal(const char *text) {
  if (tigetstr("kmous") == NULL || tigetstr("kmous") == (char *)-1) return; /* not like xterm */
  fputs(text, stdout);
  fflush(stdout);
}

/* ---- what is behind the text ---- */

/* Until the terminal has answered, or a key was pressed, a part of the answer that comes late is
 * not taken for the key Esc. */
enum { ESCAPE_MS = 25, ESCAPE_ASKED_MS = 200, QUICK_END_MS = 1000 };
#define BACKGROUND_QUERY "\033]11;?\033\\"

static uint64_t now_ms(void) { return wb_clock_ns() / 1000000U; }

static void ask_background(struct wb_screen *screen) {
  if (!screen->color || wb_background_is_said()) return;
  screen->asked_ms = now_ms();
  set_escdelay(ESCAPE_ASKED_MS);
  tell_terminal(BACKGROUND_QUERY);
}

static void take_background(struct wb_screen *screen) {
  enum wb_background background;
  screen->asked_ms = 0;
  set_escdelay(ESCAPE_MS);
  if (!wb_background_of_color(screen->answer.text, &background)) return;
  wb_background_keep(background);
  if (background == screen->background) return;
  screen->background = background;
  start_colors(screen);
  refresh();
}

/* What has not come yet would be typed into the shell. */
static void drop_answer(struct wb_screen *screen) {
  struct pollfd keys = {.fd = STDIN_FILENO, .events = POLLIN};
  const bool awaited = screen->asked_ms != 0 && now_ms() - screen->asked_ms < QUICK_END_MS;
  if (awaited && poll(&keys, 1, ESCAPE_ASKED_MS) > 0) flushinp();
}

static void announce(const struct wb_screen *screen, bool on) {
  tell_terminal(on ? PASTE_ON : PASTE_OFF);
  tell_terminal(on && screen->mouse ? MOUSE_ON : MOUSE_OFF);
}

void wb_screen_mouse(struct wb_screen *screen, bool on) {
  screen->mouse = on;
  tell_terminal(on ? MOUSE_ON : MOUSE_OFF);
}

/* Its own shape is asked for as 0: what terminfo has for that is a block with many. NULL: the
 * terminal cannot change it. */
static const char *cursor_of_shape(int shape) {
  char *capability = tigetstr("Ss");
  const bool known = capability != NULL && capability != (char *)-1;
  return known ? tiparm(capability, shape) : NULL;
}

static void shape_cursor(struct wb_screen *screen, int shape) {
  const char *text = shape != screen->cursor_shape ? cursor_of_shape(shape) : NULL;
  screen->cursor_shape = shape;
  if (text == NULL) return;
  fputs(text, stdout);
  fflush(stdout);
}

static void add_capability(struct wb_str *out, const char *name) {
  char *text = tigetstr(name);
  if (text == NULL || text == (char *)-1) return;
  /* Delays ("$<5>") mean nothing to a terminal that is written to directly. */
  for (const char *c = text; *c != '\0'; c++) {
    const char *end = c[0] == '$' && c[1] == '<' ? strchr(c, '>') : NULL;
    if (end != NULL) {
      c = end;
    } else {
      wb_str_add_char(out, *c);
    }
  }
}

/* What brings the terminal back, should the program crash. */
static void arm_crash_handler(void) {
  static const char *const names[] = {"sgr0", "op", "rmkx", "cnorm", "rmcup"};
  struct wb_str restore;
  wb_str_init(&restore);
  wb_str_add(&restore, MOUSE_OFF PASTE_OFF);
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) add_capability(&restore, names[i]);
  const char *shape = cursor_of_shape(0);
  if (shape != NULL) wb_str_add(&restore, shape);
  wb_str_add(&restore, "\r");
  wb_crash_terminal(restore.data, restore.length);
  wb_str_release(&restore);
}

/* Codes for what curses has no name for: beyond its own and those that it gives to
 * terminfo's further names, and of 16 bits, of which it would silently drop the rest. */
enum {
  CODE_PASTE_BEGIN = 0x4000,
  CODE_PASTE_END,
  CODE_MOUSE_NUMBERS,
  CODE_MOUSE_OLD,
  CODE_BACKGROUND
};

static void define_keys(void) {
  define_key("\033[200~", CODE_PASTE_BEGIN);
  define_key("\033[201~", CODE_PASTE_END);
  define_key(NULL, KEY_MOUSE); /* which curses would read to its end (pointer.h) */
  define_key("\033[<", CODE_MOUSE_NUMBERS);
  define_key("\033[M", CODE_MOUSE_OLD);
  define_key("\033]11;", CODE_BACKGROUND);
}

static void set_modes(void) {
  raw(); /* Ctrl-C and Ctrl-Z are keys here */
  noecho();
  nonl();
  keypad(stdscr, TRUE);
  nodelay(stdscr, TRUE);
  curs_set(0);
}

enum wb_status wb_screen_open(struct wb_screen **out, bool mouse, struct wb_error *err) {
  const char *term = getenv("TERM");
  wb_crash_remember_modes(STDIN_FILENO);
  SCREEN *terminal = newterm(NULL, stdout, stdin);
  if (terminal == NULL) {
    return wb_fail(err, WB_ERR_MISSING,
                   "curses does not know this terminal (TERM=%s); set TERM, as to xterm-256color",
                   term != NULL ? term : "");
  }
  if (tigetstr("cup") == NULL) {
    endwin();
    delscreen(terminal);
    return wb_fail(err, WB_ERR_MISSING,
                   "this terminal (TERM=%s) cannot place the cursor; use `workbench list` and "
                   "`workbench run`",
                   term != NULL ? term : "");
  }
  struct wb_screen *screen = wb_alloc(sizeof *screen);
  screen->terminal = terminal;
  set_escdelay(ESCAPE_MS);
  set_modes();
  screen->background = wb_background();
  start_colors(screen);
  screen->mouse = mouse;
  define_keys();
  announce(screen, true);
  ask_background(screen);
  arm_crash_handler();
  *out = screen;
  return WB_OK;
}

void wb_screen_close(struct wb_screen *screen) {
  if (screen == NULL) return;
  wb_crash_terminal(NULL, 0);
  shape_cursor(screen, 0);
  announce(screen, false);
  drop_answer(screen);
  endwin();
  delscreen(screen->terminal);
  free(screen);
}

/* ---- output ---- */

/* An index of the palette of 256 as far as this terminal has it. */
static short shown_color(int16_t index) {
  short color = index;
  if (index >= COLORS) color = index < 16 ? (short)(index - 8) : -1;
  return color < COLORS ? color : -1;
}

/* The pair's number; 0, the terminal's own colours, where there is no room. */
static short pair_of(struct wb_screen *screen, int16_t foreground, int16_t background) {
  int i = screen->last_pair;
  if (i >= screen->n_pairs || screen->pairs[i].foreground != foreground ||
      screen->pairs[i].background != background) {
    i = 0;
    while (i < screen->n_pairs &&
           (screen->pairs[i].foreground != foreground || screen->pairs[i].background != background))
      i++;
  }
  if (i >= MAX_PAIRS || FIRST_PAIR + i >= COLOR_PAIRS) return 0;
  if (i == screen->n_pairs) {
    screen->pairs[i] = (struct color_pair){foreground, background};
    init_pair((short)(FIRST_PAIR + i), shown_color(foreground), shown_color(background));
    screen->n_pairs++;
  }
  screen->last_pair = i;
  return (short)(FIRST_PAIR + i);
}

static attr_t terminal_attributes(const struct wb_cell *cell) {
  static const struct {
    unsigned bit;
    attr_t attribute;
  } all[] = {{WB_TERMINAL_BOLD, A_BOLD},
             {WB_TERMINAL_UNDERLINE, A_UNDERLINE},
             {WB_TERMINAL_REVERSE, A_REVERSE},
             {WB_TERMINAL_BLINK, A_BLINK}};
  attr_t attributes = A_NORMAL;
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    if ((cell->attributes & all[i].bit) != 0) attributes |= all[i].attribute;
  return attributes;
}

static attr_t paint_attributes(unsigned painted) {
  static const struct {
    unsigned bit;
    attr_t attribute;
  } all[] = {{WB_PAINT_BOLD, A_BOLD},
             {WB_PAINT_DIM, A_DIM},
             {WB_PAINT_UNDERLINE, A_UNDERLINE},
             {WB_PAINT_REVERSE, A_REVERSE}};
  attr_t attributes = A_NORMAL;
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    if ((painted & all[i].bit) != 0) attributes |= all[i].attribute;
  return attributes;
}

static void show_cell(struct wb_screen *screen, const struct wb_cell *cell, int y, int x) {
  wchar_t text[WB_CELL_CHARACTERS + 1] = {0};
  unsigned look = cell->look & WB_LOOK_MASK;
  const struct wb_paint paint = wb_palette_paint(look, screen->background);
  attr_t attributes = paint_attributes(screen->color ? paint.with_color : paint.without);
  short pair = screen->color ? (short)(look + 1) : 0;
  cchar_t character;
  if (look == WB_LOOK_TERMINAL) {
    attributes = terminal_attributes(cell);
    pair = screen->color ? pair_of(screen, cell->foreground, cell->background) : 0;
  }
  for (size_t i = 0; i < WB_CELL_CHARACTERS; i++) text[i] = (wchar_t)cell->text[i];
  if ((cell->look & WB_LOOK_REVERSE) != 0) attributes |= A_REVERSE;
  if (setcchar(&character, text, attributes, pair, NULL) == OK) mvadd_wch(y, x, &character);
}

void wb_screen_show(struct wb_screen *screen, const struct wb_cells *cells) {
  erase();
  for (int y = 0; y < cells->lines; y++) {
    for (int x = 0; x < cells->columns; x++) {
      const struct wb_cell *cell = wb_cells_at(cells, y, x);
      if (cell->width > 0) show_cell(screen, cell, y, x);
    }
  }
  bool cursor = cells->cursor_y >= 0;
  curs_set(cursor ? 1 : 0);
  if (cursor) move(cells->cursor_y, cells->cursor_x);
  refresh();
  shape_cursor(screen, cursor ? cells->cursor_shape : 0);
}

void wb_screen_redraw(struct wb_screen *screen) {
  (void)screen;
  clearok(stdscr, TRUE);
}

void wb_screen_measure(struct wb_screen *screen, int *lines, int *columns) {
  struct winsize size = {0};
  (void)screen;
  bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0;
  if (known && (size.ws_row != LINES || size.ws_col != COLS)) resizeterm(size.ws_row, size.ws_col);
  *lines = LINES;
  *columns = COLS;
}

/* ---- input ---- */

static const struct {
  wint_t curses;
  int key;
} special_keys[] = {
    {KEY_UP, WB_KEY_UP},
    {KEY_DOWN, WB_KEY_DOWN},
    {KEY_LEFT, WB_KEY_LEFT},
    {KEY_RIGHT, WB_KEY_RIGHT},
    {KEY_HOME, WB_KEY_HOME},
    {KEY_END, WB_KEY_END},
    {KEY_PPAGE, WB_KEY_PAGE_UP},
    {KEY_NPAGE, WB_KEY_PAGE_DOWN},
    {KEY_ENTER, WB_KEY_ENTER},
    {KEY_BTAB, WB_KEY_BACK_TAB},
    {KEY_DC, WB_KEY_DELETE},
    {KEY_BACKSPACE, WB_KEY_BACKSPACE},
    {KEY_IC, WB_KEY_INSERT},
    {KEY_SLEFT, WB_KEY_LEFT | WB_KEY_WITH_SHIFT},
    {KEY_SRIGHT, WB_KEY_RIGHT | WB_KEY_WITH_SHIFT},
    {KEY_SR, WB_KEY_UP | WB_KEY_WITH_SHIFT},
    {KEY_SF, WB_KEY_DOWN | WB_KEY_WITH_SHIFT},
    {KEY_SHOME, WB_KEY_HOME | WB_KEY_WITH_SHIFT},
    {KEY_SEND, WB_KEY_END | WB_KEY_WITH_SHIFT},
    {CODE_PASTE_BEGIN, WB_KEY_PASTE_BEGIN},
    {CODE_PASTE_END, WB_KEY_PASTE_END},
};

/* Names that terminfo has for keys with Alt (3) and Ctrl (5); curses gives
 * them numbers as it starts. */
static const struct {
  const char *name;
  int key;
} held_keys[] = {
    {"kUP3", WB_KEY_UP | WB_KEY_WITH_ALT},        {"kUP5", WB_KEY_UP | WB_KEY_WITH_CTRL},
    {"kDN3", WB_KEY_DOWN | WB_KEY_WITH_ALT},      {"kDN5", WB_KEY_DOWN | WB_KEY_WITH_CTRL},
    {"kLFT3", WB_KEY_LEFT | WB_KEY_WITH_ALT},     {"kLFT5", WB_KEY_LEFT | WB_KEY_WITH_CTRL},
    {"kRIT3", WB_KEY_RIGHT | WB_KEY_WITH_ALT},    {"kRIT5", WB_KEY_RIGHT | WB_KEY_WITH_CTRL},
    {"kHOM5", WB_KEY_HOME | WB_KEY_WITH_CTRL},    {"kEND5", WB_KEY_END | WB_KEY_WITH_CTRL},
    {"kPRV5", WB_KEY_PAGE_UP | WB_KEY_WITH_CTRL}, {"kNXT5", WB_KEY_PAGE_DOWN | WB_KEY_WITH_CTRL},
    {"kDC5", WB_KEY_DELETE | WB_KEY_WITH_CTRL},
};

static int held_key(wint_t code) {
  for (size_t i = 0; i < sizeof held_keys / sizeof held_keys[0]; i++) {
    const char *text = tigetstr(held_keys[i].name);
    if (text == NULL || text == (char *)-1) continue;
    if (key_defined(text) == (int)code) return held_keys[i].key;
  }
  return WB_KEY_NONE;
}

static const struct {
  wint_t character;
  int key;
} control_keys[] = {
    {'\r', WB_KEY_ENTER},    {'\n', WB_KEY_ENTER},  {27, WB_KEY_ESCAPE},    {'\t', WB_KEY_TAB},
    {127, WB_KEY_BACKSPACE}, {8, WB_KEY_BACKSPACE}, {0, WB_KEY_CTRL_SPACE},
};

static int special_key(struct wb_screen *screen, wint_t code) {
  if (code == CODE_MOUSE_NUMBERS || code == CODE_MOUSE_OLD) {
    wb_pointer_begin(&screen->pointer,
                     code == CODE_MOUSE_OLD ? WB_POINTER_OLD : WB_POINTER_NUMBERS);
    return WB_KEY_NONE;
  }
  if (code == CODE_BACKGROUND) {
    wb_background_answer_begin(&screen->answer);
    return WB_KEY_NONE;
  }
  for (size_t i = 0; i < sizeof special_keys / sizeof special_keys[0]; i++) {
    if (special_keys[i].curses == code) return special_keys[i].key;
  }
  if (code >= (wint_t)KEY_F(1) && code <= (wint_t)KEY_F(12))
    return WB_KEY_F1 + (int)(code - (wint_t)KEY_F(1));
  return held_key(code);
}

static int character_key(wint_t code) {
  for (size_t i = 0; i < sizeof control_keys / sizeof control_keys[0]; i++) {
    if (control_keys[i].character == code) return control_keys[i].key;
  }
  return (int)code;
}

/* A character of the answer on the background, where one has begun. False: it is a key. */
static bool take_answer(struct wb_screen *screen, int kind, wint_t code) {
  if (!screen->answer.arriving) return false;
  if (kind == KEY_CODE_YES) {
    screen->answer.arriving = false;
    return false;
  }
  if (!wb_background_answer_take(&screen->answer, code)) take_background(screen);
  return true;
}

/* A character of the mouse's report, where one has begun. False: it is a key. */
static bool take_report(struct wb_screen *screen, int kind, wint_t code, struct wb_mouse *mouse,
                        int *key) {
  if (screen->pointer.form == WB_POINTER_IDLE) return false;
  if (kind == KEY_CODE_YES) {
    screen->pointer.form = WB_POINTER_IDLE;
    return false;
  }
  const enum wb_pointer_answer answer = wb_pointer_take(&screen->pointer, code, mouse);
  *key = answer == WB_POINTER_EVENT && screen->mouse ? WB_KEY_MOUSE : WB_KEY_NONE;
  return answer != WB_POINTER_BROKEN;
}

int wb_screen_key(struct wb_screen *screen, struct wb_mouse *mouse) {
  for (;;) {
    wint_t code = 0;
    int key = WB_KEY_NONE;
    int kind = get_wch(&code);
    if (kind == ERR) return WB_KEY_NONE;
    if (take_answer(screen, kind, code)) continue;
    if (!take_report(screen, kind, code, mouse, &key))
      key = kind == KEY_CODE_YES ? special_key(screen, code) : character_key(code);
    if (key == WB_KEY_NONE) continue;
    set_escdelay(ESCAPE_MS);
    return key;
  }
}

/* ---- another program's turn ---- */

void wb_screen_leave(struct wb_screen *screen) {
  def_prog_mode();
  shape_cursor(screen, 0);
  announce(screen, false);
  endwin();
}

void wb_screen_return(struct wb_screen *screen) {
  reset_prog_mode();
  announce(screen, true);
  clearok(stdscr, TRUE);
  refresh();
}

#include "tui/screen.h"

#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include "base/str.h"
#include "tui/crash.h"

struct wb_screen {
  SCREEN *terminal;
  bool color;
};

/* A look with colour, and what stands for it without. */
static const struct {
  short foreground, background; /* -1: the terminal's own */
  attr_t with_color, without;
} looks[WB_LOOK_COUNT] = {
    [WB_STYLE_PLAIN] = {-1, -1, A_NORMAL, A_NORMAL},
    [WB_STYLE_HEADING] = {COLOR_CYAN, -1, A_BOLD, A_BOLD},
    [WB_STYLE_STRONG] = {-1, -1, A_BOLD, A_BOLD},
    [WB_STYLE_EMPHASIS] = {-1, -1, A_UNDERLINE, A_UNDERLINE},
    [WB_STYLE_CODE] = {COLOR_YELLOW, -1, A_NORMAL, A_NORMAL},
    [WB_STYLE_QUOTE] = {COLOR_GREEN, -1, A_NORMAL, A_NORMAL},
    [WB_STYLE_LINK] = {COLOR_BLUE, -1, A_UNDERLINE, A_UNDERLINE},
    [WB_STYLE_KEYWORD] = {COLOR_MAGENTA, -1, A_BOLD, A_BOLD},
    [WB_STYLE_TYPE] = {COLOR_CYAN, -1, A_NORMAL, A_NORMAL},
    [WB_STYLE_BUILTIN] = {COLOR_BLUE, -1, A_BOLD, A_NORMAL},
    [WB_STYLE_NUMBER] = {COLOR_YELLOW, -1, A_NORMAL, A_NORMAL},
    [WB_STYLE_STRING] = {COLOR_GREEN, -1, A_NORMAL, A_NORMAL},
    [WB_STYLE_COMMENT] = {COLOR_GREEN, -1, A_NORMAL, A_NORMAL},
    [WB_STYLE_DIRECTIVE] = {COLOR_MAGENTA, -1, A_NORMAL, A_NORMAL},
    [WB_LOOK_FRAME] = {-1, -1, A_DIM, A_NORMAL},
    [WB_LOOK_TITLE] = {-1, -1, A_BOLD, A_NORMAL},
    [WB_LOOK_TITLE_FOCUS] = {COLOR_CYAN, -1, A_BOLD | A_REVERSE, A_BOLD | A_REVERSE},
    [WB_LOOK_BAR] = {-1, -1, A_NORMAL, A_NORMAL},
    [WB_LOOK_DIM] = {-1, -1, A_DIM, A_NORMAL},
    [WB_LOOK_OK] = {COLOR_GREEN, -1, A_BOLD, A_BOLD},
    [WB_LOOK_BAD] = {COLOR_RED, -1, A_BOLD, A_BOLD},
    [WB_LOOK_WARN] = {COLOR_YELLOW, -1, A_BOLD, A_BOLD},
    [WB_LOOK_INFO] = {COLOR_CYAN, -1, A_NORMAL, A_NORMAL},
    [WB_LOOK_OK_BANNER] = {COLOR_BLACK, COLOR_GREEN, A_NORMAL, A_BOLD | A_REVERSE},
    [WB_LOOK_BAD_BANNER] = {COLOR_WHITE, COLOR_RED, A_BOLD, A_BOLD | A_REVERSE},
};

static bool wants_color(void) {
  const char *no_color = getenv("NO_COLOR");
  return has_colors() && (no_color == NULL || no_color[0] == '\0');
}

static void start_colors(struct wb_screen *screen) {
  screen->color = wants_color();
  if (!screen->color) return;
  start_color();
  bool own = use_default_colors() == OK;
  for (short i = 0; i < (short)WB_LOOK_COUNT; i++) {
    short foreground = looks[i].foreground, background = looks[i].background;
    if (!own && foreground < 0) foreground = COLOR_WHITE;
    if (!own && background < 0) background = COLOR_BLACK;
    init_pair((short)(i + 1), foreground, background);
  }
}

void wb_screen_mouse(struct wb_screen *screen, bool on) {
  (void)screen;
  mmask_t wanted = BUTTON1_PRESSED | BUTTON1_CLICKED | BUTTON4_PRESSED | BUTTON5_PRESSED;
  mousemask(on ? wanted : 0, NULL);
  mouseinterval(0);
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
  wb_str_add(&restore, "\033[?1006l\033[?1000l");
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) add_capability(&restore, names[i]);
  wb_str_add(&restore, "\r");
  wb_crash_terminal(restore.data, restore.length);
  wb_str_release(&restore);
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
                   "this terminal (TERM=%s) cannot place the cursor; use \"workbench list\" and "
                   "\"workbench run\"",
                   term != NULL ? term : "");
  }
  struct wb_screen *screen = wb_alloc(sizeof *screen);
  screen->terminal = terminal;
  set_escdelay(25);
  set_modes();
  start_colors(screen);
  wb_screen_mouse(screen, mouse);
  arm_crash_handler();
  *out = screen;
  return WB_OK;
}

void wb_screen_close(struct wb_screen *screen) {
  if (screen == NULL) return;
  wb_crash_terminal(NULL, 0);
  endwin();
  delscreen(screen->terminal);
  free(screen);
}

/* ---- output ---- */

static void show_cell(const struct wb_screen *screen, const struct wb_cell *cell, int y, int x) {
  wchar_t text[WB_CELL_CHARACTERS + 1] = {0};
  unsigned look = cell->look & WB_LOOK_MASK;
  attr_t attributes = screen->color ? looks[look].with_color : looks[look].without;
  short pair = screen->color ? (short)(look + 1) : 0;
  cchar_t character;
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
    {KEY_UP, WB_KEY_UP},         {KEY_DOWN, WB_KEY_DOWN},       {KEY_LEFT, WB_KEY_LEFT},
    {KEY_RIGHT, WB_KEY_RIGHT},   {KEY_HOME, WB_KEY_HOME},       {KEY_END, WB_KEY_END},
    {KEY_PPAGE, WB_KEY_PAGE_UP}, {KEY_NPAGE, WB_KEY_PAGE_DOWN}, {KEY_ENTER, WB_KEY_ENTER},
    {KEY_BTAB, WB_KEY_BACK_TAB}, {KEY_DC, WB_KEY_DELETE},       {KEY_BACKSPACE, WB_KEY_BACKSPACE},
};

static const struct {
  wint_t character;
  int key;
} control_keys[] = {
    {'\r', WB_KEY_ENTER}, {'\n', WB_KEY_ENTER},    {27, WB_KEY_ESCAPE},
    {'\t', WB_KEY_TAB},   {127, WB_KEY_BACKSPACE}, {8, WB_KEY_BACKSPACE},
};

static int read_mouse(struct wb_mouse *mouse) {
  MEVENT event;
  if (getmouse(&event) != OK) return WB_KEY_NONE;
  *mouse = (struct wb_mouse){.action = WB_MOUSE_CLICK, .y = event.y, .x = event.x};
  if ((event.bstate & BUTTON4_PRESSED) != 0) {
    mouse->action = WB_MOUSE_WHEEL_UP;
  } else if ((event.bstate & BUTTON5_PRESSED) != 0) {
    mouse->action = WB_MOUSE_WHEEL_DOWN;
  } else if ((event.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED)) == 0) {
    return WB_KEY_NONE;
  }
  return WB_KEY_MOUSE;
}

static int special_key(wint_t code, struct wb_mouse *mouse) {
  if (code == KEY_MOUSE) return read_mouse(mouse);
  for (size_t i = 0; i < sizeof special_keys / sizeof special_keys[0]; i++) {
    if (special_keys[i].curses == code) return special_keys[i].key;
  }
  return WB_KEY_NONE;
}

static int character_key(wint_t code) {
  for (size_t i = 0; i < sizeof control_keys / sizeof control_keys[0]; i++) {
    if (control_keys[i].character == code) return control_keys[i].key;
  }
  return (int)code;
}

int wb_screen_key(struct wb_screen *screen, struct wb_mouse *mouse) {
  (void)screen;
  for (;;) {
    wint_t code = 0;
    int kind = get_wch(&code);
    if (kind == ERR) return WB_KEY_NONE;
    int key = kind == KEY_CODE_YES ? special_key(code, mouse) : character_key(code);
    if (key != WB_KEY_NONE) return key;
  }
}

/* ---- another program's turn ---- */

void wb_screen_leave(struct wb_screen *screen) {
  (void)screen;
  def_prog_mode();
  endwin();
}

void wb_screen_return(struct wb_screen *screen) {
  (void)screen;
  reset_prog_mode();
  clearok(stdscr, TRUE);
  refresh();
}

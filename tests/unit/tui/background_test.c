/* What a real terminal answers on its background changes the colours, and is never typed. */
#include "tap.h"
#include "tui/pty.h"

enum { LINES_SHOWN = 30, COLUMNS_SHOWN = 100, ON_DARK = 136, ON_LIGHT = 94 };

static bool has_color(const struct pty *pty, int color) {
  struct wb_terminal_cell cell;
  for (int y = 0; y < LINES_SHOWN; y++)
    for (int x = 0; x < COLUMNS_SHOWN; x++) {
      wb_terminal_cell(pty->terminal, y, x, &cell);
      if (cell.foreground == color) return true;
    }
  return false;
}

static bool wait_for_color(struct pty *pty, int color) {
  const uint64_t end = wb_clock_ns() / 1000000U + PTY_PATIENCE_MS;
  while (!has_color(pty, color) && wb_clock_ns() / 1000000U < end) pty_take(pty, 20);
  return has_color(pty, color);
}

static void check_answer(const char *first, const char *rest, int color) {
  struct pty pty;
  if (!CHECK(pty_open_workbench(&pty, LINES_SHOWN, COLUMNS_SHOWN, "1"))) return;
  CHECK(wait_for_color(&pty, ON_DARK));
  pty_type(&pty, first);
  pty_take(&pty, 50);
  pty_type(&pty, rest);
  pty_settle(&pty, 100);
  CHECK(wait_for_color(&pty, color));
  CHECK(!pty_shows(&pty, "does nothing here"));
  CHECK(pty_shows(&pty, "1 Puzzles"));
  pty_type(&pty, ":q\r");
  pty_close(&pty);
}

static void white_is_answered_with_darker_colors(void) {
  check_answer("\033]11;rgb:ffff/ffff/ffff\033\\", "", ON_LIGHT);
}

static void an_answer_in_two_parts_is_one(void) {
  check_answer("\033]11;rgb:ffff/ff", "ff/ffff\007", ON_LIGHT);
}

static void black_changes_nothing(void) {
  check_answer("\033]11;rgb:0000/0000/0000\033\\", "", ON_DARK);
}

int main(void) {
  pty_make_folder(WB_TEST_ROOT "/tests/tui");
  unsetenv("NO_COLOR");
  unsetenv("COLORFGBG");
  setenv("TERM", "xterm-256color", 1);
  tap_run("a white background is answered with darker colours",
          white_is_answered_with_darker_colors);
  tap_run("an answer that comes in two parts is one", an_answer_in_two_parts_is_one);
  tap_run("a black one changes nothing", black_changes_nothing);
  pty_forget_folder();
  return tap_finish();
}

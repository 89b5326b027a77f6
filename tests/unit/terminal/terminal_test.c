#include "terminal/terminal.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "tap.h"

enum { COLUMNS = 20, LINES = 5 };

static struct wb_terminal *start(const char *script) {
  const char *argv[] = {"sh", "-c", script, NULL};
  struct wb_terminal *terminal = NULL;
  struct wb_error err = {0};
  CHECK_INT(wb_terminal_open(&terminal, argv, LINES, COLUMNS, &err), WB_OK);
  return terminal;
}

/* A line of the screen without the blanks at its end. */
static const char *line_of(const struct wb_terminal *terminal, int y) {
  static char text[256];
  size_t length = 0, end = 0;
  int lines, columns;
  wb_terminal_size(terminal, &lines, &columns);
  for (int x = 0; x < columns; x++) {
    struct wb_terminal_cell cell;
    wb_terminal_cell(terminal, y, x, &cell);
    text[length++] = cell.text[0] == 0 ? ' ' : cell.text[0] < 128 ? (char)cell.text[0] : '?';
    if (cell.text[0] != 0 && cell.text[0] != ' ') end = length;
  }
  text[end] = '\0';
  return text;
}

static bool turn(struct wb_terminal *terminal, uint64_t start_ns) {
  struct pollfd item = {.fd = wb_terminal_fd(terminal), .events = POLLIN};
  poll(&item, 1, 20);
  wb_terminal_update(terminal);
  return wb_elapsed_ms(start_ns) < TAP_HANG_MS;
}

static bool wait_for(struct wb_terminal *terminal, int y, const char *text) {
  const uint64_t start_ns = wb_clock_ns();
  while (strcmp(line_of(terminal, y), text) != 0 && turn(terminal, start_ns)) continue;
  return strcmp(line_of(terminal, y), text) == 0;
}

static bool wait_for_end(struct wb_terminal *terminal, struct wb_exit *end) {
  const uint64_t start_ns = wb_clock_ns();
  while (!wb_terminal_ended(terminal, end) && turn(terminal, start_ns)) continue;
  return wb_terminal_ended(terminal, end);
}

static void shows_what_a_program_writes(void) {
  struct wb_terminal *terminal =
      start("printf 'one\\r\\n\\033[1;31mred\\033[0m \\033[7mback\\033[0m'; read x");
  struct wb_terminal_cell cell;
  int y, x;
  CHECK(wait_for(terminal, 1, "red back"));
  CHECK_STRING(line_of(terminal, 0), "one");
  wb_terminal_cell(terminal, 1, 0, &cell);
  CHECK_INT(cell.foreground & 7, 1);
  CHECK((cell.attributes & WB_TERMINAL_BOLD) != 0);
  wb_terminal_cell(terminal, 1, 4, &cell);
  CHECK_INT(cell.foreground, -1);
  CHECK((cell.attributes & WB_TERMINAL_REVERSE) != 0);
  CHECK(wb_terminal_cursor(terminal, &y, &x));
  CHECK_INT(y, 1);
  CHECK_INT(x, 8);
  wb_terminal_close(terminal, 500);
}

static void wide_characters_take_two_cells(void) {
  struct wb_terminal *terminal = start("printf 'a\\344\\270\\255e\\314\\201.'; read x");
  struct wb_terminal_cell cell;
  CHECK(wait_for(terminal, 0, "a? e."));
  wb_terminal_cell(terminal, 0, 1, &cell);
  CHECK_INT(cell.text[0], 0x4E2D);
  CHECK_INT(cell.width, 2);
  wb_terminal_cell(terminal, 0, 2, &cell);
  CHECK_INT(cell.width, 0);
  wb_terminal_cell(terminal, 0, 3, &cell);
  CHECK_INT(cell.text[0], 'e');
  CHECK_INT(cell.text[1], 0x301);
  wb_terminal_close(terminal, 500);
}

static void passes_on_what_is_typed(void) {
  struct wb_terminal *terminal = start(
      "stty raw -echo; printf 'ready\\r\\n'; "
      "dd bs=1 count=9 2>/dev/null | od -An -tx1 | tr -d '\\n'; read x");
  CHECK(wait_for(terminal, 0, "ready"));
  wb_terminal_type(terminal, 'x', 0);
  wb_terminal_type(terminal, 'c', WB_TERMINAL_CTRL);
  wb_terminal_type(terminal, 0xE9, 0);
  wb_terminal_press(terminal, WB_TERMINAL_UP, 0);
  wb_terminal_type(terminal, 'b', WB_TERMINAL_ALT);
  CHECK(wait_for(terminal, 1, " 78 03 c3 a9 1b 5b 4"));
  CHECK(wait_for(terminal, 2, "1 1b 62"));
  wb_terminal_close(terminal, 500);
}

static void tells_of_a_new_size(void) {
  struct wb_terminal *terminal =
      start("trap 'stty size' WINCH; stty size; while :; do sleep 0.1; done");
  CHECK(wait_for(terminal, 0, "5 20"));
  wb_terminal_resize(terminal, 7, 33);
  CHECK(wait_for(terminal, 0, "7 33"));
  int lines, columns;
  wb_terminal_size(terminal, &lines, &columns);
  CHECK_INT(lines, 7);
  CHECK_INT(columns, 33);
  wb_terminal_close(terminal, 500);
}

static void tells_of_the_end(void) {
  struct wb_terminal *terminal = start("printf bye; exit 3");
  struct wb_exit end = {0};
  CHECK(wait_for_end(terminal, &end));
  CHECK(end.exited);
  CHECK_INT(end.code, 3);
  wb_terminal_update(terminal);
  CHECK_STRING(line_of(terminal, 0), "bye");
  wb_terminal_close(terminal, 500);
}

static void the_program_has_a_terminal_of_its_own(void) {
  struct wb_terminal *terminal = start("test -t 0 && test -t 2 && echo $TERM > /dev/tty; read x");
  CHECK(wait_for(terminal, 0, "xterm-256color"));
  wb_terminal_close(terminal, 500);
}

static void closing_ends_what_ignores_it(void) {
  struct wb_terminal *terminal = start("trap '' HUP TERM; echo $$; while :; do sleep 1; done");
  const uint64_t start_ns = wb_clock_ns();
  while (line_of(terminal, 0)[0] == '\0' && turn(terminal, start_ns)) continue;
  int pid = 0;
  CHECK_INT(sscanf(line_of(terminal, 0), "%d", &pid), 1);
  CHECK(pid > 1 && kill(pid, 0) == 0);
  wb_terminal_close(terminal, 500);
  CHECK(pid > 1 && kill(pid, 0) != 0);
}

/* A program that reads nothing must not stop the one that types. */
static void typing_never_waits(void) {
  struct wb_terminal *terminal = start("stty raw -echo; echo deaf; sleep 600");
  CHECK(wait_for(terminal, 0, "deaf"));
  const uint64_t start_ns = wb_clock_ns();
  for (int i = 0; i < 200000; i++) wb_terminal_type(terminal, 'x', 0);
  CHECK(wb_elapsed_ms(start_ns) < TAP_HANG_MS);
  CHECK(wb_terminal_has_output(terminal));
  wb_terminal_close(terminal, 500);
}

/* Whatever a program writes, the screen stays a grid of cells. */
static void random_bytes_are_harmless(void) {
  struct wb_terminal *terminal =
      start("head -c 300000 /dev/urandom; printf '\\033c\\033[2J\\033[Hend'");
  struct wb_exit end;
  const uint64_t start_ns = wb_clock_ns();
  int size = 0;
  while (strcmp(line_of(terminal, 0), "end") != 0 && !wb_terminal_ended(terminal, &end) &&
         turn(terminal, start_ns)) {
    size++;
    wb_terminal_resize(terminal, 1 + size % 9, 1 + size * 7 % 60);
    int lines, columns;
    wb_terminal_size(terminal, &lines, &columns);
    for (int i = 0; i < lines * columns; i++) {
      struct wb_terminal_cell cell;
      wb_terminal_cell(terminal, i / columns, i % columns, &cell);
      if (cell.width > 2) CHECK(cell.width <= 2);
    }
  }
  CHECK(size > 0);
  wb_terminal_close(terminal, 500);
}

static void a_missing_program_ends_at_once(void) {
  const char *argv[] = {"/nowhere/at/all", NULL};
  struct wb_terminal *terminal = NULL;
  struct wb_error err = {0};
  struct wb_exit end = {0};
  CHECK_INT(wb_terminal_open(&terminal, argv, 0, -1, &err), WB_OK);
  CHECK(wait_for_end(terminal, &end));
  CHECK_INT(end.code, 127);
  wb_terminal_close(terminal, 500);
  wb_terminal_close(NULL, 500);
}

int main(void) {
  tap_run("a program's text, colours and cursor are in the cells", shows_what_a_program_writes);
  tap_run("wide and combining characters have their cells", wide_characters_take_two_cells);
  tap_run("what is typed reaches the program", passes_on_what_is_typed);
  tap_run("a new size is told", tells_of_a_new_size);
  tap_run("the end is told", tells_of_the_end);
  tap_run("the program has a controlling terminal", the_program_has_a_terminal_of_its_own);
  tap_run("closing ends what ignores the hangup", closing_ends_what_ignores_it);
  tap_run("typing never waits", typing_never_waits);
  tap_run("random bytes are harmless", random_bytes_are_harmless);
  tap_run("a program that is not there ends at once", a_missing_program_ends_at_once);
  return tap_finish();
}

#include "terminal/screen.h"

#include <stdlib.h>
#include <string.h>

#include "tap.h"

static uint32_t next_random(uint32_t *state) {
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state;
}

/* Bytes that are sequences more often than chance would have it. */
static char random_byte(uint32_t *state) {
  static const char openers[] = "[]?;PO#()", finals[] = "ABCDEFGHJKLMPSTXZ@`abcdefghlmnqrstu78";
  const uint32_t kind = next_random(state) % 10, value = next_random(state) >> 8;
  char byte = (char)value;
  if (kind < 2) byte = 27;
  if (kind == 2 || kind == 3) byte = openers[value % (sizeof openers - 1)];
  if (kind == 4 || kind == 5) byte = (char)('0' + value % 10);
  if (kind == 6 || kind == 7) byte = finals[value % (sizeof finals - 1)];
  return byte;
}

static bool cells_are_sound(const struct wb_terminal_screen *screen) {
  int lines, columns;
  bool sound = true;
  wb_terminal_screen_size(screen, &lines, &columns);
  for (int i = 0; i < lines * columns; i++) {
    struct wb_terminal_cell cell;
    wb_terminal_screen_cell(screen, i / columns, i % columns, &cell);
    sound &= cell.width <= 2 && cell.foreground >= -1 && cell.foreground < 256;
  }
  return sound;
}

static void torment(uint32_t seed) {
  enum { TURNS = 60, MOST = 600 };
  uint32_t state = seed;
  char bytes[MOST];
  struct wb_str answers;
  struct wb_terminal_screen *screen = wb_terminal_screen_new(1 + (int)(next_random(&state) % 9),
                                                             2 + (int)(next_random(&state) % 59));
  wb_str_init(&answers);
  for (int turn = 0; turn < TURNS; turn++) {
    const size_t length = 1 + next_random(&state) % MOST;
    for (size_t i = 0; i < length; i++) bytes[i] = random_byte(&state);
    wb_terminal_screen_write(screen, bytes, length);
    if (next_random(&state) % 3 == 0)
      wb_terminal_screen_resize(screen, 1 + (int)(next_random(&state) % 9),
                                2 + (int)(next_random(&state) % 59));
    wb_terminal_screen_take(screen, &answers);
    if (!CHECK(cells_are_sound(screen))) printf("# seed %u\n", seed);
  }
  wb_str_release(&answers);
  wb_terminal_screen_free(screen);
}

/* FUZZ_SCREENS=10000 in the environment makes it a longer run. */
static void random_sequences_and_sizes_are_harmless(void) {
  const char *wanted = getenv("FUZZ_SCREENS");
  const uint32_t count = wanted != NULL ? (uint32_t)strtoul(wanted, NULL, 10) : 60;
  for (uint32_t seed = 1; seed <= count; seed++) torment(seed * 2654435761U);
}

static void write_text(struct wb_terminal_screen *screen, const char *text) {
  wb_terminal_screen_write(screen, text, strlen(text));
}

/* Row 0, blanks as dots. */
static const char *first_row(const struct wb_terminal_screen *screen) {
  static char text[128];
  int lines, columns;
  wb_terminal_screen_size(screen, &lines, &columns);
  for (int x = 0; x < columns; x++) {
    struct wb_terminal_cell cell;
    wb_terminal_screen_cell(screen, 0, x, &cell);
    text[x] = cell.text[0] != 0 ? (char)cell.text[0] : '.';
  }
  text[columns] = '\0';
  return text;
}

static void repeats_are_written_out(void) {
  struct wb_terminal_screen *screen = wb_terminal_screen_new(2, 12);
  write_text(screen, "\033[5b"); /* of nothing */
  write_text(screen, "ab\033[");
  write_text(screen, "3b");
  CHECK_STRING(first_row(screen), "abbbb.......");
  write_text(screen, "\033[H\033[Kx\033[b\033[1;1Hy");
  CHECK_STRING(first_row(screen), "yx..........");
  write_text(screen, "\033[H\033[99999999999b"); /* a moved cursor: nothing to repeat */
  CHECK_STRING(first_row(screen), "yx..........");
  wb_terminal_screen_free(screen);
}

/* libvterm takes what follows for CSI, and REP of nothing hangs it. */
static void intermediates_before_a_bracket_begin_nothing(void) {
  struct wb_terminal_screen *screen = wb_terminal_screen_new(2, 12);
  write_text(screen, "\033([9b");
  CHECK_STRING(first_row(screen), "9b..........");
  write_text(screen, "\033[H\033[K\033(Ba\033#[b\033 Fc");
  CHECK_STRING(first_row(screen), "abc.........");
  wb_terminal_screen_free(screen);
}

/* As UTF-8 they would move libvterm's cursor out of the screen. */
static void controls_beyond_ascii_are_left_out(void) {
  struct wb_terminal_screen *screen = wb_terminal_screen_new(2, 12);
  int y, x;
  write_text(screen, "a\xC2\x9B\xC2\x9B\xC2\x85z");
  CHECK_STRING(first_row(screen), "az..........");
  CHECK(wb_terminal_screen_cursor(screen, &y, &x));
  CHECK_INT(x, 2);
  wb_terminal_screen_free(screen);
}

static void what_is_no_utf8_is_replaced(void) {
  static const char *const wrong[] = {"\xF4\x90\x80\x80", "\xC0\xAF", "\xED\xA0\x80", "\xE2\x82",
                                      "\xFF"};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    struct wb_terminal_screen *screen = wb_terminal_screen_new(1, 12);
    struct wb_terminal_cell cell;
    write_text(screen, wrong[i]);
    write_text(screen, "z");
    wb_terminal_screen_cell(screen, 0, 0, &cell);
    CHECK_INT(cell.text[0], 0xFFFD);
    wb_terminal_screen_free(screen);
  }
}

static void strings_show_nothing(void) {
  struct wb_terminal_screen *screen = wb_terminal_screen_new(1, 12);
  write_text(screen,
             "\033]0;a title\007b\033]52;c;aGk=\033\\c\033P+q544e\033\\d\033_x\033[1me\033X\x18"
             "f");
  CHECK_STRING(first_row(screen), "bcdef.......");
  wb_terminal_screen_free(screen);
}

static void modes_outlive_a_new_size(void) {
  struct wb_terminal_screen *screen = wb_terminal_screen_new(3, 10);
  struct wb_str keys;
  int y, x;
  wb_str_init(&keys);
  write_text(screen, "\033[?1;2004h\033[?25l");
  wb_terminal_screen_resize(screen, 4, 12);
  wb_terminal_screen_press(screen, WB_TERMINAL_UP, 0);
  wb_terminal_screen_paste(screen, true);
  wb_terminal_screen_take(screen, &keys);
  CHECK_STRING(keys.data, "\033OA\033[200~");
  CHECK(!wb_terminal_screen_cursor(screen, &y, &x));
  write_text(screen, "\033c");
  wb_terminal_screen_resize(screen, 3, 10);
  CHECK(wb_terminal_screen_cursor(screen, &y, &x));
  wb_str_release(&keys);
  wb_terminal_screen_free(screen);
}

/* ---- mouse and cursor ---- */

static void check_answer(struct wb_terminal_screen *screen, const char *expected) {
  struct wb_str answer;
  wb_str_init(&answer);
  wb_terminal_screen_take(screen, &answer);
  CHECK_STRING(answer.data, expected);
  wb_str_release(&answer);
}

static void programs_hear_of_the_mouse_as_they_asked(void) {
  struct wb_terminal_screen *screen = wb_terminal_screen_new(10, 40);
  wb_terminal_screen_point(screen, WB_TERMINAL_LEFT_BUTTON, WB_TERMINAL_PRESSES, 0, 2, 4);
  wb_terminal_screen_point(screen, WB_TERMINAL_WHEEL_UP, WB_TERMINAL_PRESSES, 0, 2, 4);
  check_answer(screen, ""); /* it has not asked, nor taken the whole screen */
  write_text(screen, "\033[?1000h\033[?1002h\033[?1006h");
  wb_terminal_screen_point(screen, WB_TERMINAL_LEFT_BUTTON, WB_TERMINAL_PRESSES, 0, 2, 4);
  check_answer(screen, "\033[<0;5;3M");
  wb_terminal_screen_point(screen, WB_TERMINAL_LEFT_BUTTON, WB_TERMINAL_DRAGS, 0, 2, 5);
  check_answer(screen, "\033[<32;6;3M");
  wb_terminal_screen_resize(screen, 9, 30);
  wb_terminal_screen_point(screen, WB_TERMINAL_LEFT_BUTTON, WB_TERMINAL_RELEASES, 0, 2, 5);
  wb_terminal_screen_point(screen, WB_TERMINAL_WHEEL_DOWN, WB_TERMINAL_PRESSES, 0, 0, 0);
  wb_terminal_screen_point(screen, WB_TERMINAL_RIGHT_BUTTON, WB_TERMINAL_PRESSES, WB_TERMINAL_CTRL,
                           0, 0);
  check_answer(screen, "\033[<65;1;1M\033[<18;1;1M"); /* a new screen knows of no button */
  wb_terminal_screen_free(screen);
}

static void the_wheel_moves_programs_that_do_not_know_it(void) {
  struct wb_terminal_screen *screen = wb_terminal_screen_new(10, 40);
  write_text(screen, "\033[?1049h");
  wb_terminal_screen_point(screen, WB_TERMINAL_WHEEL_UP, WB_TERMINAL_PRESSES, 0, 2, 4);
  check_answer(screen, "\033[A\033[A\033[A");
  write_text(screen, "\033[?1h");
  wb_terminal_screen_point(screen, WB_TERMINAL_WHEEL_DOWN, WB_TERMINAL_PRESSES, 0, 2, 4);
  check_answer(screen, "\033OB\033OB\033OB");
  wb_terminal_screen_point(screen, WB_TERMINAL_LEFT_BUTTON, WB_TERMINAL_PRESSES, 0, 2, 4);
  check_answer(screen, "");
  wb_terminal_screen_free(screen);
}

static void cursors_have_the_shape_that_was_asked_for(void) {
  struct wb_terminal_screen *screen = wb_terminal_screen_new(10, 40);
  CHECK_INT(wb_terminal_screen_cursor_shape(screen), 0);
  write_text(screen, "\033[6 q");
  CHECK_INT(wb_terminal_screen_cursor_shape(screen), 6);
  write_text(screen, "\033[6q\033[ q\033[3 q");
  CHECK_INT(wb_terminal_screen_cursor_shape(screen), 3);
  wb_terminal_screen_resize(screen, 5, 5);
  CHECK_INT(wb_terminal_screen_cursor_shape(screen), 3);
  write_text(screen, "\033[77 q");
  CHECK_INT(wb_terminal_screen_cursor_shape(screen), 0);
  write_text(screen, "\033[2 q\033c");
  CHECK_INT(wb_terminal_screen_cursor_shape(screen), 0);
  wb_terminal_screen_free(screen);
}

int main(void) {
  tap_run("repeats are written out, and only of what can be", repeats_are_written_out);
  tap_run("intermediates before a bracket begin nothing",
          intermediates_before_a_bracket_begin_nothing);
  tap_run("control characters beyond ASCII are left out", controls_beyond_ascii_are_left_out);
  tap_run("what is no UTF-8 is replaced", what_is_no_utf8_is_replaced);
  tap_run("titles and other strings show nothing", strings_show_nothing);
  tap_run("the modes that a program set outlive a new size", modes_outlive_a_new_size);
  tap_run("random sequences and sizes are harmless", random_sequences_and_sizes_are_harmless);
  tap_run("programs hear of the mouse as they asked", programs_hear_of_the_mouse_as_they_asked);
  tap_run("the wheel moves programs that do not know it by keys",
          the_wheel_moves_programs_that_do_not_know_it);
  tap_run("cursors have the shape that was asked for", cursors_have_the_shape_that_was_asked_for);
  return tap_finish();
}

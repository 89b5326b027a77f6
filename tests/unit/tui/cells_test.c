#include "tap.h"
#include "tui/cells.h"

static const char *dump(const struct wb_cells *cells) {
  static char text[4096];
  struct wb_str out;
  wb_str_init(&out);
  wb_cells_dump(cells, &out);
  snprintf(text, sizeof text, "%s", out.data);
  wb_str_release(&out);
  return text;
}

static void text_is_cut_at_the_end(void) {
  struct wb_cells cells;
  wb_cells_init(&cells, false);
  wb_cells_clear(&cells, 2, 5);
  CHECK_INT(wb_cells_text(&cells, 0, 1, 99, 0, "abcdefgh"), 5);
  CHECK_INT(wb_cells_text(&cells, 1, 0, 2, 0, "xyz"), 2);
  CHECK_STRING(dump(&cells), " abcd\nxy\n");
  wb_cells_release(&cells);
}

static void writing_outside_does_nothing(void) {
  struct wb_cells cells;
  wb_cells_init(&cells, false);
  wb_cells_clear(&cells, 1, 3);
  wb_cells_text(&cells, -1, 0, 3, 0, "a");
  wb_cells_text(&cells, 1, 0, 3, 0, "a");
  wb_cells_text(&cells, 0, -2, 3, 0, "a");
  wb_cells_repeat(&cells, 5, 0, 3, 0, "-");
  wb_cells_reverse(&cells, 0, -5, 50);
  CHECK_STRING(dump(&cells), "\n");
  wb_cells_clear(&cells, -3, 0);
  wb_cells_text(&cells, 0, 0, 3, 0, "a");
  CHECK_STRING(dump(&cells), "");
  wb_cells_release(&cells);
}

static void a_wide_character_takes_two_columns_and_is_never_halved(void) {
  struct wb_cells cells;
  wb_cells_init(&cells, false);
  wb_cells_clear(&cells, 1, 6);
  CHECK_INT(wb_cells_text(&cells, 0, 0, 6, 0, "a宽b"), 4);
  CHECK_STRING(dump(&cells), "a宽b\n");
  wb_cells_text(&cells, 0, 2, 6, 0, "x"); /* over its right half */
  CHECK_STRING(dump(&cells), "a xb\n");
  wb_cells_clear(&cells, 1, 2);
  wb_cells_text(&cells, 0, 0, 2, 0, "a宽");
  CHECK_STRING(dump(&cells), "a\n");
  wb_cells_release(&cells);
}

static void combining_characters_stay_with_theirs_even_at_the_end(void) {
  struct wb_cells cells;
  wb_cells_init(&cells, false);
  wb_cells_clear(&cells, 1, 2);
  CHECK_INT(wb_cells_text(&cells, 0, 0, 2, 0, "ae\xCC\x81z"), 2);
  CHECK_STRING(dump(&cells), "ae\xCC\x81\n");
  wb_cells_release(&cells);
}

static void an_ascii_grid_holds_only_ascii(void) {
  struct wb_cells cells;
  wb_cells_init(&cells, true);
  wb_cells_clear(&cells, 1, 20);
  wb_cells_text(&cells, 0, 0, 20, 0, "a → b宽é");
  for (const char *c = dump(&cells); *c != '\0'; c++) CHECK((unsigned char)*c < 0x80);
  wb_cells_release(&cells);
}

static void control_characters_are_left_out(void) {
  struct wb_cells cells;
  wb_cells_init(&cells, false);
  wb_cells_clear(&cells, 1, 20);
  wb_cells_text(&cells, 0, 0, 20, 0,
                "a\033[31mb\x07"
                "c\xC2\x9B");
  CHECK_STRING(dump(&cells), "a[31mbc\n");
  wb_cells_release(&cells);
}

static void grids_compare_by_text_look_and_cursor(void) {
  struct wb_cells a, b;
  wb_cells_init(&a, false);
  wb_cells_init(&b, false);
  wb_cells_clear(&a, 1, 4);
  wb_cells_text(&a, 0, 0, 4, WB_LOOK_OK, "ok");
  wb_cells_copy(&b, &a);
  CHECK(wb_cells_equal(&a, &b));
  wb_cells_reverse(&b, 0, 0, 1);
  CHECK(!wb_cells_equal(&a, &b));
  wb_cells_copy(&b, &a);
  b.cursor_y = 0;
  CHECK(!wb_cells_equal(&a, &b));
  wb_cells_release(&a);
  wb_cells_release(&b);
}

static void a_grid_is_pasted_and_cut(void) {
  struct wb_cells screen, editor;
  struct wb_str text;
  wb_cells_init(&screen, false);
  wb_cells_init(&editor, false);
  wb_str_init(&text);
  wb_cells_clear(&screen, 3, 6);
  for (int y = 0; y < 3; y++) wb_cells_text(&screen, y, 0, 6, WB_STYLE_PLAIN, "......");
  wb_cells_clear(&editor, 5, 8);
  wb_cells_text(&editor, 0, 0, 8, WB_LOOK_TERMINAL, "abcdefgh");
  wb_cells_text(&editor, 1, 0, 8, WB_LOOK_TERMINAL, "xyz\u4e2d");
  editor.cursor_y = 1;
  editor.cursor_x = 2;
  wb_cells_paste(&screen, 1, 2, 2, 4, &editor);
  wb_cells_dump(&screen, &text);
  CHECK_STRING(text.data, "......\n..abcd\n..xyz\n"); /* the wide one would be halved */
  CHECK_INT(screen.cursor_y, 2);
  CHECK_INT(screen.cursor_x, 4);
  CHECK_INT(wb_cells_at(&screen, 1, 2)->look, WB_LOOK_TERMINAL);
  wb_cells_paste(&screen, -1, 5, 5, 8, &editor); /* mostly outside */
  wb_cells_release(&screen);
  wb_cells_release(&editor);
  wb_str_release(&text);
}

static void an_ascii_grid_takes_ascii_alone(void) {
  struct wb_cells screen, editor;
  struct wb_str text;
  wb_cells_init(&screen, true);
  wb_cells_init(&editor, false);
  wb_str_init(&text);
  wb_cells_clear(&screen, 1, 4);
  wb_cells_clear(&editor, 1, 4);
  wb_cells_text(&editor, 0, 0, 4, WB_LOOK_TERMINAL, "a\u2502b");
  wb_cells_paste(&screen, 0, 0, 1, 4, &editor);
  wb_cells_dump(&screen, &text);
  CHECK_STRING(text.data, "a?b\n");
  wb_cells_release(&screen);
  wb_cells_release(&editor);
  wb_str_release(&text);
}

int main(void) {
  tap_run("text is cut at the end that is given", text_is_cut_at_the_end);
  tap_run("writing outside the grid does nothing", writing_outside_does_nothing);
  tap_run("a wide character takes two columns and is never halved",
          a_wide_character_takes_two_columns_and_is_never_halved);
  tap_run("combining characters stay with theirs, at the end too",
          combining_characters_stay_with_theirs_even_at_the_end);
  tap_run("an ASCII grid holds nothing but ASCII", an_ascii_grid_holds_only_ascii);
  tap_run("control characters are left out", control_characters_are_left_out);
  tap_run("grids compare by text, look and cursor", grids_compare_by_text_look_and_cursor);
  tap_run("a grid is put on another and cut to its place", a_grid_is_pasted_and_cut);
  tap_run("an ASCII grid takes ASCII alone from another", an_ascii_grid_takes_ascii_alone);
  return tap_finish();
}

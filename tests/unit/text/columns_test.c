#include "text/columns.h"

#include <locale.h>
#include <stdlib.h>
#include <wchar.h>

#include "tap.h"

/* Of the C library that this was built with: the same one, unless it was replaced since. */
static void widths_are_those_of_curses(void) {
  long differing = 0;
  if (setlocale(LC_CTYPE, "C.UTF-8") == NULL) {
    tap_skip("no C.UTF-8 locale");
    return;
  }
  for (unsigned c = 0x20; c <= 0x10FFFF; c++) {
    const int theirs = wcwidth((wchar_t)c);
    if (theirs >= 0 && theirs != wb_character_width(c)) differing++;
  }
  CHECK_INT(differing, 0);
}

static void wide_and_combining_text_has_its_width(void) {
  CHECK_INT(wb_text_width("out[7]"), 6);
  CHECK_INT(wb_text_width("日本"), 4);
  CHECK_INT(wb_text_width("e\xCC\x81"), 1); /* e and a combining acute */
  CHECK_INT(wb_text_width("😀"), 2);
  CHECK_INT(wb_text_width("\x1b"), 0);
  CHECK_INT(wb_text_width("\xFF"), 1);
}

static void fitting_never_splits_what_belongs_together(void) {
  CHECK_INT(wb_text_fit("abc", 2), 2);
  CHECK_INT(wb_text_fit("abc", 0), 0);
  CHECK_INT(wb_text_fit("日本", 3), 3);
  CHECK_INT(wb_text_fit("日本", 1), 0);
  CHECK_INT(wb_text_fit("ae\xCC\x81x", 2), 4);
  CHECK_INT(wb_text_fit("ab", 99), 2);
  /* woman, joiner, computer: all or nothing */
  CHECK_INT(wb_text_fit("👩\u200d💻x", 3), 0);
  CHECK_INT(wb_text_fit("👩\u200d💻x", 4), 11);
}

static void check_expanded(const char *text, size_t length, const char *expected) {
  struct wb_str out;
  wb_str_init(&out);
  wb_text_expand(&out, text, length);
  CHECK_STRING(out.data, expected);
  wb_str_release(&out);
}

static void text_is_cleaned_and_tabs_become_blanks(void) {
  check_expanded("a\tb\n\tc\r\nd\re", 11, "a   b\n    c\nd␍e");
  check_expanded("\033[31m\tred\a", 10, "␛[31m   red␇");
  check_expanded("e\xCC\x81\t日", 7, "e\xCC\x81   日");
}

static void columns_follow_tabs_and_wide_characters(void) {
  CHECK_INT(wb_text_column("\tx", 2, 1), 4);
  CHECK_INT(wb_text_column("ab\tx", 4, 3), 4);
  CHECK_INT(wb_text_column("/* 日 */ x", 12, 11), 10);
  CHECK_INT(wb_text_column("ab", 2, 5), 5); /* beyond the end */
}

static void ascii_likenesses(void) {
  struct wb_str out;
  wb_str_init(&out);
  wb_text_ascii(&out, "✓ a ≤ b → “c” 2×3 … 日 e\xCC\x81");
  CHECK_STRING(out.data, "ok a <= b -> \"c\" 2x3 ... ? e");
  wb_str_clear(&out);
  wb_text_ascii(&out, "┌─┬═╲│▼ ▲┆╭╯");
  CHECK_STRING(out.data, "+-+=\\|v ^|++");
  wb_str_release(&out);
}

static void long_texts_lose_their_middle(void) {
  static const struct {
    const char *text, *shown;
    size_t columns;
  } each[] = {{"abcdef", "abcdef", 6},
              {"abcdefg", "abc…fg", 6},
              {"abcdefgh", "abc…fgh", 7},
              {"ab", "ab", 2},
              {"abc", "a…", 2},
              {"", "", 2},
              {"漢字漢字", "漢…字", 5},
              {"漢字漢字", "漢…", 4},
              {"ae\u0301bcde\u0301", "ae\u0301…e\u0301", 4}};
  for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
    char *shown = wb_text_shorten(each[i].text, each[i].columns);
    CHECK_STRING(shown, each[i].shown);
    free(shown);
  }
}

int main(void) {
  tap_run("widths are those that curses takes from the C library", widths_are_those_of_curses);
  tap_run("wide, combining and control characters", wide_and_combining_text_has_its_width);
  tap_run("fitting splits neither combined characters nor emoji",
          fitting_never_splits_what_belongs_together);
  tap_run("long texts lose their middle", long_texts_lose_their_middle);
  tap_run("text is cleaned, and tabs become blanks", text_is_cleaned_and_tabs_become_blanks);
  tap_run("a compiler's column finds its place on the screen",
          columns_follow_tabs_and_wide_characters);
  tap_run("ASCII terminals get likenesses", ascii_likenesses);
  return tap_finish();
}

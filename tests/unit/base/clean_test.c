#include "base/clean.h"

#include <string.h>

#include "base/utf8.h"
#include "tap.h"

static void check_clean(const char *text, size_t length, const char *expected) {
  struct wb_str out;
  wb_str_init(&out);
  wb_clean_text(&out, text, length);
  CHECK_STRING(out.data, expected);
  wb_str_release(&out);
}

static void terminals_cannot_be_commanded(void) {
  check_clean("\033[31mred\a", 9, "␛[31mred␇");
  check_clean(
      "\xC2\x9B"
      "2J",
      4, "\uFFFD2J"); /* C1: CSI in one character */
  check_clean(
      "\x9B"
      "2J",
      3, "\uFFFD2J"); /* and as a byte */
  check_clean("a\0b", 3, "a␀b");
  /* U+202E turns text round. NOLINTNEXTLINE(misc-misleading-bidirectional) */
  check_clean("if (x) \xE2\x80\xAE{", 11, "if (x) \uFFFD{");
  check_clean("a\tb\n\tc\r\nd\re\r", 12, "a\tb\n\tc\nd␍e␍");
  check_clean("e\xCC\x81 日", 7, "e\xCC\x81 日");
}

static void what_is_not_utf8_is_replaced(void) {
  check_clean("caf\xC3\xA9 €", 9, "caf\xC3\xA9 €");
  check_clean("\xC0\xAF", 2, "\uFFFD\uFFFD");           /* overlong */
  check_clean("\xED\xA0\x80", 3, "\uFFFD\uFFFD\uFFFD"); /* a surrogate */
  check_clean("\xE2\x82", 2, "\uFFFD\uFFFD");           /* cut short */
}

static void an_array_gets_whole_characters(void) {
  char small[8];
  wb_clean_into(small, sizeof small, "123456\xC3\xA9");
  CHECK_STRING(small, "123456");
  wb_clean_into(small, sizeof small, "12345\xC3\xA9");
  CHECK_STRING(small, "12345\xC3\xA9");
  wb_clean_into(small, sizeof small, "12345\033");
  CHECK_STRING(small, "12345");
}

static void check_name(const char *name, const char *expected, bool changes) {
  struct wb_str out;
  wb_str_init(&out);
  CHECK_INT(wb_clean_name(&out, name, strlen(name)), changes);
  CHECK_STRING(out.data, expected);
  wb_str_release(&out);
}

static void a_name_is_one_line_and_tells_whether_it_was_so(void) {
  check_name("", "", false);
  check_name("03-guards.cl", "03-guards.cl", false);
  check_name(
      "\xC3\x9C"
      "bung.cl",
      "Übung.cl", false);
  check_name("a\nb\tc\r\n", "a␊b␉c␍␊", true);
  check_name(
      "\xDC"
      "bung.cl",
      "%DC"
      "bung.cl",
      true);
  check_name("\033[2J", "␛[2J", true);
}

/* Whatever bytes come in, nothing that a terminal obeys comes out. */
static void random_bytes_come_out_harmless(void) {
  unsigned seed = 12345;
  for (int round = 0; round < 2000; round++) {
    char bytes[40];
    struct wb_str out;
    for (size_t i = 0; i < sizeof bytes; i++) {
      seed = seed * 1664525U + 1013904223U;
      bytes[i] = (char)(seed >> 24);
    }
    wb_str_init(&out);
    wb_clean_text(&out, bytes, sizeof bytes);
    for (size_t at = 0; at < out.length;) {
      unsigned c;
      at += wb_utf8_decode(out.data + at, out.length - at, &c);
      if (wb_character_shown(c) != c && c != '\n' && c != '\t') CHECK_INT(c, ' ');
    }
    wb_str_release(&out);
  }
}

int main(void) {
  tap_run("escape sequences become pictures", terminals_cannot_be_commanded);
  tap_run("what is not UTF-8 is replaced", what_is_not_utf8_is_replaced);
  tap_run("a name is one line, and tells whether it was so already",
          a_name_is_one_line_and_tells_whether_it_was_so);
  tap_run("an array gets whole characters", an_array_gets_whole_characters);
  tap_run("random bytes come out harmless", random_bytes_come_out_harmless);
  return tap_finish();
}

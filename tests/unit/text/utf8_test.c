#include "text/utf8.h"

#include <gnu/libc-version.h>
#include <locale.h>
#include <stdlib.h>
#include <wchar.h>

#include "tap.h"

static unsigned decode(const char *text, size_t length, size_t *bytes) {
  unsigned character = 0;
  *bytes = wb_utf8_decode(text, length, &character);
  return character;
}

static void check_invalid(const char *text, size_t length) {
  size_t bytes;
  CHECK_INT(decode(text, length, &bytes), 0xFFFD);
  CHECK_INT(bytes, 1);
}

static void valid_text_decodes(void) {
  size_t bytes;
  CHECK_INT(decode("a", 1, &bytes), 'a');
  CHECK_INT(decode("\0", 1, &bytes), 0);
  CHECK_INT(decode("é", 2, &bytes), 0xE9);
  CHECK_INT(bytes, 2);
  CHECK_INT(decode("日", 3, &bytes), 0x65E5);
  CHECK_INT(decode("😀", 4, &bytes), 0x1F600);
  CHECK_INT(bytes, 4);
  CHECK_INT(decode("\xF4\x8F\xBF\xBF", 4, &bytes), 0x10FFFF);
}

static void what_is_not_utf8_is_replaced(void) {
  check_invalid("\x80", 1);             /* a continuation alone */
  check_invalid("\xC0\x80", 2);         /* overlong NUL */
  check_invalid("\xC1\xBF", 2);         /* overlong DEL */
  check_invalid("\xE0\x9F\xBF", 3);     /* overlong */
  check_invalid("\xF0\x8F\xBF\xBF", 4); /* overlong */
  check_invalid("\xED\xA0\x80", 3);     /* a surrogate */
  check_invalid("\xF4\x90\x80\x80", 4); /* beyond U+10FFFF */
  check_invalid("\xF8\x88\x80\x80", 4); /* five bytes */
  check_invalid("\xFF", 1);
  check_invalid("\xE6\x97", 2); /* cut off */
  check_invalid(
      "\xE6\x97"
      "a",
      3); /* cut off by another */
  check_invalid("", 0);
}

static void every_character_survives(void) {
  for (unsigned c = 0; c <= 0x10FFFF; c++) {
    struct wb_str text;
    size_t bytes;
    bool surrogate = c >= 0xD800 && c <= 0xDFFF;
    wb_str_init(&text);
    wb_utf8_add(&text, c);
    unsigned back = decode(text.data, text.length, &bytes);
    if (back != (surrogate ? 0xFFFDU : c) || bytes != text.length) CHECK_INT(back, c);
    wb_str_release(&text);
  }
}

/* The table is glibc 2.36's, with Unicode 15. In these glibc 2.41, with Unicode 16, differs:
 * characters that are new since, and some that are hidden now, or shown. */
static const struct {
  unsigned first, last;
} newer[] = {
    {0x897, 0x897},     {0xECE, 0xECE},     {0x2630, 0x2637},   {0x268A, 0x268F},
    {0x2FFC, 0x2FFF},   {0x3164, 0x3164},   {0x31E4, 0x31E5},   {0x31EF, 0x31EF},
    {0xFFA0, 0xFFA0},   {0xFFF9, 0xFFFB},   {0x10D69, 0x10D6D}, {0x10EFC, 0x10EFF},
    {0x11241, 0x11241}, {0x113BB, 0x113C0}, {0x113CE, 0x113CE}, {0x113D0, 0x113D0},
    {0x113D2, 0x113D2}, {0x113E1, 0x113E2}, {0x1171E, 0x1171E}, {0x11F00, 0x11F01},
    {0x11F36, 0x11F3A}, {0x11F40, 0x11F40}, {0x11F42, 0x11F42}, {0x11F5A, 0x11F5A},
    {0x13430, 0x13438}, {0x13440, 0x13440}, {0x13447, 0x13455}, {0x1611E, 0x16129},
    {0x1612D, 0x1612F}, {0x18CFF, 0x18CFF}, {0x1B132, 0x1B132}, {0x1B155, 0x1B155},
    {0x1D300, 0x1D356}, {0x1D360, 0x1D376}, {0x1E08F, 0x1E08F}, {0x1E4EC, 0x1E4EF},
    {0x1E5EE, 0x1E5EF}, {0x1F6DC, 0x1F6DC}, {0x1FA75, 0x1FA77}, {0x1FA87, 0x1FA89},
    {0x1FA8F, 0x1FA8F}, {0x1FAAD, 0x1FAAF}, {0x1FABB, 0x1FABF}, {0x1FAC6, 0x1FAC6},
    {0x1FACE, 0x1FACF}, {0x1FADA, 0x1FADC}, {0x1FADF, 0x1FADF}, {0x1FAE8, 0x1FAE9},
    {0x1FAF7, 0x1FAF8}, {0x2B739, 0x2B739}, {0x2EBF0, 0x2EE5D}, {0x31350, 0x323AF},
};

static bool is_newer(unsigned character) {
  bool found = false;
  for (size_t i = 0; i < sizeof newer / sizeof newer[0] && !found; i++)
    found = character >= newer[i].first && character <= newer[i].last;
  return found;
}

static void widths_are_those_of_curses(void) {
  const bool same = strcmp(gnu_get_libc_version(), "2.36") == 0;
  locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  long differing = 0;
  if (utf8 == (locale_t)0) {
    tap_skip("no C.UTF-8 locale");
    return;
  }
  locale_t before = uselocale(utf8);
  for (unsigned c = 0x20; c <= 0x10FFFF; c++) {
    int theirs = wcwidth((wchar_t)c);
    if (theirs >= 0 && theirs != wb_character_width(c) && (same || !is_newer(c))) differing++;
  }
  uselocale(before);
  freelocale(utf8);
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

static void check_clean(const char *text, size_t length, const char *expected) {
  struct wb_str out;
  wb_str_init(&out);
  wb_text_clean(&out, text, length);
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
  check_clean("a\tb\n\tc\r\nd\re", 11, "a   b\n    c\nd␍e");
  check_clean("e\xCC\x81 日", 7, "e\xCC\x81 日");
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
    wb_text_clean_line(&out, bytes, sizeof bytes, NULL);
    for (size_t at = 0; at < out.length;) {
      unsigned c;
      at += wb_utf8_decode(out.data + at, out.length - at, &c);
      if (c < 0x20 || (c >= 0x7F && c < 0xA0)) CHECK_INT(c, ' ');
    }
    wb_str_release(&out);
  }
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

int main(void) {
  tap_run("UTF-8 decodes", valid_text_decodes);
  tap_run("what is not UTF-8 is U+FFFD, one byte at a time", what_is_not_utf8_is_replaced);
  tap_run("every character survives being written and read", every_character_survives);
  tap_run("widths are those that curses takes from the C library", widths_are_those_of_curses);
  tap_run("wide, combining and control characters", wide_and_combining_text_has_its_width);
  tap_run("fitting splits neither combined characters nor emoji",
          fitting_never_splits_what_belongs_together);
  tap_run("escape sequences become pictures", terminals_cannot_be_commanded);
  tap_run("random bytes come out harmless", random_bytes_come_out_harmless);
  tap_run("a compiler's column finds its place on the screen",
          columns_follow_tabs_and_wide_characters);
  tap_run("ASCII terminals get likenesses", ascii_likenesses);
  return tap_finish();
}

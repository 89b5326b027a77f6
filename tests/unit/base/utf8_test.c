#include "base/utf8.h"

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

static void only_utf8_is_valid(void) {
  CHECK(wb_utf8_is_valid("", 0) && wb_utf8_is_valid("a日😀\xEF\xBF\xBD", 11));
  CHECK(!wb_utf8_is_valid("a\xFF", 2) && !wb_utf8_is_valid("\xC0\x80", 2));
  CHECK(!wb_utf8_is_valid("日", 2) && !wb_utf8_is_valid("日本", 5));
}

static void what_is_cut_off_ends_with_a_whole_character(void) {
  CHECK_INT(wb_utf8_whole("ab", 1), 1);
  CHECK_INT(wb_utf8_whole("a日", 4), 4);
  CHECK_INT(wb_utf8_whole("a日", 3), 1);
  CHECK_INT(wb_utf8_whole("a日", 2), 1);
  CHECK_INT(wb_utf8_whole("a日", 1), 1);
  CHECK_INT(wb_utf8_whole("日", 2), 0);
  CHECK_INT(wb_utf8_whole("", 0), 0);
}

int main(void) {
  tap_run("UTF-8 decodes", valid_text_decodes);
  tap_run("what is not UTF-8 is U+FFFD, one byte at a time", what_is_not_utf8_is_replaced);
  tap_run("every character survives being written and read", every_character_survives);
  tap_run("only UTF-8 is valid", only_utf8_is_valid);
  tap_run("what is cut off ends with a whole character",
          what_is_cut_off_ends_with_a_whole_character);
  return tap_finish();
}

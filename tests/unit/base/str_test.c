#include "base/str.h"

#include <stdlib.h>

#include "tap.h"

static void empty_is_a_string(void) {
  struct wb_str str;
  wb_str_init(&str);
  CHECK_STRING(str.data, "");
  wb_str_clear(&str);
  wb_str_add_bytes(&str, "x", 0);
  CHECK_INT(str.capacity, 0);
  char *text = wb_str_detach(&str);
  CHECK_STRING(text, "");
  free(text);
  wb_str_release(&str);
  wb_str_release(&str);
}

static void growing_keeps_everything(void) {
  struct wb_str str;
  wb_str_init(&str);
  for (int i = 0; i < 1000; i++) wb_str_addf(&str, "%03d,", i);
  CHECK_INT(str.length, 4000);
  CHECK(strncmp(str.data, "000,001,", 8) == 0);
  CHECK_STRING(str.data + 3996, "999,");
  wb_str_clear(&str);
  CHECK_STRING(str.data, "");
  wb_str_add(&str, "a");
  wb_str_add_char(&str, 'b');
  wb_str_add_bytes(&str, "\0c", 2);
  CHECK_INT(str.length, 4);
  CHECK(memcmp(str.data, "ab\0c", 5) == 0);
  wb_str_release(&str);
}

static void copies_stop_at_the_end(void) {
  char *whole = wb_strndup("abc", 10);
  char *part = wb_strndup("abc", 2);
  CHECK_STRING(whole, "abc");
  CHECK_STRING(part, "ab");
  CHECK(wb_strdup(NULL) == NULL);
  free(part);
  free(whole);
}

static void ends_are_compared(void) {
  CHECK(wb_starts_with("abc", "ab") && wb_starts_with("abc", "") && !wb_starts_with("a", "ab"));
  CHECK(wb_ends_with("abc", "bc") && wb_ends_with("abc", "") && !wb_ends_with("c", "bc"));
}

int main(void) {
  tap_run("an empty buffer is a string, and hands one over", empty_is_a_string);
  tap_run("a growing buffer keeps everything, NULs too", growing_keeps_everything);
  tap_run("copies stop at the end of their text", copies_stop_at_the_end);
  tap_run("beginnings and ends are compared", ends_are_compared);
  return tap_finish();
}

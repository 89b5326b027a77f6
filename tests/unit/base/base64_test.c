#include "base/base64.h"

#include <string.h>

#include "tap.h"

static void the_examples_of_the_rfc(void) {
  static const char *const pairs[][2] = {{"", ""},
                                         {"f", "Zg=="},
                                         {"fo", "Zm8="},
                                         {"foo", "Zm9v"},
                                         {"foob", "Zm9vYg=="},
                                         {"fooba", "Zm9vYmE="},
                                         {"foobar", "Zm9vYmFy"}};
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
    struct wb_str text, bytes;
    wb_str_init(&text);
    wb_str_init(&bytes);
    wb_base64_add(&text, pairs[i][0], strlen(pairs[i][0]));
    CHECK_STRING(text.data, pairs[i][1]);
    CHECK(wb_base64_decode(&bytes, text.data, text.length));
    CHECK_STRING(bytes.data, pairs[i][0]);
    wb_str_release(&text);
    wb_str_release(&bytes);
  }
}

static void all_bytes_come_back(void) {
  unsigned char all[256];
  struct wb_str text, bytes;
  wb_str_init(&text);
  wb_str_init(&bytes);
  for (int i = 0; i < 256; i++) all[i] = (unsigned char)i;
  wb_base64_add(&text, all, sizeof all);
  CHECK(wb_base64_decode(&bytes, text.data, text.length));
  CHECK_INT(bytes.length, sizeof all);
  CHECK(memcmp(bytes.data, all, sizeof all) == 0);
  wb_str_release(&text);
  wb_str_release(&bytes);
}

static void what_is_none_is_refused(void) {
  static const char *const wrong[] = {"Z", "Zg=", "Zg==Zg==", "Zm9v!m9v", "====", "Z===", "Zm 9"};
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    struct wb_str bytes;
    wb_str_init(&bytes);
    wb_str_add(&bytes, "before");
    CHECK(!wb_base64_decode(&bytes, wrong[i], strlen(wrong[i])));
    CHECK_STRING(bytes.data, "before");
    wb_str_release(&bytes);
  }
}

int main(void) {
  tap_run("the examples of the RFC", the_examples_of_the_rfc);
  tap_run("all bytes come back", all_bytes_come_back);
  tap_run("what is none is refused", what_is_none_is_refused);
  return tap_finish();
}

#include "base/status.h"

#include <errno.h>
#include <stdlib.h>

#include "base/str.h"
#include "tap.h"

static void errors_say_what_and_where(void) {
  struct wb_error err;
  CHECK_INT(wb_fail_at(&err, WB_ERR_SPEC, "a.lua:3", "bad %s", "field"), WB_ERR_SPEC);
  CHECK_INT(err.status, WB_ERR_SPEC);
  CHECK_STRING(err.where, "a.lua:3");
  CHECK_STRING(err.message, "bad field");
  CHECK_INT(wb_fail(&err, WB_ERR_USAGE, "no"), WB_ERR_USAGE);
  CHECK_STRING(err.where, "");
  CHECK_INT(wb_fail(NULL, WB_ERR_CRASH, "nobody listens"), WB_ERR_CRASH);
}

static void system_errors_have_their_words(void) {
  struct wb_error err;
  errno = ENOENT;
  CHECK_INT(wb_fail_errno(&err, "cannot open %s", "x"), WB_ERR_IO);
  CHECK_STRING(err.message, "cannot open x: No such file or directory");
  errno = ENOMEM;
  CHECK_INT(wb_fail_errno(&err, "cannot"), WB_ERR_NOMEM);
}

static void an_error_can_quote_itself(void) {
  struct wb_error err;
  wb_fail_at(&err, WB_ERR_IO, "deep:1", "cannot read");
  wb_fail_at(&err, WB_ERR_SPEC, err.where, "while loading: %s (%s)", err.message, err.where);
  CHECK_STRING(err.message, "while loading: cannot read (deep:1)");
  CHECK_STRING(err.where, "deep:1");
}

/* Whatever the cut hits: no half character stays. */
static void long_texts_are_cut_between_characters(void) {
  for (int shift = 0; shift < 4; shift++) {
    struct wb_error err;
    struct wb_str text;
    wb_str_init(&text);
    for (int i = 0; i < shift; i++) wb_str_add_char(&text, 'a');
    while (text.length < 3000) wb_str_add(&text, "日");
    wb_fail_at(&err, WB_ERR_IO, text.data, "%s", text.data);
    size_t message = strlen(err.message);
    size_t where = strlen(err.where);
    CHECK(message < sizeof err.message && message > sizeof err.message - 8);
    CHECK(where < sizeof err.where && where > sizeof err.where - 8);
    CHECK_INT((message - (size_t)shift) % 3, 0);
    CHECK_INT((where - (size_t)shift) % 3, 0);
    wb_str_release(&text);
  }
}

static void every_status_has_a_word(void) {
  for (int i = 0; i < WB_STATUS_COUNT; i++)
    CHECK(strcmp(wb_status_name((enum wb_status)i), "unknown") != 0);
  CHECK_STRING(wb_status_name((enum wb_status)99), "unknown");
}

int main(void) {
  tap_run("an error says what and where", errors_say_what_and_where);
  tap_run("a failed system call is told in the system's words", system_errors_have_their_words);
  tap_run("an error can quote what it said before", an_error_can_quote_itself);
  tap_run("long texts are cut between characters", long_texts_are_cut_between_characters);
  tap_run("every status has a word", every_status_has_a_word);
  return tap_finish();
}

#include "tui/background_answer.h"

#include "report/background.h"
#include "tap.h"

/* How many characters of it were taken. */
static size_t take(struct wb_background_answer *answer, const char *text) {
  size_t taken = 0;
  wb_background_answer_begin(answer);
  while (text[taken] != '\0')
    if (!wb_background_answer_take(answer, (unsigned char)text[taken++])) break;
  return taken;
}

static void an_answer_is_taken_to_its_end(void) {
  struct wb_background_answer answer;
  CHECK_INT(take(&answer, "rgb:ffff/ffff/ffff\033\\j"), 20);
  CHECK_STRING(answer.text, "rgb:ffff/ffff/ffff");
  CHECK(!answer.arriving);
  CHECK_INT(take(&answer, "rgb:00/00/00\007j"), 13);
  CHECK_STRING(answer.text, "rgb:00/00/00");
  take(&answer, "rgb:ff");
  CHECK(answer.arriving);
}

static void what_never_ends_is_given_up(void) {
  struct wb_background_answer answer;
  char endless[200];
  for (size_t i = 0; i + 1 < sizeof endless; i++) endless[i] = 'f';
  endless[sizeof endless - 1] = '\0';
  CHECK_INT(take(&answer, endless), WB_BACKGROUND_ANSWER_MAX);
  CHECK_INT(take(&answer, "rgb:\n"), 5);
  CHECK(!answer.arriving);
}

static void colors_are_light_or_dark(void) {
  static const struct {
    const char *color;
    enum wb_background background;
  } known[] = {{"rgb:ffff/ffff/ffff", WB_BACKGROUND_LIGHT},
               {"rgb:0000/0000/0000", WB_BACKGROUND_DARK},
               {"rgb:fd/f6/e3", WB_BACKGROUND_LIGHT},
               {"rgba:1e1e/1e1e/2e2e/ffff", WB_BACKGROUND_DARK},
               {"#eeeeee", WB_BACKGROUND_LIGHT},
               {"#002b36", WB_BACKGROUND_DARK},
               {"rgb:0000/0000/ffff", WB_BACKGROUND_DARK},
               {"rgb:ffff/ffff/0000", WB_BACKGROUND_LIGHT}};
  enum wb_background background;
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    if (CHECK(wb_background_of_color(known[i].color, &background)))
      CHECK_INT(background, known[i].background);
  static const char *const none[] = {"", "?", "rgb:", "rgb:ff/ff", "white", "rgb:x/y/z"};
  for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
    CHECK(!wb_background_of_color(none[i], &background));
}

int main(void) {
  tap_run("an answer is taken to its end, and no further", an_answer_is_taken_to_its_end);
  tap_run("what never ends is given up", what_never_ends_is_given_up);
  tap_run("colours are light or dark as the eye finds them", colors_are_light_or_dark);
  return tap_finish();
}

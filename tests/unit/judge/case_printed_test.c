/* What a kernel printed against the lines that it should have. */
#include "judge/case_printed.h"

#include "base/str.h"
#include "result/result_json.h"
#include "tap.h"

static char any[] = "any", given[] = "given", slug[] = "01-hello";

/* Lines are separated by '|' in `wanted`. */
static struct wb_case case_of(const char *wanted) {
  struct wb_case made = {.visible = true};
  for (const char *at = wanted; at != NULL && *wanted != '\0';) {
    char *line = wb_strndup(at, strcspn(at, "|"));
    wb_names_add(&made.printed, line);
    free(line);
    at = strchr(at, '|');
    if (at != NULL) at++;
  }
  return made;
}

struct told {
  const char *text;
  size_t length;
  const struct wb_print *prints;
  size_t n_prints;
};

static void compare(char *order, const char *wanted, const struct told *told,
                    struct wb_case_result *result) {
  struct wb_puzzle puzzle = {.slug = slug, .printed = order};
  struct wb_case made = case_of(wanted);
  struct wb_outcome *outcome = wb_alloc(sizeof *outcome);
  struct wb_case_text text;
  outcome->text_length = told->length;
  outcome->text_total = told->length;
  outcome->text = wb_alloc(told->length + 1);
  memcpy(outcome->text, told->text, told->length);
  outcome->prints_length = told->n_prints * sizeof *told->prints;
  outcome->prints = wb_alloc(outcome->prints_length);
  if (told->n_prints > 0) memcpy(outcome->prints, told->prints, outcome->prints_length);
  memset(result, 0, sizeof *result);
  wb_case_begin(result);
  wb_case_text_init(&text);
  wb_case_text_add(&text, outcome, 0);
  wb_case_compare_printed(&puzzle, &made, &text, result);
  wb_case_text_release(&text);
  wb_outcome_release(outcome);
  wb_names_release(&made.printed);
  free(outcome);
}

static void compare_text(char *order, const char *wanted, const char *text,
                         struct wb_case_result *result) {
  compare(order, wanted, &(struct told){.text = text, .length = strlen(text)}, result);
}

static bool fits(char *order, const char *wanted, const char *text) {
  struct wb_case_result result;
  compare_text(order, wanted, text, &result);
  const bool accepted = result.verdict == WB_VERDICT_ACCEPTED && !result.printed.present;
  CHECK(accepted || (result.verdict == WB_VERDICT_WRONG_ANSWER && result.printed.present));
  CHECK(result.prints_judged && result.prints_alone);
  wb_case_result_release(&result);
  return accepted;
}

/* ---- which lines do ---------------------------------------------------------------------- */

static void lines_count_as_often_as_they_are_wanted(void) {
  CHECK(fits(any, "a|b|b", "b\na\nb\n"));
  CHECK(!fits(any, "a|b|b", "b\na\na\n"));
  CHECK(!fits(any, "a|b|b", "a\nb\n"));
  CHECK(!fits(any, "a|b", "a\nb\nb\n"));
  CHECK(!fits(any, "a|b", "a\nb\n\n"));
  CHECK(fits(any, "a||b", "b\n\na\n"));
  CHECK(fits(any, "", ""));
  CHECK(!fits(any, "", "a\n"));
  CHECK(!fits(any, "", "\n"));
  CHECK(!fits(any, "a", ""));
  CHECK(!fits(any, "ab", "a\nb\n"));
  CHECK(!fits(any, "a|b", "ab\n"));
  CHECK(!fits(any, "a", "a \n"));
  CHECK(!fits(any, "a", "a\r\n"));
}

static void an_order_that_is_given_is_kept(void) {
  CHECK(fits(given, "a|b|b", "a\nb\nb\n"));
  CHECK(!fits(given, "a|b|b", "b\na\nb\n"));
  CHECK(!fits(given, "a|b", "a\nb\na\n"));
}

static void what_has_no_line_break_is_no_line(void) {
  CHECK(!fits(any, "a", "a"));
  CHECK(!fits(any, "a|b", "b\na"));
  CHECK(!fits(given, "a|b", "a\nb"));
  CHECK(!fits(any, "a", "a\nb"));
}

/* A NUL ends no comparison. */
static void all_bytes_count(void) {
  static const char text[] = "a\n\0b\n", same[] = "a\0\n";
  struct wb_case_result result;
  compare(any, "a", &(struct told){.text = text, .length = sizeof text - 1}, &result);
  CHECK_INT(result.verdict, WB_VERDICT_WRONG_ANSWER);
  CHECK_STRING(result.printed.extra.line, "␀b");
  wb_case_result_release(&result);
  compare(any, "a", &(struct told){.text = same, .length = sizeof same - 1}, &result);
  CHECK_INT(result.verdict, WB_VERDICT_WRONG_ANSWER);
  wb_case_result_release(&result);
}

/* What is not there may have been anything. */
static void what_a_device_does_not_tell_is_not_accepted(void) {
  static const uint64_t totals[] = {3, UINT64_MAX};
  struct wb_puzzle puzzle = {.slug = slug, .printed = any};
  for (int i = 0; i < 2; i++) {
    struct wb_case made = case_of(i == 0 ? "a" : "");
    struct wb_outcome *outcome = wb_alloc(sizeof *outcome);
    struct wb_case_result result = {0};
    struct wb_case_text text;
    outcome->text = wb_strdup(i == 0 ? "a\n" : "");
    outcome->text_length = strlen(outcome->text);
    outcome->text_total = totals[i];
    wb_case_begin(&result);
    wb_case_text_init(&text);
    wb_case_text_add(&text, outcome, 0);
    wb_case_compare_printed(&puzzle, &made, &text, &result);
    wb_case_text_release(&text);
    CHECK_INT(result.verdict, WB_VERDICT_OUTPUT_LIMIT);
    CHECK_STRING(result.detail, "the device does not tell all that the kernel printed");
    wb_case_result_release(&result);
    wb_outcome_release(outcome);
    wb_names_release(&made.printed);
    free(outcome);
  }
}

/* ---- what is said ------------------------------------------------------------------------ */

static void the_first_of_each_is_named(void) {
  struct wb_case_result result;
  compare_text(any, "a|b|c|c|d", "x\nc\na\na\na\nx\n", &result);
  const struct wb_printed_mismatch *printed = &result.printed;
  CHECK_INT(printed->wanted, 5);
  CHECK_INT(printed->got, 6);
  CHECK_STRING(printed->missing.line, "b");
  CHECK_INT(printed->missing.count, 3);
  CHECK_STRING(printed->extra.line, "x");
  CHECK_INT(printed->extra.count, 4);
  CHECK_INT(printed->extra.times, 2);
  CHECK_INT(printed->extra.wanted, 0);
  CHECK(!printed->extra.has_item && !printed->torn.present && !printed->swapped);
  CHECK_STRING(result.detail, "the line \"b\" was not printed");
  wb_case_result_release(&result);
  compare_text(any, "a|b", "a\nb\na\n", &result);
  CHECK_STRING(result.detail, "the line \"a\" was printed 2 times, expected 1");
  wb_case_result_release(&result);
  compare_text(given, "a|b|c", "a\nc\nb\n", &result);
  CHECK(result.printed.swapped);
  CHECK_INT(result.printed.place, 2);
  CHECK_STRING(result.printed.got_there, "c");
  CHECK_STRING(result.printed.expected_there, "b");
  CHECK_STRING(result.detail, "line 2 is \"c\", expected \"b\"");
  wb_case_result_release(&result);
  compare_text(any, "a", "", &result);
  CHECK_STRING(result.detail, "nothing was printed");
  wb_case_result_release(&result);
}

static void expect_note(const char *wanted, const char *text, const char *part) {
  struct wb_case_result result;
  compare_text(any, wanted, text, &result);
  const char *note = result.printed.note != NULL ? result.printed.note : "";
  if (!CHECK(part[0] == '\0' ? note[0] == '\0' : strstr(note, part) != NULL))
    printf("# %s\n", note);
  wb_case_result_release(&result);
}

static void usual_mistakes_have_a_word(void) {
  expect_note("item 1|item 2|item 3", "item 2item 1item 3", "several lines in one");
  expect_note("item 1|item 2|item 3", "item 2item 1\nitem 3\n", "several lines in one");
  expect_note("a", "a", "no line break at its end");
  expect_note("a|b", "a\nb", "no line break at its end");
  expect_note("Item 1", "item 1\n", "capital letters alone");
  expect_note("item 1", "item  1 \n", "spaces alone");
  expect_note("Item 1", "item  1\n", "spaces and capital letters alone");
  expect_note("item 1", "item 2\n", "");
  expect_note("item 1", "item 1\nitem 1\n", "");
}

/* An unfinished line that is right otherwise is missing, and nothing else. */
static void a_missing_line_break_is_said_once(void) {
  struct wb_case_result result;
  compare_text(any, "a|b", "a\nb", &result);
  CHECK(result.printed.missing.present && !result.printed.extra.present);
  wb_case_result_release(&result);
}

static void long_lines_are_cut(void) {
  struct wb_case_result result;
  char text[2000];
  memset(text, 'x', sizeof text);
  text[sizeof text - 1] = '\n';
  compare(any, "a", &(struct told){.text = text, .length = sizeof text}, &result);
  CHECK_INT(strlen(result.printed.extra.line), 160 + strlen("…"));
  wb_case_result_release(&result);
}

/* ---- who printed what -------------------------------------------------------------------- */

#define BY(at, in, number, group_)                                              \
  {                                                                             \
    .start = (at), .phase = (in), .who = {.item = {number}, .group = {group_} } \
  }

static void whoever_printed_too_much_is_named(void) {
  static const struct wb_print prints[] = {BY(0, 0, 0, 0), BY(2, 0, 1, 0), BY(4, 0, 2, 1)};
  struct wb_case_result result;
  compare(any, "a|b", &(struct told){"a\nb\nb\n", 6, prints, 3}, &result);
  CHECK(result.printed.extra.has_item);
  CHECK_INT(result.printed.extra.who.item[0], 2);
  CHECK_INT(result.printed.extra.who.group[0], 1);
  wb_case_result_release(&result);
}

static bool is_torn(const char *wanted, const char *text, const struct wb_print *prints,
                    size_t count) {
  struct wb_case_result result;
  compare(any, wanted, &(struct told){text, strlen(text), prints, count}, &result);
  const bool torn = result.printed.torn.present;
  CHECK(torn == (result.verdict == WB_VERDICT_WRONG_ANSWER));
  if (torn) CHECK(!result.printed.extra.present && !result.printed.missing.present);
  wb_case_result_release(&result);
  return torn;
}

static void lines_that_may_be_torn_apart_do_not_count(void) {
  static const struct wb_print alone[] = {BY(0, 0, 0, 0), BY(1, 0, 0, 0), BY(3, 1, 0, 0)};
  static const struct wb_print beside[] = {BY(0, 0, 0, 0), BY(1, 0, 0, 0), BY(3, 0, 1, 0)};
  static const struct wb_print after[] = {BY(0, 0, 0, 0), BY(1, 0, 0, 0), BY(3, 1, 1, 0)};
  static const struct wb_print elsewhere[] = {BY(0, 0, 0, 0), BY(1, 0, 0, 0), BY(3, 1, 1, 1)};
  static const struct wb_print two[] = {BY(0, 0, 0, 0), BY(1, 0, 1, 0), BY(3, 1, 0, 0)};
  static const struct wb_print in_turn[] = {BY(0, 0, 0, 0), BY(1, 1, 1, 0), BY(3, 2, 0, 0)};
  static const struct wb_print between[] = {BY(0, 0, 0, 0), BY(1, 1, 1, 0), BY(3, 1, 2, 0)};
  static const struct wb_print whole[] = {BY(0, 0, 0, 0), BY(3, 0, 1, 0)};
  CHECK(!is_torn("ab|c", "ab\nc\n", alone, 3));
  CHECK(is_torn("ab|c", "ab\nc\n", beside, 3));
  CHECK(!is_torn("ab|c", "ab\nc\n", after, 3));
  CHECK(is_torn("ab|c", "ab\nc\n", elsewhere, 3));
  CHECK(is_torn("ab|c", "ab\nc\n", two, 3));
  CHECK(!is_torn("ab|c", "ab\nc\n", in_turn, 3));
  CHECK(is_torn("ab|c", "ab\nc\n", between, 3));
  CHECK(!is_torn("ab|c", "ab\nc\n", whole, 2));
}

/* A worker's words are not believed. */
static void nonsense_about_who_printed_what_is_ignored(void) {
  static const struct wb_print late[] = {BY(1, 0, 0, 0), BY(2, 0, 1, 0)};
  static const struct wb_print far[] = {BY(0, 0, 0, 0), BY(UINT64_MAX, 0, 1, 0)};
  static const struct wb_print back[] = {BY(0, 0, 0, 0), BY(3, 0, 0, 0), BY(2, 0, 1, 0)};
  static const struct wb_print *const all[] = {late, far, back};
  static const size_t counts[] = {2, 2, 3};
  for (int i = 0; i < 3; i++) {
    struct wb_case_result result;
    compare(any, "a|b", &(struct told){"a\nb\nb\n", 6, all[i], counts[i]}, &result);
    CHECK_INT(result.verdict, WB_VERDICT_WRONG_ANSWER);
    CHECK(!result.printed.extra.has_item);
    wb_case_result_release(&result);
  }
}

/* Launches are over when the next one begins. */
static void launches_print_one_after_the_other(void) {
  struct wb_print first[] = {BY(0, 0, 0, 0)}, second[] = {BY(0, 0, 1, 1)};
  struct wb_outcome *outcome = wb_alloc(sizeof *outcome);
  struct wb_puzzle puzzle = {.slug = slug, .printed = any};
  struct wb_case made = case_of("a1|b1");
  struct wb_case_result result = {0};
  struct wb_case_text text;
  char one[] = "a1\nb", two[] = "1\n";
  wb_case_text_init(&text);
  *outcome = (struct wb_outcome){.text = one,
                                 .text_length = 4,
                                 .text_total = 4,
                                 .prints = (unsigned char *)first,
                                 .prints_length = sizeof first};
  wb_case_text_add(&text, outcome, 0);
  *outcome = (struct wb_outcome){.text = two,
                                 .text_length = 2,
                                 .text_total = 2,
                                 .prints = (unsigned char *)second,
                                 .prints_length = sizeof second};
  wb_case_text_add(&text, outcome, 1);
  CHECK_INT(text.n_prints, 2);
  CHECK_INT(text.prints[1].start, 4);
  CHECK_INT(text.told, 6);
  wb_case_begin(&result);
  wb_case_compare_printed(&puzzle, &made, &text, &result);
  CHECK_INT(result.verdict, WB_VERDICT_ACCEPTED);
  wb_case_result_release(&result);
  wb_case_text_release(&text);
  wb_names_release(&made.printed);
  free(outcome);
}

/* ---- as JSON ----------------------------------------------------------------------------- */

static void json_has_it_and_gives_it_back(void) {
  static const struct wb_print prints[] = {BY(0, 0, 0, 0), BY(2, 0, 1, 0), BY(4, 0, 2, 1)};
  struct wb_result result = {.n_cases = 1, .cases = wb_alloc(sizeof *result.cases)}, again;
  struct wb_error err;
  compare(any, "a|c|d", &(struct told){"a\nb\nb\n", 6, prints, 3}, &result.cases[0]);
  json_t *object = wb_result_to_json(&result);
  if (!CHECK_INT(wb_result_from_json(object, &again, &err), WB_OK)) printf("# %s\n", err.message);
  const struct wb_printed_mismatch *printed = &again.cases[0].printed;
  CHECK(printed->present && printed->any_order && !printed->swapped);
  CHECK_INT(printed->wanted, 3);
  CHECK_INT(printed->missing.count, 2);
  CHECK_STRING(printed->missing.line, "c");
  CHECK(!printed->missing.has_item && !printed->torn.present);
  CHECK_STRING(printed->extra.line, "b");
  CHECK(printed->extra.has_item);
  CHECK_INT(printed->extra.who.group[0], 0);
  CHECK_INT(printed->extra.who.item[0], 1);
  json_decref(object);
  wb_result_release(&again);
  wb_result_release(&result);
}

int main(void) {
  tap_run("lines count as often as they are wanted", lines_count_as_often_as_they_are_wanted);
  tap_run("an order that is given is kept", an_order_that_is_given_is_kept);
  tap_run("what has no line break is no line", what_has_no_line_break_is_no_line);
  tap_run("all bytes count", all_bytes_count);
  tap_run("what a device does not tell is not accepted",
          what_a_device_does_not_tell_is_not_accepted);
  tap_run("the first of each is named", the_first_of_each_is_named);
  tap_run("usual mistakes have a word", usual_mistakes_have_a_word);
  tap_run("a missing line break is said once", a_missing_line_break_is_said_once);
  tap_run("long lines are cut", long_lines_are_cut);
  tap_run("whoever printed too much is named", whoever_printed_too_much_is_named);
  tap_run("lines that may be torn apart do not count", lines_that_may_be_torn_apart_do_not_count);
  tap_run("nonsense about who printed what is ignored", nonsense_about_who_printed_what_is_ignored);
  tap_run("launches print one after the other", launches_print_one_after_the_other);
  tap_run("json has it and gives it back", json_has_it_and_gives_it_back);
  return tap_finish();
}

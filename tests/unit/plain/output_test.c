#include "plain/output.h"

#include <fcntl.h>
#include <unistd.h>

#include "base/file.h"
#include "plain/pages.h"
#include "plain/trace.h"
#include "tap.h"

static struct wb_plain_output output;

/* Without a terminal the width is COLUMNS, or 80. */
static void start(const char *columns) {
  setenv("COLUMNS", columns, 1);
  wb_plain_output_init(&output, open("/dev/null", O_WRONLY));
  output.unicode = true;
}

static void check_said(const char *expected) {
  CHECK_STRING(output.waiting.data, expected);
  wb_str_clear(&output.waiting);
}

static void paragraphs_are_wrapped_at_words(void) {
  start("30");
  wb_say(&output, "%s", "one two three four five six seven eight");
  check_said("one two three four five six\nseven eight\n");
  wb_plain_output_release(&output);
}

static void no_line_is_longer_than_80_without_a_terminal(void) {
  start("200");
  CHECK_INT(wb_plain_output_width(&output), 80);
  wb_plain_output_release(&output);
}

static void nothing_commands_the_terminal(void) {
  start("80");
  wb_say(&output, "%s", "a \033[2Jb\r\a");
  check_said("a ␛[2Jb ␇\n");
  wb_say_as_is(&output, "%s", "x\033]0;t\ny");
  check_said("x␛]0;t␊y\n");
  wb_say_prompt(&output, "%s> ", "1 \033c");
  check_said("1 ␛c> ");
  wb_plain_output_release(&output);
}

static void without_unicode_all_is_ascii(void) {
  start("80");
  output.unicode = false;
  wb_say(&output, "%s", "arrow → and 宽 “quoted”");
  check_said("arrow -> and ? \"quoted\"\n");
  wb_say_as_is(&output, "%s", "é …");
  check_said("? ...\n");
  wb_plain_output_release(&output);
}

static void a_reader_that_is_gone_is_noticed(void) {
  start("80");
  close(output.fd);
  wb_say(&output, "%s", "x");
  wb_plain_output_flush(&output);
  CHECK(output.gone);
  check_said("");
  wb_plain_output_release(&output);
}

static void shares_are_rounded_down(void) {
  CHECK_INT(wb_percent(1, 3), 33);
  CHECK_INT(wb_percent(2, 3), 66);
  CHECK_INT(wb_percent(3, 3), 100);
  CHECK_INT(wb_percent(0, 0), 100);
}

/* ---- paragraphs ---- */

static void a_text_is_told_by_paragraphs(void) {
  static const char text[] = "# Title\n\nOne.\n\n    code\n\n    more\n\n- a\n- b\n\n## End\n";
  static const char *const parts[] = {"Heading: Title\nOne.\n",
                                      "Code or drawing, 3 lines:\n    code\n\n    more\n",
                                      "• a\n• b\n", "Heading: End\n"};
  struct wb_document document = {0};
  struct wb_pages pages;
  start("80");
  wb_pages_init(&pages);
  wb_markdown_render(text, strlen(text), 80, &document);
  wb_pages_take(&pages, &output, &document);
  CHECK_INT((long long)pages.parts.count, 4);
  for (size_t i = 0; i < pages.parts.count && i < 4; i++)
    CHECK_STRING(pages.parts.items[i], parts[i]);
  wb_document_release(&document);
  wb_pages_release(&pages);
  wb_plain_output_release(&output);
}

static void ids_are_one_to_three_numbers(void) {
  uint64_t id[3] = {9, 9, 9};
  CHECK(wb_dialogue_parse_triple("3", id));
  CHECK_INT((long long)id[0], 3);
  CHECK_INT((long long)id[1], 9);
  CHECK(wb_dialogue_parse_triple("(1,2,3)", id));
  CHECK_INT((long long)id[2], 3);
  CHECK(wb_dialogue_parse_triple("4 5", id));
  CHECK_INT((long long)id[1], 5);
  CHECK(!wb_dialogue_parse_triple("", id));
  CHECK(!wb_dialogue_parse_triple("x", id));
  CHECK(!wb_dialogue_parse_triple("1,2,3,4", id));
  CHECK(!wb_dialogue_parse_triple("-1", id));
}

int main(void) {
  tap_run("paragraphs are wrapped at words", paragraphs_are_wrapped_at_words);
  tap_run("no line is longer than 80 without a terminal",
          no_line_is_longer_than_80_without_a_terminal);
  tap_run("nothing commands the terminal", nothing_commands_the_terminal);
  tap_run("without Unicode all is ASCII", without_unicode_all_is_ascii);
  tap_run("a reader that is gone is noticed", a_reader_that_is_gone_is_noticed);
  tap_run("shares are rounded down", shares_are_rounded_down);
  tap_run("a text is told by paragraphs", a_text_is_told_by_paragraphs);
  tap_run("ids are one to three numbers", ids_are_one_to_three_numbers);
  return tap_finish();
}

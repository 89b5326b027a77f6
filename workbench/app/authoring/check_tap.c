/* Reports of checks as Test Anything Protocol, version 13: a test an item, the plan at the end. */
#include "authoring/check_formats.h"
#include "base/str.h"
#include "report/write.h"

static void tap_begin(struct wb_check_output *output) {
  wb_str_add(output->out, "TAP version 13\n");
}

static void add_details(struct wb_str *out, const struct wb_check_item *item) {
  wb_str_add(out, "  ---\n");
  wb_tap_field(out, "check", item->check);
  wb_tap_field(out, "file", item->file);
  if (item->line > 0) wb_str_addf(out, "  line: %u\n", item->line);
  wb_tap_field(out, "message", item->message);
  if (item->remedy[0] != '\0') wb_tap_field(out, "remedy", item->remedy);
  wb_str_add(out, "  ...\n");
}

static void add_test(struct wb_check_output *output, const char *slug, size_t number,
                     const struct wb_check_item *item) {
  struct wb_str title;
  wb_str_init(&title);
  wb_str_addf(&title, "%s ", slug);
  wb_check_item_title(item, &title);
  wb_str_addf(output->out, "%sok %zu - ", item->outcome == WB_CHECK_FAULT ? "not " : "", number);
  wb_tap_description(output->out, title.data);
  if (item->outcome == WB_CHECK_SKIPPED) {
    wb_str_add(output->out, " # SKIP ");
    wb_tap_description(output->out, item->message);
  }
  wb_str_add_char(output->out, '\n');
  if (item->outcome == WB_CHECK_FAULT || item->outcome == WB_CHECK_SUGGESTION)
    add_details(output->out, item);
  wb_str_release(&title);
}

static size_t count_tests(const struct wb_check_output *output) {
  size_t count = 0;
  for (size_t i = 0; i < WB_CHECK_OUTCOMES; i++) count += output->counts[i];
  return count;
}

static void tap_puzzle(struct wb_check_output *output, const struct wb_checked *checked) {
  const size_t before = count_tests(output);
  for (size_t i = 0; i < checked->report->count; i++)
    add_test(output, checked->slug, before + i + 1, &checked->report->items[i]);
}

static void tap_end(struct wb_check_output *output) {
  const size_t tests = count_tests(output);
  if (output->remark != NULL) wb_str_addf(output->out, "# %s\n", output->remark);
  if (output->trouble != NULL) {
    wb_str_add(output->out, "Bail out! ");
    wb_tap_description(output->out, output->trouble);
    wb_str_add_char(output->out, '\n');
  } else {
    wb_str_addf(output->out, "1..%zu%s\n", tests, tests == 0 ? " # SKIP nothing to check" : "");
  }
}

const struct wb_check_format wb_check_tap = {
    .name = "tap", .for_programs = true, .begin = tap_begin, .puzzle = tap_puzzle, .end = tap_end};

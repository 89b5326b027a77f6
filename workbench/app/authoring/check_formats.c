#include "authoring/check_formats.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

/* ---- the object of a puzzle in JSON (docs/json.md) ---------------------------------------- */

enum { ITEMS_MAX = 1 << 20 };

static const struct wb_word outcome_rows[] = {[WB_CHECK_PASSED] = {"passed", NULL},
                                              [WB_CHECK_SKIPPED] = {"skipped", NULL},
                                              [WB_CHECK_SUGGESTION] = {"suggestion", NULL},
                                              [WB_CHECK_FAULT] = {"fault", NULL}};
static const struct wb_words outcomes = WB_WORDS(outcome_rows);

#define WB_OF struct wb_check_item
static const struct wb_field item_rows[] = {
    {"check", WB_VALUE(check)},
    {"outcome", WB_VALUE(outcome), .words = &outcomes},
    {"part", WB_VALUE(part)},
    {"file", WB_VALUE(file)},
    {"line", WB_VALUE(line), .or_null = true},
    {"message", WB_VALUE(message)},
    {"remedy", WB_VALUE(remedy)},
    {"detail", WB_VALUE(detail)},
};
static const struct wb_fields item_fields = {WB_ROWS(item_rows)};
#undef WB_OF

/* A puzzle that is checked, as its object. */
struct puzzle_object {
  struct wb_checked checked;
  bool ok;
  uint64_t elapsed_ms;
  struct wb_check_item *items;
  size_t count;
};

#define WB_OF struct puzzle_object
static const struct wb_field puzzle_rows[] = {
    {"puzzle", WB_VALUE(checked.slug)},
    {"ok", WB_VALUE(ok)},
    {"elapsed_ms", WB_VALUE(elapsed_ms)},
    {"items", WB_LIST(items, count, ITEMS_MAX), .fields = &item_fields},
};
static const struct wb_fields puzzle_fields = {WB_ROWS(puzzle_rows)};
#undef WB_OF

static void add_counts(struct wb_list *list) {
  wb_str_addf(list->out, "\"passed\": %zu, \"skipped\": %zu, \"suggestions\": %zu, \"faults\": %zu",
              list->counts[WB_LIST_PASSED], list->counts[WB_LIST_SKIPPED],
              list->counts[WB_LIST_SUGGESTION], list->counts[WB_LIST_FAILED]);
}

/* ---- the list ------------------------------------------------------------------------------ */

static const struct wb_list_format *const formats[] = {&wb_check_text, &wb_check_markdown, NULL};

const struct wb_list_kind wb_list_of_checks = {.name = "checks",
                                               .rule_word = "check",
                                               .nothing = "nothing to check",
                                               .formats = formats,
                                               .json_head = "{\"schema\": 1,\n\"puzzles\": [",
                                               .json_suite = &puzzle_fields,
                                               .json_counts = add_counts};

static const enum wb_list_outcome outcomes_in_list[] = {[WB_CHECK_PASSED] = WB_LIST_PASSED,
                                                        [WB_CHECK_SKIPPED] = WB_LIST_SKIPPED,
                                                        [WB_CHECK_SUGGESTION] = WB_LIST_SUGGESTION,
                                                        [WB_CHECK_FAULT] = WB_LIST_FAILED};

/* One reason may have kept several checks from being made. */
static void count_skip(struct wb_check_skips *skips, const struct wb_check_item *item) {
  struct wb_check_skip *skip = NULL;
  for (size_t i = 0; i < skips->count && skip == NULL; i++)
    if (strcmp(skips->items[i].why, item->message) == 0) skip = &skips->items[i];
  if (skip == NULL) {
    skips->items = wb_grow(skips->items, &skips->capacity, skips->count + 1, sizeof *skips->items);
    skip = &skips->items[skips->count++];
    *skip = (struct wb_check_skip){.why = wb_strdup(item->message)};
    wb_names_init(&skip->checks);
  }
  if (!wb_names_have(&skip->checks, item->check)) wb_names_add(&skip->checks, item->check);
}

void wb_check_output_begin(struct wb_check_output *output, const struct wb_list_format *format,
                           const struct wb_report_style *style, const char *course,
                           struct wb_str *out) {
  memset(output, 0, sizeof *output);
  wb_list_begin(&output->list, &wb_list_of_checks, format, style, WB_LIST_OPEN, out);
  output->list.root = course;
  output->list.data = output;
}

static void add_item(struct wb_check_output *output, const char *slug,
                     const struct wb_check_item *item) {
  const struct wb_check_kind *kind = wb_check_kind_find(item->check);
  struct wb_str title;
  wb_str_init(&title);
  wb_str_addf(&title, "%s ", slug);
  const size_t before = title.length;
  wb_check_item_title(item, &title);
  wb_list_add(&output->list,
              &(struct wb_list_item){.outcome = outcomes_in_list[item->outcome],
                                     .name = title.data + before,
                                     .title = title.data,
                                     .rule = item->check,
                                     .rule_help = kind != NULL ? kind->summary : NULL,
                                     .file = item->file,
                                     .line = item->line,
                                     .message = item->message,
                                     .remedy = item->remedy,
                                     .detail = item->detail});
  if (item->outcome == WB_CHECK_SKIPPED) count_skip(&output->skips, item);
  wb_str_release(&title);
}

void wb_check_output_puzzle(struct wb_check_output *output, const struct wb_checked *checked) {
  const struct wb_check_report *report = checked->report;
  const bool ok = wb_check_count(report, WB_CHECK_FAULT) == 0;
  const struct puzzle_object object = {.checked = *checked,
                                       .ok = ok,
                                       .elapsed_ms = (uint64_t)(checked->seconds * 1000),
                                       .items = report->items,
                                       .count = report->count};
  const struct wb_list_suite suite = {
      .name = checked->slug, .seconds = checked->seconds, .of = &object};
  wb_list_suite_begin(&output->list, &suite);
  for (size_t i = 0; i < report->count; i++) add_item(output, checked->slug, &report->items[i]);
  wb_list_suite_end(&output->list);
  if (checked->tally != NULL) wb_check_tally_add(&output->tally, checked->tally);
  output->puzzles += !checked->is_course;
  output->faulty += !checked->is_course && !ok;
}

void wb_check_output_release(struct wb_check_output *output) {
  for (size_t i = 0; i < output->skips.count; i++) {
    wb_names_release(&output->skips.items[i].checks);
    free(output->skips.items[i].why);
  }
  free(output->skips.items);
  output->skips = (struct wb_check_skips){.count = 0};
  wb_list_release(&output->list);
}

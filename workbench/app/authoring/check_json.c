/* Reports of checks as one JSON object (docs/json.md): what wb_check_report has, a puzzle at a
 * time. */
#include "authoring/check_formats.h"
#include "base/str.h"
#include "fields/fields.h"

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

struct checked_object {
  const char *puzzle;
  bool ok;
  uint64_t elapsed_ms;
  struct wb_check_item *items;
  size_t count;
};

#define WB_OF struct checked_object
static const struct wb_field checked_rows[] = {
    {"puzzle", WB_VALUE(puzzle)},
    {"ok", WB_VALUE(ok)},
    {"elapsed_ms", WB_VALUE(elapsed_ms)},
    {"items", WB_LIST(items, count, ITEMS_MAX), .fields = &item_fields},
};
static const struct wb_fields checked_fields = {WB_ROWS(checked_rows)};
#undef WB_OF

struct trouble_object {
  enum wb_status cause;
  char *detail;
};

#define WB_OF struct trouble_object
static const struct wb_field trouble_rows[] = {
    {"cause", WB_VALUE(cause), .words = &wb_statuses},
    {"detail", WB_VALUE(detail)},
};
static const struct wb_fields trouble_fields = {WB_ROWS(trouble_rows)};
#undef WB_OF

static void json_begin(struct wb_check_output *output) {
  wb_str_add(output->out, "{\"schema\": 1,\n\"puzzles\": [\n");
}

static void json_puzzle(struct wb_check_output *output, const struct wb_checked *checked) {
  const struct checked_object object = {.puzzle = checked->slug,
                                        .ok = wb_check_count(checked->report, WB_CHECK_FAULT) == 0,
                                        .elapsed_ms = (uint64_t)(checked->seconds * 1000),
                                        .items = checked->report->items,
                                        .count = checked->report->count};
  if (output->reported > 0) wb_str_add(output->out, ",\n");
  wb_fields_print(&checked_fields, &object, output->out);
}

static void json_end(struct wb_check_output *output) {
  wb_str_addf(output->out,
              "],\n\"passed\": %zu, \"skipped\": %zu, \"suggestions\": %zu, \"faults\": %zu",
              output->counts[WB_CHECK_PASSED], output->counts[WB_CHECK_SKIPPED],
              output->counts[WB_CHECK_SUGGESTION], output->counts[WB_CHECK_FAULT]);
  if (output->trouble != NULL) {
    const struct trouble_object object = {output->cause, output->trouble};
    wb_str_add(output->out, ",\n\"trouble\": ");
    wb_fields_print(&trouble_fields, &object, output->out);
  }
  wb_str_add(output->out, "}\n");
}

const struct wb_check_format wb_check_json = {.name = "json",
                                              .for_programs = true,
                                              .begin = json_begin,
                                              .puzzle = json_puzzle,
                                              .end = json_end};

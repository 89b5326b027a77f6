#include <jansson.h>
#include <stdlib.h>

#include "result/result_json.h"
#include "report/write.h"

static void add_json(const json_t *value, size_t flags, struct wb_str *out) {
  char *text = json_dumps(value, flags | JSON_REAL_PRECISION(9));
  if (text == NULL) wb_bug("a result that is not JSON");
  wb_str_add(out, text);
  free(text);
}

void wb_report_json(const struct wb_result *result, struct wb_str *out) {
  json_t *object = wb_result_to_json(result);
  add_json(object, JSON_INDENT(2), out);
  wb_str_add_char(out, '\n');
  json_decref(object);
}

/* check-all: one object, `results` and the counts, written as they come. */
static void json_begin(struct wb_report *report) { wb_str_add(report->out, "{\"results\": ["); }

static json_t *result_to_json(const void *of) {
  return wb_result_to_json(((const struct wb_report_item *)of)->result);
}

static bool was_run(const void *of) { return ((const struct wb_report_item *)of)->result != NULL; }

#define WB_OF struct wb_report_item
static const struct wb_field item_rows[] = {
    {"name", WB_VALUE(name)},
    {"ok", WB_VALUE(ok)},
    {"skipped", WB_VALUE(skipped), .or_absent = true},
    {"absent", WB_VALUE(absent), .or_absent = true},
    {"result", .write = result_to_json, .said = was_run},
};
static const struct wb_fields item_fields = {WB_ROWS(item_rows)};
#undef WB_OF

static void json_item(struct wb_report *report, const struct wb_report_item *item) {
  json_t *object = wb_fields_to_json(&item_fields, item, NULL);
  wb_str_add(report->out, report->done > 1 ? ",\n" : "\n");
  add_json(object, JSON_COMPACT, report->out);
  json_decref(object);
}

static void json_end(struct wb_report *report) {
  size_t passed = report->done - report->failed - report->skipped;
  wb_str_addf(
      report->out,
      "\n],\n\"total\": %zu, \"passed\": %zu, \"failed\": %zu, \"skipped\": %zu, \"score\": ",
      report->done, passed, report->failed, report->skipped);
  wb_str_addf(report->out, "%.9g}\n", wb_report_score(report));
}

const struct wb_report_format wb_format_json = {
    .name = "json",
    .begin = json_begin,
    .item = json_item,
    .end = json_end,
};

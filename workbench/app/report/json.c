#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "result/result_json.h"
#include "report/write.h"
#include "text/columns.h"

static void add_json(const json_t *value, size_t flags, struct wb_str *out) {
  char *text = json_dumps(value, flags | JSON_REAL_PRECISION(9));
  if (text == NULL) wb_bug("a result that is no JSON");
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

/* File names need not be UTF-8; JSON must be. */
static void set_text(json_t *object, const char *key, const char *text) {
  struct wb_str clean;
  if (text == NULL) return;
  wb_str_init(&clean);
  wb_text_expand(&clean, text, strlen(text));
  json_object_set_new(object, key, json_string(clean.data));
  wb_str_release(&clean);
}

static void json_item(struct wb_report *report, const struct wb_report_item *item) {
  json_t *object = json_object();
  set_text(object, "name", item->name);
  json_object_set_new(object, "ok", json_boolean(item->ok));
  set_text(object, "expected", item->expected);
  set_text(object, "skipped", item->skipped);
  if (item->absent != NULL) set_text(object, "absent", item->absent);
  if (item->result != NULL) json_object_set_new(object, "result", wb_result_to_json(item->result));
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
  if (report->expectations)
    wb_str_add(report->out, "null}\n");
  else
    wb_str_addf(report->out, "%.9g}\n", wb_report_score(report));
}

const struct wb_report_format wb_format_json = {
    .name = "json",
    .begin = json_begin,
    .item = json_item,
    .end = json_end,
};

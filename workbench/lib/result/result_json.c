#include "result/result_json.h"

#include <math.h>
#include <string.h>

#include "base/str.h"
#include "base/clean.h"
#include "finding/schedule.h"
#include "result/counters_json.h"
#include "fields/json_tools.h"

static json_t *triple(const uint64_t values[3]) {
  json_t *list = json_array();
  for (int d = 0; d < 3; d++) json_array_append_new(list, wb_json_count(values[d]));
  return list;
}

static json_t *other_to_json(const struct wb_other_access *other) {
  json_t *object = json_object();
  if (!other->present) {
    json_decref(object);
    return json_null();
  }
  json_object_set_new(object, "line", json_integer(other->line));
  json_object_set_new(object, "column", json_integer(other->column));
  json_object_set_new(object, "access", wb_json_text(wb_access_name(other->access)));
  json_object_set_new(object, "work_item", triple(other->who.item));
  json_object_set_new(object, "work_group", triple(other->who.group));
  return object;
}

static json_t *items_to_json(const struct wb_finding *finding) {
  json_t *list = json_array();
  for (uint32_t i = 0; finding->has_item && i < finding->n_first; i++) {
    json_t *item = json_object();
    json_object_set_new(item, "work_item", triple(finding->first[i].item));
    json_object_set_new(item, "work_group", triple(finding->first[i].group));
    json_array_append_new(list, item);
  }
  return list;
}

json_t *wb_finding_to_json(const struct wb_finding *finding, const char *judged_file) {
  json_t *object = json_object();
  bool has_item = finding->has_item && finding->n_first > 0;
  struct wb_str text;
  wb_str_init(&text);
  wb_finding_describe(finding, &text);
  json_object_set_new(object, "kind", wb_json_text(wb_finding_kind_name(finding->kind)));
  json_object_set_new(object, "severity", wb_json_text(wb_severity_name(finding->severity)));
  json_object_set_new(object, "message", wb_json_text(finding->message));
  json_object_set_new(object, "description", wb_json_text(text.data));
  json_object_set_new(object, "file",
                      wb_json_text(finding->file[0] != '\0' ? finding->file : judged_file));
  json_object_set_new(object, "line", json_integer(finding->line));
  json_object_set_new(object, "column", json_integer(finding->column));
  json_object_set_new(object, "kernel", wb_json_text(finding->kernel));
  json_object_set_new(object, "access", wb_json_text(wb_access_name(finding->access)));
  json_object_set_new(object, "memory", wb_json_text(wb_memory_name(finding->memory)));
  json_object_set_new(object, "array", wb_json_text(finding->array));
  json_object_set_new(object, "index",
                      finding->has_index ? json_integer(finding->index) : json_null());
  json_object_set_new(object, "work_item", has_item ? triple(finding->first[0].item) : json_null());
  json_object_set_new(object, "work_group",
                      has_item ? triple(finding->first[0].group) : json_null());
  json_object_set_new(object, "count", wb_json_count(finding->count));
  json_object_set_new(object, "items", wb_json_count(finding->items));
  json_object_set_new(object, "first", items_to_json(finding));
  json_object_set_new(object, "other", other_to_json(&finding->other));
  json_object_set_new(object, "order",
                      finding->order[0] != '\0' ? wb_json_text(finding->order) : json_null());
  wb_str_release(&text);
  return object;
}

static json_t *mismatch_to_json(const struct wb_mismatch *mismatch) {
  json_t *object;
  if (!mismatch->present) return json_null();
  object = json_object();
  json_object_set_new(object, "array", wb_json_text(mismatch->array));
  json_object_set_new(object, "index", wb_json_count(mismatch->index));
  json_object_set_new(object, "position", wb_json_text(mismatch->position));
  json_object_set_new(object, "expected", wb_json_text(mismatch->expected));
  json_object_set_new(object, "got", wb_json_text(mismatch->got));
  return object;
}

static json_t *texts_to_json(char *const *texts, size_t count) {
  json_t *list = json_array();
  for (size_t i = 0; i < count; i++) json_array_append_new(list, wb_json_text(texts[i]));
  return list;
}

static json_t *preview_to_json(const struct wb_preview *preview) {
  json_t *object = json_object();
  json_t *shape = json_array(), *differs = json_array();
  for (unsigned d = 0; d < preview->rank; d++)
    json_array_append_new(shape, wb_json_count(preview->shape[d]));
  for (size_t i = 0; i < preview->n; i++)
    json_array_append_new(differs, json_boolean(preview->differs[i]));
  json_object_set_new(object, "array", wb_json_text(preview->array));
  json_object_set_new(object, "type", wb_json_text(preview->type));
  json_object_set_new(object, "shape", shape);
  json_object_set_new(object, "first", wb_json_count(preview->first));
  json_object_set_new(object, "total", wb_json_count(preview->total));
  json_object_set_new(object, "expected", texts_to_json(preview->expected, preview->n));
  json_object_set_new(object, "got", texts_to_json(preview->got, preview->n));
  json_object_set_new(object, "differs", differs);
  return object;
}

static json_t *case_to_json(const struct wb_case_result *result, const char *judged_file) {
  json_t *object = json_object();
  json_t *findings = json_array(), *previews = json_array();
  char order[48];
  for (size_t i = 0; i < result->n_findings; i++)
    json_array_append_new(findings, wb_finding_to_json(&result->findings[i], judged_file));
  for (size_t i = 0; i < result->n_previews; i++)
    json_array_append_new(previews, preview_to_json(&result->previews[i]));
  json_object_set_new(object, "name", wb_json_text(result->name));
  json_object_set_new(object, "visible", json_boolean(result->visible));
  json_object_set_new(object, "verdict", wb_json_text(wb_verdict_name(result->verdict)));
  json_object_set_new(object, "detail", wb_json_text(result->detail));
  wb_schedule_text(&result->order, order, sizeof order);
  json_object_set_new(object, "order", wb_json_text(order));
  json_object_set_new(object, "first_mismatch", mismatch_to_json(&result->first_mismatch));
  json_object_set_new(object, "mismatches", wb_json_count(result->mismatches));
  json_object_set_new(object, "findings", findings);
  json_object_set_new(object, "findings_dropped", wb_json_count(result->findings_dropped));
  json_object_set_new(object, "counters", wb_counters_to_json(&result->counters));
  json_object_set_new(object, "budgets", wb_budgets_to_json(&result->budgets, result->budgeted));
  json_object_set_new(object, "lines",
                      wb_lines_to_json(result->lines, result->n_lines, judged_file));
  json_object_set_new(object, "time_ns", wb_json_count(result->time_ns));
  json_object_set_new(object, "previews", previews);
  json_object_set_new(object, "text", wb_json_text(result->text));
  return object;
}

static json_t *diagnostic_to_json(const struct wb_diagnostic *diagnostic, const char *judged_file) {
  json_t *object = json_object();
  json_object_set_new(object, "severity", wb_json_text(wb_severity_name(diagnostic->severity)));
  json_object_set_new(object, "file",
                      wb_json_text(diagnostic->file[0] != '\0' ? diagnostic->file : judged_file));
  json_object_set_new(object, "line", json_integer(diagnostic->line));
  json_object_set_new(object, "column", json_integer(diagnostic->column));
  json_object_set_new(object, "message", wb_json_text(diagnostic->message));
  return object;
}

json_t *wb_compile_to_json(const struct wb_result *result) {
  json_t *object = json_object();
  json_t *diagnostics = json_array();
  for (size_t i = 0; i < result->n_diagnostics; i++)
    json_array_append_new(diagnostics, diagnostic_to_json(&result->diagnostics[i], result->file));
  json_object_set_new(object, "log", wb_json_text(result->compile_log));
  json_object_set_new(object, "diagnostics", diagnostics);
  return object;
}

/* Null where nothing was judged, so that there were none to stand. */
json_t *wb_walls_to_json(const char *walls) {
  static const char LANDLOCK[] = "landlock:";
  if (walls == NULL) return json_null();
  json_t *object = json_object();
  const char *abi = strstr(walls, LANDLOCK);
  json_object_set_new(object, "landlock",
                      json_integer(abi != NULL ? strtol(abi + sizeof LANDLOCK - 1, NULL, 10) : 0));
  json_object_set_new(object, "seccomp", json_boolean(strstr(walls, "seccomp") != NULL));
  return object;
}

json_t *wb_result_to_json(const struct wb_result *result) {
  json_t *object = json_object();
  json_t *cases = json_array();
  for (size_t i = 0; i < result->n_cases; i++)
    json_array_append_new(cases, case_to_json(&result->cases[i], result->file));
  json_object_set_new(object, "schema", json_integer(WB_RESULT_SCHEMA));
  json_object_set_new(object, "puzzle", wb_json_text(result->puzzle));
  json_object_set_new(object, "file", wb_json_text(result->file));
  json_object_set_new(object, "device", wb_json_text(result->device));
  json_object_set_new(object, "checks", json_boolean(result->checks));
  json_object_set_new(object, "verdict", wb_json_text(wb_verdict_name(result->verdict)));
  json_object_set_new(
      object, "cause",
      result->cause == WB_OK ? json_null() : wb_json_text(wb_status_name(result->cause)));
  json_object_set_new(object, "score", wb_json_number(result->score));
  json_object_set_new(object, "detail", wb_json_text(result->detail));
  json_object_set_new(object, "cases", cases);
  json_object_set_new(object, "compile", wb_compile_to_json(result));
  json_object_set_new(object, "sandbox", wb_walls_to_json(result->walls));
  json_object_set_new(object, "elapsed_ms", wb_json_number(result->elapsed_ms));
  return object;
}

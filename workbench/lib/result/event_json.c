#include "result/event_json.h"

#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "fields/json_tools.h"
#include "finding/trace.h"
#include "result/result_json.h"
#include "result/summary_json.h"

static const char *const event_names[] = {
    [WB_EVENT_COMPILING] = "compiling", [WB_EVENT_CASE] = "case",
    [WB_EVENT_CASE_DONE] = "case-done", [WB_EVENT_RESULT] = "result",
    [WB_EVENT_PUZZLE] = "puzzle",       [WB_EVENT_END] = "end",
};
enum { N_EVENTS = sizeof event_names / sizeof event_names[0] };

void wb_event_release(struct wb_event *event) {
  if (event->result != NULL) wb_result_release(event->result);
  if (event->puzzle != NULL) wb_puzzle_summary_release(event->puzzle);
  free(event->result);
  free(event->puzzle);
  free(event->name);
  memset(event, 0, sizeof *event);
}

/* The trace's bytes follow the line: base64 would cost more than all the rest. */
static void trace_to_json(const struct wb_result *result, json_t *event) {
  if (result->trace != NULL) {
    json_object_set_new(event, "trace_bytes", wb_json_count(result->trace_length));
    json_object_set_new(event, "trace_case", wb_json_count(result->trace_case));
  }
  if (result->trace_note != NULL)
    json_object_set_new(event, "trace_note", wb_json_text(result->trace_note));
}

static void source_to_json(const struct wb_result *result, json_t *event) {
  struct wb_str text;
  if (result->source == NULL) return;
  wb_str_init(&text);
  wb_base64_add(&text, result->source, result->source_length);
  json_object_set_new(event, "source", json_string(text.data));
  wb_str_release(&text);
}

static void source_from_json(struct wb_json_reader in, struct wb_result *result) {
  const json_t *text = json_object_get(in.object, "source");
  struct wb_str bytes;
  if (text == NULL) return;
  wb_str_init(&bytes);
  if (!json_is_string(text) ||
      !wb_base64_decode(&bytes, json_string_value(text), json_string_length(text)))
    *in.bad = "source";
  result->source_length = bytes.length;
  result->source = wb_str_detach(&bytes);
}

static void trace_from_json(struct wb_json_reader in, struct wb_result *result) {
  result->trace_length = wb_json_take_count(in, "trace_bytes", WB_TRACE_MAX);
  result->trace_case = wb_json_take_count(in, "trace_case", INT64_MAX);
  if (json_is_string(json_object_get(in.object, "trace_note")))
    result->trace_note = wb_json_take_text(in, "trace_note");
  if (result->trace_length > 0 && result->trace_case >= result->n_cases) *in.bad = "trace_case";
}

void wb_event_print(const struct wb_event *event, uint32_t patience_ms, struct wb_str *out) {
  json_t *object = json_object();
  json_object_set_new(object, "event", json_string(event_names[event->kind]));
  if (patience_ms > 0) json_object_set_new(object, "patience_ms", json_integer(patience_ms));
  if (event->kind == WB_EVENT_CASE || event->kind == WB_EVENT_CASE_DONE) {
    json_object_set_new(object, "index", wb_json_count(event->index));
    json_object_set_new(object, "total", wb_json_count(event->total));
    json_object_set_new(object, "name", wb_json_text(event->name));
  }
  if (event->kind == WB_EVENT_CASE_DONE)
    json_object_set_new(object, "verdict", json_string(wb_verdict_name(event->verdict)));
  if (event->result != NULL)
    json_object_set_new(object, "result", wb_result_to_json(event->result));
  if (event->result != NULL) source_to_json(event->result, object);
  if (event->result != NULL) trace_to_json(event->result, object);
  if (event->puzzle != NULL)
    json_object_set_new(object, "puzzle", wb_summary_to_json(event->puzzle));
  char *text = json_dumps(object, JSON_COMPACT);
  wb_str_add(out, text != NULL ? text : "{}");
  wb_str_add_char(out, '\n');
  free(text);
  json_decref(object);
}

static enum wb_event_kind parse_kind(const char *word) {
  int kind = WB_EVENT_NONE;
  for (int i = 0; word != NULL && i < N_EVENTS; i++)
    if (event_names[i] != NULL && strcmp(event_names[i], word) == 0) kind = i;
  return (enum wb_event_kind)kind;
}

static enum wb_status take_event(json_t *object, struct wb_event *event, uint32_t *patience_ms,
                                 struct wb_error *err) {
  const char *bad = NULL;
  struct wb_json_reader in = {object, &bad, NULL};
  enum wb_status status = WB_OK;
  const char *verdict = json_string_value(json_object_get(object, "verdict"));
  uint32_t patience = (uint32_t)wb_json_take_count(in, "patience_ms", UINT32_MAX);
  event->kind = parse_kind(json_string_value(json_object_get(object, "event")));
  event->index = wb_json_take_count(in, "index", INT64_MAX);
  event->total = wb_json_take_count(in, "total", INT64_MAX);
  event->name = wb_json_take_text(in, "name");
  if (patience > 0) *patience_ms = patience;
  if (event->kind == WB_EVENT_NONE) bad = "event";
  if (event->kind == WB_EVENT_CASE_DONE &&
      (verdict == NULL || !wb_verdict_parse(verdict, &event->verdict)))
    bad = "verdict";
  if (event->kind == WB_EVENT_PUZZLE)
    event->puzzle = wb_summary_from_json(
        (struct wb_json_reader){json_object_get(object, "puzzle"), &bad, NULL});
  if (bad != NULL)
    return wb_fail(err, WB_ERR_PROTOCOL, "the judge wrote an event whose \"%s\" cannot be", bad);
  if (event->kind == WB_EVENT_RESULT) {
    event->result = wb_alloc(sizeof *event->result);
    status = wb_result_from_json(json_object_get(object, "result"), event->result, err);
    if (status == WB_OK) source_from_json(in, event->result);
    if (status == WB_OK) trace_from_json(in, event->result);
    if (bad != NULL)
      status =
          wb_fail(err, WB_ERR_PROTOCOL, "the judge wrote a result whose \"%s\" cannot be", bad);
  }
  return status;
}

enum wb_status wb_event_parse(const char *line, size_t length, struct wb_event *event,
                              uint32_t *patience_ms, struct wb_error *err) {
  json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL);
  enum wb_status status = WB_ERR_PROTOCOL;
  memset(event, 0, sizeof *event);
  if (json_is_object(object))
    status = take_event(object, event, patience_ms, err);
  else
    wb_fail(err, status, "the judge wrote a line that is not JSON");
  if (status != WB_OK) wb_event_release(event);
  json_decref(object);
  return status;
}

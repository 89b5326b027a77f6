#include "result/event_json.h"

#include <stdlib.h>
#include <string.h>

#include "base/base64.h"
#include "fields/fields.h"
#include "fields/json_tools.h"
#include "finding/trace.h"
#include "result/result_json.h"

enum { MAX_TEXTS = 1024 };

/* ---- what a spec says of its puzzle -------------------------------------------------------- */

#define WB_OF struct wb_puzzle_summary
static const struct wb_field summary_rows[] = {
#define WB_SPEC_TEXT(name) {#name, WB_VALUE(name)},
#define WB_SPEC_TEXT_IF(name) {#name, WB_VALUE(name), .or_absent = true},
#define WB_SPEC_TEXTS(name) {#name, WB_LIST(name, n_##name, MAX_TEXTS)},
#define WB_OWN_TEXT(name) {#name, WB_VALUE(name)},
#define WB_OWN_NUMBER(name) {#name, WB_VALUE(name)},
#define WB_OWN_TEXT_OR_NULL(name) {#name, WB_VALUE(name), .or_null = true},
#define WB_OWN_TEXTS(name) {#name, WB_LIST(name, n_##name, MAX_TEXTS)},
#include "result/summary_fields.inc"
};
static const struct wb_fields summary_fields = {WB_ROWS(summary_rows)};
#undef WB_OF

bool wb_summary_is_of_program(const struct wb_puzzle_summary *summary) {
  return summary->error == NULL && (summary->entry == NULL || summary->entry[0] == '\0');
}

const char *wb_summary_answer(const struct wb_puzzle_summary *summary) {
  return wb_summary_is_of_program(summary) ? "program" : "kernel";
}

void wb_puzzle_summary_release(struct wb_puzzle_summary *summary) {
  wb_fields_release(&summary_fields, summary);
}

/* ---- what a course says of itself ------------------------------------------------------------ */

#define WB_OF struct wb_assignment_puzzle
static const struct wb_field assignment_puzzle_rows[] = {
    {"puzzle", WB_VALUE(slug)},
    {"points", WB_VALUE(points)},
};
static const struct wb_fields assignment_puzzle_fields = {WB_ROWS(assignment_puzzle_rows)};
#undef WB_OF

#define WB_OF struct wb_late_rule
static const struct wb_field late_rows[] = {
    {"grace", WB_VALUE(grace)},   {"each", WB_VALUE(each), .words = &wb_late_each_words},
    {"factor", WB_VALUE(factor)}, {"closes", WB_VALUE(closes)},
    {"floor", WB_VALUE(floor)},
};
static const struct wb_fields late_fields = {WB_ROWS(late_rows)};
#undef WB_OF

#define WB_OF struct wb_assignment
static const struct wb_field assignment_rows[] = {
    {"name", WB_VALUE(name)},
    {"title", WB_VALUE(title), .or_absent = true},
    {"puzzles", WB_LIST(puzzles, n_puzzles, WB_ASSIGNMENT_PUZZLES_MAX),
     .fields = &assignment_puzzle_fields},
    {"opens_text", WB_VALUE(opens_text), .or_absent = true},
    {"due_text", WB_VALUE(due_text), .or_absent = true},
    {"opens", WB_VALUE(opens)},
    {"due", WB_VALUE(due)},
    {"late", WB_VALUE(late), .fields = &late_fields, WB_GIVEN(has_late)},
    {"attempts_counted", WB_VALUE(attempts_counted), .words = &wb_attempts_counted_words},
    {"attempts_most", WB_VALUE(attempts_most)},
    {"hidden", WB_VALUE(hidden), .words = &wb_hidden_feedback_words},
    {"feedback_attempts", WB_VALUE(feedback_attempts)},
    {"seed", WB_VALUE(seed), .words = &wb_seed_kind_words},
};
static const struct wb_fields assignment_fields = {WB_ROWS(assignment_rows)};
#undef WB_OF

#define WB_OF struct wb_course_summary
static const struct wb_field course_rows[] = {
    {"name", WB_VALUE(name), .or_absent = true},
    {"title", WB_VALUE(title), .or_absent = true},
    {"version", WB_VALUE(version), .or_absent = true},
    {"language", WB_VALUE(language), .or_absent = true},
    {"license", WB_VALUE(license), .or_absent = true},
    {"authors", WB_LIST(authors, n_authors, MAX_TEXTS)},
    {"chapters", WB_LIST(chapters, n_chapters, MAX_TEXTS)},
    {"hints_after", WB_VALUE(hints_after)},
    {"hints_singly", WB_VALUE(hints_singly)},
    {"solutions", WB_VALUE(solutions), .words = &wb_solutions_words},
    {"pack", WB_VALUE(pack), .or_absent = true},
    {"assignments", WB_LIST(assignments, n_assignments, WB_ASSIGNMENTS_MAX),
     .fields = &assignment_fields},
    {"error", WB_VALUE(error), .or_absent = true},
};
static const struct wb_fields course_fields = {WB_ROWS(course_rows)};
#undef WB_OF

void wb_course_summary_release(struct wb_course_summary *summary) {
  wb_fields_release(&course_fields, summary);
}

/* ---- what goes along with a result --------------------------------------------------------- */

static json_t *source_to_json(const void *from) {
  const struct wb_result *result = from;
  struct wb_str text;
  if (result->source == NULL) return NULL;
  wb_str_init(&text);
  wb_base64_add(&text, result->source, result->source_length);
  json_t *json = json_string(text.data);
  wb_str_release(&text);
  return json;
}

static void source_from_json(struct wb_json_reader in, void *to) {
  struct wb_result *result = to;
  const json_t *text = json_object_get(in.object, "source");
  struct wb_str bytes;
  if (text == NULL) return;
  wb_str_init(&bytes);
  if (!json_is_string(text) ||
      !wb_base64_decode(&bytes, json_string_value(text), json_string_length(text)))
    wb_json_blame(in, "source");
  result->source_length = bytes.length;
  result->source = wb_str_detach(&bytes);
}

static bool has_trace(const void *of) { return ((const struct wb_result *)of)->trace_length > 0; }

static bool has_timeline(const void *of) { return ((const struct wb_result *)of)->has_timeline; }

static bool tells_of_case(const void *of) { return has_trace(of) || has_timeline(of); }

static const char *along_fault(const void *of) {
  const struct wb_result *result = of;
  return tells_of_case(result) && result->trace_case >= result->n_cases ? "trace_case" : NULL;
}

/* The trace's bytes follow the line: base64 would cost more than all the rest. */
#define WB_OF struct wb_result
static const struct wb_field along_rows[] = {
    {"source", .write = source_to_json, .read = source_from_json},
    {"language", WB_VALUE(language), .or_absent = true},
    {"same_in_any_order", WB_VALUE(same_in_any_order), .or_absent = true},
    {"trace_bytes", WB_VALUE(trace_length), .most = WB_TRACE_MAX, .or_absent = true},
    {"timeline", WB_VALUE(timeline), .fields = &wb_timeline_fields, WB_GIVEN(has_timeline),
     .said = has_timeline},
    {"trace_case", WB_VALUE(trace_case), .applies = tells_of_case},
    {"trace_launch", WB_VALUE(trace_launch), .or_absent = true},
    {"trace_note", WB_VALUE(trace_note), .or_absent = true},
    {"graphs", WB_VALUE(graphs), .or_absent = true},
    {"traced_file", WB_VALUE(traced_file), .or_absent = true},
    {"traced_text", WB_VALUE(traced_text), .or_absent = true},
    {"files", WB_LIST(files.items, files.count, WB_RESULT_FILES_MAX),
     .fields = &wb_file_and_state_fields},
};
static const struct wb_fields along_fields = {WB_ROWS(along_rows), .fault = along_fault};
#undef WB_OF

/* ---- events --------------------------------------------------------------------------------- */

static const struct wb_word event_words[] = {
    [WB_EVENT_COMPILING] = {.name = "compiling"},
    [WB_EVENT_CASE] = {.name = "case"},
    [WB_EVENT_RESULT] = {.name = "result"},
    [WB_EVENT_COURSE] = {.name = "course"},
    [WB_EVENT_PUZZLE] = {.name = "puzzle"},
    [WB_EVENT_SPEC] = {.name = "spec"},
    [WB_EVENT_DATA] = {.name = "data"},
    [WB_EVENT_AUDIT] = {.name = "audit"},
    [WB_EVENT_END] = {.name = "end"},
};
static const struct wb_words event_kinds = WB_WORDS(event_words);

/* A line without its result, course, puzzle, data or audit. */
struct event_line {
  struct wb_event event;
  uint32_t patience_ms; /* 0: it says nothing of it */
};

static bool is_of_case(const void *of) {
  return ((const struct event_line *)of)->event.kind == WB_EVENT_CASE;
}

#define WB_OF struct event_line
static const struct wb_field line_rows[] = {
    {"event", WB_VALUE(event.kind), .words = &event_kinds},
    {"patience_ms", WB_VALUE(patience_ms), .or_absent = true},
    {"index", WB_VALUE(event.index), .applies = is_of_case},
    {"total", WB_VALUE(event.total), .applies = is_of_case},
    {"name", WB_VALUE(event.name), .applies = is_of_case},
    {"text", WB_VALUE(event.text), .or_absent = true},
};
static const struct wb_fields line_fields = {WB_ROWS(line_rows)};
#undef WB_OF

void wb_event_release(struct wb_event *event) {
  if (event->result != NULL) wb_result_release(event->result);
  if (event->puzzle != NULL) wb_puzzle_summary_release(event->puzzle);
  free(event->result);
  if (event->data != NULL) wb_puzzle_data_release(event->data);
  if (event->course != NULL) wb_course_summary_release(event->course);
  if (event->audit != NULL) wb_puzzle_audit_release(event->audit);
  free(event->audit);
  free(event->course);
  free(event->puzzle);
  free(event->data);
  free(event->name);
  free(event->text);
  memset(event, 0, sizeof *event);
}

void wb_event_print(const struct wb_event *event, uint32_t patience_ms, struct wb_str *out) {
  const struct event_line line = {*event, patience_ms};
  json_t *object = wb_fields_to_json(&line_fields, &line, NULL);
  if (event->result != NULL) {
    json_t *along = wb_fields_to_json(&along_fields, event->result, NULL);
    json_object_set_new(object, "result", wb_result_to_json(event->result));
    json_object_update(object, along);
    json_decref(along);
  }
  if (event->puzzle != NULL)
    json_object_set_new(object, "puzzle", wb_fields_to_json(&summary_fields, event->puzzle, NULL));
  if (event->course != NULL)
    json_object_set_new(object, "course", wb_fields_to_json(&course_fields, event->course, NULL));
  if (event->data != NULL)
    json_object_set_new(object, "data",
                        wb_fields_to_json(&wb_puzzle_data_fields, event->data, NULL));
  if (event->audit != NULL)
    json_object_set_new(object, "audit",
                        wb_fields_to_json(&wb_puzzle_audit_fields, event->audit, NULL));
  char *text = json_dumps(object, JSON_COMPACT);
  wb_str_add(out, text != NULL ? text : "{}");
  wb_str_add_char(out, '\n');
  free(text);
  json_decref(object);
}

static enum wb_status take_result(struct wb_json_reader in, struct wb_event *event,
                                  struct wb_error *err) {
  event->result = wb_alloc(sizeof *event->result);
  enum wb_status status =
      wb_result_from_json(json_object_get(in.object, "result"), event->result, err);
  if (status == WB_OK) wb_fields_from_json(&along_fields, in, event->result);
  return status;
}

static enum wb_status take_event(const json_t *object, struct wb_event *event,
                                 uint32_t *patience_ms, struct wb_error *err) {
  const char *bad = NULL;
  const struct wb_json_reader in = {object, &bad, NULL};
  struct event_line line = {.patience_ms = 0};
  enum wb_status status = WB_OK;
  wb_fields_from_json(&line_fields, in, &line);
  *event = line.event;
  if (line.patience_ms > 0) *patience_ms = line.patience_ms;
  if (event->kind == WB_EVENT_PUZZLE) {
    event->puzzle = wb_alloc(sizeof *event->puzzle);
    wb_fields_from_json(&summary_fields,
                        (struct wb_json_reader){json_object_get(object, "puzzle"), &bad, NULL},
                        event->puzzle);
  }
  if (event->kind == WB_EVENT_COURSE) {
    event->course = wb_alloc(sizeof *event->course);
    wb_fields_from_json(&course_fields,
                        (struct wb_json_reader){json_object_get(object, "course"), &bad, NULL},
                        event->course);
  }
  if (event->kind == WB_EVENT_AUDIT) {
    event->audit = wb_alloc(sizeof *event->audit);
    wb_fields_from_json(&wb_puzzle_audit_fields,
                        (struct wb_json_reader){json_object_get(object, "audit"), &bad, NULL},
                        event->audit);
  }
  if (event->kind == WB_EVENT_DATA) {
    event->data = wb_alloc(sizeof *event->data);
    wb_fields_from_json(&wb_puzzle_data_fields,
                        (struct wb_json_reader){json_object_get(object, "data"), &bad, NULL},
                        event->data);
  }
  if (event->kind == WB_EVENT_RESULT && bad == NULL) status = take_result(in, event, err);
  if (bad != NULL)
    status = wb_fail(err, WB_ERR_PROTOCOL, "the judge wrote an event whose \"%s\" cannot be", bad);
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

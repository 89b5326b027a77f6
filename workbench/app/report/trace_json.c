#include "report/trace_json.h"

#include <inttypes.h>

#include "base/str.h"
#include "fields/json_tools.h"

static json_t *numbers_json(const uint64_t *values, unsigned count) {
  json_t *list = json_array();
  for (unsigned i = 0; i < count; i++) json_array_append_new(list, wb_json_count(values[i]));
  return list;
}

/* ---- the launch ------------------------------------------------------------------------ */

static void add_run(json_t *object, const struct wb_result *result) {
  const bool known = result != NULL && (result->trace != NULL || result->has_timeline) &&
                     result->trace_case < result->n_cases;
  json_object_set_new(object, "puzzle",
                      wb_json_text_or_null(result != NULL ? result->puzzle : NULL));
  json_object_set_new(
      object, "case",
      known ? wb_json_count(result->cases_before + result->trace_case + 1) : json_null());
  const bool several = known && result->trace_launch > 0;
  json_object_set_new(object, "launch",
                      several ? wb_json_count(result->trace_launch) : json_null());
  json_object_set_new(object, "verdict",
                      known
                          ? wb_json_text(wb_verdict_name(result->cases[result->trace_case].verdict))
                          : json_null());
}

/* Of host programs alone. */
static void add_program(json_t *object, const struct wb_result *result) {
  if (result == NULL || !result->has_timeline) return;
  json_object_set_new(object, "kernel_file", wb_json_text_or_null(result->traced_file));
  json_object_set_new(object, "timeline",
                      wb_fields_to_json(&wb_timeline_fields, &result->timeline, ""));
  if (result->graphs != NULL) json_object_set_new(object, "graphs", wb_json_text(result->graphs));
}

static void add_launch(json_t *object, const struct wb_trace_launch *launch) {
  json_object_set_new(object, "kernel", wb_json_text(launch->kernel));
  json_object_set_new(object, "global", numbers_json(launch->global, launch->dimensions));
  json_object_set_new(object, "local", numbers_json(launch->local, launch->dimensions));
  json_object_set_new(object, "offset", numbers_json(launch->offset, launch->dimensions));
  json_object_set_new(object, "subgroup", wb_json_count(launch->subgroup));
}

static json_t *array_json(const struct wb_playback_array *array) {
  json_t *object = json_object();
  json_object_set_new(object, "name", wb_json_text(array->name));
  json_object_set_new(object, "memory", wb_json_text(wb_memory_name(array->memory)));
  json_object_set_new(object, "elements", wb_json_count(array->elements));
  json_object_set_new(object, "element_bytes", wb_json_count(array->element_bytes));
  json_object_set_new(object, "undefined", json_boolean(array->undefined));
  return object;
}

static json_t *arrays_json(const struct wb_playback *playback) {
  json_t *list = json_array();
  for (size_t i = 0; i < wb_playback_arrays(playback); i++)
    json_array_append_new(list, array_json(wb_playback_array(playback, i)));
  return list;
}

/* ---- steps ----------------------------------------------------------------------------- */

static const char *kind_name(enum wb_trace_kind kind) {
  switch (kind) {
    case WB_TRACE_ACCESS:
      return "access";
    case WB_TRACE_REFUSED:
      return "refused";
    case WB_TRACE_BRANCH:
      return "branch";
    case WB_TRACE_WAIT:
      return "wait";
    case WB_TRACE_PASS:
      return "barrier";
    case WB_TRACE_MEET:
      return "collective";
    default:
      return "end";
  }
}

static void add_place(json_t *object, const struct wb_trace_place *place) {
  json_object_set_new(object, "line", place != NULL ? wb_json_count(place->line) : json_null());
  json_object_set_new(object, "column", place != NULL ? wb_json_count(place->column) : json_null());
  json_object_set_new(object, "file", place != NULL ? wb_json_text(place->file) : json_null());
}

static void add_access(json_t *object, const struct wb_playback *playback,
                       const struct wb_step *step) {
  const bool done = step->kind == WB_TRACE_ACCESS, tried = step->kind == WB_TRACE_REFUSED;
  const bool any = done || tried;
  struct wb_str value;
  wb_str_init(&value);
  if (done) wb_trace_value(step->place, step->value, step->unset, &value);
  json_object_set_new(object, "access",
                      any ? wb_json_text(wb_access_name(step->place->access)) : json_null());
  json_object_set_new(
      object, "array",
      any ? wb_json_text(wb_playback_array(playback, step->array)->name) : json_null());
  json_object_set_new(object, "element", any ? json_integer(step->element) : json_null());
  json_object_set_new(object, "elements", any ? wb_json_count(step->elements) : json_null());
  json_object_set_new(object, "value", done ? wb_json_text(value.data) : json_null());
  wb_str_release(&value);
}

static void add_trouble(json_t *object, const struct wb_playback *playback, size_t index) {
  struct wb_str why;
  wb_str_init(&why);
  const bool wrong = wb_playback_trouble(playback, index, &why);
  json_object_set_new(object, "trouble", wrong ? wb_json_text(why.data) : json_null());
  wb_str_release(&why);
}

static json_t *step_json(const struct wb_playback *playback, size_t index) {
  const struct wb_step step = wb_playback_step(playback, index);
  const struct wb_item_id item = wb_playback_item(playback, index);
  const bool alone = step.kind != WB_TRACE_PASS;
  json_t *object = json_object();
  json_object_set_new(object, "step", wb_json_count(wb_playback_number(playback, index)));
  json_object_set_new(object, "kind", wb_json_text(kind_name(step.kind)));
  json_object_set_new(object, "work_group", numbers_json(item.group, 3));
  json_object_set_new(object, "work_item", alone ? numbers_json(item.item, 3) : json_null());
  json_object_set_new(object, "phase", wb_json_count(step.phase));
  add_place(object, step.place);
  add_access(object, playback, &step);
  json_object_set_new(object, "way",
                      step.kind == WB_TRACE_BRANCH ? wb_json_count(step.way) : json_null());
  add_trouble(object, playback, index);
  return object;
}

/* Those that people step through: the end of a work-item is none. */
static json_t *steps_json(const struct wb_trace_json *what) {
  const size_t count = wb_playback_steps(what->playback);
  const uint64_t most = what->most > 0 ? what->most : UINT64_MAX;
  json_t *list = json_array();
  for (size_t i = 0; i < count && json_array_size(list) < most; i++) {
    const struct wb_step step = wb_playback_step(what->playback, i);
    const bool wanted = what->group == WB_PLAYBACK_NONE || step.group == what->group;
    if (wanted && step.kind != WB_TRACE_ITEM_END)
      json_array_append_new(list, step_json(what->playback, i));
  }
  return list;
}

/* For a run that left no trace: the same members, and why there is none. */
static void add_nothing(json_t *object, const char *why) {
  static const char *const unknown[] = {"kernel", "global", "local", "offset", "subgroup"};
  for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
    json_object_set_new(object, unknown[i], json_null());
  json_object_set_new(object, "missing", wb_json_text(why != NULL ? why : "nothing was recorded"));
  json_object_set_new(object, "work_groups", json_integer(0));
  json_object_set_new(object, "arrays", json_array());
  json_object_set_new(object, "steps", json_array());
}

static void add_recording(json_t *object, const struct wb_trace_json *what) {
  const struct wb_playback *playback = what->playback;
  add_launch(object, wb_playback_launch(playback));
  json_object_set_new(object, "missing", wb_json_text_or_null(wb_playback_missing(playback)));
  json_object_set_new(object, "work_groups", wb_json_count(wb_playback_groups(playback)));
  json_object_set_new(object, "arrays", arrays_json(playback));
  json_object_set_new(object, "steps", steps_json(what));
}

void wb_report_trace_json(const struct wb_trace_json *what, struct wb_str *out) {
  json_t *object = json_object();
  json_object_set_new(object, "schema", json_integer(1));
  add_run(object, what->result);
  add_program(object, what->result);
  if (what->playback != NULL)
    add_recording(object, what);
  else
    add_nothing(object, what->result != NULL ? what->result->trace_note : NULL);
  wb_json_print(object, out);
}

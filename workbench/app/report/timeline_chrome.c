/* A timeline for the viewers of Chrome (chrome://tracing) and Perfetto: an object with events, one
 * a line. Times there are microseconds, with the nanoseconds behind the point. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "fields/json_tools.h"
#include "report/timeline.h"

struct writer {
  const struct wb_timeline *timeline;
  struct wb_str *out;
  bool any;
};

/* Takes the event. */
static void put_event(struct writer *writer, json_t *event) {
  char *text = json_dumps(event, JSON_COMPACT | JSON_REAL_PRECISION(15));
  wb_str_add(writer->out, writer->any ? ",\n" : "\n");
  wb_str_add(writer->out, text != NULL ? text : "{}");
  writer->any = true;
  free(text);
  json_decref(event);
}

static json_t *microseconds(uint64_t ns) { return json_real((double)ns / 1000.0); }

/* An event of a lane. */
static json_t *begin_event(const struct writer *writer, const char *phase, const char *name,
                           uint32_t lane) {
  const struct wb_timeline_lane *of = &writer->timeline->lanes[lane];
  json_t *event = json_object();
  json_object_set_new(event, "ph", json_string(phase));
  json_object_set_new(event, "name", wb_json_text(name));
  json_object_set_new(event, "pid", json_integer(of->context));
  json_object_set_new(event, "tid", json_integer(of->queue));
  return event;
}

/* ---- names of lanes ------------------------------------------------------------------------ */

static void put_name(struct writer *writer, uint32_t lane, const char *what, const char *name) {
  json_t *event = begin_event(writer, "M", what, lane), *args = json_object();
  json_object_set_new(args, "name", wb_json_text(name));
  json_object_set_new(event, "args", args);
  put_event(writer, event);
}

static void put_sort_index(struct writer *writer, uint32_t lane, const char *what, uint32_t index) {
  json_t *event = begin_event(writer, "M", what, lane), *args = json_object();
  json_object_set_new(args, "sort_index", json_integer(index));
  json_object_set_new(event, "args", args);
  put_event(writer, event);
}

static void put_lane(struct writer *writer, uint32_t index, const char *title) {
  const struct wb_timeline_lane *lane = &writer->timeline->lanes[index];
  struct wb_str name;
  wb_str_init(&name);
  if (lane->context == 0)
    wb_str_addf(&name, "host: %s", title);
  else
    wb_str_addf(&name, "context %" PRIu32 ": %s", lane->context, lane->device);
  put_name(writer, index, "process_name", name.data);
  put_sort_index(writer, index, "process_sort_index", lane->context);
  wb_str_clear(&name);
  if (lane->context == 0)
    wb_str_add(&name, "host program");
  else
    wb_str_addf(&name, "queue %" PRIu32, lane->queue);
  put_name(writer, index, "thread_name", name.data);
  put_sort_index(writer, index, "thread_sort_index", lane->queue);
  wb_str_release(&name);
}

/* ---- entries ------------------------------------------------------------------------------- */

static json_t *sizes_json(const uint64_t *sizes, uint32_t count) {
  json_t *list = json_array();
  for (uint32_t i = 0; i < count && i < 3; i++)
    json_array_append_new(list, wb_json_count(sizes[i]));
  return list;
}

static json_t *entry_args(const struct wb_timeline_entry *entry, size_t number) {
  json_t *args = json_object();
  struct wb_str place;
  wb_str_init(&place);
  wb_timeline_place(entry, &place);
  json_object_set_new(args, "number", wb_json_count(number));
  json_object_set_new(args, "line", wb_json_text(place.data));
  json_object_set_new(args, "state", wb_json_text(wb_word_name(&wb_timeline_states, entry->state)));
  json_object_set_new(args, "enqueued_us", microseconds(entry->enqueued));
  if (entry->has_started)
    json_object_set_new(args, "queued_us", microseconds(entry->started - entry->enqueued));
  if (entry->bytes > 0) json_object_set_new(args, "bytes", wb_json_count(entry->bytes));
  if (entry->dimensions > 0) {
    json_object_set_new(args, "global", sizes_json(entry->global, entry->dimensions));
    json_object_set_new(args, "local", sizes_json(entry->local, entry->dimensions));
  }
  if (entry->findings > 0) json_object_set_new(args, "findings", json_integer(entry->findings));
  wb_str_release(&place);
  return args;
}

/* What did not end has no length: an instant. */
static void put_entry(struct writer *writer, size_t index) {
  const struct wb_timeline_entry *entry = &writer->timeline->entries[index];
  struct wb_str label;
  wb_str_init(&label);
  wb_timeline_label(entry, &label);
  json_t *event = begin_event(writer, entry->has_ended ? "X" : "i", label.data, entry->lane);
  json_object_set_new(event, "cat", wb_json_text(wb_word_name(&wb_timeline_kinds, entry->kind)));
  json_object_set_new(event, "ts",
                      microseconds(entry->has_started ? entry->started : entry->enqueued));
  if (entry->has_ended)
    json_object_set_new(event, "dur", microseconds(entry->ended - entry->started));
  else
    json_object_set_new(event, "s", json_string("t"));
  json_object_set_new(event, "args", entry_args(entry, index + 1));
  put_event(writer, event);
  wb_str_release(&label);
}

/* One end of an arrow. A viewer looks for the box around its time, to which an end does not
 * belong. */
static void put_flow(struct writer *writer, bool start, uint64_t id,
                     const struct wb_timeline_entry *entry) {
  const uint64_t last = entry->ended > entry->started ? entry->ended - 1 : entry->ended;
  json_t *event = begin_event(writer, start ? "s" : "f", "after", entry->lane);
  json_object_set_new(event, "cat", json_string("dependency"));
  json_object_set_new(event, "id", wb_json_count(id));
  json_object_set_new(event, "ts", microseconds(start ? last : entry->started));
  if (!start) json_object_set_new(event, "bp", json_string("e"));
  put_event(writer, event);
}

void wb_report_timeline_chrome(const struct wb_timeline *timeline, const char *title,
                               struct wb_str *out) {
  struct writer writer = {.timeline = timeline, .out = out};
  uint64_t flows = 0;
  wb_str_add(out, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
  for (uint32_t i = 0; i < timeline->n_lanes; i++) put_lane(&writer, i, title);
  for (size_t i = 0; i < timeline->n_entries; i++) put_entry(&writer, i);
  for (size_t i = 0; i < timeline->n_entries; i++) {
    const struct wb_timeline_entry *entry = &timeline->entries[i];
    for (size_t k = 0; k < entry->n_after; k++) {
      const struct wb_timeline_entry *earlier = wb_timeline_entry(timeline, entry->after[k]);
      if (!entry->has_ended || !earlier->has_ended) continue;
      put_flow(&writer, true, ++flows, earlier);
      put_flow(&writer, false, flows, entry);
    }
  }
  wb_str_addf(out, "\n],\"otherData\":{\"dropped\":%" PRIu64 "}}\n", timeline->dropped);
}

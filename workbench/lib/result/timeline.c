#include "result/timeline.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- words -------------------------------------------------------------------------------- */

static const struct wb_word kinds[WB_TIMELINE_KIND_COUNT] = {
    [WB_TIMELINE_KERNEL] = {"kernel", "a launch"},
    [WB_TIMELINE_COPY_TO_DEVICE] = {"copy-to-device", "a copy from the host's memory to a device"},
    [WB_TIMELINE_COPY_TO_HOST] = {"copy-to-host", "a copy from a device to the host's memory"},
    [WB_TIMELINE_COPY_ON_DEVICE] = {"copy-on-device", "a copy between buffers of one device"},
    [WB_TIMELINE_COPY_BETWEEN] = {"copy-between-contexts",
                                  "a copy between the buffers of two contexts"},
    [WB_TIMELINE_COPY_ON_HOST] = {"copy-on-host", "a copy within the host's memory"},
    [WB_TIMELINE_FILL] = {"fill", "a buffer is filled with one value"},
    [WB_TIMELINE_MARKER] = {"marker", "an event is recorded"},
    [WB_TIMELINE_QUEUE_WAIT] = {"queue-wait", "a queue waits for an event of another"},
    [WB_TIMELINE_COMPILE] = {"compile", "the host waits for the compiler"},
    [WB_TIMELINE_SYNCHRONIZE] = {"synchronize", "the host waits for a context"},
    [WB_TIMELINE_EVENT_WAIT] = {"event-wait", "the host waits for an event"},
    [WB_TIMELINE_MAP] = {"map", "the host waits for a buffer to be mapped, or written back"},
};
const struct wb_words wb_timeline_kinds = WB_WORDS(kinds);

static const struct wb_word states[] = {
    [WB_TIMELINE_PENDING] = {"pending", "it did not end"},
    [WB_TIMELINE_DONE] = {"done", NULL},
    [WB_TIMELINE_FAILED] = {"failed", "it ended with an error, or something wrong was found in it"},
};
const struct wb_words wb_timeline_states = WB_WORDS(states);

/* ---- as JSON ------------------------------------------------------------------------------ */

#define WB_OF struct wb_timeline_lane
static const struct wb_field lane_rows[] = {
    {"context", WB_VALUE(context)},
    {"queue", WB_VALUE(queue)},
    {"device", WB_VALUE(device)},
    {"api", WB_VALUE(api)},
};
static const struct wb_fields lane_fields = {WB_ROWS(lane_rows)};
#undef WB_OF

static const char *entry_fault(const void *of) {
  const struct wb_timeline_entry *entry = of;
  if (entry->has_started && entry->started < entry->enqueued) return "started";
  if (entry->has_ended && (!entry->has_started || entry->ended < entry->started)) return "ended";
  return entry->has_ended == (entry->state == WB_TIMELINE_PENDING) ? "state" : NULL;
}

static bool is_launch(const void *of) {
  return ((const struct wb_timeline_entry *)of)->dimensions > 0;
}

#define WB_OF struct wb_timeline_entry
static const struct wb_field entry_rows[] = {
    {"kind", WB_VALUE(kind), .words = &wb_timeline_kinds},
    {"state", WB_VALUE(state), .words = &wb_timeline_states},
    {"lane", WB_VALUE(lane)},
    {"context", WB_VALUE(context)},
    {"command", WB_VALUE(command), .or_absent = true},
    {"name", WB_VALUE(name)},
    {"kernel_file", WB_VALUE(kernel_file), .or_absent = true},
    {"options", WB_VALUE(options), .or_absent = true},
    {"file", WB_VALUE(file)},
    {"line", WB_VALUE(line)},
    {"enqueued", WB_VALUE(enqueued)},
    {"started", WB_VALUE(started), WB_GIVEN(has_started)},
    {"ended", WB_VALUE(ended), WB_GIVEN(has_ended)},
    {"bytes", WB_VALUE(bytes)},
    {"global", WB_COUNTED(global, dimensions), .said = is_launch},
    {"local", WB_ITEMS(local, COUNTED), WB_COUNT_AT(dimensions), .most = 3, .as_before = true,
     .said = is_launch},
    {"after", WB_LIST(after, n_after, WB_TIMELINE_MAX_AFTER)},
    {"findings", WB_VALUE(findings)},
};
static const struct wb_fields entry_fields = {WB_ROWS(entry_rows), .fault = entry_fault};
#undef WB_OF

static bool waits_for_earlier(const struct wb_timeline_entry *entry, uint64_t id) {
  bool sound = true;
  for (size_t i = 0; i < entry->n_after; i++)
    sound = sound && entry->after[i] > 0 && entry->after[i] < id;
  return sound;
}

static const char *timeline_fault(const void *of) {
  const struct wb_timeline *timeline = of;
  if (timeline->n_lanes == 0) return "lanes";
  for (size_t i = 0; i < timeline->n_entries; i++) {
    const struct wb_timeline_entry *entry = &timeline->entries[i];
    if (entry->lane >= timeline->n_lanes) return "lane";
    if (!waits_for_earlier(entry, i + 1)) return "after";
    if (entry->enqueued > timeline->ended) return "enqueued";
    if (entry->has_ended && entry->ended > timeline->ended) return "ended";
  }
  return NULL;
}

#define WB_OF struct wb_timeline
static const struct wb_field timeline_rows[] = {
    {"ended", WB_VALUE(ended)},
    {"lanes", WB_LIST(lanes, n_lanes, WB_TIMELINE_MAX_LANES), .fields = &lane_fields},
    {"entries", WB_LIST(entries, n_entries, WB_TIMELINE_MAX_ENTRIES), .fields = &entry_fields},
    {"dropped", WB_VALUE(dropped)},
};
const struct wb_fields wb_timeline_fields = {WB_ROWS(timeline_rows), .fault = timeline_fault};
#undef WB_OF

/* ---- filling one -------------------------------------------------------------------------- */

static uint32_t append_lane(struct wb_timeline *timeline, uint32_t context, uint32_t queue,
                            const char *device, const char *api) {
  timeline->lanes = wb_grow(timeline->lanes, &timeline->lanes_capacity, timeline->n_lanes + 1,
                            sizeof *timeline->lanes);
  timeline->lanes[timeline->n_lanes] = (struct wb_timeline_lane){
      .context = context, .queue = queue, .device = wb_strdup(device), .api = wb_strdup(api)};
  return (uint32_t)timeline->n_lanes++;
}

void wb_timeline_init(struct wb_timeline *timeline) {
  *timeline = (struct wb_timeline){.n_lanes = 0};
  append_lane(timeline, 0, 0, "", "");
}

void wb_timeline_release(struct wb_timeline *timeline) {
  wb_fields_release(&wb_timeline_fields, timeline);
}

uint32_t wb_timeline_lane(struct wb_timeline *timeline, uint32_t context, uint32_t queue,
                          const char *device, const char *api) {
  for (size_t i = 0; i < timeline->n_lanes; i++)
    if (timeline->lanes[i].context == context && timeline->lanes[i].queue == queue)
      return (uint32_t)i;
  if (timeline->n_lanes == WB_TIMELINE_MAX_LANES) return WB_TIMELINE_MAX_LANES - 1;
  return append_lane(timeline, context, queue, device, api);
}

/* The program ended no sooner than anything in it. */
static void extend_to(struct wb_timeline *timeline, uint64_t time) {
  if (time > timeline->ended) timeline->ended = time;
}

static char *short_options(const char *options) {
  const size_t length = options != NULL ? strlen(options) : 0;
  return length <= WB_TIMELINE_OPTIONS_MAX ? wb_strdup(length > 0 ? options : "")
                                           : wb_format("(%zu bytes of options)", length);
}

uint64_t wb_timeline_add(struct wb_timeline *timeline, const struct wb_timeline_entry *entry) {
  if (timeline->n_entries == WB_TIMELINE_MAX_ENTRIES) {
    timeline->dropped++;
    return 0;
  }
  timeline->entries = wb_grow(timeline->entries, &timeline->entries_capacity,
                              timeline->n_entries + 1, sizeof *timeline->entries);
  struct wb_timeline_entry *added = &timeline->entries[timeline->n_entries++];
  *added = *entry;
  added->name = wb_strdup(entry->name != NULL ? entry->name : "");
  added->file = wb_strdup(entry->file != NULL ? entry->file : "");
  added->kernel_file = wb_strdup(entry->kernel_file != NULL ? entry->kernel_file : "");
  added->options = short_options(entry->options);
  added->after = NULL;
  added->n_after = 0;
  for (size_t i = 0; i < entry->n_after; i++)
    wb_timeline_wait_for(timeline, timeline->n_entries, entry->after[i]);
  if (added->lane >= timeline->n_lanes) added->lane = 0;
  added->state = WB_TIMELINE_PENDING;
  added->has_started = added->has_ended = false;
  extend_to(timeline, added->enqueued);
  if (entry->has_ended)
    wb_timeline_ran(timeline, timeline->n_entries, entry->started, entry->ended, entry->state);
  return timeline->n_entries;
}

struct wb_timeline_entry *wb_timeline_entry(const struct wb_timeline *timeline, uint64_t id) {
  return id > 0 && id <= timeline->n_entries ? &timeline->entries[id - 1] : NULL;
}

void wb_timeline_wait_for(struct wb_timeline *timeline, uint64_t id, uint64_t earlier) {
  struct wb_timeline_entry *entry = wb_timeline_entry(timeline, id);
  if (entry == NULL || earlier == 0 || earlier >= id) return;
  if (entry->n_after == WB_TIMELINE_MAX_AFTER) return;
  for (size_t i = 0; i < entry->n_after; i++)
    if (entry->after[i] == earlier) return;
  /* Few wait for more than one or two. */
  uint64_t *after = wb_alloc((entry->n_after + 1) * sizeof *after);
  if (entry->n_after > 0) memcpy(after, entry->after, entry->n_after * sizeof *after);
  after[entry->n_after++] = earlier;
  free(entry->after);
  entry->after = after;
}

/* Entries are in the order in which the program asked for them. */
const struct wb_timeline_entry *wb_timeline_launch(const struct wb_timeline *timeline,
                                                   uint32_t number) {
  uint32_t seen = 0;
  for (size_t i = 0; i < timeline->n_entries; i++) {
    seen += timeline->entries[i].kind == WB_TIMELINE_KERNEL;
    if (timeline->entries[i].kind == WB_TIMELINE_KERNEL && seen == number)
      return &timeline->entries[i];
  }
  return NULL;
}

uint32_t wb_timeline_launch_number(const struct wb_timeline *timeline,
                                   const struct wb_timeline_entry *entry) {
  uint32_t number = 0;
  if (entry->kind != WB_TIMELINE_KERNEL) return 0;
  for (const struct wb_timeline_entry *at = timeline->entries; at <= entry; at++)
    number += at->kind == WB_TIMELINE_KERNEL;
  return number;
}

void wb_timeline_cut(struct wb_timeline *timeline, size_t most) {
  while (timeline->n_entries > most) {
    wb_fields_release(&entry_fields, &timeline->entries[--timeline->n_entries]);
    timeline->dropped++;
  }
}

void wb_timeline_ran(struct wb_timeline *timeline, uint64_t id, uint64_t started, uint64_t ended,
                     enum wb_timeline_state state) {
  struct wb_timeline_entry *entry = wb_timeline_entry(timeline, id);
  if (entry == NULL) return;
  /* The clock of a device, moved to the host's, may be off by a little. */
  entry->started = started > entry->enqueued ? started : entry->enqueued;
  entry->ended = ended > entry->started ? ended : entry->started;
  entry->has_started = entry->has_ended = true;
  entry->state = state == WB_TIMELINE_FAILED ? WB_TIMELINE_FAILED : WB_TIMELINE_DONE;
  extend_to(timeline, entry->ended);
}

/* ---- words -------------------------------------------------------------------------------- */

bool wb_timeline_is_of_host(enum wb_timeline_kind kind) { return kind >= WB_TIMELINE_COMPILE; }

bool wb_timeline_is_work(enum wb_timeline_kind kind) {
  return kind <= WB_TIMELINE_FILL && kind != WB_TIMELINE_COPY_ON_HOST;
}

static void add_bytes(const struct wb_timeline_entry *entry, const char *what, struct wb_str *out) {
  wb_str_addf(out, "%" PRIu64 " byte%s%s", entry->bytes, entry->bytes == 1 ? "" : "s", what);
}

static void add_sizes(const char *word, const uint64_t *sizes, uint32_t dimensions,
                      struct wb_str *out) {
  wb_str_add(out, word);
  for (uint32_t i = 0; i < dimensions && i < 3; i++)
    wb_str_addf(out, "%s%" PRIu64, i == 0 ? " " : " x ", sizes[i]);
}

static void add_launch(const struct wb_timeline_entry *entry, struct wb_str *out) {
  wb_str_add(out, entry->name[0] != '\0' ? entry->name : "kernel");
  if (entry->dimensions == 0) return;
  add_sizes(", global", entry->global, entry->dimensions, out);
  if (entry->local[0] > 0) add_sizes(", local", entry->local, entry->dimensions, out);
}

static void add_with_name(const char *word, const struct wb_timeline_entry *entry,
                          struct wb_str *out) {
  wb_str_add(out, word);
  if (entry->name[0] != '\0') wb_str_addf(out, " %s", entry->name);
}

void wb_timeline_label(const struct wb_timeline_entry *entry, struct wb_str *out) {
  switch (entry->kind) {
    case WB_TIMELINE_KERNEL:
      add_launch(entry, out);
      break;
    case WB_TIMELINE_COPY_TO_DEVICE:
      add_bytes(entry, " host -> device", out);
      break;
    case WB_TIMELINE_COPY_TO_HOST:
      add_bytes(entry, " device -> host", out);
      break;
    case WB_TIMELINE_COPY_ON_DEVICE:
      add_bytes(entry, " on the device", out);
      break;
    case WB_TIMELINE_COPY_BETWEEN:
      add_bytes(entry, " between contexts", out);
      break;
    case WB_TIMELINE_COPY_ON_HOST:
      add_bytes(entry, " on the host", out);
      break;
    case WB_TIMELINE_FILL:
      add_bytes(entry, " filled", out);
      break;
    case WB_TIMELINE_MARKER:
      add_with_name("event", entry, out);
      break;
    case WB_TIMELINE_QUEUE_WAIT:
      add_with_name("wait for an event", entry, out);
      break;
    case WB_TIMELINE_COMPILE:
      add_with_name("compile", entry, out);
      break;
    case WB_TIMELINE_SYNCHRONIZE:
      wb_str_add(out, "synchronize");
      if (entry->context > 0) wb_str_addf(out, " context %" PRIu32, entry->context);
      break;
    case WB_TIMELINE_EVENT_WAIT:
      add_with_name("wait for an event", entry, out);
      break;
    case WB_TIMELINE_MAP:
      wb_str_add(out, "map ");
      add_bytes(entry, "", out);
      break;
    default:
      wb_str_add(out, wb_word_name(&wb_timeline_kinds, entry->kind));
  }
}

static bool has_several_queues(const struct wb_timeline *timeline, uint32_t context) {
  size_t count = 0;
  for (size_t i = 0; i < timeline->n_lanes; i++) count += timeline->lanes[i].context == context;
  return count > 1;
}

void wb_timeline_lane_label(const struct wb_timeline *timeline, uint32_t index,
                            struct wb_str *out) {
  const struct wb_timeline_lane *lane = &timeline->lanes[index];
  if (lane->context == 0) {
    wb_str_add(out, "host");
    return;
  }
  wb_str_addf(out, "context %" PRIu32, lane->context);
  if (lane->queue > 0 || has_several_queues(timeline, lane->context))
    wb_str_addf(out, ", queue %" PRIu32, lane->queue);
}

/* The timeline of a host program: filled, summed, worded, and sent as JSON. */
#include "result/timeline.h"

#include <stdlib.h>
#include <string.h>

#include "fields/json_tools.h"
#include "tap.h"

static uint64_t add(struct wb_timeline *timeline, enum wb_timeline_kind kind, uint32_t lane,
                    uint64_t enqueued, uint64_t bytes) {
  return wb_timeline_add(
      timeline, &(struct wb_timeline_entry){
                    .kind = kind, .lane = lane, .line = 3, .enqueued = enqueued, .bytes = bytes});
}

/* Two queues whose commands overlap from 300 to 400; the host waits from 250 to 700. */
static void fill_two_queues(struct wb_timeline *timeline) {
  wb_timeline_init(timeline);
  const uint32_t first = wb_timeline_lane(timeline, 1, 0, "checking emulator", "emulator");
  const uint32_t second = wb_timeline_lane(timeline, 1, 1, "checking emulator", "emulator");
  char kernel[] = "scalar_add", file[] = "add.lua";
  const uint64_t copy = add(timeline, WB_TIMELINE_COPY_TO_DEVICE, first, 50, 80);
  const uint64_t launch =
      wb_timeline_add(timeline, &(struct wb_timeline_entry){.kind = WB_TIMELINE_KERNEL,
                                                            .lane = second,
                                                            .name = kernel,
                                                            .file = file,
                                                            .line = 7,
                                                            .enqueued = 60,
                                                            .dimensions = 2,
                                                            .global = {20, 4, 1},
                                                            .local = {5, 4, 1}});
  const uint64_t back = add(timeline, WB_TIMELINE_COPY_TO_HOST, first, 70, 40);
  const uint64_t wait = add(timeline, WB_TIMELINE_SYNCHRONIZE, 0, 250, 0);
  wb_timeline_wait_for(timeline, back, launch);
  wb_timeline_ran(timeline, copy, 100, 400, WB_TIMELINE_DONE);
  wb_timeline_ran(timeline, launch, 300, 500, WB_TIMELINE_FAILED);
  wb_timeline_ran(timeline, back, 600, 650, WB_TIMELINE_DONE);
  wb_timeline_ran(timeline, wait, 250, 700, WB_TIMELINE_DONE);
}

static void what_is_added_is_there(void) {
  struct wb_timeline timeline;
  fill_two_queues(&timeline);
  CHECK_INT(timeline.n_lanes, 3);
  CHECK_INT(timeline.n_entries, 4);
  CHECK_INT(timeline.ended, 700);
  CHECK_INT(wb_timeline_lane(&timeline, 1, 1, "x", "y"), 2);
  CHECK_STRING(wb_timeline_entry(&timeline, 2)->name, "scalar_add");
  CHECK_STRING(wb_timeline_entry(&timeline, 1)->file, "");
  CHECK(wb_timeline_entry(&timeline, 0) == NULL && wb_timeline_entry(&timeline, 5) == NULL);
  wb_timeline_release(&timeline);
  CHECK(timeline.entries == NULL && timeline.n_entries == 0);
}

static void an_entry_waits_for_earlier_ones_once(void) {
  struct wb_timeline timeline;
  fill_two_queues(&timeline);
  wb_timeline_wait_for(&timeline, 3, 2);
  wb_timeline_wait_for(&timeline, 3, 3);
  wb_timeline_wait_for(&timeline, 3, 4);
  wb_timeline_wait_for(&timeline, 3, 1);
  wb_timeline_wait_for(&timeline, 9, 1);
  const struct wb_timeline_entry *entry = wb_timeline_entry(&timeline, 3);
  if (CHECK(entry->n_after == 2)) CHECK(entry->after[0] == 2 && entry->after[1] == 1);
  wb_timeline_release(&timeline);
}

static void times_never_run_backwards(void) {
  struct wb_timeline timeline;
  wb_timeline_init(&timeline);
  add(&timeline, WB_TIMELINE_MARKER, 0, 100, 0);
  wb_timeline_ran(&timeline, 1, 90, 80, WB_TIMELINE_DONE);
  const struct wb_timeline_entry *entry = wb_timeline_entry(&timeline, 1);
  CHECK_INT(entry->started, 100);
  CHECK_INT(entry->ended, 100);
  wb_timeline_release(&timeline);
}

static void what_finds_no_room_is_counted(void) {
  struct wb_timeline timeline;
  wb_timeline_init(&timeline);
  uint64_t last = 0;
  for (size_t i = 0; i < WB_TIMELINE_MAX_ENTRIES; i++)
    last = add(&timeline, WB_TIMELINE_MARKER, 0, i, 0);
  CHECK_INT(last, WB_TIMELINE_MAX_ENTRIES);
  CHECK_INT(add(&timeline, WB_TIMELINE_MARKER, 0, 1, 0), 0);
  CHECK_INT(timeline.dropped, 1);
  for (uint32_t i = 1; i < WB_TIMELINE_MAX_LANES + 9; i++)
    wb_timeline_lane(&timeline, i, 0, "", "");
  CHECK_INT(timeline.n_lanes, WB_TIMELINE_MAX_LANES);
  wb_timeline_release(&timeline);
}

static void sums_tell_time_that_is_shared(void) {
  struct wb_timeline timeline;
  fill_two_queues(&timeline);
  add(&timeline, WB_TIMELINE_COPY_TO_DEVICE, 1, 700, 1000);
  const struct wb_timeline_sums sums = wb_timeline_sums(&timeline);
  CHECK_INT(sums.launches, 1);
  CHECK_INT(sums.copies, 3);
  CHECK_INT(sums.pending, 1);
  CHECK_INT(sums.failed, 1);
  CHECK_INT(sums.bytes_to_device, 80); /* and not what never ran */
  CHECK_INT(sums.bytes_to_host, 40);
  CHECK_INT(sums.device_ns, 450);
  CHECK_INT(sums.overlap_ns, 100);
  CHECK_INT(sums.waited_ns, 450);
  CHECK_INT(sums.waited_idle_ns, 150);
  CHECK_INT(sums.whole_ns, 700);
  wb_timeline_release(&timeline);
}

static void check_label(const struct wb_timeline *timeline, uint64_t id, const char *expected) {
  struct wb_str label;
  wb_str_init(&label);
  wb_timeline_label(wb_timeline_entry(timeline, id), &label);
  CHECK_STRING(label.data, expected);
  wb_str_release(&label);
}

static void check_lane_label(const struct wb_timeline *timeline, uint32_t lane,
                             const char *expected) {
  struct wb_str label;
  wb_str_init(&label);
  wb_timeline_lane_label(timeline, lane, &label);
  CHECK_STRING(label.data, expected);
  wb_str_release(&label);
}

static void entries_and_lanes_have_words(void) {
  struct wb_timeline timeline;
  fill_two_queues(&timeline);
  check_label(&timeline, 1, "80 bytes host -> device");
  check_label(&timeline, 2, "scalar_add, global 20 x 4, local 5 x 4");
  check_label(&timeline, 3, "40 bytes device -> host");
  wb_timeline_entry(&timeline, 2)->local[0] = 0;
  check_label(&timeline, 2, "scalar_add, global 20 x 4");
  wb_timeline_entry(&timeline, 4)->context = 2;
  check_label(&timeline, 4, "synchronize context 2");
  wb_timeline_lane(&timeline, 2, 0, "PoCL", "opencl");
  check_lane_label(&timeline, 0, "host");
  check_lane_label(&timeline, 1, "context 1, queue 0");
  check_lane_label(&timeline, 2, "context 1, queue 1");
  check_lane_label(&timeline, 3, "context 2");
  wb_timeline_release(&timeline);
}

/* ---- JSON --------------------------------------------------------------------------------- */

static json_t *json_of(const struct wb_timeline *timeline) {
  return wb_fields_to_json(&wb_timeline_fields, timeline, NULL);
}

/* What is wrong with it, or NULL. */
static const char *fault_of(const json_t *json) {
  struct wb_timeline back = {.n_lanes = 0};
  const char *bad = NULL;
  wb_fields_from_json(&wb_timeline_fields, (struct wb_json_reader){json, &bad, NULL}, &back);
  wb_timeline_release(&back);
  return bad;
}

static void json_comes_back_as_it_was(void) {
  struct wb_timeline timeline, back = {.n_lanes = 0};
  const char *bad = NULL;
  fill_two_queues(&timeline);
  add(&timeline, WB_TIMELINE_FILL, 1, 700, 16);
  json_t *json = json_of(&timeline);
  wb_fields_from_json(&wb_timeline_fields, (struct wb_json_reader){json, &bad, NULL}, &back);
  CHECK_STRING(bad, NULL);
  json_t *again = json_of(&back);
  CHECK(json_equal(json, again));
  const json_t *launch = json_array_get(json_object_get(json, "entries"), 1);
  CHECK_STRING(json_string_value(json_object_get(launch, "kind")), "kernel");
  CHECK_STRING(json_string_value(json_object_get(launch, "state")), "failed");
  CHECK_INT(json_array_size(json_object_get(launch, "global")), 2);
  const json_t *pending = json_array_get(json_object_get(json, "entries"), 4);
  CHECK(json_is_null(json_object_get(pending, "ended")));
  CHECK(json_object_get(pending, "global") == NULL);
  json_decref(json);
  json_decref(again);
  wb_timeline_release(&timeline);
  wb_timeline_release(&back);
}

static void set(json_t *json, size_t entry, const char *member, json_t *value) {
  json_object_set_new(json_array_get(json_object_get(json, "entries"), entry), member, value);
}

static void check_refused(const char *member, json_t *value, const char *blamed) {
  struct wb_timeline timeline;
  fill_two_queues(&timeline);
  json_t *json = json_of(&timeline);
  set(json, 2, member, value);
  const char *bad = fault_of(json);
  CHECK(bad != NULL);
  if (bad != NULL) CHECK_STRING(bad, blamed);
  json_decref(json);
  wb_timeline_release(&timeline);
}

static void json_that_cannot_be_is_refused(void) {
  check_refused("lane", json_integer(3), "lane");
  check_refused("after", json_pack("[i]", 3), "after");
  check_refused("after", json_pack("[i]", 0), "after");
  check_refused("started", json_integer(69), "started");
  check_refused("ended", json_integer(599), "ended");
  check_refused("ended", json_integer(701), "ended");
  check_refused("ended", json_null(), "state");
  check_refused("state", json_string("pending"), "state");
  check_refused("kind", json_string("nap"), "kind");
  check_refused("enqueued", json_integer(-1), "enqueued");
}

int main(void) {
  tap_run("what is added is there, and a lane is made once", what_is_added_is_there);
  tap_run("an entry waits for earlier ones, for each once", an_entry_waits_for_earlier_ones_once);
  tap_run("times never run backwards", times_never_run_backwards);
  tap_run("what finds no room is counted", what_finds_no_room_is_counted);
  tap_run("sums tell what overlapped, and waiting for nothing", sums_tell_time_that_is_shared);
  tap_run("entries and lanes have words", entries_and_lanes_have_words);
  tap_run("a timeline comes back from JSON as it was", json_comes_back_as_it_was);
  tap_run("JSON that cannot be is refused, with the member's name", json_that_cannot_be_is_refused);
  return tap_finish();
}

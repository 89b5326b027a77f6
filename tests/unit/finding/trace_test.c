#include "finding/trace.h"

#include <stdlib.h>

#include "tap.h"

enum { ROOM = 4096 };

/* A trace of two work-items of a group of four, with all kinds of records. */
struct made {
  unsigned char bytes[ROOM];
  uint64_t length;
  struct wb_trace_writer writer;
};

static const struct wb_trace_launch launch = {.kernel = "zip",
                                              .dimensions = 2,
                                              .global = {8, 4, 1},
                                              .local = {2, 2, 1},
                                              .offset = {10, 0, 0},
                                              .subgroup = 32};

static void put_places(struct wb_trace_writer *w) {
  const struct wb_trace_array a = {"a", WB_MEMORY_GLOBAL, 4, 64, false, {0}};
  const struct wb_trace_array tile = {"tile", WB_MEMORY_LOCAL, 16, 64, true, {0}};
  const struct wb_trace_place reads = {
      .line = 3, .column = 9, .bytes = 4, .access = WB_ACCESS_READ, .lane_bytes = 4};
  const struct wb_trace_place writes = {.line = 4,
                                        .column = 5,
                                        .file = "tile.h",
                                        .array = 1,
                                        .bytes = 16,
                                        .access = WB_ACCESS_WRITE,
                                        .lane_bytes = 4,
                                        .real = true};
  const struct wb_trace_place branches = {.line = 300, .column = 1, .array = WB_TRACE_NO_ARRAY};
  CHECK_INT(wb_trace_put_array(w, &a), 0);
  CHECK_INT(wb_trace_put_array(w, &tile), 1);
  CHECK_INT(wb_trace_put_place(w, &reads), 0);
  CHECK_INT(wb_trace_put_place(w, &writes), 1);
  CHECK_INT(wb_trace_put_place(w, &branches), 2);
}

static void make(struct made *made, uint64_t capacity) {
  const int seven = 7, minus = -1;
  const float four[] = {1, 2.5F, -3, 0};
  wb_trace_begin(&made->writer, made->bytes, capacity, &made->length, &launch);
  struct wb_trace_writer *w = &made->writer;
  wb_trace_put(w, WB_TRACE_GROUP, 5);
  wb_trace_put(w, WB_TRACE_ITEM, 3);
  if (capacity == ROOM) put_places(w);
  wb_trace_put_access(w, 0, 60, &seven, 4, 0);
  wb_trace_put_access(w, 0, 4, &minus, 4, 0);
  wb_trace_put_branch(w, 2, 1);
  wb_trace_put(w, WB_TRACE_WAIT, 2);
  wb_trace_put(w, WB_TRACE_PASS, 0);
  wb_trace_put(w, WB_TRACE_ITEM, 0);
  wb_trace_put_access(w, 1, 48, four, 16, 0);
  wb_trace_put_refused(w, 0, -6);
  wb_trace_put(w, WB_TRACE_ITEM_END, 0);
  wb_trace_put(w, WB_TRACE_GROUP_END, 0);
  wb_trace_finish(w);
}

static void records_come_back_as_they_were_written(void) {
  struct made made;
  struct wb_trace trace;
  struct wb_trace_record r;
  make(&made, ROOM);
  CHECK(wb_trace_open(&trace, made.bytes, made.length, NULL) == WB_OK);
  CHECK_STRING(trace.launch.kernel, "zip");
  CHECK_INT(trace.launch.global[1], 4);
  CHECK_INT(trace.launch.offset[0], 10);
  CHECK(wb_trace_next(&trace, &r) && r.kind == WB_TRACE_GROUP && r.group == 5);
  CHECK(wb_trace_next(&trace, &r) && r.kind == WB_TRACE_ITEM && r.item == 3);
  CHECK(wb_trace_next(&trace, &r) && r.kind == WB_TRACE_ACCESS && r.offset == 60);
  CHECK_INT(r.group, 5);
  CHECK_INT(trace.places[r.place].line, 3);
  CHECK_STRING(trace.arrays[trace.places[r.place].array].name, "a");
  CHECK_INT(r.value[0], 7);
  CHECK(wb_trace_next(&trace, &r) && r.kind == WB_TRACE_ACCESS && r.offset == 4);
  CHECK_INT(r.value[3], 0xFF);
  CHECK(wb_trace_next(&trace, &r) && r.kind == WB_TRACE_BRANCH && r.way == 1);
  CHECK(wb_trace_next(&trace, &r) && r.kind == WB_TRACE_WAIT && r.place == 2);
  CHECK(wb_trace_next(&trace, &r) && r.kind == WB_TRACE_PASS);
  CHECK(wb_trace_next(&trace, &r) && r.kind == WB_TRACE_ITEM && r.item == 0);
  CHECK(wb_trace_next(&trace, &r) && r.kind == WB_TRACE_ACCESS && r.offset == 48);
  CHECK_STRING(trace.places[r.place].file, "tile.h");
  CHECK(wb_trace_next(&trace, &r) && r.kind == WB_TRACE_REFUSED && r.stray == -6);
  CHECK(wb_trace_next(&trace, &r) && r.kind == WB_TRACE_ITEM_END);
  CHECK(wb_trace_next(&trace, &r) && r.kind == WB_TRACE_GROUP_END);
  CHECK(!wb_trace_next(&trace, &r));
  CHECK_INT(trace.state, WB_TRACE_COMPLETE);
  CHECK_INT(trace.dropped_records, 0);
  CHECK(!wb_trace_next(&trace, &r));
  wb_trace_release(&trace);
}

static void ids_are_those_of_the_launch(void) {
  const struct wb_trace trace = {.launch = launch};
  const struct wb_trace_record record = {.group = 5, .item = 3};
  const struct wb_item_id who = wb_trace_who(&trace, &record);
  CHECK_INT(who.group[0], 1);
  CHECK_INT(who.group[1], 1);
  CHECK_INT(who.item[0], 13);
  CHECK_INT(who.item[1], 3);
  CHECK_INT(who.item[2], 0);
}

/* A copy without a spare byte, so that a sanitizer sees a read beyond. */
static enum wb_trace_state read_all(const unsigned char *bytes, size_t length, uint64_t *records) {
  struct wb_trace trace;
  struct wb_trace_record record;
  unsigned char *copy = malloc(length > 0 ? length : 1);
  memcpy(copy, bytes, length);
  enum wb_trace_state state = WB_TRACE_BAD;
  *records = 0;
  if (wb_trace_open(&trace, copy, length, NULL) == WB_OK) {
    while (wb_trace_next(&trace, &record)) {
      if (record.kind == WB_TRACE_ACCESS) {
        const struct wb_trace_place *place = &trace.places[record.place];
        CHECK(record.offset + place->bytes <= trace.arrays[place->array].bytes);
      }
      ++*records;
    }
    state = trace.state;
  }
  wb_trace_release(&trace);
  free(copy);
  return state;
}

static void every_prefix_is_cut_and_never_more(void) {
  struct made made;
  uint64_t before = 0, records;
  make(&made, ROOM);
  for (size_t length = 0; length < made.length; length++) {
    const enum wb_trace_state state = read_all(made.bytes, length, &records);
    CHECK(state == WB_TRACE_CUT || (state == WB_TRACE_BAD && records == 0));
    CHECK(records >= before);
    before = records;
  }
  CHECK_INT(read_all(made.bytes, made.length, &records), WB_TRACE_COMPLETE);
  CHECK_INT(records, 12);
  made.bytes[made.length] = 0;
  CHECK_INT(read_all(made.bytes, made.length + 1, &records), WB_TRACE_BAD);
}

/* What is broken is read to its end or to where it cannot be. */
static void broken_bytes_are_read_safely(void) {
  struct made made;
  uint64_t seed = 1, records, bad = 0;
  for (int round = 0; round < 20000; round++) {
    make(&made, ROOM);
    for (int i = 0; i < 1 + round % 3; i++) {
      seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
      made.bytes[5 + (seed >> 33) % (made.length - 5)] = (unsigned char)(seed >> 24);
    }
    bad += read_all(made.bytes, made.length, &records) == WB_TRACE_BAD;
  }
  CHECK(bad > 1000);
}

static void what_finds_no_room_is_counted(void) {
  struct made made;
  struct wb_trace trace;
  struct wb_trace_record record;
  wb_trace_begin(&made.writer, made.bytes, 300, &made.length, &launch);
  for (uint64_t group = 0; group < 8; group++) {
    wb_trace_put(&made.writer, WB_TRACE_GROUP, group);
    for (uint64_t i = 0; i < 16; i++) wb_trace_put(&made.writer, WB_TRACE_ITEM, i % 4);
  }
  wb_trace_finish(&made.writer);
  CHECK(made.length <= 300);
  CHECK(wb_trace_open(&trace, made.bytes, made.length, NULL) == WB_OK);
  uint64_t read = 0;
  while (wb_trace_next(&trace, &record)) read++;
  CHECK_INT(trace.state, WB_TRACE_COMPLETE);
  CHECK(trace.dropped_records > 0 && trace.dropped_groups > 0);
  CHECK_INT(read + trace.dropped_records, (uint64_t)8 * 17);
  wb_trace_release(&trace);
}

static void without_room_for_a_header_there_is_nothing(void) {
  struct made made;
  for (uint64_t capacity = 0; capacity < 200; capacity++) {
    make(&made, capacity);
    CHECK_INT(made.length, 0);
  }
}

static void text_says_what_happened(void) {
  struct made made;
  struct wb_str out;
  make(&made, ROOM);
  wb_str_init(&out);
  CHECK(wb_trace_text(made.bytes, made.length, 0, &out, NULL) == WB_OK);
  CHECK_STRING(out.data,
               "kernel zip: global (8,4,1), local (2,2,1), sub-groups of 32\n"
               "work-group (1,1,0)\n"
               "  work-item (13,3,0)\n"
               "    line 3:9: reads global a[15]: 7\n"
               "    line 3:9: reads global a[1]: -1\n"
               "    line 300:1: branches, way 1\n"
               "    line 300:1: waits at the barrier\n"
               "  all pass the barrier\n"
               "  work-item (12,2,0)\n"
               "    tile.h line 4:5: writes local tile[3] = (1, 2.5, -3, 0)\n"
               "    line 3:9: reads global a[-2], which is refused\n"
               "    ends\n"
               "  the group has ended\n"
               "that is all\n");
  wb_str_clear(&out);
  CHECK(wb_trace_text(made.bytes, made.length, 2, &out, NULL) == WB_OK);
  CHECK(wb_ends_with(out.data, "  work-item (13,3,0)\nthere is more\n"));
  wb_str_clear(&out);
  CHECK(wb_trace_text(made.bytes, made.length - 2, 0, &out, NULL) == WB_OK);
  CHECK(wb_ends_with(out.data, "the trace is cut off: the launch was stopped\n"));
  CHECK(wb_trace_text("WBTR\5", 5, 0, &out, NULL) == WB_ERR_PROTOCOL);
  wb_str_release(&out);
}

/* One atomic place of each sort, in the version given; false where they cannot be read. */
static bool read_atomics(unsigned char version, bool unused[3], bool only_reads[3]) {
  struct made made;
  struct wb_trace trace;
  struct wb_trace_record r;
  const struct wb_trace_array a = {"a", WB_MEMORY_GLOBAL, 4, 64, false, {0}};
  wb_trace_begin(&made.writer, made.bytes, ROOM, &made.length, &launch);
  wb_trace_put_array(&made.writer, &a);
  for (int i = 0; i < 3; i++) {
    const struct wb_trace_place place = {.line = 3,
                                         .bytes = 4,
                                         .access = WB_ACCESS_ATOMIC,
                                         .only_reads = i == 1,
                                         .unused = i == 2,
                                         .lane_bytes = 4};
    wb_trace_put_place(&made.writer, &place);
  }
  wb_trace_finish(&made.writer);
  made.bytes[4] = version;
  bool good = wb_trace_open(&trace, made.bytes, made.length, NULL) == WB_OK;
  while (good && wb_trace_next(&trace, &r)) continue;
  good = good && trace.state == WB_TRACE_COMPLETE && trace.n_places == 3;
  for (int i = 0; i < 3 && good; i++) {
    good = trace.places[i].access == WB_ACCESS_ATOMIC;
    unused[i] = trace.places[i].unused;
    only_reads[i] = trace.places[i].only_reads;
  }
  wb_trace_release(&trace);
  return good;
}

static void places_say_which_results_nobody_uses(void) {
  bool unused[3] = {false}, only_reads[3] = {false};
  CHECK(read_atomics(WB_TRACE_VERSION, unused, only_reads));
  CHECK(!unused[0] && !unused[1] && unused[2]);
  CHECK(!only_reads[0] && only_reads[1] && !only_reads[2]);
  CHECK(!read_atomics(3, unused, only_reads)); /* which did not know it */
}

static void values_are_shown_by_their_lanes(void) {
  const unsigned char half[] = {0x00, 0x3E, 0x01, 0x00, 0x00, 0xFC}, bytes[] = {255, 128, 3};
  struct wb_trace_place place = {.bytes = 6, .lane_bytes = 2, .real = true};
  struct wb_str out;
  wb_str_init(&out);
  wb_trace_value(&place, half, 0, &out);
  CHECK_STRING(out.data, "(1.5, 5.9604645e-08, -inf)");
  wb_str_clear(&out);
  place = (struct wb_trace_place){.bytes = 3, .lane_bytes = 1};
  wb_trace_value(&place, bytes, 0, &out);
  CHECK_STRING(out.data, "(-1, -128, 3)");
  wb_str_clear(&out);
  place.natural = true;
  wb_trace_value(&place, bytes, 0, &out);
  CHECK_STRING(out.data, "(255, 128, 3)");
  wb_str_clear(&out);
  place.lane_bytes = 0;
  wb_trace_value(&place, bytes, 0, &out);
  CHECK_STRING(out.data, "0xff8003");
  wb_str_release(&out);
}

/* The middle one of three numbers, and half of the last one, are not set. */
static uint64_t make_unset(struct made *made) {
  const int three[] = {1, 2, 3};
  const struct wb_trace_array a = {.name = "a", .element_bytes = 4, .bytes = 64};
  const struct wb_trace_place reads = {
      .line = 3, .array = 0, .bytes = 12, .access = WB_ACCESS_READ, .lane_bytes = 4};
  wb_trace_begin(&made->writer, made->bytes, ROOM, &made->length, &launch);
  wb_trace_put_array(&made->writer, &a);
  wb_trace_put_place(&made->writer, &reads);
  wb_trace_put_access(&made->writer, 0, 4, three, 12, 0x0CF0);
  wb_trace_put_access(&made->writer, 0, 8, three, 12, 0);
  wb_trace_finish(&made->writer);
  return made->length;
}

static void values_that_are_not_set_are_no_numbers(void) {
  struct made made;
  struct wb_trace trace;
  struct wb_trace_record r;
  struct wb_str out;
  wb_str_init(&out);
  const uint64_t length = make_unset(&made);
  CHECK(wb_trace_open(&trace, made.bytes, length, NULL) == WB_OK);
  CHECK(wb_trace_next(&trace, &r) && r.kind == WB_TRACE_ACCESS && r.offset == 4);
  CHECK_INT(r.unset, 0x0CF0);
  wb_trace_value(&trace.places[r.place], r.value, r.unset, &out);
  CHECK_STRING(out.data, "(1, not set, not set)");
  CHECK(wb_trace_next(&trace, &r) && r.kind == WB_TRACE_ACCESS && r.offset == 8);
  CHECK_INT(r.unset, 0);
  wb_str_clear(&out);
  wb_trace_value(&(struct wb_trace_place){.bytes = 12}, r.value, 1, &out);
  CHECK_STRING(out.data, "not set");
  wb_trace_release(&trace);
  made.bytes[4] = 4; /* of a version that has no such record */
  CHECK(wb_trace_open(&trace, made.bytes, length, NULL) == WB_OK);
  CHECK(!wb_trace_next(&trace, &r));
  CHECK_INT(trace.state, WB_TRACE_BAD);
  wb_trace_release(&trace);
  wb_str_release(&out);
}

int main(void) {
  tap_run("records come back as they were written", records_come_back_as_they_were_written);
  tap_run("ids are those of the launch", ids_are_those_of_the_launch);
  tap_run("every prefix of a trace is cut off, and no more", every_prefix_is_cut_and_never_more);
  tap_run("broken bytes are read safely", broken_bytes_are_read_safely);
  tap_run("what finds no room is counted", what_finds_no_room_is_counted);
  tap_run("without room for a header there is nothing", without_room_for_a_header_there_is_nothing);
  tap_run("a trace as text says what happened", text_says_what_happened);
  tap_run("places say which results of atomics nobody uses", places_say_which_results_nobody_uses);
  tap_run("values are shown lane by lane", values_are_shown_by_their_lanes);
  tap_run("values that are not set are no numbers", values_that_are_not_set_are_no_numbers);
  return tap_finish();
}

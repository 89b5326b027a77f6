/* Traces made by hand, one call a record.
 *
 * Arrays: 0 out, 1 a (global, 8 ints), 2 tile (local, 4 ints), 3 vec (global, 2
 * float4). Places: reads and writes of each at lines 10 + array and 20 + array,
 * an atomic update of out at line 30, a branch at 40, a barrier at 41, and four
 * bytes of vec at 33. */
#ifndef WB_TESTS_PLAYBACK_MADE_H
#define WB_TESTS_PLAYBACK_MADE_H

#include "report/playback/playback.h"
#include "tap.h"

enum { OUT, A, TILE, VEC, N_ARRAYS };
enum { READ = 0, WRITE = N_ARRAYS, UPDATE = 2 * N_ARRAYS, BRANCH, BARRIER, LANE, N_PLACES };
enum { MADE_ROOM = 1 << 16 };

struct made {
  unsigned char bytes[MADE_ROOM];
  uint64_t length;
  struct wb_trace_writer writer;
};

static inline void put_access_place(struct made *made, uint32_t line, uint32_t array,
                                    enum wb_access access) {
  const struct wb_trace_place place = {.line = line,
                                       .column = 3,
                                       .array = array,
                                       .bytes = array == VEC ? 16 : 4,
                                       .access = access,
                                       .lane_bytes = 4,
                                       .real = array == VEC};
  wb_trace_put_place(&made->writer, &place);
}

static inline void made_begin(struct made *made, const struct wb_trace_launch *launch) {
  const struct wb_trace_array arrays[N_ARRAYS] = {{"out", WB_MEMORY_GLOBAL, 4, 32, true, {0}},
                                                  {"a", WB_MEMORY_GLOBAL, 4, 32, false, {0}},
                                                  {"tile", WB_MEMORY_LOCAL, 4, 16, true, {0}},
                                                  {"vec", WB_MEMORY_GLOBAL, 16, 32, false, {0}}};
  struct wb_trace_place plain = {.line = 40, .column = 3, .array = WB_TRACE_NO_ARRAY};
  struct wb_trace_place lane = {.line = 33, .array = VEC, .bytes = 4, .access = WB_ACCESS_WRITE};
  wb_trace_begin(&made->writer, made->bytes, MADE_ROOM, &made->length, launch);
  for (uint32_t i = 0; i < N_ARRAYS; i++) wb_trace_put_array(&made->writer, &arrays[i]);
  for (uint32_t i = 0; i < N_ARRAYS; i++) put_access_place(made, 10 + i, i, WB_ACCESS_READ);
  for (uint32_t i = 0; i < N_ARRAYS; i++) put_access_place(made, 20 + i, i, WB_ACCESS_WRITE);
  put_access_place(made, 30, OUT, WB_ACCESS_ATOMIC);
  wb_trace_put_place(&made->writer, &plain);
  plain.line = 41;
  wb_trace_put_place(&made->writer, &plain);
  lane.lane_bytes = 4;
  lane.real = true;
  wb_trace_put_place(&made->writer, &lane);
}

static inline void group(struct made *made, uint64_t id) {
  wb_trace_put(&made->writer, WB_TRACE_GROUP, id);
}
static inline void item(struct made *made, uint64_t id) {
  wb_trace_put(&made->writer, WB_TRACE_ITEM, id);
}
static inline void touch(struct made *made, uint32_t place, uint64_t element, int value) {
  wb_trace_put_access(&made->writer, place, element * 4, &value, 4, 0);
}
static inline void refuse(struct made *made, uint32_t place, int64_t element) {
  wb_trace_put_refused(&made->writer, place, element * 4);
}
static inline void wait_here(struct made *made) {
  wb_trace_put(&made->writer, WB_TRACE_WAIT, BARRIER);
}
static inline void put(struct made *made, enum wb_trace_kind kind) {
  wb_trace_put(&made->writer, kind, 0);
}

/* Ends the trace and opens it. */
static inline struct wb_playback *played(struct made *made) {
  struct wb_playback *playback = NULL;
  struct wb_error err = {0};
  wb_trace_finish(&made->writer);
  if (!CHECK(wb_playback_open(&playback, made->bytes, (size_t)made->length, &err) == WB_OK))
    printf("# %s\n", err.message);
  return playback;
}

static inline bool cell_is(const struct wb_playback *p, size_t group_index, size_t step,
                           size_t array, uint64_t element, const char *expected) {
  struct wb_str text;
  wb_str_init(&text);
  wb_playback_cell_text(p, group_index, step, array, element, &text);
  const bool same = strcmp(text.data, expected) == 0;
  if (!same) printf("# the cell is \"%s\", not \"%s\"\n", text.data, expected);
  wb_str_release(&text);
  return CHECK(same);
}

static inline bool step_says(const struct wb_playback *p, size_t step, const char *expected) {
  struct wb_str text;
  wb_str_init(&text);
  wb_playback_describe(p, step, &text);
  const bool same = strcmp(text.data, expected) == 0;
  if (!same) printf("# step %zu is \"%s\", not \"%s\"\n", step, text.data, expected);
  wb_str_release(&text);
  return CHECK(same);
}

static inline bool trouble_is(const struct wb_playback *p, size_t step, const char *expected) {
  struct wb_str text;
  wb_str_init(&text);
  const bool there = wb_playback_trouble(p, step, &text);
  const bool same = strcmp(text.data, expected) == 0 && there == (expected[0] != '\0');
  if (!same) printf("# step %zu: \"%s\", not \"%s\"\n", step, text.data, expected);
  wb_str_release(&text);
  return CHECK(same);
}

#endif

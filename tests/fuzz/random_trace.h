/* Traces with anything in them: work-items that there are none of, elements far
 * outside, names that command terminals, and bytes that somebody changed. */
#ifndef FUZZ_RANDOM_TRACE_H
#define FUZZ_RANDOM_TRACE_H

#include <stdio.h>
#include <stdlib.h>

#include "finding/trace.h"
#include "hostile.h"

enum { RANDOM_TRACE_MAX = 4096, RANDOM_ARRAYS = 5, RANDOM_PLACES = 8 };

/* What records must agree with, or nothing after them is read. */
struct random_parts {
  uint64_t array_bytes[RANDOM_ARRAYS];
  struct wb_trace_place places[RANDOM_PLACES];
  unsigned n_arrays, n_places;
  uint64_t groups, items;
};

static inline void random_trace_parts(struct chance *chance, struct wb_trace_writer *writer,
                                      struct random_parts *parts) {
  for (unsigned i = 0; i < parts->n_arrays; i++) {
    struct wb_trace_array array = {.memory = (enum wb_memory)(1 + chance_below(chance, 4)),
                                   .element_bytes = chance_below(chance, 9),
                                   .bytes = chance_below(chance, 600)};
    char *name = hostile_text(chance, 1);
    snprintf(array.name, sizeof array.name, "%s", name);
    free(name);
    /* With control characters in a name no trace is read any further. */
    for (char *c = array.name; *c != '\0'; c++)
      if (((unsigned char)*c < ' ' || *c == 0x7F) && !chance_one_in(chance, 300)) *c = '?';
    wb_trace_put_array(writer, &array);
    parts->array_bytes[i] = array.bytes;
  }
  for (unsigned i = 0; i < parts->n_places; i++) {
    const bool waits = chance_one_in(chance, 4);
    const uint32_t lane = 1U << chance_below(chance, 4);
    const uint32_t most_lanes = WB_TRACE_VALUE_MAX / lane < 4 ? WB_TRACE_VALUE_MAX / lane : 4;
    parts->places[i] = (struct wb_trace_place){
        .line = chance_below(chance, 20),
        .column = chance_below(chance, 20),
        .array = waits ? WB_TRACE_NO_ARRAY : chance_below(chance, parts->n_arrays),
        .bytes = waits ? 0 : lane * (1 + chance_below(chance, most_lanes)),
        .access = waits ? WB_ACCESS_NONE : (enum wb_access)(1 + chance_below(chance, 3)),
        .lane_bytes = waits || chance_one_in(chance, 3) ? 0 : lane,
        .real = !waits && chance_one_in(chance, 2)};
    wb_trace_put_place(writer, &parts->places[i]);
  }
}

/* Only where it may stand; else, now and then, where it may not. */
static inline bool random_trace_may(struct chance *chance, bool may) {
  return may || chance_one_in(chance, 3000);
}

static inline void random_trace_record(struct chance *chance, struct wb_trace_writer *writer,
                                       const struct random_parts *parts) {
  static const unsigned char value[WB_TRACE_VALUE_MAX] = {1, 2, 3, 0x40, 0xff, 0xff, 0xff, 0xff};
  const uint32_t at = chance_below(chance, parts->n_places);
  const struct wb_trace_place *place = &parts->places[at];
  const bool accesses = place->array != WB_TRACE_NO_ARRAY;
  const uint64_t bytes = accesses ? parts->array_bytes[place->array] : 0;
  const unsigned kind = chance_below(chance, 12);
  if (kind < 5) {
    const uint64_t most = bytes >= place->bytes ? bytes - place->bytes : 0;
    const uint64_t offset = chance_below(chance, (unsigned)most + 1);
    if (random_trace_may(chance, accesses && bytes >= place->bytes))
      wb_trace_put_access(
          writer, at, offset, value, place->bytes,
          (uint16_t)(chance_one_in(chance, 4) ? chance_below(chance, 1U << place->bytes) : 0));
  } else if (kind == 5) {
    if (random_trace_may(chance, accesses))
      wb_trace_put_refused(writer, at, (int64_t)chance_below(chance, 2000) - 1000);
  } else if (kind == 6) {
    if (random_trace_may(chance, !accesses))
      wb_trace_put_branch(writer, at, chance_below(chance, 3));
  } else if (kind == 7) {
    wb_trace_put(writer, WB_TRACE_GROUP, chance_below(chance, (unsigned)parts->groups));
  } else if (kind == 8) {
    if (random_trace_may(chance, !accesses)) wb_trace_put(writer, WB_TRACE_WAIT, at);
  } else if (kind == 9) {
    wb_trace_put(writer, chance_one_in(chance, 2) ? WB_TRACE_PASS : WB_TRACE_ITEM_END, 0);
  } else {
    wb_trace_put(writer, WB_TRACE_ITEM, chance_below(chance, (unsigned)parts->items));
  }
}

/* Its length; `bytes` holds RANDOM_TRACE_MAX. */
static inline uint64_t random_trace(struct chance *chance, unsigned char *bytes) {
  struct wb_trace_writer writer;
  struct wb_trace_launch launch = {.kernel = "first", .dimensions = 1 + chance_below(chance, 3)};
  struct random_parts parts = {.n_arrays = 1 + chance_below(chance, RANDOM_ARRAYS),
                               .n_places = 1 + chance_below(chance, RANDOM_PLACES),
                               .groups = 1,
                               .items = 1};
  uint64_t length = 0;
  for (unsigned i = 0; i < 3; i++) {
    const bool beyond = i >= launch.dimensions;
    launch.local[i] = beyond ? 1 : 1 + chance_below(chance, 5);
    launch.global[i] = beyond ? 1 : launch.local[i] * (1 + chance_below(chance, 4));
    parts.groups *= launch.global[i] / launch.local[i];
    parts.items *= launch.local[i];
  }
  launch.subgroup = 32;
  wb_trace_begin(&writer, bytes, RANDOM_TRACE_MAX, &length, &launch);
  random_trace_parts(chance, &writer, &parts);
  wb_trace_put(&writer, WB_TRACE_GROUP, 0);
  for (unsigned i = chance_below(chance, 300); i > 0; i--) {
    random_trace_record(chance, &writer, &parts);
  }
  wb_trace_finish(&writer);
  for (unsigned i = chance_one_in(chance, 3) ? chance_below(chance, 4) : 0; i > 0 && length > 0;
       i--)
    bytes[chance_below(chance, (unsigned)length)] = (unsigned char)chance_below(chance, 256);
  return length;
}

#endif

/* Traces with anything in them: work-items that there are none of, elements far
 * outside, names that command terminals, and bytes that somebody changed. */
#ifndef FUZZ_RANDOM_TRACE_H
#define FUZZ_RANDOM_TRACE_H

#include <stdio.h>
#include <stdlib.h>

#include "finding/trace.h"
#include "hostile.h"

enum { RANDOM_TRACE_MAX = 4096, RANDOM_ARRAYS = 5, RANDOM_PLACES = 8 };

static inline void random_trace_parts(struct chance *chance, struct wb_trace_writer *writer,
                                      unsigned n_arrays, unsigned n_places) {
  for (unsigned i = 0; i < n_arrays; i++) {
    struct wb_trace_array array = {.memory = (enum wb_memory)(1 + chance_below(chance, 4)),
                                   .element_bytes = chance_below(chance, 9),
                                   .bytes = chance_below(chance, 600)};
    char *name = hostile_text(chance, 1);
    snprintf(array.name, sizeof array.name, "%s", name);
    free(name);
    wb_trace_put_array(writer, &array);
  }
  for (unsigned i = 0; i < n_places; i++) {
    const bool waits = chance_one_in(chance, 4);
    const struct wb_trace_place place = {
        .line = chance_below(chance, 20),
        .column = chance_below(chance, 20),
        .array = waits ? WB_TRACE_NO_ARRAY : chance_below(chance, n_arrays),
        .bytes = waits ? 0 : 1 + chance_below(chance, WB_TRACE_VALUE_MAX),
        .access = waits ? WB_ACCESS_NONE : (enum wb_access)(1 + chance_below(chance, 3)),
        .lane_bytes = chance_one_in(chance, 3) ? 0 : 4,
        .real = chance_one_in(chance, 2)};
    wb_trace_put_place(writer, &place);
  }
}

static inline void random_trace_record(struct chance *chance, struct wb_trace_writer *writer,
                                       unsigned n_places) {
  static const unsigned char value[WB_TRACE_VALUE_MAX] = {1, 2, 3, 0x40, 0xff, 0xff, 0xff, 0xff};
  const uint32_t place = chance_below(chance, n_places);
  const unsigned kind = chance_below(chance, 12);
  if (kind < 5) {
    wb_trace_put_access(writer, place, chance_below(chance, 80) * 4, value,
                        1 + chance_below(chance, WB_TRACE_VALUE_MAX));
  } else if (kind == 5) {
    wb_trace_put_refused(writer, place, (int64_t)chance_below(chance, 2000) - 1000);
  } else if (kind == 6) {
    wb_trace_put_branch(writer, place, chance_below(chance, 3));
  } else if (kind == 7) {
    wb_trace_put(writer, WB_TRACE_GROUP, chance_below(chance, 6));
  } else if (kind == 8) {
    wb_trace_put(writer, WB_TRACE_WAIT, place);
  } else if (kind == 9) {
    wb_trace_put(writer, chance_one_in(chance, 2) ? WB_TRACE_PASS : WB_TRACE_ITEM_END, 0);
  } else {
    wb_trace_put(writer, WB_TRACE_ITEM, chance_below(chance, 20));
  }
}

/* Its length; `bytes` holds RANDOM_TRACE_MAX. */
static inline uint64_t random_trace(struct chance *chance, unsigned char *bytes) {
  struct wb_trace_writer writer;
  struct wb_trace_launch launch = {.kernel = "first", .dimensions = 1 + chance_below(chance, 3)};
  const unsigned n_arrays = 1 + chance_below(chance, RANDOM_ARRAYS);
  const unsigned n_places = 1 + chance_below(chance, RANDOM_PLACES);
  uint64_t length = 0;
  for (unsigned i = 0; i < 3; i++) {
    const bool beyond = i >= launch.dimensions;
    launch.local[i] = beyond ? 1 : 1 + chance_below(chance, 5);
    launch.global[i] = beyond ? 1 : launch.local[i] * (1 + chance_below(chance, 4));
  }
  launch.subgroup = 32;
  wb_trace_begin(&writer, bytes, RANDOM_TRACE_MAX, &length, &launch);
  random_trace_parts(chance, &writer, n_arrays, n_places);
  wb_trace_put(&writer, WB_TRACE_GROUP, 0);
  for (unsigned i = chance_below(chance, 300); i > 0; i--) {
    random_trace_record(chance, &writer, n_places);
  }
  wb_trace_finish(&writer);
  for (unsigned i = chance_one_in(chance, 3) ? chance_below(chance, 4) : 0; i > 0 && length > 0;
       i--)
    bytes[chance_below(chance, (unsigned)length)] = (unsigned char)chance_below(chance, 256);
  return length;
}

#endif

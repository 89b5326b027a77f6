/* How often each array is accessed, and by whom (finding/array_count.h): the counts of work-items
 * that have begun, and what they come to once they have ended. */
#ifndef WB_EMULATOR_PROFILE_ARRAYS_H
#define WB_EMULATOR_PROFILE_ARRAYS_H

#include "emulator/run/run.h"
#include "finding/array_count.h"

enum {
  WB_ARRAY_WAYS = 3,         /* read, write, atomic */
  WB_ARRAY_COUNT_PLACES = 64 /* lines of one array and way that are told apart */
};

/* Of one work-item. Bit i of `at`: in line i of the array's. */
struct wb_item_array_count {
  uint64_t count, at;
};

struct wb_profile_array {
  struct wb_array_count all; /* without its lines */
  uint32_t object;
  uint32_t lines[WB_ARRAY_COUNT_PLACES], n_lines;
  uint64_t at, most_at;
};

struct wb_profile_arrays {
  struct wb_profile_array *arrays;    /* WB_MAX_ARRAY_COUNTS; places of arguments are fixed */
  uint16_t used[WB_MAX_ARRAY_COUNTS]; /* those that were accessed, in that order */
  size_t n_used, n_own;               /* how many are of arrays of the kernel's own */
  struct wb_item_array_count *counts; /* of each place, those of the running group's work-items */
  uint64_t most[WB_MEMORY_LOCAL + 1][WB_ACCESS_ATOMIC + 1]; /* of one work-item, of all arrays */
};

/* False without memory; wb_maps_release() returns what was taken. */
bool wb_profile_arrays_init(struct wb_profile_arrays *arrays, struct wbrt_run *run);

/* `elements` of an object of global or local memory are accessed; does nothing of others. */
void wb_profile_arrays_note(struct wbrt_run *run, const struct wbrt_object *object,
                            uint64_t elements, uint32_t flags, uint32_t site);

/* The running work-item has ended. */
void wb_profile_arrays_end_item(struct wbrt_run *run);

/* All have: into `shared`. */
void wb_profile_arrays_take(const struct wb_profile_arrays *arrays, struct wb_shared *shared);

#endif

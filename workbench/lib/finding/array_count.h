/* How often work-items accessed each array, in each way: what the counters of accesses are made of.
 * Only of kernels that were built for counting (struct wb_build_request.profile). */
#ifndef WB_FINDING_ARRAY_COUNT_H
#define WB_FINDING_ARRAY_COUNT_H

#include "base/str.h"
#include "finding/finding.h"

enum {
  WB_MAX_ARRAY_COUNTS = 256, /* of one launch: three for each argument, and some arrays more */
  WB_ARRAY_COUNT_LINES = 8   /* the others are left out */
};

/* An array and a way. An atomic operation is a read or a write or both, too, as in counters. */
struct wb_array_count {
  uint32_t argument; /* of the kernel, from 1; 0: an array of its own. In a judged case, where it is
                        one of the puzzle's parameters, the number of that */
  enum wb_memory memory; /* GLOBAL or LOCAL */
  enum wb_access access; /* READ, WRITE or ATOMIC */
  uint64_t total;        /* of all work-items */
  uint64_t most;         /* of the one that has the most of this array, which is `who` */
  uint64_t share;        /* of the one that has the most of all arrays in this memory together */
  struct wb_item_id who;
  /* Where the judged file does so, or of a host program this one, whose kernel it is; in ascending
   * order; bit i of `most_at`: `who` does in line i. */
  char file[WB_FINDING_FILE_MAX]; /* "": the judged one */
  uint32_t lines[WB_ARRAY_COUNT_LINES], n_lines, most_at;
  bool more_lines;
  char array[WB_FINDING_NAME_MAX];
  /* What the puzzle allows of `total` and of `most`, where it says so of this array. */
  bool has_total_limit, has_most_limit;
  uint64_t total_limit, most_limit;
};

/* Whether counter i (finding/counters.h) counts accesses of arrays: then which ones, and whether it
 * is that of one work-item. */
struct wb_access_counter {
  enum wb_memory memory;
  enum wb_access access;
  bool of_one;
};
bool wb_counter_is_of_accesses(unsigned i, struct wb_access_counter *of);

/* Whether the puzzle allows less. */
bool wb_array_count_exceeds(const struct wb_array_count *count);

/* Adds those of a launch to those of the launches before it, by argument, or by name and file where
 * there is none; `counts` is the caller's to free. */
void wb_array_counts_add(struct wb_array_count **counts, size_t *n,
                         const struct wb_array_count *more, size_t n_more);

/* "16 of `a` (line 9), 5 of `b` (lines 9 and 12)": what counter i is made of. Nothing where it does
 * not count accesses, or nothing is known. Appends. */
void wb_array_counts_describe(const struct wb_array_count *counts, size_t n, unsigned i,
                              struct wb_str *out);

/* "work-item (3,0,0) of group (0,0,0) reads `a` 5 times (line 9); the puzzle allows 2": of one that
 * exceeds. Appends. */
void wb_array_count_describe(const struct wb_array_count *count, struct wb_str *out);

#endif

/* What a launch's child leaves for its parent: findings, counters and text in
 * memory that both map, so that they survive a crash, a kill or a time limit.
 *
 * The child runs somebody else's code, so the parent believes nothing in here
 * that it has not clamped (wb_shared_take). */
#ifndef WB_EMULATOR_RUN_SHARED_H
#define WB_EMULATOR_RUN_SHARED_H

#include "device/device.h"

/* What every launch sets comes first: of most it is one page, and pages that nobody touches cost
 * nothing. */
struct wb_shared {
  uint32_t finished; /* the child came to its end, in whatever way */
  uint32_t kind;     /* enum wb_outcome_kind */
  uint64_t n_findings, findings_dropped;
  struct wb_counters counters;
  uint64_t n_lines, n_arrays;
  uint64_t time_ns, cost;
  uint64_t trace_length;
  uint64_t n_prints;                 /* where the launch wants them told */
  uint64_t knows_touched, n_touched; /* more than WB_MAX_TOUCHED: that many there were */
  uint64_t n_undefined;              /* 0: all of them below are free */
  uint64_t busy_items, idle_groups;
  uint64_t text_length;
  uint64_t text_capacity;
  char detail[WB_DIAGNOSTIC_TEXT_MAX];
  struct wb_finding findings[WB_MAX_OUTCOME_FINDINGS];
  struct wb_line_cost lines[WB_MAX_LINE_COSTS];
  struct wb_array_count arrays[WB_MAX_ARRAY_COUNTS];
  struct wb_print prints[WB_MAX_PRINTS];
  struct wb_touched touched[WB_MAX_TOUCHED];
  struct wb_undefined undefined[WB_MAX_UNDEFINED]; /* open addressing; no bytes: free */
  char text[];                                     /* text_capacity bytes, and then the trace */
};

/* `output_bytes` is how much text it can hold, `trace_bytes` how much of a trace. The memory for
 * one is whole pages, so that several can be one mapping: to make and to end each by itself takes
 * longer than what most launches leave there. SIZE_MAX: there is no memory for so much. */
size_t wb_shared_size(uint64_t output_bytes, uint64_t trace_bytes);

/* Zeros that forked processes have too, at first; NULL when there is no memory. */
void *wb_shared_map(size_t size);

/* In such memory, of the right size. */
struct wb_shared *wb_shared_at(void *memory, uint64_t output_bytes);

/* In memory of its own. NULL when there is none. */
struct wb_shared *wb_shared_new(uint64_t output_bytes, uint64_t trace_bytes);
void wb_shared_free(struct wb_shared *shared, uint64_t output_bytes,
                    uint64_t trace_bytes); /* NULL is fine */

/* Where the trace goes, in the child. */
unsigned char *wb_shared_trace(struct wb_shared *shared);

/* Copies what is there into the outcome, each field made valid. */
enum wb_status wb_shared_take(const struct wb_shared *shared, uint64_t output_bytes,
                              uint64_t trace_bytes, struct wb_outcome *outcome,
                              struct wb_error *err);

#endif

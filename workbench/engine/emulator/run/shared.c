#include "emulator/run/shared.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "device/protocol.h"
#include "emulator/runtime.h"
#include "finding/finding_fields.h"

size_t wb_shared_size(uint64_t output_bytes, uint64_t trace_bytes) {
  enum { PAGE = 4096 };
  if (output_bytes >= SIZE_MAX / 4 || trace_bytes >= SIZE_MAX / 4) return SIZE_MAX;
  const size_t size = sizeof(struct wb_shared) + (size_t)output_bytes + (size_t)trace_bytes;
  return (size + PAGE - 1) / PAGE * PAGE;
}

void *wb_shared_map(size_t size) {
  void *map =
      mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return map == MAP_FAILED ? NULL : map;
}

struct wb_shared *wb_shared_at(void *memory, uint64_t output_bytes) {
  struct wb_shared *shared = memory;
  shared->text_capacity = output_bytes;
  return shared;
}

struct wb_shared *wb_shared_new(uint64_t output_bytes, uint64_t trace_bytes) {
  const size_t size = wb_shared_size(output_bytes, trace_bytes);
  void *map = size != SIZE_MAX ? wb_shared_map(size) : NULL;
  return map != NULL ? wb_shared_at(map, output_bytes) : NULL;
}

void wb_shared_free(struct wb_shared *shared, uint64_t output_bytes, uint64_t trace_bytes) {
  if (shared != NULL) munmap(shared, wb_shared_size(output_bytes, trace_bytes));
}

unsigned char *wb_shared_trace(struct wb_shared *shared) {
  return (unsigned char *)shared->text + shared->text_capacity;
}

/* The copy comes first: what lies in shared memory may change while it is looked at. */
static void take_finding(const struct wb_finding *from, struct wb_finding *to) {
  memcpy(to, from, sizeof *to);
  wb_fields_make_valid(&wb_finding_fields, to);
  if (to->n_first == 0) to->has_item = false;
  if (to->count == 0) to->count = 1;
  if (to->items > to->count) to->items = to->count;
}

static enum wb_status take_text(const struct wb_shared *shared, uint64_t output_bytes,
                                struct wb_outcome *outcome, struct wb_error *err) {
  uint64_t length = shared->text_length;
  if (length > output_bytes) length = output_bytes;
  outcome->text_total = length;
  if (length == 0) return WB_OK;
  outcome->text = malloc((size_t)length + 1);
  if (outcome->text == NULL)
    return wb_fail(err, WB_ERR_NOMEM, "no memory for the text that a kernel printed");
  memcpy(outcome->text, shared->text, (size_t)length);
  outcome->text[length] = '\0';
  outcome->text_length = (size_t)length;
  return WB_OK;
}

static enum wb_status take_prints(const struct wb_shared *shared, struct wb_outcome *outcome,
                                  struct wb_error *err) {
  uint64_t count = shared->n_prints;
  if (count > WB_MAX_PRINTS) count = WB_MAX_PRINTS;
  if (count == 0) return WB_OK;
  const size_t bytes = (size_t)count * sizeof(struct wb_print);
  outcome->prints = malloc(bytes);
  if (outcome->prints == NULL) return wb_fail(err, WB_ERR_NOMEM, "no memory for who printed what");
  memcpy(outcome->prints, shared->prints, bytes);
  outcome->prints_length = bytes;
  return WB_OK;
}

static bool follows_last(const struct wb_outcome *outcome, const struct wb_touched *one) {
  bool good = one->start < one->end && one->arg < WB_MAX_ARGS;
  if (good && outcome->n_touched > 0) {
    const struct wb_touched *last = &outcome->touched[outcome->n_touched - 1];
    good = one->arg > last->arg || (one->arg == last->arg && one->start >= last->end);
  }
  return good;
}

static enum wb_status take_touched(const struct wb_shared *shared, struct wb_outcome *outcome,
                                   struct wb_error *err) {
  uint64_t count = shared->n_touched;
  outcome->knows_touched = shared->knows_touched == 1;
  outcome->touched_whole = count <= WB_MAX_TOUCHED;
  outcome->total_items = outcome->counters.items;
  outcome->idle_groups = shared->idle_groups;
  outcome->idle_items =
      shared->busy_items < outcome->total_items ? outcome->total_items - shared->busy_items : 0;
  if (count > WB_MAX_TOUCHED) count = WB_MAX_TOUCHED;
  if (!outcome->knows_touched || count == 0) return WB_OK;
  outcome->touched = calloc(count, sizeof *outcome->touched);
  if (outcome->touched == NULL)
    return wb_fail(err, WB_ERR_NOMEM, "no memory for what a kernel touched");
  for (uint64_t i = 0; i < count; i++) {
    struct wb_touched one;
    memcpy(&one, &shared->touched[i], sizeof one);
    wb_fields_make_valid(&wb_touched_fields, &one);
    if (follows_last(outcome, &one)) outcome->touched[outcome->n_touched++] = one;
  }
  return WB_OK;
}

static enum wb_status take_undefined(const struct wb_shared *shared, struct wb_outcome *outcome,
                                     struct wb_error *err) {
  if (shared->n_undefined == 0) return WB_OK;
  outcome->undefined = calloc(WB_MAX_UNDEFINED, sizeof *outcome->undefined);
  if (outcome->undefined == NULL)
    return wb_fail(err, WB_ERR_NOMEM, "no memory for what a kernel left undefined");
  for (size_t i = 0; i < WB_MAX_UNDEFINED; i++) {
    struct wb_undefined *one = &outcome->undefined[outcome->n_undefined];
    memcpy(one, &shared->undefined[i], sizeof *one);
    wb_fields_make_valid(&wb_undefined_fields, one);
    if (one->bytes > 0 && one->arg < WB_MAX_ARGS) outcome->n_undefined++;
  }
  return WB_OK;
}

static void take_line(const struct wb_line_cost *from, struct wb_line_cost *to) {
  memcpy(to, from, sizeof *to);
  wb_fields_make_valid(&wb_line_cost_fields, to);
}

static enum wb_status take_arrays(const struct wb_shared *shared, struct wb_outcome *outcome,
                                  struct wb_error *err) {
  uint64_t count = shared->n_arrays;
  if (count > WB_MAX_ARRAY_COUNTS) count = WB_MAX_ARRAY_COUNTS;
  if (count == 0) return WB_OK;
  outcome->arrays = calloc(count, sizeof *outcome->arrays);
  if (outcome->arrays == NULL)
    return wb_fail(err, WB_ERR_NOMEM, "no memory for what a kernel counted");
  for (uint64_t i = 0; i < count; i++) {
    memcpy(&outcome->arrays[i], &shared->arrays[i], sizeof outcome->arrays[i]);
    wb_fields_make_valid(&wb_array_count_fields, &outcome->arrays[i]);
  }
  outcome->n_arrays = count;
  return WB_OK;
}

/* Its reader believes nothing in it either. */
static enum wb_status take_trace(const struct wb_shared *shared, uint64_t output_bytes,
                                 uint64_t trace_bytes, struct wb_outcome *outcome,
                                 struct wb_error *err) {
  uint64_t length = shared->trace_length;
  if (length > trace_bytes) length = trace_bytes;
  if (length == 0) return WB_OK;
  outcome->trace = malloc((size_t)length);
  if (outcome->trace == NULL) return wb_fail(err, WB_ERR_NOMEM, "no memory for a trace");
  memcpy(outcome->trace, shared->text + output_bytes, (size_t)length);
  outcome->trace_length = (size_t)length;
  return WB_OK;
}

enum wb_status wb_shared_take(const struct wb_shared *shared, uint64_t output_bytes,
                              uint64_t trace_bytes, struct wb_outcome *outcome,
                              struct wb_error *err) {
  uint32_t kind = shared->kind;
  outcome->kind = kind <= WB_OUTCOME_CANCELLED ? (enum wb_outcome_kind)kind : WB_OUTCOME_CRASHED;
  memcpy(outcome->detail, shared->detail, sizeof outcome->detail);
  outcome->detail[sizeof outcome->detail - 1] = '\0';
  uint64_t n = shared->n_findings;
  outcome->n_findings = n < WB_MAX_OUTCOME_FINDINGS ? (size_t)n : WB_MAX_OUTCOME_FINDINGS;
  for (size_t i = 0; i < outcome->n_findings; i++)
    take_finding(&shared->findings[i], &outcome->findings[i]);
  outcome->findings_dropped = shared->findings_dropped;
  outcome->counters = shared->counters;
  outcome->time_ns = shared->time_ns;
  outcome->spent_ns = shared->cost / (WBRT_COST_OF_MS / 1000000);
  n = shared->n_lines;
  outcome->n_lines = n < WB_MAX_LINE_COSTS ? (size_t)n : WB_MAX_LINE_COSTS;
  for (size_t i = 0; i < outcome->n_lines; i++) take_line(&shared->lines[i], &outcome->lines[i]);
  enum wb_status status = take_text(shared, output_bytes, outcome, err);
  if (status == WB_OK) status = take_prints(shared, outcome, err);
  if (status == WB_OK) status = take_touched(shared, outcome, err);
  if (status == WB_OK) status = take_arrays(shared, outcome, err);
  if (status == WB_OK) status = take_undefined(shared, outcome, err);
  return status == WB_OK ? take_trace(shared, output_bytes, trace_bytes, outcome, err) : status;
}

#include "emulator/run/print_order.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "emulator/run/run.h"

static uint64_t linear_group(const struct wbrt_context *context) {
  return (context->group_id[2] * context->n_groups[1] + context->group_id[1]) *
             context->n_groups[0] +
         context->group_id[0];
}

static int by_number(uint64_t a, uint64_t b) { return (a > b) - (a < b); }

static int by_place(const struct wb_printed *x, const struct wb_printed *y) {
  int order = by_number(x->group, y->group);
  if (order == 0) order = by_number(x->barriers, y->barriers);
  return order == 0 ? by_number(x->item, y->item) : order;
}

static int by_place_and_time(const void *a, const void *b) {
  const struct wb_printed *x = a, *y = b;
  int order = by_place(x, y);
  return order == 0 ? by_number(x->start, y->start) : order;
}

void wb_prints_note(struct wbrt_run *run, uint64_t length) {
  struct wb_prints *prints = &run->prints;
  struct wb_printed now = {.group = linear_group(run->context),
                           .barriers = run->barriers,
                           .item = run->context->local_linear_id,
                           .start = run->shared->text_length - length,
                           .length = length};
  struct wb_printed *last = prints->count > 0 ? &prints->items[prints->count - 1] : NULL;
  if (run->launch->schedule.kind == WB_SCHEDULE_FORWARD || length == 0) return;
  if (last != NULL && by_place(last, &now) == 0) {
    last->length += length;
    return;
  }
  prints->items =
      wb_grow(prints->items, &prints->capacity, prints->count + 1, sizeof *prints->items);
  prints->items[prints->count++] = now;
}

void wb_prints_sort(struct wbrt_run *run) {
  struct wb_prints *prints = &run->prints;
  struct wb_shared *shared = run->shared;
  char *sorted = prints->count > 1 ? malloc((size_t)shared->text_length) : NULL;
  uint64_t at = 0;
  if (sorted == NULL) return;
  qsort(prints->items, prints->count, sizeof *prints->items, by_place_and_time);
  for (size_t i = 0; i < prints->count; i++) {
    memcpy(sorted + at, shared->text + prints->items[i].start, (size_t)prints->items[i].length);
    at += prints->items[i].length;
  }
  memcpy(shared->text, sorted, (size_t)at);
  free(sorted);
}

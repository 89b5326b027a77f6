#include "finding/parting.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "finding/trace.h"

/* An access, as both runs would tell it if they did not part. */
struct access {
  uint64_t item;  /* by groups, then by linear ids in them */
  size_t at;      /* its place among all of the run */
  uint32_t place; /* in the run's own table */
  uint64_t offset;
  unsigned char value[WB_TRACE_VALUE_MAX];
};

struct reading {
  struct wb_trace trace;
  struct access *list; /* sorted by work-item, each in the order of its program */
  size_t count, capacity;
  uint64_t group_items;
};

static int by_item(const void *a, const void *b) {
  const struct access *one = a, *other = b;
  if (one->item != other->item) return one->item < other->item ? -1 : 1;
  return one->at < other->at ? -1 : one->at > other->at;
}

static bool read_all(const struct wb_traced *from, struct reading *out) {
  struct wb_trace_record record;
  if (wb_trace_open(&out->trace, from->bytes, from->length, NULL) != WB_OK) return false;
  const uint64_t *local = out->trace.launch.local;
  out->group_items = local[0] * local[1] * local[2];
  while (wb_trace_next(&out->trace, &record)) {
    if (record.kind != WB_TRACE_ACCESS) continue;
    out->list = wb_grow(out->list, &out->capacity, out->count + 1, sizeof *out->list);
    struct access *access = &out->list[out->count];
    *access = (struct access){.item = record.group * out->group_items + record.item,
                              .at = out->count,
                              .place = record.place,
                              .offset = record.offset};
    memcpy(access->value, record.value, sizeof access->value);
    out->count++;
  }
  if (out->count > 0) qsort(out->list, out->count, sizeof *out->list, by_item);
  return out->count > 0;
}

static void release(struct reading *reading) {
  wb_trace_release(&reading->trace);
  free(reading->list);
}

static const struct wb_trace_place *place_of(const struct reading *reading,
                                             const struct access *access) {
  return &reading->trace.places[access->place];
}

static const struct wb_trace_array *array_of(const struct reading *reading,
                                             const struct access *access) {
  const uint32_t array = place_of(reading, access)->array;
  return array != WB_TRACE_NO_ARRAY ? &reading->trace.arrays[array] : NULL;
}

/* ---- one work-item ----------------------------------------------------------------- */

static bool same_place(const struct reading runs[2], const struct access *a,
                       const struct access *b) {
  const struct wb_trace_place *one = place_of(&runs[0], a), *other = place_of(&runs[1], b);
  return one->line == other->line && one->column == other->column && one->access == other->access &&
         one->bytes == other->bytes && a->offset == b->offset &&
         strcmp(one->file, other->file) == 0;
}

static bool same_value(const struct reading *run, const struct access *a, const struct access *b) {
  const uint32_t bytes = place_of(run, a)->bytes;
  return memcmp(a->value, b->value, bytes < WB_TRACE_VALUE_MAX ? bytes : WB_TRACE_VALUE_MAX) == 0;
}

static size_t end_of(const struct reading *run, size_t begin) {
  size_t end = begin;
  while (end < run->count && run->list[end].item == run->list[begin].item) end++;
  return end;
}

/* Two accesses at which a work-item's ways part. */
struct pair {
  const struct access *of[2];
};

/* The first of the work-item whose accesses begin at begin[0] and begin[1]. */
static bool part_of_item(const struct reading runs[2], const size_t begin[2], const size_t end[2],
                         struct pair *pair) {
  for (size_t i = begin[0], k = begin[1]; i < end[0] && k < end[1]; i++, k++) {
    *pair = (struct pair){{&runs[0].list[i], &runs[1].list[k]}};
    if (!same_place(runs, pair->of[0], pair->of[1]) ||
        !same_value(&runs[0], pair->of[0], pair->of[1]))
      return true;
  }
  return false;
}

/* ---- all of them ------------------------------------------------------------------- */

static bool is_atomic(const struct reading *run, const struct access *access) {
  return place_of(run, access)->access == WB_ACCESS_ATOMIC;
}

/* The work-item that wrote the element last in the second run; UINT64_MAX: none. */
static uint64_t writer_of(const struct reading *run, const char *array, uint64_t index) {
  uint64_t writer = UINT64_MAX;
  size_t last = 0;
  for (size_t i = 0; i < run->count; i++) {
    const struct access *access = &run->list[i];
    const struct wb_trace_array *of = array_of(run, access);
    const struct wb_trace_place *place = place_of(run, access);
    if (of == NULL || of->element_bytes == 0 || place->access == WB_ACCESS_READ) continue;
    if (of->memory != WB_MEMORY_GLOBAL || strcmp(of->name, array) != 0) continue;
    const uint64_t byte = index * of->element_bytes;
    if (access->offset >= byte + of->element_bytes || access->offset + place->bytes <= byte)
      continue;
    if (writer == UINT64_MAX || access->at >= last) {
      writer = access->item;
      last = access->at;
    }
  }
  return writer;
}

/* How well a pair explains the element: an atomic operation of its writer best,
 * then of the writer's group, then of anybody; then the rest in the same order. */
static int worth_of(const struct reading runs[2], const struct pair *pair, uint64_t writer) {
  const struct access *access = pair->of[1];
  int worth = 1;
  if (writer != UINT64_MAX && access->item / runs[1].group_items == writer / runs[1].group_items)
    worth = 2;
  if (access->item == writer) worth = 3;
  return worth + (is_atomic(&runs[1], access) ? 3 : 0);
}

static bool find(const struct reading runs[2], uint64_t writer, struct pair *best) {
  size_t begin[2] = {0, 0};
  int most = 0;
  while (begin[0] < runs[0].count && begin[1] < runs[1].count) {
    const uint64_t items[2] = {runs[0].list[begin[0]].item, runs[1].list[begin[1]].item};
    const size_t end[2] = {end_of(&runs[0], begin[0]), end_of(&runs[1], begin[1])};
    struct pair pair;
    if (items[0] == items[1] && part_of_item(runs, begin, end, &pair)) {
      const int worth = worth_of(runs, &pair, writer);
      if (worth > most || (worth == most && pair.of[1]->at < best->of[1]->at)) *best = pair;
      if (worth > most) most = worth;
    }
    if (items[0] <= items[1]) begin[0] = end[0];
    if (items[1] <= items[0]) begin[1] = end[1];
  }
  return most > 0;
}

static void describe(const struct reading runs[2], const struct pair *pair,
                     struct wb_parting *parting) {
  const struct access *access = pair->of[1];
  const struct wb_trace_place *place = place_of(&runs[1], access);
  const struct wb_trace_array *array = array_of(&runs[1], access);
  const struct wb_trace_record record = {.group = access->item / runs[1].group_items,
                                         .item = access->item % runs[1].group_items};
  *parting = (struct wb_parting){.line = place->line,
                                 .column = place->column,
                                 .access = place->access,
                                 .who = wb_trace_who(&runs[1].trace, &record)};
  memcpy(parting->file, place->file, sizeof parting->file);
  if (!same_place(runs, pair->of[0], access) || array == NULL || array->element_bytes == 0) return;
  snprintf(parting->element, sizeof parting->element, "%s[%" PRIu64 "]", array->name,
           access->offset / array->element_bytes);
  for (int i = 0; i < 2; i++) {
    struct wb_str text;
    wb_str_init(&text);
    wb_trace_value(place_of(&runs[i], pair->of[i]), pair->of[i]->value, &text);
    snprintf(parting->values[i], sizeof parting->values[i], "%s", text.data);
    wb_str_release(&text);
  }
}

bool wb_parting_find(const struct wb_traced traced[2], const char *array, uint64_t index,
                     struct wb_parting *parting) {
  struct reading runs[2] = {0};
  struct pair pair = {{NULL, NULL}};
  bool found = true;
  for (int i = 0; i < 2; i++) found = found && read_all(&traced[i], &runs[i]);
  found = found && runs[0].group_items == runs[1].group_items && runs[0].group_items > 0;
  found = found && find(runs, writer_of(&runs[1], array, index), &pair);
  if (found) describe(runs, &pair, parting);
  for (int i = 0; i < 2; i++) release(&runs[i]);
  return found;
}

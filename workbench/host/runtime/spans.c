#include "runtime/spans.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

void wb_spans_release(struct wb_spans *spans) {
  free(spans->items);
  memset(spans, 0, sizeof *spans);
}

size_t wb_spans_find(const struct wb_spans *spans, uint64_t start) {
  size_t low = 0, high = spans->count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (spans->items[middle].end > start)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

static bool is_of_same(const struct wb_host_origin *a, const struct wb_host_origin *b) {
  return a->kind == b->kind && a->kernel == b->kernel && a->place.line == b->place.line &&
         a->place.file == b->place.file;
}

static bool is_alike(const struct wb_host_span *a, const struct wb_host_span *b) {
  return is_of_same(&a->origin, &b->origin) && a->writer == b->writer && a->version == b->version &&
         a->read == b->read && a->zeroed == b->zeroed && a->place.line == b->place.line &&
         a->place.file == b->place.file;
}

/* Adds a span behind those that are there; joins it to the last where that is alike. */
static void append(struct wb_spans *spans, struct wb_host_span span) {
  struct wb_host_span *last = spans->count > 0 ? &spans->items[spans->count - 1] : NULL;
  if (span.start >= span.end) return;
  if (last != NULL && last->end == span.start && is_alike(last, &span)) {
    last->end = span.end;
    return;
  }
  spans->items = wb_grow(spans->items, &spans->capacity, spans->count + 1, sizeof *spans->items);
  spans->items[spans->count++] = span;
}

static struct wb_host_span part_of(const struct wb_host_span *span, uint64_t start, uint64_t end) {
  struct wb_host_span part = *span;
  if (start > part.start) part.start = start;
  if (end < part.end) part.end = end;
  return part;
}

/* The usual case of a program that fills memory from its start: one range inside the last span
 * that was written, or right behind it with nothing after. */
static bool extends_last(struct wb_spans *spans, const struct wb_range *range,
                         const struct wb_host_span *like) {
  if (spans->hint >= spans->count) return false;
  struct wb_host_span *last = &spans->items[spans->hint];
  if (!is_alike(last, like) || range->start < last->start || range->start > last->end) return false;
  const uint64_t limit =
      spans->hint + 1 < spans->count ? spans->items[spans->hint + 1].start : UINT64_MAX;
  if (range->end > limit) return false;
  if (range->end > last->end) last->end = range->end;
  return range->end < limit; /* else it may have to be joined to the next */
}

/* One pass over both: what lies outside the ranges is kept, the ranges are `like`. */
void wb_spans_write(struct wb_spans *spans, const struct wb_range *ranges, size_t count,
                    const struct wb_host_span *like) {
  struct wb_spans made = {0};
  size_t old = 0;
  if (count == 0 || (count == 1 && like != NULL && extends_last(spans, ranges, like))) return;
  for (size_t i = 0; i < count; i++) {
    const struct wb_range *range = &ranges[i];
    while (old < spans->count && spans->items[old].end <= range->start)
      append(&made, spans->items[old++]);
    if (old < spans->count) append(&made, part_of(&spans->items[old], 0, range->start));
    if (like != NULL) {
      struct wb_host_span span = *like;
      span.start = range->start;
      span.end = range->end;
      append(&made, span);
      made.hint = made.count - 1;
    }
    while (old < spans->count && spans->items[old].end <= range->end) old++;
    if (old < spans->count && spans->items[old].start < range->end)
      spans->items[old] = part_of(&spans->items[old], range->end, UINT64_MAX);
  }
  while (old < spans->count) append(&made, spans->items[old++]);
  free(spans->items);
  *spans = made;
}

void wb_spans_forget(struct wb_spans *spans, uint64_t start, uint64_t end) {
  const struct wb_range range = {start, end};
  if (start < end) wb_spans_write(spans, &range, 1, NULL);
}

/* Where a copy has brought bytes from, and to. */
struct move {
  const struct wb_spans *from;
  uint64_t start, at;
};

/* One span that the copy wrote, in pieces by what their sources are of. */
static void append_copied(struct wb_spans *made, struct wb_host_span rest,
                          const struct move *move) {
  const struct wb_spans *from = move->from;
  const uint64_t first = rest.start - move->at + move->start;
  const uint64_t last = rest.end - move->at + move->start;
  for (size_t i = wb_spans_find(from, first); i < from->count && from->items[i].start < last; i++) {
    const struct wb_host_span source = part_of(&from->items[i], first, last);
    struct wb_host_span piece = rest;
    piece.start = source.start - move->start + move->at;
    piece.end = source.end - move->start + move->at;
    piece.origin = source.origin;
    append(made, part_of(&rest, 0, piece.start));
    append(made, piece);
    rest.start = piece.end;
  }
  append(made, rest);
}

void wb_spans_take_origins(struct wb_spans *spans, uint64_t at, const struct wb_spans *from,
                           uint64_t start, uint64_t length, uint64_t version) {
  const struct move move = {from, start, at};
  struct wb_spans made = {0};
  for (size_t i = 0; i < spans->count; i++) {
    const struct wb_host_span *span = &spans->items[i];
    if (span->writer == WB_BY_COPY && span->version == version && span->start >= at &&
        span->end <= at + length)
      append_copied(&made, *span, &move);
    else
      append(&made, *span);
  }
  free(spans->items);
  *spans = made;
}

static bool has_unread(const struct wb_spans *spans, const struct wb_range *ranges, size_t count) {
  for (size_t i = 0; i < count; i++)
    for (size_t k = wb_spans_find(spans, ranges[i].start);
         k < spans->count && spans->items[k].start < ranges[i].end; k++)
      if (!spans->items[k].read) return true;
  return false;
}

void wb_spans_mark_read(struct wb_spans *spans, const struct wb_range *ranges, size_t count) {
  struct wb_spans made = {0};
  size_t next = 0;
  if (!has_unread(spans, ranges, count)) return;
  for (size_t k = 0; k < spans->count; k++) {
    struct wb_host_span rest = spans->items[k];
    while (next < count && ranges[next].end <= rest.start) next++;
    for (size_t i = next; i < count && ranges[i].start < rest.end; i++) {
      struct wb_host_span inside = part_of(&rest, ranges[i].start, ranges[i].end);
      if (inside.start >= inside.end) continue;
      inside.read = true;
      append(&made, part_of(&rest, 0, inside.start));
      append(&made, inside);
      rest.start = inside.end;
    }
    append(&made, rest);
  }
  free(spans->items);
  *spans = made;
}

bool wb_spans_gap(struct wb_spans *spans, uint64_t start, uint64_t end, uint64_t *gap) {
  size_t i = spans->hint;
  if (start >= end) return false;
  if (i >= spans->count || spans->items[i].start > start || spans->items[i].end <= start)
    i = wb_spans_find(spans, start);
  for (; i < spans->count && spans->items[i].start <= start; i++) {
    spans->hint = i;
    start = spans->items[i].end;
    if (start >= end) return false;
  }
  *gap = start;
  return true;
}

/* Who wrote which bytes: the spans say what a plain array of bytes says. */
#include "runtime/spans.h"

#include <stdlib.h>
#include <string.h>

#include "tap.h"

enum { BYTES = 64, ROUNDS = 4000 };

/* Of each byte: the version of who wrote it (0: nobody), and whether it was read since. */
struct plain {
  unsigned version[BYTES];
  bool read[BYTES];
};

static unsigned state = 12345;
static unsigned below(unsigned limit) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % limit;
}

/* Up to five sorted ranges that neither touch nor overlap. */
static size_t random_ranges(struct wb_range *ranges) {
  size_t count = 0;
  uint64_t at = below(BYTES / 2);
  for (unsigned i = below(5) + 1; i > 0 && at < BYTES; i--) {
    const uint64_t end = at + 1 + below(8);
    ranges[count++] = (struct wb_range){at, end < BYTES ? end : BYTES};
    at = end + 1 + below(8);
  }
  return count;
}

static void change(struct wb_spans *spans, struct plain *plain, unsigned version) {
  struct wb_range ranges[5];
  const size_t count = random_ranges(ranges);
  const unsigned what = below(4);
  const struct wb_host_span like = {.writer = WB_BY_KERNEL, .version = version};
  if (what == 0) wb_spans_mark_read(spans, ranges, count);
  if (what == 1) wb_spans_forget(spans, ranges[0].start, ranges[0].end);
  if (what > 1) wb_spans_write(spans, ranges, count, &like);
  for (size_t i = 0; i < (what == 1 ? 1 : count); i++)
    for (uint64_t b = ranges[i].start; b < ranges[i].end; b++) {
      if (what == 0)
        plain->read[b] = true;
      else
        plain->read[b] = false;
      if (what == 1) plain->version[b] = 0;
      if (what > 1) plain->version[b] = version;
    }
}

static bool same(const struct wb_spans *spans, const struct plain *plain) {
  for (uint64_t b = 0; b < BYTES; b++) {
    const size_t i = wb_spans_find(spans, b);
    const struct wb_host_span *span = i < spans->count ? &spans->items[i] : NULL;
    const bool there = span != NULL && span->start <= b;
    if (there != (plain->version[b] > 0)) return false;
    if (there && (span->version != plain->version[b] || span->read != plain->read[b])) return false;
  }
  return true;
}

static bool in_order(const struct wb_spans *spans) {
  for (size_t i = 0; i < spans->count; i++) {
    const struct wb_host_span *span = &spans->items[i];
    if (span->start >= span->end) return false;
    if (i == 0) continue;
    const struct wb_host_span *before = span - 1;
    if (before->end > span->start) return false;
    if (before->end == span->start && before->version == span->version &&
        before->read == span->read)
      return false;
  }
  return true;
}

static bool gap_is(struct wb_spans *spans, const struct plain *plain) {
  const uint64_t start = below(BYTES), end = start + below(BYTES - (unsigned)start + 1);
  uint64_t gap = 0, first = start;
  while (first < end && plain->version[first] > 0) first++;
  return wb_spans_gap(spans, start, end, &gap) ? gap == first : first == end;
}

static void spans_are_what_bytes_are(void) {
  for (unsigned run = 0; run < 20; run++) {
    struct wb_spans spans = {0};
    struct plain plain = {{0}, {0}};
    bool fine = true;
    for (unsigned round = 1; round <= ROUNDS / 20 && fine; round++) {
      change(&spans, &plain, round);
      fine = same(&spans, &plain) && in_order(&spans) && gap_is(&spans, &plain);
    }
    CHECK(fine);
    wb_spans_release(&spans);
  }
}

static void what_is_filled_from_its_start_is_one_span(void) {
  struct wb_spans spans = {0};
  const struct wb_host_span like = {.writer = WB_BY_HOST};
  for (uint64_t i = 0; i < 100; i++) {
    const struct wb_range range = {i * 4, i * 4 + 4};
    wb_spans_write(&spans, &range, 1, &like);
  }
  CHECK_INT(spans.count, 1);
  CHECK_INT(spans.items[0].end, 400);
  const struct wb_range hole = {600, 604}, filler = {400, 600};
  wb_spans_write(&spans, &hole, 1, &like);
  CHECK_INT(spans.count, 2);
  wb_spans_write(&spans, &filler, 1, &like);
  CHECK_INT(spans.count, 1);
  wb_spans_release(&spans);
}

/* Of each byte: the line of the kernel that made it; 0: no kernel did. */
static void origins_of(const struct wb_spans *spans, unsigned lines[BYTES]) {
  for (uint64_t b = 0; b < BYTES; b++) {
    const size_t i = wb_spans_find(spans, b);
    const bool there = i < spans->count && spans->items[i].start <= b;
    lines[b] = there && spans->items[i].origin.kind == WB_OF_KERNEL
                   ? spans->items[i].origin.place.line
                   : 0;
  }
}

static void make_source(struct wb_spans *spans) {
  struct wb_range ranges[5];
  for (unsigned line = 1; line < 6; line++) {
    const struct wb_host_span like = {.writer = WB_BY_KERNEL,
                                      .version = line,
                                      .origin = {.kind = WB_OF_KERNEL, .place = {"p.lua", line}}};
    const size_t count = random_ranges(ranges);
    wb_spans_write(spans, ranges, count, &like);
  }
}

/* A copy, of which the host then writes over a part. */
static void a_copy_hands_origins_on(void) {
  enum { COPY = 77 };
  for (unsigned run = 0; run < 500; run++) {
    struct wb_spans from = {0}, to = {0};
    unsigned source[BYTES], target[BYTES], wrong = 0;
    const uint64_t length = 1 + below(BYTES), start = below(BYTES - (unsigned)length + 1);
    const uint64_t at = below(BYTES - (unsigned)length + 1);
    const struct wb_host_span copied = {.writer = WB_BY_COPY, .version = COPY};
    const struct wb_host_span written = {.writer = WB_BY_HOST};
    const struct wb_range range = {at, at + length};
    struct wb_range over[5];
    bool is_over[BYTES] = {false};
    make_source(&from);
    origins_of(&from, source);
    make_source(&to); /* of other copies' bytes, which stay as they are */
    wb_spans_write(&to, &range, 1, &copied);
    const size_t n_over = random_ranges(over);
    wb_spans_write(&to, over, n_over, &written);
    for (size_t i = 0; i < n_over; i++)
      memset(is_over + over[i].start, true, over[i].end - over[i].start);
    unsigned before[BYTES];
    origins_of(&to, before);
    wb_spans_take_origins(&to, at, &from, start, length, COPY);
    origins_of(&to, target);
    for (uint64_t b = 0; b < BYTES; b++) {
      const bool brought = b >= at && b < at + length && !is_over[b];
      wrong += target[b] != (brought ? source[b - at + start] : before[b]);
    }
    CHECK_INT(wrong, 0);
    wb_spans_release(&from);
    wb_spans_release(&to);
  }
}

int main(void) {
  tap_run("spans are what bytes are", spans_are_what_bytes_are);
  tap_run("a copy hands on what made its bytes", a_copy_hands_origins_on);
  tap_run("what is filled from its start is one span", what_is_filled_from_its_start_is_one_span);
  return tap_finish();
}

/* Who wrote which bytes of a block last, and whether anything has read them since.
 *
 * Spans are sorted, do not overlap and do not touch where they are alike; bytes in no span were
 * never written. Plain data; no host. */
#ifndef WB_HOST_SPANS_H
#define WB_HOST_SPANS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A line of the host program; the name is the host's. */
struct wb_host_place {
  const char *file; /* NULL: unknown */
  uint32_t line;
};

enum wb_writer { WB_BY_HOST, WB_BY_COPY, WB_BY_FILL, WB_BY_KERNEL };

/* What made the bytes in the first place: copies hand that on. */
struct wb_host_origin {
  enum wb_host_origin_kind { WB_OF_HOST, WB_OF_ZEROS, WB_OF_KERNEL } kind;
  const char *kernel; /* of the last: its name, the host's; "": of a text of the program's own */
  struct wb_host_place
      place; /* of the program that wrote them, where that is kept (wb_host_options) */
};

struct wb_host_span {
  uint64_t start, end;
  enum wb_writer writer;
  bool read;   /* since it was written */
  bool zeroed; /* by a fill, with zeros */
  struct wb_host_place place;
  uint64_t version; /* of what was written: another for every command's writing */
  uint64_t items;   /* of a kernel: work-items of its launch */
  struct wb_host_origin origin;
};

struct wb_spans {
  struct wb_host_span *items;
  size_t count, capacity;
  size_t hint; /* where the last search ended */
};

struct wb_range {
  uint64_t start, end;
};

void wb_spans_release(struct wb_spans *spans);

/* Sorted ranges that do not overlap get the span's writer and place (`like`). */
void wb_spans_write(struct wb_spans *spans, const struct wb_range *ranges, size_t count,
                    const struct wb_host_span *like);
/* These bytes are as if never written. */
void wb_spans_forget(struct wb_spans *spans, uint64_t start, uint64_t end);
/* What the copy with this version has brought from `start` of other bytes to `at` of these is of
 * what those are, as far as nothing else was written over it. */
void wb_spans_take_origins(struct wb_spans *spans, uint64_t at, const struct wb_spans *from,
                           uint64_t start, uint64_t length, uint64_t version);
/* Sorted ranges that do not overlap have been read. */
void wb_spans_mark_read(struct wb_spans *spans, const struct wb_range *ranges, size_t count);

/* The first span that ends after `start`: an index, `count` where there is none. */
size_t wb_spans_find(const struct wb_spans *spans, uint64_t start);
/* The first byte of the range that nobody wrote; false: all were. */
bool wb_spans_gap(struct wb_spans *spans, uint64_t start, uint64_t end, uint64_t *gap);

#endif

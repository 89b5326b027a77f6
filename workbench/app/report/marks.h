/* The places of a kernel that a result speaks of. */
#ifndef WB_REPORT_MARKS_H
#define WB_REPORT_MARKS_H

#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "result/result.h"

enum wb_mark_kind { WB_MARK_OTHER, WB_MARK_WARNING, WB_MARK_ERROR };
struct wb_mark {
  enum wb_mark_kind kind;
  uint32_t line, column;
  char *text;
  char *brief; /* where `text` is near: "out-of-bounds: reads a[4]" */
};

struct wb_marks {
  struct wb_mark *items;
  size_t count, capacity;
};

/* Adds the findings, each once, errors first, with their other accesses, and then what the compiler
 * said: all that lies in the judged file. Every list of them is in this order. */
void wb_marks_collect(const struct wb_result *result, struct wb_marks *marks);

/* A line for each, "FILE:4:10: error: out-of-bounds: …", as compilers write them. Appends. */
void wb_marks_list(const struct wb_marks *marks, const char *file, struct wb_str *out);
void wb_marks_release(struct wb_marks *marks); /* leaves it empty */

#endif

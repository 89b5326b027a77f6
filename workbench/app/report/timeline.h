/* The timeline of a host program (result/timeline.h) as text, as SVG and as a trace for Chrome's
 * and Perfetto's viewers. */
#ifndef WB_REPORT_TIMELINE_H
#define WB_REPORT_TIMELINE_H

#include "report/report.h"
#include "result/timeline.h"

/* A chart of the lanes over time, then a table in the order of time, of at most `most` entries (0:
 * all). `title` names the program. */
void wb_report_timeline(const struct wb_timeline *timeline, const char *title,
                        const struct wb_report_style *style, size_t most,
                        struct wb_document *document);

enum { WB_TIMELINE_ROWS = 200 }; /* of a table that is printed for people */

/* The chart alone, and the table alone: a line of headings, then one for each entry in the order of
 * wb_timeline_order (and one that says how many are left out). As wide as the style says; a narrow
 * table is without the moments. */
void wb_report_timeline_chart(const struct wb_timeline *timeline,
                              const struct wb_report_style *style, struct wb_document *document);
void wb_report_timeline_table(const struct wb_timeline *timeline,
                              const struct wb_report_style *style, size_t most,
                              struct wb_document *document);

/* The same for a file of text: without colours, 120 columns, all entries. Appends. */
void wb_report_timeline_text(const struct wb_timeline *timeline, const char *title,
                             struct wb_str *out);

/* A picture: a row for each lane, a box for each entry, whose title has the numbers. Appends. */
void wb_report_timeline_svg(const struct wb_timeline *timeline, const char *title,
                            struct wb_str *out);
double wb_timeline_labels_width(
    const struct wb_timeline *timeline); /* of all lanes, in a picture */

/* Chrome's "trace event format": contexts are processes, queues are threads, what an entry had to
 * wait for is an arrow. Appends. */
void wb_report_timeline_chrome(const struct wb_timeline *timeline, const char *title,
                               struct wb_str *out);

/* What the program did, in numbers: for --stats. */
void wb_report_timeline_sums(const struct wb_timeline_sums *sums, struct wb_document *document);
/* What its buffers took: at most at one time, and at the end. */
void wb_report_host_memory(uint64_t peak, uint64_t held, struct wb_document *document);

/* ---- shared by the two pictures (timeline_axis.c) ------------------------------------------ */

/* Time on a page. Where no device does anything for long, as while a kernel is compiled, the axis
 * has a break, so that what ran stays visible. */
struct wb_time_piece {
  uint64_t begin, end; /* ns */
  double from, to;     /* 0 … 1, on the page */
  bool is_break;
};
struct wb_time_axis {
  struct wb_time_piece *pieces; /* beside each other, from 0 to the timeline's end */
  size_t count;
};
void wb_time_axis_make(struct wb_time_axis *axis, const struct wb_timeline *timeline);
void wb_time_axis_release(struct wb_time_axis *axis);
double wb_time_axis_place(const struct wb_time_axis *axis, uint64_t ns);
uint64_t wb_time_axis_time(const struct wb_time_axis *axis, double place); /* the reverse */

/* Indices of the entries in the order of time: of their start, else of when they were enqueued. The
 * caller frees. */
size_t *wb_timeline_order(const struct wb_timeline *timeline);

/* When it was: "12.5 µs", "1051.6 ms". Appends. */
void wb_report_timeline_moment(uint64_t ns, struct wb_str *out);

/* What an entry is, and what else there is to say of it: "add, global 8, local 4, after 2, 1
 * finding". Appends. */
void wb_report_timeline_entry(const struct wb_timeline_entry *entry, struct wb_str *out);

/* "add.lua:12"; only the last part of the file's path. Appends nothing where it is not known. */
void wb_timeline_place(const struct wb_timeline_entry *entry, struct wb_str *out);

#endif

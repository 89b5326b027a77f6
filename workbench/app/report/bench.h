/* Measurements (result/bench.h) for people: a table, and the roofline as text and as SVG. */
#ifndef WB_REPORT_BENCH_H
#define WB_REPORT_BENCH_H

#include "report/report.h"
#include "result/bench.h"

/* What was measured, what the device reaches, and, where something is known of both bytes and
 * operations, the roofline. */
void wb_report_bench(const struct wb_bench *bench, const struct wb_report_style *style,
                     struct wb_document *document);

/* The roofline alone, which needs peaks; without points it has the roof. Appends. */
void wb_report_bench_svg(const struct wb_bench *bench, struct wb_str *out);

/* ---- shared by the two pictures ------------------------------------------------------------ */

/* Axes that have room for the roof and for all points. */
struct wb_roofline_axes {
  struct wb_log_axis intensity, rate; /* operations a byte, GFLOP/s */
};
struct wb_roofline_axes wb_roofline_axes_of(const struct wb_bench *bench);

/* The mark of a row that is the n-th point, from 0: "a", "b" … "z", "a1" … `mark` has room. */
enum { WB_POINT_MARK_MAX = 12 };
const char *wb_roofline_mark(size_t n, char mark[WB_POINT_MARK_MAX]);

/* A power of ten as people read it: "0.01", "100", "1e+06". Appends. */
void wb_roofline_tick(int exponent, struct wb_str *out);

#endif

/* The roofline as SVG: logarithmic axes, the roof, a dot for each kernel. */
#include <math.h>
#include <stdlib.h>

#include "report/bench.h"
#include "report/drawing_plan.h"
#include "report/svg.h"

/* Pixels. */
static const double MARGIN = 28, LEFT = 74, TOP = 46, CHART_WIDTH = 760, CHART_HEIGHT = 420,
                    DOT = 6, LEGEND_ROW = 20;
#define ROOF "#0b63a5"
#define RULE "#d0d5dc"

static const char *const colours[] = {"#11703c", "#b3131b", "#6b4fa0", "#8a5a00", "#1b1f24"};
enum { N_COLOURS = sizeof colours / sizeof colours[0] };

struct picture {
  const struct wb_bench *bench;
  struct wb_roofline_axes axes;
  struct wb_svg svg;
};

static double x_of(const struct picture *p, double intensity) {
  return LEFT + CHART_WIDTH * wb_log_axis_place(&p->axes.intensity, intensity);
}

static double y_of(const struct picture *p, double rate) {
  return TOP + CHART_HEIGHT * (1 - wb_log_axis_place(&p->axes.rate, rate));
}

static void draw_tick(struct picture *p, double x, double y, enum wb_svg_anchor anchor,
                      int exponent) {
  struct wb_str text;
  wb_str_init(&text);
  wb_roofline_tick(exponent, &text);
  wb_svg_text(&p->svg, x, y,
              &(struct wb_svg_font){.size = WB_SMALL_SIZE, .fill = WB_FAINT, .anchor = anchor},
              text.data);
  wb_str_release(&text);
}

static void draw_axes(struct picture *p) {
  const struct wb_log_axis *x = &p->axes.intensity, *y = &p->axes.rate;
  const struct wb_svg_look rule = {.stroke = RULE, .stroke_width = 0.8};
  const struct wb_svg_font words = {.size = 12, .fill = WB_FAINT, .anchor = WB_SVG_MIDDLE};
  const struct wb_svg_font turned = {
      .size = 12, .fill = WB_FAINT, .anchor = WB_SVG_MIDDLE, .turned = -90};
  const double bottom = TOP + CHART_HEIGHT;
  for (int e = x->from; e <= x->to; e++) {
    const double at = LEFT + CHART_WIDTH * (e - x->from) / (x->to - x->from);
    wb_svg_line(&p->svg, at, TOP, at, bottom, &rule);
    draw_tick(p, at, bottom + 18, WB_SVG_MIDDLE, e);
  }
  for (int e = y->from; e <= y->to; e++) {
    const double at = bottom - CHART_HEIGHT * (e - y->from) / (y->to - y->from);
    wb_svg_line(&p->svg, LEFT, at, LEFT + CHART_WIDTH, at, &rule);
    draw_tick(p, LEFT - 8, at + 4, WB_SVG_END, e);
  }
  wb_svg_text(&p->svg, LEFT + CHART_WIDTH / 2, bottom + 38, &words,
              "floating-point operations a byte");
  wb_svg_text(&p->svg, 18, TOP + CHART_HEIGHT / 2, &turned, "GFLOP/s");
}

/* A text above the line that rises from (x, y), turned as the line is: a level one would cross it.
 */
static void draw_along_rise(struct picture *p, double x, double y, const char *words) {
  static const double ALONG = 24, ABOVE = 8, DEGREES = 57.29577951308232;
  const struct wb_log_axis *across = &p->axes.intensity, *up = &p->axes.rate;
  const double angle =
      atan2(CHART_HEIGHT / (up->to - up->from), CHART_WIDTH / (across->to - across->from));
  const struct wb_svg_font font = {.size = 12, .fill = ROOF, .turned = -angle * DEGREES};
  wb_svg_text(&p->svg, x + ALONG * cos(angle) - ABOVE * sin(angle),
              y - ALONG * sin(angle) - ABOVE * cos(angle), &font, words);
}

static void draw_roof(struct picture *p) {
  const struct wb_bench *bench = p->bench;
  const struct wb_svg_look look = {.stroke = ROOF, .stroke_width = 2.5};
  const double ridge = bench->multiply_add.rate / bench->copy.rate;
  const double first = wb_log_axis_value(&p->axes.intensity, 0);
  const double last = wb_log_axis_value(&p->axes.intensity, 1);
  const struct wb_svg_font font = {.size = 12, .fill = ROOF, .anchor = WB_SVG_END};
  char *words = wb_format("copy: %.4g GB/s", bench->copy.rate);
  wb_svg_begin(&p->svg, bench->copy.what);
  wb_svg_line(&p->svg, x_of(p, first), y_of(p, wb_bench_roof(bench, first)), x_of(p, ridge),
              y_of(p, bench->multiply_add.rate), &look);
  draw_along_rise(p, x_of(p, first), y_of(p, wb_bench_roof(bench, first)), words);
  wb_svg_end(&p->svg);
  free(words);
  words = wb_format("multiply and add: %.4g GFLOP/s", bench->multiply_add.rate);
  wb_svg_begin(&p->svg, bench->multiply_add.what);
  wb_svg_line(&p->svg, x_of(p, ridge), y_of(p, bench->multiply_add.rate), x_of(p, last),
              y_of(p, bench->multiply_add.rate), &look);
  wb_svg_text(&p->svg, x_of(p, last) - 6, y_of(p, bench->multiply_add.rate) - 8, &font, words);
  wb_svg_end(&p->svg);
  free(words);
}

static void draw_point(struct picture *p, const struct wb_bench_row *row, size_t n) {
  const double intensity = wb_bench_intensity(row);
  const double x = x_of(p, intensity), y = y_of(p, row->gflop_per_s);
  const char *colour = colours[n % N_COLOURS];
  char mark[WB_POINT_MARK_MAX];
  char *title =
      wb_format("%s\n%.3g operations a byte\n%.4g GFLOP/s, %.4g GB/s\n%.0f %% of the roof",
                row->what, intensity, row->gflop_per_s, row->gb_per_s,
                100 * row->gflop_per_s / wb_bench_roof(p->bench, intensity));
  char *legend = wb_format("%s  %s", wb_roofline_mark(n, mark), row->what);
  wb_svg_begin(&p->svg, title);
  wb_svg_dot(&p->svg, x, y, DOT, colour);
  wb_svg_text(&p->svg, x + DOT + 4, y + 4,
              &(struct wb_svg_font){.size = 12, .fill = colour, .bold = true}, mark);
  wb_svg_text(&p->svg, LEFT, TOP + CHART_HEIGHT + 66 + LEGEND_ROW * (double)n,
              &(struct wb_svg_font){.size = 12, .fill = colour}, legend);
  wb_svg_end(&p->svg);
  free(legend);
  free(title);
}

void wb_report_bench_svg(const struct wb_bench *bench, struct wb_str *out) {
  struct picture p = {.bench = bench, .axes = wb_roofline_axes_of(bench)};
  char *title = wb_format("Roofline: %s on %s", bench->subject, bench->device);
  size_t n = 0;
  wb_svg_init(&p.svg);
  wb_svg_text(&p.svg, LEFT, 18, &(struct wb_svg_font){.size = 15, .fill = WB_INK, .bold = true},
              title);
  draw_axes(&p);
  draw_roof(&p);
  for (size_t i = 0; i < bench->n_rows; i++)
    if (wb_bench_is_point(&bench->rows[i])) draw_point(&p, &bench->rows[i], n++);
  wb_svg_finish(&p.svg, title, MARGIN, out);
  free(title);
}

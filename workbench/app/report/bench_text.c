/* Measurements as a table, and the roofline in characters. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/bench.h"
#include "report/write.h"
#include "text/columns.h"

/* Columns of the table. */
enum {
  INDENT = 2,
  MEDIAN = 10,
  QUARTILES = 22,
  RATE = 10,
  SHARE = 8,
  TABLE = INDENT + MEDIAN + QUARTILES + 2 * (RATE + SHARE)
};
/* Of the chart. */
enum { MOST_COLUMNS = 64, LEAST_COLUMNS = 24, ROWS = 12, TICK = 8 };

/* ---- words -------------------------------------------------------------------------------- */

static void put_right(struct wb_document *document, enum wb_style style, size_t columns,
                      const char *text) {
  const size_t width = wb_text_width(text);
  wb_put(document, style, "%*s%s", width < columns ? (int)(columns - width) : 0, "", text);
}

static void add_rate(struct wb_str *out, double rate) {
  wb_str_addf(out, rate < 0.01 ? "%.2g" : rate < 10 ? "%.2f" : rate < 1000 ? "%.1f" : "%.0f", rate);
}

static void add_share(struct wb_str *out, double part, double whole) {
  const double percent = 100 * part / whole;
  wb_str_addf(out, percent < 0.95 ? "%.1f %%" : "%.0f %%", percent);
}

/* Every column's text, by what is known. */
struct cells {
  struct wb_str median, quartiles, bytes, of_copy, flops, of_fma;
};

/* Three digits: quartiles lie close together. */
static void add_time(struct wb_str *out, double ns) {
  static const struct {
    double ns;
    const char *name;
  } units[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}, {1, "ns"}};
  size_t unit = 0;
  while (unit < 3 && ns < units[unit].ns) unit++;
  const double value = ns / units[unit].ns;
  wb_str_addf(out,
              value < 9.995   ? "%.2f %s"
              : value < 99.95 ? "%.1f %s"
                              : "%.0f %s",
              value, units[unit].name);
}

static void make_cells(struct cells *cells, const struct wb_bench *bench,
                       const struct wb_bench_row *row) {
  struct wb_str *all[] = {&cells->median,  &cells->quartiles, &cells->bytes,
                          &cells->of_copy, &cells->flops,     &cells->of_fma};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) wb_str_init(all[i]);
  add_time(&cells->median, row->ns.median);
  if (row->ns.count > 1) {
    add_time(&cells->quartiles, row->ns.lower);
    wb_str_add(&cells->quartiles, " … ");
    add_time(&cells->quartiles, row->ns.upper);
  }
  if (row->has_bytes) add_rate(&cells->bytes, row->gb_per_s);
  if (row->has_flops) add_rate(&cells->flops, row->gflop_per_s);
  /* A copy between host and device is no work of the device's memory alone. */
  const bool of_device = row->kernel[0] != '\0' && bench->has_peaks;
  if (row->has_bytes && of_device) add_share(&cells->of_copy, row->gb_per_s, bench->copy.rate);
  if (row->has_flops && of_device)
    add_share(&cells->of_fma, row->gflop_per_s, bench->multiply_add.rate);
}

static void release_cells(struct cells *cells) {
  wb_str_release(&cells->median);
  wb_str_release(&cells->quartiles);
  wb_str_release(&cells->bytes);
  wb_str_release(&cells->of_copy);
  wb_str_release(&cells->flops);
  wb_str_release(&cells->of_fma);
}

/* ---- the table ---------------------------------------------------------------------------- */

static bool knows_flops(const struct wb_bench *bench) {
  for (size_t i = 0; i < bench->n_rows; i++)
    if (bench->rows[i].has_flops) return true;
  return false;
}

static void write_head(const struct wb_bench *bench, struct wb_document *document) {
  wb_document_add_line(document);
  wb_put(document, WB_STYLE_DIM, "%*s", INDENT, "");
  put_right(document, WB_STYLE_DIM, MEDIAN, "median");
  put_right(document, WB_STYLE_DIM, QUARTILES, "quartiles");
  put_right(document, WB_STYLE_DIM, RATE, "GB/s");
  const bool flops = knows_flops(bench);
  if (flops || bench->has_peaks)
    put_right(document, WB_STYLE_DIM, SHARE, bench->has_peaks ? "of copy" : "");
  if (flops) put_right(document, WB_STYLE_DIM, RATE, "GFLOP/s");
  if (flops && bench->has_peaks) put_right(document, WB_STYLE_DIM, SHARE, "of most");
}

static void write_label(const struct wb_bench_row *row, unsigned width,
                        struct wb_document *document) {
  struct wb_str label;
  wb_str_init(&label);
  wb_str_add(&label, row->what);
  if (row->count > 1) wb_str_addf(&label, ", %llu times a run", (unsigned long long)row->count);
  wb_write_paragraph(document, width, 2, "", WB_STYLE_STRONG, label.data);
  wb_str_release(&label);
}

static void write_row(const struct cells *cells, struct wb_document *document) {
  wb_document_add_line(document);
  wb_put(document, WB_STYLE_PLAIN, "%*s", INDENT, "");
  put_right(document, WB_STYLE_PLAIN, MEDIAN, cells->median.data);
  if (cells->quartiles.length + cells->bytes.length + cells->flops.length == 0) return;
  put_right(document, WB_STYLE_DIM, QUARTILES, cells->quartiles.data);
  if (cells->bytes.length + cells->flops.length == 0) return;
  put_right(document, WB_STYLE_PLAIN, RATE, cells->bytes.data);
  if (cells->of_copy.length + cells->flops.length == 0) return;
  put_right(document, WB_STYLE_GOOD, SHARE, cells->of_copy.data);
  if (cells->flops.length == 0) return;
  put_right(document, WB_STYLE_PLAIN, RATE, cells->flops.data);
  if (cells->of_fma.length > 0) put_right(document, WB_STYLE_GOOD, SHARE, cells->of_fma.data);
}

/* The same in words, where the table is too wide. */
static void write_words(const struct cells *cells, const struct wb_bench_row *row, unsigned width,
                        struct wb_document *document) {
  struct wb_str words;
  wb_str_init(&words);
  wb_str_addf(&words, "median %s", cells->median.data);
  if (row->ns.count > 1) {
    wb_str_add(&words, ", quartiles ");
    add_time(&words, row->ns.lower);
    wb_str_add(&words, " and ");
    add_time(&words, row->ns.upper);
  }
  if (cells->bytes.length > 0) wb_str_addf(&words, "; %s GB/s", cells->bytes.data);
  if (cells->of_copy.length > 0) wb_str_addf(&words, ", %s of copy", cells->of_copy.data);
  if (cells->flops.length > 0) wb_str_addf(&words, "; %s GFLOP/s", cells->flops.data);
  if (cells->of_fma.length > 0) wb_str_addf(&words, ", %s of most", cells->of_fma.data);
  wb_write_paragraph(document, width, 4, "", WB_STYLE_PLAIN, words.data);
  wb_str_release(&words);
}

static void write_table(const struct wb_bench *bench, unsigned width,
                        struct wb_document *document) {
  const bool fits = width >= TABLE;
  if (fits) write_head(bench, document);
  for (size_t i = 0; i < bench->n_rows; i++) {
    struct cells cells;
    make_cells(&cells, bench, &bench->rows[i]);
    write_label(&bench->rows[i], width, document);
    if (fits)
      write_row(&cells, document);
    else
      write_words(&cells, &bench->rows[i], width, document);
    release_cells(&cells);
  }
}

/* ---- around it ---------------------------------------------------------------------------- */

static void write_title(const struct wb_bench *bench, unsigned width,
                        struct wb_document *document) {
  char *title = wb_format("%s%s%s on %s", bench->subject, bench->input[0] != '\0' ? ", " : "",
                          bench->input, bench->device);
  wb_write_paragraph(document, width, 0, "", WB_STYLE_HEADING, title);
  free(title);
}

static const char *plural(uint64_t n) { return n == 1 ? "" : "s"; }

static void write_counts(const struct wb_bench *bench, unsigned width,
                         struct wb_document *document) {
  struct wb_str words;
  wb_str_init(&words);
  wb_str_addf(&words, "%llu run%s measured, after %llu to warm up; ",
              (unsigned long long)bench->runs, plural(bench->runs),
              (unsigned long long)bench->warm_ups);
  const uint64_t all = bench->runs + bench->warm_ups;
  if (bench->wrong > 0)
    wb_str_addf(&words, "the result of %llu of all %llu is wrong: %s",
                (unsigned long long)bench->wrong, (unsigned long long)all, bench->why);
  else if (bench->results_checked)
    wb_str_add(&words, "each with other inputs, and its result was checked: all are right.");
  else
    wb_str_add(&words, "the results were not checked: the script has no `check`.");
  wb_write_paragraph(document, width, 0, "", bench->wrong > 0 ? WB_STYLE_BAD : WB_STYLE_PLAIN,
                     words.data);
  wb_str_release(&words);
  if (bench->emulated)
    wb_write_paragraph(document, width, 0, "", WB_STYLE_WARNING,
                       "The emulator checks every access: these times say how long that takes, and "
                       "nothing of how fast any device is.");
}

static void write_peak(const char *words, const struct wb_bench_peak *peak, const char *unit,
                       unsigned width, struct wb_document *document) {
  struct wb_str text;
  wb_str_init(&text);
  wb_str_addf(&text, "%s ", words);
  add_rate(&text, peak->rate);
  wb_str_addf(&text, " %s (%s)", unit, peak->what);
  wb_write_paragraph(document, width, 4, "  ", WB_STYLE_PLAIN, text.data);
  wb_str_release(&text);
}

static void write_peaks(const struct wb_bench *bench, unsigned width,
                        struct wb_document *document) {
  if (bench->bytes_of[0] != '\0') {
    char *words = wb_format("Bytes of kernels: %s.", bench->bytes_of);
    wb_write_paragraph(document, width, 2, "", WB_STYLE_DIM, words);
    free(words);
  }
  if (!bench->has_peaks && bench->no_peaks[0] == '\0') return;
  wb_document_add_line(document);
  if (!bench->has_peaks) {
    wb_write_paragraph(document, width, 0, "", WB_STYLE_DIM, bench->no_peaks);
    return;
  }
  wb_write_paragraph(document, width, 0, "", WB_STYLE_HEADING,
                     "The most that the device reached in this call");
  write_peak("copy:", &bench->copy, "GB/s", width, document);
  write_peak("multiply and add:", &bench->multiply_add, "GFLOP/s", width, document);
}

/* ---- the roofline ------------------------------------------------------------------------- */

struct wb_roofline_axes wb_roofline_axes_of(const struct wb_bench *bench) {
  const double ridge = bench->multiply_add.rate / bench->copy.rate;
  double *x = wb_alloc((bench->n_rows + 2) * sizeof *x);
  double *y = wb_alloc((bench->n_rows + 4) * sizeof *y);
  size_t n = 0;
  x[n] = ridge / 4;
  y[n++] = wb_bench_roof(bench, ridge / 4);
  x[n] = ridge * 4;
  y[n++] = bench->multiply_add.rate;
  for (size_t i = 0; i < bench->n_rows; i++) {
    if (!wb_bench_is_point(&bench->rows[i])) continue;
    x[n] = wb_bench_intensity(&bench->rows[i]);
    y[n++] = bench->rows[i].gflop_per_s;
  }
  struct wb_roofline_axes axes = {.intensity = wb_log_axis_of(x, n)};
  y[n++] = wb_bench_roof(bench, wb_log_axis_value(&axes.intensity, 0));
  axes.rate = wb_log_axis_of(y, n);
  free(x);
  free(y);
  return axes;
}

const char *wb_roofline_mark(size_t n, char mark[WB_POINT_MARK_MAX]) {
  const size_t round = n / 26;
  mark[0] = (char)('a' + n % 26);
  mark[1] = '\0';
  if (round > 0) snprintf(mark + 1, WB_POINT_MARK_MAX - 1, "%zu", round % 1000);
  return mark;
}

void wb_roofline_tick(int exponent, struct wb_str *out) {
  if (exponent >= 0 && exponent < 6)
    wb_str_addf(out, "1%.*s", exponent, "000000");
  else if (exponent < 0 && exponent > -4)
    wb_str_addf(out, "0.%.*s1", -exponent - 1, "000000");
  else
    wb_str_addf(out, "1e%d", exponent);
}

struct chart {
  const struct wb_bench *bench;
  const struct wb_report_style *style;
  struct wb_roofline_axes axes;
  size_t columns;
  char *marks; /* ROWS lines of `columns`; 0: nothing */
};

static size_t step_of(double place, size_t steps) {
  const size_t step = (size_t)(place * (double)steps);
  return step < steps ? step : steps - 1;
}

/* Rows count from the top. */
static char *cell_at(struct chart *chart, double intensity, double rate) {
  const size_t column =
      step_of(wb_log_axis_place(&chart->axes.intensity, intensity), chart->columns);
  const size_t row = ROWS - 1 - step_of(wb_log_axis_place(&chart->axes.rate, rate), ROWS);
  return &chart->marks[row * chart->columns + column];
}

static void draw_roof(struct chart *chart) {
  for (size_t i = 0; i < chart->columns; i++) {
    const double x =
        wb_log_axis_value(&chart->axes.intensity, ((double)i + 0.5) / (double)chart->columns);
    const double y = wb_bench_roof(chart->bench, x);
    *cell_at(chart, x, y) = y < chart->bench->multiply_add.rate ? '/' : '-';
  }
}

static void draw_points(struct chart *chart) {
  char mark[WB_POINT_MARK_MAX];
  size_t n = 0;
  for (size_t i = 0; i < chart->bench->n_rows; i++) {
    const struct wb_bench_row *row = &chart->bench->rows[i];
    if (!wb_bench_is_point(row)) continue;
    char *cell = cell_at(chart, wb_bench_intensity(row), row->gflop_per_s);
    /* Two in one place. */
    *cell = *cell >= 'a' && *cell <= 'z' ? '*' : wb_roofline_mark(n, mark)[0];
    n++;
  }
}

static void write_chart_row(const struct chart *chart, size_t row, struct wb_document *document) {
  const struct wb_log_axis *rate = &chart->axes.rate;
  struct wb_str tick;
  wb_str_init(&tick);
  for (int e = rate->from; e <= rate->to; e++)
    if (ROWS - 1 - step_of((double)(e - rate->from) / (rate->to - rate->from), ROWS) == row) {
      wb_str_clear(&tick);
      wb_roofline_tick(e, &tick);
    }
  wb_document_add_line(document);
  put_right(document, WB_STYLE_DIM, TICK, tick.data);
  wb_write(document, WB_STYLE_DIM, chart->style->unicode ? " │" : " |");
  size_t end = chart->columns;
  while (end > 0 && chart->marks[row * chart->columns + end - 1] == '\0') end--;
  for (size_t i = 0; i < end; i++) {
    const char c = chart->marks[row * chart->columns + i];
    const char text[2] = {c, '\0'};
    if (c == '\0')
      wb_write(document, WB_STYLE_PLAIN, " ");
    else if (c == '/' || c == '-')
      wb_write(document, WB_STYLE_KEYWORD, c == '-' && chart->style->unicode ? "─" : text);
    else
      wb_write(document, WB_STYLE_STRONG, text);
  }
  wb_str_release(&tick);
}

static void write_chart_foot(const struct chart *chart, struct wb_document *document) {
  const struct wb_log_axis *axis = &chart->axes.intensity;
  struct wb_str line, tick;
  wb_str_init(&line);
  wb_str_init(&tick);
  for (int e = axis->from; e <= axis->to; e++) {
    const double place = (double)(e - axis->from) / (axis->to - axis->from);
    const size_t at = (size_t)(place * (double)(chart->columns - 1) + 0.5);
    wb_str_clear(&tick);
    wb_roofline_tick(e, &tick);
    const size_t begin = e == axis->to && at + 1 > tick.length ? at + 1 - tick.length : at;
    if (line.length > 0 && begin < line.length + 1) continue;
    while (line.length < begin) wb_str_add_char(&line, ' ');
    wb_str_add(&line, tick.data);
  }
  wb_document_add_line(document);
  put_right(document, WB_STYLE_DIM, TICK, "GFLOP/s");
  wb_write(document, WB_STYLE_DIM, chart->style->unicode ? " └" : " +");
  for (size_t i = 0; i < chart->columns; i++)
    wb_write(document, WB_STYLE_DIM, chart->style->unicode ? "─" : "-");
  wb_document_add_line(document);
  wb_put(document, WB_STYLE_DIM, "%*s%s", TICK + 2, "", line.data);
  wb_str_release(&tick);
  wb_str_release(&line);
}

static void write_legend(const struct wb_bench *bench, unsigned width,
                         struct wb_document *document) {
  char mark[WB_POINT_MARK_MAX];
  struct wb_str words;
  size_t n = 0;
  wb_str_init(&words);
  for (size_t i = 0; i < bench->n_rows; i++) {
    const struct wb_bench_row *row = &bench->rows[i];
    if (!wb_bench_is_point(row)) continue;
    const double intensity = wb_bench_intensity(row);
    wb_str_clear(&words);
    wb_str_addf(&words, "%s  %s: ", wb_roofline_mark(n++, mark), row->what);
    add_rate(&words, intensity);
    wb_str_add(&words, " operations a byte, ");
    add_share(&words, row->gflop_per_s, wb_bench_roof(bench, intensity));
    wb_str_addf(
        &words, " of what %s allows",
        wb_bench_roof(bench, intensity) < bench->multiply_add.rate ? "memory" : "arithmetic");
    wb_write_paragraph(document, width, 5, "  ", WB_STYLE_PLAIN, words.data);
  }
  wb_str_release(&words);
}

static bool has_points(const struct wb_bench *bench) {
  for (size_t i = 0; i < bench->n_rows; i++)
    if (wb_bench_is_point(&bench->rows[i])) return true;
  return false;
}

static void write_roofline(const struct wb_bench *bench, const struct wb_report_style *style,
                           unsigned width, struct wb_document *document) {
  struct chart chart = {.bench = bench, .style = style};
  chart.columns = width > TICK + 4 ? width - TICK - 4 : 0;
  if (chart.columns > MOST_COLUMNS) chart.columns = MOST_COLUMNS;
  if (!bench->has_peaks || !has_points(bench) || chart.columns < LEAST_COLUMNS) return;
  chart.axes = wb_roofline_axes_of(bench);
  chart.marks = wb_alloc(ROWS * chart.columns);
  draw_roof(&chart);
  draw_points(&chart);
  wb_document_add_line(document);
  wb_put_line(document, WB_STYLE_HEADING, "Roofline, by operations a byte");
  for (size_t i = 0; i < ROWS; i++) write_chart_row(&chart, i, document);
  write_chart_foot(&chart, document);
  write_legend(bench, width, document);
  free(chart.marks);
}

void wb_report_bench(const struct wb_bench *bench, const struct wb_report_style *style,
                     struct wb_document *document) {
  const unsigned width = style->width > 0 ? style->width : WB_REPORT_WIDTH;
  write_title(bench, width, document);
  write_counts(bench, width, document);
  wb_document_add_line(document);
  write_table(bench, width, document);
  write_peaks(bench, width, document);
  write_roofline(bench, style, width, document);
}

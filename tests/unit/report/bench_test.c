/* A fixed measurement as text and SVG, compared with tests/unit/report/golden/bench*; GENERATE=1
 * writes those files anew. */
#include "report/bench.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "tap.h"
#include "text/columns.h"

static void check_golden(const char *name, const char *got) {
  char *folder = wb_path_dirname(__FILE__);
  char *path = wb_format("%s/golden/bench%s", folder, name);
  struct wb_str expected;
  wb_str_init(&expected);
  if (getenv("GENERATE") != NULL)
    CHECK_INT(wb_file_write_atomic(path, got, strlen(got), NULL), WB_OK);
  CHECK_INT(wb_file_read(path, 1 << 20, &expected, NULL), WB_OK);
  CHECK_STRING(got, expected.data);
  wb_str_release(&expected);
  free(path);
  free(folder);
}

static void set_text(char **text, const char *value) {
  free(*text);
  *text = wb_strdup(value);
}

static void fill_bench(struct wb_bench *bench) {
  double add[] = {1.2e6, 1.3e6, 1.25e6, 1.5e6}, product[] = {8e6, 8.2e6, 9e6, 8.1e6};
  double copy[] = {3e6, 3.1e6, 3e6, 3e6}, whole[] = {13e6, 13.5e6, 14e6, 13e6};
  wb_bench_init(bench, "saxpy.lua");
  set_text(&bench->device, "a <device> & more");
  set_text(&bench->bytes_of, "as the script says");
  bench->warm_ups = 3;
  bench->runs = 4;
  bench->results_checked = true;
  wb_bench_add_row(bench, "saxpy, global 1048576, local 256", "saxpy", 1, add, 4, 12582912,
                   2097152);
  wb_bench_add_row(bench, "matmul, global 512×512, local 16×16", "matmul", 2, product, 4, 3145728,
                   268435456);
  wb_bench_add_row(bench, "4194304 bytes device -> host", "", 1, copy, 4, 4194304, 0);
  wb_bench_add_row(bench, "the whole run, by the clock", "", 1, whole, 4, 0, 0);
  bench->has_peaks = true;
  bench->copy.rate = 12.5;
  set_text(&bench->copy.what, "copy_float4, global 1048576, local 256");
  bench->multiply_add.rate = 96;
  set_text(&bench->multiply_add.what, "fma_float8, global 8192, local 64");
}

static char *text_of(const struct wb_bench *bench, unsigned width, bool unicode) {
  struct wb_document document = {0};
  const struct wb_report_style style = {.unicode = unicode, .width = width};
  struct wb_str out;
  wb_str_init(&out);
  wb_report_bench(bench, &style, &document);
  wb_styled_to_ansi(&document, &style, &out);
  wb_document_release(&document);
  return wb_str_detach(&out);
}

static size_t widest_line(const char *text) {
  size_t widest = 0;
  while (*text != '\0') {
    const size_t length = strcspn(text, "\n");
    const size_t width = wb_text_width_n(text, length);
    if (width > widest) widest = width;
    text += length + (text[length] == '\n');
  }
  return widest;
}

static void a_table_and_a_roofline(void) {
  struct wb_bench bench;
  fill_bench(&bench);
  char *text = text_of(&bench, 80, true);
  check_golden(".txt", text);
  CHECK(widest_line(text) <= 80);
  free(text);
  wb_bench_release(&bench);
}

static void words_where_it_is_narrow(void) {
  struct wb_bench bench;
  fill_bench(&bench);
  char *text = text_of(&bench, 44, false);
  check_golden("-narrow.txt", text);
  CHECK(widest_line(text) <= 44);
  free(text);
  wb_bench_release(&bench);
}

static void without_peaks_there_is_no_roof(void) {
  struct wb_bench bench;
  fill_bench(&bench);
  bench.has_peaks = false;
  bench.emulated = true;
  bench.wrong = 1;
  set_text(&bench.why, "out[0] is 1, not 2");
  char *text = text_of(&bench, 200, true);
  CHECK(strstr(text, "Roofline") == NULL && strstr(text, "of copy") == NULL);
  CHECK(strstr(text, "the result of 1 of all 7 is wrong: out[0] is 1, not 2") != NULL);
  CHECK(strstr(text, "nothing of how fast") != NULL);
  free(text);
  wb_bench_release(&bench);
}

static void a_picture_of_it(void) {
  struct wb_bench bench;
  struct wb_str out;
  fill_bench(&bench);
  wb_str_init(&out);
  wb_report_bench_svg(&bench, &out);
  check_golden(".svg", out.data);
  CHECK(strstr(out.data, "a &lt;device&gt; &amp; more") != NULL);
  CHECK(strstr(out.data, "<script") == NULL);
  wb_str_release(&out);
  wb_bench_release(&bench);
}

static void marks_and_ticks(void) {
  char mark[WB_POINT_MARK_MAX];
  struct wb_str out;
  CHECK_STRING(wb_roofline_mark(0, mark), "a");
  CHECK_STRING(wb_roofline_mark(25, mark), "z");
  CHECK_STRING(wb_roofline_mark(26, mark), "a1");
  wb_str_init(&out);
  const int exponents[] = {0, 2, -1, -3, -4, 5, 6};
  for (size_t i = 0; i < sizeof exponents / sizeof exponents[0]; i++) {
    wb_roofline_tick(exponents[i], &out);
    wb_str_add_char(&out, ' ');
  }
  CHECK_STRING(out.data, "1 100 0.1 0.001 1e-4 100000 1e6 ");
  wb_str_release(&out);
}

int main(void) {
  tap_run("a table, the device's limits, and a roofline", a_table_and_a_roofline);
  tap_run("words in place of columns where it is narrow", words_where_it_is_narrow);
  tap_run("without limits there is no roof, and what is wrong is said",
          without_peaks_there_is_no_roof);
  tap_run("a picture of the roofline", a_picture_of_it);
  tap_run("marks of points, and numbers at the axes", marks_and_ticks);
  return tap_finish();
}

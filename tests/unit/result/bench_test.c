/* Measurements: quartiles, axes, what many runs come to, the roof, and JSON. */
#include "result/bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "result/host_result.h"
#include "tap.h"

static bool near(double a, double b) { return fabs(a - b) <= 1e-9 * (fabs(a) + fabs(b) + 1); }

static void quartiles_are_interpolated(void) {
  double ten[] = {7, 1, 10, 4, 2, 9, 3, 8, 6, 5}, two[] = {30, 10}, one[] = {4};
  struct wb_spread spread = wb_spread_of(ten, 10);
  CHECK_INT(spread.count, 10);
  CHECK(near(spread.least, 1) && near(spread.most, 10));
  CHECK(near(spread.lower, 3.25) && near(spread.median, 5.5) && near(spread.upper, 7.75));
  spread = wb_spread_of(two, 2);
  CHECK(near(spread.lower, 15) && near(spread.median, 20) && near(spread.upper, 25));
  spread = wb_spread_of(one, 1);
  CHECK(near(spread.least, 4) && near(spread.lower, 4) && near(spread.median, 4) &&
        near(spread.upper, 4) && near(spread.most, 4));
  spread = wb_spread_of(NULL, 0);
  CHECK(spread.count == 0 && near(spread.median, 0));
}

static void axes_end_at_powers_of_ten(void) {
  const double values[] = {0.3, 42, 7}, power[] = {10}, none[] = {0, -1, NAN, INFINITY};
  struct wb_log_axis axis = wb_log_axis_of(values, 3);
  CHECK_INT(axis.from, -1);
  CHECK_INT(axis.to, 2);
  CHECK(near(wb_log_axis_place(&axis, 0.1), 0) && near(wb_log_axis_place(&axis, 100), 1));
  CHECK(near(wb_log_axis_place(&axis, 1), 1.0 / 3));
  CHECK(near(wb_log_axis_place(&axis, 1e9), 1) && near(wb_log_axis_place(&axis, 0), 0));
  CHECK(near(wb_log_axis_value(&axis, 2.0 / 3), 10));
  axis = wb_log_axis_of(power, 1);
  CHECK_INT(axis.from, 1);
  CHECK_INT(axis.to, 2);
  axis = wb_log_axis_of(none, 4);
  CHECK(axis.from < axis.to);
}

/* ---- runs ----------------------------------------------------------------------------------- */

static void add_entry(struct wb_timeline *timeline, enum wb_timeline_kind kind, const char *name,
                      uint64_t bytes, uint64_t start, uint64_t ns) {
  const struct wb_timeline_entry entry = {.kind = kind,
                                          .lane = 1,
                                          .name = (char *)name,
                                          .enqueued = start,
                                          .bytes = bytes,
                                          .dimensions = kind == WB_TIMELINE_KERNEL,
                                          .global = {64, 1, 1},
                                          .local = {16, 1, 1}};
  const uint64_t id = wb_timeline_add(timeline, &entry);
  if (ns > 0) wb_timeline_ran(timeline, id, start, start + ns, WB_TIMELINE_DONE);
}

/* Two launches of 100 and 300 ns (times `scale`), a copy, a wait of the host's, and a launch that
 * did not end. The first entry is of what came before the run. */
static void take_timeline(struct wb_bench_run *run, uint64_t scale) {
  struct wb_timeline timeline;
  wb_timeline_init(&timeline);
  wb_timeline_lane(&timeline, 1, 0, "a device", "opencl");
  add_entry(&timeline, WB_TIMELINE_FILL, "a", 64, 10, 5);
  add_entry(&timeline, WB_TIMELINE_KERNEL, "add", 0, 100, 100 * scale);
  add_entry(&timeline, WB_TIMELINE_KERNEL, "add", 0, 100 + 100 * scale, 300 * scale);
  add_entry(&timeline, WB_TIMELINE_COPY_TO_HOST, "a", 256, 5000, 128 * scale);
  add_entry(&timeline, WB_TIMELINE_SYNCHRONIZE, "", 0, 5000, 10);
  add_entry(&timeline, WB_TIMELINE_KERNEL, "lost", 0, 6000, 0);
  wb_bench_run_take(run, &timeline, 1);
  wb_timeline_release(&timeline);
}

static void add_run(struct wb_bench_runs *runs, bool warm_up, uint64_t scale, const char *wrong) {
  struct wb_bench_run *run = wb_bench_runs_add(runs);
  run->warm_up = warm_up;
  run->seed = runs->n_runs;
  run->ns = 1000.0 * (double)scale;
  take_timeline(run, scale);
  run->wrong = wrong != NULL;
  free(run->why);
  run->why = wb_strdup(wrong != NULL ? wrong : "");
}

static void fill_runs(struct wb_bench_runs *runs, bool wrong) {
  *runs = (struct wb_bench_runs){.in_parts = true, .checks = true};
  add_run(runs, true, 50, NULL);
  add_run(runs, false, 1, NULL);
  add_run(runs, false, 3, wrong ? "out[0] is 1" : NULL);
  add_run(runs, false, 2, wrong ? "out[0] is 2" : NULL);
  runs->n_works = 2;
  runs->works = wb_alloc(2 * sizeof *runs->works);
  runs->works[0] = (struct wb_bench_work){.kernel = wb_strdup("add"), .bytes = 800, .flops = 200};
  runs->works[1] = (struct wb_bench_work){.kernel = wb_strdup(""), .flops = 500};
}

static void a_run_has_what_devices_carried_out_in_it(void) {
  struct wb_bench_runs runs;
  fill_runs(&runs, false);
  const struct wb_bench_run *run = &runs.runs[1];
  CHECK_INT(run->n_items, 2);
  CHECK_STRING(run->items[0].name, "add");
  CHECK_STRING(run->items[0].device, "a device");
  CHECK_INT(run->items[0].count, 2);
  CHECK(near(run->items[0].ns, 200));
  CHECK_INT(run->items[1].kind, WB_TIMELINE_COPY_TO_HOST);
  CHECK_STRING(run->items[1].name, "");
  CHECK_INT(run->items[1].bytes, 256);
  wb_bench_runs_release(&runs);
}

static void a_whole_run_lasts_from_its_first_command_to_its_last_end(void) {
  struct wb_timeline timeline;
  struct wb_bench_runs runs = {.n_runs = 0};
  struct wb_bench_run *run = wb_bench_runs_add(&runs);
  wb_timeline_init(&timeline);
  wb_timeline_lane(&timeline, 1, 0, "a device", "opencl");
  /* Neither the host's own doings nor what was never carried out are commands of it. */
  add_entry(&timeline, WB_TIMELINE_COMPILE, "add.cl", 0, 10, 500);
  add_entry(&timeline, WB_TIMELINE_KERNEL, "lost", 0, 600, 0);
  add_entry(&timeline, WB_TIMELINE_COPY_TO_DEVICE, "a", 64, 700, 9);
  add_entry(&timeline, WB_TIMELINE_KERNEL, "add", 0, 800, 400);
  add_entry(&timeline, WB_TIMELINE_COPY_TO_HOST, "a", 64, 900, 20);
  add_entry(&timeline, WB_TIMELINE_SYNCHRONIZE, "", 0, 910, 4000);
  wb_bench_run_take_all(run, &timeline);
  CHECK(near(run->ns, 500));
  CHECK_INT(run->n_items, 3);
  wb_timeline_release(&timeline);
  wb_timeline_init(&timeline);
  run = wb_bench_runs_add(&runs);
  wb_bench_run_take_all(run, &timeline);
  CHECK(near(run->ns, 0));
  CHECK_INT(run->n_items, 0);
  wb_timeline_release(&timeline);
  wb_bench_runs_release(&runs);
}

static void commands_alone_have_no_row_of_the_whole(void) {
  struct wb_bench_runs runs;
  struct wb_bench bench;
  fill_runs(&runs, false);
  wb_bench_init(&bench, "add");
  wb_bench_take_commands(&bench, &runs);
  CHECK_INT(bench.runs, 3);
  CHECK_INT(bench.n_rows, 2);
  wb_bench_add_whole(&bench, &runs, "all of it");
  CHECK_INT(bench.n_rows, 3);
  CHECK_STRING(bench.rows[2].what, "all of it");
  CHECK(near(bench.rows[2].ns.median, 2000));
  wb_bench_release(&bench);
  wb_bench_runs_release(&runs);
}

static void warm_ups_do_not_count(void) {
  struct wb_bench_runs runs;
  struct wb_bench bench;
  fill_runs(&runs, false);
  wb_bench_init(&bench, "add.lua");
  wb_bench_take_runs(&bench, &runs);
  CHECK_INT(bench.warm_ups, 1);
  CHECK_INT(bench.runs, 3);
  CHECK_INT(bench.wrong, 0);
  CHECK_STRING(bench.device, "a device");
  CHECK_INT(bench.n_rows, 3);
  CHECK_STRING(bench.rows[0].what, "add, global 64, local 16");
  CHECK_INT(bench.rows[0].count, 2);
  CHECK(near(bench.rows[0].ns.median, 400) && near(bench.rows[0].ns.most, 600));
  CHECK(near(bench.rows[0].gb_per_s, 2) && near(bench.rows[0].gflop_per_s, 0.5));
  CHECK_STRING(bench.rows[1].what, "256 bytes device -> host");
  CHECK(near(bench.rows[1].gb_per_s, 1) && !bench.rows[1].has_flops);
  CHECK_STRING(bench.rows[2].kernel, "");
  CHECK(near(bench.rows[2].ns.median, 2000) && near(bench.rows[2].gflop_per_s, 0.25));
  CHECK(!bench.rows[2].has_bytes);
  wb_bench_release(&bench);
  wb_bench_runs_release(&runs);
}

static void wrong_results_are_counted(void) {
  struct wb_bench_runs runs;
  struct wb_bench bench;
  fill_runs(&runs, true);
  wb_bench_init(&bench, "add.lua");
  wb_bench_take_runs(&bench, &runs);
  CHECK_INT(bench.wrong, 2);
  CHECK_STRING(bench.why, "out[0] is 1");
  wb_bench_release(&bench);
  wb_bench_runs_release(&runs);
}

/* ---- the roof -------------------------------------------------------------------------------- */

static void the_best_of_all_kernels_is_the_roof(void) {
  struct wb_bench peaks, bench;
  double slow[] = {400}, fast[] = {100}, fma[] = {10};
  wb_bench_init(&peaks, "");
  wb_bench_init(&bench, "add.lua");
  wb_bench_add_row(&peaks, "copy_float", "copy_float", 1, slow, 1, 800, 0);
  wb_bench_add_row(&peaks, "copy_float4", "copy_float4", 1, fast, 1, 800, 0);
  wb_bench_add_row(&peaks, "the whole run, by the clock", "", 1, fma, 1, 1e9, 1e9);
  wb_bench_take_peaks(&bench, &peaks);
  CHECK(!bench.has_peaks);
  wb_bench_add_row(&peaks, "fma_float", "fma_float", 1, fma, 1, 0, 640);
  wb_bench_take_peaks(&bench, &peaks);
  CHECK(bench.has_peaks && near(bench.copy.rate, 8) && near(bench.multiply_add.rate, 64));
  CHECK_STRING(bench.copy.what, "copy_float4");
  CHECK(near(wb_bench_roof(&bench, 0.25), 2) && near(wb_bench_roof(&bench, 100), 64));
  wb_bench_release(&peaks);
  wb_bench_init(&peaks, "");
  wb_bench_add_row(&peaks, "copy_float", "copy_float", 1, slow, 1, 800, 0);
  wb_bench_take_peaks(&bench, &peaks);
  CHECK(near(bench.copy.rate, 8));
  wb_bench_release(&peaks);
  wb_bench_release(&bench);
}

static void what_is_not_known_is_not_there(void) {
  struct wb_bench bench;
  double some[] = {100}, zero[] = {0};
  wb_bench_init(&bench, "x");
  wb_bench_add_row(&bench, "a", "a", 1, some, 1, 0, 0);
  wb_bench_add_row(&bench, "b", "b", 1, zero, 1, 100, 100);
  wb_bench_add_row(&bench, "c", "c", 1, some, 1, 50, 100);
  wb_bench_add_row(&bench, "d", "d", 1, NULL, 0, 50, 100);
  CHECK_INT(bench.n_rows, 3);
  CHECK(!bench.rows[0].has_bytes && !bench.rows[0].has_flops);
  CHECK(!bench.rows[1].has_bytes && !wb_bench_is_point(&bench.rows[1]));
  CHECK(wb_bench_is_point(&bench.rows[2]) && near(wb_bench_intensity(&bench.rows[2]), 2));
  wb_bench_release(&bench);
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void runs_travel_with_a_programs_result(void) {
  struct wb_host_result result = {.verdict = WB_HOST_CLEAN, .script = wb_strdup("add.lua")};
  struct wb_host_result back;
  struct wb_str first, second;
  wb_str_init(&first);
  wb_str_init(&second);
  fill_runs(&result.bench, true);
  wb_host_result_print(&result, &first);
  CHECK(wb_host_result_read(first.data, first.length, &back, NULL) == WB_OK);
  wb_host_result_print(&back, &second);
  CHECK_STRING(second.data, first.data);
  CHECK_INT(back.bench.n_runs, 4);
  CHECK_INT(back.bench.runs[2].items[0].global[0], 64);
  wb_host_result_release(&back);
  wb_bench_runs_release(&result.bench);
  wb_str_clear(&first);
  wb_host_result_print(&result, &first);
  CHECK(strstr(first.data, "bench") == NULL);
  wb_host_result_release(&result);
  wb_str_release(&first);
  wb_str_release(&second);
}

int main(void) {
  tap_run("quartiles are interpolated between values", quartiles_are_interpolated);
  tap_run("axes end at powers of ten", axes_end_at_powers_of_ten);
  tap_run("a run has what devices carried out in it", a_run_has_what_devices_carried_out_in_it);
  tap_run("a whole run lasts from its first command to its last end",
          a_whole_run_lasts_from_its_first_command_to_its_last_end);
  tap_run("commands alone have no row of the whole", commands_alone_have_no_row_of_the_whole);
  tap_run("runs that warm up do not count, and rates are those of medians", warm_ups_do_not_count);
  tap_run("wrong results are counted, and the first is told", wrong_results_are_counted);
  tap_run("the best of all kernels is the roof", the_best_of_all_kernels_is_the_roof);
  tap_run("what is not known is not there", what_is_not_known_is_not_there);
  tap_run("runs travel with a program's result", runs_travel_with_a_programs_result);
  return tap_finish();
}

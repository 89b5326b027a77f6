#include "result/bench.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fields/json_tools.h"

/* ---- spread ------------------------------------------------------------------------------- */

static int compare_values(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Of sorted values, at least one. */
static double quantile(const double *values, size_t count, double share) {
  const double place = share * (double)(count - 1);
  const size_t below = (size_t)place, above = below + 1 < count ? below + 1 : below;
  return values[below] + (place - (double)below) * (values[above] - values[below]);
}

struct wb_spread wb_spread_of(double *values, size_t count) {
  if (count == 0) return (struct wb_spread){.count = 0};
  qsort(values, count, sizeof *values, compare_values);
  return (struct wb_spread){.count = count,
                            .least = values[0],
                            .lower = quantile(values, count, 0.25),
                            .median = quantile(values, count, 0.5),
                            .upper = quantile(values, count, 0.75),
                            .most = values[count - 1]};
}

/* ---- fields ------------------------------------------------------------------------------- */

#define WB_OF struct wb_spread
static const struct wb_field spread_rows[] = {
    {"count", WB_VALUE(count)},   {"least", WB_VALUE(least)}, {"lower", WB_VALUE(lower)},
    {"median", WB_VALUE(median)}, {"upper", WB_VALUE(upper)}, {"most", WB_VALUE(most)},
};
static const struct wb_fields spread_fields = {WB_ROWS(spread_rows)};
#undef WB_OF

static bool is_launch(const void *of) { return ((const struct wb_bench_item *)of)->dimensions > 0; }

#define WB_OF struct wb_bench_item
static const struct wb_field item_rows[] = {
    {"kind", WB_VALUE(kind), .words = &wb_timeline_kinds},
    {"name", WB_VALUE(name)},
    {"device", WB_VALUE(device)},
    {"bytes", WB_VALUE(bytes)},
    {"global", WB_COUNTED(global, dimensions), .said = is_launch},
    {"local", WB_ITEMS(local, COUNTED), WB_COUNT_AT(dimensions), .most = 3, .as_before = true,
     .said = is_launch},
    {"count", WB_VALUE(count)},
    {"ns", WB_VALUE(ns)},
};
static const struct wb_fields item_fields = {WB_ROWS(item_rows)};
#undef WB_OF

#define WB_OF struct wb_bench_run
static const struct wb_field run_rows[] = {
    {"warm_up", WB_VALUE(warm_up)},
    {"seed", WB_VALUE(seed)},
    {"ns", WB_VALUE(ns)},
    {"wrong", WB_VALUE(wrong)},
    {"why", WB_VALUE(why)},
    {"items", WB_LIST(items, n_items, WB_BENCH_MOST_ITEMS), .fields = &item_fields},
    {"dropped", WB_VALUE(dropped)},
};
static const struct wb_fields run_fields = {WB_ROWS(run_rows)};
#undef WB_OF

#define WB_OF struct wb_bench_work
static const struct wb_field work_rows[] = {
    {"kernel", WB_VALUE(kernel)},
    {"bytes", WB_VALUE(bytes)},
    {"flops", WB_VALUE(flops)},
};
static const struct wb_fields work_fields = {WB_ROWS(work_rows)};
#undef WB_OF

#define WB_OF struct wb_bench_runs
static const struct wb_field runs_rows[] = {
    {"in_parts", WB_VALUE(in_parts)},
    {"checks", WB_VALUE(checks)},
    {"runs", WB_LIST(runs, n_runs, WB_BENCH_MOST_RUNS), .fields = &run_fields},
    {"works", WB_LIST(works, n_works, WB_BENCH_MOST_WORKS), .fields = &work_fields},
};
const struct wb_fields wb_bench_runs_fields = {WB_ROWS(runs_rows)};
#undef WB_OF

#define WB_OF struct wb_bench_row
static const struct wb_field row_rows[] = {
    {"what", WB_VALUE(what)},
    {"kernel", WB_VALUE(kernel)},
    {"count", WB_VALUE(count)},
    {"ns", WB_VALUE(ns), .fields = &spread_fields},
    {"bytes", WB_VALUE(bytes), WB_GIVEN(has_bytes)},
    {"flops", WB_VALUE(flops), WB_GIVEN(has_flops)},
    {"gb_per_s", WB_VALUE(gb_per_s), WB_GIVEN(has_bytes)},
    {"gflop_per_s", WB_VALUE(gflop_per_s), WB_GIVEN(has_flops)},
};
static const struct wb_fields row_fields = {WB_ROWS(row_rows)};
#undef WB_OF

#define WB_OF struct wb_bench_peak
static const struct wb_field peak_rows[] = {
    {"what", WB_VALUE(what)},
    {"rate", WB_VALUE(rate)},
};
static const struct wb_fields peak_fields = {WB_ROWS(peak_rows)};
#undef WB_OF

#define WB_OF struct wb_bench
static const struct wb_field bench_rows[] = {
    {"schema", WB_CONSTANT(1)},
    {"subject", WB_VALUE(subject)},
    {"input", WB_VALUE(input)},
    {"device", WB_VALUE(device)},
    {"emulated", WB_VALUE(emulated)},
    {"warm_ups", WB_VALUE(warm_ups)},
    {"runs", WB_VALUE(runs)},
    {"results_checked", WB_VALUE(results_checked)},
    {"wrong", WB_VALUE(wrong)},
    {"why", WB_VALUE(why)},
    {"trouble", WB_VALUE(trouble)},
    {"rows", WB_LIST(rows, n_rows, WB_BENCH_MOST_ITEMS), .fields = &row_fields},
    {"bytes_of", WB_VALUE(bytes_of)},
    {"copy", WB_VALUE(copy), .fields = &peak_fields, WB_GIVEN(has_peaks)},
    {"multiply_add", WB_VALUE(multiply_add), .fields = &peak_fields, WB_GIVEN(has_peaks)},
    {"no_peaks", WB_VALUE(no_peaks)},
};
const struct wb_fields wb_bench_fields = {WB_ROWS(bench_rows)};
#undef WB_OF

void wb_bench_runs_release(struct wb_bench_runs *runs) {
  wb_fields_release(&wb_bench_runs_fields, runs);
}

void wb_bench_init(struct wb_bench *bench, const char *subject) {
  *bench = (struct wb_bench){.subject = wb_strdup(subject)};
  char **texts[] = {
      &bench->input,   &bench->device,    &bench->bytes_of,          &bench->why,
      &bench->trouble, &bench->copy.what, &bench->multiply_add.what, &bench->no_peaks};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) *texts[i] = wb_strdup("");
}

void wb_bench_release(struct wb_bench *bench) { wb_fields_release(&wb_bench_fields, bench); }

void wb_bench_print(const struct wb_bench *bench, struct wb_str *out) {
  wb_json_print(wb_fields_to_json(&wb_bench_fields, bench, NULL), out);
}

/* ---- runs --------------------------------------------------------------------------------- */

struct wb_bench_run *wb_bench_runs_add(struct wb_bench_runs *runs) {
  runs->runs = wb_grow(runs->runs, &runs->runs_capacity, runs->n_runs + 1, sizeof *runs->runs);
  runs->runs[runs->n_runs] = (struct wb_bench_run){.why = wb_strdup("")};
  return &runs->runs[runs->n_runs++];
}

static bool is_of_item(const struct wb_bench_item *item, const struct wb_timeline_entry *entry,
                       const char *device) {
  const bool kernel = entry->kind == WB_TIMELINE_KERNEL;
  return item->kind == entry->kind && item->bytes == entry->bytes &&
         strcmp(item->device, device) == 0 &&
         (!kernel ||
          (strcmp(item->name, entry->name) == 0 && item->dimensions == entry->dimensions &&
           memcmp(item->global, entry->global, sizeof item->global) == 0 &&
           memcmp(item->local, entry->local, sizeof item->local) == 0));
}

static bool was_carried_out(const struct wb_timeline_entry *entry) {
  return wb_timeline_is_work(entry->kind) && entry->state == WB_TIMELINE_DONE;
}

/* The item of an entry, which is made where it is not there yet; `run->n_items` where there is no
 * room. */
static size_t item_of(struct wb_bench_run *run, const struct wb_timeline *timeline,
                      const struct wb_timeline_entry *entry) {
  const char *device = timeline->lanes[entry->lane].device;
  for (size_t i = 0; i < run->n_items; i++)
    if (is_of_item(&run->items[i], entry, device)) return i;
  if (run->n_items == WB_BENCH_MOST_ITEMS) return run->n_items;
  const bool kernel = entry->kind == WB_TIMELINE_KERNEL;
  struct wb_bench_item *item = &run->items[run->n_items];
  *item = (struct wb_bench_item){.kind = entry->kind,
                                 .name = wb_strdup(kernel ? entry->name : ""),
                                 .device = wb_strdup(device),
                                 .bytes = entry->bytes,
                                 .dimensions = entry->dimensions};
  memcpy(item->global, entry->global, sizeof item->global);
  memcpy(item->local, entry->local, sizeof item->local);
  return run->n_items++;
}

void wb_bench_run_take(struct wb_bench_run *run, const struct wb_timeline *timeline, size_t first) {
  const size_t count = timeline->n_entries > first ? timeline->n_entries - first : 0;
  size_t *of = wb_alloc((count + 1) * sizeof *of);
  double *values = wb_alloc((count + 1) * sizeof *values);
  free(run->items);
  run->items = wb_alloc(WB_BENCH_MOST_ITEMS * sizeof *run->items);
  run->n_items = 0;
  for (size_t i = 0; i < count; i++) {
    const struct wb_timeline_entry *entry = &timeline->entries[first + i];
    of[i] = was_carried_out(entry) ? item_of(run, timeline, entry) : WB_BENCH_MOST_ITEMS;
    if (was_carried_out(entry) && of[i] == WB_BENCH_MOST_ITEMS) run->dropped++;
  }
  for (size_t k = 0; k < run->n_items; k++) {
    size_t n = 0;
    for (size_t i = 0; i < count; i++)
      if (of[i] == k)
        values[n++] =
            (double)(timeline->entries[first + i].ended - timeline->entries[first + i].started);
    run->items[k].count = n;
    run->items[k].ns = wb_spread_of(values, n).median;
  }
  run->dropped += timeline->dropped;
  free(values);
  free(of);
}

void wb_bench_run_take_all(struct wb_bench_run *run, const struct wb_timeline *timeline) {
  uint64_t first = UINT64_MAX, last = 0;
  for (size_t i = 0; i < timeline->n_entries; i++) {
    const struct wb_timeline_entry *entry = &timeline->entries[i];
    if (!was_carried_out(entry)) continue;
    if (entry->enqueued < first) first = entry->enqueued;
    if (entry->ended > last) last = entry->ended;
  }
  run->ns = last > first ? (double)(last - first) : 0;
  wb_bench_run_take(run, timeline, 0);
}

/* ---- rows --------------------------------------------------------------------------------- */

void wb_bench_add_row(struct wb_bench *bench, const char *what, const char *kernel, uint64_t count,
                      double *values, size_t n_values, double bytes, double flops) {
  if (bench->n_rows == WB_BENCH_MOST_ITEMS || n_values == 0) return;
  bench->rows = wb_grow(bench->rows, &bench->rows_capacity, bench->n_rows + 1, sizeof *bench->rows);
  struct wb_bench_row *row = &bench->rows[bench->n_rows++];
  *row = (struct wb_bench_row){.what = wb_strdup(what),
                               .kernel = wb_strdup(kernel),
                               .count = count,
                               .ns = wb_spread_of(values, n_values),
                               .has_bytes = bytes > 0,
                               .has_flops = flops > 0,
                               .bytes = bytes,
                               .flops = flops};
  /* A time of 0 is one that the device's clock is too coarse for. */
  const double ns = row->ns.median;
  row->has_bytes = row->has_bytes && ns > 0;
  row->has_flops = row->has_flops && ns > 0;
  row->gb_per_s = row->has_bytes ? bytes / ns : 0;
  row->gflop_per_s = row->has_flops ? flops / ns : 0;
}

static const struct wb_bench_work *work_of(const struct wb_bench_runs *runs, const char *kernel) {
  for (size_t i = 0; i < runs->n_works; i++)
    if (strcmp(runs->works[i].kernel, kernel) == 0) return &runs->works[i];
  return NULL;
}

static bool is_same_item(const struct wb_bench_item *a, const struct wb_bench_item *b) {
  return a->kind == b->kind && a->bytes == b->bytes && strcmp(a->name, b->name) == 0 &&
         strcmp(a->device, b->device) == 0 && a->dimensions == b->dimensions &&
         memcmp(a->global, b->global, sizeof a->global) == 0 &&
         memcmp(a->local, b->local, sizeof a->local) == 0;
}

static void describe_item(const struct wb_bench_item *item, struct wb_str *out) {
  struct wb_timeline_entry entry = {
      .kind = item->kind, .name = item->name, .bytes = item->bytes, .dimensions = item->dimensions};
  memcpy(entry.global, item->global, sizeof entry.global);
  memcpy(entry.local, item->local, sizeof entry.local);
  wb_timeline_label(&entry, out);
}

/* Bytes that memory moves for one: of a copy on a device those that are read and those that are
 * written. */
static double bytes_of_item(const struct wb_bench_item *item, const struct wb_bench_work *work) {
  if (item->kind == WB_TIMELINE_KERNEL) return work != NULL ? work->bytes : 0;
  const bool both =
      item->kind == WB_TIMELINE_COPY_ON_DEVICE || item->kind == WB_TIMELINE_COPY_BETWEEN;
  return (double)item->bytes * (both ? 2 : 1);
}

struct tally {
  const struct wb_bench_item *item; /* the first of its kind */
  double *values;
  size_t n_values;
  uint64_t count;
};

static void take_item(struct tally *tallies, size_t *n_tallies, const struct wb_bench_item *item,
                      size_t n_runs) {
  size_t k = 0;
  while (k < *n_tallies && !is_same_item(tallies[k].item, item)) k++;
  if (k == WB_BENCH_MOST_ITEMS) return;
  if (k == *n_tallies) {
    tallies[k] = (struct tally){.item = item, .values = wb_alloc(n_runs * sizeof(double))};
    ++*n_tallies;
  }
  tallies[k].values[tallies[k].n_values++] = item->ns;
  if (item->count > tallies[k].count) tallies[k].count = item->count;
}

static void add_items(struct wb_bench *bench, const struct wb_bench_runs *runs) {
  struct tally *tallies = wb_alloc(WB_BENCH_MOST_ITEMS * sizeof *tallies);
  struct wb_str what;
  size_t n_tallies = 0;
  wb_str_init(&what);
  for (size_t i = 0; i < runs->n_runs; i++)
    for (size_t k = 0; !runs->runs[i].warm_up && k < runs->runs[i].n_items; k++)
      take_item(tallies, &n_tallies, &runs->runs[i].items[k], runs->n_runs);
  for (size_t k = 0; k < n_tallies; k++) {
    const struct wb_bench_item *item = tallies[k].item;
    const bool kernel = item->kind == WB_TIMELINE_KERNEL;
    const struct wb_bench_work *work = kernel ? work_of(runs, item->name) : NULL;
    wb_str_clear(&what);
    describe_item(item, &what);
    wb_bench_add_row(bench, what.data, item->name, tallies[k].count, tallies[k].values,
                     tallies[k].n_values, bytes_of_item(item, work),
                     work != NULL ? work->flops : 0);
    free(tallies[k].values);
  }
  wb_str_release(&what);
  free(tallies);
}

static void set_text(char **text, const char *value) {
  free(*text);
  *text = wb_strdup(value);
}

void wb_bench_take_commands(struct wb_bench *bench, const struct wb_bench_runs *runs) {
  for (size_t i = 0; i < runs->n_runs; i++) {
    const struct wb_bench_run *run = &runs->runs[i];
    if (run->warm_up)
      bench->warm_ups++;
    else
      bench->runs++;
    if (run->wrong && bench->wrong++ == 0) set_text(&bench->why, run->why);
    if (bench->device[0] == '\0' && run->n_items > 0)
      set_text(&bench->device, run->items[0].device);
  }
  bench->results_checked = runs->checks;
  add_items(bench, runs);
}

void wb_bench_add_whole(struct wb_bench *bench, const struct wb_bench_runs *runs,
                        const char *what) {
  double *values = wb_alloc((runs->n_runs + 1) * sizeof *values);
  const struct wb_bench_work *whole = work_of(runs, "");
  size_t n = 0;
  for (size_t i = 0; i < runs->n_runs; i++)
    if (!runs->runs[i].warm_up) values[n++] = runs->runs[i].ns;
  wb_bench_add_row(bench, what, "", 1, values, n, whole != NULL ? whole->bytes : 0,
                   whole != NULL ? whole->flops : 0);
  free(values);
}

void wb_bench_take_runs(struct wb_bench *bench, const struct wb_bench_runs *runs) {
  bool says = false;
  wb_bench_take_commands(bench, runs);
  wb_bench_add_whole(bench, runs, "the whole run, by the clock");
  for (size_t i = 0; i < runs->n_works; i++) says = says || runs->works[i].bytes > 0;
  if (says) set_text(&bench->bytes_of, "as the script says");
}

static void take_peak(struct wb_bench_peak *peak, const struct wb_bench_row *row, double rate) {
  if (rate <= peak->rate) return;
  set_text(&peak->what, row->what);
  peak->rate = rate;
}

void wb_bench_take_peaks(struct wb_bench *bench, const struct wb_bench *of_device) {
  for (size_t i = 0; i < of_device->n_rows; i++) {
    const struct wb_bench_row *row = &of_device->rows[i];
    if (row->kernel[0] == '\0') continue;
    if (row->has_bytes) take_peak(&bench->copy, row, row->gb_per_s);
    if (row->has_flops) take_peak(&bench->multiply_add, row, row->gflop_per_s);
  }
  bench->has_peaks = bench->copy.rate > 0 && bench->multiply_add.rate > 0;
}

/* ---- the roofline ------------------------------------------------------------------------- */

bool wb_bench_is_point(const struct wb_bench_row *row) { return row->has_bytes && row->has_flops; }

double wb_bench_intensity(const struct wb_bench_row *row) { return row->flops / row->bytes; }

double wb_bench_roof(const struct wb_bench *bench, double intensity) {
  const double memory = bench->copy.rate * intensity;
  return memory < bench->multiply_add.rate ? memory : bench->multiply_add.rate;
}

struct wb_log_axis wb_log_axis_of(const double *values, size_t count) {
  struct wb_log_axis axis = {.from = 0, .to = 1};
  bool any = false;
  for (size_t i = 0; i < count; i++) {
    if (!(values[i] > 0) || !isfinite(values[i])) continue;
    const double exponent = log10(values[i]);
    const int low = (int)floor(exponent), high = (int)ceil(exponent);
    if (!any || low < axis.from) axis.from = low;
    if (!any || high > axis.to) axis.to = high;
    any = true;
  }
  if (axis.to <= axis.from) axis.to = axis.from + 1;
  return axis;
}

double wb_log_axis_place(const struct wb_log_axis *axis, double value) {
  const double place =
      value > 0 ? (log10(value) - axis->from) / (double)(axis->to - axis->from) : 0;
  return place < 0 ? 0 : place > 1 ? 1 : place;
}

double wb_log_axis_value(const struct wb_log_axis *axis, double place) {
  return pow(10, axis->from + place * (axis->to - axis->from));
}

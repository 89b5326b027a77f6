/* Measurements (`workbench bench`): what each run of a host program took, and what many runs come
 * to. Plain data: workbench-host fills struct wb_bench_runs, which travels as JSON; the report is
 * made of struct wb_bench (docs/json.md).
 *
 * A *run* is one time that the program, or its function `run`, was carried out. Of each run there
 * is an *item* for each kind of command that devices carried out in it: a kernel with its sizes, a
 * copy in one direction of so many bytes. */
#ifndef WB_RESULT_BENCH_H
#define WB_RESULT_BENCH_H

#include "result/timeline.h"

/* ---- spread ------------------------------------------------------------------------------- */

/* Of several values: the least, the quartiles and the greatest. Between two values a quartile is
 * interpolated (Hyndman and Fan 1996, definition 7). Zeroes of none. */
struct wb_spread {
  uint64_t count;
  double least, lower, median, upper, most;
};
struct wb_spread wb_spread_of(double *values, size_t count); /* sorts them */

/* ---- runs --------------------------------------------------------------------------------- */

struct wb_bench_item {
  enum wb_timeline_kind kind;
  char *name;   /* of a kernel; else "" */
  char *device; /* its name */
  uint64_t bytes;
  uint32_t dimensions; /* of a launch; 0: it is none */
  uint64_t global[3], local[3];
  uint64_t count; /* such commands in the run */
  double ns;      /* the median of their times, from their start to their end on the device */
};

struct wb_bench_run {
  bool warm_up;
  uint64_t seed; /* that its inputs were made with */
  double ns;     /* of the clock, with enqueueing and waiting */
  bool wrong;
  char *why; /* of a wrong result: a sentence; "" */
  struct wb_bench_item *items;
  size_t n_items;
  uint64_t dropped; /* commands that the timeline had no room for */
};

/* What one launch of a kernel, or one whole run, does as the program says itself. 0: not said. */
struct wb_bench_work {
  char *kernel; /* "": the whole run */
  double bytes, flops;
};

enum { WB_BENCH_MOST_RUNS = 10000, WB_BENCH_MOST_ITEMS = 256, WB_BENCH_MOST_WORKS = 256 };

struct wb_bench_runs {
  bool in_parts; /* the program gave a table with `run`; else all of it is carried out each time */
  bool checks;   /* … and with `check` */
  struct wb_bench_run *runs;
  size_t n_runs, runs_capacity;
  struct wb_bench_work *works;
  size_t n_works, works_capacity;
};
extern const struct wb_fields wb_bench_runs_fields;
void wb_bench_runs_release(struct wb_bench_runs *runs); /* zeroes it */

/* A new run, the last one. */
struct wb_bench_run *wb_bench_runs_add(struct wb_bench_runs *runs);

/* Adds the items of a part of a timeline: of its entries from `first` on, those that devices
 * carried out to their end. */
void wb_bench_run_take(struct wb_bench_run *run, const struct wb_timeline *timeline, size_t first);

/* The same of a whole timeline, and how long the run took: from when its first command was enqueued
 * to the end of the last one. */
void wb_bench_run_take_all(struct wb_bench_run *run, const struct wb_timeline *timeline);

/* ---- what they come to -------------------------------------------------------------------- */

/* A row of the table. Rates are of the median. */
struct wb_bench_row {
  char *what;     /* "scale, global 1048576, local 64", "64 MiB host -> device" */
  char *kernel;   /* its name; "" of others */
  uint64_t count; /* in one run; of runs that differ the most */
  struct wb_spread ns;
  bool has_bytes, has_flops;
  double bytes, flops;          /* of one */
  double gb_per_s, gflop_per_s; /* 10^9; 0 where not known */
};

/* The most that the device reached in kernels made for that, in the same call. */
struct wb_bench_peak {
  char *what;  /* "copy_float4, global 1048576, local 256" */
  double rate; /* 10^9 bytes, or operations, a second: of the median of its runs */
};

struct wb_bench {
  char *subject;  /* the script or the puzzle */
  char *input;    /* of a puzzle: which case, in words; "" */
  char *device;   /* its name */
  bool emulated;  /* times are those of the checking emulator */
  char *bytes_of; /* where the bytes of kernels come from, in words; "" where there are none */
  uint64_t warm_ups, runs, wrong;
  bool results_checked;
  char *why;     /* the first wrong result, in words; "" */
  char *trouble; /* what else ended it, or was found; "": nothing */
  struct wb_bench_row *rows;
  size_t n_rows, rows_capacity;
  bool has_peaks;
  struct wb_bench_peak copy, multiply_add;
  char *no_peaks; /* why there are none, in words; "" */
};
extern const struct wb_fields wb_bench_fields;
void wb_bench_init(struct wb_bench *bench, const char *subject);       /* its other texts are "" */
void wb_bench_release(struct wb_bench *bench);                         /* zeroes it */
void wb_bench_print(const struct wb_bench *bench, struct wb_str *out); /* as JSON */

/* Fills counts and rows from what was measured; rows in the order in which the program does things,
 * the whole run last. */
void wb_bench_take_runs(struct wb_bench *bench, const struct wb_bench_runs *runs);

/* The same without the row of the whole run, and that row alone, with words for it. */
void wb_bench_take_commands(struct wb_bench *bench, const struct wb_bench_runs *runs);
void wb_bench_add_whole(struct wb_bench *bench, const struct wb_bench_runs *runs, const char *what);

/* A new row, the last one, whose texts are copied. `values` are times in nanoseconds, which are
 * sorted; bytes and flops of 0 are not known. */
void wb_bench_add_row(struct wb_bench *bench, const char *what, const char *kernel, uint64_t count,
                      double *values, size_t n_values, double bytes, double flops);

/* The best copy and the best multiply-add among the rows of the program that measures them. */
void wb_bench_take_peaks(struct wb_bench *bench, const struct wb_bench *of_device);

/* ---- the roofline (Williams, Waterman, Patterson 2009) ------------------------------------- */

/* Operations a byte, of a row that both are known of. */
double wb_bench_intensity(const struct wb_bench_row *row);
/* The most GFLOP/s at such an intensity that memory and arithmetic allow. */
double wb_bench_roof(const struct wb_bench *bench, double intensity);
/* Rows that can be a point. */
bool wb_bench_is_point(const struct wb_bench_row *row);

/* A logarithmic axis, whose ends are powers of ten around all values. */
struct wb_log_axis {
  int from, to; /* exponents of ten; from < to */
};
struct wb_log_axis wb_log_axis_of(const double *values, size_t count);
double wb_log_axis_place(const struct wb_log_axis *axis, double value); /* 0 … 1, clamped */
double wb_log_axis_value(const struct wb_log_axis *axis, double place);

#endif

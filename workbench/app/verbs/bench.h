/* Measuring (docs/bench.md): a host program or the learner's answer to a puzzle, run again and
 * again on a device, beside the most that this device reaches in the same call. */
#ifndef WB_VERBS_BENCH_H
#define WB_VERBS_BENCH_H

#include "course/course.h"
#include "result/bench.h"
#include "result/host_result.h"
#include "result/result.h"

/* Everything is the caller's and must outlive the call. */
struct wb_bench_order {
  const char *device; /* as for --device */
  uint32_t warm_ups, runs;
  uint32_t time_ms; /* once so long has passed, no further run begins; 0: no limit */
  uint64_t seed;    /* of the inputs of the first run */
  bool no_peaks;    /* what the device reaches at most is not wanted */
  int cancel_fd;    /* readable: give up with WB_ERR_CANCELLED; -1: none */
  /* What is done now, and how much of it is over; may be NULL. */
  void (*show)(void *data, const char *doing, uint64_t done, uint64_t total);
  void *data;

  /* Of a script. */
  const char *script;
  const char *const *args;
  size_t n_args;

  /* Of a puzzle, and of a script, whose modules it may use (NULL: none). */
  const char *course;
  const char *slug, *file; /* the kernel, or the host program */
  size_t only_case;        /* from 1; 0: the one with the most bytes */
  const char *extra_case;  /* instead of them, as in struct wb_run_options; NULL: none */
  double bytes, flops;     /* of one run of the case; 0: bytes are those of its arrays, flops are
                              not known */
};

/* Fills *bench, and *result with what came of the script as a program: where that is no success,
 * bench->trouble says so. Both are the caller's to release, whatever comes of it. WB_ERR_MISSING:
 * there is no such device. */
enum wb_status wb_bench_script(const struct wb_bench_order *order, struct wb_host_result *result,
                               struct wb_bench *bench, struct wb_error *err);

/* The same of a puzzle's answer. It is first judged by the emulator, where that was built: what is
 * not right there is not measured, and *result says what is wrong. Else *result is that of the
 * first run on the device which was not right, or of the last one. */
enum wb_status wb_bench_puzzle(const struct wb_bench_order *order, struct wb_result *result,
                               struct wb_bench *bench, struct wb_error *err);

/* ---- shared by the two (bench.c) ----------------------------------------------------------- */

/* Measures what the device reaches: before and after what is measured, and the better of both
 * counts. Nothing on the emulator. Fails only where it was cancelled or there is no such device;
 * else bench->no_peaks says why there are none. */
enum wb_status wb_bench_measure_peaks(const struct wb_bench_order *order, struct wb_bench *bench,
                                      struct wb_error *err);
void wb_bench_show(const struct wb_bench_order *order, const char *doing, uint64_t done,
                   uint64_t total);

#endif

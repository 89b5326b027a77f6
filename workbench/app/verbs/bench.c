#include "verbs/bench.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "device/registry.h"
#include "judge_client/host_run.h"

enum { PEAK_WARM_UPS = 1, PEAK_RUNS = 5, PEAK_MS = 4000, LEAST_PEAK_BYTES = 64 << 20 };

static void set_text(char **text, const char *value) {
  free(*text);
  *text = wb_strdup(value);
}

static bool is_emulator(const struct wb_bench_order *order) {
  return strcmp(order->device, "emulator") == 0;
}

void wb_bench_show(const struct wb_bench_order *order, const char *doing, uint64_t done,
                   uint64_t total) {
  if (order->show != NULL) order->show(order->data, doing, done, total);
}

/* ---- one program --------------------------------------------------------------------------- */

struct showing {
  const struct wb_bench_order *order;
  const char *doing;
  uint64_t total;
};

static void show_run(void *data, uint64_t runs) {
  const struct showing *showing = data;
  wb_bench_show(showing->order, showing->doing, runs, showing->total);
}

static enum wb_status run_program(const struct wb_bench_order *order, const char *doing,
                                  struct wb_host_order *how, struct wb_host_result *result,
                                  struct wb_error *err) {
  struct showing showing = {order, doing, (uint64_t)how->measuring.warm_ups + how->measuring.runs};
  how->device = order->device;
  how->capture = true;
  how->run_done = show_run;
  how->data = &showing;
  how->cancel_fd = order->cancel_fd;
  wb_bench_show(order, doing, 0, showing.total);
  const enum wb_status status = wb_host_run(how, result, err);
  if (status == WB_OK && result->cause == WB_ERR_CANCELLED)
    return wb_fail(err, WB_ERR_CANCELLED, "interrupted");
  return status;
}

/* ---- what the device reaches ---------------------------------------------------------------- */

/* More than caches hold; a GPU has more memory, and the program asks it how much. */
static uint64_t peak_bytes(void) {
  const long cache = sysconf(_SC_LEVEL3_CACHE_SIZE);
  const uint64_t wanted = cache > 0 ? 4 * (uint64_t)cache : 0;
  return wanted > LEAST_PEAK_BYTES ? wanted : LEAST_PEAK_BYTES;
}

static void say_no_peaks(struct wb_bench *bench, const char *why) {
  free(bench->no_peaks);
  bench->no_peaks = wb_format("What the device reaches at most is not known: %s.", why);
}

static enum wb_status take_peaks(const struct wb_host_result *result, struct wb_bench *bench,
                                 struct wb_error *err) {
  struct wb_bench of_device;
  if (result->cause == WB_ERR_MISSING) return wb_fail(err, WB_ERR_MISSING, "%s", result->detail);
  if (result->verdict > WB_HOST_NO_ERRORS) {
    say_no_peaks(bench, result->detail);
    return WB_OK;
  }
  wb_bench_init(&of_device, "");
  wb_bench_take_runs(&of_device, &result->bench);
  if (of_device.wrong > 0)
    say_no_peaks(bench, of_device.why);
  else
    wb_bench_take_peaks(bench, &of_device);
  if (bench->device[0] == '\0') set_text(&bench->device, of_device.device);
  wb_bench_release(&of_device);
  return WB_OK;
}

enum wb_status wb_bench_measure_peaks(const struct wb_bench_order *order, struct wb_bench *bench,
                                      struct wb_error *err) {
  struct wb_host_result result = {.verdict = WB_HOST_CLEAN};
  if (order->no_peaks || is_emulator(order)) return WB_OK;
  char *folder = wb_course_program_folder("bench");
  char *script = folder != NULL ? wb_path_join(folder, "peaks.lua") : NULL;
  char *bytes = wb_format("%llu", (unsigned long long)peak_bytes());
  /* The second time it is enough to repeat what was best. */
  const char *args[] = {bytes, bench->copy.what, bench->multiply_add.what};
  const size_t n_args = bench->has_peaks ? sizeof args / sizeof args[0] : 1;
  enum wb_status status = WB_OK;
  if (script == NULL) {
    say_no_peaks(bench, "the folder bench of the workbench is not there");
  } else {
    struct wb_host_order how = {
        .script = script,
        .args = args,
        .n_args = n_args,
        .measuring = {.warm_ups = PEAK_WARM_UPS, .runs = PEAK_RUNS, .time_ms = PEAK_MS}};
    status = run_program(order, "what the device reaches", &how, &result, err);
    if (status == WB_OK) status = take_peaks(&result, bench, err);
  }
  wb_host_result_release(&result);
  free(bytes);
  free(script);
  free(folder);
  return status;
}

/* ---- a script ------------------------------------------------------------------------------- */

static uint64_t count_errors(const struct wb_host_result *result) {
  return wb_host_result_count(result, WB_SEVERITY_ERROR);
}

static void take_trouble(const struct wb_host_result *result, struct wb_bench *bench) {
  const uint64_t errors = count_errors(result);
  if (result->verdict <= WB_HOST_NO_ERRORS) return;
  free(bench->trouble);
  if (result->verdict == WB_HOST_ENDED_ITSELF)
    bench->trouble =
        wb_format("the program ended itself with exit code %lld", (long long)result->exit_code);
  else if (result->detail[0] != '\0')
    bench->trouble = wb_strdup(result->detail);
  else
    bench->trouble = wb_format("%llu error%s found in the program", (unsigned long long)errors,
                               errors == 1 ? " was" : "s were");
}

/* Of a program that chose another device than the one whose limits are known. */
static void compare_devices(struct wb_bench *bench, const char *of_peaks) {
  if (!bench->has_peaks || strcmp(of_peaks, bench->device) == 0) return;
  bench->has_peaks = false;
  char *why = wb_format("the program is on another one than %s", of_peaks);
  say_no_peaks(bench, why);
  free(why);
}

enum wb_status wb_bench_script(const struct wb_bench_order *order, struct wb_host_result *result,
                               struct wb_bench *bench, struct wb_error *err) {
  struct wb_host_order how = {.script = order->script,
                              .course = order->course,
                              .args = order->args,
                              .n_args = order->n_args,
                              .measuring = {.warm_ups = order->warm_ups,
                                            .runs = order->runs,
                                            .time_ms = order->time_ms,
                                            .seed = order->seed}};
  wb_bench_init(bench, wb_path_basename(order->script));
  *result = (struct wb_host_result){.verdict = WB_HOST_CLEAN};
  enum wb_status status = wb_bench_measure_peaks(order, bench, err);
  char *of_peaks = bench->device;
  bench->device = wb_strdup("");
  if (status == WB_OK) status = run_program(order, bench->subject, &how, result, err);
  if (status == WB_OK) {
    wb_bench_take_runs(bench, &result->bench);
    take_trouble(result, bench);
    if (bench->device[0] == '\0')
      set_text(&bench->device, of_peaks[0] != '\0' ? of_peaks : wb_device_label(order->device));
    bench->emulated = strcmp(bench->device, WB_EMULATOR_NAME) == 0;
    if (bench->trouble[0] == '\0') status = wb_bench_measure_peaks(order, bench, err);
    compare_devices(bench, of_peaks);
  }
  free(of_peaks);
  return status;
}

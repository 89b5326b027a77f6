#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/host_report.h"
#include "cli/print.h"
#include "cli/progress.h"
#include "cli/run_one.h"
#include "cli/session.h"
#include "cli/trace_draw.h"
#include "report/bench.h"
#include "verbs/bench.h"

enum {
  DEFAULT_WARM_UPS = 3,
  DEFAULT_RUNS = 10,
  DEFAULT_SECONDS = 30,
  MOST_RUNS = 5000,
  MOST_FINDINGS = 10
};

/* Everything of one call. */
struct bench_call {
  const struct wb_invocation *invocation;
  struct wb_bench_order order;
  struct wb_bench bench;
  struct wb_cli_progress progress;
  const char *svg; /* NULL: none */
  bool json;
};

/* ---- what is asked for --------------------------------------------------------------------- */

/* What can be asked of a puzzle alone. */
static enum wb_status check_options(const struct bench_call *call, bool script,
                                    struct wb_error *err) {
  static const char *const of_puzzles[] = {"file", "case", "extra-case", "bytes", "flops"};
  const struct wb_invocation *in = call->invocation;
  for (size_t i = 0; script && i < sizeof of_puzzles / sizeof of_puzzles[0]; i++)
    if (wb_cli_value(in, of_puzzles[i]) != NULL)
      return wb_fail(err, WB_ERR_USAGE, "--%s is for puzzles; %s is a script", of_puzzles[i],
                     wb_cli_operand(in));
  if (!script && in->n_operands > 1)
    return wb_fail(err, WB_ERR_USAGE, "%s: only scripts have arguments", in->operands[1]);
  if (wb_cli_value(in, "case") != NULL && wb_cli_value(in, "extra-case") != NULL)
    return wb_fail(err, WB_ERR_USAGE, "--case and --extra-case exclude each other");
  if (call->svg != NULL && strcmp(call->svg, "-") == 0 && call->json)
    return wb_fail(err, WB_ERR_USAGE,
                   "--svg - and JSON would both be on standard output; name a file");
  if (call->svg != NULL && call->order.no_peaks)
    return wb_fail(err, WB_ERR_USAGE, "--svg draws the roofline, which --no-peaks leaves out");
  if (call->order.runs > MOST_RUNS || call->order.warm_ups > MOST_RUNS)
    return wb_fail(err, WB_ERR_USAGE, "at most %d runs can be measured, after as many", MOST_RUNS);
  return wb_cli_check_svg_file(call->svg, err);
}

static void show_progress(void *data, const char *doing, uint64_t done, uint64_t total) {
  struct bench_call *call = data;
  char bar[64];
  char *text = total > 0
                   ? wb_format("%s  %s", wb_cli_progress_bar(done, total, bar, sizeof bar), doing)
                   : wb_strdup(doing);
  wb_cli_progress_show(&call->progress, text);
  free(text);
}

static uint64_t number_within(const struct wb_invocation *in, const char *name,
                              uint64_t otherwise) {
  const uint64_t number = wb_cli_number(in, name, otherwise);
  return number <= UINT32_MAX ? number : UINT32_MAX;
}

static void take_order(struct bench_call *call) {
  const struct wb_invocation *in = call->invocation;
  const char *device = wb_cli_value(in, "device"), *usual = getenv("WORKBENCH_DEVICE");
  if (device == NULL && usual != NULL && usual[0] != '\0') device = usual;
  call->svg = wb_cli_value(in, "svg");
  call->json = wb_cli_wants_json(in);
  call->order = (struct wb_bench_order){
      .device = device != NULL ? device : "opencl",
      .warm_ups = (uint32_t)number_within(in, "warm-up", DEFAULT_WARM_UPS),
      .runs = (uint32_t)number_within(in, "repeats", DEFAULT_RUNS),
      .time_ms = (uint32_t)(wb_cli_seconds(in, "time", DEFAULT_SECONDS) * 1000 + 0.5),
      .seed = wb_cli_number(in, "seed", 1),
      .no_peaks = wb_cli_flag(in, "no-peaks"),
      .show = show_progress,
      .data = call,
      .only_case = (size_t)wb_cli_number(in, "case", 0),
      .extra_case = wb_cli_value(in, "extra-case"),
      .bytes = (double)wb_cli_number(in, "bytes", 0),
      .flops = (double)wb_cli_number(in, "flops", 0)};
}

static bool names_script(const char *operand) {
  return wb_is_regular_file(operand) || strchr(operand, '/') != NULL ||
         wb_ends_with(operand, ".lua");
}

/* ---- what came of it ----------------------------------------------------------------------- */

static enum wb_status write_svg(const struct bench_call *call, struct wb_error *err) {
  struct wb_str out;
  enum wb_status status = WB_OK;
  if (call->svg == NULL) return WB_OK;
  if (!call->bench.has_peaks)
    return wb_fail(err, WB_ERR_MISSING,
                   "there is no roofline: what the device reaches at most is not known");
  wb_str_init(&out);
  wb_report_bench_svg(&call->bench, &out);
  if (strcmp(call->svg, "-") == 0)
    fwrite(out.data, 1, out.length, stdout);
  else
    status = wb_file_write_atomic(call->svg, out.data, out.length, err);
  wb_str_release(&out);
  return status;
}

static void print_table(const struct bench_call *call) {
  struct wb_document document = {0};
  const struct wb_report_style style = wb_cli_style(call->invocation);
  wb_report_bench(&call->bench, &style, &document);
  wb_cli_print(call->invocation, &document);
}

static void print_json(const struct bench_call *call) {
  struct wb_str out;
  wb_str_init(&out);
  wb_bench_print(&call->bench, &out);
  wb_cli_print_text(&out);
}

/* The table, but where the picture is on standard output. */
static int report_bench(const struct bench_call *call) {
  struct wb_error err;
  const bool fine = call->bench.wrong == 0 && call->bench.trouble[0] == '\0';
  int code = fine ? WB_EXIT_OK : WB_EXIT_NOT_ACCEPTED;
  if (call->json)
    print_json(call);
  else if (call->bench.n_rows > 0 && (call->svg == NULL || strcmp(call->svg, "-") != 0))
    print_table(call);
  if (call->bench.runs == 0) return code;
  if (write_svg(call, &err) != WB_OK) {
    const int other = wb_cli_fail(call->invocation, &err);
    if (code == WB_EXIT_OK) code = other;
  }
  return code;
}

/* ---- the two ------------------------------------------------------------------------------- */

static void begin_measuring(struct bench_call *call, struct wb_interrupt *interrupt) {
  wb_interrupt_open(interrupt);
  wb_cli_progress_begin(&call->progress);
  call->order.cancel_fd = interrupt->fd;
}

static void end_measuring(struct bench_call *call, struct wb_interrupt *interrupt) {
  wb_cli_progress_clear(&call->progress);
  wb_interrupt_close(interrupt);
}

/* Of a script in no course there is none: then it has the modules of its own folder alone. */
static enum wb_status open_course(const struct bench_call *call, struct wb_course *course,
                                  struct wb_error *err) {
  const char *wanted = wb_cli_value(call->invocation, "course");
  const enum wb_status status = wb_course_open(course, wanted, NULL, err);
  return wanted != NULL ? status : WB_OK;
}

static enum wb_status check_script(const char *path, struct wb_error *err) {
  if (!wb_file_exists(path)) return wb_fail(err, WB_ERR_USAGE, "there is no file %s", path);
  if (!wb_is_regular_file(path))
    return wb_fail(err, WB_ERR_USAGE, "%s is not a file that can be run", path);
  return WB_OK;
}

/* What could not be run is no result but an error. */
static int report_script(const struct bench_call *call, const struct wb_host_result *result) {
  struct wb_error err;
  char *folder = wb_path_dirname(call->order.script);
  const struct wb_cli_host_report how = {
      .script = call->order.script, .folder = folder, .most_findings = MOST_FINDINGS};
  int code = WB_EXIT_OK;
  if (result->verdict == WB_HOST_JUDGE_ERROR) {
    wb_fail(&err, result->cause, "%s", result->detail);
    if (result->line > 0)
      snprintf(err.where, sizeof err.where, "%s:%u", result->file, result->line);
    code = wb_cli_fail(call->invocation, &err);
  } else {
    wb_cli_report_host(call->invocation, result, &how);
    code = report_bench(call);
  }
  free(folder);
  return code;
}

static int bench_script(struct bench_call *call) {
  const struct wb_invocation *in = call->invocation;
  struct wb_host_result result = {.verdict = WB_HOST_CLEAN};
  struct wb_course course = {0};
  struct wb_interrupt interrupt;
  struct wb_error err;
  call->order.script = wb_cli_operand(in);
  call->order.args = in->operands + 1;
  call->order.n_args = in->n_operands - 1;
  enum wb_status status = check_options(call, true, &err);
  if (status == WB_OK) status = check_script(call->order.script, &err);
  if (status == WB_OK) status = open_course(call, &course, &err);
  if (status == WB_OK) {
    call->order.course = course.root;
    begin_measuring(call, &interrupt);
    status = wb_bench_script(&call->order, &result, &call->bench, &err);
    end_measuring(call, &interrupt);
  }
  const int code = status == WB_OK ? report_script(call, &result) : wb_cli_fail(in, &err);
  wb_host_result_release(&result);
  wb_course_release(&course);
  return code;
}

static int bench_puzzle(struct bench_call *call) {
  const struct wb_invocation *in = call->invocation;
  struct wb_session session = {0};
  struct wb_result result = {.verdict = WB_VERDICT_ACCEPTED};
  struct wb_interrupt interrupt;
  const struct wb_puzzle_summary *puzzle = NULL;
  struct wb_error err;
  char *file = NULL;
  enum wb_status status = check_options(call, false, &err);
  if (status == WB_OK) status = wb_cli_session_start_one(&session, in, &puzzle, &err);
  if (status == WB_OK) status = wb_cli_choose_kernel(in, &session, puzzle->slug, &file, &err);
  if (status == WB_OK) {
    wb_session_visit(&session, puzzle->slug);
    call->order.course = session.course.root;
    call->order.slug = puzzle->slug;
    call->order.file = file;
    begin_measuring(call, &interrupt);
    status = wb_bench_puzzle(&call->order, &result, &call->bench, &err);
    end_measuring(call, &interrupt);
  }
  int code = WB_EXIT_OK;
  if (status != WB_OK) {
    code = wb_cli_fail(in, &err);
  } else {
    /* What the emulator found is said as `run` says it. */
    if (call->bench.trouble[0] != '\0' && !call->json)
      wb_cli_print_result(in, &session, &result);
    code = report_bench(call);
  }
  wb_result_release(&result);
  free(file);
  wb_session_close(&session);
  return code;
}

int wb_shell_bench(const struct wb_invocation *invocation) {
  struct bench_call call = {.invocation = invocation};
  take_order(&call);
  const int code =
      names_script(wb_cli_operand(invocation)) ? bench_script(&call) : bench_puzzle(&call);
  wb_bench_release(&call.bench);
  return code;
}

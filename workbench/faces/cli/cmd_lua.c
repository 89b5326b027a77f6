#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/host_report.h"
#include "cli/print.h"
#include "cli/progress.h"
#include "judge_client/host_run.h"
#include "report/timeline.h"

enum { DEFAULT_FINDINGS = 10 };

/* Everything of one call. */
struct lua_call {
  const struct wb_invocation *invocation;
  struct wb_host_order order;
  struct wb_course course;
  char *folder;      /* the script's */
  const char *trace; /* NULL: none */
  bool json;
};

/* ---- what is asked for --------------------------------------------------------------------- */

/* By the ending of the file's name. */
static const struct trace_format {
  const char *ending;
  void (*write)(const struct wb_timeline *timeline, const char *title, struct wb_str *out);
} trace_formats[] = {{".svg", wb_report_timeline_svg},
                     {".json", wb_report_timeline_chrome},
                     {".txt", wb_report_timeline_text}};

static const struct trace_format *trace_format_of(const char *path) {
  const struct trace_format *found = NULL;
  for (size_t i = 0; i < sizeof trace_formats / sizeof trace_formats[0]; i++)
    if (wb_ends_with(path, trace_formats[i].ending)) found = &trace_formats[i];
  return found;
}

static enum wb_status take_trace(struct lua_call *call, struct wb_error *err) {
  const char *path = call->trace = wb_cli_value(call->invocation, "trace");
  if (path == NULL) return WB_OK;
  const bool on_output = strcmp(path, "-") == 0;
  if (on_output && call->json)
    return wb_fail(err, WB_ERR_USAGE,
                   "--trace - and JSON would both be on standard output; name a file");
  if (on_output) return WB_OK;
  if (trace_format_of(path) == NULL)
    return wb_fail(err, WB_ERR_USAGE, "--trace %s: the name ends in .svg, .json or .txt", path);
  if (wb_file_exists(path) && !wb_is_regular_file(path))
    return wb_fail(err, WB_ERR_USAGE, "%s is not a file that can be written", path);
  return WB_OK;
}

/* Of a script in no course there is none: then it has the modules of its own folder alone. */
static enum wb_status take_course(struct lua_call *call, struct wb_error *err) {
  const bool asked = wb_cli_value(call->invocation, "course") != NULL;
  enum wb_status status =
      wb_course_open(&call->course, wb_cli_value(call->invocation, "course"), NULL, err);
  if (status == WB_OK) call->order.course = call->course.root;
  return asked ? status : WB_OK;
}

static enum wb_status take_script(struct lua_call *call, struct wb_error *err) {
  const char *path = wb_cli_operand(call->invocation);
  call->order.script = path;
  if (strcmp(path, "-") == 0) {
    call->order.script = "/dev/stdin";
    call->order.label = "stdin";
    call->folder = wb_strdup(".");
    if (call->order.untrusted)
      return wb_fail(err, WB_ERR_USAGE, "--untrusted needs a file: it reads no standard input");
    return WB_OK;
  }
  if (!wb_file_exists(path)) return wb_fail(err, WB_ERR_USAGE, "there is no file %s", path);
  if (!wb_is_regular_file(path))
    return wb_fail(err, WB_ERR_USAGE, "%s is not a file that can be run", path);
  call->folder = wb_path_dirname(path);
  return WB_OK;
}

static enum wb_status take_all(struct lua_call *call, struct wb_error *err) {
  const struct wb_invocation *in = call->invocation;
  struct wb_host_order *order = &call->order;
  const char *device = wb_cli_value(in, "device"), *usual = getenv("WORKBENCH_DEVICE");
  if (device == NULL && usual != NULL && usual[0] != '\0') device = usual;
  order->device = device;
  order->args = in->operands + 1;
  order->n_args = in->n_operands - 1;
  order->untrusted = wb_cli_flag(in, "untrusted");
  order->warn_all = wb_cli_flag(in, "warn-all");
  order->seed = wb_cli_number(in, "seed", 0);
  order->schedule = wb_cli_value(in, "schedule");
  order->time_ms = (uint32_t)(wb_cli_seconds(in, "time-limit", 0) * 1000 + 0.5);
  order->memory_bytes = wb_cli_number(in, "memory-limit", 0) << 20;
  order->output_bytes = wb_cli_number(in, "output-limit", 0) << 10;
  order->capture = call->json;
  enum wb_status status = take_trace(call, err);
  order->explain = call->json || wb_cli_flag(in, "explain");
  order->timeline = call->json || call->trace != NULL || wb_cli_flag(in, "stats");
  if (status == WB_OK) status = take_script(call, err);
  return status == WB_OK ? take_course(call, err) : status;
}

/* ---- what came of it ----------------------------------------------------------------------- */

static const char *title_of(const struct lua_call *call) {
  return call->order.label != NULL ? call->order.label : wb_path_basename(call->order.script);
}

static void print_timeline(const struct lua_call *call, const struct wb_timeline *timeline) {
  struct wb_document document = {0};
  const struct wb_report_style style = wb_cli_style(call->invocation);
  wb_report_timeline(timeline, title_of(call), &style, WB_TIMELINE_ROWS, &document);
  wb_cli_print(call->invocation, &document);
}

static enum wb_status write_trace(const struct lua_call *call, const struct wb_host_result *result,
                                  struct wb_error *err) {
  struct wb_str out;
  enum wb_status status = WB_OK;
  if (call->trace == NULL) return WB_OK;
  if (!result->has_timeline) { /* it is kept by the process that was ended */
    fprintf(stderr, "workbench lua: there is no timeline of a program that was ended\n");
    return WB_OK;
  }
  if (strcmp(call->trace, "-") == 0) {
    print_timeline(call, &result->timeline);
    return WB_OK;
  }
  wb_str_init(&out);
  trace_format_of(call->trace)->write(&result->timeline, title_of(call), &out);
  status = wb_file_write_atomic(call->trace, out.data, out.length, err);
  wb_str_release(&out);
  return status;
}

/* Behind what the program itself printed. */
static void print_graphs(const struct lua_call *call, const struct wb_host_result *result) {
  if (!wb_cli_flag(call->invocation, "explain") || call->json) return;
  if (result->graphs != NULL)
    fputs(result->graphs, stdout);
  else
    fprintf(stderr, "workbench lua: the program compiled no graph\n");
}

static void print_report(const struct lua_call *call, const struct wb_host_result *result) {
  const struct wb_cli_host_report how = {
      .script = call->order.script,
      .folder = call->folder,
      .most_findings = wb_cli_number(call->invocation, "max-findings", DEFAULT_FINDINGS),
      .stats = wb_cli_flag(call->invocation, "stats")};
  wb_cli_report_host(call->invocation, result, &how);
}

static void print_json(const struct wb_host_result *result) {
  struct wb_str out;
  wb_str_init(&out);
  wb_host_result_print(result, &out);
  wb_cli_print_text(&out);
}

static int exit_code_of(const struct wb_host_result *result) {
  if (result->verdict == WB_HOST_JUDGE_ERROR) return wb_exit_of_status(result->cause);
  if (result->verdict == WB_HOST_ENDED_ITSELF) return (int)(result->exit_code & 255);
  return result->verdict <= WB_HOST_NO_ERRORS ? WB_EXIT_OK : WB_EXIT_NOT_ACCEPTED;
}

/* What could not be run is no result but an error, and stands where errors do. */
static int report_result(const struct lua_call *call, const struct wb_host_result *result) {
  struct wb_error err;
  int code = exit_code_of(result);
  if (call->json) print_json(result);
  if (result->verdict == WB_HOST_JUDGE_ERROR) {
    wb_fail(&err, result->cause, "%s", result->detail);
    if (result->line > 0)
      snprintf(err.where, sizeof err.where, "%s:%u", result->file, result->line);
    code = wb_cli_fail(call->invocation, &err);
  } else if (!call->json) {
    print_report(call, result);
  }
  print_graphs(call, result);
  if (write_trace(call, result, &err) != WB_OK) {
    const int other = wb_cli_fail(call->invocation, &err);
    if (code == WB_EXIT_OK) code = other;
  }
  return code;
}

int wb_shell_lua(const struct wb_invocation *invocation) {
  struct lua_call call = {.invocation = invocation, .json = wb_cli_wants_json(invocation)};
  struct wb_host_result result = {.verdict = WB_HOST_CLEAN};
  struct wb_interrupt interrupt;
  struct wb_error err = {.status = WB_OK};
  enum wb_status status = take_all(&call, &err);
  if (status == WB_OK) {
    wb_interrupt_open(&interrupt);
    call.order.cancel_fd = interrupt.fd;
    status = wb_host_run(&call.order, &result, &err);
    wb_interrupt_close(&interrupt);
  }
  const int code = status == WB_OK ? report_result(&call, &result) : wb_cli_fail(invocation, &err);
  wb_host_result_release(&result);
  wb_course_release(&call.course);
  free(call.folder);
  return code;
}

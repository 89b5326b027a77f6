#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "cli/checks.h"
#include "cli/run_one.h"
#include "cli/print.h"
#include "device/registry.h"
#include "report/report.h"

/* check-all under way. */
struct state {
  struct wb_session session;
  struct wb_cli_checks checks;
  struct wb_device_list devices; /* empty where the emulator judges */
  struct wb_report report;
  struct wb_str out;
  /* Wrong kernels on a device that checks nothing: how many gave the right
   * output, and how many of those were accepted. */
  size_t wrong, right_output, let_through;
  int code; /* the worst so far */
};

/* Whether the device that judged sees more than outputs. */
static bool device_checks(const struct state *state, const struct wb_result *result) {
  for (size_t i = 0; i < state->devices.count; i++)
    if (result->device != NULL && strcmp(state->devices.items[i].name, result->device) == 0)
      return state->devices.items[i].checks;
  return state->devices.count == 0;
}

/* Whether a judge that only compares outputs would have accepted: what else was
 * found here are writes into guard zones and into inputs. */
static bool gives_right_output(const struct wb_result *result) {
  bool right = result->verdict == WB_VERDICT_ACCEPTED || result->verdict == WB_VERDICT_OVER_BUDGET;
  if (result->verdict != WB_VERDICT_RUNTIME_ERROR) return right;
  for (size_t i = 0; i < result->n_cases; i++) {
    const struct wb_case_result *c = &result->cases[i];
    if (c->mismatches > 0 || (c->verdict != WB_VERDICT_ACCEPTED && c->n_findings == 0))
      return false;
    for (size_t k = 0; k < c->n_findings; k++)
      if (c->findings[k].kind != WB_OUT_OF_BOUNDS && c->findings[k].kind != WB_READ_ONLY_WRITE)
        return false;
  }
  return true;
}

/* Whether it has the spec's kernel with the spec's parameters, and something is
 * left to do. */
static bool starts_well(const struct wb_result *result) {
  bool fits = result->verdict != WB_VERDICT_ACCEPTED &&
              result->verdict != WB_VERDICT_COMPILE_ERROR &&
              result->verdict != WB_VERDICT_JUDGE_ERROR;
  for (size_t i = 0; i < result->n_cases; i++)
    for (size_t k = 0; k < result->cases[i].n_findings; k++)
      fits = fits && result->cases[i].findings[k].kind != WB_INVALID_ARGUMENT;
  return fits;
}

static bool came_out_right(struct state *state, const struct wb_course_check *check,
                           const struct wb_result *result) {
  if (check->is_starter) return starts_well(result);
  if (!check->is_wrong) return result->verdict == WB_VERDICT_ACCEPTED;
  if (device_checks(state, result)) return wb_expectation_met(&check->expected, result);
  /* A kernel that is only too slow is right for whoever does not count. */
  if (check->expected.verdict == WB_VERDICT_OVER_BUDGET)
    return result->verdict != WB_VERDICT_JUDGE_ERROR;
  state->wrong++;
  state->right_output += gives_right_output(result);
  state->let_through += result->verdict == WB_VERDICT_ACCEPTED;
  return result->verdict != WB_VERDICT_JUDGE_ERROR;
}

/* 5 and 4 tell more than 3, and that more than "not accepted". */
static void keep_worst(struct state *state, int code) {
  if (code > state->code) state->code = code;
}

static int code_of(const struct wb_judgement *job, const struct wb_course_check *check, bool ok) {
  if (ok) return WB_EXIT_OK;
  if (check->error.status != WB_OK) return wb_exit_of_status(check->error.status);
  if (job->needless) return WB_EXIT_NOT_ACCEPTED;
  if (job->status != WB_OK) return wb_exit_of_status(job->status);
  /* Accepted, where that is not as it should be, is no success either. */
  const int code = wb_exit_of_result(&job->result);
  return code != WB_EXIT_OK ? code : WB_EXIT_NOT_ACCEPTED;
}

static void write_out(struct state *state) {
  fwrite(state->out.data, 1, state->out.length, stdout);
  fflush(stdout);
  wb_str_clear(&state->out);
}

/* What must come of it, where that is not "accepted". */
static const char *expected_words(const struct wb_course_check *check) {
  if (check->is_starter) return "the spec's kernel, and not accepted";
  return check->is_wrong && check->expected.text[0] != '\0' ? check->expected.text : NULL;
}

static void report_job(struct wb_judgement *job, void *data) {
  struct state *state = data;
  struct wb_course_check *check = &state->checks.items[job - state->checks.jobs];
  const char *expected = expected_words(check);
  if (check->error.status != WB_OK)
    wb_cli_result_of_error(&job->result, &job->options, &check->error);
  else if (!job->needless && job->status != WB_OK)
    wb_cli_result_of_error(&job->result, &job->options, &job->error);
  /* What could not be judged is never as it should be, whatever was expected. */
  bool judged = check->absent == NULL && check->error.status == WB_OK && job->status == WB_OK;
  bool ok = judged && came_out_right(state, check, &job->result);
  struct wb_report_item item = {.name = check->name,
                                .result = check->absent == NULL ? &job->result : NULL,
                                .ok = ok,
                                .expected = expected,
                                .absent = check->absent};
  wb_report_add(&state->report, &item);
  keep_worst(state, code_of(job, check, ok));
  wb_cli_print_of_spec(check->name, &job->result);
  write_out(state);
  wb_result_release(&job->result);
  memset(&job->result, 0, sizeof job->result);
}

static enum wb_status judge_all(struct state *state, const struct wb_invocation *invocation,
                                struct wb_error *err) {
  struct wb_interrupt interrupt;
  struct wb_cli_progress progress;
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  for (size_t i = 0; i < state->checks.count; i++) {
    struct wb_judgement *job = &state->checks.jobs[i];
    job->options.course = state->session.course.root;
    job->options.device = wb_cli_value(invocation, "device");
    job->options.schedule = wb_cli_schedule(invocation, "schedule");
    job->needless =
        state->checks.items[i].absent != NULL || state->checks.items[i].error.status != WB_OK;
  }
  wb_interrupt_open(&interrupt);
  wb_cli_progress_begin(&progress);
  struct wb_jobs jobs = {
      .items = state->checks.jobs,
      .count = state->checks.count,
      .parallel = (size_t)wb_cli_number(invocation, "jobs", cores > 0 ? (uint64_t)cores : 1),
      .interrupt = &interrupt,
      .progress = &progress,
      .finished = report_job,
      .data = state};
  enum wb_status status = wb_jobs_run(&jobs, err);
  wb_interrupt_close(&interrupt);
  return status;
}

/* How good a plain comparison of outputs would have been as a judge. */
static void print_let_through(const struct state *state, const char *format) {
  if (state->wrong == 0 || state->devices.count == 0) return;
  bool json = strcmp(format, "json") == 0;
  fprintf(json ? stderr : stdout,
          "%s%zu of %zu wrong kernels give the right output here; guard zones and compared inputs "
          "still reject %zu of them\n",
          strcmp(format, "tap") == 0 ? "# " : "", state->right_output, state->wrong,
          state->right_output - state->let_through);
}

static enum wb_status prepare_jobs(struct state *state, const struct wb_invocation *invocation,
                                   struct wb_error *err) {
  const char *device = wb_cli_value(invocation, "device");
  const struct wb_puzzle_summary *only = NULL;
  enum wb_status status = wb_cli_operand(invocation) != NULL
                              ? wb_cli_session_start_one(&state->session, invocation, &only, err)
                              : wb_cli_session_open(&state->session, invocation, err);
  if (status != WB_OK) return status;
  if (wb_cli_flag(invocation, "solutions")) {
    status = wb_cli_checks_add_solutions(&state->checks, &state->session, only, err);
    if (status == WB_OK && device != NULL && strcmp(device, "emulator") != 0)
      status = wb_device_list(&state->devices, NULL, err);
  } else {
    wb_cli_checks_add_work(&state->checks, &state->session, only);
  }
  /* All of none is no success. */
  if (status == WB_OK && state->checks.count == 0)
    status = wb_fail(err, WB_ERR_SPEC,
                     "the course %s has no puzzles: there is no puzzles/NN-slug/puzzle.lua",
                     state->session.course.root);
  return status;
}

/* A grade does not rest on what some earlier kernel may have left behind. */
static void keep_nothing(void) { setenv("WORKBENCH_CACHE", "off", 0); }

int wb_shell_check_all(const struct wb_invocation *invocation) {
  struct state state = {.code = WB_EXIT_OK};
  struct wb_error err;
  const char *format = wb_cli_wants_json(invocation) ? "json" : wb_cli_value(invocation, "format");
  struct wb_report_style style = wb_cli_style(invocation);
  if (format == NULL) format = "text";
  keep_nothing();
  wb_str_init(&state.out);
  enum wb_status status = prepare_jobs(&state, invocation, &err);
  if (status == WB_OK) {
    wb_report_begin(&state.report, wb_report_format_find(format), &style, state.checks.count,
                    &state.out);
    status = judge_all(&state, invocation, &err);
  }
  if (status == WB_OK) {
    wb_report_end(&state.report);
    write_out(&state);
    print_let_through(&state, format);
  } else {
    state.code = wb_cli_fail(invocation, &err);
  }
  wb_str_release(&state.out);
  wb_device_list_release(&state.devices);
  wb_cli_checks_release(&state.checks);
  wb_session_close(&state.session);
  return state.code;
}

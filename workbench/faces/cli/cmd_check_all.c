#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/str.h"
#include "cli/checks.h"
#include "cli/run_one.h"
#include "cli/print.h"
#include "session/work.h"
#include "verbs/assignments.h"

/* check-all under way. */
struct state {
  struct wb_session session;
  struct wb_cli_checks checks;
  struct wb_list list;
  struct wb_str out;
  int code; /* the worst so far */
};

/* 5 and 4 tell more than 3, and that more than "not accepted". */
static void keep_worst(struct state *state, int code) {
  if (code > state->code) state->code = code;
}

static int code_of(const struct wb_judgement *job, const struct wb_course_check *check, bool ok) {
  if (ok) return WB_EXIT_OK;
  if (check->error.status != WB_OK) return wb_exit_of_status(check->error.status);
  if (job->needless) return WB_EXIT_NOT_ACCEPTED;
  if (job->status != WB_OK) return wb_exit_of_status(job->status);
  return wb_exit_of_result(&job->result);
}

static void write_out(struct state *state) {
  fwrite(state->out.data, 1, state->out.length, stdout);
  fflush(stdout);
  wb_str_clear(&state->out);
}

/* True where it was accepted. */
static bool add_item(struct state *state, const struct wb_course_check *check,
                     const struct wb_result *result) {
  struct wb_str words;
  struct wb_list_item item = {.outcome = WB_LIST_FAILED, .name = check->name};
  wb_str_init(&words);
  if (check->absent != NULL) {
    item.message = check->absent;
  } else {
    item.result = result;
    wb_list_item_of_result(&item, &words);
    wb_list_remark_result(&state->list, result);
  }
  /* A judge error is worth nothing and costs nothing: it says nothing of the answer. */
  item.weighed = check->worth != NULL && item.outcome != WB_LIST_ERROR;
  if (item.weighed) {
    item.most_points = check->worth->points;
    item.points = item.result != NULL ? result->score * check->worth->points : 0;
  }
  wb_list_add(&state->list, &item);
  wb_str_release(&words);
  return item.outcome == WB_LIST_PASSED;
}

static void report_job(struct wb_judgement *job, void *data) {
  struct state *state = data;
  struct wb_course_check *check = &state->checks.items[job - state->checks.jobs];
  if (check->error.status != WB_OK)
    wb_cli_result_of_error(&job->result, &job->options, &check->error);
  else if (!job->needless && job->status != WB_OK)
    wb_cli_result_of_error(&job->result, &job->options, &job->error);
  const bool ok = add_item(state, check, &job->result);
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

/* Whoever judges what others have handed in is to know what is not. */
static void tell_unread(const struct wb_course *course) {
  char *line = wb_work_unread(course);
  if (line != NULL) fprintf(stderr, "workbench: %s\n", line);
  free(line);
}

static enum wb_status prepare_jobs(struct state *state, const struct wb_invocation *invocation,
                                   struct wb_error *err) {
  const struct wb_puzzle_summary *only = NULL;
  const struct wb_assignment *assignment = NULL;
  const char *wanted = wb_cli_value(invocation, "assignment");
  if (wanted != NULL && wb_cli_operand(invocation) != NULL)
    return wb_fail(err, WB_ERR_USAGE, "judges a puzzle, or an assignment, not both");
  enum wb_status status = wb_cli_operand(invocation) != NULL
                              ? wb_cli_session_start_one(&state->session, invocation, &only, err)
                              : wb_cli_session_open(&state->session, invocation, err);
  if (status == WB_OK) status = wb_work_check_named(&state->session.course, err);
  if (status == WB_OK && wanted != NULL)
    status = wb_assignment_choose(&state->session.catalog.course, wanted, &assignment, err);
  if (status != WB_OK) return status;
  tell_unread(&state->session.course);
  wb_cli_checks_add_work(&state->checks, &state->session, only, assignment);
  /* All of none is no success. */
  if (state->checks.count == 0)
    status =
        wb_fail(err, WB_ERR_SPEC, "the course %s has no puzzles; `workbench new NAME` makes one",
                state->session.course.root);
  return status;
}

/* A grade does not rest on what some earlier kernel may have left behind. */
static void keep_nothing(void) { setenv("WORKBENCH_CACHE", "off", 0); }

int wb_shell_check_all(const struct wb_invocation *invocation) {
  struct state state = {.code = WB_EXIT_OK};
  struct wb_error err;
  struct wb_list_suite suite = {.name = "course"};
  const uint64_t start_ns = wb_clock_ns();
  const struct wb_report_style style = wb_cli_style(invocation);
  keep_nothing();
  wb_str_init(&state.out);
  enum wb_status status = prepare_jobs(&state, invocation, &err);
  if (status == WB_OK) {
    wb_list_begin(&state.list, &wb_list_of_puzzles,
                  wb_cli_list_format(invocation, &wb_list_of_puzzles), &style,
                  (long)state.checks.count, &state.out);
    wb_list_suite_begin(&state.list, &suite);
    status = judge_all(&state, invocation, &err);
    suite.seconds = wb_elapsed_ms(start_ns) / 1000;
    if (status == WB_OK || state.list.format->for_programs)
      wb_list_end(&state.list, status == WB_OK ? NULL : &err);
    write_out(&state);
  }
  if (status != WB_OK) state.code = wb_cli_fail(invocation, &err);
  wb_list_release(&state.list);
  wb_str_release(&state.out);
  wb_cli_checks_release(&state.checks);
  wb_session_close(&state.session);
  return state.code;
}

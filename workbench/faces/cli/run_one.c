#include "cli/run_one.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "cli/print.h"
#include "device/registry.h"
#include "report/report.h"
#include "session/work.h"

enum { SOURCE_MAX = 4 * 1024 * 1024, TICK_MS = 100 };

/* Frees the notice, which may be NULL. */
static void say(char *notice) {
  if (notice != NULL) fprintf(stderr, "%s\n", notice);
  free(notice);
}

void wb_cli_open_for_reader(struct wb_session *session, const char *slug) {
  say(wb_session_open_puzzle(session, slug));
}

enum wb_status wb_cli_begin_work(const struct wb_session *session, const char *slug, char **path,
                                 struct wb_error *err) {
  struct wb_work_made made;
  enum wb_status status = wb_work_open(&session->course, slug, &made, err);
  *path = NULL;
  if (status != WB_OK) return status;
  *path = wb_course_work_file(&session->course, slug);
  say(wb_work_notice(&session->course, slug, &made));
  return WB_OK;
}

enum wb_status wb_cli_choose_kernel(const struct wb_invocation *invocation,
                                    const struct wb_session *session, const char *slug, char **path,
                                    struct wb_error *err) {
  const char *wanted = wb_cli_value(invocation, "file");
  *path = NULL;
  if (wanted == NULL) return wb_cli_begin_work(session, slug, path, err);
  if (!wb_file_exists(wanted)) return wb_fail(err, WB_ERR_USAGE, "there is no file %s", wanted);
  if (!wb_is_regular_file(wanted))
    return wb_fail(err, WB_ERR_USAGE, "%s is not a file that can be judged", wanted);
  *path = wb_strdup(wanted);
  return WB_OK;
}

enum wb_status wb_cli_judge_one(struct wb_judgement *job, struct wb_error *err) {
  struct wb_interrupt interrupt;
  struct wb_cli_progress progress;
  wb_interrupt_open(&interrupt);
  wb_cli_progress_begin(&progress);
  struct wb_jobs jobs = {
      .items = job, .count = 1, .parallel = 1, .interrupt = &interrupt, .progress = &progress};
  enum wb_status status = wb_jobs_run(&jobs, err);
  wb_interrupt_close(&interrupt);
  if (status == WB_OK && job->status != WB_OK) {
    *err = job->error;
    status = job->status;
  }
  return status;
}

/* ---- what cases hold ---- */

enum wb_status wb_cli_wait_for_data(struct wb_data_task *task, struct wb_error *err) {
  struct wb_interrupt interrupt;
  struct wb_cli_progress progress;
  enum wb_status status = WB_OK;
  wb_interrupt_open(&interrupt);
  wb_cli_progress_begin(&progress);
  while (status == WB_OK && !wb_data_task_step(task)) {
    struct pollfd fds[] = {{wb_data_task_fd(task), POLLIN, 0}, {interrupt.fd, POLLIN, 0}};
    wb_cli_progress_show(&progress, "making the cases");
    poll(fds, 2, TICK_MS);
    if (wb_interrupt_pressed(&interrupt)) status = wb_fail(err, WB_ERR_CANCELLED, "interrupted");
  }
  wb_cli_progress_clear(&progress);
  wb_interrupt_close(&interrupt);
  if (status == WB_OK && task->status != WB_OK) {
    *err = task->error;
    status = task->status;
  }
  return status;
}

/* ---- reports ---- */

static void print_text(const struct wb_invocation *invocation, const char *next,
                       const struct wb_result *result) {
  struct wb_report_style style = wb_cli_style(invocation);
  struct wb_str source, out;
  wb_str_init(&source);
  wb_str_init(&out);
  bool have_source =
      result->file != NULL && wb_file_read(result->file, SOURCE_MAX, &source, NULL) == WB_OK;
  wb_report_text(result, have_source ? source.data : NULL, next, &style, &out);
  fwrite(out.data, 1, out.length, stdout);
  wb_str_release(&source);
  wb_str_release(&out);
}

void wb_cli_print_of_spec(const char *name, const struct wb_result *result) {
  const char *printed = result->printed;
  if (printed == NULL || printed[0] == '\0') return;
  fprintf(stderr, "workbench: the spec of %s prints:\n%s%s", name, printed,
          printed[strlen(printed) - 1] != '\n' ? "\n" : "");
}

void wb_cli_print_judge_error(const struct wb_invocation *invocation,
                              const struct wb_result *result) {
  struct wb_error err;
  if (result->verdict != WB_VERDICT_JUDGE_ERROR) return;
  wb_fail(&err, result->cause, "judge-error for %s: %s", result->file, result->detail);
  wb_cli_fail(invocation, &err);
}

void wb_cli_print_result(const struct wb_invocation *invocation, const struct wb_session *session,
                         const struct wb_result *result) {
  char *next = wb_session_suggestion(session, result->puzzle);
  wb_cli_print_result_before(invocation, next, result);
  free(next);
}

void wb_cli_print_result_before(const struct wb_invocation *invocation, const char *next,
                                const struct wb_result *result) {
  wb_cli_print_judge_error(invocation, result);
  if (result->verdict != WB_VERDICT_JUDGE_ERROR) print_text(invocation, next, result);
}

void wb_cli_result_of_error(struct wb_result *result, const struct wb_run_options *options,
                            const struct wb_error *error) {
  memset(result, 0, sizeof *result);
  result->verdict = WB_VERDICT_JUDGE_ERROR;
  result->cause = error->status;
  result->puzzle = wb_strdup(options->puzzle != NULL ? options->puzzle : "");
  result->file = wb_strdup(options->file != NULL ? options->file : "");
  result->device = wb_strdup(wb_device_label(options->device));
  result->detail =
      wb_format("%s%s%s", error->where, error->where[0] != '\0' ? ": " : "", error->message);
}

void wb_cli_record_result(struct wb_session *session, const struct wb_run_options *options,
                          const struct wb_result *result) {
  struct wb_error err;
  if (wb_session_record(session, options, result, &err) != WB_OK)
    fprintf(stderr, "workbench: progress is not kept: %s\n", err.message);
}

/* Modes of `grade` that tell or change something of a whole run. */
#include <string.h>
#include <sys/stat.h>

#include "cli/grade_modes.h"
#include "cli/grade_print.h"
#include "cli/print.h"

/* ---- of a run that is there ---- */

enum wb_status wb_cli_grade_open_run(struct wb_cli_grading *grading, const char *usage,
                                     size_t least, bool writes, struct wb_error *err) {
  const struct wb_invocation *invocation = grading->invocation;
  struct wb_grade *grade = &grading->grade;
  grade->run.lock = -1;
  if (invocation->n_operands < least)
    return wb_fail(err, WB_ERR_USAGE, "%s is missing: workbench grade %s",
                   invocation->n_operands == 0 ? "the run's folder" : "a part", usage);
  umask(077);
  enum wb_status status = wb_run_folder_open(&grade->run, invocation->operands[0], writes, err);
  if (status == WB_OK) status = wb_run_records_open(&grade->records, &grade->run, writes, err);
  return status;
}

int wb_cli_grade_end_run(struct wb_cli_grading *grading, enum wb_status status,
                         const struct wb_error *err) {
  const int code = status == WB_OK ? WB_EXIT_OK : wb_cli_fail(grading->invocation, err);
  if (status == WB_OK) wb_cli_print(grading->invocation, &grading->text);
  wb_cli_grade_close(grading);
  return code;
}

/* ---- --status ---- */

static enum wb_status put_flagged(const struct wb_assessment *assessment, void *data,
                                  struct wb_error *err) {
  struct wb_cli_grading *grading = data;
  const struct wb_run_submission *one = assessment->submission;
  (void)err;
  if (assessment->flag == NULL) return WB_OK;
  wb_put_line(&grading->text, WB_STYLE_PLAIN, "  %s", one->pseudonym);
  if (one->attempts > 1) wb_put(&grading->text, WB_STYLE_DIM, " attempt %u", one->attempt);
  wb_put(&grading->text, WB_STYLE_WARNING, "  %s", assessment->flag);
  return WB_OK;
}

int wb_cli_grade_status(const struct wb_invocation *invocation) {
  struct wb_cli_grading grading = {.invocation = invocation};
  struct wb_run_counts counts = {0};
  struct wb_error err;
  enum wb_status status = wb_cli_grade_open_run(&grading, "--status RUN", 1, false, &err);
  struct wb_grade *grade = &grading.grade;
  if (status == WB_OK) status = wb_run_records_count(grade->records, &counts, &err);
  if (status == WB_OK) {
    const bool taken = wb_run_records_are_taken(grade->records);
    wb_cli_put_run_counts(&grading.text, &grade->run.about, &counts, taken);
    if (taken && counts.done + counts.failed == counts.planned)
      status =
          wb_run_assess_each(&grade->run, grade->records, NULL, false, put_flagged, &grading, &err);
  }
  return wb_cli_grade_end_run(&grading, status, &err);
}

/* ---- --forget ---- */

int wb_cli_grade_forget(const struct wb_invocation *invocation) {
  struct wb_cli_grading grading = {.invocation = invocation};
  struct wb_error err;
  enum wb_status status = wb_cli_grade_open_run(&grading, "--forget RUN ID", 2, true, &err);
  if (status == WB_OK)
    status = wb_run_records_forget(grading.grade.records, invocation->operands[1], &err);
  if (status == WB_OK)
    status = wb_run_write_people(&grading.grade.run, grading.grade.records, &err);
  if (status == WB_OK) {
    wb_put_line(&grading.text, WB_STYLE_PLAIN, "ids and names are gone from %s",
                invocation->operands[0]);
    wb_put_line(&grading.text, WB_STYLE_DIM,
                "What was handed in and its results remain under a pseudonym; what people wrote "
                "into their files may still name them.");
  }
  return wb_cli_grade_end_run(&grading, status, &err);
}

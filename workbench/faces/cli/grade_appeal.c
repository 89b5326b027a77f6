/* Modes of `grade` for an appeal: why a submission has its points, and other points. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/grade_modes.h"
#include "cli/grade_print.h"
#include "cli/print.h"
#include "session/run_task.h"

/* ---- --show ---- */

struct showing {
  struct wb_cli_grading *grading;
  const char *slug; /* NULL: all */
  bool student;
};

/* The verdict of one puzzle as `run` shows it. */
static void put_verdict(const struct showing *showing, const struct wb_assessed_puzzle *one) {
  struct wb_str out, source;
  struct wb_grade *grade = &showing->grading->grade;
  const struct wb_report_style style = wb_cli_style(showing->grading->invocation);
  wb_cli_print(showing->grading->invocation, &showing->grading->text);
  wb_str_init(&out);
  wb_str_init(&source);
  char *path = wb_run_file_path(&grade->run, one->file->sha256);
  const bool has_source = wb_file_read(path, WB_SUBMITTED_BYTES_MAX, &source, NULL) == WB_OK;
  wb_report_text(&one->result, has_source ? source.data : NULL, NULL, &style, &out);
  wb_cli_print_text(&out);
  wb_str_release(&source);
  free(path);
}

static enum wb_status show_one(const struct wb_assessment *assessment, void *data,
                               struct wb_error *err) {
  const struct showing *showing = data;
  struct wb_str out;
  (void)err;
  if (showing->student || wb_cli_wants_json(showing->grading->invocation)) {
    wb_str_init(&out);
    if (showing->student)
      wb_assessment_student_json(assessment, wb_cli_flag(showing->grading->invocation, "released"),
                                 &out);
    else
      wb_assessment_staff_json(assessment, &out);
    wb_cli_print_text(&out);
    return WB_OK;
  }
  wb_cli_put_assessment(&showing->grading->text, assessment);
  for (size_t i = 0; i < assessment->n_puzzles; i++) {
    const struct wb_assessed_puzzle *one = &assessment->puzzles[i];
    if (showing->slug != NULL && strcmp(one->puzzle->slug, showing->slug) == 0 &&
        one->state == WB_ASSESSED_JUDGED)
      put_verdict(showing, one);
  }
  return WB_OK;
}

int wb_cli_grade_show(const struct wb_invocation *invocation) {
  struct wb_cli_grading grading = {.invocation = invocation};
  struct showing showing = {.grading = &grading, .student = wb_cli_flag(invocation, "student")};
  char pseudonym[WB_PSEUDONYM_MAX] = "";
  struct wb_error err;
  enum wb_status status = wb_cli_grade_open_run(&grading, "--show RUN ID [PUZZLE]", 2, false, &err);
  struct wb_grade *grade = &grading.grade;
  if (status == WB_OK)
    status = wb_run_records_find(grade->records, invocation->operands[1], pseudonym, &err);
  if (status == WB_OK && invocation->n_operands > 2)
    status =
        wb_cli_grade_find_puzzle(&grade->run.about, invocation->operands[2], &showing.slug, &err);
  if (status == WB_OK)
    status =
        wb_run_assess_each(&grade->run, grade->records, pseudonym, false, show_one, &showing, &err);
  return wb_cli_grade_end_run(&grading, status, &err);
}

/* ---- --override ---- */

static enum wb_status read_override(const struct wb_cli_grading *grading,
                                    struct wb_run_override *out, struct wb_error *err) {
  const struct wb_invocation *invocation = grading->invocation;
  const char *points = wb_cli_value(invocation, "points"), *by = wb_cli_value(invocation, "by");
  const char *reason = wb_cli_value(invocation, "reason");
  char *end = NULL;
  if (points == NULL || by == NULL || reason == NULL || by[0] == '\0' || reason[0] == '\0')
    return wb_fail(err, WB_ERR_USAGE,
                   "an override says how many --points, --by whom, and for which --reason");
  out->points = strtod(points, &end);
  if (end == points || *end != '\0' || !isfinite(out->points) || out->points < 0)
    return wb_fail(err, WB_ERR_USAGE, "--points: '%.40s' is no number from 0", points);
  out->by = (char *)by;
  out->reason = (char *)reason;
  out->at = (int64_t)time(NULL);
  return WB_OK;
}

static enum wb_status find_attempt(const struct wb_run_submission *one, void *data,
                                   struct wb_error *err) {
  (void)err;
  *(uint32_t *)data = one->attempt;
  return WB_OK;
}

int wb_cli_grade_override(const struct wb_invocation *invocation) {
  struct wb_cli_grading grading = {.invocation = invocation};
  struct wb_run_override given = {0};
  struct wb_run_totals totals;
  char pseudonym[WB_PSEUDONYM_MAX] = "";
  const char *slug = NULL;
  uint32_t attempt = 1;
  struct wb_error err;
  enum wb_status status =
      wb_cli_grade_open_run(&grading, "--override RUN ID PUZZLE", 3, true, &err);
  struct wb_grade *grade = &grading.grade;
  if (status == WB_OK) status = read_override(&grading, &given, &err);
  if (status == WB_OK)
    status = wb_run_records_find(grade->records, invocation->operands[1], pseudonym, &err);
  if (status == WB_OK)
    status = wb_cli_grade_find_puzzle(&grade->run.about, invocation->operands[2], &slug, &err);
  given.puzzle = (char *)slug;
  if (status == WB_OK)
    status = wb_run_records_each(grade->records, pseudonym, false, find_attempt, &attempt, &err);
  if (status == WB_OK)
    status = wb_run_records_override(grade->records, pseudonym, attempt, &given, &err);
  if (status == WB_OK)
    status = wb_run_write_results(&grade->run, grade->records, wb_cli_flag(invocation, "released"),
                                  &totals, &err);
  if (status == WB_OK)
    wb_put_line(&grading.text, WB_STYLE_PLAIN, "%s has %g points for %s now, by %s", pseudonym,
                given.points, slug, given.by);
  return wb_cli_grade_end_run(&grading, status, &err);
}

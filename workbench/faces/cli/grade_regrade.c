/* Modes of `grade` for a regrade: what it changes, and making its results current. */
#include <inttypes.h>

#include "base/file.h"
#include "cli/grade_modes.h"
#include "cli/grade_print.h"
#include "cli/print.h"
#include "grading/comparison.h"
#include "grading/regrade.h"

/* ---- --compare ---- */

struct listing {
  struct wb_document changes;
  bool with_people;
};

static void list_change(const struct wb_compared *one, void *data) {
  struct listing *listing = data;
  wb_cli_put_compared(&listing->changes, one, listing->with_people);
}

static enum wb_status compare_as_text(struct wb_cli_grading *grading,
                                      const struct wb_compared_run runs[2],
                                      struct wb_comparison_totals *totals, struct wb_error *err) {
  struct listing listing = {.with_people = wb_cli_flag(grading->invocation, "names")};
  enum wb_status status =
      wb_compare_runs(&runs[0], &runs[1], listing.with_people, list_change, &listing, totals, err);
  if (status == WB_OK) {
    wb_cli_put_comparison(&grading->text, totals);
    wb_cli_print(grading->invocation, &grading->text);
    wb_cli_print(grading->invocation, &listing.changes);
  }
  wb_document_release(&listing.changes);
  return status;
}

static enum wb_status compare_as_json(struct wb_cli_grading *grading,
                                      const struct wb_compared_run runs[2],
                                      struct wb_comparison_totals *totals, struct wb_error *err) {
  struct wb_str out;
  wb_str_init(&out);
  enum wb_status status = wb_compare_runs_json(
      &runs[0], &runs[1], wb_cli_flag(grading->invocation, "names"), &out, totals, err);
  if (status == WB_OK)
    wb_cli_print_text(&out);
  else
    wb_str_release(&out);
  return status;
}

int wb_cli_grade_compare(const struct wb_invocation *invocation) {
  struct wb_cli_grading grading = {.invocation = invocation};
  struct wb_grade *grade = &grading.grade;
  struct wb_comparison_totals totals = {0};
  struct wb_error err;
  enum wb_status status = wb_cli_grade_open_run(&grading, false, &err);
  if (status == WB_OK)
    status = wb_run_folder_open(&grade->from, invocation->operands[1], false, &err);
  if (status == WB_OK)
    status = wb_run_records_open(&grade->from_records, &grade->from, false, &err);
  if (status == WB_OK) status = wb_regrade_check_judged(&grade->run, grade->records, &err);
  if (status == WB_OK) status = wb_regrade_check_judged(&grade->from, grade->from_records, &err);
  const struct wb_compared_run runs[2] = {{&grade->run, grade->records},
                                          {&grade->from, grade->from_records}};
  if (status == WB_OK)
    status = wb_cli_wants_json(invocation) ? compare_as_json(&grading, runs, &totals, &err)
                                           : compare_as_text(&grading, runs, &totals, &err);
  const int code = wb_cli_grade_end_run(&grading, status, &err);
  return status == WB_OK && totals.changed > 0 ? WB_EXIT_NOT_ACCEPTED : code;
}

/* ---- --apply and --undo ---- */

static void put_applied(struct wb_cli_grading *grading, const struct wb_regrade_report *report) {
  struct wb_document *text = &grading->text;
  const char *run = wb_short_path(grading->grade.from.path);
  if (report->was_done)
    wb_put_line(text, WB_STYLE_PLAIN, "%s has these results already", run);
  else
    wb_put_line(text, WB_STYLE_PLAIN, "the %" PRIu64 " results of %s are those of %s now",
                report->results, grading->grade.run.path, run);
  if (report->kept > 0)
    wb_put(text, WB_STYLE_PLAIN, ", but for %" PRIu64 " where the earlier one remains",
           report->kept);
  wb_put_line(text, WB_STYLE_DIM, "`workbench grade --undo %s` takes them back", run);
}

int wb_cli_grade_apply(const struct wb_invocation *invocation) {
  struct wb_cli_grading grading = {.invocation = invocation};
  struct wb_grade *grade = &grading.grade;
  struct wb_regrade_report report = {0};
  struct wb_error err;
  const char *run = invocation->n_operands > 1 ? invocation->operands[1] : NULL;
  enum wb_status status = wb_cli_grade_open_run(&grading, true, &err);
  if (status == WB_OK)
    status = wb_regrade_apply(grade, run, wb_cli_flag(invocation, "keep-better"),
                              wb_cli_flag(invocation, "released"), &report, &err);
  if (status == WB_OK) put_applied(&grading, &report);
  return wb_cli_grade_end_run(&grading, status, &err);
}

int wb_cli_grade_undo(const struct wb_invocation *invocation) {
  struct wb_cli_grading grading = {.invocation = invocation};
  struct wb_grade *grade = &grading.grade;
  struct wb_regrade_report report = {0};
  struct wb_error err;
  enum wb_status status = wb_cli_grade_open_run(&grading, true, &err);
  if (status == WB_OK)
    status = wb_regrade_undo(&grade->run, grade->records, wb_cli_flag(invocation, "released"),
                             &report, &err);
  if (status == WB_OK)
    wb_put_line(&grading.text, WB_STYLE_PLAIN, "%s has the results again that it had before%s",
                grade->run.path, report.generation > 1 ? "; those are of a regrade as well" : "");
  return wb_cli_grade_end_run(&grading, status, &err);
}

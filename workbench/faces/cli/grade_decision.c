/* Modes of `grade` by which a person decides of a submission. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/grade_modes.h"
#include "cli/print.h"
#include "grading/decision.h"
#include "grading/regrade.h"

struct deciding {
  struct wb_cli_grading grading;
  char pseudonym[WB_PSEUDONYM_MAX];
  const struct wb_run_puzzle *puzzle;
  uint32_t attempt;
  struct wb_run_override decision; /* its texts are the command line's */
};

static enum wb_status find_attempt(const struct wb_run_submission *one, void *data,
                                   struct wb_error *err) {
  uint32_t *attempt = data;
  if (*attempt == 0 && one->attempts > 1)
    return wb_fail(err, WB_ERR_USAGE, "there are %u attempts; --attempt N says which",
                   one->attempts);
  if (*attempt > one->attempts)
    return wb_fail(err, WB_ERR_NOT_FOUND, "there are %u attempts, and no attempt %u", one->attempts,
                   *attempt);
  if (*attempt == 0) *attempt = one->attempt;
  return WB_OK;
}

/* Opens the run, and fills whose it is, and of which puzzle and attempt. */
static enum wb_status find_submission(struct deciding *it, struct wb_error *err) {
  const struct wb_invocation *invocation = it->grading.invocation;
  struct wb_grade *grade = &it->grading.grade;
  it->attempt = (uint32_t)wb_cli_number(invocation, "attempt", 0);
  enum wb_status status = wb_cli_grade_open_run(&it->grading, true, err);
  if (status == WB_OK) status = wb_regrade_refuse(grade->records, err);
  if (status == WB_OK)
    status = wb_run_records_find(grade->records, invocation->operands[1], it->pseudonym, err);
  if (status == WB_OK)
    status = wb_run_about_find(&grade->run.about, invocation->operands[2], &it->puzzle, err);
  if (status == WB_OK)
    status =
        wb_run_records_each(grade->records, it->pseudonym, false, find_attempt, &it->attempt, err);
  return status;
}

static enum wb_status read_decision(struct deciding *it, enum wb_override_kind kind,
                                    struct wb_error *err) {
  const struct wb_invocation *invocation = it->grading.invocation;
  const char *by = wb_cli_value(invocation, "by"), *reason = wb_cli_value(invocation, "reason");
  if (by == NULL || reason == NULL || by[0] == '\0' || reason[0] == '\0')
    return wb_fail(err, WB_ERR_USAGE, "say --by whom it is, and for which --reason");
  it->decision = (struct wb_run_override){.kind = kind,
                                          .puzzle = it->puzzle->slug,
                                          .by = (char *)by,
                                          .reason = (char *)reason,
                                          .at = (int64_t)time(NULL)};
  return WB_OK;
}

static enum wb_status keep_decision(struct deciding *it, struct wb_error *err) {
  struct wb_grade *grade = &it->grading.grade;
  struct wb_run_totals totals;
  enum wb_status status =
      wb_run_decide(&grade->run, grade->records, it->pseudonym, it->attempt, &it->decision, err);
  return status == WB_OK
             ? wb_run_write_results(&grade->run, grade->records,
                                    wb_cli_flag(it->grading.invocation, "released"), &totals, err)
             : status;
}

/* ---- --override ---- */

static enum wb_status read_points(const struct wb_invocation *invocation, double *points,
                                  struct wb_error *err) {
  const char *text = wb_cli_value(invocation, "points");
  char *end = NULL;
  const bool undoes = wb_cli_flag(invocation, "undo");
  if ((text == NULL) != undoes)
    return wb_fail(err, WB_ERR_USAGE,
                   "an override says how many --points there are, or with --undo that the judge's "
                   "count again");
  if (text == NULL) return WB_OK;
  *points = strtod(text, &end);
  if (end == text || *end != '\0' || !isfinite(*points) || *points < 0)
    return wb_fail(err, WB_ERR_USAGE, "--points: '%.40s' is no number from 0", text);
  return WB_OK;
}

int wb_cli_grade_override(const struct wb_invocation *invocation) {
  struct deciding it = {.grading = {.invocation = invocation}};
  struct wb_document *text = &it.grading.text;
  const bool undoes = wb_cli_flag(invocation, "undo");
  double points = 0;
  struct wb_error err;
  enum wb_status status = read_points(invocation, &points, &err);
  if (status == WB_OK) status = find_submission(&it, &err);
  if (status == WB_OK && points > it.puzzle->points && !wb_cli_flag(invocation, "force"))
    status = wb_fail(&err, WB_ERR_USAGE, "%s is worth %g points at most; --force gives more",
                     it.puzzle->slug, it.puzzle->points);
  if (status == WB_OK)
    status = read_decision(&it, undoes ? WB_OVERRIDE_JUDGED : WB_OVERRIDE_POINTS, &err);
  it.decision.points = points;
  if (status == WB_OK) status = keep_decision(&it, &err);
  if (status == WB_OK && undoes)
    wb_put_line(text, WB_STYLE_PLAIN, "the judge's points for %s of %s count again, by %s",
                it.puzzle->slug, it.pseudonym, it.decision.by);
  else if (status == WB_OK)
    wb_put_line(text, WB_STYLE_PLAIN, "%s has %g points for %s now, by %s", it.pseudonym, points,
                it.puzzle->slug, it.decision.by);
  if (status == WB_OK && points > it.puzzle->points)
    wb_put_line(text, WB_STYLE_WARNING, "That is more than the %g that it is worth.",
                it.puzzle->points);
  return wb_cli_grade_end_run(&it.grading, status, &err);
}

/* ---- --match ---- */

int wb_cli_grade_match(const struct wb_invocation *invocation) {
  struct deciding it = {.grading = {.invocation = invocation}};
  struct wb_document *text = &it.grading.text;
  struct wb_run_counts counts = {0};
  struct wb_error err;
  enum wb_status status = find_submission(&it, &err);
  if (status == WB_OK) status = read_decision(&it, WB_OVERRIDE_FILE, &err);
  it.decision.file = (char *)invocation->operands[3];
  if (status == WB_OK) status = keep_decision(&it, &err);
  if (status == WB_OK) status = wb_run_records_count(it.grading.grade.records, &counts, &err);
  if (status == WB_OK)
    wb_put_line(text, WB_STYLE_PLAIN, "%s answers %s of %s now, by %s", it.decision.file,
                it.puzzle->slug, it.pseudonym, it.decision.by);
  if (status == WB_OK && counts.done + counts.failed < counts.planned)
    wb_put_line(text, WB_STYLE_WARNING, "Not all is judged now: `workbench grade --out %s` goes on",
                it.grading.grade.run.path);
  return wb_cli_grade_end_run(&it.grading, status, &err);
}

/* ---- --withdraw ---- */

int wb_cli_grade_withdraw(const struct wb_invocation *invocation) {
  struct deciding it = {.grading = {.invocation = invocation}};
  const bool undoes = wb_cli_flag(invocation, "undo");
  struct wb_error err;
  enum wb_status status = find_submission(&it, &err);
  if (status == WB_OK)
    status = read_decision(&it, undoes ? WB_OVERRIDE_RANKED : WB_OVERRIDE_WITHDRAWN, &err);
  if (status == WB_OK) status = keep_decision(&it, &err);
  if (status == WB_OK)
    wb_put_line(&it.grading.text, WB_STYLE_PLAIN, "%s of %s is %s, by %s", it.puzzle->slug,
                it.pseudonym, undoes ? "ranked again" : "ranked no more", it.decision.by);
  return wb_cli_grade_end_run(&it.grading, status, &err);
}

/* Modes of `grade` that tell or change something of a whole run. */
#include <stdlib.h>

#include "cli/grade_modes.h"
#include "cli/grade_print.h"
#include "cli/print.h"
#include "grading/regrade.h"

/* ---- --status ---- */

static enum wb_status put_flagged(const struct wb_assessment *assessment, void *data,
                                  struct wb_error *err) {
  struct wb_cli_grading *grading = data;
  const struct wb_run_submission *one = assessment->submission;
  (void)err;
  if (assessment->flag == NULL) return WB_OK;
  grading->flagged = true;
  wb_put_line(&grading->text, WB_STYLE_PLAIN, "  %s", one->pseudonym);
  wb_cli_put_people(&grading->text, &one->about);
  if (one->attempts > 1) wb_put(&grading->text, WB_STYLE_DIM, " attempt %u", one->attempt);
  wb_put(&grading->text, WB_STYLE_WARNING, "  %s", assessment->flag);
  for (size_t i = 0; i < assessment->n_puzzles; i++)
    if (assessment->puzzles[i].file != NULL && !assessment->puzzles[i].file->certain)
      wb_cli_put_candidates(&grading->text, &one->about, &assessment->puzzles[i]);
  return WB_OK;
}

static enum wb_status put_generation(struct wb_cli_grading *grading, struct wb_error *err) {
  struct wb_grade *grade = &grading->grade;
  const uint32_t current = wb_run_records_generation(grade->records);
  uint32_t written = 0;
  enum wb_status status = wb_run_results_generation(grade->records, &written, err);
  if (status == WB_OK && current > 1)
    wb_put_line(&grading->text, WB_STYLE_PLAIN,
                "its results are those of a regrade; `workbench grade --undo %s` takes them back",
                grade->run.path);
  if (status == WB_OK && written != 0 && written != current)
    wb_put_line(&grading->text, WB_STYLE_WARNING,
                "%s/submissions still has others: something was cut off; `workbench grade --%s` "
                "once more writes them",
                grade->run.path, written < current ? "apply" : "undo");
  return status;
}

/* The codes of judging, as far as it is. */
static int code_of_counts(const struct wb_run_counts *counts, bool taken, bool flagged) {
  if (!taken || counts->done + counts->failed < counts->planned) return WB_EXIT_USAGE;
  if (counts->failed > 0) return WB_EXIT_JUDGE;
  return flagged ? WB_EXIT_NOT_ACCEPTED : WB_EXIT_OK;
}

int wb_cli_grade_status(const struct wb_invocation *invocation) {
  struct wb_cli_grading grading = {.invocation = invocation};
  struct wb_run_counts counts = {0};
  struct wb_error err;
  struct wb_run_judgements lost = {0};
  bool taken = false;
  enum wb_status status = wb_cli_grade_open_run(&grading, false, &err);
  struct wb_grade *grade = &grading.grade;
  if (status == WB_OK) status = wb_run_records_count(grade->records, &counts, &err);
  if (status == WB_OK) status = wb_run_find_lost(&grade->run, grade->records, &lost, &err);
  counts.done -= lost.count;
  wb_run_judgements_release(&lost);
  if (status == WB_OK) {
    taken = wb_run_records_are_taken(grade->records);
    wb_cli_put_run_counts(&grading.text, &grade->run.about, &counts, taken);
    status = put_generation(&grading, &err);
    if (status == WB_OK && taken && counts.done + counts.failed == counts.planned)
      status = wb_run_assess_each(&grade->run, grade->records, NULL,
                                  wb_cli_flag(invocation, "names"), put_flagged, &grading, &err);
    grading.flagged |= wb_run_nobodys_matter(&grade->run.about);
    wb_cli_put_nobodys(&grading.text, &grade->run.about);
  }
  const int code = wb_cli_grade_end_run(&grading, status, &err);
  return code != WB_EXIT_OK ? code : code_of_counts(&counts, taken, grading.flagged);
}

/* ---- --rank ---- */

int wb_cli_grade_rank(const struct wb_invocation *invocation) {
  struct wb_cli_grading grading = {.invocation = invocation};
  struct wb_leaderboard board = {0};
  struct wb_str out;
  struct wb_error err;
  enum wb_status status = wb_cli_grade_open_run(&grading, false, &err);
  if (status == WB_OK)
    status = wb_leaderboard_make(&board, &grading.grade.run, grading.grade.records,
                                 wb_cli_value(invocation, "rank"), wb_cli_flag(invocation, "names"),
                                 &err);
  wb_str_init(&out);
  if (status == WB_OK && wb_cli_wants_json(invocation)) {
    wb_leaderboard_json(&board, &out);
    wb_cli_print_text(&out);
  } else if (status == WB_OK) {
    wb_cli_put_leaderboard(&grading.text, &board);
  }
  wb_leaderboard_release(&board);
  return wb_cli_grade_end_run(&grading, status, &err);
}

/* ---- --forget ---- */

int wb_cli_grade_forget(const struct wb_invocation *invocation) {
  struct wb_cli_grading grading = {.invocation = invocation};
  struct wb_error err;
  enum wb_status status = wb_cli_grade_open_run(&grading, true, &err);
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

/* ---- --choose ---- */

static enum wb_status check_choosing(struct wb_cli_grading *grading, uint32_t *attempt,
                                     struct wb_error *err) {
  const struct wb_assignment *assignment = NULL;
  const char *number = grading->invocation->operands[2];
  char *end = NULL;
  const unsigned long wanted = strtoul(number, &end, 10);
  if (*number < '0' || *number > '9' || *end != '\0' || wanted > UINT32_MAX)
    return wb_fail(err, WB_ERR_USAGE, "'%.40s' is no attempt's number", number);
  *attempt = (uint32_t)wanted;
  enum wb_status status = wb_cli_grade_find_assignment(grading, &assignment, err);
  if (status != WB_OK) return status;
  if (assignment == NULL)
    return wb_fail(err, WB_ERR_USAGE, "the run is of no assignment: the best attempt counts");
  if (assignment->attempts_counted != WB_ATTEMPTS_CHOSEN)
    return wb_fail(err, WB_ERR_USAGE,
                   "of %s the %s attempt counts; where one is to be chosen, course.lua says "
                   "attempts = { count = \"chosen\" }",
                   assignment->name,
                   wb_word_name(&wb_attempts_counted_words, assignment->attempts_counted));
  return WB_OK;
}

int wb_cli_grade_choose(const struct wb_invocation *invocation) {
  struct wb_cli_grading grading = {.invocation = invocation};
  char pseudonym[WB_PSEUDONYM_MAX] = "";
  uint32_t attempt = 0;
  struct wb_error err;
  enum wb_status status = wb_cli_grade_open_run(&grading, true, &err);
  struct wb_run_records *records = grading.grade.records;
  if (status == WB_OK) status = wb_regrade_refuse(records, &err);
  if (status == WB_OK) status = check_choosing(&grading, &attempt, &err);
  if (status == WB_OK)
    status = wb_run_records_find(records, invocation->operands[1], pseudonym, &err);
  if (status == WB_OK) status = wb_run_records_choose(records, pseudonym, attempt, &err);
  if (status == WB_OK && attempt > 0)
    wb_put_line(&grading.text, WB_STYLE_PLAIN, "attempt %u of %s counts", attempt, pseudonym);
  else if (status == WB_OK)
    wb_put_line(&grading.text, WB_STYLE_PLAIN, "the last attempt of %s counts again", pseudonym);
  return wb_cli_grade_end_run(&grading, status, &err);
}

#include "grading/decision.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "grading/match.h"
#include "grading/run_results.h"

/* The kind that a kind takes back; itself where it takes back nothing. */
static enum wb_override_kind taken_back_by(enum wb_override_kind kind) {
  return kind == WB_OVERRIDE_JUDGED   ? WB_OVERRIDE_POINTS
         : kind == WB_OVERRIDE_RANKED ? WB_OVERRIDE_WITHDRAWN
                                      : kind;
}

static enum wb_status check_taken_back(struct wb_run_records *records, const char *pseudonym,
                                       uint32_t attempt, const struct wb_run_override *decision,
                                       struct wb_error *err) {
  const enum wb_override_kind kind = taken_back_by(decision->kind);
  struct wb_run_overrides log = {0};
  bool holds = kind == decision->kind;
  enum wb_status status = wb_run_records_overrides(records, pseudonym, attempt, &log, err);
  for (size_t i = 0; i < log.count && kind != decision->kind; i++)
    if (strcmp(log.items[i].puzzle, decision->puzzle) == 0 &&
        taken_back_by(log.items[i].kind) == kind)
      holds = log.items[i].kind == kind;
  if (status == WB_OK && !holds)
    status = wb_fail(err, WB_ERR_USAGE, "there is nothing to take back: %s of %s %s",
                     decision->puzzle, pseudonym,
                     kind == WB_OVERRIDE_POINTS ? "has the judge's points" : "is not withdrawn");
  wb_run_overrides_release(&log);
  return status;
}

/* ---- files ------------------------------------------------------------------------------------
 */

/* A regrade that was begun before that has not got this file's result (regrade.h). */
static enum wb_status count_matches(struct wb_run_records *records, struct wb_error *err) {
  char *text = NULL;
  enum wb_status status = wb_run_records_fact(records, "matches", &text, err);
  char *number = wb_format("%llu", text != NULL ? strtoull(text, NULL, 10) + 1 : 1);
  if (status == WB_OK) status = wb_run_records_set_fact(records, "matches", number, err);
  free(number);
  free(text);
  return status;
}

/* Fills the name that the log has. */
static enum wb_status choose_file(const struct wb_run_folder *run, struct wb_run_records *records,
                                  const char *pseudonym, uint32_t attempt,
                                  struct wb_run_override *decision, struct wb_error *err) {
  struct wb_submission submission = {0};
  const struct wb_submitted_file *chosen = NULL;
  enum wb_status status = wb_run_records_submission(records, pseudonym, attempt, &submission, err);
  if (status == WB_OK)
    status = wb_match_choose(&submission, decision->puzzle, decision->file, &chosen, err);
  if (status == WB_OK)
    status = wb_run_records_rematch(records, pseudonym, attempt, &submission, err);
  if (status == WB_OK) status = wb_run_plan_lost(run, records, err);
  if (status == WB_OK) status = wb_run_records_plan_all(records, &run->about, false, err);
  if (status == WB_OK) status = count_matches(records, err);
  if (status == WB_OK) decision->file = wb_strdup(chosen->name);
  wb_submission_release(&submission);
  return status;
}

enum wb_status wb_run_decide(const struct wb_run_folder *run, struct wb_run_records *records,
                             const char *pseudonym, uint32_t attempt,
                             const struct wb_run_override *decision, struct wb_error *err) {
  struct wb_run_override kept = *decision;
  const bool is_file = decision->kind == WB_OVERRIDE_FILE;
  enum wb_status status = wb_run_records_begin(records, err);
  if (status == WB_OK) status = check_taken_back(records, pseudonym, attempt, decision, err);
  if (status == WB_OK && is_file)
    status = choose_file(run, records, pseudonym, attempt, &kept, err);
  if (status == WB_OK) status = wb_run_records_override(records, pseudonym, attempt, &kept, err);
  if (status == WB_OK) status = wb_run_records_commit(records, err);
  if (kept.file != decision->file) free(kept.file);
  return status;
}

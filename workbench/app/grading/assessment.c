#include "grading/assessment.h"

#include <stdlib.h>
#include <string.h>

static const struct wb_word state_rows[] = {
    [WB_ASSESSED_MISSING] = {"missing", "no file answers the puzzle"},
    [WB_ASSESSED_UNREADABLE] = {"unreadable", "the file cannot be read"},
    [WB_ASSESSED_STARTER] = {"starter", "it is the starter, unchanged"},
    [WB_ASSESSED_JUDGED] = {"judged", "the judge has a verdict"},
    [WB_ASSESSED_NOT_JUDGED] = {"not-judged",
                                "the judge could not, which is not its author's fault"},
};
const struct wb_words wb_assessed_states = WB_WORDS(state_rows);

/* The file that is judged for a puzzle, else one that answers it and cannot be. */
static const struct wb_submitted_file *find_file(const struct wb_submission *submission,
                                                 const char *slug) {
  const struct wb_submitted_file *found = NULL;
  for (size_t i = 0; i < submission->n_files; i++) {
    const struct wb_submitted_file *file = &submission->files[i];
    if (file->puzzle == NULL || strcmp(file->puzzle, slug) != 0) continue;
    if (file->counts) return file;
    if (file->state == WB_SUBMITTED_UNREADABLE && found == NULL) found = file;
  }
  return found;
}

static enum wb_status read_verdict(struct wb_assessed_puzzle *one, const struct wb_run_folder *run,
                                   struct wb_run_records *records, const char *variant,
                                   struct wb_error *err) {
  struct wb_run_judgement judgement = {0};
  const char *slug = one->puzzle->slug;
  const char *sha256 = one->file->sha256;
  enum wb_status status = wb_run_read_result(run, slug, sha256, variant, &one->result, err);
  one->state = status == WB_OK ? WB_ASSESSED_JUDGED : WB_ASSESSED_NOT_JUDGED;
  if (status != WB_ERR_NOT_FOUND) return status;
  status = wb_run_records_judgement(records, slug, sha256, variant, &judgement, err);
  if (status == WB_ERR_NOT_FOUND) return WB_OK;
  if (judgement.state == WB_JUDGEMENT_DONE) {
    one->trouble = wb_strdup("its result is lost");
    free(judgement.trouble);
  } else {
    one->trouble = judgement.trouble;
  }
  free(judgement.puzzle);
  return status;
}

static enum wb_status assess_puzzle(struct wb_assessed_puzzle *one, const struct wb_run_folder *run,
                                    struct wb_run_records *records,
                                    const struct wb_run_submission *submission,
                                    struct wb_error *err) {
  enum wb_status status = WB_OK;
  one->file = find_file(&submission->about, one->puzzle->slug);
  if (one->file == NULL)
    one->state = WB_ASSESSED_MISSING;
  else if (one->file->state == WB_SUBMITTED_UNREADABLE)
    one->state = WB_ASSESSED_UNREADABLE;
  else if (one->file->is_starter)
    one->state = WB_ASSESSED_STARTER;
  else
    status =
        read_verdict(one, run, records, wb_run_variant(&run->about, submission->pseudonym), err);
  if (one->state == WB_ASSESSED_JUDGED) one->points = one->result.score * one->puzzle->points;
  return status;
}

static void take_override(struct wb_assessed_puzzle *one, const struct wb_run_override *override) {
  if (override->kind == WB_OVERRIDE_POINTS) one->override = override;
  if (override->kind == WB_OVERRIDE_JUDGED) one->override = NULL;
  if (override->kind == WB_OVERRIDE_WITHDRAWN) one->withdrawn = override;
  if (override->kind == WB_OVERRIDE_RANKED) one->withdrawn = NULL;
}

static void take_overrides(struct wb_assessment *assessment) {
  for (size_t i = 0; i < assessment->overrides.count; i++)
    for (size_t j = 0; j < assessment->n_puzzles; j++)
      if (strcmp(assessment->overrides.items[i].puzzle, assessment->puzzles[j].puzzle->slug) == 0)
        take_override(&assessment->puzzles[j], &assessment->overrides.items[i]);
}

double wb_assessed_points(const struct wb_assessed_puzzle *puzzle) {
  return puzzle->override != NULL ? puzzle->override->points : puzzle->points;
}

/* Who has given points for the puzzle has looked at its files. */
static bool is_decided(const struct wb_submitted_file *file, const void *data) {
  const struct wb_assessment *assessment = data;
  for (size_t i = 0; file->puzzle != NULL && i < assessment->n_puzzles; i++)
    if (strcmp(assessment->puzzles[i].puzzle->slug, file->puzzle) == 0)
      return assessment->puzzles[i].override != NULL;
  return false;
}

static char *make_flag(const struct wb_assessment *assessment) {
  const struct wb_submission *submission = &assessment->submission->about;
  struct wb_doubts doubts = {0};
  if (!assessment->complete) wb_doubts_add(&doubts, NULL, "Something of it could not be judged.");
  for (size_t i = 0; i < assessment->n_puzzles; i++) {
    const struct wb_assessed_puzzle *one = &assessment->puzzles[i];
    if (one->state == WB_ASSESSED_JUDGED && one->override == NULL &&
        one->result.verdict == WB_VERDICT_SECURITY_VIOLATION)
      wb_doubts_add(&doubts, one->puzzle->slug, "It tried what the sandbox refuses.");
  }
  wb_submission_doubts(submission, is_decided, assessment, &doubts);
  if (submission->said_late) wb_doubts_add(&doubts, NULL, "The platform says that it came late.");
  return wb_doubts_words(&doubts);
}

static void sum_up(struct wb_assessment *out) {
  take_overrides(out);
  for (size_t i = 0; i < out->n_puzzles; i++) {
    const struct wb_assessed_puzzle *one = &out->puzzles[i];
    out->points += wb_assessed_points(one);
    out->most += one->puzzle->points;
    if (one->state == WB_ASSESSED_NOT_JUDGED && one->override == NULL) out->complete = false;
  }
  out->flag = make_flag(out);
}

enum wb_status wb_assess(struct wb_assessment *out, const struct wb_run_folder *run,
                         struct wb_run_records *records, const struct wb_run_submission *submission,
                         struct wb_error *err) {
  *out = (struct wb_assessment){.run = &run->about,
                                .submission = submission,
                                .n_puzzles = run->about.n_puzzles,
                                .complete = true};
  out->puzzles = wb_alloc((out->n_puzzles + 1) * sizeof *out->puzzles);
  enum wb_status status = wb_run_records_overrides(records, submission->pseudonym,
                                                   submission->attempt, &out->overrides, err);
  for (size_t i = 0; i < out->n_puzzles && status == WB_OK; i++) {
    struct wb_assessed_puzzle *one = &out->puzzles[i];
    one->puzzle = &run->about.puzzles[i];
    status = assess_puzzle(one, run, records, submission, err);
  }
  if (status == WB_OK) sum_up(out);
  return status;
}

void wb_assessment_release(struct wb_assessment *assessment) {
  for (size_t i = 0; assessment->puzzles != NULL && i < assessment->n_puzzles; i++) {
    wb_result_release(&assessment->puzzles[i].result);
    free(assessment->puzzles[i].trouble);
  }
  free(assessment->puzzles);
  wb_run_overrides_release(&assessment->overrides);
  free(assessment->flag);
  *assessment = (struct wb_assessment){0};
}

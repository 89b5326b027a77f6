#include "cli/grade_print.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "report/counter_words.h"
#include "text/columns.h"
#include "text/styled.h"

enum { SLUG_COLUMNS = 24, CASES_SHOWN = 4 };

/* ---- what was handed in ------------------------------------------------------------------------
 */

static void put_name(struct wb_document *text, enum wb_style style, const char *before,
                     const struct wb_submitted_file *file) {
  char *name = wb_text_shorten(file->name, WB_SUBMITTED_NAME_COLUMNS);
  wb_put(text, style, "%s%s", before, name);
  free(name);
}

static void put_answer(struct wb_document *text, const struct wb_submitted_file *file) {
  const bool judged = file->counts && file->certain;
  wb_put_line(text, judged ? WB_STYLE_GOOD : WB_STYLE_WARNING, "    %-*s", SLUG_COLUMNS,
              file->puzzle);
  put_name(text, WB_STYLE_PLAIN, "", file);
  wb_put(text, WB_STYLE_DIM, "  by its %s", wb_word_name(&wb_match_rules_words, file->rule));
  if (file->is_starter) wb_put(text, WB_STYLE_WARNING, ", still the starter");
  if (file->doubt != NULL) wb_put(text, WB_STYLE_WARNING, ": %s", file->doubt);
  if (!file->counts) wb_put(text, WB_STYLE_DIM, " (is not judged)");
}

static void put_rest(struct wb_document *text, const struct wb_submitted_file *file) {
  const char *said = file->state == WB_SUBMITTED_UNREADABLE    ? "unreadable"
                     : file->state == WB_SUBMITTED_PASSED_OVER ? "passed over"
                                                               : "answers no puzzle";
  const bool bad = file->state == WB_SUBMITTED_UNREADABLE || file->state == WB_SUBMITTED_READ;
  const enum wb_style style = bad ? WB_STYLE_WARNING : WB_STYLE_DIM;
  wb_put_line(text, style, "    %-*s", SLUG_COLUMNS, said);
  put_name(text, style, "", file);
  if (file->why != NULL) wb_put(text, WB_STYLE_PLAIN, ": %s", file->why);
}

static bool answers(const struct wb_submission *submission, const char *slug) {
  for (size_t i = 0; i < submission->n_files; i++)
    if (submission->files[i].puzzle != NULL && strcmp(submission->files[i].puzzle, slug) == 0)
      return true;
  return false;
}

static void put_missing(struct wb_document *text, const struct wb_submission *submission,
                        const struct wb_run_about *about) {
  size_t missing = 0;
  for (size_t i = 0; i < about->n_puzzles; i++)
    missing += !answers(submission, about->puzzles[i].slug);
  if (missing == 0) return;
  wb_put_line(text, WB_STYLE_BAD, "    %-*s", SLUG_COLUMNS, "missing");
  if (missing == about->n_puzzles) {
    wb_put(text, WB_STYLE_PLAIN, "all %zu puzzles", missing);
    return;
  }
  for (size_t i = 0, said = 0; i < about->n_puzzles; i++)
    if (!answers(submission, about->puzzles[i].slug))
      wb_put(text, WB_STYLE_PLAIN, "%s%s", said++ > 0 ? ", " : "", about->puzzles[i].slug);
}

void wb_cli_put_submission(struct wb_document *text, const struct wb_submission *submission,
                           const struct wb_run_about *about) {
  wb_put_line(text, WB_STYLE_HEADING, "%s", submission->label);
  wb_cli_put_people(text, submission);
  if (submission->attempt > 1) wb_put(text, WB_STYLE_DIM, "  attempt %u", submission->attempt);
  if (submission->trouble != NULL) wb_put_line(text, WB_STYLE_BAD, "    %s", submission->trouble);
  for (size_t i = 0; i < submission->n_files; i++) {
    if (submission->files[i].puzzle != NULL && submission->files[i].state == WB_SUBMITTED_READ)
      put_answer(text, &submission->files[i]);
    else
      put_rest(text, &submission->files[i]);
  }
  if (submission->files_left_out > 0) {
    char *words = wb_submission_left_out_words(submission);
    wb_put_line(text, WB_STYLE_BAD, "    %-*s", SLUG_COLUMNS, "left out");
    wb_put(text, WB_STYLE_PLAIN, "%s", words);
    free(words);
  }
  put_missing(text, submission, about);
}

void wb_cli_put_people(struct wb_document *text, const struct wb_submission *submission) {
  for (size_t i = 0; i < submission->n_ids; i++)
    wb_put(text, WB_STYLE_DIM, "%s%s", i > 0 ? ", " : "  id ", submission->ids[i]);
  if (submission->name != NULL) wb_put(text, WB_STYLE_DIM, "  %s", submission->name);
  if (submission->said_late) wb_put(text, WB_STYLE_BAD, "  late");
}

/* ---- a run -------------------------------------------------------------------------------------
 */

void wb_cli_put_run_counts(struct wb_document *text, const struct wb_run_about *about,
                           const struct wb_run_counts *counts, bool taken) {
  const uint64_t left = counts->planned - counts->done - counts->failed;
  wb_put_line(text, WB_STYLE_PLAIN, "%s%s%s, workbench %s",
              about->course_name != NULL ? about->course_name : "a course without a name",
              about->assignment != NULL ? ", " : "",
              about->assignment != NULL ? about->assignment : "", about->tool);
  if (!taken) {
    wb_put_line(text, WB_STYLE_WARNING, "what was handed in is not all here yet");
    return;
  }
  wb_put_line(text, WB_STYLE_PLAIN,
              "%" PRIu64 " submission%s of %" PRIu64 " %s, %" PRIu64 " different texts",
              counts->submissions, counts->submissions == 1 ? "" : "s", counts->people,
              counts->people == 1 ? "person" : "people", counts->planned);
  wb_put_line(text, left == 0 && counts->failed == 0 ? WB_STYLE_GOOD : WB_STYLE_PLAIN,
              "%" PRIu64 " judged, %" PRIu64 " left", counts->done, left);
  if (counts->failed > 0)
    wb_put(text, WB_STYLE_BAD, ", %" PRIu64 " could not be judged", counts->failed);
}

void wb_cli_put_nobodys(struct wb_document *text, const struct wb_run_about *about) {
  for (size_t i = 0; wb_run_nobodys_matter(about) && i < about->n_nobodys; i++)
    wb_put_line(text, WB_STYLE_WARNING, "  %s belongs to no submission", about->nobodys[i]);
}

static void put_puzzle(struct wb_document *text, const struct wb_assessed_puzzle *one) {
  const bool judged = one->state == WB_ASSESSED_JUDGED;
  const bool good = judged && one->result.verdict == WB_VERDICT_ACCEPTED;
  wb_put_line(text, good ? WB_STYLE_GOOD : WB_STYLE_BAD, "  %-*s", SLUG_COLUMNS, one->puzzle->slug);
  wb_put(text, WB_STYLE_PLAIN, "%6.2f of %g", wb_assessed_points(one), one->puzzle->points);
  wb_put(text, good ? WB_STYLE_GOOD : WB_STYLE_BAD, "  %s",
         judged ? wb_verdict_name(one->result.verdict)
                : wb_word_name(&wb_assessed_states, one->state));
  if (one->file != NULL) put_name(text, WB_STYLE_DIM, "  ", one->file);
  if (one->file != NULL && one->file->why != NULL)
    wb_put(text, WB_STYLE_PLAIN, ": %s", one->file->why);
  if (one->file != NULL && one->file->doubt != NULL)
    wb_put(text, WB_STYLE_WARNING, ": %s", one->file->doubt);
  if (one->trouble != NULL) wb_put(text, WB_STYLE_WARNING, ": %s", one->trouble);
}

/* Who did what, but for when and why. */
static char *decision_words(const struct wb_run_override *decision,
                            const struct wb_assessed_puzzle *one) {
  static const char *const plain[] = {
      [WB_OVERRIDE_JUDGED] = "let the judge's points count again",
      [WB_OVERRIDE_WITHDRAWN] = "withdrew it from the leaderboard",
      [WB_OVERRIDE_RANKED] = "let it be ranked again",
  };
  if (decision->kind == WB_OVERRIDE_POINTS)
    return wb_format("%s gave %g instead of the judge's %.2f", decision->by, decision->points,
                     one->points);
  if (decision->kind == WB_OVERRIDE_FILE)
    return wb_format("%s said that %s answers it", decision->by, decision->file);
  return wb_format("%s %s", decision->by, plain[decision->kind]);
}

/* All that persons have decided of a puzzle, the oldest first. */
static void put_overrides(struct wb_document *text, const struct wb_assessment *assessment,
                          const struct wb_assessed_puzzle *one) {
  for (size_t i = 0; i < assessment->overrides.count; i++) {
    const struct wb_run_override *override = &assessment->overrides.items[i];
    char date[32] = "";
    struct tm utc;
    const time_t at = (time_t) override->at;
    if (strcmp(override->puzzle, one->puzzle->slug) != 0) continue;
    if (gmtime_r(&at, &utc) != NULL) strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &utc);
    const bool holds = override == one->override || override == one->withdrawn;
    char *words = decision_words(override, one);
    wb_put_line(text, holds ? WB_STYLE_WARNING : WB_STYLE_DIM, "    %s  %s: %s", date, words,
                override->reason);
    if (override->kind == WB_OVERRIDE_POINTS && !holds)
      wb_put(text, WB_STYLE_DIM, one->override != NULL ? " (replaced)" : " (taken back)");
    free(words);
  }
}

void wb_cli_put_candidates(struct wb_document *text, const struct wb_submission *submission,
                           const struct wb_assessed_puzzle *one) {
  for (size_t i = 0; i < submission->n_files; i++) {
    const struct wb_submitted_file *file = &submission->files[i];
    if (file->counts || file->state != WB_SUBMITTED_READ || file->puzzle == NULL ||
        strcmp(file->puzzle, one->puzzle->slug) != 0)
      continue;
    wb_put_line(text, WB_STYLE_DIM, "    %s: ", one->puzzle->slug);
    put_name(text, WB_STYLE_PLAIN, "", file);
    wb_put(text, WB_STYLE_DIM, " could answer it, too (--match)");
  }
}

void wb_cli_put_assessment(struct wb_document *text, const struct wb_assessment *assessment,
                           bool counts) {
  const struct wb_run_submission *one = assessment->submission;
  wb_put_line(text, WB_STYLE_HEADING, "%s", one->pseudonym);
  wb_cli_put_people(text, &one->about);
  if (one->attempts > 1)
    wb_put(text, WB_STYLE_PLAIN, ", attempt %u of %u%s", one->attempt, one->attempts,
           counts ? ", which counts" : "");
  wb_put(text, WB_STYLE_PLAIN, ": %.2f of %g points", assessment->points, assessment->most);
  if (!assessment->complete) wb_put(text, WB_STYLE_WARNING, " so far");
  if (assessment->flag != NULL)
    wb_put_line(text, WB_STYLE_WARNING, "  look at it: %s", assessment->flag);
  for (size_t i = 0; i < assessment->n_puzzles; i++) {
    put_puzzle(text, &assessment->puzzles[i]);
    wb_cli_put_candidates(text, &one->about, &assessment->puzzles[i]);
    put_overrides(text, assessment, &assessment->puzzles[i]);
  }
}

/* ---- leaderboards ------------------------------------------------------------------------------
 */

static void put_entry(struct wb_document *text, const struct wb_ranked *entry) {
  struct wb_str value;
  wb_str_init(&value);
  wb_write_grouped(&value, entry->value);
  if (entry->rank > 0)
    wb_put_line(text, WB_STYLE_PLAIN, "%4u.", entry->rank);
  else
    wb_put_line(text, WB_STYLE_DIM, "    –");
  wb_put(text, WB_STYLE_PLAIN, "  %s  %15s", entry->pseudonym, value.data);
  for (size_t i = 0; i < entry->n_ids; i++)
    wb_put(text, WB_STYLE_DIM, "%s%s", i > 0 ? ", " : "  id ", entry->ids[i]);
  if (entry->name != NULL) wb_put(text, WB_STYLE_DIM, "  %s", entry->name);
  if (entry->attempt > 1) wb_put(text, WB_STYLE_DIM, "  attempt %u", entry->attempt);
  if (entry->by != NULL)
    wb_put(text, WB_STYLE_WARNING, "  withdrawn by %s: %s", entry->by, entry->reason);
  wb_str_release(&value);
}

void wb_cli_put_leaderboard(struct wb_document *text, const struct wb_leaderboard *board) {
  wb_put_line(text, WB_STYLE_PLAIN, "%s in hidden cases, the %s first",
              wb_counter_noun(wb_counter_index(board->counter)),
              strcmp(board->order, "desc") == 0 ? "most" : "least");
  for (size_t i = 0; i < board->n_puzzles; i++) {
    const struct wb_ranking *ranking = &board->puzzles[i];
    if (ranking->n_entries + ranking->unranked == 0) continue;
    wb_put_line(text, WB_STYLE_HEADING, "%s", ranking->puzzle);
    for (size_t k = 0; k < ranking->n_entries; k++) put_entry(text, &ranking->entries[k]);
    if (ranking->unranked > 0)
      wb_put_line(text, WB_STYLE_DIM,
                  "    –  %" PRIu64 " accepted without a rank: this is not counted of them",
                  ranking->unranked);
  }
}

/* ---- two runs -----------------------------------------------------------------------------------
 */

void wb_cli_put_comparison(struct wb_document *text, const struct wb_comparison_totals *totals) {
  wb_put_line(text, totals->changed == 0 ? WB_STYLE_GOOD : WB_STYLE_HEADING,
              "%zu of %zu submission%s change%s", totals->changed, totals->submissions,
              totals->submissions == 1 ? "" : "s", totals->changed == 1 ? "s" : "");
  if (totals->changed > 0)
    wb_put(text, WB_STYLE_PLAIN, ": %zu gain%s points, %zu lose%s some", totals->gain,
           totals->gain == 1 ? "s" : "", totals->lose, totals->lose == 1 ? "s" : "");
  if (totals->flakes > 0)
    wb_put_line(text, WB_STYLE_BAD,
                "%zu result%s differ%s although neither spec nor workbench do: look at them",
                totals->flakes, totals->flakes == 1 ? "" : "s", totals->flakes == 1 ? "s" : "");
  if (totals->only_before + totals->only_after > 0)
    wb_put_line(text, WB_STYLE_WARNING,
                "%zu submissions are in the first run alone, %zu in the second",
                totals->only_before, totals->only_after);
}

static void put_side(struct wb_document *text, const struct wb_assessed_puzzle *one) {
  if (one == NULL) {
    wb_put(text, WB_STYLE_DIM, "not graded");
    return;
  }
  wb_put(text, WB_STYLE_PLAIN, "%.2f of %g, %s", wb_assessed_points(one), one->puzzle->points,
         one->state == WB_ASSESSED_JUDGED ? wb_verdict_name(one->result.verdict)
                                          : wb_word_name(&wb_assessed_states, one->state));
  if (one->override != NULL) wb_put(text, WB_STYLE_WARNING, " (overridden)");
}

struct case_list {
  struct wb_document *text;
  size_t count;
};

static void put_case(const struct wb_case_result *before, const struct wb_case_result *after,
                     void *data) {
  struct case_list *list = data;
  if (list->count++ < CASES_SHOWN)
    wb_put_line(list->text, WB_STYLE_DIM, "      %s: %s → %s", before->name,
                wb_verdict_name(before->verdict), wb_verdict_name(after->verdict));
}

static void put_compared_puzzle(struct wb_document *text, const struct wb_compared_puzzle *one) {
  struct case_list list = {.text = text};
  wb_put_line(text, WB_STYLE_PLAIN, "  %-*s", SLUG_COLUMNS, one->slug);
  put_side(text, one->before);
  wb_put(text, WB_STYLE_PLAIN, " → ");
  put_side(text, one->after);
  for (unsigned i = 0; i <= WB_CHANGED_FLAKE; i++)
    if ((one->causes & 1u << i) != 0)
      wb_put_line(text, i == WB_CHANGED_FLAKE ? WB_STYLE_BAD : WB_STYLE_PLAIN, "    %s: %s",
                  wb_word_name(&wb_change_causes, i), wb_word_help(&wb_change_causes, i));
  wb_compared_cases(one, put_case, &list);
  if (list.count > CASES_SHOWN)
    wb_put_line(text, WB_STYLE_DIM, "      and %zu cases more", list.count - CASES_SHOWN);
}

void wb_cli_put_compared(struct wb_document *text, const struct wb_compared *one,
                         bool with_people) {
  const struct wb_run_submission *submission = one->before->submission;
  wb_put_line(text, WB_STYLE_HEADING, "%s", submission->pseudonym);
  if (submission->attempts > 1)
    wb_put(text, WB_STYLE_PLAIN, ", attempt %u of %u", submission->attempt, submission->attempts);
  for (size_t i = 0; with_people && i < submission->about.n_ids; i++)
    wb_put(text, WB_STYLE_PLAIN, "%s%s", i > 0 ? ", " : "  id ", submission->about.ids[i]);
  if (with_people && submission->about.name != NULL)
    wb_put(text, WB_STYLE_PLAIN, "  %s", submission->about.name);
  wb_put(text, WB_STYLE_PLAIN, ": %.2f → %.2f points", one->before->points, one->after->points);
  for (size_t i = 0; i < one->n_puzzles; i++)
    if (one->puzzles[i].changed) put_compared_puzzle(text, &one->puzzles[i]);
}

/* ---- rosters ---'''
---------------------------------------------------------------------------------
 */

void wb_cli_put_roster(struct wb_document *text, const struct wb_roster_report *report) {
  wb_put_line(text, WB_STYLE_PLAIN, "%zu of %zu rows have their points", report->filled,
              report->people);
  for (size_t i = 0; i < report->n_notes; i++) {
    wb_put_line(text, WB_STYLE_WARNING, "  ");
    wb_put(text, WB_STYLE_PLAIN, "%s", report->notes[i].text);
  }
}

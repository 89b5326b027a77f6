#include "grading/told.h"

#include <stdlib.h>

#include "report/list.h"
#include "report/summary.h"

/* ---- the rule -------------------------------------------------------------------------------- */

static struct wb_told_rule find_rule(const struct wb_assessment *assessment, bool released) {
  const struct wb_run_about *run = assessment->run;
  const bool beyond =
      run->feedback_attempts > 0 && assessment->submission->attempt > run->feedback_attempts;
  struct wb_told_rule rule = {.verdicts = run->hidden == WB_HIDDEN_VERDICT,
                              .count = run->hidden <= WB_HIDDEN_COUNT};
  if (run->hidden == WB_HIDDEN_AFTER_DUE) {
    rule.verdicts = rule.count = released;
    rule.when = run->due != NULL ? run->due : "when your teacher releases it";
  }
  if (beyond) rule = (struct wb_told_rule){0};
  return rule;
}

static bool tells_all(const struct wb_told_rule *rule) { return rule->verdicts || rule->count; }

/* ---- a puzzle -------------------------------------------------------------------------------- */

/* Of a hidden one the judge has left out its data already (engine/judge/redaction.h). */
static struct wb_case_result tell_case(const struct wb_case_result *one) {
  struct wb_case_result told = {.name = one->name,
                                .visible = one->visible,
                                .verdict = one->verdict,
                                .detail = one->detail,
                                .findings = one->findings,
                                .n_findings = one->n_findings};
  if (!one->visible) return told;
  told.order = one->order;
  told.first_mismatch = one->first_mismatch;
  told.mismatches = one->mismatches;
  told.printed = one->printed;
  told.previews = one->previews;
  told.n_previews = one->n_previews;
  told.text = one->text;
  return told;
}

/* The worst of the cases that are told, so that the verdict says nothing of the others. */
static enum wb_verdict tell_verdict(const struct wb_result *result,
                                    const struct wb_told_rule *rule) {
  enum wb_verdict verdict = WB_VERDICT_ACCEPTED;
  if (tells_all(rule) || result->n_cases == 0) return result->verdict;
  for (size_t i = 0; i < result->n_cases; i++)
    if (result->cases[i].visible) verdict = wb_verdict_worst(verdict, result->cases[i].verdict);
  return verdict;
}

static struct wb_result tell_result(const struct wb_result *result,
                                    const struct wb_told_rule *rule) {
  struct wb_result told = {.puzzle = result->puzzle,
                           .file = result->file,
                           .device = result->device,
                           .checks = result->checks,
                           .verdict = tell_verdict(result, rule),
                           .compile_log = result->compile_log,
                           .diagnostics = result->diagnostics,
                           .n_diagnostics = result->n_diagnostics};
  if (told.verdict == result->verdict) told.detail = result->detail;
  return told;
}

static void tell_cases(struct wb_told_puzzle *told, const struct wb_result *result,
                       const struct wb_told_rule *rule) {
  struct wb_result *shown = &told->result;
  shown->cases = wb_alloc((result->n_cases + 1) * sizeof *shown->cases);
  told->numbers = wb_alloc((result->n_cases + 1) * sizeof *told->numbers);
  for (size_t i = 0; i < result->n_cases; i++) {
    if (!result->cases[i].visible && !rule->verdicts) continue;
    told->numbers[shown->n_cases] = i + 1;
    shown->cases[shown->n_cases++] = tell_case(&result->cases[i]);
  }
}

static void count_hidden(struct wb_told_puzzle *told, const struct wb_result *result) {
  for (size_t i = 0; i < result->n_cases; i++) {
    const struct wb_case_result *one = &result->cases[i];
    const size_t stands_for = one->drawn > 0 ? one->drawn : 1;
    if (one->visible) continue;
    told->hidden += stands_for;
    told->hidden_right += one->verdict == WB_VERDICT_ACCEPTED ? stands_for : 0;
  }
}

static void tell_puzzle(struct wb_told_puzzle *told, const struct wb_assessed_puzzle *one,
                        const struct wb_told_rule *rule) {
  *told = (struct wb_told_puzzle){.assessed = one, .has_points = true};
  if (one->state == WB_ASSESSED_JUDGED) {
    told->result = tell_result(&one->result, rule);
    tell_cases(told, &one->result, rule);
    count_hidden(told, &one->result);
    told->has_points = tells_all(rule);
    if (!tells_all(rule)) told->result.left_out = told->hidden;
  } else if (one->state == WB_ASSESSED_NOT_JUDGED) {
    told->has_points = false;
  }
  if (one->override != NULL) told->has_points = true;
  if (told->has_points) told->points = wb_assessed_points(one);
}

/* ---- all of it ------------------------------------------------------------------------------- */

void wb_told_make(struct wb_told *told, const struct wb_assessment *assessment,
                  const struct wb_gradebook_row *row, bool released) {
  *told = (struct wb_told){.assessment = assessment,
                           .rule = find_rule(assessment, released),
                           .n_puzzles = assessment->n_puzzles,
                           .has_points = true,
                           .share = row != NULL ? row->lateness.share : 1};
  told->puzzles = wb_alloc((told->n_puzzles + 1) * sizeof *told->puzzles);
  for (size_t i = 0; i < told->n_puzzles; i++) {
    tell_puzzle(&told->puzzles[i], &assessment->puzzles[i], &told->rule);
    told->has_points = told->has_points && told->puzzles[i].has_points;
    told->points += told->puzzles[i].points * told->share;
  }
}

void wb_told_release(struct wb_told *told) {
  for (size_t i = 0; i < told->n_puzzles; i++) {
    free(told->puzzles[i].result.cases);
    free(told->puzzles[i].numbers);
  }
  free(told->puzzles);
  *told = (struct wb_told){0};
}

/* ---- words ----------------------------------------------------------------------------------- */

static void add_points(struct wb_str *out, double points) {
  wb_list_points(out, points);
  wb_str_add(out, points == 1 ? " point" : " points");
}

const char *wb_told_verdict_words(const struct wb_result *result) {
  return wb_result_is_right_in_part(result) ? "right on every visible case"
                                            : wb_verdict_words(result->verdict);
}

const char *wb_told_walls(const struct wb_run_about *run) {
  return run->has_all_walls ? NULL
                            : "It was judged with --sandbox basic, which does without the walls "
                              "that the machine lacks.";
}

void wb_told_points_words(const struct wb_told *told, const struct wb_told_puzzle *one,
                          struct wb_str *out) {
  const struct wb_assessed_puzzle *assessed = one->assessed;
  if (one->has_points) {
    wb_list_points(out, one->points);
    wb_str_add(out, " of ");
  }
  add_points(out, assessed->puzzle->points);
  if (one->has_points) return;
  if (assessed->state == WB_ASSESSED_NOT_JUDGED)
    wb_str_add(out, " to be had, not judged yet");
  else
    wb_str_addf(out, " to be had; yours are %s",
                told->rule.when != NULL ? "told later" : "not told here");
}

void wb_told_hidden_words(const struct wb_told *told, const struct wb_told_puzzle *one,
                          struct wb_str *out) {
  if (one->hidden == 0) return;
  wb_str_addf(out, "%zu case%s hidden", one->hidden, one->hidden == 1 ? " is" : "s are");
  if (told->rule.count)
    wb_str_addf(out, ", %zu of which %s right.", one->hidden_right,
                one->hidden_right == 1 ? "is" : "are");
  else if (told->rule.when != NULL)
    wb_str_addf(out, "; what came of %s is shown after: %s.", one->hidden == 1 ? "it" : "them",
                told->rule.when);
  else
    wb_str_addf(out, "; what came of %s is not shown.", one->hidden == 1 ? "it" : "them");
}

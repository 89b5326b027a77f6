/* result.json and student.json (docs/grading.md). Staff's has all that the run knows; the student's
 * is made of lists of members that may be shown, so that what is added to results later stays out
 * of it until somebody lists it. */
#include <jansson.h>
#include <string.h>

#include "fields/json_tools.h"
#include "grading/assessment.h"
#include "result/result_json.h"

/* ---- both ----------------------------------------------------------------------------------- */

static json_t *text_or_null(const char *text) {
  return text != NULL ? wb_json_text(text) : json_null();
}

static json_t *files_json(const struct wb_submission *submission) {
  json_t *files = json_array();
  for (size_t i = 0; i < submission->n_files; i++)
    json_array_append_new(
        files, wb_fields_to_json(&wb_submitted_file_fields, &submission->files[i], NULL));
  return files;
}

/* What course and tool it is of. */
static json_t *head_json(const struct wb_assessment *assessment) {
  const struct wb_run_about *run = assessment->run;
  json_t *object = json_object(), *course = json_object();
  json_object_set_new(object, "schema", json_integer(WB_RUN_SCHEMA));
  json_object_set_new(course, "name", text_or_null(run->course_name));
  json_object_set_new(course, "title", text_or_null(run->course_title));
  json_object_set_new(course, "version", text_or_null(run->course_version));
  json_object_set_new(object, "course", course);
  json_object_set_new(object, "assignment", text_or_null(run->assignment));
  json_object_set_new(object, "tool", wb_json_text(run->tool));
  return object;
}

static void add_submission(json_t *object, const struct wb_assessment *assessment) {
  const struct wb_submission *submission = &assessment->submission->about;
  json_object_set_new(object, "attempt", json_integer(assessment->submission->attempt));
  json_object_set_new(object, "trouble", text_or_null(submission->trouble));
  json_object_set_new(object, "files", files_json(submission));
  json_object_set_new(object, "files_left_out",
                      json_integer((json_int_t)submission->files_left_out));
}

static json_t *puzzle_json(const struct wb_assessed_puzzle *one) {
  json_t *object = json_object();
  json_object_set_new(object, "puzzle", wb_json_text(one->puzzle->slug));
  json_object_set_new(object, "title", wb_json_text(one->puzzle->title));
  json_object_set_new(object, "state", json_string(wb_word_name(&wb_assessed_states, one->state)));
  json_object_set_new(object, "file", text_or_null(one->file != NULL ? one->file->name : NULL));
  json_object_set_new(object, "most", json_real(one->puzzle->points));
  return object;
}

static json_t *override_json(const struct wb_run_override *override) {
  json_t *object = json_object();
  json_object_set_new(object, "points", json_real(override->points));
  json_object_set_new(object, "reason", wb_json_text(override->reason));
  return object;
}

/* ---- staff's --------------------------------------------------------------------------------- */

static json_t *staff_puzzle_json(const struct wb_assessed_puzzle *one) {
  const bool judged = one->state == WB_ASSESSED_JUDGED;
  json_t *object = puzzle_json(one);
  json_object_set_new(object, "verdict",
                      judged ? json_string(wb_verdict_name(one->result.verdict)) : json_null());
  json_object_set_new(object, "score", judged ? json_real(one->result.score) : json_null());
  json_object_set_new(object, "points",
                      one->state == WB_ASSESSED_NOT_JUDGED ? json_null() : json_real(one->points));
  if (one->override != NULL) {
    json_t *override = override_json(one->override);
    json_object_set_new(override, "by", wb_json_text(one->override->by));
    json_object_set_new(object, "override", override);
  }
  if (one->trouble != NULL) json_object_set_new(object, "trouble", wb_json_text(one->trouble));
  if (judged) json_object_set_new(object, "result", wb_result_to_json(&one->result));
  return object;
}

void wb_assessment_staff_json(const struct wb_assessment *assessment, struct wb_str *out) {
  json_t *object = head_json(assessment), *puzzles = json_array();
  json_object_set_new(object, "pseudonym", wb_json_text(assessment->submission->pseudonym));
  json_object_set_new(object, "secret", wb_json_text(assessment->run->secret));
  json_object_set_new(object, "all_walls", json_boolean(assessment->run->has_all_walls));
  add_submission(object, assessment);
  json_object_set_new(object, "complete", json_boolean(assessment->complete));
  json_object_set_new(object, "flag", text_or_null(assessment->flag));
  json_object_set_new(object, "points", json_real(assessment->points));
  json_object_set_new(object, "most", json_real(assessment->most));
  for (size_t i = 0; i < assessment->n_puzzles; i++)
    json_array_append_new(puzzles, staff_puzzle_json(&assessment->puzzles[i]));
  json_object_set_new(object, "puzzles", puzzles);
  wb_json_print(object, out);
}

/* ---- the student's ----------------------------------------------------------------------------
 */

/* Of a result and of a case that is not hidden. A hidden one has been told of its data already
 * (engine/judge/redaction.h). */
static const char *const of_result[] = {"device", "checks", "detail", "compile", NULL};
static const char *const of_case[] = {"name",           "verdict",    "detail",  "order",
                                      "first_mismatch", "mismatches", "printed", "findings",
                                      "previews",       "text",       NULL};
static const char *const of_hidden_case[] = {"name", "verdict", "detail", "findings", NULL};

static json_t *members(const json_t *from, const char *const *names) {
  json_t *object = json_object();
  for (; *names != NULL; names++)
    if (json_object_get(from, *names) != NULL)
      json_object_set(object, *names, json_object_get(from, *names));
  return object;
}

struct hidden_rule {
  bool verdicts, count; /* each one's verdict; how many are right. Neither: nothing */
  const char *when;     /* when there will be more: words; NULL: never */
};

static struct hidden_rule find_rule(const struct wb_assessment *assessment, bool released) {
  const struct wb_run_about *run = assessment->run;
  const bool beyond =
      run->feedback_attempts > 0 && assessment->submission->attempt > run->feedback_attempts;
  struct hidden_rule rule = {.verdicts = run->hidden == WB_HIDDEN_VERDICT,
                             .count = run->hidden <= WB_HIDDEN_COUNT};
  if (run->hidden == WB_HIDDEN_AFTER_DUE) {
    rule.verdicts = rule.count = released;
    rule.when = run->due != NULL ? run->due : "when your teacher releases it";
  }
  if (beyond) rule = (struct hidden_rule){0};
  return rule;
}

/* How many hidden cases there are, and what else the rule says of them. */
static json_t *hidden_json(const struct wb_result *result, const struct hidden_rule *rule) {
  size_t hidden = 0, right = 0;
  for (size_t i = 0; i < result->n_cases; i++) {
    const struct wb_case_result *one = &result->cases[i];
    const size_t stands_for = one->drawn > 0 ? one->drawn : 1;
    if (one->visible) continue;
    hidden += stands_for;
    right += one->verdict == WB_VERDICT_ACCEPTED ? stands_for : 0;
  }
  json_t *object = json_object();
  json_object_set_new(object, "cases", json_integer((json_int_t)hidden));
  if (rule->count) json_object_set_new(object, "right", json_integer((json_int_t)right));
  json_object_set_new(object, "shown", json_boolean(rule->verdicts || rule->count));
  if (!rule->verdicts && !rule->count && rule->when != NULL)
    json_object_set_new(object, "shown_after", wb_json_text(rule->when));
  return object;
}

/* The worst of the cases that are told, so that the verdict says nothing of the others. */
static enum wb_verdict told_verdict(const struct wb_result *result,
                                    const struct hidden_rule *rule) {
  enum wb_verdict verdict = WB_VERDICT_ACCEPTED;
  if (rule->verdicts || rule->count || result->n_cases == 0) return result->verdict;
  for (size_t i = 0; i < result->n_cases; i++)
    if (result->cases[i].visible) verdict = wb_verdict_worst(verdict, result->cases[i].verdict);
  return verdict;
}

static json_t *cases_json(const struct wb_result *result, const json_t *full,
                          const struct hidden_rule *rule) {
  json_t *cases = json_array();
  for (size_t i = 0; i < result->n_cases; i++) {
    const json_t *one = json_array_get(json_object_get(full, "cases"), i);
    if (result->cases[i].visible)
      json_array_append_new(cases, members(one, of_case));
    else if (rule->verdicts)
      json_array_append_new(cases, members(one, of_hidden_case));
  }
  return cases;
}

static void add_result(json_t *object, const struct wb_assessed_puzzle *one,
                       const struct hidden_rule *rule) {
  const struct wb_result *result = &one->result;
  const bool tells_all = rule->verdicts || rule->count;
  json_t *full = wb_result_to_json(result), *told = members(full, of_result);
  json_object_set_new(object, "verdict", json_string(wb_verdict_name(told_verdict(result, rule))));
  json_object_set_new(
      object, "points",
      tells_all || one->override != NULL ? json_real(wb_assessed_points(one)) : json_null());
  json_object_set_new(told, "cases", cases_json(result, full, rule));
  if (told_verdict(result, rule) != result->verdict) json_object_del(told, "detail");
  json_object_set_new(object, "hidden", hidden_json(result, rule));
  json_object_set_new(object, "result", told);
  json_decref(full);
}

static json_t *student_puzzle_json(const struct wb_assessed_puzzle *one,
                                   const struct hidden_rule *rule) {
  json_t *object = puzzle_json(one);
  if (one->state == WB_ASSESSED_JUDGED)
    add_result(object, one, rule);
  else
    json_object_set_new(object, "points",
                        one->state == WB_ASSESSED_NOT_JUDGED && one->override == NULL
                            ? json_null()
                            : json_real(wb_assessed_points(one)));
  if (one->state == WB_ASSESSED_NOT_JUDGED)
    json_object_set_new(object, "note",
                        json_string("It could not be judged, which is not your fault; your teacher "
                                    "has been told."));
  if (one->override != NULL) json_object_set_new(object, "override", override_json(one->override));
  return object;
}

void wb_assessment_student_json(const struct wb_assessment *assessment, bool released,
                                struct wb_str *out) {
  const struct hidden_rule rule = find_rule(assessment, released);
  json_t *object = head_json(assessment), *puzzles = json_array();
  add_submission(object, assessment);
  for (size_t i = 0; i < assessment->n_puzzles; i++)
    json_array_append_new(puzzles, student_puzzle_json(&assessment->puzzles[i], &rule));
  json_object_set_new(object, "puzzles", puzzles);
  wb_json_print(object, out);
}

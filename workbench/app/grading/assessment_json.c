/* result.json and student.json (docs/grading.md). Staff's has all that the run knows; the student's
 * is made of what may be told (told.h). */
#include <jansson.h>
#include <string.h>

#include "fields/json_tools.h"
#include "grading/told.h"
#include "result/result_json.h"

/* ---- both ----------------------------------------------------------------------------------- */

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
  json_object_set_new(course, "name", wb_json_text_or_null(run->course_name));
  json_object_set_new(course, "title", wb_json_text_or_null(run->course_title));
  json_object_set_new(course, "version", wb_json_text_or_null(run->course_version));
  json_object_set_new(object, "course", course);
  json_object_set_new(object, "assignment", wb_json_text_or_null(run->assignment));
  json_object_set_new(object, "tool", wb_json_text(run->tool));
  return object;
}

static void add_submission(json_t *object, const struct wb_assessment *assessment) {
  const struct wb_submission *submission = &assessment->submission->about;
  json_object_set_new(object, "attempt", json_integer(assessment->submission->attempt));
  json_object_set_new(object, "trouble", wb_json_text_or_null(submission->trouble));
  json_object_set_new(object, "files", files_json(submission));
  json_object_set_new(object, "files_left_out",
                      json_integer((json_int_t)submission->files_left_out));
  if (submission->n_left_out == 0) return;
  json_t *left_out = json_array();
  for (size_t i = 0; i < submission->n_left_out; i++)
    json_array_append_new(left_out, wb_json_text(submission->left_out[i]));
  json_object_set_new(object, "left_out", left_out);
}

static json_t *puzzle_json(const struct wb_assessed_puzzle *one) {
  json_t *object = json_object();
  json_object_set_new(object, "puzzle", wb_json_text(one->puzzle->slug));
  json_object_set_new(object, "title", wb_json_text(one->puzzle->title));
  json_object_set_new(object, "state", json_string(wb_word_name(&wb_assessed_states, one->state)));
  json_object_set_new(object, "file",
                      wb_json_text_or_null(one->file != NULL ? one->file->name : NULL));
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
  if (one->withdrawn != NULL) {
    json_t *withdrawn = json_object();
    json_object_set_new(withdrawn, "by", wb_json_text(one->withdrawn->by));
    json_object_set_new(withdrawn, "reason", wb_json_text(one->withdrawn->reason));
    json_object_set_new(object, "withdrawn", withdrawn);
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
  json_object_set_new(object, "flag", wb_json_text_or_null(assessment->flag));
  json_object_set_new(object, "points", json_real(assessment->points));
  json_object_set_new(object, "most", json_real(assessment->most));
  for (size_t i = 0; i < assessment->n_puzzles; i++)
    json_array_append_new(puzzles, staff_puzzle_json(&assessment->puzzles[i]));
  json_object_set_new(object, "puzzles", puzzles);
  wb_json_print(object, out);
}

/* ---- the student's ----------------------------------------------------------------------------
 */

/* Members of a result, and of a case that is told of (told.h). */
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

/* How many hidden cases there are, and what else the rule says of them. */
static json_t *hidden_json(const struct wb_told_puzzle *told, const struct wb_told_rule *rule) {
  const bool shown = rule->verdicts || rule->count;
  json_t *object = json_object();
  json_object_set_new(object, "cases", json_integer((json_int_t)told->hidden));
  if (rule->count)
    json_object_set_new(object, "right", json_integer((json_int_t)told->hidden_right));
  json_object_set_new(object, "shown", json_boolean(shown));
  if (!shown && rule->when != NULL)
    json_object_set_new(object, "shown_after", wb_json_text(rule->when));
  return object;
}

static json_t *cases_json(const struct wb_result *result, const json_t *full) {
  json_t *cases = json_array();
  for (size_t i = 0; i < result->n_cases; i++)
    json_array_append_new(cases, members(json_array_get(json_object_get(full, "cases"), i),
                                         result->cases[i].visible ? of_case : of_hidden_case));
  return cases;
}

static json_t *points_json(const struct wb_told_puzzle *told) {
  return told->has_points ? json_real(told->points) : json_null();
}

static void add_result(json_t *object, const struct wb_told_puzzle *told,
                       const struct wb_told_rule *rule) {
  const struct wb_result *result = &told->result;
  json_t *full = wb_result_to_json(result), *shown = members(full, of_result);
  json_object_set_new(object, "verdict", json_string(wb_verdict_name(result->verdict)));
  json_object_set_new(object, "points", points_json(told));
  json_object_set_new(shown, "cases", cases_json(result, full));
  if (result->verdict != told->assessed->result.verdict) json_object_del(shown, "detail");
  json_object_set_new(object, "hidden", hidden_json(told, rule));
  json_object_set_new(object, "result", shown);
  json_decref(full);
}

static json_t *student_puzzle_json(const struct wb_told_puzzle *told,
                                   const struct wb_told_rule *rule) {
  const struct wb_assessed_puzzle *one = told->assessed;
  json_t *object = puzzle_json(one);
  if (one->state == WB_ASSESSED_JUDGED)
    add_result(object, told, rule);
  else
    json_object_set_new(object, "points", points_json(told));
  if (one->state == WB_ASSESSED_NOT_JUDGED)
    json_object_set_new(object, "note",
                        json_string("It could not be judged, which is not your fault; your teacher "
                                    "has been told."));
  if (one->override != NULL) json_object_set_new(object, "override", override_json(one->override));
  return object;
}

void wb_assessment_student_json(const struct wb_assessment *assessment, bool released,
                                struct wb_str *out) {
  struct wb_told told;
  json_t *object = head_json(assessment), *puzzles = json_array();
  wb_told_make(&told, assessment, NULL, released);
  if (!assessment->run->has_all_walls) json_object_set_new(object, "all_walls", json_false());
  add_submission(object, assessment);
  for (size_t i = 0; i < told.n_puzzles; i++)
    json_array_append_new(puzzles, student_puzzle_json(&told.puzzles[i], &told.rule));
  json_object_set_new(object, "puzzles", puzzles);
  wb_told_release(&told);
  wb_json_print(object, out);
}

/* One submission in the forms of other graders, by what a student may be told. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fields/json_tools.h"
#include "finding/counters.h"
#include "grading/leaderboard.h"
#include "grading/told.h"
#include "report/write.h"

/* ---- all ------------------------------------------------------------------------------------- */

/* So that thirds have few digits; far finer than any gradebook. */
static json_t *points_json(double points) { return json_real(round(points * 1e4) / 1e4); }

static void print_json(json_t *json, struct wb_str *out) {
  char *text = json_dumps(json, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
  wb_str_addf(out, "%s\n", text);
  free(text);
  json_decref(json);
}

static void set_text(json_t *object, const char *name, struct wb_str *text) {
  json_object_set_new(object, name, wb_json_text(text->data));
  wb_str_clear(text);
}

static bool is_accepted(const struct wb_told_puzzle *one) {
  return one->assessed->state == WB_ASSESSED_JUDGED && one->result.verdict == WB_VERDICT_ACCEPTED;
}

static const char *outcome_word(const struct wb_told_puzzle *one) {
  return one->assessed->state == WB_ASSESSED_JUDGED
             ? wb_verdict_name(one->result.verdict)
             : wb_word_name(&wb_assessed_states, one->assessed->state);
}

/* ---- Gradescope ------------------------------------------------------------------------------ */

struct gradescope {
  const struct wb_run_folder *run;
  const struct wb_told *now, *later; /* later: once what is withheld until it is due is told */
  json_t *tests;
  struct wb_str text;
};

static json_t *add_test(struct gradescope *to, size_t puzzle, size_t number, const char *name,
                        bool passed) {
  json_t *test = json_object(), *tags = json_array();
  char *numbers =
      number > 0 ? wb_format("%zu.%zu", puzzle + 1, number) : wb_format("%zu", puzzle + 1);
  json_object_set_new(test, "number", json_string(numbers));
  json_object_set_new(test, "name", wb_json_text(name));
  json_object_set_new(test, "status", json_string(passed ? "passed" : "failed"));
  json_array_append_new(tags, wb_json_text(to->now->puzzles[puzzle].assessed->puzzle->slug));
  json_object_set_new(test, "tags", tags);
  json_object_set_new(test, "visibility", json_string("visible"));
  json_array_append_new(to->tests, test);
  free(numbers);
  return test;
}

static void set_visibility(json_t *test, const char *word) {
  json_object_set_new(test, "visibility", json_string(word));
}

static void add_tag(json_t *test, const char *word) {
  json_array_append_new(json_object_get(test, "tags"), json_string(word));
}

static void add_case_test(struct gradescope *to, size_t puzzle, size_t index) {
  const struct wb_told_puzzle *one = &to->later->puzzles[puzzle];
  const struct wb_case_result *of = &one->result.cases[index];
  const bool passed = of->verdict == WB_VERDICT_ACCEPTED;
  json_t *test = add_test(to, puzzle, one->numbers[index], of->name, passed);
  add_tag(test, wb_verdict_name(of->verdict));
  if (!of->visible) add_tag(test, "hidden");
  if (!of->visible && !to->now->rule.verdicts) set_visibility(test, "after_due_date");
  if (!passed) wb_told_verdict_text(one, (int)index, to->run, &to->text);
  set_text(test, "output", &to->text);
}

/* What is wrong with all of it, as a text that does not compile, whenever points are told. */
static void add_whole_test(struct gradescope *to, size_t puzzle) {
  const struct wb_told_puzzle *one = &to->now->puzzles[puzzle];
  json_t *test = add_test(to, puzzle, 1, "all cases", is_accepted(one));
  add_tag(test, wb_verdict_name(one->result.verdict));
  wb_told_verdict_text(one, WB_TOLD_ALL, to->run, &to->text);
  set_text(test, "output", &to->text);
}

/* The test that has the points. Where students may not know these yet, they see none of it. */
static void add_puzzle_test(struct gradescope *to, size_t puzzle) {
  const struct wb_told_puzzle *one = &to->now->puzzles[puzzle];
  const struct wb_assessed_puzzle *assessed = one->assessed;
  const bool withheld = !one->has_points && assessed->state != WB_ASSESSED_NOT_JUDGED;
  const bool accepted =
      withheld ? assessed->result.verdict == WB_VERDICT_ACCEPTED : is_accepted(one);
  json_t *test = add_test(to, puzzle, 0, assessed->puzzle->title, accepted);
  add_tag(test, withheld ? wb_verdict_name(assessed->result.verdict) : outcome_word(one));
  json_object_set_new(test, "max_score", points_json(assessed->puzzle->points));
  if (assessed->state != WB_ASSESSED_NOT_JUDGED || assessed->override != NULL)
    json_object_set_new(test, "score", points_json(wb_assessed_points(assessed)));
  else
    json_object_del(test, "status");
  if (withheld)
    set_visibility(test,
                   to->later->puzzles[puzzle].has_points ? "after_due_date" : "after_published");
  wb_told_answer_text(to->now, one, &to->text);
  set_text(test, "output", &to->text);
}

static void add_puzzle_tests(struct gradescope *to, size_t puzzle) {
  const struct wb_told_puzzle *one = &to->later->puzzles[puzzle];
  add_puzzle_test(to, puzzle);
  for (size_t i = 0; i < one->result.n_cases; i++) add_case_test(to, puzzle, i);
  if (one->assessed->state == WB_ASSESSED_JUDGED && one->assessed->result.n_cases == 0)
    add_whole_test(to, puzzle);
}

/* What the next attempt's metadata gives back (gradescope.h). */
static json_t *extra_json(const struct wb_told *told) {
  json_t *extra = json_object(), *own = json_object();
  json_object_set_new(own, "tool", wb_json_text(told->assessment->run->tool));
  json_object_set_new(own, "attempt", json_integer(told->assessment->submission->attempt));
  json_object_set_new(own, "counted", json_true());
  json_object_set_new(extra, "workbench", own);
  return extra;
}

/* A column for each puzzle. Who is there has all hidden cases right, which may have to wait. */
static json_t *leaderboard_json(const struct wb_told *told) {
  json_t *columns = json_array();
  const unsigned counter = wb_counter_index(told->ranked_by);
  for (size_t i = 0; i < told->n_puzzles && (told->rule.verdicts || told->rule.count); i++) {
    const struct wb_assessed_puzzle *answer = told->puzzles[i].assessed;
    uint64_t value = 0;
    if (answer->withdrawn != NULL || !wb_rank_value(answer, counter, &value)) continue;
    json_t *column = json_object();
    char *name = wb_format("%s: %s", answer->puzzle->title, wb_counter_noun(counter));
    json_object_set_new(column, "name", wb_json_text(name));
    json_object_set_new(column, "value", json_integer((json_int_t)value));
    json_object_set_new(column, "order", json_string(wb_rank_order(counter)));
    json_array_append_new(columns, column);
    free(name);
  }
  return columns;
}

void wb_told_gradescope(const struct wb_told *told, const struct wb_gradebook_row *row,
                        const struct wb_run_folder *run, struct wb_str *out) {
  struct wb_told later;
  struct gradescope to = {.run = run, .now = told, .later = &later, .tests = json_array()};
  json_t *object = json_object();
  wb_str_init(&to.text);
  wb_told_make(&later, told->assessment, row, true);
  if (told->assessment->complete)
    json_object_set_new(object, "score", points_json(told->assessment->points * told->share));
  wb_told_head_text(told, row, &to.text);
  if (told->remark != NULL) wb_str_addf(&to.text, "%s\n", told->remark);
  set_text(object, "output", &to.text);
  json_object_set_new(object, "output_format", json_string("text"));
  json_object_set_new(object, "test_output_format", json_string("text"));
  json_object_set_new(object, "visibility", json_string("visible"));
  json_object_set_new(object, "stdout_visibility", json_string("hidden"));
  for (size_t i = 0; i < told->n_puzzles; i++) add_puzzle_tests(&to, i);
  json_object_set_new(object, "tests", to.tests);
  if (told->ranked_by != NULL) json_object_set_new(object, "leaderboard", leaderboard_json(told));
  json_object_set_new(object, "extra_data", extra_json(told));
  wb_told_release(&later);
  wb_str_release(&to.text);
  print_json(object, out);
}

/* ---- check50 --------------------------------------------------------------------------------- */

/* `passed`: null where nothing is known. */
static json_t *add_check(json_t *results, const char *name, const char *description,
                         json_t *passed) {
  json_t *check = json_object();
  json_object_set_new(check, "name", wb_json_text(name));
  json_object_set_new(check, "description", wb_json_text(description));
  json_object_set_new(check, "passed", passed);
  json_object_set_new(check, "log", json_array());
  json_object_set_new(check, "cause", json_null());
  json_object_set_new(check, "data", json_object());
  json_object_set_new(check, "dependency", json_null());
  json_array_append_new(results, check);
  return check;
}

static void set_cause(json_t *check, const char *rationale, const char *help) {
  json_t *cause = json_object();
  json_object_set_new(cause, "rationale", wb_json_text(rationale));
  json_object_set_new(cause, "help", wb_json_text_or_null(help));
  json_object_set_new(check, "cause", cause);
}

static void set_log(json_t *check, const char *text) {
  json_t *log = json_object_get(check, "log");
  while (*text != '\0') {
    const size_t length = strcspn(text, "\n");
    char *line = wb_strndup(text, length);
    json_array_append_new(log, wb_json_text(line));
    free(line);
    text += length + (text[length] == '\n');
  }
}

static void add_case_check(json_t *results, const struct wb_told_puzzle *one, size_t index,
                           const struct wb_run_folder *run) {
  const struct wb_case_result *of = &one->result.cases[index];
  const struct wb_run_puzzle *puzzle = one->assessed->puzzle;
  const bool passed = of->verdict == WB_VERDICT_ACCEPTED;
  char *name = wb_format("%s.%zu", puzzle->slug, one->numbers[index]);
  char *description = wb_format("%s: %s", puzzle->title, of->name);
  json_t *check = add_check(results, name, description, json_boolean(passed));
  struct wb_str text;
  wb_str_init(&text);
  if (!passed) {
    wb_str_addf(&text, "%s: ", wb_verdict_name(of->verdict));
    wb_write_case_reason(of, one->assessed->file->name, &text);
    set_cause(check, text.data, wb_verdict_help(of->verdict));
    wb_str_clear(&text);
    wb_told_verdict_text(one, (int)index, run, &text);
    set_log(check, text.data);
  }
  wb_str_release(&text);
  free(description);
  free(name);
}

/* Of a puzzle none of whose cases is told of. */
static void add_puzzle_check(json_t *results, const struct wb_told *told,
                             const struct wb_told_puzzle *one, const struct wb_run_folder *run) {
  const struct wb_run_puzzle *puzzle = one->assessed->puzzle;
  const bool unknown = one->assessed->state == WB_ASSESSED_NOT_JUDGED;
  json_t *check = add_check(results, puzzle->slug, puzzle->title,
                            unknown ? json_null() : json_boolean(is_accepted(one)));
  struct wb_str text;
  wb_str_init(&text);
  wb_told_puzzle_text(told, one, run, &text);
  set_log(check, text.data);
  if (!is_accepted(one)) set_cause(check, outcome_word(one), NULL);
  wb_str_release(&text);
}

void wb_told_check50(const struct wb_told *told, const struct wb_gradebook_row *row,
                     const struct wb_run_folder *run, struct wb_str *out) {
  const struct wb_run_about *about = told->assessment->run;
  json_t *object = json_object(), *results = json_array();
  char *slug = wb_format("%s%s%s", about->course_name != NULL ? about->course_name : "course",
                         about->assignment != NULL ? "/" : "",
                         about->assignment != NULL ? about->assignment : "");
  (void)row;
  for (size_t i = 0; i < told->n_puzzles; i++) {
    const struct wb_told_puzzle *one = &told->puzzles[i];
    for (size_t j = 0; j < one->result.n_cases; j++) add_case_check(results, one, j, run);
    if (one->result.n_cases == 0) add_puzzle_check(results, told, one, run);
  }
  json_object_set_new(object, "slug", wb_json_text(slug));
  json_object_set_new(object, "results", results);
  json_object_set_new(object, "version", wb_json_text(about->tool));
  free(slug);
  print_json(object, out);
}

/* ---- GitHub Classroom ------------------------------------------------------------------------ */

static uint32_t first_line(const struct wb_told_puzzle *one) {
  for (size_t i = 0; i < one->result.n_cases; i++)
    if (one->result.cases[i].n_findings > 0) return one->result.cases[i].findings[0].line;
  return one->result.n_diagnostics > 0 ? one->result.diagnostics[0].line : 0;
}

static const char *classroom_status(const struct wb_told_puzzle *one) {
  if (one->assessed->state == WB_ASSESSED_NOT_JUDGED) return "error";
  return is_accepted(one) ? "pass" : "fail";
}

static json_t *classroom_test(const struct wb_told *told, const struct wb_told_puzzle *one,
                              const struct wb_run_folder *run) {
  const struct wb_assessed_puzzle *assessed = one->assessed;
  json_t *test = json_object();
  struct wb_str text;
  wb_str_init(&text);
  wb_told_puzzle_text(told, one, run, &text);
  json_object_set_new(test, "name", wb_json_text(assessed->puzzle->slug));
  json_object_set_new(test, "status", json_string(classroom_status(one)));
  json_object_set_new(test, "score", points_json(one->points * told->share));
  json_object_set_new(test, "message", wb_json_text(text.data));
  json_object_set_new(test, "line_no", json_integer(first_line(one)));
  json_object_set_new(test, "filename",
                      wb_json_text(assessed->file != NULL ? assessed->file->name : ""));
  wb_str_release(&text);
  return test;
}

/* "error" before "fail" before "pass". */
static const char *worse_status(const char *one, const char *other) {
  return strcmp(one, other) < 0 ? one : other;
}

void wb_told_classroom(const struct wb_told *told, const struct wb_gradebook_row *row,
                       const struct wb_run_folder *run, struct wb_str *out) {
  json_t *object = json_object(), *tests = json_array();
  const char *status = "pass";
  double most = 0;
  (void)row;
  for (size_t i = 0; i < told->n_puzzles; i++) {
    const struct wb_told_puzzle *one = &told->puzzles[i];
    status = worse_status(status, classroom_status(one));
    if (one->has_points) most += one->assessed->puzzle->points; /* others are worth 0 here */
    json_array_append_new(tests, classroom_test(told, one, run));
  }
  json_object_set_new(object, "version", json_integer(1));
  json_object_set_new(object, "status", json_string(status));
  json_object_set_new(object, "max_score", points_json(most));
  json_object_set_new(object, "tests", tests);
  print_json(object, out);
}

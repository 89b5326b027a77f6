/* What students are told, in every form of it. */
#include "grading/told.h"

#include <jansson.h>

#include "tap.h"

/* A submission of two puzzles: a visible case that is right and a hidden one that is not, and what
 * is missing. */
struct fixture {
  struct wb_run_puzzle puzzles[2];
  struct wb_run_about about;
  struct wb_submitted_file file;
  struct wb_run_submission submission;
  struct wb_case_result cases[2];
  struct wb_assessed_puzzle assessed[2];
  struct wb_assessment assessment;
  struct wb_run_folder run;
  struct wb_gradebook_row row;
};

static void init(struct fixture *f, enum wb_hidden_feedback hidden) {
  memset(f, 0, sizeof *f);
  f->puzzles[0] =
      (struct wb_run_puzzle){.slug = (char *)"01-map", .title = (char *)"Map", .points = 10};
  f->puzzles[1] =
      (struct wb_run_puzzle){.slug = (char *)"02-zip", .title = (char *)"Zip", .points = 20};
  f->about = (struct wb_run_about){.tool = (char *)"1",
                                   .course_name = (char *)"gpu-101",
                                   .assignment = (char *)"hw1",
                                   .hidden = hidden,
                                   .puzzles = f->puzzles,
                                   .n_puzzles = 2};
  f->file = (struct wb_submitted_file){.name = (char *)"work/map.cl", .sha256 = "aa"};
  f->submission = (struct wb_run_submission){.pseudonym = "s1", .attempt = 1, .attempts = 1};
  f->cases[0] = (struct wb_case_result){
      .name = (char *)"four", .visible = true, .verdict = WB_VERDICT_ACCEPTED};
  f->cases[1] = (struct wb_case_result){
      .name = (char *)"qqname", .detail = (char *)"qqdetail", .verdict = WB_VERDICT_WRONG_ANSWER};
  f->assessed[0] = (struct wb_assessed_puzzle){.puzzle = &f->puzzles[0],
                                               .state = WB_ASSESSED_JUDGED,
                                               .file = &f->file,
                                               .result = {.puzzle = (char *)"01-map",
                                                          .file = (char *)"01-map.cl",
                                                          .detail = (char *)"qqwhole",
                                                          .verdict = WB_VERDICT_WRONG_ANSWER,
                                                          .cases = f->cases,
                                                          .n_cases = 2},
                                               .points = 5};
  f->assessed[1] =
      (struct wb_assessed_puzzle){.puzzle = &f->puzzles[1], .state = WB_ASSESSED_MISSING};
  f->assessment = (struct wb_assessment){.run = &f->about,
                                         .submission = &f->submission,
                                         .puzzles = f->assessed,
                                         .n_puzzles = 2,
                                         .points = 5,
                                         .most = 30,
                                         .complete = true};
  f->run = (struct wb_run_folder){.path = (char *)"/nowhere", .lock = -1};
  f->row = (struct wb_gradebook_row){.lateness = {.share = 1}};
}

typedef void writer(const struct wb_told *, const struct wb_gradebook_row *,
                    const struct wb_run_folder *, struct wb_str *);

static char *write_told(const struct fixture *f, writer *write, bool released) {
  struct wb_told told;
  struct wb_str out;
  wb_str_init(&out);
  wb_told_make(&told, &f->assessment, &f->row, released);
  write(&told, &f->row, &f->run, &out);
  wb_told_release(&told);
  return wb_str_detach(&out);
}

static json_t *read_told(const struct fixture *f, writer *write) {
  char *text = write_told(f, write, false);
  json_t *json = json_loads(text, 0, NULL);
  CHECK(json != NULL);
  free(text);
  return json;
}

static bool has(const char *text, const char *part) { return strstr(text, part) != NULL; }

static const char *text_at(const json_t *object, const char *name) {
  return json_string_value(json_object_get(object, name));
}

/* Gradescope's test of that number; NULL: there is none. */
static const json_t *test_of(const json_t *json, const char *number) {
  const json_t *tests = json_object_get(json, "tests");
  for (size_t i = 0; i < json_array_size(tests); i++)
    if (strcmp(text_at(json_array_get(tests, i), "number"), number) == 0)
      return json_array_get(tests, i);
  return NULL;
}

static void nothing_of_hidden_cases_is_told_where_nothing_may_be(void) {
  static writer *const writers[] = {wb_told_text, wb_told_check50, wb_told_classroom};
  static const enum wb_hidden_feedback rules[] = {WB_HIDDEN_NEVER, WB_HIDDEN_AFTER_DUE};
  struct fixture f;
  for (size_t i = 0; i < 6; i++) {
    init(&f, rules[i % 2]);
    char *text = write_told(&f, writers[i / 2], false);
    CHECK(!has(text, "qq") && !has(text, "wrong-answer"));
    CHECK(has(text, "1 case is hidden") || writers[i / 2] == wb_told_check50);
    CHECK(!has(text, "on every case"));
    CHECK(has(text, "on every visible case; there are hidden ones, not told here") ||
          writers[i / 2] != wb_told_text);
    free(text);
  }
  init(&f, WB_HIDDEN_VERDICT);
  f.about.feedback_attempts = 1;
  f.submission.attempt = 2;
  char *text = write_told(&f, wb_told_text, true);
  CHECK(!has(text, "qq") && !has(text, "wrong-answer") && !has(text, "5 of 30"));
  free(text);
}

static void a_count_and_verdicts_are_told_where_they_may_be(void) {
  struct fixture f;
  init(&f, WB_HIDDEN_COUNT);
  char *text = write_told(&f, wb_told_text, false);
  CHECK(has(text, "1 case is hidden, 0 of which are right."));
  CHECK(has(text, "hw1: 5 of 30 points") && !has(text, "qqdetail"));
  free(text);
  init(&f, WB_HIDDEN_VERDICT);
  text = write_told(&f, wb_told_text, false);
  CHECK(has(text, "qqdetail"));
  free(text);
  init(&f, WB_HIDDEN_AFTER_DUE);
  text = write_told(&f, wb_told_text, true);
  CHECK(has(text, "qqdetail") && has(text, "5 of 30 points"));
  free(text);
}

static void gradescope_itself_shows_later_what_may_be_told_later(void) {
  struct fixture f;
  init(&f, WB_HIDDEN_AFTER_DUE);
  json_t *json = read_told(&f, wb_told_gradescope);
  CHECK(json_real_value(json_object_get(json, "score")) == 5);
  CHECK_STRING(text_at(test_of(json, "1"), "visibility"), "after_due_date");
  CHECK_STRING(text_at(test_of(json, "1.1"), "visibility"), "visible");
  CHECK_STRING(text_at(test_of(json, "1.2"), "visibility"), "after_due_date");
  CHECK_STRING(text_at(test_of(json, "2"), "visibility"), "visible");
  CHECK(!has(text_at(json, "output"), "5 of"));
  json_decref(json);
  init(&f, WB_HIDDEN_NEVER);
  json = read_told(&f, wb_told_gradescope);
  CHECK_STRING(text_at(test_of(json, "1"), "visibility"), "after_published");
  CHECK(test_of(json, "1.1") != NULL && test_of(json, "1.2") == NULL);
  json_decref(json);
  init(&f, WB_HIDDEN_VERDICT);
  json = read_told(&f, wb_told_gradescope);
  CHECK_STRING(text_at(test_of(json, "1"), "visibility"), "visible");
  CHECK_STRING(text_at(test_of(json, "1.2"), "status"), "failed");
  CHECK(has(text_at(test_of(json, "1.2"), "output"), "qqdetail"));
  json_decref(json);
}

static void what_is_not_judged_has_no_score(void) {
  struct fixture f;
  init(&f, WB_HIDDEN_VERDICT);
  f.assessed[0].state = WB_ASSESSED_NOT_JUDGED;
  f.assessment.complete = false;
  json_t *json = read_told(&f, wb_told_gradescope);
  CHECK(json_object_get(json, "score") == NULL);
  CHECK(json_object_get(test_of(json, "1"), "score") == NULL);
  CHECK(json_object_get(test_of(json, "1"), "status") == NULL);
  json_decref(json);
  json = read_told(&f, wb_told_check50);
  CHECK(
      json_is_null(json_object_get(json_array_get(json_object_get(json, "results"), 0), "passed")));
  json_decref(json);
  json = read_told(&f, wb_told_classroom);
  CHECK_STRING(text_at(json, "status"), "error");
  CHECK(json_number_value(json_object_get(json, "max_score")) == 20);
  json_decref(json);
}

static void points_that_a_person_gave_are_told_whatever_is_hidden(void) {
  struct fixture f;
  const struct wb_run_override given = {.points = 8, .reason = (char *)"a typo of ours"};
  init(&f, WB_HIDDEN_NEVER);
  f.assessed[0].override = &given;
  char *text = write_told(&f, wb_told_text, false);
  CHECK(has(text, "8 of 30 points") && has(text, "a typo of ours") && !has(text, "qq"));
  free(text);
}

static void sentences_end_once_and_files_have_the_names_they_came_with(void) {
  const struct wb_run_override given = {.points = 8, .reason = (char *)"a typo of ours"};
  struct fixture f;
  init(&f, WB_HIDDEN_VERDICT);
  f.file.doubt = (char *)"There is x.cl as well, with another text.";
  f.assessed[0].override = &given;
  char *text = write_told(&f, wb_told_text, false);
  CHECK(has(text, "work/map.cl answers it: There is x.cl as well, with another text.\n"));
  CHECK(has(text, "Your teacher gave these points, because: a typo of ours\n"));
  CHECK(!has(text, "01-map.cl"));
  free(text);
}

static void a_text_advises_no_command_that_its_reader_may_not_have(void) {
  static writer *const writers[] = {wb_told_text, wb_told_gradescope, wb_told_check50,
                                    wb_told_classroom};
  struct fixture f;
  for (size_t i = 0; i < 8; i++) {
    init(&f, WB_HIDDEN_VERDICT);
    if (i >= 4) f.cases[1].verdict = f.assessed[0].result.verdict = WB_VERDICT_ACCEPTED;
    char *text = write_told(&f, writers[i % 4], false);
    CHECK(!has(text, "`workbench") && !has(text, "→"));
    free(text);
  }
}

static void long_names_are_shortened(void) {
  struct fixture f;
  char name[501] = "";
  memset(name, 'x', 500);
  memcpy(name + 490, "the-end.cl", 10);
  init(&f, WB_HIDDEN_VERDICT);
  f.file.name = name;
  char *text = write_told(&f, wb_told_text, false);
  CHECK(has(text, "xxx…xxx") && has(text, "the-end.cl answers it.") && !has(text, name));
  free(text);
}

static void lateness_is_taken_off_the_sum_and_said(void) {
  struct fixture f;
  init(&f, WB_HIDDEN_VERDICT);
  f.row.lateness = (struct wb_lateness){.state = WB_LATE, .share = 0.5};
  char *text = write_told(&f, wb_told_text, false);
  CHECK(has(text, "hw1: 2.5 of 30 points\nIt came late: 50 % of the points count.\n"));
  free(text);
  json_t *json = read_told(&f, wb_told_gradescope);
  CHECK(json_real_value(json_object_get(json, "score")) == 2.5);
  CHECK(json_real_value(json_object_get(test_of(json, "1"), "score")) == 5);
  json_decref(json);
  json = read_told(&f, wb_told_classroom);
  CHECK(json_real_value(
            json_object_get(json_array_get(json_object_get(json, "tests"), 0), "score")) == 2.5);
  json_decref(json);
}

int main(void) {
  tap_run("nothing of hidden cases is told where nothing may be",
          nothing_of_hidden_cases_is_told_where_nothing_may_be);
  tap_run("a count and verdicts are told where they may be",
          a_count_and_verdicts_are_told_where_they_may_be);
  tap_run("Gradescope itself shows later what may be told later",
          gradescope_itself_shows_later_what_may_be_told_later);
  tap_run("what is not judged has no score in any form", what_is_not_judged_has_no_score);
  tap_run("points that a person gave are told, whatever is hidden",
          points_that_a_person_gave_are_told_whatever_is_hidden);
  tap_run("sentences end once, and files have the names that they came with",
          sentences_end_once_and_files_have_the_names_they_came_with);
  tap_run("a text advises no command that its reader may not have",
          a_text_advises_no_command_that_its_reader_may_not_have);
  tap_run("long names are shortened", long_names_are_shortened);
  tap_run("lateness is taken off the sum, and said", lateness_is_taken_off_the_sum_and_said);
  return tap_finish();
}

/* A run of two puzzles in a folder of its own, for tests. */
#ifndef WB_TESTS_GRADING_RUN_FIXTURE_H
#define WB_TESTS_GRADING_RUN_FIXTURE_H

#include "grading/gradebook.h"

#include <jansson.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"
#include "tap.h"

static char folder[] = "/tmp/wb-run-XXXXXX";
static const char SHA[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

/* A run of two puzzles, in a folder of its own. */
struct fixture {
  struct wb_run_folder run;
  struct wb_run_records *records;
};

static inline struct wb_run_about make_about(void) {
  struct wb_run_about about = {.tool = wb_strdup("1"),
                               .course_name = wb_strdup("org.example.c"),
                               .course_digest = wb_strdup("d1"),
                               .assignment = wb_strdup("hw1"),
                               .secret = wb_strdup("s"),
                               .has_all_walls = true,
                               .puzzles = wb_alloc(2 * sizeof *about.puzzles),
                               .n_puzzles = 2};
  about.puzzles[0] =
      (struct wb_run_puzzle){.slug = wb_strdup("01-map"), .title = wb_strdup("Map"), .points = 10};
  about.puzzles[1] =
      (struct wb_run_puzzle){.slug = wb_strdup("02-zip"), .title = wb_strdup("Zip"), .points = 20};
  return about;
}

static inline void open_fixture(struct fixture *fixture, const char *name) {
  struct wb_run_about about = make_about();
  struct wb_error err = {0};
  char *path = wb_path_join(folder, name);
  CHECK_INT(wb_run_folder_make(&fixture->run, path, &about, &err), WB_OK);
  CHECK_INT(wb_run_records_open(&fixture->records, &fixture->run, true, &err), WB_OK);
  CHECK_STRING(err.message, "");
  free(path);
}

static inline void close_fixture(struct fixture *fixture) {
  wb_run_records_close(fixture->records);
  wb_run_folder_close(&fixture->run);
}

/* One file, which answers 01-map. */
static inline struct wb_submission make_submission(const char *id, unsigned attempt) {
  struct wb_submission one = {.label = wb_format("folder of %s", id),
                              .ids = wb_alloc(sizeof *one.ids),
                              .n_ids = 1,
                              .name = wb_strdup("Ada"),
                              .received = 1000 * (int64_t)attempt,
                              .is_received_said = true,
                              .attempt = attempt,
                              .files = wb_alloc(sizeof *one.files),
                              .n_files = 1};
  one.ids[0] = wb_strdup(id);
  one.files[0] = (struct wb_submitted_file){.name = wb_strdup("map.cl"),
                                            .state = WB_SUBMITTED_READ,
                                            .puzzle = wb_strdup("01-map"),
                                            .rule = WB_MATCH_NAME,
                                            .certain = true,
                                            .counts = true};
  snprintf(one.files[0].sha256, sizeof one.files[0].sha256, "%s", SHA);
  return one;
}

static inline void add_submission(struct fixture *fixture, const char *pseudonym, const char *id,
                                  unsigned attempt, char first) {
  struct wb_submission one = make_submission(id, attempt);
  struct wb_error err = {0};
  one.files[0].sha256[0] = first;
  CHECK_INT(wb_run_records_add(fixture->records, pseudonym, &one, &err), WB_OK);
  CHECK_INT(wb_run_records_plan(fixture->records, "01-map", one.files[0].sha256, "", &err), WB_OK);
  CHECK_STRING(err.message, "");
  wb_submission_release(&one);
}

/* A visible case that is right and a hidden one that may be wrong. */
static inline void keep_result(struct fixture *fixture, char first, bool hidden_is_right) {
  char sha[WB_SHA256_HEX];
  struct wb_error err = {0};
  struct wb_result result = {
      .puzzle = wb_strdup("01-map"),
      .file = wb_strdup("01-map.cl"),
      .device = wb_strdup("emulator"),
      .detail = wb_strdup("a detail"),
      .checks = true,
      .verdict = hidden_is_right ? WB_VERDICT_ACCEPTED : WB_VERDICT_WRONG_ANSWER,
      .score = hidden_is_right ? 1 : 0.5,
      .elapsed_ms = 12,
      .cases = wb_alloc(2 * sizeof *result.cases),
      .n_cases = 2};
  result.cases[0] = (struct wb_case_result){
      .name = wb_strdup("four"), .visible = true, .verdict = WB_VERDICT_ACCEPTED, .time_ns = 5};
  result.cases[1] = (struct wb_case_result){.name = wb_strdup("hidden case 2"),
                                            .detail = wb_strdup("the outputs differ"),
                                            .verdict = result.verdict};
  snprintf(sha, sizeof sha, "%s", SHA);
  sha[0] = first;
  CHECK_INT(wb_run_keep_result(&fixture->run, "01-map", sha, "", &result, &err), WB_OK);
  CHECK_STRING(err.message, "");
  wb_result_release(&result);
}

/* ---- hidden inputs of each person ---- */

static inline enum wb_status take_points(const struct wb_assessment *assessment, void *data,
                                         struct wb_error *err) {
  double *points = data;
  (void)err;
  points[assessment->submission->pseudonym[1] - '0'] = assessment->points;
  return WB_OK;
}

static inline void keep_variant(struct fixture *fixture, const char *variant, double score) {
  struct wb_error err = {0};
  struct wb_result result = {.puzzle = wb_strdup("01-map"),
                             .file = wb_strdup("01-map.cl"),
                             .device = wb_strdup("emulator"),
                             .verdict = WB_VERDICT_WRONG_ANSWER,
                             .score = score};
  CHECK_INT(wb_run_keep_result(&fixture->run, "01-map", SHA, variant, &result, &err), WB_OK);
  wb_result_release(&result);
}

static inline void plan_for(struct fixture *fixture, const char *pseudonym) {
  struct wb_submission one = make_submission(pseudonym, 1);
  struct wb_error err = {0};
  CHECK_INT(wb_run_records_add(fixture->records, pseudonym, &one, &err), WB_OK);
  CHECK_INT(wb_run_records_plan(fixture->records, "01-map", SHA,
                                wb_run_variant(&fixture->run.about, pseudonym), &err),
            WB_OK);
  wb_submission_release(&one);
}

static inline size_t count_planned(struct fixture *fixture) {
  struct wb_run_judgements planned = {0};
  CHECK_INT(wb_run_records_list(fixture->records, WB_JUDGEMENT_PLANNED, &planned, NULL), WB_OK);
  const size_t count = planned.count;
  wb_run_judgements_release(&planned);
  return count;
}

static inline void test_equal_texts_of_two_people_are_judged_apart_where_their_inputs_differ(void) {
  struct fixture fixture;
  double points[3] = {0};
  open_fixture(&fixture, "persons");
  fixture.run.about.seed = WB_SEEDS_OF_PERSON;
  plan_for(&fixture, "s1");
  plan_for(&fixture, "s2");
  CHECK_INT(count_planned(&fixture), 2);
  keep_variant(&fixture, "s1", 0.25);
  keep_variant(&fixture, "s2", 0.75);
  CHECK_INT(
      wb_run_assess_each(&fixture.run, fixture.records, NULL, false, take_points, points, NULL),
      WB_OK);
  CHECK(points[1] == 2.5 && points[2] == 7.5);
  /* One of them alone is noted. */
  struct wb_run_judgement one = {.puzzle = (char *)"01-map", .state = WB_JUDGEMENT_DONE};
  memcpy(one.sha256, SHA, sizeof one.sha256);
  memcpy(one.variant, "s1", 3);
  CHECK_INT(wb_run_records_note(fixture.records, &one, NULL), WB_OK);
  CHECK_INT(count_planned(&fixture), 1);
  close_fixture(&fixture);
}

static inline void test_equal_texts_are_judged_once_where_all_have_the_same_inputs(void) {
  struct fixture fixture;
  open_fixture(&fixture, "together");
  fixture.run.about.seed = WB_SEEDS_OF_COURSE;
  plan_for(&fixture, "s1");
  plan_for(&fixture, "s2");
  CHECK_INT(count_planned(&fixture), 1);
  close_fixture(&fixture);
}

static inline void test_run_json_says_which_seeds_there_are(void) {
  struct wb_run_about about = make_about();
  struct wb_run_folder run, again;
  char *path = wb_path_join(folder, "seeded");
  about.seed = WB_SEEDS_OF_PERSON;
  CHECK_INT(wb_run_folder_make(&run, path, &about, NULL), WB_OK);
  CHECK_INT(wb_run_folder_open(&again, path, false, NULL), WB_OK);
  CHECK_INT(again.about.seed, WB_SEEDS_OF_PERSON);
  wb_run_folder_close(&again);
  wb_run_folder_close(&run);
  free(path);
}

#endif

/* Regrades, as records and folders have them: no judge is asked, and results are made up. */
#include "grading/regrade.h"

#include <unistd.h>

#include "base/file.h"
#include "grading/comparison.h"
#include "sandbox/folder.h"
#include "tap.h"

static char folder[] = "/tmp/wb-regrade-XXXXXX";

/* A run of two puzzles in which s1 and s3 have handed in the same text, and s2 another one. */
struct fixture {
  char *path, *again_path;
  struct wb_grade_order order;
  struct wb_grade grade; /* the regrade, with its run while it is taken */
};

static struct wb_run_about make_about(const char *digest) {
  struct wb_run_about about = {.tool = wb_strdup("1"),
                               .course_name = wb_strdup("org.example.c"),
                               .course_digest = wb_strdup(digest),
                               .secret = wb_strdup("s"),
                               .has_all_walls = true,
                               .puzzles = wb_alloc(2 * sizeof *about.puzzles),
                               .n_puzzles = 2};
  about.puzzles[0] =
      (struct wb_run_puzzle){wb_strdup("01-map"), wb_strdup("Map"), 10, wb_strdup(digest)};
  about.puzzles[1] =
      (struct wb_run_puzzle){wb_strdup("02-zip"), wb_strdup("Zip"), 20, wb_strdup("z")};
  return about;
}

/* A digest that begins with the letter. */
static const char *sha_of(char first) {
  static char sha[WB_SHA256_HEX];
  memset(sha, 'a', sizeof sha - 1);
  sha[0] = first;
  return sha;
}

static struct wb_submitted_file make_file(const char *puzzle, char text) {
  struct wb_submitted_file file = {.name = wb_format("%s.cl", puzzle),
                                   .state = WB_SUBMITTED_READ,
                                   .puzzle = wb_strdup(puzzle),
                                   .rule = WB_MATCH_SLUG,
                                   .certain = true,
                                   .counts = true};
  snprintf(file.sha256, sizeof file.sha256, "%s", sha_of(text));
  return file;
}

static void add_submission(const struct wb_run_folder *run, struct wb_run_records *records,
                           const char *pseudonym, char map, char zip) {
  struct wb_submission one = {.label = wb_format("folder of %s", pseudonym),
                              .ids = wb_alloc(sizeof *one.ids),
                              .n_ids = 1,
                              .attempt = 1,
                              .files = wb_alloc(2 * sizeof *one.files),
                              .n_files = 2};
  struct wb_error err = {0};
  one.ids[0] = wb_format("id of %s", pseudonym);
  one.files[0] = make_file("01-map", map);
  one.files[1] = make_file("02-zip", zip);
  CHECK_INT(wb_run_records_add(records, pseudonym, &one, &err), WB_OK);
  for (size_t i = 0; i < one.n_files; i++) {
    char *path = wb_run_file_path(run, one.files[i].sha256);
    CHECK_INT(wb_run_records_plan(records, one.files[i].puzzle, one.files[i].sha256, "", &err),
              WB_OK);
    CHECK_INT(wb_file_write_atomic(path, one.files[i].sha256, 4, &err), WB_OK);
    free(path);
  }
  CHECK_STRING(err.message, "");
  wb_submission_release(&one);
}

static void note(struct wb_run_records *records, const char *puzzle, char text,
                 enum wb_judgement_state state) {
  struct wb_run_judgement judgement = {.puzzle = (char *)puzzle, .state = state, .tries = 1};
  struct wb_error err = {0};
  snprintf(judgement.sha256, sizeof judgement.sha256, "%s", sha_of(text));
  if (state == WB_JUDGEMENT_FAILED) {
    judgement.cause = WB_ERR_CRASH;
    judgement.trouble = "the judge ended";
  }
  CHECK_INT(wb_run_records_note(records, &judgement, &err), WB_OK);
}

static void judge(const struct wb_run_folder *run, struct wb_run_records *records,
                  const char *puzzle, char text, double score) {
  struct wb_error err = {0};
  struct wb_result result = {.puzzle = wb_strdup(puzzle),
                             .file = wb_format("%s.cl", puzzle),
                             .device = wb_strdup("emulator"),
                             .detail = wb_strdup("a detail"),
                             .checks = true,
                             .verdict = score == 1 ? WB_VERDICT_ACCEPTED : WB_VERDICT_WRONG_ANSWER,
                             .score = score,
                             .cases = wb_alloc(sizeof *result.cases),
                             .n_cases = 1};
  result.cases[0] = (struct wb_case_result){
      .name = wb_strdup("four"), .visible = true, .verdict = result.verdict};
  CHECK_INT(wb_run_keep_result(run, puzzle, sha_of(text), "", &result, &err), WB_OK);
  note(records, puzzle, text, WB_JUDGEMENT_DONE);
  CHECK_STRING(err.message, "");
  wb_result_release(&result);
}

/* Makes RUN, all judged: s1 and s3 have 01-map half right, s2 all of it; 02-zip is all right. */
static void make_run(const char *path) {
  struct wb_run_about about = make_about("d1");
  struct wb_run_folder run;
  struct wb_run_records *records;
  struct wb_run_totals totals;
  struct wb_error err = {0};
  CHECK_INT(wb_run_folder_make(&run, path, &about, &err), WB_OK);
  CHECK_INT(wb_run_records_open(&records, &run, true, &err), WB_OK);
  add_submission(&run, records, "s1", 'a', 'x');
  add_submission(&run, records, "s2", 'b', 'x');
  add_submission(&run, records, "s3", 'a', 'y');
  judge(&run, records, "01-map", 'a', 0.5);
  judge(&run, records, "01-map", 'b', 1);
  judge(&run, records, "02-zip", 'x', 1);
  judge(&run, records, "02-zip", 'y', 1);
  CHECK_INT(wb_run_records_set_taken(records, &err), WB_OK);
  CHECK_INT(wb_run_write_results(&run, records, false, &totals, &err), WB_OK);
  CHECK_STRING(err.message, "");
  wb_run_records_close(records);
  wb_run_folder_close(&run);
}

static void open_from(struct fixture *fixture) {
  struct wb_grade *grade = &fixture->grade;
  struct wb_error err = {0};
  CHECK_INT(wb_run_folder_open(&grade->from, fixture->path, false, &err), WB_OK);
  CHECK_INT(wb_run_records_open(&grade->from_records, &grade->from, false, &err), WB_OK);
}

static void close_from(struct fixture *fixture) {
  wb_run_records_close(fixture->grade.from_records);
  fixture->grade.from_records = NULL;
  if (fixture->grade.from.path != NULL) wb_run_folder_close(&fixture->grade.from);
}

/* Begins a regrade: of all of it, or of a puzzle or a person. */
static void begin_regrade(struct fixture *fixture, const char *name, const char *puzzle,
                          const char *person) {
  struct wb_run_about about = make_about("d2");
  struct wb_grade *grade = &fixture->grade;
  struct wb_error err = {0};
  *fixture = (struct fixture){.path = wb_path_join(folder, name),
                              .again_path = wb_format("%s/%s-again", folder, name),
                              .order = {.puzzle = puzzle, .person = person}};
  grade->order = &fixture->order;
  grade->from.lock = grade->run.lock = -1;
  if (!wb_run_folder_is(fixture->path)) make_run(fixture->path);
  open_from(fixture);
  CHECK_INT(wb_run_folder_make(&grade->run, fixture->again_path, &about, &err), WB_OK);
  CHECK_INT(wb_run_records_open(&grade->records, &grade->run, true, &err), WB_OK);
  CHECK_INT(wb_regrade_take(grade, &err), WB_OK);
  CHECK_STRING(err.message, "");
  close_from(fixture);
}

static void judge_again(const struct fixture *fixture, const char *puzzle, char text,
                        double score) {
  judge(&fixture->grade.run, fixture->grade.records, puzzle, text, score);
}

static enum wb_status apply(struct fixture *fixture, bool keeps_better,
                            struct wb_regrade_report *report, struct wb_error *err) {
  enum wb_status status = wb_regrade_apply(&fixture->grade, NULL, keeps_better, false, report, err);
  close_from(fixture);
  return status;
}

static enum wb_status undo(const struct fixture *fixture, struct wb_regrade_report *report,
                           struct wb_error *err) {
  struct wb_run_folder run;
  struct wb_run_records *records = NULL;
  enum wb_status status = wb_run_folder_open(&run, fixture->path, true, err);
  if (status == WB_OK) status = wb_run_records_open(&records, &run, true, err);
  if (status == WB_OK) status = wb_regrade_undo(&run, records, false, report, err);
  wb_run_records_close(records);
  wb_run_folder_close(&run);
  return status;
}

static void close_fixture(struct fixture *fixture) {
  close_from(fixture);
  wb_grade_close(&fixture->grade);
  free(fixture->again_path);
  free(fixture->path);
}

static enum wb_status add_points(const struct wb_assessment *assessment, void *data,
                                 struct wb_error *err) {
  (void)err;
  wb_str_addf(data, "%s %g%s; ", assessment->submission->pseudonym, assessment->points,
              assessment->complete ? "" : " so far");
  return WB_OK;
}

/* "s1 25; s2 30; …" of the run, or of the regrade. */
static void check_points(const char *path, const char *expected) {
  struct wb_run_folder run;
  struct wb_run_records *records;
  struct wb_str out;
  struct wb_error err = {0};
  wb_str_init(&out);
  CHECK_INT(wb_run_folder_open(&run, path, false, &err), WB_OK);
  CHECK_INT(wb_run_records_open(&records, &run, false, &err), WB_OK);
  CHECK_INT(wb_run_assess_each(&run, records, NULL, false, add_points, &out, &err), WB_OK);
  CHECK_STRING(out.data, expected);
  wb_str_release(&out);
  wb_run_records_close(records);
  wb_run_folder_close(&run);
}

static size_t planned(const struct fixture *fixture) {
  struct wb_run_counts counts = {0};
  wb_run_records_count(fixture->grade.records, &counts, NULL);
  return (size_t)(counts.planned - counts.done - counts.failed);
}

/* ---- taking ---- */

static void test_a_regrade_has_people_and_texts_of_its_run_and_judges_all(void) {
  struct fixture fixture;
  char pseudonym[WB_PSEUDONYM_MAX];
  struct wb_error err = {0};
  begin_regrade(&fixture, "all", NULL, NULL);
  CHECK_INT(planned(&fixture), 4);
  CHECK_INT(wb_run_records_find(fixture.grade.records, "id of s2", pseudonym, &err), WB_OK);
  CHECK_STRING(pseudonym, "s2");
  char *file = wb_run_file_path(&fixture.grade.run, sha_of('y'));
  CHECK(wb_is_regular_file(file));
  free(file);
  check_points(fixture.again_path, "s1 0 so far; s2 0 so far; s3 0 so far; ");
  close_fixture(&fixture);
}

static void test_of_a_puzzle_alone_the_others_are_taken_over(void) {
  struct fixture fixture;
  begin_regrade(&fixture, "puzzle", "map", NULL);
  CHECK_INT(planned(&fixture), 2);
  judge_again(&fixture, "01-map", 'a', 1);
  judge_again(&fixture, "01-map", 'b', 1);
  check_points(fixture.again_path, "s1 30; s2 30; s3 30; ");
  close_fixture(&fixture);
}

static void test_of_a_person_alone_whoever_has_the_same_text_goes_along(void) {
  struct fixture fixture;
  begin_regrade(&fixture, "person", NULL, "id of s3");
  CHECK_INT(planned(&fixture), 2);
  judge_again(&fixture, "01-map", 'a', 1);
  judge_again(&fixture, "02-zip", 'y', 0);
  check_points(fixture.again_path, "s1 30; s2 30; s3 10; ");
  close_fixture(&fixture);
}

static void test_it_goes_on_only_as_it_was_begun(void) {
  struct fixture fixture;
  struct wb_error err = {0};
  begin_regrade(&fixture, "begun", "map", NULL);
  open_from(&fixture);
  CHECK_INT(wb_regrade_take(&fixture.grade, &err), WB_OK);
  fixture.order.puzzle = NULL;
  CHECK_INT(wb_regrade_take(&fixture.grade, &err), WB_ERR_USAGE);
  CHECK(strstr(err.message, "another --puzzle") != NULL);
  close_fixture(&fixture);
}

static void test_forgotten_people_are_regraded_without_their_names(void) {
  struct fixture fixture;
  char pseudonym[WB_PSEUDONYM_MAX], *path = wb_path_join(folder, "forgotten");
  struct wb_run_folder run;
  struct wb_run_records *records;
  struct wb_error err = {0};
  make_run(path);
  CHECK_INT(wb_run_folder_open(&run, path, true, &err), WB_OK);
  CHECK_INT(wb_run_records_open(&records, &run, true, &err), WB_OK);
  CHECK_INT(wb_run_records_forget(records, "s1", &err), WB_OK);
  wb_run_records_close(records);
  wb_run_folder_close(&run);
  begin_regrade(&fixture, "forgotten", NULL, NULL);
  CHECK_INT(wb_run_records_find(fixture.grade.records, "s1", pseudonym, &err), WB_OK);
  CHECK_INT(wb_run_records_find(fixture.grade.records, "id of s1", pseudonym, &err),
            WB_ERR_NOT_FOUND);
  close_fixture(&fixture);
  free(path);
}

/* ---- applying ---- */

static void test_applied_results_are_current_until_they_are_taken_back(void) {
  struct fixture fixture;
  struct wb_regrade_report report;
  struct wb_error err = {0};
  begin_regrade(&fixture, "applied", "map", NULL);
  judge_again(&fixture, "01-map", 'a', 1);
  judge_again(&fixture, "01-map", 'b', 0);
  CHECK_INT(apply(&fixture, false, &report, &err), WB_OK);
  CHECK_STRING(err.message, "");
  CHECK_INT(report.generation, 2);
  CHECK_INT(report.results, 4);
  check_points(fixture.path, "s1 30; s2 20; s3 30; ");
  CHECK_INT(apply(&fixture, false, &report, &err), WB_OK);
  CHECK(report.was_done);
  CHECK_INT(undo(&fixture, &report, &err), WB_OK);
  check_points(fixture.path, "s1 25; s2 30; s3 25; ");
  CHECK_INT(undo(&fixture, &report, &err), WB_ERR_USAGE);
  CHECK(strstr(err.message, "nothing was applied") != NULL);
  CHECK_INT(apply(&fixture, false, &report, &err), WB_OK);
  check_points(fixture.path, "s1 30; s2 20; s3 30; ");
  close_fixture(&fixture);
}

static void test_keep_better_takes_from_nobody(void) {
  struct fixture fixture;
  struct wb_regrade_report report;
  struct wb_error err = {0};
  begin_regrade(&fixture, "better", "map", NULL);
  judge_again(&fixture, "01-map", 'a', 1);
  judge_again(&fixture, "01-map", 'b', 0);
  CHECK_INT(apply(&fixture, true, &report, &err), WB_OK);
  CHECK_INT(report.kept, 1);
  check_points(fixture.path, "s1 30; s2 30; s3 30; ");
  close_fixture(&fixture);
}

static void test_better_cannot_be_told_where_points_have_changed(void) {
  struct fixture fixture;
  struct wb_regrade_report report;
  struct wb_error err = {0};
  begin_regrade(&fixture, "worth", "map", NULL);
  judge_again(&fixture, "01-map", 'a', 1);
  judge_again(&fixture, "01-map", 'b', 1);
  fixture.grade.run.about.puzzles[0].points = 5;
  CHECK_INT(apply(&fixture, true, &report, &err), WB_ERR_USAGE);
  CHECK(strstr(err.message, "was worth 10 points and is worth 5") != NULL);
  CHECK_INT(apply(&fixture, false, &report, &err), WB_OK);
  check_points(fixture.path, "s1 25; s2 25; s3 25; ");
  close_fixture(&fixture);
}

static void test_a_fault_of_the_judge_replaces_no_result(void) {
  struct fixture fixture;
  struct wb_regrade_report report;
  struct wb_error err = {0};
  begin_regrade(&fixture, "fault", "map", NULL);
  judge_again(&fixture, "01-map", 'a', 1);
  note(fixture.grade.records, "01-map", 'b', WB_JUDGEMENT_FAILED);
  CHECK_INT(apply(&fixture, false, &report, &err), WB_OK);
  CHECK_INT(report.kept, 1);
  check_points(fixture.path, "s1 30; s2 30; s3 30; ");
  close_fixture(&fixture);
}

static void test_a_regrade_that_is_not_all_judged_is_refused(void) {
  struct fixture fixture;
  struct wb_regrade_report report;
  struct wb_error err = {0};
  begin_regrade(&fixture, "pending", "map", NULL);
  judge_again(&fixture, "01-map", 'a', 1);
  CHECK_INT(apply(&fixture, false, &report, &err), WB_ERR_USAGE);
  CHECK(strstr(err.message, "not all judged") != NULL);
  check_points(fixture.path, "s1 25; s2 30; s3 25; ");
  close_fixture(&fixture);
}

static void test_a_run_that_somebody_works_on_is_refused(void) {
  struct fixture fixture;
  struct wb_regrade_report report;
  struct wb_run_folder held;
  struct wb_error err = {0};
  begin_regrade(&fixture, "held", "map", NULL);
  judge_again(&fixture, "01-map", 'a', 1);
  judge_again(&fixture, "01-map", 'b', 1);
  CHECK_INT(wb_run_folder_open(&held, fixture.path, true, &err), WB_OK);
  CHECK_INT(apply(&fixture, false, &report, &err), WB_ERR_USAGE);
  CHECK(strstr(err.message, "another process") != NULL);
  wb_run_folder_close(&held);
  close_fixture(&fixture);
}

/* Another regrade of the run, in which everybody loses all points. */
static void begin_another(struct fixture *other, const struct fixture *fixture, const char *name) {
  struct wb_run_about about = make_about("d3");
  struct wb_error err = {0};
  *other =
      (struct fixture){.path = wb_strdup(fixture->path), .again_path = wb_path_join(folder, name)};
  other->grade.order = &other->order;
  open_from(other);
  CHECK_INT(wb_run_folder_make(&other->grade.run, other->again_path, &about, &err), WB_OK);
  CHECK_INT(wb_run_records_open(&other->grade.records, &other->grade.run, true, &err), WB_OK);
  CHECK_INT(wb_regrade_take(&other->grade, &err), WB_OK);
  close_from(other);
  for (const char *text = "ab"; *text != '\0'; text++) judge_again(other, "01-map", *text, 0);
  for (const char *text = "xy"; *text != '\0'; text++) judge_again(other, "02-zip", *text, 0);
}

static void test_a_regrade_of_what_is_no_longer_current_is_refused(void) {
  struct fixture first, second;
  struct wb_regrade_report report;
  struct wb_error err = {0};
  begin_regrade(&first, "twice", "map", NULL);
  judge_again(&first, "01-map", 'a', 1);
  judge_again(&first, "01-map", 'b', 1);
  begin_another(&second, &first, "twice-again-2");
  CHECK_INT(apply(&first, false, &report, &err), WB_OK);
  CHECK_INT(apply(&second, false, &report, &err), WB_ERR_USAGE);
  CHECK(strstr(err.message, "other results") != NULL);
  CHECK_INT(undo(&first, &report, &err), WB_OK);
  CHECK_INT(apply(&second, false, &report, &err), WB_OK);
  check_points(first.path, "s1 0; s2 0; s3 0; ");
  close_fixture(&second);
  close_fixture(&first);
}

/* As many are applied as when the third was begun, and yet these are not the same. */
static void test_a_regrade_of_results_that_were_taken_back_is_refused(void) {
  struct fixture first, second, of_first;
  struct wb_regrade_report report;
  struct wb_error err = {0};
  begin_regrade(&first, "back", "map", NULL);
  judge_again(&first, "01-map", 'a', 1);
  judge_again(&first, "01-map", 'b', 1);
  begin_another(&second, &first, "back-again-2");
  CHECK_INT(apply(&first, false, &report, &err), WB_OK);
  begin_another(&of_first, &first, "back-again-3");
  CHECK_INT(undo(&first, &report, &err), WB_OK);
  CHECK_INT(apply(&of_first, false, &report, &err), WB_ERR_USAGE);
  CHECK_INT(apply(&second, false, &report, &err), WB_OK);
  CHECK_INT(report.generation, 2);
  CHECK_INT(apply(&of_first, false, &report, &err), WB_ERR_USAGE);
  CHECK(strstr(err.message, "other results") != NULL);
  check_points(first.path, "s1 0; s2 0; s3 0; ");
  close_fixture(&of_first);
  close_fixture(&second);
  close_fixture(&first);
}

static void test_a_run_that_is_no_regrade_or_another_ones_is_refused(void) {
  struct fixture fixture;
  struct wb_regrade_report report;
  struct wb_error err = {0};
  char *other = wb_path_join(folder, "stranger");
  make_run(other);
  begin_regrade(&fixture, "own", NULL, NULL);
  CHECK_INT(wb_regrade_apply(&fixture.grade, other, false, false, &report, &err), WB_ERR_USAGE);
  CHECK(strstr(err.message, "is not the run") != NULL);
  close_fixture(&fixture);
  struct wb_grade grade = {.from = {.lock = -1}};
  CHECK_INT(wb_run_folder_open(&grade.run, other, true, &err), WB_OK);
  CHECK_INT(wb_run_records_open(&grade.records, &grade.run, true, &err), WB_OK);
  CHECK_INT(wb_regrade_apply(&grade, NULL, false, false, &report, &err), WB_ERR_USAGE);
  CHECK(strstr(err.message, "is no regrade") != NULL);
  wb_grade_close(&grade);
  free(other);
}

/* What a process leaves that is killed when its results have just become current, or when they have
 * just ceased to be. */
static void test_what_was_cut_off_is_completed(void) {
  struct fixture fixture;
  struct wb_regrade_report report;
  struct wb_run_folder run;
  struct wb_run_records *records;
  uint32_t written = 0;
  struct wb_error err = {0};
  begin_regrade(&fixture, "cut", "map", NULL);
  judge_again(&fixture, "01-map", 'a', 1);
  judge_again(&fixture, "01-map", 'b', 1);
  CHECK_INT(apply(&fixture, false, &report, &err), WB_OK);
  CHECK_INT(wb_run_folder_open(&run, fixture.path, true, &err), WB_OK);
  CHECK_INT(wb_run_records_open(&records, &run, true, &err), WB_OK);
  CHECK_INT(wb_run_records_begin(records, &err), WB_OK);
  CHECK_INT(wb_run_records_pop(records, &err), WB_OK);
  CHECK_INT(wb_run_records_commit(records, &err), WB_OK);
  CHECK_INT(wb_run_results_generation(records, &written, &err), WB_OK);
  CHECK_INT(written, 2);
  wb_run_records_close(records);
  wb_run_folder_close(&run);
  CHECK_INT(undo(&fixture, &report, &err), WB_OK);
  CHECK(report.was_done);
  CHECK_INT(undo(&fixture, &report, &err), WB_ERR_USAGE);
  check_points(fixture.path, "s1 25; s2 30; s3 25; ");
  close_fixture(&fixture);
}

/* ---- comparing ---- */

static void add_change(const struct wb_compared *one, void *data) {
  struct wb_str *out = data;
  wb_str_addf(out, "%s %g→%g", one->before->submission->pseudonym, one->before->points,
              one->after->points);
  for (size_t i = 0; i < one->n_puzzles; i++)
    for (unsigned cause = 0; cause <= WB_CHANGED_FLAKE; cause++)
      if ((one->puzzles[i].causes & 1u << cause) != 0)
        wb_str_addf(out, " %s %s", one->puzzles[i].slug, wb_word_name(&wb_change_causes, cause));
  wb_str_add(out, "; ");
}

static void check_changes(struct fixture *fixture, const char *expected) {
  struct wb_grade *grade = &fixture->grade;
  struct wb_comparison_totals totals;
  struct wb_str out;
  struct wb_error err = {0};
  wb_str_init(&out);
  open_from(fixture);
  const struct wb_compared_run before = {&grade->from, grade->from_records};
  const struct wb_compared_run after = {&grade->run, grade->records};
  CHECK_INT(wb_compare_runs(&before, &after, false, add_change, &out, &totals, &err), WB_OK);
  CHECK_STRING(out.data, expected);
  CHECK_INT(totals.submissions, 3);
  wb_str_release(&out);
  close_from(fixture);
}

static void test_a_change_is_explained_by_what_differs(void) {
  struct fixture fixture;
  begin_regrade(&fixture, "why", NULL, NULL);
  judge_again(&fixture, "01-map", 'a', 1);
  judge_again(&fixture, "01-map", 'b', 1);
  judge_again(&fixture, "02-zip", 'x', 0);
  judge_again(&fixture, "02-zip", 'y', 1);
  check_changes(&fixture,
                "s1 25→10 01-map spec 02-zip flake; s2 30→10 02-zip flake; s3 25→30 01-map spec; ");
  free(fixture.grade.run.about.tool);
  fixture.grade.run.about.tool = wb_strdup("2");
  check_changes(&fixture,
                "s1 25→10 01-map spec 01-map tool 02-zip tool; s2 30→10 02-zip tool; "
                "s3 25→30 01-map spec 01-map tool; ");
  close_fixture(&fixture);
}

static void test_other_points_and_faults_have_causes_of_their_own(void) {
  struct fixture fixture;
  begin_regrade(&fixture, "causes", "map", NULL);
  judge_again(&fixture, "01-map", 'a', 0.5);
  note(fixture.grade.records, "01-map", 'b', WB_JUDGEMENT_FAILED);
  fixture.grade.run.about.puzzles[1].points = 2;
  check_changes(&fixture,
                "s1 25→7 02-zip points; s2 30→2 01-map judge-error 02-zip points; "
                "s3 25→7 02-zip points; ");
  close_fixture(&fixture);
}

static void test_points_in_json_have_twelve_digits(void) {
  struct fixture fixture;
  struct wb_comparison_totals totals;
  struct wb_str out;
  struct wb_error err = {0};
  wb_str_init(&out);
  begin_regrade(&fixture, "digits", "map", NULL);
  judge_again(&fixture, "01-map", 'a', 0.69999999999999991);
  judge_again(&fixture, "01-map", 'b', 1.0 / 3);
  open_from(&fixture);
  const struct wb_compared_run before = {&fixture.grade.from, fixture.grade.from_records};
  const struct wb_compared_run after = {&fixture.grade.run, fixture.grade.records};
  CHECK_INT(wb_compare_runs_json(&before, &after, false, &out, &totals, &err), WB_OK);
  CHECK(strstr(out.data, "\"points\": 7.0,") != NULL);
  CHECK(strstr(out.data, "\"points\": 3.33333333333,") != NULL);
  wb_str_release(&out);
  close_fixture(&fixture);
}

static void test_runs_of_two_secrets_are_not_compared(void) {
  struct fixture fixture;
  struct wb_comparison_totals totals;
  struct wb_error err = {0};
  begin_regrade(&fixture, "secrets", NULL, NULL);
  open_from(&fixture);
  free(fixture.grade.run.about.secret);
  fixture.grade.run.about.secret = wb_strdup("t");
  const struct wb_compared_run before = {&fixture.grade.from, fixture.grade.from_records};
  const struct wb_compared_run after = {&fixture.grade.run, fixture.grade.records};
  CHECK_INT(wb_compare_runs(&before, &after, false, add_change, NULL, &totals, &err), WB_ERR_USAGE);
  close_fixture(&fixture);
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  tap_run("a regrade has people and texts of its run and judges all",
          test_a_regrade_has_people_and_texts_of_its_run_and_judges_all);
  tap_run("of a puzzle alone the others are taken over",
          test_of_a_puzzle_alone_the_others_are_taken_over);
  tap_run("of a person alone whoever has the same text goes along",
          test_of_a_person_alone_whoever_has_the_same_text_goes_along);
  tap_run("it goes on only as it was begun", test_it_goes_on_only_as_it_was_begun);
  tap_run("forgotten people are regraded without their names",
          test_forgotten_people_are_regraded_without_their_names);
  tap_run("applied results are current until they are taken back",
          test_applied_results_are_current_until_they_are_taken_back);
  tap_run("keep better takes from nobody", test_keep_better_takes_from_nobody);
  tap_run("better cannot be told where points have changed",
          test_better_cannot_be_told_where_points_have_changed);
  tap_run("a fault of the judge replaces no result", test_a_fault_of_the_judge_replaces_no_result);
  tap_run("a regrade that is not all judged is refused",
          test_a_regrade_that_is_not_all_judged_is_refused);
  tap_run("a run that somebody works on is refused", test_a_run_that_somebody_works_on_is_refused);
  tap_run("a regrade of what is no longer current is refused",
          test_a_regrade_of_what_is_no_longer_current_is_refused);
  tap_run("a regrade of results that were taken back is refused",
          test_a_regrade_of_results_that_were_taken_back_is_refused);
  tap_run("a run that is no regrade or another one's is refused",
          test_a_run_that_is_no_regrade_or_another_ones_is_refused);
  tap_run("what was cut off is completed", test_what_was_cut_off_is_completed);
  tap_run("a change is explained by what differs", test_a_change_is_explained_by_what_differs);
  tap_run("other points and faults have causes of their own",
          test_other_points_and_faults_have_causes_of_their_own);
  tap_run("points in JSON have twelve digits", test_points_in_json_have_twelve_digits);
  tap_run("runs of two secrets are not compared", test_runs_of_two_secrets_are_not_compared);
  wb_folder_remove_tree(folder);
  return tap_finish();
}

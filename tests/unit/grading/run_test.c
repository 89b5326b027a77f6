#include "run_fixture.h"

/* ---- the folder ---- */

static void test_a_folder_is_opened_as_it_was_made(void) {
  struct fixture fixture;
  struct wb_run_folder again;
  struct wb_error err = {0};
  struct stat about;
  open_fixture(&fixture, "opened");
  CHECK_INT(wb_run_folder_open(&again, fixture.run.path, false, &err), WB_OK);
  CHECK_INT(wb_run_about_compare(&again.about, &fixture.run.about, &err), WB_OK);
  CHECK_STRING(again.about.puzzles[1].slug, "02-zip");
  CHECK(again.about.puzzles[1].points == 20);
  CHECK(stat(fixture.run.path, &about) == 0);
  CHECK_INT(about.st_mode & 0777, 0700);
  wb_run_folder_close(&again);
  close_fixture(&fixture);
}

static void test_the_second_writer_is_told_who_holds_it(void) {
  struct fixture fixture;
  struct wb_run_folder again;
  struct wb_error err = {0};
  char number[32];
  open_fixture(&fixture, "held");
  CHECK_INT(wb_run_folder_open(&again, fixture.run.path, true, &err), WB_ERR_USAGE);
  snprintf(number, sizeof number, "number %ld", (long)getpid());
  CHECK(strstr(err.message, number) != NULL);
  wb_run_folder_close(&again);
  close_fixture(&fixture);
}

static void test_another_course_is_not_graded_in_it(void) {
  struct wb_run_about one = make_about(), other = make_about();
  struct wb_error err = {0};
  free(other.course_digest);
  other.course_digest = wb_strdup("d2");
  CHECK_INT(wb_run_about_compare(&one, &other, &err), WB_ERR_USAGE);
  CHECK(strstr(err.message, "state of the course's files") != NULL);
  wb_run_about_release(&one);
  wb_run_about_release(&other);
}

static void write_file(const char *path, const char *text) {
  CHECK_INT(wb_file_write_atomic(path, text, strlen(text), NULL), WB_OK);
}

static void test_a_newer_or_damaged_run_is_refused(void) {
  struct fixture fixture;
  struct wb_run_folder again;
  struct wb_error err = {0};
  open_fixture(&fixture, "newer");
  char *path = wb_path_join(fixture.run.path, "run.json");
  write_file(path, "{\"schema\": 99}");
  CHECK_INT(wb_run_folder_open(&again, fixture.run.path, false, &err), WB_ERR_USAGE);
  CHECK(strstr(err.message, "newer workbench") != NULL);
  wb_run_folder_close(&again);
  write_file(path, "{\"schema\": 1, \"tool\"");
  CHECK_INT(wb_run_folder_open(&again, fixture.run.path, false, &err), WB_ERR_IO);
  CHECK(strstr(err.message, "damaged") != NULL);
  wb_run_folder_close(&again);
  free(path);
  close_fixture(&fixture);
}

static void test_a_folder_with_other_things_is_left_alone(void) {
  struct wb_run_folder run;
  struct wb_run_about about = make_about();
  struct wb_error err = {0};
  char *path = wb_path_join(folder, "full"), *file = wb_path_join(folder, "full/notes.txt");
  CHECK(mkdir(path, 0700) == 0);
  write_file(file, "mine");
  CHECK_INT(wb_run_folder_make(&run, path, &about, &err), WB_ERR_USAGE);
  CHECK(strstr(err.message, "another --out") != NULL);
  wb_run_folder_close(&run);
  free(file);
  free(path);
}

static void test_a_run_that_was_stopped_before_it_began_is_begun(void) {
  struct fixture fixture;
  struct wb_run_folder run;
  struct wb_run_about about = make_about();
  struct wb_run_records *none = NULL;
  struct wb_error err = {0};
  open_fixture(&fixture, "stopped");
  char *path = wb_strdup(fixture.run.path), *json = wb_path_join(path, "run.json");
  char *records = wb_path_join(path, "run.db");
  close_fixture(&fixture);
  CHECK(unlink(records) == 0);
  CHECK_INT(wb_run_folder_open(&run, path, false, &err), WB_OK);
  CHECK_INT(wb_run_records_open(&none, &run, false, &err), WB_ERR_USAGE);
  CHECK(strstr(err.message, "no submissions yet") != NULL);
  err = (struct wb_error){0};
  wb_run_folder_close(&run);
  CHECK(unlink(json) == 0);
  CHECK_INT(wb_run_folder_make(&run, path, &about, &err), WB_OK);
  CHECK_STRING(err.message, "");
  CHECK(wb_run_folder_is(path));
  wb_run_folder_close(&run);
  free(records);
  free(json);
  free(path);
}

static void test_a_result_is_kept_without_times(void) {
  struct fixture fixture;
  struct wb_result result;
  struct wb_error err = {0};
  open_fixture(&fixture, "kept");
  CHECK_INT(wb_run_read_result(&fixture.run, "01-map", SHA, "", &result, &err), WB_ERR_NOT_FOUND);
  keep_result(&fixture, 'a', true);
  CHECK_INT(wb_run_read_result(&fixture.run, "01-map", SHA, "", &result, &err), WB_OK);
  CHECK_INT(result.verdict, WB_VERDICT_ACCEPTED);
  CHECK(result.elapsed_ms == 0 && result.cases[0].time_ns == 0);
  CHECK(!result.has_walls);
  wb_result_release(&result);
  close_fixture(&fixture);
}

static char *puzzle_digest(const char *course) {
  char *library = NULL, *digest = NULL;
  struct wb_error err = {0};
  CHECK_INT(wb_run_library_digest(course, &library, &err), WB_OK);
  CHECK_INT(wb_run_puzzle_digest(course, "01-map", library, &digest, &err), WB_OK);
  free(library);
  return digest;
}

static void test_the_digest_changes_with_the_course(void) {
  char *course = wb_path_join(folder, "course"), *spec = wb_path_join(course, "puzzles/01-map");
  char *file = wb_path_join(spec, "puzzle.lua"), *digests[3] = {NULL};
  struct wb_error err = {0};
  CHECK_INT(wb_make_directories(spec, &err), WB_OK);
  write_file(file, "return 1");
  CHECK_INT(wb_run_course_digest(course, &digests[0], &err), WB_OK);
  CHECK_INT(wb_run_course_digest(course, &digests[1], &err), WB_OK);
  write_file(file, "return 2");
  CHECK_INT(wb_run_course_digest(course, &digests[2], &err), WB_OK);
  CHECK_STRING(digests[0], digests[1]);
  CHECK(strcmp(digests[0], digests[2]) != 0);
  for (int i = 0; i < 3; i++) free(digests[i]);
  char *lesson = wb_path_join(spec, "lesson.md"), *other = wb_path_join(course, "lua");
  char *shared = wb_path_join(other, "ops.lua");
  digests[0] = puzzle_digest(course);
  write_file(lesson, "# Map");
  digests[1] = puzzle_digest(course);
  CHECK_INT(wb_make_directories(other, &err), WB_OK);
  write_file(shared, "return 3");
  digests[2] = puzzle_digest(course);
  CHECK_STRING(digests[0], digests[1]);
  CHECK(strcmp(digests[0], digests[2]) != 0);
  for (int i = 0; i < 3; i++) free(digests[i]);
  free(shared);
  free(other);
  free(lesson);
  free(file);
  free(spec);
  free(course);
}

/* ---- records ---- */

static enum wb_status count_one(const struct wb_run_submission *one, void *data,
                                struct wb_error *err) {
  struct wb_str *out = data;
  (void)err;
  wb_str_addf(out, "%s %u/%u %s %s; ", one->pseudonym, one->attempt, one->attempts,
              one->about.n_ids > 0 ? one->about.ids[0] : "-", one->about.files[0].name);
  return WB_OK;
}

static void test_submissions_come_back_in_order(void) {
  struct fixture fixture;
  struct wb_str out;
  struct wb_error err = {0};
  wb_str_init(&out);
  open_fixture(&fixture, "order");
  add_submission(&fixture, "s2", "0042", 1, 'a');
  add_submission(&fixture, "s1", "7", 1, 'a');
  add_submission(&fixture, "s2", "0042", 2, 'b');
  CHECK_INT(wb_run_records_each(fixture.records, NULL, true, count_one, &out, &err), WB_OK);
  CHECK_STRING(out.data, "s1 1/1 7 map.cl; s2 1/2 0042 map.cl; s2 2/2 0042 map.cl; ");
  wb_str_clear(&out);
  CHECK_INT(wb_run_records_each(fixture.records, "s1", false, count_one, &out, &err), WB_OK);
  CHECK_STRING(out.data, "s1 1/1 - map.cl; ");
  wb_str_release(&out);
  close_fixture(&fixture);
}

static void test_people_are_found_and_forgotten(void) {
  struct fixture fixture;
  char pseudonym[WB_PSEUDONYM_MAX];
  struct wb_error err = {0};
  open_fixture(&fixture, "people");
  add_submission(&fixture, "s1", "7", 1, 'a');
  add_submission(&fixture, "s2", "8", 1, 'a');
  CHECK_INT(wb_run_records_find(fixture.records, "7", pseudonym, &err), WB_OK);
  CHECK_STRING(pseudonym, "s1");
  CHECK_INT(wb_run_records_find(fixture.records, "folder of 8", pseudonym, &err), WB_OK);
  CHECK_STRING(pseudonym, "s2");
  CHECK_INT(wb_run_records_find(fixture.records, "Ada", pseudonym, &err), WB_ERR_USAGE);
  CHECK_INT(wb_run_records_find(fixture.records, "9", pseudonym, &err), WB_ERR_NOT_FOUND);
  CHECK_INT(wb_run_records_forget(fixture.records, "7", &err), WB_OK);
  CHECK_INT(wb_run_records_find(fixture.records, "7", pseudonym, &err), WB_ERR_NOT_FOUND);
  CHECK_INT(wb_run_records_find(fixture.records, "s1", pseudonym, &err), WB_OK);
  close_fixture(&fixture);
}

static void test_a_text_is_planned_once(void) {
  struct fixture fixture;
  struct wb_run_counts counts;
  struct wb_run_judgements planned = {0};
  struct wb_error err = {0};
  open_fixture(&fixture, "planned");
  add_submission(&fixture, "s1", "7", 1, 'a');
  add_submission(&fixture, "s2", "8", 1, 'a');
  add_submission(&fixture, "s3", "9", 1, 'b');
  CHECK_INT(wb_run_records_list(fixture.records, WB_JUDGEMENT_PLANNED, &planned, &err), WB_OK);
  CHECK_INT(planned.count, 2);
  planned.items[0].state = WB_JUDGEMENT_FAILED;
  planned.items[0].tries = 3;
  planned.items[0].cause = WB_ERR_CRASH;
  planned.items[0].trouble = wb_strdup("it fell");
  CHECK_INT(wb_run_records_note(fixture.records, &planned.items[0], &err), WB_OK);
  CHECK_INT(wb_run_records_count(fixture.records, &counts, &err), WB_OK);
  CHECK_INT(counts.submissions, 3);
  CHECK_INT(counts.planned, 2);
  CHECK_INT(counts.failed, 1);
  CHECK_INT(counts.done, 0);
  wb_run_judgements_release(&planned);
  close_fixture(&fixture);
}

/* ---- assessments ---- */

static enum wb_status take_staff(const struct wb_assessment *assessment, void *data,
                                 struct wb_error *err) {
  (void)err;
  wb_assessment_staff_json(assessment, data);
  return WB_OK;
}

static enum wb_status take_student(const struct wb_assessment *assessment, void *data,
                                   struct wb_error *err) {
  (void)err;
  wb_assessment_student_json(assessment, false, data);
  return WB_OK;
}

static json_t *assess(struct fixture *fixture, enum wb_hidden_feedback hidden, bool student) {
  struct wb_str out;
  struct wb_error err = {0};
  wb_str_init(&out);
  fixture->run.about.hidden = hidden;
  CHECK_INT(wb_run_assess_each(&fixture->run, fixture->records, "s1", false,
                               student ? take_student : take_staff, &out, &err),
            WB_OK);
  json_t *json = json_loads(out.data, 0, NULL);
  CHECK(json != NULL);
  wb_str_release(&out);
  return json;
}

static const json_t *puzzle_of(const json_t *json, size_t index) {
  return json_array_get(json_object_get(json, "puzzles"), index);
}

static const char *text_at(const json_t *object, const char *name) {
  return json_string_value(json_object_get(object, name));
}

static void test_staff_sees_all_of_it(void) {
  struct fixture fixture;
  open_fixture(&fixture, "staff");
  add_submission(&fixture, "s1", "7", 1, 'a');
  keep_result(&fixture, 'a', false);
  json_t *json = assess(&fixture, WB_HIDDEN_NEVER, false);
  const json_t *map = puzzle_of(json, 0), *zip = puzzle_of(json, 1);
  CHECK_STRING(text_at(map, "state"), "judged");
  CHECK_STRING(text_at(map, "verdict"), "wrong-answer");
  CHECK(json_real_value(json_object_get(map, "points")) == 5);
  CHECK_INT(json_array_size(json_object_get(json_object_get(map, "result"), "cases")), 2);
  CHECK_STRING(text_at(zip, "state"), "missing");
  CHECK(json_real_value(json_object_get(json, "points")) == 5);
  CHECK(json_real_value(json_object_get(json, "most")) == 30);
  json_decref(json);
  close_fixture(&fixture);
}

static void test_what_is_not_judged_has_no_points(void) {
  struct fixture fixture;
  open_fixture(&fixture, "unjudged");
  add_submission(&fixture, "s1", "7", 1, 'a');
  json_t *json = assess(&fixture, WB_HIDDEN_VERDICT, false);
  CHECK_STRING(text_at(puzzle_of(json, 0), "state"), "not-judged");
  CHECK(json_is_null(json_object_get(puzzle_of(json, 0), "points")));
  CHECK(json_is_false(json_object_get(json, "complete")));
  json_decref(json);
  json = assess(&fixture, WB_HIDDEN_VERDICT, true);
  CHECK(json_is_null(json_object_get(puzzle_of(json, 0), "points")));
  CHECK(strstr(text_at(puzzle_of(json, 0), "note"), "not your fault") != NULL);
  json_decref(json);
  close_fixture(&fixture);
}

/* Whether a student can learn that the hidden case is wrong, and by what. */
static void check_student(struct fixture *fixture, enum wb_hidden_feedback hidden, size_t cases,
                          const char *verdict, bool has_points, const char *right) {
  json_t *json = assess(fixture, hidden, true);
  const json_t *map = puzzle_of(json, 0), *told = json_object_get(map, "hidden");
  char *text = json_dumps(json, 0);
  CHECK_INT(json_array_size(json_object_get(json_object_get(map, "result"), "cases")), cases);
  CHECK_STRING(text_at(map, "verdict"), verdict);
  CHECK(json_is_real(json_object_get(map, "points")) == has_points);
  CHECK_INT(json_integer_value(json_object_get(told, "cases")), 1);
  CHECK((json_object_get(told, "right") != NULL) == (right != NULL));
  CHECK((strstr(text, "the outputs differ") != NULL) == (cases == 2));
  CHECK((strstr(text, "a detail") != NULL) == has_points);
  CHECK(strstr(text, "s1") == NULL);
  free(text);
  json_decref(json);
}

static void test_students_see_what_the_assignment_says(void) {
  struct fixture fixture;
  open_fixture(&fixture, "student");
  add_submission(&fixture, "s1", "7", 1, 'a');
  keep_result(&fixture, 'a', false);
  check_student(&fixture, WB_HIDDEN_VERDICT, 2, "wrong-answer", true, "0");
  check_student(&fixture, WB_HIDDEN_COUNT, 1, "wrong-answer", true, "0");
  check_student(&fixture, WB_HIDDEN_NEVER, 1, "accepted", false, NULL);
  fixture.run.about.due = wb_strdup("2026-12-01T00:00:00Z");
  check_student(&fixture, WB_HIDDEN_AFTER_DUE, 1, "accepted", false, NULL);
  json_t *json = assess(&fixture, WB_HIDDEN_AFTER_DUE, true);
  CHECK_STRING(text_at(json_object_get(puzzle_of(json, 0), "hidden"), "shown_after"),
               "2026-12-01T00:00:00Z");
  json_decref(json);
  close_fixture(&fixture);
}

static void test_late_attempts_are_told_nothing_of_hidden_cases(void) {
  struct fixture fixture;
  open_fixture(&fixture, "attempts");
  add_submission(&fixture, "s1", "7", 1, 'a');
  keep_result(&fixture, 'a', false);
  fixture.run.about.feedback_attempts = 1;
  check_student(&fixture, WB_HIDDEN_VERDICT, 2, "wrong-answer", true, "0");
  close_fixture(&fixture);
  open_fixture(&fixture, "attempts2");
  add_submission(&fixture, "s1", "7", 2, 'a');
  keep_result(&fixture, 'a', false);
  fixture.run.about.feedback_attempts = 1;
  check_student(&fixture, WB_HIDDEN_VERDICT, 1, "accepted", false, NULL);
  close_fixture(&fixture);
}

static void test_an_override_stands_beside_the_judge(void) {
  struct fixture fixture;
  struct wb_error err = {0};
  struct wb_run_override first = {.puzzle = (char *)"01-map",
                                  .points = 3,
                                  .by = (char *)"Eve",
                                  .reason = (char *)"typo",
                                  .at = 1};
  open_fixture(&fixture, "override");
  add_submission(&fixture, "s1", "7", 1, 'a');
  keep_result(&fixture, 'a', false);
  CHECK_INT(wb_run_records_override(fixture.records, "s1", 1, &first, &err), WB_OK);
  first.points = 9;
  CHECK_INT(wb_run_records_override(fixture.records, "s1", 1, &first, &err), WB_OK);
  json_t *json = assess(&fixture, WB_HIDDEN_VERDICT, false);
  const json_t *map = puzzle_of(json, 0);
  CHECK(json_real_value(json_object_get(map, "points")) == 5);
  CHECK(json_real_value(json_object_get(json_object_get(map, "override"), "points")) == 9);
  CHECK(json_real_value(json_object_get(json, "points")) == 9);
  json_decref(json);
  close_fixture(&fixture);
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  tap_run("a run is opened as it was made, and is its owner's",
          test_a_folder_is_opened_as_it_was_made);
  tap_run("the second who would write in a run is told who does",
          test_the_second_writer_is_told_who_holds_it);
  tap_run("a course that has changed is not graded in the same run",
          test_another_course_is_not_graded_in_it);
  tap_run("a run that is newer or damaged is refused", test_a_newer_or_damaged_run_is_refused);
  tap_run("a folder with other things in it is left alone",
          test_a_folder_with_other_things_is_left_alone);
  tap_run("a run that was stopped before it began is begun",
          test_a_run_that_was_stopped_before_it_began_is_begun);
  tap_run("a result is kept without times", test_a_result_is_kept_without_times);
  tap_run("digests change with the files that verdicts follow from",
          test_the_digest_changes_with_the_course);
  tap_run("submissions come back in the order of pseudonyms and attempts",
          test_submissions_come_back_in_order);
  tap_run("people are found by id and folder, and forgotten", test_people_are_found_and_forgotten);
  tap_run("a text that several handed in is planned once", test_a_text_is_planned_once);
  tap_run("staff sees all of a submission", test_staff_sees_all_of_it);
  tap_run("what is not judged has no points rather than none",
          test_what_is_not_judged_has_no_points);
  tap_run("students see of hidden cases what the assignment says",
          test_students_see_what_the_assignment_says);
  tap_run("attempts beyond the limit are told nothing of hidden cases",
          test_late_attempts_are_told_nothing_of_hidden_cases);
  tap_run("an override stands beside the judge's points, the last one holds",
          test_an_override_stands_beside_the_judge);
  tap_run("equal texts of two people are judged apart where their hidden inputs differ",
          test_equal_texts_of_two_people_are_judged_apart_where_their_inputs_differ);
  tap_run("equal texts are judged once where all have the same inputs",
          test_equal_texts_are_judged_once_where_all_have_the_same_inputs);
  tap_run("run.json says which seeds hidden inputs have", test_run_json_says_which_seeds_there_are);
  char *command = wb_format("rm -rf %s", folder);
  if (system(command) != 0) return 1;
  free(command);
  return tap_finish();
}

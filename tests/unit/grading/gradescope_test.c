/* What Gradescope says of a submission, and the results of one that was not graded. */
#include "grading/gradescope.h"

#include <jansson.h>
#include <unistd.h>

#include "base/file.h"
#include "base/str.h"
#include "tap.h"

static char folder[] = "/tmp/wb-gradescope-XXXXXX";

static enum wb_status read_text(const char *text, struct wb_gradescope_about *about) {
  struct wb_error err = {0};
  char *path = wb_path_join(folder, "submission_metadata.json");
  unlink(path);
  if (text != NULL) CHECK_INT(wb_file_write_atomic(path, text, strlen(text), NULL), WB_OK);
  const enum wb_status status = wb_gradescope_read(folder, about, &err);
  CHECK((status == WB_OK) == (err.message[0] == '\0'));
  free(path);
  return status;
}

static void people_times_and_dates_are_read(void) {
  struct wb_gradescope_about about;
  CHECK_INT(
      read_text("{\"created_at\": \"2018-07-01T14:22:32.365935-07:00\", \"assignment\":"
                " {\"due_date\": \"2018-07-01T23:00:00.000000-07:00\", \"late_due_date\": null},"
                " \"users\": [{\"id\": 1234, \"email\": \"a@b\"}, {\"email\": \"c@d\"}, {}, 7]}",
                &about),
      WB_OK);
  CHECK_INT(about.n_ids, 2);
  CHECK_STRING(about.ids[0], "1234");
  CHECK_STRING(about.ids[1], "c@d");
  CHECK_INT(about.received, 1530480152);
  CHECK_INT(about.due, 1530511200);
  CHECK(about.due_text != NULL);
  CHECK_INT(about.attempt, 1);
  CHECK(!about.has_score);
  wb_gradescope_release(&about);
}

static void attempts_that_a_grader_failed_at_are_not_counted(void) {
  struct wb_gradescope_about about;
  CHECK_INT(read_text("{\"previous_submissions\": ["
                      "{\"submission_time\": \"2026-01-03T00:00:00Z\", \"score\": \"7.5\","
                      " \"autograder_error\": false, \"results\": {\"tests\": [{\"score\": 7.5}]}},"
                      "{\"submission_time\": \"2026-01-01T00:00:00Z\", \"score\": 2},"
                      "{\"submission_time\": \"2026-01-02T00:00:00Z\", \"score\": 0,"
                      " \"autograder_error\": true}]}",
                      &about),
            WB_OK);
  CHECK_INT(about.attempt, 3);
  CHECK(about.has_score && about.score == 7.5);
  CHECK_STRING(about.tests, "[{\"score\":7.5}]");
  wb_gradescope_release(&about);
}

static void an_attempt_says_itself_how_many_were_counted(void) {
  struct wb_gradescope_about about;
  CHECK_INT(read_text("{\"previous_submissions\": ["
                      "{\"submission_time\": \"2026-01-01T00:00:00Z\", \"score\": 2},"
                      "{\"submission_time\": \"2026-01-02T00:00:00Z\", \"score\": 3},"
                      "{\"submission_time\": \"2026-01-03T00:00:00Z\", \"score\": 2, \"results\": "
                      "{\"extra_data\": {\"workbench\": {\"attempt\": 1, \"counted\": false}}}}]}",
                      &about),
            WB_OK);
  CHECK_INT(about.attempt, 2);
  wb_gradescope_release(&about);
  CHECK_INT(read_text("{\"previous_submissions\": [{\"results\": "
                      "{\"extra_data\": {\"workbench\": {\"counted\": false}}}}]}",
                      &about),
            WB_OK);
  CHECK_INT(about.attempt, 1);
  wb_gradescope_release(&about);
}

static void what_cannot_be_read_is_as_if_nothing_were_said(void) {
  static const char *const texts[] = {
      NULL,
      "",
      "{\"users\": [",
      "[]",
      "\"x\"",
      "{\"users\": 5, \"created_at\": \"yesterday\"}",
      "{\"previous_submissions\": {\"a\": 1}, \"assignment\": 3}",
      "{\"previous_submissions\": [null, 5, {\"score\": \"NaN?\", \"results\": []}]}"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    struct wb_gradescope_about about;
    const enum wb_status status = read_text(texts[i], &about);
    CHECK((status == WB_OK) == (i >= 5));
    CHECK(about.n_ids == 0 && about.received == 0 && about.due_text == NULL && !about.has_score);
    CHECK(about.attempt >= 1);
    wb_gradescope_release(&about);
  }
}

static json_t *ungraded(const struct wb_gradescope_about *about) {
  struct wb_str out;
  wb_str_init(&out);
  wb_gradescope_ungraded(about, wb_gradescope_failure, &out);
  json_t *json = json_loads(out.data, 0, NULL);
  CHECK(json != NULL);
  wb_str_release(&out);
  return json;
}

static void a_failure_has_the_score_before_or_none(void) {
  struct wb_gradescope_about about = {.attempt = 1};
  json_t *json = ungraded(&about);
  CHECK(json_object_get(json, "score") == NULL);
  CHECK_INT(json_array_size(json_object_get(json, "tests")), 0);
  CHECK(json_is_array(json_object_get(json, "tests")));
  CHECK(strstr(json_string_value(json_object_get(json, "output")), "not your fault") != NULL);
  json_decref(json);
  about = (struct wb_gradescope_about){
      .attempt = 4, .has_score = true, .score = 7.5, .tests = (char *)"[{\"score\": 7.5}]"};
  json = ungraded(&about);
  const json_t *own = json_object_get(json_object_get(json, "extra_data"), "workbench");
  CHECK(json_real_value(json_object_get(json, "score")) == 7.5);
  CHECK_INT(json_array_size(json_object_get(json, "tests")), 1);
  CHECK_INT(json_integer_value(json_object_get(own, "attempt")), 3);
  CHECK(json_is_false(json_object_get(own, "counted")));
  json_decref(json);
}

int main(void) {
  if (mkdtemp(folder) == NULL) return 1;
  tap_run("people, times and dates are read from the metadata", people_times_and_dates_are_read);
  tap_run("attempts that a grader failed at are not counted",
          attempts_that_a_grader_failed_at_are_not_counted);
  tap_run("an attempt says itself how many were counted",
          an_attempt_says_itself_how_many_were_counted);
  tap_run("what cannot be read is as if nothing were said",
          what_cannot_be_read_is_as_if_nothing_were_said);
  tap_run("a failure has the score of the attempt before, or none",
          a_failure_has_the_score_before_or_none);
  char *command = wb_format("rm -rf %s", folder);
  if (system(command) != 0) return 1;
  free(command);
  return tap_finish();
}

#include "grading/gradescope.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/timestamp.h"
#include "fields/json_tools.h"
#include "grading/leaderboard.h"
#include "grading/told.h"

enum { METADATA_BYTES_MAX = 64 << 20 };

const char wb_gradescope_failure[] =
    "The grader failed. This is not your fault, and this attempt is not counted. Submit again "
    "later; if it fails again, tell your teacher.";

/* What is to be said of it to whoever handed it in; NULL: nothing. */
static const char *remark_of(const struct wb_gradescope_about *about) {
  if (about->received != 0) return NULL;
  return about->unread ? "What Gradescope says of this submission could not be read: whether it is "
                         "late, and how many attempts there were before, is not known here."
                       : "Gradescope does not say when this was submitted: whether it is late is "
                         "not known here.";
}

/* ---- metadata -------------------------------------------------------------------------------- */

/* Gradescope writes fractions of seconds, which nothing here needs. */
static bool read_time(const json_t *from, const char *name, int64_t *seconds) {
  const char *text = json_string_value(json_object_get(from, name)), *fault = NULL;
  if (text == NULL) return false;
  char *whole = wb_strdup(text), *dot = strchr(whole, '.');
  if (dot != NULL) {
    const size_t digits = strspn(dot + 1, "0123456789");
    memmove(dot, dot + 1 + digits, strlen(dot + 1 + digits) + 1);
  }
  const bool read = wb_timestamp_parse(whole, seconds, &fault);
  free(whole);
  return read;
}

/* A number, or a text of one: Gradescope has both. */
static bool read_number(const json_t *value, double *number) {
  const char *text = json_string_value(value);
  char *end = NULL;
  if (json_is_number(value)) *number = json_number_value(value);
  if (text != NULL) *number = strtod(text, &end);
  return json_is_number(value) || (text != NULL && end != text && *end == '\0');
}

/* The number that Gradescope has given a user, which is nobody's name; else the address. */
static char *id_of(const json_t *user) {
  const json_t *id = json_object_get(user, "id");
  if (json_is_integer(id)) return wb_format("%lld", (long long)json_integer_value(id));
  if (!json_is_string(id)) id = json_object_get(user, "email");
  return json_is_string(id) && json_string_value(id)[0] != '\0' ? wb_strdup(json_string_value(id))
                                                                : NULL;
}

static void read_users(const json_t *users, struct wb_gradescope_about *about) {
  about->ids = wb_alloc((json_array_size(users) + 1) * sizeof *about->ids);
  for (size_t i = 0; i < json_array_size(users) && i < WB_SUBMITTED_FILES_MAX; i++) {
    char *id = id_of(json_array_get(users, i));
    if (id != NULL) about->ids[about->n_ids++] = id;
  }
}

/* An attempt says itself which one it was; one whose results Gradescope has not kept here is one
 * more. One that a grader failed at is none. */
static void count_attempt(const json_t *attempt, struct wb_gradescope_about *about) {
  const json_t *results = json_object_get(attempt, "results");
  const json_t *own = json_object_get(json_object_get(results, "extra_data"), "workbench");
  const json_t *number = json_object_get(own, "attempt");
  const json_t *tests = json_object_get(results, "tests");
  if (json_is_true(json_object_get(attempt, "autograder_error"))) return;
  if (json_is_integer(number) && json_integer_value(number) >= 0 &&
      json_integer_value(number) < UINT32_MAX)
    about->attempt = (uint32_t)json_integer_value(number);
  else if (!json_is_false(json_object_get(own, "counted")))
    about->attempt++;
  if (!read_number(json_object_get(attempt, "score"), &about->score)) return;
  about->has_score = true;
  free(about->tests);
  about->tests = json_is_array(tests) ? json_dumps(tests, JSON_COMPACT) : NULL;
}

struct before {
  const json_t *attempt;
  int64_t at;
};

static int by_time(const void *a, const void *b) {
  const struct before *one = a, *other = b;
  return one->at < other->at ? -1 : one->at > other->at;
}

/* The oldest first, whatever order they come in. */
static void read_attempts(const json_t *list, struct wb_gradescope_about *about) {
  const size_t count = json_array_size(list);
  struct before *before = wb_alloc((count + 1) * sizeof *before);
  for (size_t i = 0; i < count; i++) {
    before[i].attempt = json_array_get(list, i);
    if (!read_time(before[i].attempt, "submission_time", &before[i].at)) before[i].at = 0;
  }
  qsort(before, count, sizeof *before, by_time);
  for (size_t i = 0; i < count; i++) count_attempt(before[i].attempt, about);
  free(before);
}

static void read_about(const json_t *json, struct wb_gradescope_about *about) {
  const json_t *assignment = json_object_get(json, "assignment");
  read_users(json_object_get(json, "users"), about);
  if (!read_time(json, "created_at", &about->received)) about->received = 0;
  if (read_time(assignment, "due_date", &about->due))
    about->due_text = wb_strdup(json_string_value(json_object_get(assignment, "due_date")));
  read_attempts(json_object_get(json, "previous_submissions"), about);
  about->attempt++;
}

enum wb_status wb_gradescope_read(const char *root, struct wb_gradescope_about *about,
                                  struct wb_error *err) {
  struct wb_str text;
  json_error_t why;
  json_t *json = NULL;
  char *path = wb_path_join(root, "submission_metadata.json");
  wb_str_init(&text);
  *about = (struct wb_gradescope_about){.attempt = 0};
  enum wb_status status = wb_file_read(path, METADATA_BYTES_MAX, &text, err);
  if (status == WB_OK) json = json_loadb(text.data, text.length, 0, &why);
  if (status == WB_OK && json == NULL)
    status = wb_fail(err, WB_ERR_SPEC, "%s:%d: %s", path, why.line, why.text);
  else if (status == WB_OK && !json_is_object(json))
    status = wb_fail(err, WB_ERR_SPEC, "%s is no object", path);
  read_about(json, about);
  about->unread = !json_is_array(json_object_get(json, "previous_submissions"));
  json_decref(json);
  wb_str_release(&text);
  free(path);
  return status;
}

void wb_gradescope_release(struct wb_gradescope_about *about) {
  for (size_t i = 0; i < about->n_ids; i++) free(about->ids[i]);
  free(about->ids);
  free(about->due_text);
  free(about->tests);
  *about = (struct wb_gradescope_about){.attempt = 0};
}

/* ---- results.json ---------------------------------------------------------------------------- */

/* Gradescope's rule: a score, or tests that have one. With neither of them before, there are no
 * tests at all, so that nothing can be added up. */
void wb_gradescope_ungraded(const struct wb_gradescope_about *about, const char *words,
                            struct wb_str *out) {
  json_t *object = json_object(), *extra = json_object(), *own = json_object();
  json_t *tests = about->tests != NULL ? json_loads(about->tests, 0, NULL) : NULL;
  char *output = wb_format(
      "%s\n%s", words,
      about->has_score ? "The score here is that of your attempt before this one.\n" : "");
  if (about->has_score) json_object_set_new(object, "score", json_real(about->score));
  json_object_set_new(object, "output", wb_json_text(output));
  json_object_set_new(object, "output_format", json_string("text"));
  json_object_set_new(object, "test_output_format", json_string("text"));
  json_object_set_new(object, "visibility", json_string("visible"));
  json_object_set_new(object, "stdout_visibility", json_string("hidden"));
  json_object_set_new(object, "tests", tests != NULL ? tests : json_array());
  json_object_set_new(own, "tool", json_string(WB_VERSION));
  json_object_set_new(own, "attempt", json_integer(about->attempt > 0 ? about->attempt - 1 : 0));
  json_object_set_new(own, "counted", json_false());
  json_object_set_new(extra, "workbench", own);
  json_object_set_new(object, "extra_data", extra);
  wb_json_print(object, out);
  free(output);
}

enum wb_status wb_gradescope_publish(const char *root, const struct wb_str *text,
                                     struct wb_error *err) {
  char *folder = wb_path_join(root, "results"), *path = wb_path_join(folder, "results.json");
  enum wb_status status = wb_make_directories(folder, err);
  if (status == WB_OK) status = wb_file_write_atomic(path, text->data, text->length, err);
  if (status == WB_OK && chmod(path, 0644) != 0)
    status = wb_fail_errno(err, "others cannot read %s", path);
  free(path);
  free(folder);
  return status;
}

/* ---- grading --------------------------------------------------------------------------------- */

/* Of the course's assignment, due when Gradescope says so. */
static const struct wb_assignment *find_assignment(const struct wb_grade_order *order,
                                                   const struct wb_gradescope_about *about,
                                                   struct wb_assignment *room) {
  const struct wb_course_summary *course = &order->catalog->course;
  const struct wb_assignment *found =
      order->assignment == NULL
          ? NULL
          : wb_assignment_named(course->assignments, course->n_assignments, order->assignment);
  if (found == NULL) return NULL;
  *room = *found;
  if (about->due_text != NULL) {
    room->due_text = about->due_text;
    room->due = about->due;
  }
  return room;
}

struct reporting {
  const struct wb_run_folder *run;
  const struct wb_gradebook *book;
  const char *ranked_by; /* NULL: by nothing */
  const char *remark;    /* as in struct wb_told */
  struct wb_str *out;
};

static enum wb_status report_one(const struct wb_assessment *assessment, void *data,
                                 struct wb_error *err) {
  const struct reporting *reporting = data;
  const struct wb_gradebook_row *row = wb_gradebook_row_of(reporting->book, assessment->submission);
  struct wb_told told;
  for (size_t i = 0; i < assessment->n_puzzles && !assessment->complete; i++)
    if (assessment->puzzles[i].state == WB_ASSESSED_NOT_JUDGED)
      return wb_fail(err, WB_ERR_CRASH, "%s could not be judged: %s",
                     assessment->puzzles[i].puzzle->slug,
                     assessment->puzzles[i].trouble != NULL ? assessment->puzzles[i].trouble
                                                            : "nobody knows why");
  wb_told_make(&told, assessment, row, false);
  told.ranked_by = reporting->ranked_by;
  told.remark = reporting->remark;
  wb_told_gradescope(&told, row, reporting->run, reporting->out);
  wb_told_release(&told);
  return WB_OK;
}

static enum wb_status report_submission(struct wb_grade *grade,
                                        const struct wb_assignment *assignment, const char *remark,
                                        struct wb_str *out, struct wb_error *err) {
  struct wb_gradebook book = {0};
  const struct wb_gradebook_rules rules = {.assignment = assignment};
  enum wb_status status = wb_gradebook_make(&book, &grade->run, grade->records, &rules, err);
  struct reporting reporting = {&grade->run, &book, grade->order->rank, remark, out};
  if (status == WB_OK)
    status =
        wb_run_assess_each(&grade->run, grade->records, NULL, true, report_one, &reporting, err);
  wb_gradebook_release(&book);
  return status;
}

static enum wb_status judge_submission(struct wb_grade *grade, size_t parallel,
                                       struct wb_error *err) {
  static const struct wb_pool_watch nobody = {.stop_fd = -1};
  struct wb_judging judging = {.run = &grade->run,
                               .records = grade->records,
                               .course = grade->order->course,
                               .secret = &grade->secret,
                               .parallel = parallel};
  return wb_judging_run(&judging, &nobody, err);
}

/* Students are told of Gradescope's date, which opens what is withheld until then. */
static void take_due(struct wb_run_about *run, const struct wb_gradescope_about *about) {
  if (about->due_text == NULL) return;
  free(run->due);
  run->due = wb_strdup(about->due_text);
}

/* One of this attempt's own would give each of them other hidden inputs. */
static enum wb_status choose_secret(const struct wb_assignment *assignment,
                                    struct wb_grade_order *order, char **own,
                                    struct wb_error *err) {
  if (order->secret != NULL) return WB_OK;
  if (assignment != NULL && assignment->seed != WB_SEEDS_OF_SPEC)
    return wb_fail(err, WB_ERR_USAGE,
                   "hidden inputs of %s follow from a secret, the same for each attempt: name it "
                   "with --secret; `workbench pack --gradescope` packs one",
                   assignment->name);
  *own = wb_format("%s.secret", order->out);
  order->secret = *own;
  return WB_OK;
}

/* None where the assignment has no bound. */
static char *attempts_words(const struct wb_assignment *assignment,
                            const struct wb_gradescope_about *about) {
  if (assignment == NULL || assignment->attempts_most == 0 ||
      about->attempt <= assignment->attempts_most)
    return NULL;
  return wb_format(
      "You have used %s of this assignment; what you have submitted now is not graded.",
      assignment->attempts_most == 1 ? "the one attempt" : "all attempts");
}

enum wb_status wb_gradescope_grade(const char *root, const struct wb_gradescope_about *about,
                                   const struct wb_grade_order *order, size_t parallel,
                                   struct wb_str *out, struct wb_error *err) {
  static const struct wb_grade_watch nobody = {.stop_fd = -1};
  char *submission = wb_path_join(root, "submission");
  struct wb_assignment room;
  const struct wb_assignment *assignment = find_assignment(order, about, &room);
  char *refused = attempts_words(assignment, about);
  struct wb_grade_order own = *order;
  struct wb_grade grade = {.run = {.lock = -1}};
  char *secret = NULL;
  unsigned counter = 0;
  enum wb_status status = WB_OK;
  own.paths = (const char *const[]){submission};
  own.n_paths = 1;
  own.form = WB_INTAKE_ONE;
  own.known = &(struct wb_grade_known){.ids = (const char *const *)about->ids,
                                       .n_ids = about->n_ids,
                                       .received = about->received,
                                       .attempt = about->attempt};
  if (refused != NULL) {
    wb_gradescope_ungraded(about, refused, out);
    goto out;
  }
  status = choose_secret(assignment, &own, &secret, err);
  if (status == WB_OK) status = wb_grade_open(&grade, &own, err);
  if (status == WB_OK && order->rank != NULL)
    status = wb_rank_counter(&grade.run.about, order->rank, &counter, err);
  if (status == WB_OK) status = wb_grade_take(&grade, &nobody, err);
  if (status == WB_OK) take_due(&grade.run.about, about);
  if (status == WB_OK) status = judge_submission(&grade, parallel, err);
  if (status == WB_OK) status = report_submission(&grade, assignment, remark_of(about), out, err);
out:
  wb_grade_close(&grade);
  free(secret);
  free(refused);
  free(submission);
  return status;
}

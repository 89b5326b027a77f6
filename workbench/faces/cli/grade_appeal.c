/* Modes of `grade` for an appeal: why a submission has its points. */
#include <stdlib.h>
#include <string.h>

#include "cli/grade_modes.h"
#include "cli/grade_print.h"
#include "cli/print.h"
#include "cli/run_one.h"
#include "finding/trace.h"
#include "grading/gradebook.h"
#include "grading/regrade.h"
#include "grading/told.h"
#include "report/report.h"
#include "text/columns.h"

enum { STEPS_SHOWN = 40 };

/* ---- what the run has ---- */

struct showing {
  struct wb_cli_grading *grading;
  const char *slug;  /* NULL: all */
  uint32_t attempt;  /* 0: all */
  uint32_t counting; /* the attempt that counts; 0: not known */
  bool student, found;
};

static uint32_t wanted_attempt(const struct wb_invocation *invocation) {
  return (uint32_t)wb_cli_number(invocation, "attempt", 0);
}

static enum wb_status fail_attempt(const char *id, uint32_t attempt, struct wb_error *err) {
  return wb_fail(err, WB_ERR_NOT_FOUND, "'%.80s' has no attempt %u", id, attempt);
}

/* A result as `run` shows it, without advice for a learner. `source` may be NULL. */
static void put_result(struct wb_cli_grading *grading, const struct wb_result *result,
                       const char *source) {
  struct wb_str out;
  struct wb_report_style style = wb_cli_style(grading->invocation);
  wb_cli_print(grading->invocation, &grading->text);
  wb_str_init(&out);
  style.no_advice = true;
  if (wb_cli_wants_json(grading->invocation))
    wb_report_json(result, &out);
  else
    wb_report_text(result, source, NULL, &style, &out);
  wb_cli_print_text(&out);
}

static void put_verdict(const struct showing *showing, const struct wb_assessed_puzzle *one) {
  struct wb_result result = one->result;
  struct wb_str source;
  char *path = wb_run_file_path(&showing->grading->grade.run, one->file->sha256);
  wb_str_init(&source);
  const bool has_source = wb_file_read(path, WB_SUBMITTED_BYTES_MAX, &source, NULL) == WB_OK;
  result.file = wb_text_shorten(one->file->name, WB_SUBMITTED_NAME_COLUMNS);
  put_result(showing->grading, &result, has_source ? source.data : NULL);
  free(result.file);
  wb_str_release(&source);
  free(path);
}

/* As feedback for the student has it, of one puzzle or of all. */
static void put_told(const struct showing *showing, const struct wb_assessment *assessment) {
  const struct wb_run_folder *run = &showing->grading->grade.run;
  struct wb_told told;
  struct wb_str out;
  wb_str_init(&out);
  wb_told_make(&told, assessment, NULL, wb_cli_flag(showing->grading->invocation, "released"));
  if (showing->slug == NULL) wb_told_text(&told, NULL, run, &out);
  for (size_t i = 0; showing->slug != NULL && i < told.n_puzzles; i++)
    if (strcmp(told.puzzles[i].assessed->puzzle->slug, showing->slug) == 0)
      wb_told_puzzle_text(&told, &told.puzzles[i], run, &out);
  wb_told_release(&told);
  wb_cli_print_text(&out);
}

static enum wb_status show_one(const struct wb_assessment *assessment, void *data,
                               struct wb_error *err) {
  struct showing *showing = data;
  struct wb_str out;
  (void)err;
  if (showing->attempt > 0 && showing->attempt != assessment->submission->attempt) return WB_OK;
  showing->found = true;
  if (showing->student && !wb_cli_wants_json(showing->grading->invocation)) {
    put_told(showing, assessment);
    return WB_OK;
  }
  if (wb_cli_wants_json(showing->grading->invocation)) {
    wb_str_init(&out);
    if (showing->student)
      wb_assessment_student_json(assessment, wb_cli_flag(showing->grading->invocation, "released"),
                                 &out);
    else
      wb_assessment_staff_json(assessment, &out);
    wb_cli_print_text(&out);
    return WB_OK;
  }
  wb_cli_put_assessment(&showing->grading->text, assessment,
                        showing->counting == assessment->submission->attempt);
  for (size_t i = 0; i < assessment->n_puzzles; i++) {
    const struct wb_assessed_puzzle *one = &assessment->puzzles[i];
    if (showing->slug != NULL && strcmp(one->puzzle->slug, showing->slug) == 0 &&
        one->state == WB_ASSESSED_JUDGED)
      put_verdict(showing, one);
  }
  return WB_OK;
}

/* ---- what the judge says now ---- */

/* What is judged once more, and what the run says of it. */
struct replay {
  const struct wb_run_puzzle *puzzle;
  uint32_t attempt;  /* that is wanted, and then was found; 0: the only one */
  uint32_t attempts; /* that there are; 0: none was found */
  enum wb_assessed_state state;
  enum wb_verdict verdict;
  double score;
  char sha256[WB_SHA256_HEX];
  char pseudonym[WB_PSEUDONYM_MAX];
  bool unasked; /* by --show alone: it says itself what it is, with the steps of a trace */
  bool has_key; /* hidden inputs follow from it */
  struct wb_seed_key key;
};

static enum wb_status find_replay(const struct wb_assessment *assessment, void *data,
                                  struct wb_error *err) {
  struct replay *replay = data;
  const struct wb_run_submission *one = assessment->submission;
  if (replay->attempt == 0 && one->attempts > 1)
    return wb_fail(err, WB_ERR_USAGE, "there are %u attempts; --attempt N says which",
                   one->attempts);
  if (replay->attempt != 0 && replay->attempt != one->attempt) return WB_OK;
  for (size_t i = 0; i < assessment->n_puzzles; i++) {
    const struct wb_assessed_puzzle *puzzle = &assessment->puzzles[i];
    if (puzzle->puzzle != replay->puzzle) continue;
    if (puzzle->file == NULL || puzzle->file->sha256[0] == '\0')
      return wb_fail(err, WB_ERR_NOT_FOUND, "there is nothing to judge: %s is %s",
                     puzzle->puzzle->slug, wb_word_name(&wb_assessed_states, puzzle->state));
    replay->state = puzzle->state;
    replay->verdict = puzzle->result.verdict;
    replay->score = puzzle->result.score;
    memcpy(replay->sha256, puzzle->file->sha256, sizeof replay->sha256);
  }
  replay->attempt = one->attempt;
  replay->attempts = one->attempts;
  return WB_OK;
}

static enum wb_status choose_replay(struct wb_cli_grading *grading, struct replay *replay,
                                    struct wb_error *err) {
  const struct wb_invocation *invocation = grading->invocation;
  struct wb_grade *grade = &grading->grade;
  enum wb_status status = wb_cli_grade_open_run(grading, false, err);
  if (status == WB_OK)
    status = wb_run_records_find(grade->records, invocation->operands[1], replay->pseudonym, err);
  if (status == WB_OK)
    status = wb_run_about_find(&grade->run.about, invocation->operands[2], &replay->puzzle, err);
  if (status == WB_OK)
    status = wb_run_assess_each(&grade->run, grade->records, replay->pseudonym, false, find_replay,
                                replay, err);
  if (status == WB_OK && replay->attempts == 0)
    status = fail_attempt(invocation->operands[1], replay->attempt, err);
  return status;
}

/* Whether the course that was opened, as it is now, is the run's; walls stand as for grading. */
static enum wb_status check_course(struct wb_cli_grading *grading, struct wb_error *err) {
  const struct wb_secret none = {{0}};
  const struct wb_run_about *run = &grading->grade.run.about;
  grading->order.assignment = run->assignment;
  enum wb_status status = wb_regrade_check_course(run, &grading->order, err);
  return status == WB_OK ? wb_grade_about(&grading->order, &none, &grading->about, err) : status;
}

/* The inputs are those that were judged, which takes the secret. */
static enum wb_status find_key(const struct wb_cli_grading *grading, struct replay *replay,
                               struct wb_error *err) {
  const struct wb_run_about *run = &grading->grade.run.about;
  struct wb_secret secret;
  if (run->seed == WB_SEEDS_OF_SPEC) return WB_OK;
  enum wb_status status = wb_run_secret(&grading->grade.run, grading->order.secret, &secret, err);
  if (status == WB_OK)
    replay->has_key = wb_run_seed_key(run, &secret, replay->puzzle->slug,
                                      wb_run_variant(run, replay->pseudonym), &replay->key);
  return status;
}

static int only_case(const struct wb_invocation *invocation) {
  return (int)wb_cli_number(invocation, "case", 0);
}

/* A report that a person reads tells as much of hidden cases as of others then. */
static void show_hidden(struct wb_result *result) {
  for (size_t i = 0; i < result->n_cases; i++) result->cases[i].visible = true;
}

/* What is found of hidden cases is told, which `judged` does not have. */
static enum wb_status judge_replay(struct wb_cli_grading *grading, const struct replay *replay,
                                   struct wb_judgement *job, struct wb_error *err) {
  struct wb_str text;
  const char *slug = replay->puzzle->slug, *course = grading->course.root;
  char *path = wb_run_file_path(&grading->grade.run, replay->sha256);
  char *file = wb_format("%s%s", slug, wb_course_ending(&grading->course, slug));
  wb_str_init(&text);
  enum wb_status status = wb_file_read(path, WB_SUBMITTED_BYTES_MAX, &text, err);
  job->label = slug;
  job->options = (struct wb_run_options){
      .course = course,
      .puzzle = slug,
      .file = file,
      .source = text.data,
      .source_length = text.length,
      .seed_key = replay->has_key ? &replay->key : NULL,
      .only_case = only_case(grading->invocation),
      .trace = replay->unasked || wb_cli_value(grading->invocation, "trace") != NULL,
      .author = true,
      .last = true};
  if (status == WB_OK) status = wb_cli_judge_one(job, err);
  if (status == WB_OK && job->result.verdict == WB_VERDICT_JUDGE_ERROR)
    status =
        wb_fail(err, job->result.cause, "%s could not be judged: %s", slug, job->result.detail);
  if (status == WB_OK && !wb_cli_wants_json(grading->invocation)) show_hidden(&job->result);
  if (status == WB_OK && replay->unasked) wb_document_add_line(&grading->text);
  if (status == WB_OK && replay->unasked)
    wb_put_line(&grading->text, WB_STYLE_HEADING, "Judged once more, to show hidden cases, too:");
  if (status == WB_OK) put_result(grading, &job->result, text.data);
  job->options = (struct wb_run_options){0};
  wb_str_release(&text);
  free(file);
  free(path);
  return status;
}

/* To the file that --trace names, if it is named. */
static enum wb_status write_trace(const struct wb_cli_grading *grading,
                                  const struct wb_result *result, struct wb_error *err) {
  const char *path = wb_cli_value(grading->invocation, "trace");
  if (path == NULL) return WB_OK;
  if (result->trace == NULL)
    return wb_fail(err, WB_ERR_NOT_FOUND, "%s",
                   result->trace_note != NULL ? result->trace_note : "nothing was recorded");
  return wb_file_write_atomic(path, result->trace, result->trace_length, err);
}

/* Whether the course at hand judges the puzzle as the run did. */
static bool is_unchanged(const struct wb_cli_grading *grading, const struct replay *replay) {
  const struct wb_run_puzzle *now = NULL;
  return wb_run_about_find(&grading->about, replay->puzzle->slug, &now, NULL) == WB_OK &&
         now->digest != NULL && replay->puzzle->digest != NULL &&
         strcmp(now->digest, replay->puzzle->digest) == 0;
}

static void put_agreement(struct wb_cli_grading *grading, const struct replay *replay,
                          const struct wb_result *result) {
  struct wb_document *text = &grading->text;
  const struct wb_run_about *run = &grading->grade.run.about;
  const bool judged = replay->state == WB_ASSESSED_JUDGED;
  const bool same = judged && replay->verdict == result->verdict && replay->score == result->score;
  if (same)
    wb_put_line(text, WB_STYLE_GOOD, "The run has the same: %s.", wb_verdict_name(replay->verdict));
  else
    wb_put_line(text, WB_STYLE_BAD, "The run has something else: %s, %.2f of %g points.",
                judged ? wb_verdict_name(replay->verdict)
                       : wb_word_name(&wb_assessed_states, replay->state),
                judged ? replay->score * replay->puzzle->points : 0, replay->puzzle->points);
  if (!is_unchanged(grading, replay))
    wb_put_line(text, WB_STYLE_WARNING,
                "The puzzle's files, or the course's lua/, are not those that it was judged by.");
  if (strcmp(run->tool, grading->about.tool) != 0)
    wb_put_line(text, WB_STYLE_WARNING, "It was judged by workbench %s.", run->tool);
}

int wb_cli_grade_replay(const struct wb_invocation *invocation) {
  struct wb_cli_grading grading = {.invocation = invocation};
  struct replay replay = {.attempt = wanted_attempt(invocation)};
  struct wb_judgement job = {0};
  struct wb_error err;
  wb_cli_grade_keep_apart();
  enum wb_status status = choose_replay(&grading, &replay, &err);
  if (status == WB_OK) status = wb_cli_grade_open_course(&grading, &err);
  if (status == WB_OK) status = check_course(&grading, &err);
  if (status == WB_OK) status = find_key(&grading, &replay, &err);
  if (status == WB_OK) status = judge_replay(&grading, &replay, &job, &err);
  if (status == WB_OK) status = write_trace(&grading, &job.result, &err);
  if (status == WB_OK && !wb_cli_wants_json(invocation) && only_case(invocation) == 0)
    put_agreement(&grading, &replay, &job.result);
  const int judged = status == WB_OK ? wb_exit_of_result(&job.result) : WB_EXIT_OK;
  wb_judgement_release(&job);
  const int code = wb_cli_grade_end_run(&grading, status, &err);
  return code != WB_EXIT_OK ? code : judged;
}

/* ---- --show ---- */

/* As the course at hand says; unless that depends on lateness, of which exports alone know all. */
static enum wb_status find_counting(struct wb_cli_grading *grading, const char *pseudonym,
                                    bool has_course, uint32_t *counting, struct wb_error *err) {
  const struct wb_run_about *run = &grading->grade.run.about;
  const struct wb_course_summary *course = &grading->catalog.course;
  struct wb_gradebook_rules rules = {.pseudonym = pseudonym};
  struct wb_gradebook book = {0};
  if (run->assignment != NULL && has_course)
    rules.assignment =
        wb_assignment_named(course->assignments, course->n_assignments, run->assignment);
  const struct wb_assignment *assignment = rules.assignment;
  if (run->assignment != NULL && assignment == NULL) return WB_OK;
  if (assignment != NULL && assignment->has_late &&
      assignment->attempts_counted == WB_ATTEMPTS_BEST)
    return WB_OK;
  enum wb_status status =
      wb_gradebook_make(&book, &grading->grade.run, grading->grade.records, &rules, err);
  if (status == WB_OK && book.count > 0) *counting = book.rows[0].attempt;
  wb_gradebook_release(&book);
  return status;
}

/* Only what the run was judged by says of it what it has not kept. */
static enum wb_status check_unchanged(const struct wb_cli_grading *grading,
                                      const struct replay *replay, struct wb_error *err) {
  const struct wb_run_about *run = &grading->grade.run.about;
  enum wb_status status = WB_OK;
  if (!is_unchanged(grading, replay))
    status = wb_fail(err, WB_ERR_USAGE,
                     "the puzzle has changed since; name the course as it was then with --course, "
                     "or judge by what it is now with --replay");
  if (status == WB_OK && strcmp(run->tool, grading->about.tool) != 0)
    status = wb_fail(err, WB_ERR_USAGE,
                     "it was judged by workbench %s; --replay judges it with this one", run->tool);
  return status;
}

static void put_steps(struct wb_cli_grading *grading, const struct wb_result *result) {
  struct wb_str text;
  if (result->trace == NULL || result->verdict == WB_VERDICT_ACCEPTED) return;
  wb_str_init(&text);
  if (wb_trace_text(result->trace, result->trace_length, STEPS_SHOWN, &text, NULL) == WB_OK) {
    wb_document_add_line(&grading->text);
    wb_put_line(&grading->text, WB_STYLE_HEADING,
                "Step by step, case %zu:", result->trace_case + 1);
    wb_cli_print(grading->invocation, &grading->text);
    wb_cli_print_text(&text);
  } else {
    wb_str_release(&text);
  }
}

/* What the run does not keep: all of hidden cases, and the steps of the first that is not right. */
static void show_rest(struct wb_cli_grading *grading, struct replay *replay, enum wb_status course,
                      struct wb_error *err) {
  struct wb_judgement job = {0};
  struct wb_error other;
  const struct wb_grade *grade = &grading->grade;
  enum wb_status status = wb_run_assess_each(&grade->run, grade->records, replay->pseudonym, false,
                                             find_replay, replay, &other);
  if (status == WB_ERR_NOT_FOUND) return; /* there is nothing to judge */
  if (status != WB_OK) *err = other;
  if (status == WB_OK) status = course;
  wb_cli_grade_keep_apart();
  if (status == WB_OK) status = check_course(grading, err);
  if (status == WB_OK) status = check_unchanged(grading, replay, err);
  if (status == WB_OK) status = find_key(grading, replay, err);
  if (status == WB_OK) status = judge_replay(grading, replay, &job, err);
  if (status == WB_OK) {
    put_steps(grading, &job.result);
    put_agreement(grading, replay, &job.result);
  } else {
    wb_put_line(&grading->text, WB_STYLE_WARNING, "What hidden cases hold is not shown: %s",
                err->message);
  }
  wb_judgement_release(&job);
}

int wb_cli_grade_show(const struct wb_invocation *invocation) {
  struct wb_cli_grading grading = {.invocation = invocation};
  struct showing showing = {.grading = &grading,
                            .attempt = wanted_attempt(invocation),
                            .student = wb_cli_flag(invocation, "student")};
  struct replay replay = {.unasked = true};
  const bool is_text = !showing.student && !wb_cli_wants_json(invocation);
  struct wb_error err, why;
  enum wb_status status = wb_cli_grade_open_run(&grading, false, &err), course = WB_ERR_NOT_FOUND;
  struct wb_grade *grade = &grading.grade;
  if (status == WB_OK)
    status = wb_run_records_find(grade->records, invocation->operands[1], replay.pseudonym, &err);
  if (status == WB_OK && invocation->n_operands > 2)
    status = wb_run_about_find(&grade->run.about, invocation->operands[2], &replay.puzzle, &err);
  if (replay.puzzle != NULL) showing.slug = replay.puzzle->slug;
  if (status == WB_OK && is_text) course = wb_cli_grade_open_course(&grading, &why);
  if (status == WB_OK && is_text)
    status = find_counting(&grading, replay.pseudonym, course == WB_OK, &showing.counting, &err);
  if (status == WB_OK)
    status = wb_run_assess_each(&grade->run, grade->records, replay.pseudonym,
                                wb_cli_flag(invocation, "names"), show_one, &showing, &err);
  if (status == WB_OK && !showing.found)
    status = fail_attempt(invocation->operands[1], showing.attempt, &err);
  replay.attempt = showing.attempt > 0 ? showing.attempt : showing.counting;
  if (status == WB_OK && is_text && replay.puzzle != NULL)
    show_rest(&grading, &replay, course, &why);
  return wb_cli_grade_end_run(&grading, status, &err);
}

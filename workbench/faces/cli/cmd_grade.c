#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/grade_print.h"
#include "cli/print.h"
#include "cli/progress.h"
#include "cli/run_one.h"
#include "grading/course_state.h"
#include "base/slug.h"
#include "grading/grade.h"
#include "session/run_task.h"

/* grade under way. */
struct grading {
  const struct wb_invocation *invocation;
  struct wb_course course;
  struct wb_catalog catalog;
  struct wb_grade_order order;
  struct wb_grade grade;
  struct wb_judging judging;
  struct wb_cli_progress progress;
  struct wb_interrupt interrupt;
  struct wb_document text;
  struct wb_run_about about; /* of a list */
  size_t listed;             /* likewise, in JSON: so many */
  bool flagged;              /* a person should look at something */
};

/* ---- the course ---------------------------------------------------------------------------------
 */

static enum wb_status open_course(struct grading *grading, struct wb_error *err) {
  const struct wb_invocation *invocation = grading->invocation;
  enum wb_status status =
      wb_session_open_course(&grading->course, wb_cli_value(invocation, "course"), err);
  if (status == WB_OK) status = wb_catalog_load(grading->course.root, &grading->catalog, err);
  if (status == WB_OK && grading->catalog.course.error != NULL)
    status = wb_fail(err, WB_ERR_SPEC, "%s", grading->catalog.course.error);
  const char *sandbox = wb_cli_value(invocation, "sandbox");
  grading->order =
      (struct wb_grade_order){.course = &grading->course,
                              .catalog = &grading->catalog,
                              .out = wb_cli_value(invocation, "out"),
                              .paths = invocation->operands,
                              .n_paths = invocation->n_operands,
                              .form = wb_cli_flag(invocation, "one")    ? WB_INTAKE_ONE
                                      : wb_cli_flag(invocation, "many") ? WB_INTAKE_MANY
                                                                        : WB_INTAKE_EITHER,
                              .assignment = wb_cli_value(invocation, "assignment"),
                              .secret = wb_cli_value(invocation, "secret"),
                              .with_less_walls = sandbox != NULL && strcmp(sandbox, "basic") == 0};
  return status;
}

static size_t jobs_of(const struct wb_invocation *invocation) {
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  return (size_t)wb_cli_number(invocation, "jobs", cores > 0 ? (uint64_t)cores : 1);
}

static void close_grading(struct grading *grading) {
  wb_document_release(&grading->text);
  wb_run_about_release(&grading->about);
  wb_grade_close(&grading->grade);
  wb_catalog_release(&grading->catalog);
  wb_course_release(&grading->course);
}

/* ---- progress
 * ------------------------------------------------------------------------------------ */

static void show_taken(size_t count, void *data) {
  struct grading *grading = data;
  char words[64];
  snprintf(words, sizeof words, "reading submissions: %zu", count);
  wb_cli_progress_show(&grading->progress, words);
}

static void show_check(const struct wb_pool *pool, void *data) {
  struct grading *grading = data;
  const struct wb_judgement *running = wb_pool_running(pool);
  char *words =
      wb_format("checking the course: %s", running != NULL ? running->options.puzzle : "");
  wb_cli_progress_show(&grading->progress, words);
  free(words);
}

/* "[####------]  40 %  120 of 300, 1 could not be judged, 12 s left" */
static void show_judging(const struct wb_pool *pool, void *data) {
  struct grading *grading = data;
  const struct wb_judging *judging = &grading->judging;
  struct wb_str words;
  char bar[64];
  (void)pool;
  wb_str_init(&words);
  wb_str_addf(&words, "%s  %zu of %zu",
              wb_cli_progress_bar(judging->done, judging->total, bar, sizeof bar), judging->done,
              judging->total);
  if (judging->failed > 0) wb_str_addf(&words, ", %zu could not be judged", judging->failed);
  if (judging->seconds_left >= 0) wb_str_addf(&words, ", %.0f s left", judging->seconds_left);
  wb_cli_progress_show(&grading->progress, words.data);
  wb_str_release(&words);
}

/* ---- judging
 * -------------------------------------------------------------------------------------- */

static enum wb_status check_course(struct grading *grading, struct wb_error *err) {
  const struct wb_pool_watch watch = {
      .stop_fd = grading->interrupt.fd, .show = show_check, .data = grading};
  if (wb_cli_flag(grading->invocation, "unchecked")) return WB_OK;
  return wb_grading_check_course(&grading->course, &grading->catalog, &grading->grade.run.about,
                                 jobs_of(grading->invocation), &watch, err);
}

static enum wb_status judge_run(struct grading *grading, struct wb_error *err) {
  struct wb_grade *grade = &grading->grade;
  const struct wb_pool_watch watch = {
      .stop_fd = grading->interrupt.fd, .show = show_judging, .data = grading};
  grading->judging = (struct wb_judging){.run = &grade->run,
                                         .records = grade->records,
                                         .course = &grading->course,
                                         .parallel = jobs_of(grading->invocation)};
  return wb_judging_run(&grading->judging, &watch, err);
}

static void print_summary(struct grading *grading, const struct wb_run_totals *totals,
                          const struct wb_run_counts *counts) {
  struct wb_document *text = &grading->text;
  wb_cli_put_run_counts(text, &grading->grade.run.about, counts, true);
  if (totals->flagged > 0)
    wb_put_line(text, WB_STYLE_WARNING,
                "%zu submission%s for a person to look at: `workbench grade --status %s`",
                totals->flagged, totals->flagged == 1 ? "" : "s", grading->grade.run.path);
  wb_put_line(text, WB_STYLE_DIM, "results are in %s/submissions", grading->grade.run.path);
  wb_cli_print(grading->invocation, text);
}

static enum wb_status report_run(struct grading *grading, struct wb_error *err) {
  struct wb_run_totals totals;
  struct wb_run_counts counts;
  struct wb_grade *grade = &grading->grade;
  enum wb_status status = wb_run_write_results(
      &grade->run, grade->records, wb_cli_flag(grading->invocation, "released"), &totals, err);
  if (status == WB_OK) status = wb_run_records_count(grade->records, &counts, err);
  if (status != WB_OK) return status;
  grading->flagged = totals.flagged > 0;
  grading->judging.failed = (size_t)counts.failed;
  print_summary(grading, &totals, &counts);
  return WB_OK;
}

static int code_of_run(const struct grading *grading) {
  if (grading->judging.failed > 0)
    return grading->judging.cause == WB_ERR_SPEC ? WB_EXIT_COURSE : WB_EXIT_JUDGE;
  return grading->flagged ? WB_EXIT_NOT_ACCEPTED : WB_EXIT_OK;
}

/* A grade does not rest on what some earlier kernel may have left behind, and what it keeps is for
 * its owner alone. */
static void keep_apart(void) {
  setenv("WORKBENCH_CACHE", "off", 0);
  umask(077);
}

static int judge(const struct wb_invocation *invocation) {
  struct grading grading = {.invocation = invocation};
  struct wb_error err;
  keep_apart();
  wb_cli_progress_begin(&grading.progress);
  wb_interrupt_open(&grading.interrupt);
  const struct wb_grade_watch watch = {
      .stop_fd = grading.interrupt.fd, .taken = show_taken, .data = &grading};
  enum wb_status status = WB_OK;
  if (wb_cli_value(invocation, "out") == NULL)
    status = wb_fail(&err, WB_ERR_USAGE,
                     "where to? --out RUN names the folder of the run; --list judges nothing");
  if (status == WB_OK) status = open_course(&grading, &err);
  if (status == WB_OK) status = wb_grade_open(&grading.grade, &grading.order, &err);
  if (status == WB_OK) status = wb_grade_take(&grading.grade, &watch, &err);
  if (status == WB_OK) status = check_course(&grading, &err);
  if (status == WB_OK) status = judge_run(&grading, &err);
  wb_cli_progress_clear(&grading.progress);
  if (status == WB_OK) status = report_run(&grading, &err);
  wb_interrupt_close(&grading.interrupt);
  const int code = status == WB_OK ? code_of_run(&grading) : wb_cli_fail(invocation, &err);
  if (status == WB_ERR_CANCELLED && grading.grade.records != NULL)
    fprintf(stderr, "workbench: `workbench grade --out %s` goes on from here\n", grading.order.out);
  close_grading(&grading);
  return code;
}

/* ---- --list
 * ---------------------------------------------------------------------------------------- */

static void list_submission(const struct wb_submission *submission, void *data) {
  struct grading *grading = data;
  struct wb_str out;
  if (!wb_cli_wants_json(grading->invocation)) {
    wb_cli_put_submission(&grading->text, submission, &grading->about);
    return;
  }
  wb_str_init(&out);
  wb_str_add(&out, grading->listed++ > 0 ? "," : "[");
  wb_fields_print(&wb_submission_listed_fields, submission, &out);
  wb_cli_print_text(&out);
}

static void list_rest(const char *name, const char *why, void *data) {
  struct grading *grading = data;
  if (wb_cli_wants_json(grading->invocation)) return;
  wb_put_line(&grading->text, WB_STYLE_DIM, "%s belongs to no submission: %s", name, why);
}

static void end_list(struct grading *grading) {
  if (wb_cli_wants_json(grading->invocation))
    fputs(grading->listed > 0 ? "]\n" : "[]\n", stdout);
  else
    wb_cli_print(grading->invocation, &grading->text);
}

static int list(const struct wb_invocation *invocation) {
  struct grading grading = {.invocation = invocation};
  struct wb_secret none = {{0}};
  struct wb_error err;
  wb_cli_progress_begin(&grading.progress);
  wb_interrupt_open(&grading.interrupt);
  const struct wb_grade_watch watch = {.stop_fd = grading.interrupt.fd,
                                       .taken = show_taken,
                                       .passed_over = list_rest,
                                       .data = &grading};
  enum wb_status status = WB_OK;
  if (invocation->n_operands == 0)
    status = wb_fail(&err, WB_ERR_USAGE, "what was handed in? workbench grade --list SUBMISSION…");
  if (status == WB_OK) status = open_course(&grading, &err);
  grading.order.with_less_walls = true; /* nothing is run */
  if (status == WB_OK) status = wb_grade_about(&grading.order, &none, &grading.about, &err);
  if (status == WB_OK) status = wb_grade_list(&grading.order, list_submission, &watch, &err);
  wb_cli_progress_clear(&grading.progress);
  wb_interrupt_close(&grading.interrupt);
  if (status == WB_OK) end_list(&grading);
  const int code = status == WB_OK ? WB_EXIT_OK : wb_cli_fail(invocation, &err);
  close_grading(&grading);
  return code;
}

/* ---- of a run that is there
 * -------------------------------------------------------------------------- */

static enum wb_status open_run(struct grading *grading, const char *usage, size_t least,
                               bool writes, struct wb_error *err) {
  const struct wb_invocation *invocation = grading->invocation;
  struct wb_grade *grade = &grading->grade;
  grade->run.lock = -1;
  if (invocation->n_operands < least)
    return wb_fail(err, WB_ERR_USAGE, "%s is missing: workbench grade %s",
                   invocation->n_operands == 0 ? "the run's folder" : "a part", usage);
  umask(077);
  enum wb_status status = wb_run_folder_open(&grade->run, invocation->operands[0], writes, err);
  if (status == WB_OK) status = wb_run_records_open(&grade->records, &grade->run, writes, err);
  return status;
}

static int end_run(struct grading *grading, enum wb_status status, const struct wb_error *err) {
  const int code = status == WB_OK ? WB_EXIT_OK : wb_cli_fail(grading->invocation, err);
  if (status == WB_OK) wb_cli_print(grading->invocation, &grading->text);
  close_grading(grading);
  return code;
}

static enum wb_status put_flagged(const struct wb_assessment *assessment, void *data,
                                  struct wb_error *err) {
  struct grading *grading = data;
  const struct wb_run_submission *one = assessment->submission;
  (void)err;
  if (assessment->flag == NULL) return WB_OK;
  wb_put_line(&grading->text, WB_STYLE_PLAIN, "  %s", one->pseudonym);
  if (one->attempts > 1) wb_put(&grading->text, WB_STYLE_DIM, " attempt %u", one->attempt);
  wb_put(&grading->text, WB_STYLE_WARNING, "  %s", assessment->flag);
  return WB_OK;
}

static int status_of_run(const struct wb_invocation *invocation) {
  struct grading grading = {.invocation = invocation};
  struct wb_run_counts counts = {0};
  struct wb_error err;
  enum wb_status status = open_run(&grading, "--status RUN", 1, false, &err);
  struct wb_grade *grade = &grading.grade;
  if (status == WB_OK) status = wb_run_records_count(grade->records, &counts, &err);
  if (status == WB_OK) {
    const bool taken = wb_run_records_are_taken(grade->records);
    wb_cli_put_run_counts(&grading.text, &grade->run.about, &counts, taken);
    if (taken && counts.done + counts.failed == counts.planned)
      status =
          wb_run_assess_each(&grade->run, grade->records, NULL, false, put_flagged, &grading, &err);
  }
  return end_run(&grading, status, &err);
}

/* The slug of one of the run's puzzles, by slug, name or number. */
static enum wb_status find_puzzle(const struct wb_run_about *about, const char *wanted,
                                  const char **slug, struct wb_error *err) {
  for (size_t i = 0; i < about->n_puzzles; i++) {
    const char *one = about->puzzles[i].slug;
    const bool is_number =
        wb_slug_is_number(wanted) && wb_slug_number(wanted) == wb_slug_number(one);
    if (strcmp(one, wanted) == 0 || strcmp(wb_slug_name(one), wanted) == 0 || is_number) {
      *slug = one;
      return WB_OK;
    }
  }
  return wb_fail(err, WB_ERR_USAGE, "the run has no puzzle '%.60s'", wanted);
}

struct showing {
  struct grading *grading;
  const char *slug; /* NULL: all */
  bool student;
};

/* The verdict of one puzzle as `run` shows it. */
static void put_verdict(const struct showing *showing, const struct wb_assessed_puzzle *one) {
  struct wb_str out, source;
  struct wb_grade *grade = &showing->grading->grade;
  const struct wb_report_style style = wb_cli_style(showing->grading->invocation);
  wb_cli_print(showing->grading->invocation, &showing->grading->text);
  wb_str_init(&out);
  wb_str_init(&source);
  char *path = wb_run_file_path(&grade->run, one->file->sha256);
  const bool has_source = wb_file_read(path, WB_SUBMITTED_BYTES_MAX, &source, NULL) == WB_OK;
  wb_report_text(&one->result, has_source ? source.data : NULL, NULL, &style, &out);
  wb_cli_print_text(&out);
  wb_str_release(&source);
  free(path);
}

static enum wb_status show_one(const struct wb_assessment *assessment, void *data,
                               struct wb_error *err) {
  const struct showing *showing = data;
  struct wb_str out;
  (void)err;
  if (showing->student || wb_cli_wants_json(showing->grading->invocation)) {
    wb_str_init(&out);
    if (showing->student)
      wb_assessment_student_json(assessment, wb_cli_flag(showing->grading->invocation, "released"),
                                 &out);
    else
      wb_assessment_staff_json(assessment, &out);
    wb_cli_print_text(&out);
    return WB_OK;
  }
  wb_cli_put_assessment(&showing->grading->text, assessment);
  for (size_t i = 0; i < assessment->n_puzzles; i++) {
    const struct wb_assessed_puzzle *one = &assessment->puzzles[i];
    if (showing->slug != NULL && strcmp(one->puzzle->slug, showing->slug) == 0 &&
        one->state == WB_ASSESSED_JUDGED)
      put_verdict(showing, one);
  }
  return WB_OK;
}

static int show(const struct wb_invocation *invocation) {
  struct grading grading = {.invocation = invocation};
  struct showing showing = {.grading = &grading, .student = wb_cli_flag(invocation, "student")};
  char pseudonym[WB_PSEUDONYM_MAX] = "";
  struct wb_error err;
  enum wb_status status = open_run(&grading, "--show RUN ID [PUZZLE]", 2, false, &err);
  struct wb_grade *grade = &grading.grade;
  if (status == WB_OK)
    status = wb_run_records_find(grade->records, invocation->operands[1], pseudonym, &err);
  if (status == WB_OK && invocation->n_operands > 2)
    status = find_puzzle(&grade->run.about, invocation->operands[2], &showing.slug, &err);
  if (status == WB_OK)
    status =
        wb_run_assess_each(&grade->run, grade->records, pseudonym, false, show_one, &showing, &err);
  return end_run(&grading, status, &err);
}

static int forget(const struct wb_invocation *invocation) {
  struct grading grading = {.invocation = invocation};
  struct wb_error err;
  enum wb_status status = open_run(&grading, "--forget RUN ID", 2, true, &err);
  if (status == WB_OK)
    status = wb_run_records_forget(grading.grade.records, invocation->operands[1], &err);
  if (status == WB_OK)
    status = wb_run_write_people(&grading.grade.run, grading.grade.records, &err);
  if (status == WB_OK) {
    wb_put_line(&grading.text, WB_STYLE_PLAIN, "ids and names are gone from %s",
                invocation->operands[0]);
    wb_put_line(&grading.text, WB_STYLE_DIM,
                "What was handed in and its results remain under a pseudonym; what people wrote "
                "into their files may still name them.");
  }
  return end_run(&grading, status, &err);
}

/* ---- --override
 * ---------------------------------------------------------------------------------- */

static enum wb_status read_override(const struct grading *grading, struct wb_run_override *out,
                                    struct wb_error *err) {
  const struct wb_invocation *invocation = grading->invocation;
  const char *points = wb_cli_value(invocation, "points"), *by = wb_cli_value(invocation, "by");
  const char *reason = wb_cli_value(invocation, "reason");
  char *end = NULL;
  if (points == NULL || by == NULL || reason == NULL || by[0] == '\0' || reason[0] == '\0')
    return wb_fail(err, WB_ERR_USAGE,
                   "an override says how many --points, --by whom, and for which --reason");
  out->points = strtod(points, &end);
  if (end == points || *end != '\0' || !isfinite(out->points) || out->points < 0)
    return wb_fail(err, WB_ERR_USAGE, "--points: '%.40s' is no number from 0", points);
  out->by = (char *)by;
  out->reason = (char *)reason;
  out->at = (int64_t)time(NULL);
  return WB_OK;
}

static enum wb_status find_attempt(const struct wb_run_submission *one, void *data,
                                   struct wb_error *err) {
  (void)err;
  *(uint32_t *)data = one->attempt;
  return WB_OK;
}

static int override(const struct wb_invocation *invocation) {
  struct grading grading = {.invocation = invocation};
  struct wb_run_override given = {0};
  struct wb_run_totals totals;
  char pseudonym[WB_PSEUDONYM_MAX] = "";
  const char *slug = NULL;
  uint32_t attempt = 1;
  struct wb_error err;
  enum wb_status status = open_run(&grading, "--override RUN ID PUZZLE", 3, true, &err);
  struct wb_grade *grade = &grading.grade;
  if (status == WB_OK) status = read_override(&grading, &given, &err);
  if (status == WB_OK)
    status = wb_run_records_find(grade->records, invocation->operands[1], pseudonym, &err);
  if (status == WB_OK)
    status = find_puzzle(&grade->run.about, invocation->operands[2], &slug, &err);
  given.puzzle = (char *)slug;
  if (status == WB_OK)
    status = wb_run_records_each(grade->records, pseudonym, false, find_attempt, &attempt, &err);
  if (status == WB_OK)
    status = wb_run_records_override(grade->records, pseudonym, attempt, &given, &err);
  if (status == WB_OK)
    status = wb_run_write_results(&grade->run, grade->records, wb_cli_flag(invocation, "released"),
                                  &totals, &err);
  if (status == WB_OK)
    wb_put_line(&grading.text, WB_STYLE_PLAIN, "%s has %g points for %s now, by %s", pseudonym,
                given.points, slug, given.by);
  return end_run(&grading, status, &err);
}

/* ---- --export
 * -------------------------------------------------------------------------------------- */

/* The assignment as the course has it now: penalties follow from that. */
static enum wb_status find_assignment(struct grading *grading,
                                      const struct wb_assignment **assignment,
                                      struct wb_error *err) {
  const struct wb_run_about *about = &grading->grade.run.about;
  const struct wb_course_summary *course = &grading->catalog.course;
  if (about->assignment == NULL) return WB_OK;
  enum wb_status status =
      wb_session_open_course(&grading->course, wb_cli_value(grading->invocation, "course"), err);
  if (status == WB_OK) status = wb_catalog_load(grading->course.root, &grading->catalog, err);
  if (status == WB_OK)
    *assignment =
        wb_assignment_named(course->assignments, course->n_assignments, about->assignment);
  if (status == WB_OK && *assignment == NULL)
    status = wb_fail(err, WB_ERR_SPEC,
                     "the run is of assignment %s, which %s does not have; name its course with "
                     "--course",
                     about->assignment, grading->course.root);
  return status;
}

static enum wb_status read_extensions(const struct grading *grading,
                                      struct wb_extensions *extensions, struct wb_error *err) {
  const char *path = wb_cli_value(grading->invocation, "extensions");
  const struct wb_course_summary *course = &grading->catalog.course;
  if (path == NULL) return WB_OK;
  if (grading->grade.run.about.assignment == NULL)
    return wb_fail(err, WB_ERR_USAGE, "nothing is due in this run: it is of no assignment");
  return wb_extensions_read(path, course->assignments, course->n_assignments, extensions, err);
}

/* What was done with a roster is for people, and stdout may be the file. */
static void tell_roster(struct grading *grading, const struct wb_roster_report *report) {
  struct wb_str out;
  const struct wb_report_style style = wb_report_style_of(STDERR_FILENO);
  wb_str_init(&out);
  wb_cli_put_roster(&grading->text, report);
  wb_styled_to_ansi(&grading->text, &style, &out);
  fwrite(out.data, 1, out.length, stderr);
  wb_document_release(&grading->text);
  wb_str_release(&out);
}

static int export(const struct wb_invocation *invocation) {
  struct grading grading = {.invocation = invocation};
  struct wb_extensions extensions = {0};
  struct wb_roster_report report = {0};
  const char *word = wb_cli_value(invocation, "export");
  const struct wb_export_format *format = wb_export_format_find(word);
  const char *file = invocation->n_operands > 1 ? invocation->operands[1] : NULL;
  struct wb_error err;
  enum wb_status status = open_run(&grading, "--export FORMAT RUN [FILE]", 1, false, &err);
  struct wb_export_order order = {.run = &grading.grade.run,
                                  .records = grading.grade.records,
                                  .extensions = &extensions,
                                  .roster = wb_cli_value(invocation, "roster"),
                                  .column = wb_cli_value(invocation, "column")};
  if (status == WB_OK) status = find_assignment(&grading, &order.assignment, &err);
  if (status == WB_OK) status = read_extensions(&grading, &extensions, &err);
  if (status == WB_OK)
    status = wb_export_run(&order, format, file, wb_cli_flag(invocation, "force"), &report, &err);
  if (status == WB_OK && format->needs_roster) tell_roster(&grading, &report);
  wb_roster_report_release(&report);
  wb_extensions_release(&extensions);
  return end_run(&grading, status, &err);
}

/* ---- the command
 * ------------------------------------------------------------------------------------ */

int wb_shell_grade(const struct wb_invocation *invocation) {
  static const struct {
    const char *option;
    int (*run)(const struct wb_invocation *invocation);
  } modes[] = {{"list", list},         {"status", status_of_run}, {"show", show},
               {"override", override}, {"forget", forget},        {"export", export}};
  int (*run)(const struct wb_invocation *invocation) = judge;
  const char *chosen = NULL;
  struct wb_error err;
  for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
    if (wb_cli_value(invocation, modes[i].option) == NULL) continue;
    if (chosen != NULL) {
      wb_fail(&err, WB_ERR_USAGE, "either --%s or --%s", chosen, modes[i].option);
      return wb_cli_fail(invocation, &err);
    }
    chosen = modes[i].option;
    run = modes[i].run;
  }
  return run(invocation);
}

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/grade_modes.h"
#include "cli/grade_print.h"
#include "cli/print.h"
#include "grading/course_state.h"
#include "grading/regrade.h"
#include "session/run_task.h"

/* ---- progress ---- */

static void show_taken(size_t count, void *data) {
  struct wb_cli_grading *grading = data;
  char words[64];
  snprintf(words, sizeof words, "reading submissions: %zu", count);
  wb_cli_progress_show(&grading->progress, words);
}

static void say_passed_over(const char *name, const char *why, void *data) {
  struct wb_cli_grading *grading = data;
  wb_cli_progress_clear(&grading->progress);
  fprintf(stderr, "workbench grade: %s belongs to no submission: %s\n", name, why);
}

static void show_check(const struct wb_pool *pool, void *data) {
  struct wb_cli_grading *grading = data;
  const struct wb_judgement *running = wb_pool_running(pool);
  char *words =
      wb_format("checking the course: %s", running != NULL ? running->options.puzzle : "");
  wb_cli_progress_show(&grading->progress, words);
  free(words);
}

/* "[####------]  40 %  120 of 300, 1 could not be judged, 12 s left" */
static void show_judging(const struct wb_pool *pool, void *data) {
  struct wb_cli_grading *grading = data;
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

/* ---- judging ---- */

static enum wb_status check_course(const struct wb_run_about *about, void *data,
                                   struct wb_error *err) {
  struct wb_cli_grading *grading = data;
  const struct wb_pool_watch watch = {
      .stop_fd = grading->interrupt.fd, .show = show_check, .data = grading};
  if (wb_cli_flag(grading->invocation, "unchecked")) return WB_OK;
  return wb_grading_check_course(&grading->course, &grading->catalog, about,
                                 wb_cli_grade_jobs(grading->invocation), &watch, err);
}

static enum wb_status judge_run(struct wb_cli_grading *grading, struct wb_error *err) {
  struct wb_grade *grade = &grading->grade;
  const struct wb_pool_watch watch = {
      .stop_fd = grading->interrupt.fd, .show = show_judging, .data = grading};
  grading->judging = (struct wb_judging){.run = &grade->run,
                                         .records = grade->records,
                                         .course = &grading->course,
                                         .secret = &grade->secret,
                                         .parallel = wb_cli_grade_jobs(grading->invocation)};
  return wb_engine_judge(&grading->judging, &grading->engine.order, &watch, &grading->judges, err);
}

/* Of a regrade in part, or where another run's results are reused. */
static enum wb_status put_part(struct wb_cli_grading *grading, const struct wb_run_counts *counts,
                               struct wb_error *err) {
  bool is_part = false;
  uint64_t taken_over = 0;
  enum wb_status status = wb_regrade_taken_over(grading->grade.records, &is_part, &taken_over, err);
  if (status == WB_OK && is_part)
    wb_put_line(&grading->text, WB_STYLE_PLAIN,
                "%" PRIu64 " of these now, and %" PRIu64 " taken over as they were",
                counts->done + counts->failed - taken_over, taken_over);
  return status;
}

static enum wb_status put_decisions_left(struct wb_cli_grading *grading, struct wb_error *err) {
  char *whose = NULL;
  enum wb_status status = wb_regrade_decisions_left(grading->grade.records, &whose, err);
  if (whose != NULL)
    wb_put_line(&grading->text, WB_STYLE_WARNING,
                "what a person had decided of %s is not taken over: something else is handed in, "
                "or for another assignment",
                whose);
  free(whose);
  return status;
}

static enum wb_status print_summary(struct wb_cli_grading *grading,
                                    const struct wb_run_totals *totals,
                                    const struct wb_run_counts *counts, struct wb_error *err) {
  struct wb_document *text = &grading->text;
  wb_cli_put_run_counts(text, &grading->grade.run.about, counts, true);
  enum wb_status status = put_part(grading, counts, err);
  if (status == WB_OK) status = put_decisions_left(grading, err);
  if (totals->flagged > 0)
    wb_put_line(text, WB_STYLE_WARNING,
                "%zu submission%s for a person to look at: `workbench grade --status %s`",
                totals->flagged, totals->flagged == 1 ? "" : "s", grading->grade.run.path);
  wb_cli_put_nobodys(text, &grading->grade.run.about);
  wb_put_line(text, WB_STYLE_DIM, "results are in %s/submissions", grading->grade.run.path);
  if (grading->order.again != NULL)
    wb_put_line(text, WB_STYLE_DIM, "`workbench grade --compare %s %s` says who changes",
                grading->order.again, grading->grade.run.path);
  wb_cli_print(grading->invocation, text);
  return status;
}

static enum wb_status report_run(struct wb_cli_grading *grading, struct wb_error *err) {
  struct wb_run_totals totals;
  struct wb_run_counts counts;
  struct wb_grade *grade = &grading->grade;
  enum wb_status status = wb_run_write_results(
      &grade->run, grade->records, wb_cli_flag(grading->invocation, "released"), &totals, err);
  if (status == WB_OK) status = wb_run_records_count(grade->records, &counts, err);
  if (status != WB_OK) return status;
  grading->flagged = totals.flagged > 0 || wb_run_nobodys_matter(&grade->run.about);
  grading->judging.failed = (size_t)counts.failed;
  return print_summary(grading, &totals, &counts, err);
}

static int code_of_run(const struct wb_cli_grading *grading) {
  if (grading->judging.failed > 0)
    return grading->judging.cause == WB_ERR_SPEC ? WB_EXIT_COURSE : WB_EXIT_JUDGE;
  return grading->flagged ? WB_EXIT_NOT_ACCEPTED : WB_EXIT_OK;
}

/* All that the command needs to be about the same. */
static void say_how_to_go_on(const struct wb_cli_grading *grading) {
  if (!wb_run_records_are_taken(grading->grade.records)) {
    fputs("workbench: submissions were not all read yet; the same command begins once more\n",
          stderr);
    return;
  }
  static const char *const options[] = {"course", "secret", "sandbox"};
  const struct wb_invocation *invocation = grading->invocation;
  const bool outlives = grading->judges != NULL && grading->judges->outlives;
  struct wb_str command;
  wb_str_init(&command);
  wb_str_addf(&command, "workbench grade --%s %s", outlives ? "attach" : "out", grading->order.out);
  for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
    const char *value = wb_cli_value(invocation, options[i]);
    if (value != NULL) wb_str_addf(&command, " --%s %s", options[i], value);
  }
  if (wb_cli_flag(invocation, "unchecked")) wb_str_add(&command, " --unchecked");
  fprintf(stderr,
          outlives ? "workbench: its jobs go on; `%s` waits for them\n"
                   : "workbench: `%s` goes on from here\n",
          command.data);
  wb_str_release(&command);
}

static enum wb_status read_order(struct wb_cli_grading *grading, struct wb_error *err) {
  const struct wb_invocation *invocation = grading->invocation;
  const char *reused[2];
  const bool attaches = wb_cli_flag(invocation, "attach");
  enum wb_status status = WB_OK;
  /* --attach RUN is --out RUN, of a run that is there. */
  if (!attaches && wb_cli_value(invocation, "out") == NULL)
    status = wb_fail(err, WB_ERR_USAGE,
                     "where to? --out RUN names the folder of the run; --list judges nothing");
  if (status == WB_OK && wb_cli_values(invocation, "reuse", reused, 2) > 1)
    status = wb_fail(err, WB_ERR_USAGE,
                     "--reuse takes one run; name the latest, which has what it took over from "
                     "earlier ones");
  if (status == WB_OK) status = wb_cli_engine_read(invocation, &grading->engine, err);
  if (status == WB_OK) status = wb_cli_grade_open_course(grading, err);
  if (status != WB_OK) return status;
  /* Two courses may have the same puzzles under other numbers. */
  fprintf(stderr, "workbench grade: by the course in %s\n", grading->course.root);
  if (attaches) grading->order.out = invocation->operands[0];
  grading->order.paths = grading->engine.paths;
  grading->order.n_paths = attaches ? 0 : grading->engine.n_paths;
  grading->order.check = check_course;
  grading->order.data = grading;
  return WB_OK;
}

/* A run has what was handed in before its first judgement, and nothing else. */
static void say_what_is_not_read(const struct wb_cli_grading *grading) {
  const struct wb_grade_order *order = &grading->order;
  if (order->n_paths == 0 || !wb_run_records_are_taken(grading->grade.records)) return;
  fprintf(stderr,
          "workbench grade: %s goes on with what was handed in when it was begun; what is new "
          "in %s needs another --out, where `--reuse %s` keeps what is judged already\n",
          order->out, order->paths[0], order->out);
}

static int judge_class(const struct wb_invocation *invocation) {
  struct wb_cli_grading grading = {.invocation = invocation};
  struct wb_error err;
  wb_cli_grade_keep_apart();
  wb_cli_progress_begin(&grading.progress);
  wb_interrupt_open(&grading.interrupt);
  const struct wb_grade_watch watch = {.stop_fd = grading.interrupt.fd,
                                       .taken = show_taken,
                                       .passed_over = say_passed_over,
                                       .data = &grading};
  enum wb_status status = read_order(&grading, &err);
  if (status == WB_OK) status = wb_grade_open(&grading.grade, &grading.order, &err);
  if (status == WB_OK) say_what_is_not_read(&grading);
  if (status == WB_OK) status = wb_grade_take(&grading.grade, &watch, &err);
  if (status == WB_OK) status = judge_run(&grading, &err);
  wb_cli_progress_clear(&grading.progress);
  if (status == WB_OK) status = report_run(&grading, &err);
  wb_interrupt_close(&grading.interrupt);
  const int code = status == WB_OK ? code_of_run(&grading) : wb_cli_fail(invocation, &err);
  if (status == WB_ERR_CANCELLED && grading.grade.records != NULL) say_how_to_go_on(&grading);
  wb_cli_grade_close(&grading);
  return code;
}

/* ---- --list ---- */

static void list_doubts(struct wb_cli_grading *grading, const struct wb_submission *submission) {
  struct wb_doubts doubts = {0};
  wb_submission_doubts(submission, NULL, NULL, &doubts);
  if (doubts.count == 0) return;
  char *words = wb_doubts_words(&doubts);
  grading->doubtful++;
  wb_put_line(&grading->doubts, WB_STYLE_PLAIN, "  %s", submission->label);
  wb_put(&grading->doubts, WB_STYLE_WARNING, "  %s", words);
  free(words);
}

static void list_submission(const struct wb_submission *submission, void *data) {
  struct wb_cli_grading *grading = data;
  struct wb_str out;
  grading->listed++;
  list_doubts(grading, submission);
  if (!wb_cli_wants_json(grading->invocation)) {
    wb_cli_put_submission(&grading->text, submission, &grading->about);
    return;
  }
  wb_str_init(&out);
  wb_str_add(&out, grading->listed > 1 ? "," : "[");
  wb_fields_print(&wb_submission_listed_fields, submission, &out);
  wb_cli_print_text(&out);
}

static void list_rest(const char *name, const char *why, void *data) {
  struct wb_cli_grading *grading = data;
  if (wb_cli_wants_json(grading->invocation))
    say_passed_over(name, why, data);
  else
    wb_put_line(&grading->text, WB_STYLE_DIM, "%s belongs to no submission: %s", name, why);
}

static void end_list(struct wb_cli_grading *grading) {
  if (wb_cli_wants_json(grading->invocation)) {
    fputs(grading->listed > 0 ? "]\n" : "[]\n", stdout);
    return;
  }
  wb_document_add_line(&grading->text);
  wb_put_line(&grading->text, WB_STYLE_PLAIN, "%zu submission%s by the course in %s",
              grading->listed, grading->listed == 1 ? "" : "s", grading->course.root);
  if (grading->doubtful > 0)
    wb_put_line(&grading->text, WB_STYLE_WARNING,
                "%zu with something for a person to look at:", grading->doubtful);
  wb_cli_print(grading->invocation, &grading->text);
  wb_cli_print(grading->invocation, &grading->doubts);
}

static int list(const struct wb_invocation *invocation) {
  struct wb_cli_grading grading = {.invocation = invocation};
  struct wb_secret none = {{0}};
  struct wb_error err;
  wb_cli_progress_begin(&grading.progress);
  wb_interrupt_open(&grading.interrupt);
  const struct wb_grade_watch watch = {.stop_fd = grading.interrupt.fd,
                                       .taken = show_taken,
                                       .passed_over = list_rest,
                                       .data = &grading};
  enum wb_status status = wb_cli_grade_open_course(&grading, &err);
  grading.order.with_less_walls = true; /* nothing is run */
  if (status == WB_OK) status = wb_grade_about(&grading.order, &none, &grading.about, &err);
  if (status == WB_OK) status = wb_grade_list(&grading.order, list_submission, &watch, &err);
  wb_cli_progress_clear(&grading.progress);
  wb_interrupt_close(&grading.interrupt);
  if (status == WB_OK) end_list(&grading);
  const int code = status == WB_OK ? WB_EXIT_OK : wb_cli_fail(invocation, &err);
  wb_cli_grade_close(&grading);
  return code;
}

/* ---- the command ---- */

/* What can be asked for, and which options go with it, besides --course and the like. One that
 * chooses another mode by itself may be a part of this one. */
struct mode {
  const char *option; /* that chooses it; NULL: to judge */
  size_t least, most; /* operands */
  const char *usage, *options;
  int (*run)(const struct wb_invocation *invocation);
};

#define JUDGING "out|assignment|jobs|engine|shards|partition|gres|released|secret|unchecked|sandbox"
static const struct mode modes[] = {
    {"list", 1, SIZE_MAX, "--list SUBMISSION…", "assignment|one|many|json", list},
    {"status", 1, 1, "--status RUN", "names", wb_cli_grade_status},
    {"replay", 3, 3, "--show RUN ID PUZZLE --replay", "show|attempt|case|trace|secret|sandbox|json",
     wb_cli_grade_replay},
    {"show", 2, 3, "--show RUN ID [PUZZLE]", "student|attempt|names|released|secret|sandbox|json",
     wb_cli_grade_show},
    {"match", 4, 4, "--match RUN ID PUZZLE FILE --by WHO --reason TEXT",
     "by|reason|attempt|released", wb_cli_grade_match},
    {"withdraw", 3, 3, "--withdraw RUN ID PUZZLE --by WHO --reason TEXT",
     "by|reason|attempt|released|undo", wb_cli_grade_withdraw},
    {"override", 3, 3, "--override RUN ID PUZZLE --points N --by WHO --reason TEXT",
     "points|by|reason|attempt|released|undo|force", wb_cli_grade_override},
    {"forget", 2, 2, "--forget RUN ID", "", wb_cli_grade_forget},
    {"compare", 2, 2, "--compare RUN RUN2", "names|json", wb_cli_grade_compare},
    {"apply", 1, 2, "--apply RUN2 [RUN]", "keep-better|released", wb_cli_grade_apply},
    {"undo", 1, 1, "--undo RUN", "released", wb_cli_grade_undo},
    {"export", 1, 2, "--export FORMAT RUN [FILE]",
     "roster|column|no-feedback|extensions|file-times|force|released", wb_cli_grade_export},
    {"choose", 3, 3, "--choose RUN ID N", "", wb_cli_grade_choose},
    {"gradescope", 0, 1, "--gradescope [DIR]",
     "time-limit|memory-limit|assignment|jobs|secret|sandbox|rank", wb_cli_gradescope},
    {"rank", 1, 1, "--rank COUNTER RUN", "names|json", wb_cli_grade_rank},
    {"attach", 1, 1, "--attach RUN", "jobs|released|secret|unchecked|sandbox", judge_class},
    {"shard", 0, 0, "--shard FILE", "jobs|secret", wb_cli_grade_shard},
    /* The operand is the command of an engine. */
    {"again", 0, 1, "--again RUN --out RUN2", JUDGING "|puzzle|person", judge_class},
    {NULL, 0, SIZE_MAX, "SUBMISSION… --out RUN", JUDGING "|one|many|reuse", judge_class},
};
enum { MODES = sizeof modes / sizeof modes[0] };

static bool mode_takes(const struct mode *mode, const char *option) {
  return (mode->option != NULL && strcmp(mode->option, option) == 0) ||
         wb_cli_is_choice(mode->options, option);
}

static enum wb_status choose_mode(const struct wb_invocation *invocation,
                                  const struct mode **chosen, struct wb_error *err) {
  *chosen = NULL;
  for (size_t i = 0; i < MODES - 1; i++) {
    if (wb_cli_value(invocation, modes[i].option) == NULL) continue;
    if (*chosen == NULL) *chosen = &modes[i];
    if (!mode_takes(*chosen, modes[i].option))
      return wb_fail(err, WB_ERR_USAGE, "either --%s or --%s", (*chosen)->option, modes[i].option);
  }
  if (*chosen == NULL) *chosen = &modes[MODES - 1];
  return WB_OK;
}

static enum wb_status refuse_option(const char *option, struct wb_error *err) {
  struct wb_str whose;
  wb_str_init(&whose);
  for (size_t i = 0; i < MODES; i++)
    if (mode_takes(&modes[i], option))
      wb_str_addf(&whose, "%s%s%s", whose.length > 0 ? ", " : "",
                  modes[i].option != NULL ? "--" : "",
                  modes[i].option != NULL ? modes[i].option : "judging");
  enum wb_status status = wb_fail(err, WB_ERR_USAGE, "--%s is for %s", option, whose.data);
  wb_str_release(&whose);
  return status;
}

static enum wb_status check_mode(const struct wb_invocation *invocation, const struct mode *mode,
                                 struct wb_error *err) {
  const struct wb_option *options = invocation->command->shell.options;
  for (size_t i = 0; options[i].name != NULL; i++)
    if (invocation->values[i] != NULL && !mode_takes(mode, options[i].name))
      return refuse_option(options[i].name, err);
  if (invocation->n_operands < mode->least)
    return wb_fail(err, WB_ERR_USAGE, "something is missing: workbench grade %s", mode->usage);
  if (invocation->n_operands > mode->most)
    return wb_fail(err, WB_ERR_USAGE, "unexpected '%.60s': workbench grade %s",
                   invocation->operands[mode->most], mode->usage);
  return WB_OK;
}

int wb_shell_grade(const struct wb_invocation *invocation) {
  const struct mode *mode = NULL;
  struct wb_error err;
  enum wb_status status = choose_mode(invocation, &mode, &err);
  if (status == WB_OK) status = check_mode(invocation, mode, &err);
  return status == WB_OK ? mode->run(invocation) : wb_cli_fail(invocation, &err);
}

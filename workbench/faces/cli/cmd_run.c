#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/str.h"
#include "cli/run_one.h"
#include "cli/print.h"
#include "session/figures.h"
#include "session/mistake.h"
#include "session/record.h"
#include "report/comparison.h"
#include "report/report.h"
#include "report/write.h"

static bool is_for_program(const struct wb_invocation *invocation) {
  return wb_cli_list_format(invocation, &wb_list_of_cases) != NULL;
}

/* As the format has it: an object, or a list of the cases. */
static void print_for_program(const struct wb_invocation *invocation,
                              const struct wb_result *result) {
  const struct wb_report_style style = wb_cli_style(invocation);
  const struct wb_list_suite suite = {.name = result->puzzle, .seconds = result->elapsed_ms / 1000};
  const struct wb_list_item whole = {.name = result->puzzle, .result = result};
  struct wb_list list;
  struct wb_str out;
  wb_str_init(&out);
  if (wb_cli_wants_json(invocation)) {
    wb_report_json(result, &out);
  } else {
    wb_list_begin(&list, &wb_list_of_cases, wb_cli_list_format(invocation, &wb_list_of_cases),
                  &style, WB_LIST_OPEN, &out);
    wb_list_suite_begin(&list, &suite);
    wb_list_add_result(&list, &whole);
    wb_list_end(&list, NULL);
    wb_list_release(&list);
  }
  wb_cli_print_text(&out);
}

/* A program that asked for a report gets one, whatever went wrong. */
static void print_error(const struct wb_invocation *invocation, const struct wb_judgement *job,
                        const char *slug, const struct wb_error *err) {
  struct wb_run_options options = job->options;
  struct wb_result result;
  if (slug != NULL) options.puzzle = slug;
  if (options.puzzle == NULL) options.puzzle = wb_cli_operand(invocation);
  if (options.file == NULL) options.file = wb_cli_value(invocation, "file");
  if (options.device == NULL) options.device = wb_cli_value(invocation, "device");
  wb_cli_result_of_error(&result, &options, err);
  print_for_program(invocation, &result);
  wb_result_release(&result);
}

/* What our solution needs in each case; without cases where it cannot be known. */
static void find_figures(const struct wb_session *session, const struct wb_run_options *own,
                         struct wb_our_figures *figures) {
  struct wb_error unimportant = {0};
  wb_our_figures_find(figures, session, own->puzzle);
  if (figures->state != WB_OUR_FIGURES_NEEDED) return;
  struct wb_judgement job = {.label = "our solution", .options = figures->options};
  job.options.device = own->device;
  if (wb_cli_judge_one(&job, &unimportant) == WB_OK)
    wb_our_figures_take(figures, session, &job.result);
  wb_judgement_release(&job);
}

/* Beneath the report of --stats, of a run of the puzzle's own cases. */
static void print_comparison(const struct wb_invocation *invocation,
                             const struct wb_session *session, const struct wb_judgement *job) {
  const bool wanted = job->options.profile && !is_for_program(invocation) &&
                      job->options.only_case == 0 && !job->options.has_seed &&
                      wb_counted_case(&job->result) != SIZE_MAX;
  struct wb_document text = {0};
  struct wb_our_figures figures;
  if (!wanted) return;
  fflush(stdout);
  find_figures(session, &job->options, &figures);
  const struct wb_report_style style = wb_cli_style(invocation);
  wb_report_comparison(&job->result, figures.cases, figures.n_cases,
                       style.width > 0 ? style.width : 80, &text);
  wb_cli_print(invocation, &text);
  wb_our_figures_release(&figures);
}

/* Beneath the report that a person reads: what the course knows may have to be judged first, for
 * which no program is to wait. `hint` is of the learner's own file. */
static void offer_mistake(const struct wb_invocation *invocation, const struct wb_session *session,
                          const struct wb_judgement *job) {
  struct wb_mistake_search search = {.course = NULL};
  struct wb_document text = {0};
  if (!isatty(STDOUT_FILENO) || is_for_program(invocation) ||
      wb_cli_value(invocation, "file") != NULL || !wb_record_counts(&job->options))
    return;
  fflush(stdout);
  wb_mistake_begin(&search, &session->course, job->options.puzzle, &job->result);
  wb_mistake_wait(&search, NULL, NULL);
  if (search.why != NULL) {
    const struct wb_report_style style = wb_cli_style(invocation);
    char *words =
        wb_format("%s: `workbench hint %s` says which, and that is no hint yet.",
                  wb_mistake_lead(wb_result_is_of_program(&job->result)), job->options.puzzle);
    wb_write_paragraph(&text, style.width > 0 ? style.width : 80, 2, "→ ", WB_STYLE_PLAIN, words);
    wb_cli_print(invocation, &text);
    free(words);
  }
  wb_mistake_release(&search);
}

int wb_shell_run(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_judgement job = {0};
  struct wb_error err;
  struct wb_judge_start start = {0};
  char *file = NULL, *next = NULL;
  const bool for_program = is_for_program(invocation);
  int code = WB_EXIT_OK;
  enum wb_status status = wb_cli_session_start_run(&session, invocation, &start, &err);
  if (status == WB_OK) status = wb_cli_choose_kernel(invocation, &session, start.slug, &file, &err);
  if (status != WB_OK) goto out;
  wb_session_visit(&session, start.slug);
  if (!for_program) next = wb_session_suggestion(&session, start.slug);
  job.label = start.slug;
  job.options = (struct wb_run_options){
      .course = session.course.root,
      .puzzle = start.slug,
      .file = file,
      .device = wb_cli_value(invocation, "device"),
      .only_case = (int)wb_cli_number(invocation, "case", 0),
      .until_step = (uint32_t)wb_cli_number(invocation, "step", 0),
      .has_seed = wb_cli_value(invocation, "seed") != NULL,
      .seed = wb_cli_number(invocation, "seed", 0),
      .profile = wb_cli_flag(invocation, "stats"),
      .fingerprint = wb_cli_wants_json(invocation),
      .schedule = wb_cli_schedule(invocation, "schedule"),
      .last = true,
      .spare = &start.spare,
  };
  status = wb_cli_judge_one(&job, &err);
  if (status != WB_OK) goto out;
  wb_cli_print_of_spec(start.slug, &job.result);
  if (for_program) {
    wb_cli_print_judge_error(invocation, &job.result);
    print_for_program(invocation, &job.result);
  } else {
    wb_cli_print_result_before(invocation, next, &job.result);
  }
  wb_cli_record_result(&session, &job.options, &job.result);
  print_comparison(invocation, &session, &job);
  offer_mistake(invocation, &session, &job);
  code = wb_exit_of_result(&job.result);
out:
  if (status != WB_OK) {
    if (for_program) print_error(invocation, &job, start.slug, &err);
    code = wb_cli_fail(invocation, &err);
  }
  wb_judgement_release(&job);
  wb_judge_free(start.spare);
  free(start.slug);
  free(file);
  free(next);
  wb_session_close(&session);
  return code;
}

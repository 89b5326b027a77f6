#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "authoring/check_formats.h"
#include "base/str.h"
#include "cli/print.h"
#include "cli/run_one.h"
#include "cli/session.h"

/* check under way. */
struct checking {
  struct wb_course course;
  struct wb_catalog catalog;
  struct wb_check_order order;
  struct wb_check_run run;
  struct wb_check_output output;
  struct wb_str out;
  struct wb_cli_progress progress;
};

/* ---- which checks there are -------------------------------------------------------------- */

enum { NAME_COLUMNS = 22 };

static void print_kinds(const struct wb_invocation *invocation) {
  size_t count;
  const struct wb_check_kind *kinds = wb_check_kinds(&count);
  struct wb_document text = {0};
  for (size_t i = 0; i < count; i++) {
    if (i == 0 || strcmp(kinds[i].part, kinds[i - 1].part) != 0)
      wb_put_line(&text, WB_STYLE_HEADING, "%s", kinds[i].part);
    wb_put_line(&text, WB_STYLE_PLAIN, "  %-*s%s", NAME_COLUMNS, kinds[i].name, kinds[i].summary);
  }
  wb_cli_print(invocation, &text);
}

/* ---- what is to be checked ---------------------------------------------------------------- */

static enum wb_status open_course(struct checking *checking, const struct wb_invocation *invocation,
                                  struct wb_error *err) {
  /* One more than there are processors: a judge's processes now and then wait for one another. */
  const long cores = sysconf(_SC_NPROCESSORS_ONLN), parallel = cores > 0 ? cores + 1 : 1;
  enum wb_status status =
      wb_session_open_course(&checking->course, wb_cli_value(invocation, "course"), err);
  if (status == WB_OK) status = wb_catalog_load(checking->course.root, &checking->catalog, err);
  checking->order = (struct wb_check_order){
      .course = &checking->course,
      .catalog = &checking->catalog,
      .device = wb_cli_value(invocation, "device"),
      .quick = wb_cli_flag(invocation, "quick"),
      .parallel = (size_t)wb_cli_number(invocation, "jobs", (uint64_t)parallel)};
  if (status == WB_OK)
    status = wb_check_order_choose(&checking->order, invocation->operands,
                                   (size_t)invocation->n_operands, err);
  return status;
}

/* ---- the run ------------------------------------------------------------------------------ */

static void write_out(struct checking *checking) {
  wb_cli_progress_clear(&checking->progress);
  fwrite(checking->out.data, 1, checking->out.length, stdout);
  fflush(stdout);
  wb_str_clear(&checking->out);
}

static void report_checked(const struct wb_check_puzzle *puzzle, void *data) {
  struct checking *checking = data;
  const struct wb_checked checked = {.slug = puzzle->slug,
                                     .summary = puzzle->summary,
                                     .report = &puzzle->report,
                                     .tally = &puzzle->tally,
                                     .seconds = (double)puzzle->elapsed_ns / 1e9};
  const struct wb_result told = {.printed = puzzle->printed};
  wb_check_output_puzzle(&checking->output, &checked);
  write_out(checking);
  wb_cli_print_of_spec(puzzle->slug, &told);
}

/* "[####------]  40 %  03-guards wrong/ten.cl, 12 s left" */
static void show_progress(const struct wb_pool *pool, void *data) {
  struct checking *checking = data;
  const struct wb_judgement *running = wb_pool_running(pool);
  const double left = wb_check_run_seconds_left(&checking->run);
  struct wb_str text;
  char bar[64];
  if (running == NULL) return;
  wb_str_init(&text);
  wb_cli_progress_bar((unsigned long)(wb_check_run_share(&checking->run) * 1000), 1000, bar,
                      sizeof bar);
  wb_str_addf(&text, "%s  %s", bar, running->options.puzzle);
  if (running->label != NULL) wb_str_addf(&text, " %s", running->label);
  if (left >= 0) wb_str_addf(&text, ", %.0f s left", left);
  wb_cli_progress_show(&checking->progress, text.data);
  wb_str_release(&text);
}

/* Where single puzzles are checked, what is right with the rest of the course is not asked. */
static void report_course(struct checking *checking) {
  const struct wb_check_report *report = &checking->run.course;
  const struct wb_checked checked = {.slug = "course", .is_course = true, .report = report};
  const bool whole = checking->order.n_puzzles == checking->catalog.count;
  if (report->count == 0 || (!whole && wb_check_count(report, WB_CHECK_FAULT) == 0)) return;
  wb_check_output_puzzle(&checking->output, &checked);
  write_out(checking);
}

static enum wb_status check_all(struct checking *checking, struct wb_error *err) {
  struct wb_interrupt interrupt;
  wb_interrupt_open(&interrupt);
  wb_cli_progress_begin(&checking->progress);
  const struct wb_pool_watch watch = {
      .stop_fd = interrupt.fd, .show = show_progress, .data = checking};
  enum wb_status status = wb_check_run_all(&checking->run, &watch, report_checked, checking, err);
  wb_cli_progress_clear(&checking->progress);
  wb_interrupt_close(&interrupt);
  return status;
}

/* How good a plain comparison of outputs would have been as a judge. */
static char *words_on_let_through(const struct wb_check_tally *tally) {
  if (tally->comparable == 0) return NULL;
  return wb_format(
      "%zu of %zu wrong kernels give the right output here; guard zones and compared "
      "inputs still reject %zu of them",
      tally->right_output, tally->comparable, tally->right_output - tally->let_through);
}

static void end_report(struct checking *checking, const struct wb_error *trouble) {
  char *remark = words_on_let_through(&checking->run.tally);
  if (remark != NULL) wb_list_remark(&checking->output.list, remark);
  wb_list_end(&checking->output.list, trouble);
  write_out(checking);
  free(remark);
}

/* What kept a kernel from being judged; NULL: nothing did. */
static const struct wb_error *trouble_of(const struct checking *checking) {
  return checking->run.trouble.status != WB_OK ? &checking->run.trouble : NULL;
}

/* That tells more than what else was found. */
static int code_of(const struct wb_invocation *invocation, const struct checking *checking) {
  if (trouble_of(checking) != NULL) return wb_cli_fail(invocation, trouble_of(checking));
  return checking->output.list.counts[WB_LIST_FAILED] > 0 ? WB_EXIT_NOT_ACCEPTED : WB_EXIT_OK;
}

int wb_shell_check(const struct wb_invocation *invocation) {
  struct checking checking = {.order = {.parallel = 1}};
  struct wb_error err;
  int code;
  const struct wb_report_style style = wb_cli_style(invocation);
  if (wb_cli_flag(invocation, "list")) {
    print_kinds(invocation);
    return WB_EXIT_OK;
  }
  wb_str_init(&checking.out);
  enum wb_status status = open_course(&checking, invocation, &err);
  if (status == WB_OK) status = wb_check_run_begin(&checking.run, &checking.order, &err);
  if (status == WB_OK) {
    wb_check_output_begin(&checking.output, wb_cli_list_format(invocation, &wb_list_of_checks),
                          &style, checking.course.root, &checking.out);
    checking.output.compares = checking.run.compares;
    checking.output.quick = checking.order.quick;
    report_course(&checking);
    status = check_all(&checking, &err);
    const struct wb_error *trouble = status != WB_OK ? &err : trouble_of(&checking);
    if (status == WB_OK || checking.output.list.format->for_programs)
      end_report(&checking, trouble);
  }
  code = status == WB_OK ? code_of(invocation, &checking) : wb_cli_fail(invocation, &err);
  wb_check_output_release(&checking.output);
  wb_check_run_release(&checking.run);
  wb_str_release(&checking.out);
  wb_check_order_release(&checking.order);
  wb_catalog_release(&checking.catalog);
  wb_course_release(&checking.course);
  return code;
}

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "authoring/book/book.h"
#include "base/clean.h"
#include "base/str.h"
#include "cli/jobs.h"
#include "cli/print.h"
#include "cli/run_one.h"
#include "cli/session.h"

/* A book under way. The solutions that are judged are those of some of the puzzles; their results
 * are kept beside all of them. */
struct making {
  struct wb_course course;
  struct wb_catalog catalog;
  struct wb_interrupt interrupt;
  struct wb_judgement *jobs;
  size_t n_jobs;
  size_t *puzzles; /* beside the jobs: whose solution it is */
  struct wb_result *results;
  struct wb_site site;
};

/* ---- the solutions' traces ------------------------------------------------------------------ */

static void plan_solutions(struct making *making) {
  const struct wb_catalog *catalog = &making->catalog;
  making->jobs = wb_alloc((catalog->count + 1) * sizeof *making->jobs);
  making->puzzles = wb_alloc((catalog->count + 1) * sizeof *making->puzzles);
  for (size_t i = 0; i < catalog->count && wb_book_shows_solutions(catalog); i++) {
    const char *slug = catalog->items[i].slug;
    char *file = wb_course_solution(&making->course, slug);
    if (wb_is_regular_file(file)) {
      making->puzzles[making->n_jobs] = i;
      making->jobs[making->n_jobs++] = (struct wb_judgement){
          .label = slug,
          .options = {.course = making->course.root, .puzzle = slug, .file = file, .trace = true}};
    } else {
      free(file);
    }
  }
}

/* A book must not teach what is wrong. */
static enum wb_status check_solution(const struct wb_judgement *job, struct wb_error *err) {
  enum wb_status status = job->status;
  if (status != WB_OK) {
    *err = job->error;
  } else if (job->result.verdict == WB_VERDICT_JUDGE_ERROR) {
    status = wb_fail(err, job->result.cause, "%s: %s (--no-traces makes the book without steps)",
                     job->label, job->result.detail);
  } else if (job->result.verdict != WB_VERDICT_ACCEPTED) {
    status = wb_fail(err, WB_ERR_SPEC,
                     "the solution of %s is not accepted: %s; `workbench check %s` says more",
                     job->label, wb_verdict_name(job->result.verdict), job->label);
  }
  return status;
}

static enum wb_status trace_solutions(struct making *making, const struct wb_invocation *invocation,
                                      struct wb_error *err) {
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  struct wb_cli_progress progress;
  wb_cli_progress_begin(&progress);
  struct wb_jobs jobs = {
      .items = making->jobs,
      .count = making->n_jobs,
      .parallel = (size_t)wb_cli_number(invocation, "jobs", cores > 0 ? (uint64_t)cores : 1),
      .interrupt = &making->interrupt,
      .progress = &progress};
  enum wb_status status = wb_jobs_run(&jobs, err);
  making->results = wb_alloc(making->catalog.count * sizeof *making->results);
  for (size_t i = 0; status == WB_OK && i < making->n_jobs; i++) {
    status = check_solution(&making->jobs[i], err);
    making->results[making->puzzles[i]] = making->jobs[i].result;
  }
  return status;
}

/* ---- the command --------------------------------------------------------------------------- */

static enum wb_status make_book(struct making *making, const struct wb_invocation *invocation,
                                struct wb_error *err) {
  const char *folder = wb_cli_operand(invocation);
  enum wb_status status = wb_site_check_target(&wb_book_site, folder, err);
  if (status == WB_OK)
    status = wb_session_open_course(&making->course, wb_cli_value(invocation, "course"), err);
  if (status == WB_OK) status = wb_catalog_load(making->course.root, &making->catalog, err);
  if (status == WB_OK) status = wb_book_check(&making->catalog, err);
  if (status == WB_OK && !wb_cli_flag(invocation, "no-traces")) {
    plan_solutions(making);
    status = trace_solutions(making, invocation, err);
  }
  const struct wb_book book = {
      .course = &making->course, .catalog = &making->catalog, .solutions = making->results};
  if (status == WB_OK) status = wb_site_begin(&making->site, &wb_book_site, folder, err);
  if (status == WB_OK) status = wb_book_make(&book, &making->site, err);
  if (status == WB_OK && wb_interrupt_pressed(&making->interrupt))
    status = wb_fail(err, WB_ERR_CANCELLED, "interrupted; nothing was written");
  if (status == WB_OK) status = wb_site_publish(&making->site, err);
  return status;
}

static void print_done(const struct making *making, const char *folder) {
  const char *slash = wb_ends_with(folder, "/") ? "" : "/";
  struct wb_str shown;
  wb_str_init(&shown);
  wb_clean_text(&shown, folder, strlen(folder));
  printf("Wrote %zu files. Begin with %s%sindex.html.\n", making->site.files.count, shown.data,
         slash);
  wb_str_release(&shown);
}

static void release(struct making *making) {
  for (size_t i = 0; i < making->n_jobs; i++) {
    free((char *)making->jobs[i].options.file);
    wb_judgement_release(&making->jobs[i]);
  }
  wb_site_close(&making->site);
  free(making->jobs);
  free(making->puzzles);
  free(making->results);
  wb_catalog_release(&making->catalog);
  wb_course_release(&making->course);
}

int wb_shell_book(const struct wb_invocation *invocation) {
  struct making making = {0};
  struct wb_error err;
  int code = WB_EXIT_OK;
  const char *folder = wb_cli_operand(invocation);
  wb_interrupt_open(&making.interrupt);
  enum wb_status status =
      folder != NULL ? make_book(&making, invocation, &err)
                     : wb_fail(&err, WB_ERR_USAGE,
                               "which folder? `workbench book site` makes the folder site");
  if (status == WB_OK)
    print_done(&making, folder);
  else
    code = wb_cli_fail(invocation, &err);
  wb_interrupt_close(&making.interrupt);
  release(&making);
  return code;
}

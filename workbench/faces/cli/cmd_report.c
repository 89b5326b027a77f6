#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clean.h"
#include "cli/print.h"
#include "cli/progress.h"
#include "cli/run_one.h"
#include "grading/class_report.h"
#include "grading/judging.h"

enum { OLD_RUNS = 32 };

/* A report under way. */
struct reporting {
  const struct wb_invocation *invocation;
  struct wb_course course;
  struct wb_catalog catalog;
  struct wb_run_folder run;
  struct wb_run_records *records;
  struct wb_site site;
  struct wb_cli_progress progress;
  struct wb_interrupt interrupt;
  struct wb_pool_watch watch;
  const char *old[OLD_RUNS];
  struct wb_secret secret;
  struct wb_class_report_order order;
  struct wb_class_report_counts counts;
};

static void show_judging(const struct wb_pool *pool, void *data) {
  struct reporting *reporting = data;
  const struct wb_judgement *running = wb_pool_running(pool);
  char *words = wb_format("judging the course's wrong kernels: %s",
                          running != NULL ? running->options.puzzle : "");
  wb_cli_progress_show(&reporting->progress, words);
  free(words);
}

static enum wb_status check_usage(const struct wb_invocation *invocation, struct wb_error *err) {
  const bool staff = wb_cli_flag(invocation, "staff");
  if (invocation->n_operands < 2)
    return wb_fail(err, WB_ERR_USAGE, "where to? `workbench report RUN OUT` makes the folder OUT");
  if (!staff && (wb_cli_flag(invocation, "names") || wb_cli_value(invocation, "old") != NULL ||
                 wb_cli_value(invocation, "secret") != NULL))
    return wb_fail(err, WB_ERR_USAGE, "--names, --old and --secret are for --staff alone");
  if (!staff && !wb_cli_flag(invocation, "sources") && wb_cli_flag(invocation, "steps"))
    return wb_fail(err, WB_ERR_USAGE,
                   "--steps quotes what everybody wrote: it needs --staff, or --sources, which "
                   "shows that to all");
  if (wb_site_is_there(&wb_class_report_site, invocation->operands[1]) &&
      !wb_cli_flag(invocation, "force"))
    return wb_fail(err, WB_ERR_USAGE, "%s has a report already; --force replaces it",
                   invocation->operands[1]);
  return wb_site_check_target(&wb_class_report_site, invocation->operands[1], err);
}

static enum wb_status open_all(struct reporting *reporting, struct wb_error *err) {
  const struct wb_invocation *invocation = reporting->invocation;
  const char *course = wb_cli_value(invocation, "course");
  enum wb_status status = wb_run_folder_open(&reporting->run, invocation->operands[0], false, err);
  if (status == WB_OK)
    status = wb_run_records_open(&reporting->records, &reporting->run, false, err);
  if (status == WB_OK && !wb_run_records_are_taken(reporting->records))
    status = wb_fail(err, WB_ERR_USAGE,
                     "%s has not got all submissions yet: `workbench grade --out %s` goes on",
                     invocation->operands[0], invocation->operands[0]);
  if (status == WB_OK) status = wb_session_open_course(&reporting->course, course, err);
  if (status == WB_OK) status = wb_catalog_load(reporting->course.root, &reporting->catalog, err);
  return status;
}

/* Which attempt counts follows from the assignment as the course has it now. */
static enum wb_status find_assignment(struct reporting *reporting, struct wb_error *err) {
  const struct wb_course_summary *course = &reporting->catalog.course;
  const char *name = reporting->run.about.assignment;
  if (name == NULL) return WB_OK;
  reporting->order.assignment =
      wb_assignment_named(course->assignments, course->n_assignments, name);
  return reporting->order.assignment != NULL
             ? WB_OK
             : wb_fail(err, WB_ERR_SPEC,
                       "the run is of assignment %s, which %s does not have; name its course with "
                       "--course",
                       name, reporting->course.root);
}

/* Where it is not here, the report says what it lacks for that. */
static enum wb_status find_secret(struct reporting *reporting, struct wb_error *err) {
  const char *path = wb_cli_value(reporting->invocation, "secret");
  if (!reporting->order.staff || reporting->run.about.seed != WB_SEEDS_OF_COURSE) return WB_OK;
  enum wb_status status = wb_run_secret(&reporting->run, path, &reporting->secret, err);
  if (status == WB_OK) reporting->order.secret = &reporting->secret;
  return path != NULL ? status : WB_OK;
}

static enum wb_status make_report(struct reporting *reporting, struct wb_error *err) {
  const struct wb_invocation *invocation = reporting->invocation;
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  reporting->watch = (struct wb_pool_watch){
      .stop_fd = reporting->interrupt.fd, .show = show_judging, .data = reporting};
  struct wb_class_report_order *order = &reporting->order;
  *order = (struct wb_class_report_order){
      .run = &reporting->run,
      .course = &reporting->course,
      .catalog = &reporting->catalog,
      .old = reporting->old,
      .n_old = wb_cli_values(invocation, "old", reporting->old, OLD_RUNS),
      .staff = wb_cli_flag(invocation, "staff"),
      .names = wb_cli_flag(invocation, "names"),
      .sources = wb_cli_flag(invocation, "sources"),
      .steps = wb_cli_flag(invocation, "steps"),
      .released = wb_cli_flag(invocation, "released"),
      .parallel = (size_t)wb_cli_number(invocation, "jobs", cores > 0 ? (uint64_t)cores : 1),
      .watch = &reporting->watch};
  enum wb_status status = open_all(reporting, err);
  order->records = reporting->records;
  if (status == WB_OK) status = find_assignment(reporting, err);
  if (status == WB_OK) status = find_secret(reporting, err);
  if (status == WB_OK)
    status = wb_site_begin(&reporting->site, &wb_class_report_site, invocation->operands[1], err);
  if (status == WB_OK)
    status = wb_class_report_make(order, &reporting->site, &reporting->counts, err);
  if (status == WB_OK) status = wb_site_publish(&reporting->site, err);
  return status;
}

static void print_done(const struct reporting *reporting) {
  const char *folder = reporting->invocation->operands[1];
  struct wb_str shown;
  wb_str_init(&shown);
  wb_clean_text(&shown, folder, strlen(folder));
  printf("Wrote %zu files. Begin with %s%sindex.html.\n", reporting->site.files.count, shown.data,
         wb_ends_with(folder, "/") ? "" : "/");
  if (reporting->counts.unjudged > 0)
    fprintf(stderr,
            "workbench report: of %zu of %zu submissions not all is judged: "
            "`workbench grade --out RUN` goes on\n",
            reporting->counts.unjudged, reporting->counts.all);
  wb_str_release(&shown);
}

int wb_shell_report(const struct wb_invocation *invocation) {
  struct reporting reporting = {.invocation = invocation, .run = {.lock = -1}};
  struct wb_error err;
  setenv("WORKBENCH_CACHE", "off", 0);
  umask(077); /* what learners wrote is for whoever graded it, until that one says otherwise */
  wb_cli_progress_begin(&reporting.progress);
  wb_interrupt_open(&reporting.interrupt);
  enum wb_status status = check_usage(invocation, &err);
  if (status == WB_OK) status = make_report(&reporting, &err);
  wb_cli_progress_clear(&reporting.progress);
  wb_interrupt_close(&reporting.interrupt);
  if (status == WB_OK) print_done(&reporting);
  const int code = status == WB_OK ? WB_EXIT_OK : wb_cli_fail(invocation, &err);
  wb_site_close(&reporting.site);
  wb_run_records_close(reporting.records);
  wb_run_folder_close(&reporting.run);
  wb_catalog_release(&reporting.catalog);
  wb_course_release(&reporting.course);
  return code;
}

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/str.h"
#include "cli/run_one.h"
#include "cli/print.h"
#include "session/watch.h"

/* The file, and whether it was saved during the last run. */
struct watching {
  struct wb_watch watch;
  bool outdated;
};

static uint64_t now_ms(void) { return wb_clock_ns() / 1000000U; }

/* A file that is gone for a moment, between an editor's delete and rename, has not been
 * saved yet. */
static bool is_saved(struct wb_watch *watch) {
  return wb_watch_check(watch, now_ms()) && wb_file_exists(watch->path);
}

/* Asked while a run is under way: a newer version makes it pointless. */
static bool is_outdated(void *data) {
  struct watching *watching = data;
  watching->outdated = watching->outdated || is_saved(&watching->watch);
  return watching->outdated;
}

/* False when `stop_fd` becomes readable first. */
static bool wait_for_save(struct wb_watch *watch, int stop_fd) {
  struct pollfd items[] = {{.fd = stop_fd, .events = POLLIN}, {.fd = watch->fd, .events = POLLIN}};
  bool saved = false;
  while (!saved && items[0].revents == 0) {
    poll(items, 2, wb_watch_timeout(watch, now_ms()));
    saved = is_saved(watch);
  }
  return items[0].revents == 0;
}

static void print_heading(const struct wb_invocation *invocation, const char *slug) {
  struct wb_document text = {0};
  char clock[16] = "";
  time_t now = time(NULL);
  struct tm local;
  if (localtime_r(&now, &local) != NULL) strftime(clock, sizeof clock, "%H:%M:%S", &local);
  wb_put_line(&text, WB_STYLE_DIM, "── %s  %s ──", clock, slug);
  wb_cli_print(invocation, &text);
}

static void print_outcome(const struct wb_invocation *invocation, struct wb_session *session,
                          struct wb_judgement *job) {
  struct wb_document text = {0};
  print_heading(invocation, job->options.puzzle);
  if (job->status == WB_OK) {
    wb_cli_print_of_spec(job->options.puzzle, &job->result);
    wb_cli_print_result(invocation, session, &job->result);
    wb_cli_record_result(session, &job->options, &job->result);
  } else {
    wb_cli_fail(invocation, &job->error);
  }
  wb_put_line(&text, WB_STYLE_DIM, "Waiting for the next save of %s. Ctrl-C ends.",
              wb_short_path(job->options.file));
  wb_cli_print(invocation, &text);
  fflush(stdout);
}

/* Judges once; WB_ERR_CANCELLED on Ctrl-C, WB_OK also where a newer version
 * cut the run short. */
static enum wb_status judge_once(const struct wb_invocation *invocation, struct wb_session *session,
                                 const struct wb_run_options *options,
                                 const struct wb_interrupt *interrupt, struct watching *watching,
                                 struct wb_error *err) {
  struct wb_judgement job = {.options = *options, .label = options->puzzle};
  struct wb_cli_progress progress;
  wb_cli_progress_begin(&progress);
  struct wb_jobs jobs = {.items = &job,
                         .count = 1,
                         .parallel = 1,
                         .interrupt = interrupt,
                         .progress = &progress,
                         .stop = is_outdated,
                         .data = watching};
  watching->outdated = false;
  enum wb_status status = wb_jobs_run(&jobs, err);
  if (status == WB_OK)
    print_outcome(invocation, session, &job);
  else if (!wb_interrupt_pressed(interrupt))
    status = WB_OK;
  wb_judgement_release(&job);
  return status;
}

static void watch_kernel(const struct wb_invocation *invocation, struct wb_session *session,
                         struct wb_run_options *options, struct wb_error *err) {
  struct wb_interrupt interrupt;
  struct watching watching = {0};
  struct wb_judge *spare = NULL;
  enum wb_status status = WB_OK;
  options->spare = &spare;
  options->keeps_on = true;
  wb_interrupt_open(&interrupt);
  wb_watch_init(&watching.watch);
  wb_watch_set(&watching.watch, options->file);
  do {
    status = judge_once(invocation, session, options, &interrupt, &watching, err);
    if (status == WB_OK) wb_judge_spare_keep(&spare, options->course, options->device);
  } while (status == WB_OK && (watching.outdated || wait_for_save(&watching.watch, interrupt.fd)));
  if (status == WB_OK) wb_fail(err, WB_ERR_CANCELLED, "interrupted");
  options->spare = NULL;
  wb_judge_free(spare);
  wb_watch_release(&watching.watch);
  wb_interrupt_close(&interrupt);
}

int wb_shell_watch(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_error err;
  const struct wb_puzzle_summary *puzzle = NULL;
  char *file = NULL;
  enum wb_status status = wb_cli_session_start(&session, invocation, &puzzle, &err);
  if (status == WB_OK) status = wb_cli_begin_work(&session, puzzle->slug, &file, &err);
  if (status == WB_OK) {
    wb_session_visit(&session, puzzle->slug);
    struct wb_run_options options = {.course = session.course.root,
                                     .puzzle = puzzle->slug,
                                     .file = file,
                                     .device = wb_cli_value(invocation, "device"),
                                     .schedule = wb_cli_schedule(invocation, "schedule")};
    watch_kernel(invocation, &session, &options, &err); /* ends with an error, if only Ctrl-C's */
  }
  int code = wb_cli_fail(invocation, &err);
  free(file);
  wb_session_close(&session);
  return code;
}

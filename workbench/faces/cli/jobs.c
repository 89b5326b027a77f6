#include "cli/jobs.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

enum { TICK_MS = 100 };

void wb_job_release(struct wb_job *job) {
  wb_judge_free(job->judge);
  job->judge = NULL;
  wb_result_release(&job->result);
  memset(&job->result, 0, sizeof job->result);
}

static void start_job(struct wb_job *job) {
  if (job->skip) {
    job->done = true;
    return;
  }
  job->status = wb_run_start(&job->options, &job->judge, &job->error);
  job->compiling = true;
  if (job->status != WB_OK) job->done = true;
}

static void take_event(struct wb_job *job, struct wb_event *event) {
  switch (event->kind) {
    case WB_EVENT_COMPILING:
      job->compiling = true;
      break;
    case WB_EVENT_CASE:
      job->compiling = false;
      job->case_index = event->index;
      job->case_total = event->total;
      break;
    case WB_EVENT_RESULT:
      job->result = *event->result;
      free(event->result); /* its members are the job's now */
      event->result = NULL;
      job->done = true;
      break;
    default:
      break;
  }
}

/* Takes all events that are there. */
static void advance(struct wb_job *job) {
  bool more = true;
  while (more && !job->done) {
    struct wb_event event;
    memset(&event, 0, sizeof event);
    job->status = wb_judge_next(job->judge, &event, &job->error);
    if (job->status == WB_OK) take_event(job, &event);
    if (job->status != WB_OK) job->done = true;
    more = event.kind != WB_EVENT_NONE;
    wb_event_release(&event);
  }
  if (job->done) {
    wb_judge_free(job->judge);
    job->judge = NULL;
  }
}

static void show_progress(const struct wb_jobs *jobs, size_t done) {
  const struct wb_job *running = NULL;
  struct wb_str text;
  char bar[64];
  if (jobs->progress == NULL) return;
  for (size_t i = 0; i < jobs->count && running == NULL; i++)
    if (jobs->items[i].judge != NULL) running = &jobs->items[i];
  if (running == NULL) return;
  wb_str_init(&text);
  if (jobs->count > 1)
    wb_str_addf(&text, "%s  ", wb_progress_bar(done, jobs->count, bar, sizeof bar));
  wb_str_add(&text, running->label);
  if (running->compiling)
    wb_str_add(&text, ": compiling");
  else if (running->case_total > 0)
    wb_str_addf(&text, ": case %zu of %zu, %zu %%", running->case_index, running->case_total,
                (running->case_index - (running->case_index > 0)) * 100 / running->case_total);
  wb_progress_show(jobs->progress, text.data);
  wb_str_release(&text);
}

/* Waits for an event of any judge, for Ctrl-C, or for the next tick. */
static void wait_for_events(const struct wb_jobs *jobs, struct pollfd *items) {
  nfds_t count = 0;
  for (size_t i = 0; i < jobs->count; i++)
    if (jobs->items[i].judge != NULL)
      items[count++] = (struct pollfd){.fd = wb_judge_fd(jobs->items[i].judge), .events = POLLIN};
  items[count++] = (struct pollfd){.fd = jobs->interrupt->fd, .events = POLLIN};
  poll(items, count, TICK_MS);
}

static size_t count_running(const struct wb_jobs *jobs) {
  size_t running = 0;
  for (size_t i = 0; i < jobs->count; i++) running += jobs->items[i].judge != NULL;
  return running;
}

/* Starts what may run, and hands over what is done, in order. */
static void shift(struct wb_jobs *jobs, size_t *next, size_t *reported) {
  while (*next < jobs->count && count_running(jobs) < jobs->parallel)
    start_job(&jobs->items[(*next)++]);
  for (size_t i = 0; i < *next; i++)
    if (jobs->items[i].judge != NULL) advance(&jobs->items[i]);
  for (; *reported < *next && jobs->items[*reported].done; (*reported)++) {
    if (jobs->finished == NULL) continue;
    if (jobs->progress != NULL) wb_progress_clear(jobs->progress);
    jobs->finished(&jobs->items[*reported], jobs->data);
  }
}

static bool must_stop(const struct wb_jobs *jobs) {
  return wb_interrupt_pressed(jobs->interrupt) || (jobs->stop != NULL && jobs->stop(jobs->data));
}

enum wb_status wb_jobs_run(struct wb_jobs *jobs, struct wb_error *err) {
  size_t next = 0, reported = 0;
  enum wb_status status = WB_OK;
  struct pollfd *items = wb_alloc((jobs->count + 1) * sizeof *items);
  shift(jobs, &next, &reported);
  while (reported < jobs->count && status == WB_OK) {
    show_progress(jobs, reported);
    /* A slot that became free is filled before waiting. */
    if (next == jobs->count || count_running(jobs) >= jobs->parallel) wait_for_events(jobs, items);
    if (must_stop(jobs))
      status = wb_fail(err, WB_ERR_CANCELLED, "interrupted");
    else
      shift(jobs, &next, &reported);
  }
  if (jobs->progress != NULL) wb_progress_clear(jobs->progress);
  for (size_t i = 0; i < jobs->count && status != WB_OK; i++) {
    wb_judge_free(jobs->items[i].judge);
    jobs->items[i].judge = NULL;
  }
  free(items);
  return status;
}

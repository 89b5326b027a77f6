#include "cli/jobs.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"

enum { TICK_MS = 100 };

void wb_job_release(struct wb_job *job) {
  wb_run_task_cancel(&job->task);
  wb_result_release(&job->result);
  memset(&job->result, 0, sizeof job->result);
}

static bool is_running(const struct wb_job *job) { return job->task.judge != NULL; }

static void start_job(struct wb_job *job) {
  if (!job->skip) job->status = wb_run_task_start(&job->task, &job->options, &job->error);
  job->done = job->skip || job->status != WB_OK;
}

/* Takes all events that are there. */
static void advance_job(struct wb_job *job) {
  enum wb_run_step step = WB_RUN_STEP_EVENT;
  while (step == WB_RUN_STEP_EVENT) step = wb_run_task_step(&job->task);
  if (step != WB_RUN_STEP_ENDED) return;
  struct wb_result *result = wb_run_task_take(&job->task);
  job->done = true;
  job->status = job->task.status;
  job->error = job->task.error;
  if (result != NULL) job->result = *result; /* its members are the job's now */
  free(result);
}

static void show_progress(const struct wb_jobs *jobs, size_t done) {
  const struct wb_job *running = NULL;
  struct wb_str text;
  char bar[64];
  if (jobs->progress == NULL) return;
  for (size_t i = 0; i < jobs->count && running == NULL; i++)
    if (is_running(&jobs->items[i])) running = &jobs->items[i];
  if (running == NULL) return;
  wb_str_init(&text);
  if (jobs->count > 1)
    wb_str_addf(&text, "%s  ", wb_cli_progress_bar(done, jobs->count, bar, sizeof bar));
  wb_str_add(&text, running->label);
  const struct wb_run_task *task = &running->task;
  if (task->compiling || task->case_total == 0)
    wb_str_add(&text, ": compiling");
  else
    wb_str_addf(&text, ": case %zu of %zu, %u %%", task->case_index, task->case_total,
                wb_run_task_percent(task));
  wb_cli_progress_show(jobs->progress, text.data);
  wb_str_release(&text);
}

/* Waits for an event of any judge, for Ctrl-C, or for the next tick. */
static void wait_for_events(const struct wb_jobs *jobs, struct pollfd *items) {
  nfds_t count = 0;
  for (size_t i = 0; i < jobs->count; i++)
    if (is_running(&jobs->items[i]))
      items[count++] =
          (struct pollfd){.fd = wb_run_task_fd(&jobs->items[i].task), .events = POLLIN};
  items[count++] = (struct pollfd){.fd = jobs->interrupt->fd, .events = POLLIN};
  poll(items, count, TICK_MS);
}

static size_t count_running(const struct wb_jobs *jobs) {
  size_t running = 0;
  for (size_t i = 0; i < jobs->count; i++) running += is_running(&jobs->items[i]);
  return running;
}

/* Starts what may run, and hands over what is done, in order. */
static void shift_jobs(struct wb_jobs *jobs, size_t *next, size_t *reported) {
  while (*next < jobs->count && count_running(jobs) < jobs->parallel)
    start_job(&jobs->items[(*next)++]);
  for (size_t i = 0; i < *next; i++)
    if (is_running(&jobs->items[i])) advance_job(&jobs->items[i]);
  for (; *reported < *next && jobs->items[*reported].done; (*reported)++) {
    if (jobs->finished == NULL) continue;
    if (jobs->progress != NULL) wb_cli_progress_clear(jobs->progress);
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
  shift_jobs(jobs, &next, &reported);
  while (reported < jobs->count && status == WB_OK) {
    show_progress(jobs, reported);
    /* A slot that became free is filled before waiting. */
    if (next == jobs->count || count_running(jobs) >= jobs->parallel) wait_for_events(jobs, items);
    if (must_stop(jobs))
      status = wb_fail(err, WB_ERR_CANCELLED, "interrupted");
    else
      shift_jobs(jobs, &next, &reported);
  }
  if (jobs->progress != NULL) wb_cli_progress_clear(jobs->progress);
  for (size_t i = 0; i < jobs->count && status != WB_OK; i++)
    wb_run_task_cancel(&jobs->items[i].task);
  free(items);
  return status;
}

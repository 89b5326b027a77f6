#include "cli/jobs.h"

#include "base/str.h"

static void show_progress(const struct wb_pool *pool, void *data) {
  const struct wb_jobs *jobs = data;
  const struct wb_judgement *running = wb_pool_running(pool);
  struct wb_str text;
  char bar[64];
  if (jobs->progress == NULL || running == NULL) return;
  wb_str_init(&text);
  if (jobs->count > 1)
    wb_str_addf(&text, "%s  ", wb_cli_progress_bar(jobs->reported, jobs->count, bar, sizeof bar));
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

/* Hands over what has ended, in order. */
static void report_ended(struct wb_judgement *ended, void *data) {
  struct wb_jobs *jobs = data;
  (void)ended;
  for (; jobs->reported < jobs->count && jobs->items[jobs->reported].done; jobs->reported++) {
    if (jobs->finished == NULL) continue;
    if (jobs->progress != NULL) wb_cli_progress_clear(jobs->progress);
    jobs->finished(&jobs->items[jobs->reported], jobs->data);
  }
}

static bool has_to_stop(void *data) {
  const struct wb_jobs *jobs = data;
  return jobs->stop != NULL && jobs->stop(jobs->data);
}

enum wb_status wb_jobs_run(struct wb_jobs *jobs, struct wb_error *err) {
  struct wb_pool pool = {.parallel = jobs->parallel};
  const struct wb_pool_watch watch = {
      .stop_fd = jobs->interrupt->fd, .stop = has_to_stop, .show = show_progress, .data = jobs};
  for (size_t i = 0; i < jobs->count; i++) {
    jobs->items[i].ended = report_ended;
    jobs->items[i].data = jobs;
    wb_pool_add(&pool, &jobs->items[i]);
  }
  enum wb_status status = wb_pool_run(&pool, &watch, err);
  if (jobs->progress != NULL) wb_cli_progress_clear(jobs->progress);
  wb_pool_release(&pool);
  return status;
}

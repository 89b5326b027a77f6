/* Runs of the judge, one or several at a time, until all are done or somebody
 * wants to stop. One loop for run, watch and check-all. */
#ifndef WB_CLI_JOBS_H
#define WB_CLI_JOBS_H

#include "cli/progress.h"
#include "session/run_task.h"

struct wb_job {
  struct wb_run_options options; /* texts are the caller's */
  const char *label;             /* for the progress line */
  bool skip;                     /* nothing to run: done from the start */
  bool done;
  enum wb_status status; /* when done: WB_OK, and `result` is set, or `error` */
  struct wb_error error;
  struct wb_result result;
  struct wb_run_task task;
};
void wb_job_release(struct wb_job *job);

struct wb_jobs {
  struct wb_job *items;
  size_t count;
  size_t parallel; /* at least 1 */
  const struct wb_interrupt *interrupt;
  struct wb_cli_progress *progress; /* NULL: none */
  /* Called once for each job in the order of `items`, as soon as it and all
   * before it are done. May be NULL. */
  void (*finished)(struct wb_job *job, void *data);
  /* Asked ten times a second: true gives up, as a Ctrl-C does. May be NULL. */
  bool (*stop)(void *data);
  void *data;
};

/* WB_ERR_CANCELLED after Ctrl-C or `stop`: every judge has been ended then.
 * A job that failed is that job's status, not this function's. */
enum wb_status wb_jobs_run(struct wb_jobs *jobs, struct wb_error *err);

#endif

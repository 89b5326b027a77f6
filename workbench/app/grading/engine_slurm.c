/* Slurm: a plan is one array of jobs. It is found again by its name, which is random, and never by
 * its number: a controller that dies before it has written down what it took gives the number to
 * somebody else's job. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "grading/engine_tool.h"

enum { SUBMIT_TRIES = 6, FIRST_PAUSE_MS = 500, ARGUMENTS_MAX = 20 };

/* What each task of the array runs: this program, on the shard of its number. */
static enum wb_status write_script(const struct wb_shard_plan *plan, const char *path,
                                   struct wb_error *err) {
  char *program = realpath("/proc/self/exe", NULL);
  if (program == NULL) return wb_fail_errno(err, "cannot find this program");
  struct wb_str text;
  wb_str_init(&text);
  wb_str_add(&text, "#!/bin/sh\nexec ");
  wb_engine_quote(&text, program);
  wb_str_addf(&text, " grade --jobs %u --shard ", plan->jobs);
  wb_engine_quote(&text, plan->path);
  wb_str_add(&text, "/\"$SLURM_ARRAY_TASK_ID\".json\n");
  enum wb_status status = wb_file_write_atomic(path, text.data, text.length, err);
  wb_str_release(&text);
  free(program);
  return status;
}

/* Paths below the run are relative to it: in an absolute one Slurm would take "%" for a field. */
static enum wb_status submit(const struct wb_engine_job *job, const char *script,
                             struct wb_error *err) {
  const struct wb_shard_plan *plan = job->plan;
  char *shards = wb_path_dirname(plan->path);
  char *run = wb_path_dirname(shards);
  char *texts[] = {wb_format("--job-name=grade-%s", plan->id),
                   wb_format("--array=1-%u", plan->shards),
                   wb_format("--chdir=%s", run),
                   wb_format("--output=shards/%s/log/%%a.txt", wb_path_basename(plan->path)),
                   wb_format("--cpus-per-task=%u", plan->jobs),
                   plan->partition != NULL ? wb_format("--partition=%s", plan->partition) : NULL,
                   plan->gres != NULL ? wb_format("--gres=%s", plan->gres) : NULL};
  enum { TEXTS = sizeof texts / sizeof texts[0] };
  const char *argv[ARGUMENTS_MAX] = {"sbatch", "--parsable", "--requeue", "--open-mode=append"};
  size_t count = 4;
  struct wb_str number;
  wb_str_init(&number);
  for (size_t i = 0; i < TEXTS; i++)
    if (texts[i] != NULL) argv[count++] = texts[i];
  argv[count] = script;
  enum wb_status status = wb_engine_tool(job, argv, &number, err);
  for (size_t i = 0; i < TEXTS; i++) free(texts[i]);
  wb_str_release(&number);
  free(run);
  free(shards);
  return status;
}

/* What could not be started on a node is held, until somebody says that it may be tried again. */
static void release_held(const struct wb_engine_job *job) {
  char *name = wb_format("jobname=grade-%s", job->plan->id);
  const char *const argv[] = {"scontrol", "release", name, NULL};
  struct wb_str out;
  wb_str_init(&out);
  wb_engine_tool(job, argv, &out, NULL);
  wb_str_release(&out);
  free(name);
}

static enum wb_status poll_array(struct wb_engine_job *job, bool *busy, struct wb_error *err) {
  char *name = wb_format("--name=grade-%s", job->plan->id);
  const char *const argv[] = {"squeue", "--noheader", "--array", name, "--format=%i %r", NULL};
  struct wb_str tasks;
  wb_str_init(&tasks);
  enum wb_status status = wb_engine_tool(job, argv, &tasks, err);
  *busy = tasks.length > 0;
  if (*busy && strstr(tasks.data, "launch failed requeued held") != NULL) release_held(job);
  wb_str_release(&tasks);
  free(name);
  return status;
}

/* A busy controller refuses, or takes a job and does not say so. */
static enum wb_status start_array(struct wb_engine_job *job, struct wb_error *err) {
  char *script = wb_path_join(job->plan->path, "job.sh");
  enum wb_status status = write_script(job->plan, script, err);
  bool busy = false, is_over = status != WB_OK;
  int pause_ms = FIRST_PAUSE_MS;
  for (int i = 0; i < SUBMIT_TRIES && !is_over; i++, pause_ms *= 2) {
    if (i > 0) status = wb_engine_wait(job, pause_ms, err);
    if (status != WB_ERR_CANCELLED && poll_array(job, &busy, NULL) == WB_OK && busy)
      status = WB_OK;
    else if (status != WB_ERR_CANCELLED)
      status = submit(job, script, err);
    is_over = status != WB_ERR_IO;
  }
  if (status == WB_ERR_IO && err != NULL) err->status = status = WB_ERR_MISSING;
  free(script);
  return status;
}

static void cancel_array(struct wb_engine_job *job) {
  char *name = wb_format("--name=grade-%s", job->plan->id);
  const char *const argv[] = {"scancel", name, NULL};
  struct wb_str out;
  wb_str_init(&out);
  wb_engine_tool(job, argv, &out, NULL);
  wb_str_release(&out);
  free(name);
}

const struct wb_grading_engine wb_engine_slurm = {.name = "slurm",
                                                  .start = start_array,
                                                  .poll = poll_array,
                                                  .cancel = cancel_array,
                                                  .outlives = true,
                                                  .least_ms = 500,
                                                  .most_ms = 30000};

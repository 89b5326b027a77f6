/* A command of the person's own for each shard, or one for all of them: `ssh`, `parallel`, whatever
 * runs `workbench grade --shard FILE` somewhere. Its exit code says nothing. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grading/engine_tool.h"

static const char SHARD[] = "{shard}", LIST[] = "{list}";

/* The command with its shard's file, or the file that lists them all, in place of the words. */
static char *command_of(const struct wb_shard_plan *plan, uint32_t number) {
  struct wb_str out;
  char *shard = wb_shard_path(plan, number), *list = wb_path_join(plan->path, "list");
  wb_str_init(&out);
  for (const char *rest = plan->command; *rest != '\0';) {
    const bool is_shard = wb_starts_with(rest, SHARD), is_list = wb_starts_with(rest, LIST);
    if (is_shard || is_list) wb_engine_quote(&out, is_shard ? shard : list);
    if (!is_shard && !is_list) wb_str_add_char(&out, *rest);
    rest += is_shard ? strlen(SHARD) : is_list ? strlen(LIST) : 1;
  }
  free(list);
  free(shard);
  return wb_str_detach(&out);
}

static uint32_t count_commands(const struct wb_shard_plan *plan) {
  return strstr(plan->command, SHARD) != NULL ? plan->shards : 1;
}

static enum wb_status start_command(struct wb_engine_job *job, struct wb_process *process,
                                    uint32_t number, struct wb_error *err) {
  char *command = command_of(job->plan, number);
  char *path = wb_format("%s/log/%u.txt", job->plan->path, number);
  const int log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  const char *const argv[] = {"/bin/sh", "-c", command, NULL};
  const struct wb_fd_map fds[] = {{log, STDOUT_FILENO}, {log, STDERR_FILENO}};
  const struct wb_spawn spawn = {
      .argv = argv, .fds = fds, .n_fds = 2, .new_group = true, .die_with_parent = true};
  enum wb_status status = log >= 0 ? wb_process_spawn(process, &spawn, err)
                                   : wb_fail_errno(err, "cannot make %s", path);
  if (log >= 0) close(log);
  free(path);
  free(command);
  return status;
}

static enum wb_status write_list(const struct wb_shard_plan *plan, struct wb_error *err) {
  struct wb_str text;
  char *path = wb_path_join(plan->path, "list");
  wb_str_init(&text);
  for (uint32_t i = 1; i <= plan->shards; i++) {
    char *shard = wb_shard_path(plan, i);
    wb_str_addf(&text, "%s\n", shard);
    free(shard);
  }
  enum wb_status status = wb_file_write_atomic(path, text.data, text.length, err);
  wb_str_release(&text);
  free(path);
  return status;
}

static enum wb_status start_commands(struct wb_engine_job *job, struct wb_error *err) {
  job->commands = wb_alloc(job->at_a_time * sizeof *job->commands);
  job->begun = 0;
  return write_list(job->plan, err);
}

/* Also begins the next ones in place of those that have ended. */
static enum wb_status poll_commands(struct wb_engine_job *job, bool *busy, struct wb_error *err) {
  enum wb_status status = WB_OK;
  *busy = false;
  for (size_t i = 0; i < job->at_a_time && status == WB_OK; i++) {
    struct wb_process *process = &job->commands[i];
    if (process->pid > 0) wb_process_wait(process, 0, NULL, NULL);
    if (process->pid <= 0 && job->begun < count_commands(job->plan))
      status = start_command(job, process, ++job->begun, err);
    *busy |= process->pid > 0;
  }
  return status;
}

static void cancel_commands(struct wb_engine_job *job) {
  for (size_t i = 0; job->commands != NULL && i < job->at_a_time; i++)
    wb_process_kill(&job->commands[i]);
  free(job->commands);
  job->commands = NULL;
}

const struct wb_grading_engine wb_engine_command = {.name = "command",
                                                    .start = start_commands,
                                                    .poll = poll_commands,
                                                    .cancel = cancel_commands,
                                                    .least_ms = 50,
                                                    .most_ms = 100};

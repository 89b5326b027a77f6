#include "grading/engine_tool.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/clean.h"
#include "base/clock.h"

enum { TOOL_MS = 60000, TOOL_STEP_MS = 50, TOOL_MAX_BYTES = 1 << 20, NOT_THERE = 127 };

enum wb_status wb_engine_wait(const struct wb_engine_job *job, int milliseconds,
                              struct wb_error *err) {
  struct pollfd item = {.fd = job->stop_fd, .events = POLLIN};
  if (poll(&item, 1, milliseconds) > 0) return wb_fail(err, WB_ERR_CANCELLED, "interrupted");
  return WB_OK;
}

/* Until it ends; killed where it is to stop, or takes too long. */
static enum wb_status wait_for_tool(const struct wb_engine_job *job, struct wb_process *process,
                                    const char *name, struct wb_exit *end, struct wb_error *err) {
  const uint64_t start_ns = wb_clock_ns();
  enum wb_status status = wb_process_wait(process, TOOL_STEP_MS, end, err);
  while (status == WB_ERR_LIMIT && wb_elapsed_ms(start_ns) < TOOL_MS) {
    if (wb_engine_wait(job, 0, err) != WB_OK) {
      wb_process_kill(process);
      return WB_ERR_CANCELLED;
    }
    status = wb_process_wait(process, TOOL_STEP_MS, end, err);
  }
  if (status == WB_ERR_LIMIT)
    status = wb_fail(err, WB_ERR_IO, "%s has not answered for a minute", name);
  wb_process_kill(process);
  return status;
}

static void read_memory(int fd, struct wb_str *out) {
  char *chunk = wb_alloc(TOOL_MAX_BYTES);
  const ssize_t length = pread(fd, chunk, TOOL_MAX_BYTES, 0);
  if (length > 0) wb_str_add_bytes(out, chunk, (size_t)length);
  free(chunk);
}

/* Its first line is what counts. */
static enum wb_status fail_tool(const char *name, const struct wb_exit *end, int errors,
                                struct wb_error *err) {
  struct wb_str words, clean;
  wb_str_init(&words);
  wb_str_init(&clean);
  read_memory(errors, &words);
  words.length = strcspn(words.data != NULL ? words.data : "", "\n");
  wb_clean_name(&clean, words.data != NULL ? words.data : "", words.length);
  const bool names_itself = clean.length > 0 && wb_starts_with(clean.data, name);
  enum wb_status status =
      end->exited && end->code == NOT_THERE
          ? wb_fail(err, WB_ERR_MISSING, "%s is not on this machine", name)
          : wb_fail(err, WB_ERR_IO, "%s%s%s", names_itself ? "" : name, names_itself ? "" : ": ",
                    clean.length > 0 ? clean.data : "it failed");
  wb_str_release(&clean);
  wb_str_release(&words);
  return status;
}

enum wb_status wb_engine_tool(const struct wb_engine_job *job, const char *const *argv,
                              struct wb_str *out, struct wb_error *err) {
  struct wb_process process = {0};
  struct wb_exit end = {0};
  const int printed = memfd_create("printed", MFD_CLOEXEC),
            errors = memfd_create("errors", MFD_CLOEXEC);
  const struct wb_fd_map fds[] = {{printed, STDOUT_FILENO}, {errors, STDERR_FILENO}};
  const struct wb_spawn spawn = {
      .argv = argv, .fds = fds, .n_fds = 2, .new_group = true, .die_with_parent = true};
  enum wb_status status = WB_OK;
  if (printed < 0 || errors < 0) status = wb_fail_errno(err, "cannot run %s", argv[0]);
  if (status == WB_OK) status = wb_process_spawn(&process, &spawn, err);
  if (status == WB_OK) status = wait_for_tool(job, &process, argv[0], &end, err);
  if (status == WB_OK && (!end.exited || end.code != 0))
    status = fail_tool(argv[0], &end, errors, err);
  if (status == WB_OK) read_memory(printed, out);
  if (printed >= 0) close(printed);
  if (errors >= 0) close(errors);
  return status;
}

void wb_engine_quote(struct wb_str *out, const char *word) {
  wb_str_add_char(out, '\'');
  for (; *word != '\0'; word++)
    if (*word == '\'')
      wb_str_add(out, "'\\''");
    else
      wb_str_add_char(out, *word);
  wb_str_add_char(out, '\'');
}

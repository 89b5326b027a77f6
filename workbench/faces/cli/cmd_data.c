/* What cases give a kernel, and what they want of it. */
#include <poll.h>

#include "cli/print.h"
#include "cli/progress.h"
#include "cli/session.h"
#include "report/puzzle_data.h"
#include "session/data_task.h"

enum { TICK_MS = 100 };

/* Until it has ended, or Ctrl-C. */
static enum wb_status wait_for_data(struct wb_data_task *task, struct wb_error *err) {
  struct wb_interrupt interrupt;
  struct wb_cli_progress progress;
  enum wb_status status = WB_OK;
  wb_interrupt_open(&interrupt);
  wb_cli_progress_begin(&progress);
  while (status == WB_OK && !wb_data_task_step(task)) {
    struct pollfd fds[] = {{wb_data_task_fd(task), POLLIN, 0}, {interrupt.fd, POLLIN, 0}};
    wb_cli_progress_show(&progress, "making the cases");
    poll(fds, 2, TICK_MS);
    if (wb_interrupt_pressed(&interrupt)) status = wb_fail(err, WB_ERR_CANCELLED, "interrupted");
  }
  wb_cli_progress_clear(&progress);
  wb_interrupt_close(&interrupt);
  if (status == WB_OK && task->status != WB_OK) {
    *err = task->error;
    status = task->status;
  }
  return status;
}

static void print_data(const struct wb_invocation *invocation, const struct wb_puzzle_data *data) {
  struct wb_document text = {0};
  if (wb_cli_wants_json(invocation)) {
    wb_cli_print_data(&wb_puzzle_data_fields, data);
  } else {
    wb_puzzle_data_write(data, wb_cli_style(invocation).width, &text);
    wb_cli_print(invocation, &text);
  }
}

int wb_shell_data(const struct wb_invocation *invocation) {
  struct wb_session session = {0};
  struct wb_data_task task = {0};
  struct wb_error err;
  const struct wb_puzzle_summary *puzzle = NULL;
  int code = WB_EXIT_OK;
  enum wb_status status = wb_cli_session_start_one(&session, invocation, &puzzle, &err);
  if (status == WB_OK) {
    const struct wb_data_options options = {
        .course = session.course.root,
        .puzzle = puzzle->slug,
        .author = wb_cli_flag(invocation, "hidden"),
        .only_case = (size_t)wb_cli_number(invocation, "case", 0),
        .first = wb_cli_number(invocation, "from", 0),
        .has_seed = wb_cli_value(invocation, "seed") != NULL,
        .seed = wb_cli_number(invocation, "seed", 0)};
    wb_session_visit(&session, puzzle->slug);
    status = wb_data_task_start(&task, &options, &err);
  }
  if (status == WB_OK) status = wait_for_data(&task, &err);
  if (status == WB_OK)
    print_data(invocation, task.data);
  else
    code = wb_cli_fail(invocation, &err);
  wb_data_task_cancel(&task);
  wb_session_close(&session);
  return code;
}

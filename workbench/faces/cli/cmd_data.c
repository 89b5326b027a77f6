/* What cases give a kernel, and what they want of it. */
#include "cli/print.h"
#include "cli/run_one.h"
#include "cli/session.h"
#include "report/puzzle_data.h"
#include "session/data_task.h"

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
  if (status == WB_OK) status = wb_cli_wait_for_data(&task, &err);
  if (status == WB_OK)
    print_data(invocation, task.data);
  else
    code = wb_cli_fail(invocation, &err);
  wb_data_task_cancel(&task);
  wb_session_close(&session);
  return code;
}

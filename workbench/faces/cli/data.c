#include "cli/data.h"

#include <poll.h>

#include "cli/progress.h"

enum { TICK_MS = 100 };

enum wb_status wb_cli_wait_for_data(struct wb_data_task *task, struct wb_error *err) {
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

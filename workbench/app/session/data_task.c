#include "session/data_task.h"

#include <stdlib.h>

static void end_judge(struct wb_data_task *task) {
  wb_judge_free(task->judge);
  task->judge = NULL;
}

enum wb_status wb_data_task_start(struct wb_data_task *task, const struct wb_data_options *options,
                                  struct wb_error *err) {
  wb_data_task_cancel(task);
  task->status = wb_judge_data(options, &task->judge, &task->error);
  if (task->status != WB_OK) *err = task->error;
  return task->status;
}

bool wb_data_task_is_running(const struct wb_data_task *task) { return task->judge != NULL; }

int wb_data_task_fd(const struct wb_data_task *task) {
  return task->judge != NULL ? wb_judge_fd(task->judge) : -1;
}

/* Failures of all kinds come as the result of a run that was never begun. */
static void take_last(struct wb_data_task *task, struct wb_event *event) {
  task->data = event->data;
  event->data = NULL;
  if (task->data == NULL && event->result != NULL)
    task->status = wb_fail(&task->error, event->result->cause, "%s",
                           event->result->detail != NULL ? event->result->detail : "");
  else if (task->data == NULL)
    task->status = wb_fail(&task->error, WB_ERR_CRASH, "the judge ended early");
  end_judge(task);
}

bool wb_data_task_step(struct wb_data_task *task) {
  struct wb_event event = {.kind = WB_EVENT_NONE};
  if (task->judge == NULL) return false;
  task->status = wb_judge_next(task->judge, &event, &task->error);
  if (task->status != WB_OK)
    end_judge(task);
  else if (event.kind != WB_EVENT_NONE)
    take_last(task, &event);
  wb_event_release(&event);
  return task->judge == NULL;
}

void wb_puzzle_data_delete(struct wb_puzzle_data *data) {
  if (data != NULL) wb_puzzle_data_release(data);
  free(data);
}

void wb_data_task_cancel(struct wb_data_task *task) {
  end_judge(task);
  wb_puzzle_data_delete(task->data);
  *task = (struct wb_data_task){.judge = NULL};
}

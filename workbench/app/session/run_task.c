#include "session/run_task.h"

#include <stdlib.h>

#include "base/str.h"
#include "session/unknown_names.h"

static void end_judge(struct wb_run_task *task) {
  wb_judge_free(task->judge);
  wb_judge_free(task->idle);
  task->judge = task->idle = NULL;
}

/* Not after a kernel that tried to break out, or where something failed that is not the kernel's.
 */
static bool is_to_stay(const struct wb_run_task *task) {
  return task->keeps_on && task->result != NULL &&
         task->result->verdict != WB_VERDICT_SECURITY_VIOLATION &&
         task->result->verdict != WB_VERDICT_JUDGE_ERROR;
}

/* It has given its result. */
static void retire_judge(struct wb_run_task *task) {
  struct wb_judge *judge = task->judge;
  task->judge = NULL;
  if (task->spare != NULL && is_to_stay(task))
    wb_judge_spare_return(task->spare, judge);
  else if (task->spare == NULL && task->keeps_on && (!task->strangers || is_to_stay(task)))
    task->idle = judge;
  else
    wb_judge_free(judge);
}

enum wb_status wb_run_task_start(struct wb_run_task *task, const struct wb_run_options *options,
                                 struct wb_error *err) {
  wb_run_task_cancel(task);
  task->keeps_on = options->keeps_on;
  task->strangers = options->strangers;
  task->course = options->course != NULL ? wb_strdup(options->course) : NULL;
  task->spare = options->spare;
  task->status = wb_judge_start(options, &task->judge, &task->error);
  if (task->status != WB_OK) {
    task->judge = NULL;
    *err = task->error;
  }
  return task->status;
}

enum wb_status wb_run_task_start_by(struct wb_run_task *task, struct wb_judge *judge,
                                    const struct wb_run_options *options, struct wb_error *err) {
  wb_run_task_cancel(task);
  task->keeps_on = true;
  task->strangers = options->strangers;
  task->course = options->course != NULL ? wb_strdup(options->course) : NULL;
  task->judge = judge;
  task->status = wb_judge_again(judge, options, &task->error);
  if (task->status != WB_OK) {
    end_judge(task);
    *err = task->error;
  }
  return task->status;
}

enum wb_status wb_run_task_audit(struct wb_run_task *task, const char *course, const char *puzzle,
                                 struct wb_error *err) {
  wb_run_task_cancel(task);
  task->status = wb_judge_audit(course, puzzle, &task->judge, &task->error);
  if (task->status != WB_OK) {
    task->judge = NULL;
    *err = task->error;
  }
  return task->status;
}

struct wb_judge *wb_run_task_take_judge(struct wb_run_task *task) {
  struct wb_judge *judge = task->idle;
  task->idle = NULL;
  return judge;
}

bool wb_run_task_is_running(const struct wb_run_task *task) { return task->judge != NULL; }

int wb_run_task_fd(const struct wb_run_task *task) {
  return task->judge != NULL ? wb_judge_fd(task->judge) : -1;
}

static enum wb_run_step take_event(struct wb_run_task *task) {
  const enum wb_event_kind kind = task->event.kind;
  if (kind == WB_EVENT_NONE) return WB_RUN_STEP_NONE;
  if (kind == WB_EVENT_COMPILING) task->compiling = true;
  if (kind == WB_EVENT_CASE) {
    task->compiling = false;
    task->case_index = task->event.index;
    task->case_total = task->event.total;
  }
  task->result = task->event.result;
  task->event.result = NULL;
  if (task->result != NULL) wb_result_drop_said_warnings(task->result);
  if (task->result != NULL && task->course != NULL)
    wb_unknown_names_explain(task->result, task->course);
  task->audit = task->event.audit;
  task->event.audit = NULL;
  if (kind != WB_EVENT_RESULT && kind != WB_EVENT_AUDIT && kind != WB_EVENT_END)
    return WB_RUN_STEP_EVENT;
  if (task->result == NULL && task->audit == NULL)
    task->status = wb_fail(&task->error, WB_ERR_CRASH, "the judge ended early");
  retire_judge(task);
  return WB_RUN_STEP_ENDED;
}

enum wb_run_step wb_run_task_step(struct wb_run_task *task) {
  if (task->judge == NULL) return WB_RUN_STEP_NONE;
  wb_event_release(&task->event);
  task->event = (struct wb_event){.kind = WB_EVENT_NONE};
  task->status = wb_judge_next(task->judge, &task->event, &task->error);
  if (task->status == WB_OK) return take_event(task);
  end_judge(task);
  return WB_RUN_STEP_ENDED;
}

void wb_run_task_cancel(struct wb_run_task *task) {
  end_judge(task);
  wb_event_release(&task->event);
  wb_result_delete(task->result);
  wb_puzzle_audit_delete(task->audit);
  free(task->course);
  *task = (struct wb_run_task){.judge = NULL};
}

unsigned wb_run_task_percent(const struct wb_run_task *task) {
  const size_t done = task->case_index > 0 ? task->case_index - 1 : 0;
  return task->case_total > 0 ? (unsigned)(done * 100 / task->case_total) : 0;
}

struct wb_result *wb_run_task_take(struct wb_run_task *task) {
  struct wb_result *result = task->result;
  task->result = NULL;
  return result;
}

void wb_puzzle_audit_delete(struct wb_puzzle_audit *audit) {
  if (audit != NULL) wb_puzzle_audit_release(audit);
  free(audit);
}

void wb_result_delete(struct wb_result *result) {
  if (result != NULL) wb_result_release(result);
  free(result);
}

/* A judge that runs a kernel once more, to record what its work-items do; and
 * traces out of files. Verdicts are none of its business. */
#include <stdlib.h>

#include "tui/app.h"

static void end_tracing(struct wb_app *app) {
  wb_run_task_cancel(&app->tracing);
  app->spare_is_due = true;
}

void wb_app_stop_tracing(struct wb_app *app) {
  if (!wb_run_task_is_running(&app->tracing)) return;
  end_tracing(app);
  wb_model_trace_failed(&app->model, "The recording was stopped. r runs your code again.");
}

/* Always by the emulator: other devices do not record. */
void wb_app_trace(struct wb_app *app, int only_case) {
  const struct wb_item *item = wb_model_item(&app->model);
  struct wb_error err = {0};
  if (wb_run_task_is_running(&app->tracing)) end_tracing(app);
  if (item == NULL || app->model.kernel_path == NULL || wb_run_task_is_running(&app->run)) return;
  struct wb_run_options options = {.course = app->course.root,
                                   .puzzle = item->slug,
                                   .file = app->model.kernel_path,
                                   .trace = true,
                                   .only_case = only_case,
                                   .trace_launch = app->model.trace.asked_launch,
                                   .stands_back = true,
                                   .spare = &app->spare,
                                   .keeps_on = true};
  wb_model_trace_started(&app->model);
  if (wb_run_task_start(&app->tracing, &options, &err) != WB_OK)
    wb_model_trace_failed(&app->model, err.message);
}

void wb_app_read_trace(struct wb_app *app) {
  struct wb_run_task *task = &app->tracing;
  enum wb_run_step step = WB_RUN_STEP_EVENT;
  while (step == WB_RUN_STEP_EVENT) step = wb_run_task_step(task);
  if (step != WB_RUN_STEP_ENDED) return;
  if (task->result != NULL)
    wb_model_trace_recorded(&app->model, task->result);
  else if (task->error.status == WB_ERR_CRASH)
    wb_model_trace_failed(&app->model, "The judge ended early; r runs your code again.");
  else
    wb_model_trace_failed(&app->model, task->error.message);
  end_tracing(app);
}

enum { TRACE_FILE_MAX = 64 << 20 };

void wb_app_load_trace(struct wb_app *app, const char *path) {
  struct wb_str bytes;
  struct wb_error err = {0};
  wb_str_init(&bytes);
  if (wb_file_read(path, TRACE_FILE_MAX, &bytes, &err) != WB_OK) {
    wb_model_say(&app->model, WB_TONE_BAD, "%s", err.message);
  } else {
    wb_model_trace_loaded(&app->model, path, bytes.data, bytes.length);
  }
  wb_str_release(&bytes);
}

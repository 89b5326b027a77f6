/* A judge that makes the visible cases of a puzzle, for the pane that shows them. */
#include "tui/app.h"
#include "tui/data.h"

void wb_app_make_data(struct wb_app *app) {
  const struct wb_item *item = wb_model_item(&app->model);
  struct wb_error err = {0};
  if (item == NULL) return;
  const struct wb_data_options options = {.course = app->course.root, .puzzle = item->slug};
  app->data_item = app->model.selected;
  if (wb_data_task_start(&app->data, &options, &err) != WB_OK)
    wb_model_data_made(&app->model, app->data_item, NULL, err.message);
}

void wb_app_read_data(struct wb_app *app) {
  struct wb_data_task *task = &app->data;
  if (!wb_data_task_step(task)) return;
  wb_model_data_made(&app->model, app->data_item, task->data, task->error.message);
  task->data = NULL;
  wb_data_task_cancel(task);
}

/* A judge that runs a kernel once more, to record what its work-items do; and
 * traces out of files. Verdicts are none of its business. */
#include <stdlib.h>

#include "tui/app.h"

static void end_tracing(struct wb_app *app) {
  wb_judge_free(app->tracing);
  app->tracing = NULL;
  app->spare_is_due = true;
}

void wb_app_stop_tracing(struct wb_app *app) {
  if (app->tracing == NULL) return;
  end_tracing(app);
  wb_model_trace_failed(&app->model, "The recording was stopped. r runs the kernel again.");
}

/* Always by the emulator: other devices do not record. */
void wb_app_trace(struct wb_app *app, int only_case) {
  const struct wb_item *item = wb_model_item(&app->model);
  struct wb_error err = {0};
  if (app->tracing != NULL) end_tracing(app);
  if (item == NULL || app->model.kernel_path == NULL || app->run != NULL) return;
  struct wb_run_options options = {.course = app->course.root,
                                   .puzzle = item->slug,
                                   .file = app->model.kernel_path,
                                   .trace = true,
                                   .only_case = only_case,
                                   .stands_back = true,
                                   .spare = &app->spare};
  wb_model_trace_started(&app->model);
  if (wb_run_start(&options, &app->tracing, &err) != WB_OK) {
    app->tracing = NULL;
    wb_model_trace_failed(&app->model, err.message);
  }
}

/* False: nothing more comes. */
static bool take(struct wb_app *app, struct wb_event *event) {
  if (event->kind == WB_EVENT_RESULT && event->result != NULL) {
    wb_model_trace_recorded(&app->model, event->result);
    return false;
  }
  if (event->kind != WB_EVENT_END) return true;
  wb_model_trace_failed(&app->model, "The judge ended early; r runs the kernel again.");
  return false;
}

void wb_app_read_trace(struct wb_app *app) {
  while (app->tracing != NULL) {
    struct wb_event event = {0};
    struct wb_error err = {0};
    const enum wb_status status = wb_judge_next(app->tracing, &event, &err);
    if (status == WB_OK && event.kind == WB_EVENT_NONE) return;
    if (status != WB_OK) wb_model_trace_failed(&app->model, err.message);
    const bool more = status == WB_OK && take(app, &event);
    wb_event_release(&event);
    if (!more) end_tracing(app);
  }
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

#include "tui/counters_run.h"

#include <stdlib.h>

#include "session/figures.h"
#include "tui/counters_model.h"
#include "tui/store_tasks.h"

static struct wb_run_options options_of(const struct wb_app *app, const char *file) {
  return (struct wb_run_options){.course = app->course.root,
                                 .puzzle = app->model.items[app->model.selected].slug,
                                 .file = file,
                                 .device = app->model.device,
                                 .profile = true,
                                 .stands_back = true};
}

static void end_counters_run(struct wb_app *app) { wb_run_task_cancel(&app->counters_run); }

void wb_app_stop_counters(struct wb_app *app) {
  wb_mistake_release(&app->mistake);
  if (!wb_run_task_is_running(&app->counters_run)) return;
  end_counters_run(app);
  wb_counters_model_stopped(&app->model);
}

static void fail_counters_run(struct wb_app *app, const char *why) {
  if (app->measures_own)
    wb_counters_model_own_failed(&app->model);
  else
    wb_counters_model_ours_failed(&app->model, why);
}

static void start_counters_run(struct wb_app *app, const char *file, bool own) {
  const struct wb_run_options options = options_of(app, file);
  struct wb_error err = {0};
  app->measures_own = own;
  app->measured_item = app->model.selected;
  wb_counters_model_measuring(&app->model, own);
  if (wb_run_task_start(&app->counters_run, &options, &err) != WB_OK)
    fail_counters_run(app, err.message);
}

/* ---- our solution ---------------------------------------------------------------------- */

static void ask_for_figures(struct wb_app *app) {
  const size_t item = app->model.selected;
  if (!wb_figures_key(&app->course, app->model.items[item].slug, app->figures_key)) {
    wb_counters_model_ours_failed(&app->model, "This course has no solution to compare with.");
    return;
  }
  wb_counters_model_asked(&app->model);
  wb_store_task_ask_figures(app, item, app->figures_key);
}

void wb_app_take_figures(struct wb_app *app, size_t item, struct wb_counters *cases,
                         size_t n_cases) {
  wb_counters_model_ours_are(&app->model, item, cases, n_cases);
}

static void take_ours(struct wb_app *app, const struct wb_result *result) {
  size_t n_cases;
  struct wb_counters *cases = wb_figures_of(result, &n_cases);
  if (cases == NULL) {
    wb_counters_model_ours_failed(&app->model, "Our solution could not be measured here.");
  } else {
    wb_store_task_figures(app, app->figures_key, cases, n_cases);
    wb_counters_model_ours_are(&app->model, app->measured_item, cases, n_cases);
  }
}

/* ---- both -------------------------------------------------------------------------------- */

void wb_app_run_counters(struct wb_app *app) {
  const bool busy = wb_run_task_is_running(&app->counters_run) ||
                    wb_run_task_is_running(&app->run) || wb_run_task_is_running(&app->tracing) ||
                    app->describe != NULL;
  if (busy) return;
  const enum wb_measure wanted = wb_counters_model_wants(&app->model);
  if (wanted == WB_MEASURE_OWN && app->model.kernel_path != NULL) {
    start_counters_run(app, app->model.kernel_path, true);
  } else if (wanted == WB_MEASURE_ASK) {
    ask_for_figures(app);
  } else if (wanted == WB_MEASURE_OURS) {
    char *path = wb_course_solution(&app->course, app->model.items[app->model.selected].slug);
    start_counters_run(app, path, false);
    free(path);
  }
}

static void take_counters(struct wb_app *app, const struct wb_result *result) {
  const bool is_left = app->measured_item != app->model.selected;
  if (is_left) return; /* for another puzzle: the figures are asked for again there */
  if (!app->measures_own) {
    take_ours(app, result);
  } else if (wb_counters_model_own(&app->model, result) && !app->model.is_starter) {
    const struct wb_run_options options = options_of(app, app->model.kernel_path);
    wb_store_task_measured(app, &options, result);
  }
}

void wb_app_read_counters(struct wb_app *app) {
  struct wb_run_task *task = &app->counters_run;
  enum wb_run_step step = WB_RUN_STEP_EVENT;
  while (step == WB_RUN_STEP_EVENT) step = wb_run_task_step(task);
  if (step != WB_RUN_STEP_ENDED) return;
  if (task->result != NULL)
    take_counters(app, task->result);
  else
    fail_counters_run(app, task->error.message);
  end_counters_run(app);
}

/* ---- a mistake that the course knows ----------------------------------------------------- */

static void take_mistake(struct wb_app *app) {
  if (wb_mistake_is_running(&app->mistake)) return;
  if (app->mistake.why != NULL)
    wb_model_mistake_found(&app->model, app->mistaken_item, app->mistake.why);
  wb_mistake_release(&app->mistake);
}

void wb_app_look_for_mistake(struct wb_app *app) {
  const struct wb_item *item = wb_model_item(&app->model);
  if (item == NULL || item->result == NULL || item->mistake != NULL) return;
  app->mistaken_item = app->model.selected;
  wb_mistake_begin(&app->mistake, &app->course, item->slug, item->result);
  take_mistake(app);
}

void wb_app_read_mistake(struct wb_app *app) {
  if (!wb_mistake_is_running(&app->mistake)) return;
  wb_mistake_step(&app->mistake);
  take_mistake(app);
}

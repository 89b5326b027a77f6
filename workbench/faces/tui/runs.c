/* The judge's processes: one that describes the course, one that runs, those that make data and
 * follow an author. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "result/steps.h"
#include "tui/store_tasks.h"
#include "tui/counters_run.h"
#include "tui/data.h"

/* ---- describing ---- */

void wb_app_describe(struct wb_app *app) {
  struct wb_error err = {0};
  wb_judge_free(app->describe);
  app->model.describing = true;
  if (wb_judge_describe(app->course.root, NULL, &app->describe, &err) != WB_OK) {
    app->describe = NULL;
    wb_model_description_ended(&app->model);
    wb_model_say(&app->model, WB_TONE_BAD, "%s", err.message);
  }
}

static void end_description(struct wb_app *app) {
  wb_judge_free(app->describe);
  app->describe = NULL;
  app->spare_is_due = true;
  wb_model_description_ended(&app->model);
}

/* The judge speaks of its own trouble through a result. */
static void say_trouble(struct wb_app *app, const struct wb_result *result) {
  if (result == NULL || result->detail == NULL) return;
  wb_model_say(&app->model, WB_TONE_BAD, "%s", result->detail);
}

static bool take_description(struct wb_app *app, struct wb_event *event) {
  if (event->kind == WB_EVENT_COURSE && event->course != NULL) {
    wb_model_course_described(&app->model, event->course);
    free(event->course);
    event->course = NULL;
  }
  if (event->kind == WB_EVENT_PUZZLE && event->puzzle != NULL) {
    const struct wb_item *open = wb_model_item(&app->model);
    const bool is_open = open != NULL && strcmp(open->slug, event->puzzle->slug) == 0;
    wb_model_described(&app->model, event->puzzle);
    if (is_open) wb_app_load_files(app);
    free(event->puzzle);
    event->puzzle = NULL;
  }
  if (event->kind == WB_EVENT_RESULT) say_trouble(app, event->result);
  return event->kind != WB_EVENT_END && event->kind != WB_EVENT_RESULT;
}

void wb_app_read_description(struct wb_app *app) {
  while (app->describe != NULL) {
    struct wb_event event = {0};
    struct wb_error err = {0};
    enum wb_status status = wb_judge_next(app->describe, &event, &err);
    if (status == WB_OK && event.kind == WB_EVENT_NONE) return;
    bool more = status == WB_OK && take_description(app, &event);
    if (status != WB_OK) wb_model_say(&app->model, WB_TONE_BAD, "%s", err.message);
    wb_event_release(&event);
    if (!more) end_description(app);
  }
}

/* ---- running ---- */

void wb_app_keep_spare(struct wb_app *app) {
  if (!app->spare_is_due || wb_run_task_is_running(&app->run) ||
      wb_run_task_is_running(&app->tracing) || app->describe != NULL)
    return;
  app->spare_is_due = false;
  wb_judge_spare_keep(&app->spare, app->course.root, app->model.device);
}

static void end_run(struct wb_app *app) {
  wb_run_task_cancel(&app->run);
  app->spare_is_due = true;
}

void wb_app_cancel(struct wb_app *app) {
  if (!wb_run_task_is_running(&app->run)) return;
  end_run(app);
  wb_model_run_cancelled(&app->model);
}

static struct wb_run_options options_of(struct wb_app *app, const struct wb_item *item) {
  return (struct wb_run_options){
      .course = app->course.root,
      .puzzle = item->slug,
      .file = app->model.kernel_path,
      .device = app->model.device,
      .trace = wb_trace_view_shows(&app->model) && wb_device_decides(app->model.device),
      .stands_back = true,
      .author = app->model.author,
      .spare = &app->spare,
      .keeps_on = true};
}

void wb_app_run(struct wb_app *app, bool saved) {
  struct wb_item *item = wb_model_item(&app->model);
  struct wb_error err = {0};
  wb_app_cancel(app);
  wb_app_stop_tracing(app);
  wb_app_stop_counters(app);
  if (item == NULL || app->model.kernel_path == NULL) return;
  const struct wb_run_options options = options_of(app, item);
  app->run_is_own = !app->model.is_starter;
  wb_model_run_started(&app->model, saved, app->run_is_own && wb_record_counts(&options));
  wb_app_remember_puzzle(app);
  if (wb_run_task_start(&app->run, &options, &err) != WB_OK)
    wb_model_run_failed(&app->model, err.message);
}

static void finish_run(struct wb_app *app, struct wb_result *result) {
  const size_t index = app->model.run.item;
  struct wb_item *item = &app->model.items[index];
  const struct wb_run_options options = options_of(app, item);
  const bool was_solved = item->progress.solved;
  end_run(app);
  /* Shown at once; the store's own word follows. */
  if (app->model.run.counts)
    wb_store_progress_count(&item->progress, result->verdict, result->score,
                            (unsigned)wb_result_steps_done(result), (int64_t)time(NULL));
  if (app->run_is_own) wb_store_task_run(app, index, &options, result, app->model.run.counts);
  wb_model_run_finished(&app->model, result);
  if (item->progress.solved && !was_solved && index == app->model.selected) wb_app_load(app);
}

static void end_early(struct wb_app *app) {
  struct wb_result *result = wb_run_task_take(&app->run);
  const struct wb_error why = app->run.error;
  if (result != NULL) {
    finish_run(app, result);
  } else {
    end_run(app);
    wb_model_run_failed(&app->model, why.message);
  }
}

/* Events that come faster than they can be read leave time for keys. */
enum { TURN_MS = 3 };

void wb_app_read_run(struct wb_app *app) {
  const uint64_t start = wb_clock_ns();
  enum wb_run_step step = WB_RUN_STEP_EVENT;
  app->unread = false;
  while (step == WB_RUN_STEP_EVENT && !app->unread) {
    step = wb_run_task_step(&app->run);
    if (step == WB_RUN_STEP_EVENT) wb_model_run_event(&app->model, &app->run.event);
    if (step == WB_RUN_STEP_ENDED) end_early(app);
    app->unread = step == WB_RUN_STEP_EVENT && wb_elapsed_ms(start) > (double)TURN_MS;
  }
}

/* ---- the data of visible cases ---- */

void wb_app_make_data(struct wb_app *app) {
  const struct wb_item *item = wb_model_item(&app->model);
  struct wb_error err = {0};
  if (item == NULL) return;
  const struct wb_data_options options = {
      .course = app->course.root, .puzzle = item->slug, .author = app->model.author};
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

/* ---- the puzzle's kernels, for its author ---- */

enum { LOOK_MS = 500 };

int wb_app_follow_timeout(const struct wb_app *app) {
  return app->follow.slug != NULL ? LOOK_MS : -1;
}

static void say_news(struct wb_app *app, struct wb_follow_news news) {
  static const enum wb_tone tones[] = {[WB_FOLLOW_PROGRESS] = WB_TONE_PLAIN,
                                       [WB_FOLLOW_GOOD] = WB_TONE_GOOD,
                                       [WB_FOLLOW_BAD] = WB_TONE_BAD};
  if (news.kind != WB_FOLLOW_SILENT) wb_model_say(&app->model, tones[news.kind], "%s", news.words);
  free(news.words);
}

static void look_for_saves(struct wb_app *app, const struct wb_item *item) {
  struct wb_follow *follow = &app->follow;
  const bool same = follow->slug != NULL && strcmp(follow->slug, item->slug) == 0;
  if (same && app->model.now_ms - app->followed_ms < LOOK_MS) return;
  if (same)
    wb_follow_look(follow);
  else
    wb_follow_begin(follow, &app->course, item->slug);
  app->followed_ms = app->model.now_ms;
}

void wb_app_follow(struct wb_app *app) {
  const struct wb_item *item = wb_model_item(&app->model);
  const bool waits = app->describe != NULL;
  if (!app->model.author || item == NULL) return;
  look_for_saves(app, item);
  say_news(app, wb_follow_step(&app->follow));
  /* By a spec with a mistake nothing can be judged: all is, once that is mended. */
  if (!waits && item->about.error != NULL) wb_follow_none(&app->follow);
  if (!waits && !wb_run_task_is_running(&app->run)) say_news(app, wb_follow_start(&app->follow));
}

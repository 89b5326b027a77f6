/* What the workbench reads and writes on disk. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/history.h"
#include "session/session.h"
#include "tui/keep.h"

enum { TEXT_MAX_BYTES = 4 << 20 };

/* The file's text, or NULL and err. */
static char *read_text(const char *path, struct wb_error *err) {
  struct wb_str text;
  wb_str_init(&text);
  enum wb_status status = wb_file_read(path, TEXT_MAX_BYTES, &text, err);
  char *result = status == WB_OK ? wb_str_detach(&text) : NULL;
  wb_str_release(&text);
  return result;
}

static void load_kernel(struct wb_app *app, const char *slug, struct wb_loaded *loaded) {
  struct wb_error err = {0};
  char *own = wb_course_work_file(&app->course, slug);
  loaded->is_starter = !wb_file_exists(own);
  if (loaded->is_starter) {
    loaded->kernel_path = wb_course_starter(&app->course, slug);
    free(own);
  } else {
    loaded->kernel_path = own;
  }
  loaded->kernel = read_text(loaded->kernel_path, &err);
  if (loaded->kernel == NULL) loaded->error = wb_strdup(err.message);
}

/* Below the lesson, once the puzzle is solved. */
static void add_explanation(const struct wb_app *app, const struct wb_item *item,
                            struct wb_loaded *loaded) {
  char *why = wb_session_explanation(&app->course, item->slug, item->progress.solved, false);
  if (why != NULL && loaded->lesson != NULL) {
    char *both = wb_format("%s\n\n%s", loaded->lesson, why);
    free(loaded->lesson);
    loaded->lesson = both;
  }
  free(why);
}

void wb_app_load(struct wb_app *app) {
  const struct wb_item *item = wb_model_item(&app->model);
  struct wb_loaded loaded = {0};
  struct wb_error err = {0};
  if (item == NULL) return;
  char *lesson = wb_course_lesson(&app->course, item->slug);
  loaded.lesson = read_text(lesson, &err);
  add_explanation(app, item, &loaded);
  if (loaded.lesson == NULL) loaded.error = wb_strdup(err.message);
  if (loaded.error == NULL) {
    load_kernel(app, item->slug, &loaded);
  } else {
    char *first = loaded.error;
    load_kernel(app, item->slug, &loaded);
    if (loaded.error != first) free(first);
  }
  char *own = wb_course_work_file(&app->course, item->slug);
  if (app->watch.path == NULL || strcmp(app->watch.path, own) != 0) {
    wb_watch_set(&app->watch, own);
  }
  wb_model_loaded(&app->model, &loaded);
  free(own);
  free(lesson);
}

void wb_app_remember_puzzle(struct wb_app *app) {
  const struct wb_item *item = wb_model_item(&app->model);
  if (item == NULL || app->remembered == app->model.selected) return;
  app->remembered = app->model.selected;
  wb_keep_place(app, item->slug, NULL);
}

void wb_app_reset(struct wb_app *app) {
  struct wb_item *item = wb_model_item(&app->model);
  struct wb_error err = {0};
  char *backup = NULL;
  wb_app_cancel(app);
  if (wb_course_reset(&app->course, item->slug, &backup, &err) != WB_OK) {
    wb_model_say(&app->model, WB_TONE_BAD, "%s", err.message);
    return;
  }
  wb_watch_sync(&app->watch);
  wb_app_load(app);
  wb_model_say(&app->model, WB_TONE_PLAIN, "The starter is back%s%s.",
               backup != NULL ? "; your file is kept as " : "",
               backup != NULL ? wb_path_basename(backup) : "");
  free(backup);
}

void wb_app_load_solution(struct wb_app *app) {
  const struct wb_item *item = wb_model_item(&app->model);
  struct wb_error err = {0};
  char *path = wb_course_solution(&app->course, item->slug);
  char *text = read_text(path, &err);
  if (text != NULL)
    wb_model_solution_loaded(&app->model, text);
  else
    wb_model_say(&app->model, WB_TONE_BAD, "%s", err.message);
  free(path);
}

void wb_app_load_starter(struct wb_app *app) {
  const struct wb_item *item = wb_model_item(&app->model);
  struct wb_error err = {0};
  char *path = wb_course_starter(&app->course, item->slug);
  char *text = read_text(path, &err);
  if (text != NULL)
    wb_model_starter_loaded(&app->model, text);
  else
    wb_model_say(&app->model, WB_TONE_BAD, "%s", err.message);
  free(text);
  free(path);
}

void wb_app_restore(struct wb_app *app, uint64_t number) {
  const struct wb_attempt *attempt = wb_attempt_numbered(&app->model.history.attempts, number);
  const struct wb_item *item = wb_model_item(&app->model);
  struct wb_error err = {0};
  char *backup = NULL;
  if (attempt == NULL || item == NULL) return;
  wb_app_cancel(app);
  if (wb_course_replace(&app->course, item->slug, attempt->source, attempt->source_length, &backup,
                        &err) != WB_OK) {
    wb_model_say(&app->model, WB_TONE_BAD, "%s", err.message);
    return;
  }
  wb_watch_sync(&app->watch);
  wb_app_load(app);
  app->model.mode = WB_MODE_NORMAL;
  wb_model_focus(&app->model, WB_PANE_KERNEL);
  wb_model_say(&app->model, WB_TONE_PLAIN, "Version %llu is back%s%s. r runs it.",
               (unsigned long long)number, backup != NULL ? "; your file is kept as " : "",
               backup != NULL ? wb_path_basename(backup) : "");
  free(backup);
}

void wb_app_save_display(struct wb_app *app, const char *path, bool colors) {
  struct wb_error err = {0};
  struct wb_str text;
  wb_str_init(&text);
  wb_app_draw(app);
  if (colors)
    wb_cells_dump_ansi(&app->cells, wb_screen_wants_color(), &text);
  else
    wb_cells_dump(&app->cells, &text);
  if (wb_file_write_atomic(path, text.data, text.length, &err) != WB_OK) {
    wb_model_say(&app->model, WB_TONE_BAD, "%s", err.message);
    if (app->has_script) fprintf(stderr, "workbench: %s\n", err.message);
  }
  wb_str_release(&text);
}

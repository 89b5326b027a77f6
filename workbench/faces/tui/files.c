/* What the workbench reads and writes on disk. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/history.h"
#include "session/session.h"
#include "tui/store_tasks.h"
#include "verbs/versions.h"

enum { TEXT_MAX_BYTES = 4 << 20 };

/* The file's text, or NULL and err. */
static char *read_text(const char *path, struct wb_error *err) {
  return wb_file_read_text(path, TEXT_MAX_BYTES, err);
}

static void load_kernel(struct wb_app *app, const char *slug, struct wb_loaded *loaded) {
  struct wb_version_text kernel = {0};
  struct wb_error err = {0};
  if (wb_versions_read_kernel(&app->course, slug, &kernel, &err) != WB_OK)
    loaded->error = wb_strdup(err.message);
  loaded->is_starter = kernel.is_starter;
  loaded->kernel_path = kernel.path;
  loaded->kernel = kernel.text;
  kernel.path = kernel.text = NULL;
  wb_version_text_release(&kernel);
}

/* The chapter is known when the puzzle has been described. */
static void watch_authored(struct wb_app *app) {
  const struct wb_item *item = wb_model_item(&app->model);
  if (item != NULL) wb_authored_watch(app->authored, &app->course, item->slug, item->about.chapter);
}

static void take_up_spec(struct wb_app *app) {
  wb_app_describe(app);
  wb_model_spec_changed(&app->model);
  wb_follow_all(&app->follow);
}

/* ---- which puzzles there are ---- */

static bool is_as_listed(const struct wb_model *model, const struct wb_names *slugs) {
  bool same = slugs->count == model->n_items;
  for (size_t i = 0; same && i < slugs->count; i++)
    same = strcmp(slugs->items[i], model->items[i].slug) == 0;
  return same;
}

static void list_anew(struct wb_app *app, const struct wb_names *slugs) {
  wb_follow_release(&app->follow);
  wb_model_list_anew(&app->model, slugs);
  app->remembered = SIZE_MAX;
  wb_store_task_ask_progress(app);
  wb_app_describe(app);
  wb_app_load(app);
  wb_model_say(&app->model, WB_TONE_PLAIN, "The course has changed: %zu puzzle%s.", slugs->count,
               slugs->count == 1 ? "" : "s");
}

/* Runs, editors and questions to the store know puzzles by their places in the list: it changes
 * only where there are none. True: it has changed, and all files are read anew. */
static bool follow_course(struct wb_app *app) {
  bool renewed = false;
  struct wb_names slugs;
  wb_names_init(&slugs);
  app->list_is_old = false;
  const bool known = wb_course_slugs(&app->course, &slugs, NULL) == WB_OK;
  if (known && slugs.count > 0 && !is_as_listed(&app->model, &slugs)) {
    const bool rests =
        wb_app_is_idle(app) && app->editor == NULL && app->model.mode == WB_MODE_NORMAL;
    if (rests) list_anew(app, &slugs);
    renewed = rests;
    app->list_is_old = !rests;
  }
  wb_names_release(&slugs);
  return renewed;
}

void wb_app_check_authored(struct wb_app *app) {
  bool changed[WB_AUTHORED_COUNT], any = app->list_is_old;
  for (int i = 0; i < WB_AUTHORED_COUNT; i++) {
    changed[i] = wb_watch_check(&app->authored[i], app->model.now_ms);
    any = any || changed[i];
  }
  if ((any && follow_course(app)) || app->list_is_old) return;
  if (changed[WB_AUTHORED_LESSON] || changed[WB_AUTHORED_EXPLAINED]) wb_app_load(app);
  if (changed[WB_AUTHORED_SPEC]) take_up_spec(app);
  if (changed[WB_AUTHORED_CHAPTER] && app->model.mode == WB_MODE_CHAPTER)
    wb_model_effect(&app->model, WB_EFFECT_CHAPTER);
  if (app->authored[WB_AUTHORED_CHAPTER].path == NULL) watch_authored(app);
}

void wb_app_load_files(struct wb_app *app) {
  const struct wb_item *item = wb_model_item(&app->model);
  if (item != NULL && item->described)
    wb_model_files_loaded(&app->model, wb_session_files(&app->course, &item->about));
}

void wb_app_load(struct wb_app *app) {
  const struct wb_item *item = wb_model_item(&app->model);
  struct wb_loaded loaded = {0};
  struct wb_error err = {0};
  if (item == NULL) return;
  char *lesson = wb_course_lesson(&app->course, item->slug);
  loaded.lesson = read_text(lesson, &err);
  loaded.explanation = wb_session_explanation(
      &app->course, item->slug, item->progress.solved || app->model.author, item->gave_up);
  if (loaded.lesson == NULL) loaded.error = wb_strdup(err.message);
  loaded.lesson = wb_origin_lesson(app->model.origin, &app->course, loaded.lesson);
  if (loaded.error == NULL) {
    load_kernel(app, item->slug, &loaded);
  } else {
    char *first = loaded.error;
    load_kernel(app, item->slug, &loaded);
    if (loaded.error != first) free(first);
  }
  char *own = wb_course_work_file(&app->course, item->slug);
  wb_watch_keep(&app->watch, own);
  watch_authored(app);
  wb_model_loaded(&app->model, &loaded);
  wb_app_load_files(app);
  free(own);
  free(lesson);
}

void wb_app_remember_puzzle(struct wb_app *app) {
  const struct wb_item *item = wb_model_item(&app->model);
  if (item == NULL || app->remembered == app->model.selected) return;
  app->remembered = app->model.selected;
  wb_store_task_place(app, item->slug, NULL);
}

/* Shows what came of a verb: its notice or question, or why it failed. */
static void show_reply(struct wb_app *app, const struct wb_reply *reply, enum wb_status status,
                       const struct wb_error *err, enum wb_effect_kind effect) {
  if (status == WB_OK)
    wb_model_reply(&app->model, reply, effect);
  else
    wb_model_say(&app->model, WB_TONE_BAD, "%s", err->message);
}

/* The learner's file is another one now. */
static void load_anew(struct wb_app *app) {
  wb_watch_sync(&app->watch);
  wb_app_load(app);
}

void wb_app_reset(struct wb_app *app, bool sure) {
  const struct wb_request request = wb_model_request(&app->model, &app->course, sure);
  struct wb_reply reply = {0};
  struct wb_error err = {0};
  if (sure) wb_app_cancel(app);
  enum wb_status status = wb_versions_reset(&request, &reply, &err);
  if (status == WB_OK && reply.kind == WB_REPLY_DONE) load_anew(app);
  show_reply(app, &reply, status, &err, WB_EFFECT_RESET);
  wb_reply_release(&reply);
}

void wb_app_restore(struct wb_app *app, bool sure) {
  const struct wb_request request = wb_model_request(&app->model, &app->course, sure);
  const struct wb_attempt *attempt =
      wb_attempt_numbered(&app->model.history.attempts, app->model.restoring);
  struct wb_reply reply = {0};
  struct wb_error err = {0};
  if (attempt == NULL) return;
  if (sure) wb_app_cancel(app);
  enum wb_status status = wb_versions_restore(&request, attempt, &reply, &err);
  if (status == WB_OK && reply.kind == WB_REPLY_DONE) {
    load_anew(app);
    app->model.mode = WB_MODE_NORMAL;
    wb_model_focus(&app->model, WB_PANE_KERNEL);
  }
  show_reply(app, &reply, status, &err, WB_EFFECT_RESTORE);
  wb_reply_release(&reply);
}

/* Shows it, where there is one, or why it cannot be shown; takes it over. */
static void show_comparison(struct wb_app *app, struct wb_version_pair *versions, uint64_t number,
                            enum wb_status status, const struct wb_error *err) {
  if (status != WB_OK)
    wb_model_say(&app->model, WB_TONE_WARN, "%s", err->message);
  else if (versions->new.text != NULL)
    wb_compare_open(&app->model, versions, number);
  wb_version_pair_release(versions);
}

void wb_app_compare_solution(struct wb_app *app, bool sure) {
  const struct wb_request request = wb_model_request(&app->model, &app->course, sure);
  struct wb_version_pair versions;
  struct wb_reply reply = {0};
  struct wb_error err = {0};
  const enum wb_language language = app->model.solution_language;
  enum wb_status status =
      wb_versions_compare_with_solution(&request, language, &versions, &reply, &err);
  show_comparison(app, &versions, 0, status, &err);
  if (status == WB_OK && reply.kind == WB_REPLY_DONE)
    app->model.compare.next = wb_versions_next_language(request.course, request.slug, language);
  if (status == WB_OK) wb_model_reply(&app->model, &reply, WB_EFFECT_SOLUTION);
  if (status == WB_OK && reply.kind == WB_REPLY_DONE && !request.progress.solved) {
    wb_model_item(&app->model)->gave_up = true;
    wb_app_load(app);
  }
  wb_reply_release(&reply);
}

void wb_app_compare_starter(struct wb_app *app) {
  const struct wb_request request = wb_model_request(&app->model, &app->course, true);
  struct wb_version_pair versions;
  struct wb_error err = {0};
  enum wb_status status = wb_versions_compare_with_starter(&request, &versions, &err);
  show_comparison(app, &versions, 0, status, &err);
}

/* new: NULL: the kernel as it is. */
static void compare_attempts(struct wb_app *app, const struct wb_attempt *old,
                             const struct wb_attempt *new) {
  const struct wb_request request = wb_model_request(&app->model, &app->course, true);
  struct wb_version_pair versions;
  struct wb_error err = {0};
  const enum wb_status status = wb_versions_compare(&request, old, new, &versions, &err);
  show_comparison(app, &versions, app->model.restoring, status, &err);
}

void wb_app_compare_version(struct wb_app *app) {
  const struct wb_attempts *attempts = &app->model.history.attempts;
  const struct wb_attempt *attempt = wb_attempt_numbered(attempts, app->model.restoring);
  if (attempt != NULL) compare_attempts(app, attempt, NULL);
}

void wb_app_compare_before(struct wb_app *app) {
  const struct wb_attempts *attempts = &app->model.history.attempts;
  const struct wb_attempt *attempt = wb_attempt_numbered(attempts, app->model.restoring);
  if (attempt != NULL && attempt > attempts->items)
    compare_attempts(app, attempt - 1, attempt);
  else if (attempt != NULL)
    wb_model_say(&app->model, WB_TONE_PLAIN, "There is no version before this one.");
}

void wb_app_save_display(struct wb_app *app, const char *path, bool colors) {
  struct wb_error err = {0};
  struct wb_str text;
  wb_str_init(&text);
  wb_app_draw(app);
  if (colors)
    wb_cells_dump_ansi(&app->cells, wb_screen_wants_color(), wb_background(), &text);
  else
    wb_cells_dump(&app->cells, &text);
  if (wb_file_write_atomic(path, text.data, text.length, &err) != WB_OK) {
    wb_model_say(&app->model, WB_TONE_BAD, "%s", err.message);
    if (app->has_script) fprintf(stderr, "workbench: %s\n", err.message);
  }
  wb_str_release(&text);
}

#include "tui/store_tasks.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "tui/history.h"
#include "tui/counters_run.h"

/* What every task has beside its own: whose it is, and what went wrong. */
struct task {
  struct wb_task base;
  char *course, *slug;
  size_t item;
  struct wb_error err;
  enum wb_status status;
  bool has_failed; /* before, and that was told */
  unsigned hints;
  struct wb_record record;
  struct wb_progress progress;
  struct wb_attempts attempts;
  struct wb_progress *all; /* of the puzzles `slugs` */
  struct wb_names slugs;
  char *line; /* a command that follows; or what is to be kept */
};

static void release_task(struct wb_task *base) {
  struct task *task = (struct task *)base;
  wb_record_release(&task->record);
  wb_attempts_release(&task->attempts);
  wb_names_release(&task->slugs);
  free(task->all);
  free(task->line);
  free(task->course);
  free(task->slug);
  free(task);
}

static struct task *new_task(const struct wb_app *app, const char *slug,
                             void (*work)(struct wb_task *, struct wb_store *),
                             void (*done)(struct wb_task *, struct wb_app *)) {
  struct task *task = wb_alloc(sizeof *task);
  task->base = (struct wb_task){.work = work, .done = done, .release = release_task};
  task->course = wb_strdup(app->course.key);
  task->slug = wb_strdup(slug);
  wb_names_init(&task->slugs);
  return task;
}

static void say_failure(struct wb_task *base, struct wb_app *app) {
  const struct task *task = (struct task *)base;
  if (task->status != WB_OK) wb_model_say(&app->model, WB_TONE_BAD, "%s", task->err.message);
}

/* ---- runs -------------------------------------------------------------------------- */

/* Other workbenches may have kept something meanwhile: what is shown is what the
 * store has then. */
static void keep_run(struct wb_task *base, struct wb_store *store) {
  struct task *task = (struct task *)base;
  task->status = wb_store_keep(store, &task->record.judged, &task->err);
  if (task->status == WB_OK)
    task->status = wb_store_get(store, task->course, task->slug, &task->progress, &task->err);
}

static const char *lost(const struct wb_task *base) {
  const struct task *task = (const struct task *)base;
  return task->status != WB_OK ? task->err.message : NULL;
}

/* A failure is told once; so is the end of it. */
static void say_whether_kept(struct task *task, struct wb_app *app) {
  if (task->status != WB_OK && !task->has_failed) {
    wb_model_say(&app->model, WB_TONE_BAD, "Not kept yet; trying again: %s", task->err.message);
  } else if (task->status == WB_OK && task->has_failed) {
    wb_model_say(&app->model, WB_TONE_PLAIN, "What could not be kept before is kept now.");
  }
  task->has_failed = task->status != WB_OK;
}

static void run_is_kept(struct wb_task *base, struct wb_app *app) {
  struct task *task = (struct task *)base;
  say_whether_kept(task, app);
  if (task->status != WB_OK || task->item >= app->model.n_items) return;
  struct wb_progress *progress = &app->model.items[task->item].progress;
  const unsigned hints = progress->hints_shown;
  *progress = task->progress;
  if (progress->hints_shown < hints) progress->hints_shown = hints;
  wb_model_pane_stale(&app->model, WB_PANE_LIST);
  wb_model_pane_stale(&app->model, WB_PANE_RESULT);
  wb_history_changed(&app->model, task->item);
}

void wb_store_task_run(struct wb_app *app, size_t item, const struct wb_run_options *options,
                       const struct wb_result *result, bool counts) {
  struct task *task = new_task(app, options->puzzle, keep_run, run_is_kept);
  task->item = item;
  task->base.unkept = lost;
  wb_record_init(&task->record, &app->course, options, result, counts);
  wb_store_thread_add(app->store_thread, &task->base);
}

static void keep_measured(struct wb_task *base, struct wb_store *store) {
  struct task *task = (struct task *)base;
  task->status = wb_store_measured(store, &task->record.judged, &task->err);
}

void wb_store_task_measured(struct wb_app *app, const struct wb_run_options *options,
                            const struct wb_result *result) {
  struct task *task = new_task(app, options->puzzle, keep_measured, NULL);
  wb_record_init(&task->record, &app->course, options, result, false);
  wb_store_thread_add(app->store_thread, &task->base);
}

/* ---- small things ------------------------------------------------------------------ */

static void keep_hints(struct wb_task *base, struct wb_store *store) {
  struct task *task = (struct task *)base;
  task->status = wb_store_show_hint(store, task->course, task->slug, task->hints, &task->err);
}

void wb_store_task_hints(struct wb_app *app, const char *slug, unsigned shown) {
  struct task *task = new_task(app, slug, keep_hints, say_failure);
  task->hints = shown;
  wb_store_thread_add(app->store_thread, &task->base);
}

static void keep_origin(struct wb_task *base, struct wb_store *store) {
  wb_origin_keep(store, ((struct task *)base)->line);
}

void wb_store_task_origin(struct wb_app *app, const char *word) {
  struct task *task = new_task(app, "", keep_origin, NULL);
  task->line = wb_strdup(word);
  wb_store_thread_add(app->store_thread, &task->base);
}

/* A failure shows with the next result. */
static void keep_place(struct wb_task *base, struct wb_store *store) {
  const struct task *task = (struct task *)base;
  wb_store_set_last_puzzle(store, task->course, task->slug, NULL);
}

static void place_is_kept(struct wb_task *base, struct wb_app *app) {
  const struct task *task = (struct task *)base;
  if (task->line != NULL) wb_app_start_command(app, task->line);
}

void wb_store_task_place(struct wb_app *app, const char *slug, const char *line) {
  struct task *task = new_task(app, slug, keep_place, place_is_kept);
  task->line = wb_strdup(line);
  if (app->store_thread == NULL) place_is_kept(&task->base, app);
  wb_store_thread_add(app->store_thread, &task->base);
}

static void keep_view(struct wb_task *base, struct wb_store *store) {
  const struct task *task = (struct task *)base;
  wb_store_set_view(store, task->course, task->line, NULL);
}

void wb_store_task_view(struct wb_app *app, const char *view) {
  struct task *task = new_task(app, "", keep_view, NULL);
  task->line = wb_strdup(view);
  wb_store_thread_add(app->store_thread, &task->base);
}

/* ---- progress of all ---------------------------------------------------------------- */

static void ask_progress(struct wb_task *base, struct wb_store *store) {
  struct task *task = (struct task *)base;
  for (size_t i = 0; i < task->slugs.count && task->status == WB_OK; i++)
    task->status =
        wb_store_get(store, task->course, task->slugs.items[i], &task->all[i], &task->err);
}

static void progress_is_there(struct wb_task *base, struct wb_app *app) {
  const struct task *task = (struct task *)base;
  say_failure(base, app);
  if (task->status != WB_OK) return;
  for (size_t i = 0; i < task->slugs.count && i < app->model.n_items; i++)
    app->model.items[i].progress = task->all[i];
  wb_model_stale(&app->model);
}

void wb_store_task_ask_progress(struct wb_app *app) {
  struct task *task = new_task(app, "", ask_progress, progress_is_there);
  task->all = wb_alloc((app->model.n_items + 1) * sizeof *task->all);
  for (size_t i = 0; i < app->model.n_items; i++)
    wb_names_add(&task->slugs, app->model.items[i].slug);
  wb_store_thread_add(app->store_thread, &task->base);
}

/* ---- attempts ---------------------------------------------------------------------- */

static void ask_attempts(struct wb_task *base, struct wb_store *store) {
  struct task *task = (struct task *)base;
  task->status = wb_store_attempts(store, task->course, task->slug, &task->attempts, &task->err);
}

static void attempts_are_there(struct wb_task *base, struct wb_app *app) {
  struct task *task = (struct task *)base;
  wb_history_loaded(&app->model, task->item, &task->attempts,
                    task->status != WB_OK ? task->err.message : NULL);
}

void wb_store_task_ask_attempts(struct wb_app *app, size_t item) {
  struct wb_attempts none = {0};
  if (item >= app->model.n_items) return;
  if (app->store_thread == NULL) {
    wb_history_loaded(&app->model, item, &none,
                      "Progress is not kept, and so there is no history.");
    return;
  }
  struct task *task = new_task(app, app->model.items[item].slug, ask_attempts, attempts_are_there);
  task->item = item;
  wb_store_thread_add(app->store_thread, &task->base);
}

/* ---- figures of solutions, kept: they cost a run each ---- */

struct figures_task {
  struct wb_task base;
  unsigned char key[WB_FIGURES_KEY_BYTES];
  size_t item;
  struct wb_counters *cases;
  size_t n_cases;
};

static void release_figures_task(struct wb_task *base) {
  struct figures_task *task = (struct figures_task *)base;
  free(task->cases);
  free(task);
}

static struct figures_task *new_figures_task(const unsigned char *key,
                                             void (*work)(struct wb_task *, struct wb_store *),
                                             void (*done)(struct wb_task *, struct wb_app *)) {
  struct figures_task *task = wb_alloc(sizeof *task);
  task->base = (struct wb_task){.work = work, .done = done, .release = release_figures_task};
  memcpy(task->key, key, sizeof task->key);
  return task;
}

/* What cannot be read is measured anew. */
static void read_figures(struct wb_task *base, struct wb_store *store) {
  struct figures_task *task = (struct figures_task *)base;
  wb_store_figures(store, task->key, &task->cases, &task->n_cases, NULL);
}

static void tell_figures(struct wb_task *base, struct wb_app *app) {
  struct figures_task *task = (struct figures_task *)base;
  wb_app_take_figures(app, task->item, task->cases, task->n_cases);
  task->cases = NULL;
}

void wb_store_task_ask_figures(struct wb_app *app, size_t item, const unsigned char *key) {
  struct figures_task *task = new_figures_task(key, read_figures, tell_figures);
  task->item = item;
  if (app->store_thread == NULL) tell_figures(&task->base, app);
  wb_store_thread_add(app->store_thread, &task->base);
}

static void keep_figures(struct wb_task *base, struct wb_store *store) {
  const struct figures_task *task = (struct figures_task *)base;
  wb_store_keep_figures(store, task->key, task->cases, task->n_cases, NULL);
}

void wb_store_task_figures(struct wb_app *app, const unsigned char *key,
                           const struct wb_counters *cases, size_t n_cases) {
  struct figures_task *task = new_figures_task(key, keep_figures, NULL);
  task->cases = wb_alloc((n_cases + 1) * sizeof *task->cases);
  memcpy(task->cases, cases, n_cases * sizeof *task->cases);
  task->n_cases = n_cases;
  wb_store_thread_add(app->store_thread, &task->base);
}

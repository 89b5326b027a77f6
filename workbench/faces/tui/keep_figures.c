/* Figures of solutions, kept: they cost a run each. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "tui/keep.h"
#include "tui/measure.h"

struct figures {
  struct wb_task base;
  unsigned char key[WB_FIGURES_KEY_BYTES];
  size_t item;
  struct wb_counters *cases;
  size_t n_cases;
};

static void release(struct wb_task *base) {
  struct figures *task = (struct figures *)base;
  free(task->cases);
  free(task);
}

static struct figures *new_task(const unsigned char *key,
                                void (*work)(struct wb_task *, struct wb_store *),
                                void (*done)(struct wb_task *, struct wb_app *)) {
  struct figures *task = wb_alloc(sizeof *task);
  task->base = (struct wb_task){.work = work, .done = done, .release = release};
  memcpy(task->key, key, sizeof task->key);
  return task;
}

/* What cannot be read is measured anew. */
static void ask(struct wb_task *base, struct wb_store *store) {
  struct figures *task = (struct figures *)base;
  wb_store_figures(store, task->key, &task->cases, &task->n_cases, NULL);
}

static void are_there(struct wb_task *base, struct wb_app *app) {
  struct figures *task = (struct figures *)base;
  wb_app_figures(app, task->item, task->cases, task->n_cases);
  task->cases = NULL;
}

void wb_keep_ask_figures(struct wb_app *app, size_t item, const unsigned char *key) {
  struct figures *task = new_task(key, ask, are_there);
  task->item = item;
  if (app->keeper == NULL) are_there(&task->base, app);
  wb_keeper_add(app->keeper, &task->base);
}

static void keep(struct wb_task *base, struct wb_store *store) {
  const struct figures *task = (struct figures *)base;
  wb_store_keep_figures(store, task->key, task->cases, task->n_cases, NULL);
}

void wb_keep_figures(struct wb_app *app, const unsigned char *key, const struct wb_counters *cases,
                     size_t n_cases) {
  struct figures *task = new_task(key, keep, NULL);
  task->cases = wb_alloc((n_cases + 1) * sizeof *task->cases);
  memcpy(task->cases, cases, n_cases * sizeof *task->cases);
  task->n_cases = n_cases;
  wb_keeper_add(app->keeper, &task->base);
}

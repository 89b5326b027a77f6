#include "grading/shard_worker.h"

#include <stdlib.h>
#include <string.h>

/* ---- the shard ------------------------------------------------------------------------------- */

enum wb_status wb_shard_worker_open(struct wb_shard_worker *worker, const char *path,
                                    struct wb_error *err) {
  char *run = NULL;
  *worker = (struct wb_shard_worker){.run = {.lock = -1}, .attempt = {.notes = -1}};
  enum wb_status status = wb_shard_read(path, &worker->shard, &worker->plan, &run, err);
  if (status == WB_OK) status = wb_run_folder_open(&worker->run, run, false, err);
  if (status == WB_OK && worker->plan.generation > 1)
    status = wb_run_folder_choose(&worker->run, worker->plan.generation, err);
  free(run);
  return status;
}

void wb_shard_worker_close(struct wb_shard_worker *worker) {
  wb_shard_attempt_end(&worker->attempt);
  wb_shard_release(&worker->shard);
  wb_shard_plan_release(&worker->plan);
  if (worker->run.path != NULL) wb_run_folder_close(&worker->run);
}

/* Opens the secret, and says whether it would judge as every other process of the run does. */
static enum wb_status compare_with_run(struct wb_shard_worker *worker, struct wb_grade_order *order,
                                       struct wb_error *err) {
  struct wb_run_about about = {0};
  const char *path = order->secret != NULL ? order->secret : worker->plan.secret;
  order->assignment = worker->run.about.assignment;
  order->with_less_walls |= !worker->run.about.has_all_walls;
  if (!wb_file_exists(path))
    return wb_fail(err, WB_ERR_MISSING, "the secret of the run, %s, is not on this machine", path);
  enum wb_status status = wb_secret_open(&worker->secret, path, err);
  if (status == WB_OK) status = wb_grade_about(order, &worker->secret, &about, err);
  if (status == WB_OK) status = wb_run_about_compare(&worker->run.about, &about, err);
  wb_run_about_release(&about);
  return status;
}

/* ---- judging it ------------------------------------------------------------------------------ */

/* One failure of ours is enough here: the next try is another process's. */
static enum wb_status list_shard(struct wb_run_judgements *planned, void *data,
                                 struct wb_error *err) {
  const struct wb_shard_worker *worker = data;
  const struct wb_run_judgements *all = &worker->shard.judgements;
  (void)err;
  planned->items = wb_grow(planned->items, &planned->capacity, all->count + 1, sizeof *all->items);
  for (size_t i = 0; i < all->count; i++) {
    planned->items[i] = all->items[i];
    planned->items[i].puzzle = wb_strdup(all->items[i].puzzle);
    planned->items[i].tries = WB_JUDGING_TRIES - 1;
  }
  planned->count = all->count;
  return WB_OK;
}

static void fail_to_publish(struct wb_run_judgement *judgement, const struct wb_error *why) {
  judgement->state = WB_JUDGEMENT_FAILED;
  judgement->cause = why->status;
  judgement->trouble = wb_strdup(why->message);
}

/* The line first: who is killed between the two has published nothing, and that is what counts. */
static enum wb_status keep_in_attempt(struct wb_run_judgement *judgement, struct wb_result *result,
                                      void *data, struct wb_error *err) {
  struct wb_shard_worker *worker = data;
  struct wb_error why;
  if (judgement->state == WB_JUDGEMENT_DONE && result == NULL) return WB_OK; /* another one's */
  enum wb_status status = wb_shard_attempt_note(&worker->attempt, judgement, err);
  if (status != WB_OK || result == NULL) return status;
  status = wb_run_publish_result(&worker->run, judgement->puzzle, judgement->sha256,
                                 judgement->variant, result, worker->attempt.path, &why);
  if (status == WB_ERR_PROTOCOL) {
    fail_to_publish(judgement, &why);
    return wb_shard_attempt_note(&worker->attempt, judgement, err);
  }
  if (status != WB_OK && err != NULL) *err = why;
  return status;
}

enum wb_status wb_shard_worker_judge(struct wb_shard_worker *worker, struct wb_grade_order *order,
                                     size_t parallel, const struct wb_pool_watch *watch,
                                     struct wb_error *err) {
  const struct wb_judging_ledger ledger = {list_shard, keep_in_attempt, worker};
  enum wb_status status = compare_with_run(worker, order, err);
  if (status == WB_OK)
    status = wb_shard_attempt_begin(&worker->attempt, &worker->plan, &worker->shard, err);
  if (status != WB_OK) return status;
  worker->judging = (struct wb_judging){.run = &worker->run,
                                        .ledger = &ledger,
                                        .course = order->course,
                                        .secret = &worker->secret,
                                        .parallel = parallel};
  status = wb_judging_run(&worker->judging, watch, err);
  worker->judging.ledger = NULL;
  return status;
}

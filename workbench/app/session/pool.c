#include "session/pool.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/str.h"

enum {
  TICK_MS = 100,
  /* Of those that no judge is needed for, so many end in one step: whoever waits for keys, too,
   * gets to them. */
  STEP_MAX = 32
};

void wb_judgement_release(struct wb_judgement *judgement) {
  wb_run_task_cancel(&judgement->task);
  wb_result_release(&judgement->result);
  memset(&judgement->result, 0, sizeof judgement->result);
}

/* ---- one judgement --------------------------------------------------------------------- */

static void end_judgement(struct wb_pool *pool, struct wb_judgement *judgement) {
  judgement->done = true;
  pool->ended++;
  if (judgement->ended != NULL) judgement->ended(judgement, judgement->data);
}

static bool is_recalled(struct wb_pool *pool, struct wb_judgement *judgement) {
  judgement->recalled = pool->recall != NULL && pool->recall(judgement, pool->memory);
  return judgement->recalled;
}

/* Whether it runs now; else it has ended. */
static bool begin_judgement(struct wb_pool *pool, struct wb_judgement *judgement) {
  if (judgement->needless) {
    judgement->status = wb_fail(&judgement->error, WB_ERR_CANCELLED, "not needed any more");
  } else if (!is_recalled(pool, judgement)) {
    judgement->start_ns = wb_clock_ns();
    judgement->status = wb_run_task_start(&judgement->task, &judgement->options, &judgement->error);
    if (judgement->status == WB_OK) return true;
  }
  end_judgement(pool, judgement);
  return false;
}

/* Takes all events that are there. Whether it has ended. */
static bool advance_judgement(struct wb_pool *pool, struct wb_judgement *judgement) {
  enum wb_run_step step = WB_RUN_STEP_EVENT;
  while (step == WB_RUN_STEP_EVENT) step = wb_run_task_step(&judgement->task);
  if (step != WB_RUN_STEP_ENDED) return false;
  struct wb_result *result = wb_run_task_take(&judgement->task);
  judgement->status = judgement->task.status;
  judgement->error = judgement->task.error;
  if (result != NULL) judgement->result = *result; /* its members are the judgement's now */
  free(result);
  pool->judged++;
  pool->judged_ns += wb_clock_ns() - judgement->start_ns;
  if (pool->keep != NULL && judgement->status == WB_OK) pool->keep(judgement, pool->memory);
  return true;
}

/* ---- all of them ----------------------------------------------------------------------- */

void wb_pool_add(struct wb_pool *pool, struct wb_judgement *judgement) {
  judgement->next = NULL;
  if (pool->first == NULL)
    pool->first = judgement;
  else
    pool->last->next = judgement;
  pool->last = judgement;
  pool->planned++;
}

bool wb_pool_is_busy(const struct wb_pool *pool) { return pool->ended < pool->planned; }

const struct wb_judgement *wb_pool_running(const struct wb_pool *pool) {
  for (size_t i = 0; pool->running != NULL && i < pool->parallel; i++)
    if (pool->running[i] != NULL) return pool->running[i];
  return NULL;
}

/* Fills what is to be polled: at most `parallel` items. */
static size_t poll_items(const struct wb_pool *pool, struct pollfd *items) {
  size_t count = 0;
  for (size_t i = 0; pool->running != NULL && i < pool->parallel; i++)
    if (pool->running[i] != NULL)
      items[count++] =
          (struct pollfd){.fd = wb_run_task_fd(&pool->running[i]->task), .events = POLLIN};
  return count;
}

static struct wb_judgement *take_first(struct wb_pool *pool) {
  struct wb_judgement *judgement = pool->first;
  pool->first = judgement->next;
  if (pool->first == NULL) pool->last = NULL;
  judgement->next = NULL;
  return judgement;
}

/* Lets a slot go on. Whether something ended there. */
static bool advance_slot(struct wb_pool *pool, size_t slot) {
  struct wb_judgement *judgement = pool->running[slot];
  if (judgement == NULL || !advance_judgement(pool, judgement)) return false;
  pool->running[slot] = NULL; /* before it is told: what it plans may run here */
  end_judgement(pool, judgement);
  return true;
}

/* Fills a slot where it is free. Whether something ended without any judge. */
static bool fill_slot(struct wb_pool *pool, size_t slot) {
  if (pool->running[slot] != NULL || pool->first == NULL) return false;
  struct wb_judgement *judgement = take_first(pool);
  if (!begin_judgement(pool, judgement)) return true;
  pool->running[slot] = judgement;
  return false;
}

/* Begins what may begin, and reads what there is; never blocks. Whether anything ended: then it
 * may go on at once. */
static bool step_pool(struct wb_pool *pool) {
  bool any = false;
  if (pool->running == NULL) pool->running = wb_alloc(pool->parallel * sizeof *pool->running);
  for (size_t i = 0; i < pool->parallel; i++) any |= advance_slot(pool, i);
  for (size_t i = 0; i < pool->parallel; i++)
    for (int ended = 0; ended < STEP_MAX && fill_slot(pool, i); ended++) any = true;
  return any;
}

double wb_pool_seconds_left(const struct wb_pool *pool) {
  if (pool->judged == 0) return -1;
  const double each = (double)pool->judged_ns / 1e9 / (double)pool->judged;
  return each * (double)(pool->planned - pool->ended) / (double)pool->parallel;
}

static void wait_for_events(const struct wb_pool *pool, int stop_fd, struct pollfd *items) {
  nfds_t count = poll_items(pool, items);
  items[count++] = (struct pollfd){.fd = stop_fd, .events = POLLIN};
  poll(items, count, TICK_MS);
}

static bool must_stop(const struct wb_pool_watch *watch) {
  struct pollfd item = {.fd = watch->stop_fd, .events = POLLIN};
  return (watch->stop_fd >= 0 && poll(&item, 1, 0) > 0) ||
         (watch->stop != NULL && watch->stop(watch->data));
}

static void cancel_all(struct wb_pool *pool) {
  for (size_t i = 0; pool->running != NULL && i < pool->parallel; i++) {
    if (pool->running[i] != NULL) wb_run_task_cancel(&pool->running[i]->task);
    pool->running[i] = NULL;
  }
  pool->first = pool->last = NULL;
  pool->planned = pool->ended;
}

enum wb_status wb_pool_run(struct wb_pool *pool, const struct wb_pool_watch *watch,
                           struct wb_error *err) {
  enum wb_status status = WB_OK;
  struct pollfd *items = wb_alloc((pool->parallel + 1) * sizeof *items);
  bool goes_on = step_pool(pool);
  while (wb_pool_is_busy(pool) && status == WB_OK) {
    if (watch->show != NULL) watch->show(pool, watch->data);
    if (!goes_on) wait_for_events(pool, watch->stop_fd, items);
    if (must_stop(watch))
      status = wb_fail(err, WB_ERR_CANCELLED, "interrupted");
    else
      goes_on = step_pool(pool);
  }
  if (status != WB_OK) cancel_all(pool);
  free(items);
  return status;
}

void wb_pool_release(struct wb_pool *pool) {
  cancel_all(pool);
  free(pool->running);
  *pool = (struct wb_pool){.parallel = pool->parallel};
}

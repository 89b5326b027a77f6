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
  STEP_MAX = 32,
  /* So far is looked for a judgement that a judge is there for. */
  LOOK_AHEAD = 512
};

void wb_judgement_release(struct wb_judgement *judgement) {
  wb_run_task_cancel(&judgement->task);
  wb_result_release(&judgement->result);
  memset(&judgement->result, 0, sizeof judgement->result);
  wb_puzzle_audit_delete(judgement->audit);
  judgement->audit = NULL;
}

/* ---- one judgement --------------------------------------------------------------------- */

static void end_judgement(struct wb_pool *pool, struct wb_judgement *judgement) {
  judgement->done = true;
  pool->ended++;
  if (judgement->ended != NULL) judgement->ended(judgement, judgement->data);
}

static bool is_recalled(struct wb_pool *pool, struct wb_judgement *judgement) {
  judgement->recalled =
      pool->recall != NULL && !judgement->audits && pool->recall(judgement, pool->memory);
  return judgement->recalled;
}

static void start_judging(struct wb_pool *pool, struct wb_judgement *judgement) {
  const struct wb_run_options *options = &judgement->options;
  struct wb_judge *idle = judgement->audits ? NULL : wb_idle_judges_take(&pool->idle, options);
  judgement->start_ns = wb_clock_ns();
  if (judgement->audits)
    judgement->status =
        wb_run_task_audit(&judgement->task, options->course, options->puzzle, &judgement->error);
  else if (idle != NULL)
    judgement->status = wb_run_task_start_by(&judgement->task, idle, options, &judgement->error);
  else
    judgement->status = wb_run_task_start(&judgement->task, options, &judgement->error);
}

/* Whether it runs now; else it has ended. */
static bool begin_judgement(struct wb_pool *pool, struct wb_judgement *judgement) {
  if (judgement->needless)
    judgement->status = wb_fail(&judgement->error, WB_ERR_CANCELLED, "not needed any more");
  else if (!is_recalled(pool, judgement))
    start_judging(pool, judgement);
  if (wb_run_task_is_running(&judgement->task)) return true;
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
  if (judgement->options.only_case > 0)
    judgement->result.cases_before = (size_t)judgement->options.only_case - 1;
  judgement->audit = judgement->task.audit;
  judgement->task.audit = NULL;
  pool->judged++;
  pool->judged_ns += wb_clock_ns() - judgement->start_ns;
  if (pool->keep != NULL && !judgement->audits && judgement->status == WB_OK)
    pool->keep(judgement, pool->memory);
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

/* What comes before the first that suits an idle judge, of those that are looked at; `found` says
 * whether there is one. */
static struct wb_judgement *find_suitable(const struct wb_pool *pool,
                                          bool (*suits)(const struct wb_idle_judges *judges,
                                                        const struct wb_run_options *options),
                                          bool *found) {
  struct wb_judgement *before = NULL, *judgement = pool->first;
  for (size_t looked = 0; judgement != NULL && looked < LOOK_AHEAD; looked++) {
    *found = suits(&pool->idle, &judgement->options);
    if (*found) break;
    before = judgement;
    judgement = judgement->next;
  }
  return *found ? before : NULL;
}

/* The first that an idle judge knows the puzzle of, else one that an idle judge may judge, else the
 * first. */
static struct wb_judgement *take_judgement(struct wb_pool *pool) {
  bool found = false;
  struct wb_judgement *before = find_suitable(pool, wb_idle_judges_know, &found);
  if (!found) before = find_suitable(pool, wb_idle_judges_have, &found);
  struct wb_judgement *judgement = before != NULL ? before->next : pool->first;
  if (before == NULL)
    pool->first = judgement->next;
  else
    before->next = judgement->next;
  if (pool->last == judgement) pool->last = before;
  judgement->next = NULL;
  return judgement;
}

/* Lets one that runs go on. Whether it ended. */
static bool advance_slot(struct wb_pool *pool, struct wb_judgement **running) {
  struct wb_judgement *judgement = *running;
  if (judgement == NULL || !advance_judgement(pool, judgement)) return false;
  struct wb_judge *judge = wb_run_task_take_judge(&judgement->task);
  if (judge != NULL) wb_idle_judges_add(&pool->idle, judge, &judgement->options);
  *running = NULL; /* before it is told: what it plans may run here */
  end_judgement(pool, judgement);
  return true;
}

/* Fills a place where it is free. Whether something ended without any judge. */
static bool fill_slot(struct wb_pool *pool, struct wb_judgement **running) {
  if (*running != NULL || pool->first == NULL) return false;
  struct wb_judgement *judgement = take_judgement(pool);
  if (!begin_judgement(pool, judgement)) return true;
  *running = judgement;
  return false;
}

/* Begins what may begin, and reads what there is; never blocks. Whether anything ended: then it
 * may go on at once. */
static bool step_pool(struct wb_pool *pool) {
  bool any = false;
  if (pool->running == NULL) pool->running = wb_alloc(pool->parallel * sizeof *pool->running);
  for (size_t i = 0; i < pool->parallel; i++) any |= advance_slot(pool, &pool->running[i]);
  for (size_t i = 0; i < pool->parallel; i++)
    for (int ended = 0; ended < STEP_MAX && fill_slot(pool, &pool->running[i]); ended++) any = true;
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
  wb_idle_judges_release(&pool->idle);
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

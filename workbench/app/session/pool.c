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
  /* How far a slot looks for a judgement of the puzzle that its judge knows. */
  LOOK_AHEAD = 512
};

/* One of those that run at a time, and the judge that it has meanwhile. */
struct wb_pool_slot {
  struct wb_judgement *running;   /* NULL: none */
  struct wb_judge *idle;          /* NULL: there is none */
  char *course, *puzzle, *device; /* of the judge's last run */
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

/* ---- judges that stay --------------------------------------------------------------------- */

static bool same_text(const char *a, const char *b) {
  return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

/* Whether the slot's judge may judge it. */
static bool may_reuse(const struct wb_pool_slot *slot, const struct wb_run_options *options) {
  return slot->idle != NULL && options->keeps_on && options->source != NULL &&
         same_text(slot->course, options->course) && same_text(slot->device, options->device);
}

static void forget_judge(struct wb_pool_slot *slot) {
  wb_judge_free(slot->idle);
  free(slot->course);
  free(slot->puzzle);
  free(slot->device);
  slot->idle = NULL;
  slot->course = slot->puzzle = slot->device = NULL;
}

static void keep_judge(struct wb_pool_slot *slot, struct wb_judgement *judgement) {
  struct wb_judge *judge = wb_run_task_take_judge(&judgement->task);
  if (judge == NULL) return;
  forget_judge(slot);
  slot->idle = judge;
  slot->course = wb_strdup(judgement->options.course);
  slot->puzzle = wb_strdup(judgement->options.puzzle);
  slot->device = wb_strdup(judgement->options.device);
}

static void start_judging(struct wb_pool_slot *slot, struct wb_judgement *judgement) {
  const struct wb_run_options *options = &judgement->options;
  judgement->start_ns = wb_clock_ns();
  if (judgement->audits) {
    judgement->status =
        wb_run_task_audit(&judgement->task, options->course, options->puzzle, &judgement->error);
  } else if (may_reuse(slot, options)) {
    struct wb_judge *judge = slot->idle;
    slot->idle = NULL;
    judgement->status = wb_run_task_start_by(&judgement->task, judge, options, &judgement->error);
  } else {
    forget_judge(slot);
    judgement->status = wb_run_task_start(&judgement->task, options, &judgement->error);
  }
}

/* Whether it runs now; else it has ended. */
static bool begin_judgement(struct wb_pool *pool, struct wb_pool_slot *slot,
                            struct wb_judgement *judgement) {
  if (judgement->needless)
    judgement->status = wb_fail(&judgement->error, WB_ERR_CANCELLED, "not needed any more");
  else if (!is_recalled(pool, judgement))
    start_judging(slot, judgement);
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
  for (size_t i = 0; pool->slots != NULL && i < pool->parallel; i++)
    if (pool->slots[i].running != NULL) return pool->slots[i].running;
  return NULL;
}

/* Fills what is to be polled: at most `parallel` items. */
static size_t poll_items(const struct wb_pool *pool, struct pollfd *items) {
  size_t count = 0;
  for (size_t i = 0; pool->slots != NULL && i < pool->parallel; i++)
    if (pool->slots[i].running != NULL)
      items[count++] =
          (struct pollfd){.fd = wb_run_task_fd(&pool->slots[i].running->task), .events = POLLIN};
  return count;
}

static bool suits_slot(const struct wb_pool_slot *slot, const struct wb_judgement *judgement) {
  return may_reuse(slot, &judgement->options) && same_text(slot->puzzle, judgement->options.puzzle);
}

/* The first that suits the slot's judge, else the first. */
static struct wb_judgement *take_judgement(struct wb_pool *pool, const struct wb_pool_slot *slot) {
  struct wb_judgement *before = NULL, *judgement = pool->first;
  size_t looked = 0;
  while (judgement != NULL && slot->idle != NULL && !suits_slot(slot, judgement) &&
         looked++ < LOOK_AHEAD) {
    before = judgement;
    judgement = judgement->next;
  }
  if (judgement == NULL || looked > LOOK_AHEAD) {
    before = NULL;
    judgement = pool->first;
  }
  if (before == NULL)
    pool->first = judgement->next;
  else
    before->next = judgement->next;
  if (pool->last == judgement) pool->last = before;
  judgement->next = NULL;
  return judgement;
}

/* Lets a slot go on. Whether something ended there. */
static bool advance_slot(struct wb_pool *pool, struct wb_pool_slot *slot) {
  struct wb_judgement *judgement = slot->running;
  if (judgement == NULL || !advance_judgement(pool, judgement)) return false;
  keep_judge(slot, judgement);
  slot->running = NULL; /* before it is told: what it plans may run here */
  end_judgement(pool, judgement);
  return true;
}

/* Fills a slot where it is free. Whether something ended without any judge. */
static bool fill_slot(struct wb_pool *pool, struct wb_pool_slot *slot) {
  if (slot->running != NULL || pool->first == NULL) return false;
  struct wb_judgement *judgement = take_judgement(pool, slot);
  if (!begin_judgement(pool, slot, judgement)) return true;
  slot->running = judgement;
  return false;
}

/* Begins what may begin, and reads what there is; never blocks. Whether anything ended: then it
 * may go on at once. */
static bool step_pool(struct wb_pool *pool) {
  bool any = false;
  if (pool->slots == NULL) pool->slots = wb_alloc(pool->parallel * sizeof *pool->slots);
  for (size_t i = 0; i < pool->parallel; i++) any |= advance_slot(pool, &pool->slots[i]);
  for (size_t i = 0; i < pool->parallel; i++)
    for (int ended = 0; ended < STEP_MAX && fill_slot(pool, &pool->slots[i]); ended++) any = true;
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
  for (size_t i = 0; pool->slots != NULL && i < pool->parallel; i++) {
    struct wb_pool_slot *slot = &pool->slots[i];
    if (slot->running != NULL) wb_run_task_cancel(&slot->running->task);
    slot->running = NULL;
    forget_judge(slot);
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
  free(pool->slots);
  *pool = (struct wb_pool){.parallel = pool->parallel};
}

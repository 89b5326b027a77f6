#include "tui/keeper.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/str.h"

enum { RETRY_MS = 3000, SLOW_MS = 1000, PATIENCE_MS = 700 };

struct queue {
  struct wb_task *first, *last;
};

struct wb_keeper {
  struct wb_store *store; /* the thread's */
  pthread_t thread;
  pthread_mutex_t lock; /* of what follows */
  pthread_cond_t added;
  struct queue to_do, done;
  struct queue failed; /* the loop's: to be tried again */
  uint64_t failed_ns;  /* when the first of them failed */
  size_t unfinished;   /* added, and not yet told */
  bool ending;
  int fd;
};

static void push(struct queue *queue, struct wb_task *task) {
  task->next = NULL;
  if (queue->last != NULL)
    queue->last->next = task;
  else
    queue->first = task;
  queue->last = task;
}

static struct wb_task *pop(struct queue *queue) {
  struct wb_task *task = queue->first;
  if (task == NULL) return NULL;
  queue->first = task->next;
  if (queue->first == NULL) queue->last = NULL;
  return task;
}

/* ---- the thread ------------------------------------------------------------------- */

/* The next task; NULL: the end. */
static struct wb_task *next_task(struct wb_keeper *keeper) {
  pthread_mutex_lock(&keeper->lock);
  while (keeper->to_do.first == NULL && !keeper->ending)
    pthread_cond_wait(&keeper->added, &keeper->lock);
  struct wb_task *task = pop(&keeper->to_do);
  pthread_mutex_unlock(&keeper->lock);
  return task;
}

/* At the end, and where the store is slow or held by another, only what would be
 * missed is still done. True if it was. */
static bool carry_out(struct wb_keeper *keeper, struct wb_task *task, bool hurry) {
  const uint64_t start = wb_clock_ns();
  if (!hurry || task->unkept != NULL) task->work(task, keeper->store);
  return wb_elapsed_ms(start) > (double)SLOW_MS;
}

static void *keep(void *data) {
  struct wb_keeper *keeper = data;
  bool slow = false, ending = false;
  for (struct wb_task *task = next_task(keeper); task != NULL; task = next_task(keeper)) {
    const uint64_t one = 1;
    slow = carry_out(keeper, task, slow && ending) || slow;
    pthread_mutex_lock(&keeper->lock);
    ending = keeper->ending;
    push(&keeper->done, task);
    pthread_mutex_unlock(&keeper->lock);
    if (write(keeper->fd, &one, sizeof one) < 0) continue; /* it is readable already */
  }
  return NULL;
}

/* Signals are the loop's. */
static bool start_thread(struct wb_keeper *keeper) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const bool started = pthread_create(&keeper->thread, NULL, keep, keeper) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return started;
}

/* ---- the loop's side --------------------------------------------------------------- */

struct wb_keeper *wb_keeper_open(struct wb_store *store) {
  struct wb_keeper *keeper = wb_alloc(sizeof *keeper);
  keeper->store = store;
  keeper->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  pthread_mutex_init(&keeper->lock, NULL);
  pthread_cond_init(&keeper->added, NULL);
  if (keeper->fd >= 0 && start_thread(keeper)) return keeper;
  if (keeper->fd >= 0) close(keeper->fd);
  pthread_cond_destroy(&keeper->added);
  pthread_mutex_destroy(&keeper->lock);
  free(keeper);
  return NULL;
}

static bool is_unkept(const struct wb_task *task) {
  return task->unkept != NULL && task->unkept(task) != NULL;
}

/* With the lock. */
static void try_again(struct wb_keeper *keeper) {
  for (struct wb_task *task = pop(&keeper->failed); task != NULL; task = pop(&keeper->failed)) {
    push(&keeper->to_do, task);
    keeper->unfinished++;
  }
  pthread_cond_signal(&keeper->added);
}

/* Says what there is to wait for. */
static void join(struct wb_keeper *keeper) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += (long)PATIENCE_MS * 1000000;
  until.tv_sec += until.tv_nsec / 1000000000;
  until.tv_nsec %= 1000000000;
  if (pthread_timedjoin_np(keeper->thread, NULL, &until) == 0) return;
  fprintf(stderr,
          "workbench: keeping your progress; the disk is slow, or another workbench has it\n");
  pthread_join(keeper->thread, NULL);
}

void wb_keeper_close(struct wb_keeper *keeper) {
  if (keeper == NULL) return;
  pthread_mutex_lock(&keeper->lock);
  try_again(keeper);
  keeper->ending = true;
  pthread_cond_signal(&keeper->added);
  pthread_mutex_unlock(&keeper->lock);
  join(keeper);
  for (struct wb_task *task = pop(&keeper->done); task != NULL; task = pop(&keeper->done)) {
    if (is_unkept(task)) fprintf(stderr, "workbench: %s\n", task->unkept(task));
    task->release(task);
  }
  close(keeper->fd);
  pthread_cond_destroy(&keeper->added);
  pthread_mutex_destroy(&keeper->lock);
  wb_store_close(keeper->store);
  free(keeper);
}

void wb_keeper_add(struct wb_keeper *keeper, struct wb_task *task) {
  if (keeper == NULL) {
    task->release(task);
    return;
  }
  pthread_mutex_lock(&keeper->lock);
  push(&keeper->to_do, task);
  keeper->unfinished++;
  pthread_cond_signal(&keeper->added);
  pthread_mutex_unlock(&keeper->lock);
}

int wb_keeper_fd(const struct wb_keeper *keeper) { return keeper->fd; }

static struct wb_task *take_done(struct wb_keeper *keeper) {
  pthread_mutex_lock(&keeper->lock);
  struct wb_task *task = pop(&keeper->done);
  if (task != NULL) keeper->unfinished--;
  pthread_mutex_unlock(&keeper->lock);
  return task;
}

static void tell(struct wb_keeper *keeper, struct wb_task *task, struct wb_app *app) {
  if (task->done != NULL) task->done(task, app);
  if (is_unkept(task)) {
    if (keeper->failed.first == NULL) keeper->failed_ns = wb_clock_ns();
    push(&keeper->failed, task);
  } else {
    task->release(task);
  }
}

void wb_keeper_collect(struct wb_keeper *keeper, struct wb_app *app) {
  uint64_t times;
  if (keeper == NULL) return;
  if (keeper->failed.first != NULL && wb_elapsed_ms(keeper->failed_ns) > (double)RETRY_MS) {
    pthread_mutex_lock(&keeper->lock);
    try_again(keeper);
    pthread_mutex_unlock(&keeper->lock);
  }
  if (read(keeper->fd, &times, sizeof times) < 0) return;
  for (struct wb_task *task = take_done(keeper); task != NULL; task = take_done(keeper))
    tell(keeper, task, app);
}

bool wb_keeper_is_idle(struct wb_keeper *keeper) {
  if (keeper == NULL) return true;
  pthread_mutex_lock(&keeper->lock);
  const bool idle = keeper->unfinished == 0;
  pthread_mutex_unlock(&keeper->lock);
  return idle;
}

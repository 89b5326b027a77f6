#include "tui/store_thread.h"

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

struct wb_store_thread {
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

static void push_task(struct queue *queue, struct wb_task *task) {
  task->next = NULL;
  if (queue->last != NULL)
    queue->last->next = task;
  else
    queue->first = task;
  queue->last = task;
}

static struct wb_task *pop_task(struct queue *queue) {
  struct wb_task *task = queue->first;
  if (task == NULL) return NULL;
  queue->first = task->next;
  if (queue->first == NULL) queue->last = NULL;
  return task;
}

/* ---- the thread ------------------------------------------------------------------- */

/* The next task; NULL: the end. */
static struct wb_task *next_task(struct wb_store_thread *thread) {
  pthread_mutex_lock(&thread->lock);
  while (thread->to_do.first == NULL && !thread->ending)
    pthread_cond_wait(&thread->added, &thread->lock);
  struct wb_task *task = pop_task(&thread->to_do);
  pthread_mutex_unlock(&thread->lock);
  return task;
}

/* At the end, and where the store is slow or held by another, only what would be
 * missed is still done. True if it was. */
static bool carry_out(struct wb_store_thread *thread, struct wb_task *task, bool hurry) {
  const uint64_t start = wb_clock_ns();
  if (!hurry || task->unkept != NULL) task->work(task, thread->store);
  return wb_elapsed_ms(start) > (double)SLOW_MS;
}

static void *run_tasks(void *data) {
  struct wb_store_thread *thread = data;
  bool slow = false, ending = false;
  for (struct wb_task *task = next_task(thread); task != NULL; task = next_task(thread)) {
    const uint64_t one = 1;
    slow = carry_out(thread, task, slow && ending) || slow;
    pthread_mutex_lock(&thread->lock);
    ending = thread->ending;
    push_task(&thread->done, task);
    pthread_mutex_unlock(&thread->lock);
    if (write(thread->fd, &one, sizeof one) < 0) continue; /* it is readable already */
  }
  return NULL;
}

/* Signals are the loop's. */
static bool start_thread(struct wb_store_thread *thread) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const bool started = pthread_create(&thread->thread, NULL, run_tasks, thread) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return started;
}

/* ---- the loop's side --------------------------------------------------------------- */

struct wb_store_thread *wb_store_thread_open(struct wb_store *store) {
  struct wb_store_thread *thread = wb_alloc(sizeof *thread);
  thread->store = store;
  thread->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  pthread_mutex_init(&thread->lock, NULL);
  pthread_cond_init(&thread->added, NULL);
  if (thread->fd >= 0 && start_thread(thread)) return thread;
  if (thread->fd >= 0) close(thread->fd);
  pthread_cond_destroy(&thread->added);
  pthread_mutex_destroy(&thread->lock);
  free(thread);
  return NULL;
}

static bool is_unkept(const struct wb_task *task) {
  return task->unkept != NULL && task->unkept(task) != NULL;
}

/* With the lock. */
static void try_again(struct wb_store_thread *thread) {
  for (struct wb_task *task = pop_task(&thread->failed); task != NULL;
       task = pop_task(&thread->failed)) {
    push_task(&thread->to_do, task);
    thread->unfinished++;
  }
  pthread_cond_signal(&thread->added);
}

/* Says what there is to wait for. */
static void join_in_time(struct wb_store_thread *thread) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += (long)PATIENCE_MS * 1000000;
  until.tv_sec += until.tv_nsec / 1000000000;
  until.tv_nsec %= 1000000000;
  if (pthread_timedjoin_np(thread->thread, NULL, &until) == 0) return;
  fprintf(stderr,
          "workbench: keeping your progress; the disk is slow, or another workbench has it\n");
  pthread_join(thread->thread, NULL);
}

void wb_store_thread_close(struct wb_store_thread *thread) {
  if (thread == NULL) return;
  pthread_mutex_lock(&thread->lock);
  try_again(thread);
  thread->ending = true;
  pthread_cond_signal(&thread->added);
  pthread_mutex_unlock(&thread->lock);
  join_in_time(thread);
  for (struct wb_task *task = pop_task(&thread->done); task != NULL;
       task = pop_task(&thread->done)) {
    if (is_unkept(task)) fprintf(stderr, "workbench: %s\n", task->unkept(task));
    task->release(task);
  }
  close(thread->fd);
  pthread_cond_destroy(&thread->added);
  pthread_mutex_destroy(&thread->lock);
  wb_store_close(thread->store);
  free(thread);
}

void wb_store_thread_add(struct wb_store_thread *thread, struct wb_task *task) {
  if (thread == NULL) {
    task->release(task);
    return;
  }
  pthread_mutex_lock(&thread->lock);
  push_task(&thread->to_do, task);
  thread->unfinished++;
  pthread_cond_signal(&thread->added);
  pthread_mutex_unlock(&thread->lock);
}

int wb_store_thread_fd(const struct wb_store_thread *thread) { return thread->fd; }

static struct wb_task *take_done(struct wb_store_thread *thread) {
  pthread_mutex_lock(&thread->lock);
  struct wb_task *task = pop_task(&thread->done);
  if (task != NULL) thread->unfinished--;
  pthread_mutex_unlock(&thread->lock);
  return task;
}

static void tell_outcome(struct wb_store_thread *thread, struct wb_task *task, struct wb_app *app) {
  if (task->done != NULL) task->done(task, app);
  if (is_unkept(task)) {
    if (thread->failed.first == NULL) thread->failed_ns = wb_clock_ns();
    push_task(&thread->failed, task);
  } else {
    task->release(task);
  }
}

void wb_store_thread_collect(struct wb_store_thread *thread, struct wb_app *app) {
  uint64_t times;
  if (thread == NULL) return;
  if (thread->failed.first != NULL && wb_elapsed_ms(thread->failed_ns) > (double)RETRY_MS) {
    pthread_mutex_lock(&thread->lock);
    try_again(thread);
    pthread_mutex_unlock(&thread->lock);
  }
  if (read(thread->fd, &times, sizeof times) < 0) return;
  for (struct wb_task *task = take_done(thread); task != NULL; task = take_done(thread))
    tell_outcome(thread, task, app);
}

bool wb_store_thread_is_idle(struct wb_store_thread *thread) {
  if (thread == NULL) return true;
  pthread_mutex_lock(&thread->lock);
  const bool idle = thread->unfinished == 0;
  pthread_mutex_unlock(&thread->lock);
  return idle;
}

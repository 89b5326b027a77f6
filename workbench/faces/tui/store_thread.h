/* The store, on a thread of its own: a database on a slow disk, or one that
 * another workbench holds, must not be felt in a key. Inside tui/ only.
 *
 * Tasks are carried out one after the other in the order of their adding, by the
 * store's thread, which alone touches the store; what comes of them is told on
 * the loop's thread. Everything that a task needs is its own. */
#ifndef WB_TUI_STORE_THREAD_H
#define WB_TUI_STORE_THREAD_H

#include <stdbool.h>

#include "store/attempts.h"

struct wb_app;
struct wb_store_thread;

/* The first member of a task's own struct. */
struct wb_task {
  void (*work)(struct wb_task *task, struct wb_store *store); /* on the store's thread */
  void (*done)(struct wb_task *task, struct wb_app *app);     /* on the loop's; may be NULL */
  void (*release)(struct wb_task *task);                      /* frees it, done or not */
  /* What of it would be lost, in words, or NULL. Such a task is carried out again
   * from time to time, and once more at the end. May be NULL: it is not. */
  const char *(*unkept)(const struct wb_task *task);
  struct wb_task *next; /* the thread's */
};

/* Takes the store over, to close it in the end. NULL where there is no thread
 * to be had; the store is the caller's then. */
struct wb_store_thread *wb_store_thread_open(struct wb_store *store);

/* Carries out what was added, which may take as long as the disk does. What
 * could not be kept is said on standard error. NULL is fine. */
void wb_store_thread_close(struct wb_store_thread *thread);

/* Takes the task over. Never waits. Without a thread (NULL) it is released. */
void wb_store_thread_add(struct wb_store_thread *thread, struct wb_task *task);

/* To poll for POLLIN: something is done. */
int wb_store_thread_fd(const struct wb_store_thread *thread);

/* Tells what is done, and has what failed tried again. Call it now and then. */
void wb_store_thread_collect(struct wb_store_thread *thread, struct wb_app *app);

/* Nothing is to be done or told. */
bool wb_store_thread_is_idle(struct wb_store_thread *thread);

#endif

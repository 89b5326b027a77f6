/* A pool of judges: judgements that run several at a time, until all that were planned have ended.
 * More may be planned at any moment, also while one is told that it has ended.
 *
 * A judgement whose options have `keeps_on` and the kernel's text is given to a judge that is there
 * from one before it, which is far quicker than another process; best one of the same puzzle. So
 * judgements of a puzzle on a device may overtake others, but never each other. */
#ifndef WB_SESSION_POOL_H
#define WB_SESSION_POOL_H

#include "session/idle_judges.h"
#include "session/run_task.h"

struct wb_pool;

/* One judgement. Its storage is the planner's, and stays where it is until it has ended; so do
 * the texts of `options`. What is not mentioned is zeroed. */
struct wb_judgement {
  struct wb_run_options options;
  const char *label; /* for whoever shows what runs; NULL: none */
  /* Called once it has ended, and not where the pool is released before. May be NULL. */
  void (*ended)(struct wb_judgement *judgement, void *data);
  void *data;
  bool audits;   /* no kernel is judged, but the spec looked at: `audit` is what comes of it */
  bool needless; /* set by anybody before it has begun: it ends with WB_ERR_CANCELLED, unjudged */

  /* Once it has ended: */
  bool done;
  bool recalled;         /* nothing was run for it: see struct wb_pool */
  enum wb_status status; /* WB_OK, and `result` is set, or `error` */
  struct wb_error error;
  struct wb_result result;       /* the planner's to release */
  struct wb_puzzle_audit *audit; /* likewise; NULL: there is none */

  /* The pool's: */
  struct wb_run_task task;
  struct wb_judgement *next;
  uint64_t start_ns;
};
/* Ends it if it runs, and frees what came of it. Not of one that still waits in a pool. */
void wb_judgement_release(struct wb_judgement *judgement);

/* Zeroed, with `parallel` set, it is empty. */
struct wb_pool {
  size_t parallel; /* how many run at a time; at least 1 */
  /* Where results are kept from one time to the next. `recall` fills status and result of what
   * is known already, and gives false where it is not; `keep` is told of each new result. May be
   * NULL. */
  bool (*recall)(struct wb_judgement *judgement, void *memory);
  void (*keep)(const struct wb_judgement *judgement, void *memory);
  void *memory;

  /* To be read by all: */
  size_t planned, ended;
  size_t judged;      /* of those that ended: by a judge, in the end */
  uint64_t judged_ns; /* how long that took, all together */

  /* The pool's: */
  struct wb_judgement **running; /* `parallel` of them; NULL: none */
  struct wb_idle_judges idle;
  struct wb_judgement *first, *last;
};

/* Plans a judgement, after all that are planned. */
void wb_pool_add(struct wb_pool *pool, struct wb_judgement *judgement);

/* Whether one waits or runs. */
bool wb_pool_is_busy(const struct wb_pool *pool);

/* The first of those that run; NULL: none does. */
const struct wb_judgement *wb_pool_running(const struct wb_pool *pool);

/* How long it will take to judge what is planned, in seconds, as far as that can be told from
 * those that have ended; negative: it cannot. */
double wb_pool_seconds_left(const struct wb_pool *pool);

/* What interrupts wb_pool_run, and what is shown meanwhile. Asked or called ten times a second and
 * whenever something happened; may be NULL. */
struct wb_pool_watch {
  int stop_fd; /* readable: it is interrupted; -1: none */
  bool (*stop)(void *data);
  void (*show)(const struct wb_pool *pool, void *data);
  void *data;
};

/* For whoever has nothing else to do: until nothing waits or runs. WB_ERR_CANCELLED once it was
 * interrupted: nothing runs then. A judgement that failed is its own status, not the pool's. */
enum wb_status wb_pool_run(struct wb_pool *pool, const struct wb_pool_watch *watch,
                           struct wb_error *err);

/* Ends what runs, forgets what waits, and leaves an empty pool. */
void wb_pool_release(struct wb_pool *pool);

#endif

/* Judges that have given a result and wait for another order: at most as many of a course and
 * device as ever ran at a time, for one is started only where none of these will do. */
#ifndef WB_SESSION_IDLE_JUDGES_H
#define WB_SESSION_IDLE_JUDGES_H

#include "judge_client/client.h"

struct wb_idle_judges {
  struct wb_idle_judge *items; /* the one that waits longest first */
  size_t count, capacity;
};

/* Keeps a judge, which is the list's then, with what it did last. */
void wb_idle_judges_add(struct wb_idle_judges *judges, struct wb_judge *judge,
                        const struct wb_run_options *last);

/* Whether one may judge this: of its course, on its device; and of its puzzle, too, which saves
 * reading another spec. */
bool wb_idle_judges_have(const struct wb_idle_judges *judges, const struct wb_run_options *options);
bool wb_idle_judges_know(const struct wb_idle_judges *judges, const struct wb_run_options *options);

/* Takes one out that may judge this, one that knows the puzzle if there is any; NULL: there is
 * none. The caller frees it. */
struct wb_judge *wb_idle_judges_take(struct wb_idle_judges *judges,
                                     const struct wb_run_options *options);

/* Ends them all. */
void wb_idle_judges_release(struct wb_idle_judges *judges);

#endif

/* For the author of a puzzle: the kernels that come with it are judged when they are saved, all of
 * them when its spec is, and it is said whether they get what they must. Nothing here waits: the
 * caller polls, and says what there is to say in its own way. */
#ifndef WB_AUTHORING_FOLLOW_H
#define WB_AUTHORING_FOLLOW_H

#include <time.h>

#include "base/file.h"
#include "course/course.h"
#include "session/run_task.h"

struct wb_followed {
  char *path;
  struct timespec changed; /* when its content or name last did, as far as is known */
  bool due;                /* to be judged */
};

/* Zeroed: nothing is followed. */
struct wb_follow {
  const struct wb_course *course; /* the caller's */
  char *slug;                     /* whose kernels these are; NULL: nothing is followed */
  struct wb_followed *kernels;
  size_t count, capacity;
  struct wb_run_task run; /* to poll: wb_run_task_fd() */
  size_t running;         /* the one that is judged */
  size_t done, bad;       /* since nothing was due */
  struct wb_str faults;   /* what is not as it must be, in words */
};

/* Follows that puzzle's kernels from their present state on, and no other's. */
void wb_follow_begin(struct wb_follow *follow, const struct wb_course *course, const char *slug);
void wb_follow_release(struct wb_follow *follow); /* leaves it zeroed */

/* Looks at the files: kernels that were saved, or are new, are due. */
void wb_follow_look(struct wb_follow *follow);

/* All are due, for the spec was saved, or none is any more, for instance because nothing can be
 * judged by a spec with a mistake. Either ends what is under way. */
void wb_follow_all(struct wb_follow *follow);
void wb_follow_none(struct wb_follow *follow);

/* Whether something is judged, or about to be. */
bool wb_follow_is_busy(const struct wb_follow *follow);

enum wb_follow_kind {
  WB_FOLLOW_SILENT,
  WB_FOLLOW_PROGRESS, /* "The puzzle's kernels are judged: 3 of 26." */
  WB_FOLLOW_GOOD,     /* "solutions/02-zip/accepted.cl: accepted, as it must" */
  WB_FOLLOW_BAD       /* "2 of 26 kernels do not get what they must: …", which names the first */
};
struct wb_follow_news {
  enum wb_follow_kind kind;
  char *words; /* the caller frees; NULL where it is silent */
};

/* Takes what judging has come to so far. */
struct wb_follow_news wb_follow_step(struct wb_follow *follow);

/* Starts with the next one that is due, where nothing is under way. It has something to say where
 * that cannot be done. */
struct wb_follow_news wb_follow_start(struct wb_follow *follow);

#endif

/* For the author of the selected puzzle: the kernels that come with it are judged when they are
 * saved, all of them when the spec is, and the status line says whether they get what they must. */
#ifndef WB_TUI_FOLLOW_H
#define WB_TUI_FOLLOW_H

#include <time.h>

#include "base/file.h"
#include "session/run_task.h"

struct wb_followed {
  char *path;
  struct timespec changed; /* when its content or name last did, as far as is known */
  bool due;                /* to be judged */
};

/* Zeroed: nothing is followed. */
struct wb_follow {
  size_t item; /* whose kernels these are */
  bool knows;  /* the rest is filled */
  struct wb_followed *kernels;
  size_t count, capacity;
  struct wb_run_task run;
  size_t running;       /* the one that is judged */
  size_t done, bad;     /* since nothing was due */
  struct wb_str faults; /* what is not as it must be, for the status line */
  uint64_t looked_ms;   /* when the files were last looked at; 0: never */
};
void wb_follow_release(struct wb_follow *follow);

/* Whether something is judged, or about to be. */
bool wb_follow_is_busy(const struct wb_follow *follow);

/* Until files are to be looked at again; -1: nothing is followed. */
int wb_follow_timeout(const struct wb_follow *follow);

#endif

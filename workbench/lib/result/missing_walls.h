/* What is missing of the walls around a kernel (sandbox/sandbox.h), in words for people. */
#ifndef WB_RESULT_MISSING_WALLS_H
#define WB_RESULT_MISSING_WALLS_H

#include <stdbool.h>

struct wb_missing_walls {
  const char *brief;    /* "no sandbox", for a title */
  const char *sentence; /* before anything was judged, without a full stop */
  const char *judged;   /* as the rest of "judged …" */
};

/* By whether Landlock stands around files and seccomp around system calls; NULL where both do.
 * Static storage, as below. */
const struct wb_missing_walls *wb_missing_walls(bool has_files, bool has_calls);

/* The same for the walls that this program's runs are going to raise: what WORKBENCH_WALLS says,
 * else what this machine grants, which is found out by a child or two. NULL also where the
 * variable cannot be understood: every run says so. */
const struct wb_missing_walls *wb_missing_walls_here(void);

#endif

/* What is missing of the walls around a kernel (sandbox/sandbox.h), in words for people. */
#ifndef WB_RESULT_MISSING_WALLS_H
#define WB_RESULT_MISSING_WALLS_H

struct wb_missing_walls {
  const char *brief;    /* "no sandbox", for a title */
  const char *sentence; /* before anything was judged, without a full stop */
  const char *judged;   /* as the rest of "judged …" */
};

/* Of walls as sandbox/walls.h has them in words; NULL where all of them are there.
 * Static storage, as below. */
const struct wb_missing_walls *wb_missing_walls(const char *words);

/* Of those that runs of this program are going to raise: what WORKBENCH_WALLS says, else
 * what this machine grants, which is found out by a child or two. NULL also where the
 * variable cannot be understood: every run says so. */
const struct wb_missing_walls *wb_missing_walls_here(void);

#endif

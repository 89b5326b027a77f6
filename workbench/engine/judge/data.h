/* What the cases of a puzzle give a kernel, and what they want of it. */
#ifndef WB_JUDGE_DATA_H
#define WB_JUDGE_DATA_H

#include "judge/engine.h"
#include "result/puzzle_data.h"

struct wb_data_job {
  const char *slug;
  struct wb_case_source cases; /* as in struct wb_judge_job */
  size_t only_case;            /* from 1; 0: all that are told */
  bool extra_case;             /* the one behind the puzzle's own, instead of them */
  bool author;                 /* hidden ones are told, too */
  uint64_t first;              /* of each array, the flat index that is told first */
};

/* Makes the cases, one at a time. For a learner a hidden case is never made: to ask for one is
 * WB_ERR_USAGE.
 * Fills *data; on errors it is released. */
enum wb_status wb_data_make(const struct wb_data_job *job, struct wb_puzzle_data *data,
                            struct wb_error *err);

#endif

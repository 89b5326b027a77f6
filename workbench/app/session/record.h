/* From a run's result to what the store keeps of it. */
#ifndef WB_SESSION_RECORD_H
#define WB_SESSION_RECORD_H

#include "course/course.h"
#include "judge_client/client.h"
#include "store/attempts.h"

/* A struct wb_judged with the memory that it points into. */
struct wb_record {
  struct wb_judged judged;
  char *course, *slug, *note, *device, *source;
  struct wb_counters *cases;
};

/* A copy of all that is kept of the run, so that it may be kept later, and from
 * another thread. `counts`: accepted means solved. */
void wb_record_init(struct wb_record *record, const struct wb_course *course,
                    const struct wb_run_options *options, const struct wb_result *result,
                    bool counts);
void wb_record_release(struct wb_record *record);

/* Whether a run with these options says something about the learner's progress,
 * once it is of the learner's own file: all cases, the puzzle's own inputs, on a
 * device that decides. */
bool wb_record_counts(const struct wb_run_options *options);

#endif

/* Judging a run by an engine (engine.h): plans shards, waits until each text has its result in the
 * folder of the run, notes that in the records, and submits again what has none when the engine is
 * through with a plan. What has none after WB_JUDGING_TRIES rounds is for a person to see. */
#ifndef WB_GRADING_ENGINE_RUN_H
#define WB_GRADING_ENGINE_RUN_H

#include "grading/engine.h"
#include "grading/judging.h"

struct wb_engine_order {
  const struct wb_grading_engine
      *engine;                  /* NULL: the one that is at work on the run, or the usual one */
  const char *command;          /* of engine "command" */
  const char *partition, *gres; /* of Slurm; NULL: its own */
  uint32_t shards;              /* 0: as many as take some minutes each */
  uint32_t jobs;                /* judgements at a time in each; 0: one */
  const char *secret;           /* its file; NULL: the usual one */
};

/* As wb_judging_run, whichever engine it is. After WB_ERR_CANCELLED an engine that outlives this
 * process is at work still, which the next call finds. `used` (may be NULL) is the engine. */
enum wb_status wb_engine_judge(struct wb_judging *judging, const struct wb_engine_order *order,
                               const struct wb_pool_watch *watch,
                               const struct wb_grading_engine **used, struct wb_error *err);

#endif

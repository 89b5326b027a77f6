/* Engines: what starts the processes that judge the shards of a plan (shard.h), and knows whether
 * any of them may still be at work. That is all that an engine is asked: whether a text is judged
 * says the folder of the run alone (engine_run.h). */
#ifndef WB_GRADING_ENGINE_H
#define WB_GRADING_ENGINE_H

#include "base/process.h"
#include "grading/shard.h"

/* A plan with its engine. */
struct wb_engine_job {
  const struct wb_shard_plan *plan;
  size_t at_a_time; /* commands */
  int stop_fd;      /* readable: whoever waits gives WB_ERR_CANCELLED; -1: none */

  /* The engine's. Zeroed, it has none. */
  struct wb_process *commands; /* `at_a_time` of them; pid 0: none runs */
  uint32_t begun;              /* how many shards have had their command */
};

struct wb_grading_engine {
  const char *name;
  /* Lets the plan be judged; a plan that it has already is not given to it a second time.
   * WB_ERR_MISSING where the engine is not on this machine or does not answer. NULL: it is this
   * process that judges (judging.h), without shards, and the rest is NULL, too. */
  enum wb_status (*start)(struct wb_engine_job *job, struct wb_error *err);
  /* Whether anything of the plan waits or runs. An error says that nobody knows. */
  enum wb_status (*poll)(struct wb_engine_job *job, bool *busy, struct wb_error *err);
  /* Ends what waits or runs, as well as it can, and frees what is the engine's. */
  void (*cancel)(struct wb_engine_job *job);
  bool outlives;         /* what was started goes on when this process ends */
  int least_ms, most_ms; /* between two questions, at first and in the end */
};

/* NULL: there is none. */
const struct wb_grading_engine *wb_engine_named(const char *name);
extern const struct wb_grading_engine wb_engine_local, wb_engine_slurm, wb_engine_command;

#endif

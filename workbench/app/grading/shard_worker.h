/* One process that judges one shard (shard.h). It reads manifests, texts and the course, and writes
 * in a folder of its own and, by publishing, in RUN/judged: never in the run's records. */
#ifndef WB_GRADING_SHARD_WORKER_H
#define WB_GRADING_SHARD_WORKER_H

#include "grading/grade.h"
#include "grading/shard.h"

/* A shard that is open. Zeroed, it may be closed. */
struct wb_shard_worker {
  struct wb_run_folder run; /* without its lock */
  struct wb_secret secret;
  struct wb_shard_plan plan;
  struct wb_shard shard;
  struct wb_shard_attempt attempt;
  struct wb_judging judging; /* how far it is */
};

/* WB_ERR_USAGE where the file is no shard of a run. */
enum wb_status wb_shard_worker_open(struct wb_shard_worker *worker, const char *path,
                                    struct wb_error *err);
void wb_shard_worker_close(struct wb_shard_worker *worker);

/* Judges what of the shard is not published yet, each text once: what has no result then is for
 * another process, perhaps on another machine. `order` says the course, the catalog and whether
 * walls may be missing; WB_ERR_USAGE where these, the secret or this program are not the run's. */
enum wb_status wb_shard_worker_judge(struct wb_shard_worker *worker, struct wb_grade_order *order,
                                     size_t parallel, const struct wb_pool_watch *watch,
                                     struct wb_error *err);

#endif

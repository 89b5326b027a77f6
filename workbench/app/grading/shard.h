/* A run's judgements in parts, so that other processes, also on other machines, judge them:
 *
 *   RUN/shards/PLAN/plan.json   what is judged by whom, and how (struct wb_shard_plan)
 *   RUN/shards/PLAN/N.json      shard N, from 1: which texts of which puzzles
 *   RUN/shards/PLAN/log/        what its processes print
 *   RUN/shards/PLAN/submitted   is there once the engine has it
 *   RUN/shards/PLAN/closed      is there once nothing more is expected of it
 *   RUN/shards/PLAN/attempts/ID-N-HOST-PID-RANDOM/    what one process makes of one shard:
 *     judgements.jsonl          a line for each text: how long it took, or why it has no result
 *     SLUG-SHA256[-PSEUDONYM].json    a result that is not published, or not the one that is
 *
 * PLAN is a number; the plan with the largest one holds. Manifests never change. A shard may be
 * judged any number of times, and by several processes at once: a result is published under a name
 * that must not be there yet (wb_run_publish_result), and what is published is all that counts. */
#ifndef WB_GRADING_SHARD_H
#define WB_GRADING_SHARD_H

#include "grading/run_records.h"

enum { WB_SHARD_SCHEMA = 1, WB_SHARDS_MAX = 1000, WB_SHARD_USUAL_JUDGEMENTS = 200 };

struct wb_shard_plan {
  char *path;             /* RUN/shards/PLAN, absolute */
  char *id;               /* random: what this plan's jobs are called in a queue */
  uint32_t round;         /* from 1: how often what is in it has been submitted */
  uint32_t shards;        /* how many */
  uint32_t jobs;          /* judgements at a time in each */
  char *engine;           /* engine.h */
  char *command;          /* of engine "command"; NULL: none */
  char *partition, *gres; /* of Slurm; NULL: none */
  char *course, *secret;  /* absolute paths */
  uint32_t generation;    /* whose results these are (run_folder.h) */
};
void wb_shard_plan_release(struct wb_shard_plan *plan);

/* Writes the plan and its shards. `plan` has all but path, id and generation, which are filled;
 * with `shards` 0 there are as many as take some minutes each. After the first round the order is
 * the other one, so that a text that ends its process keeps no other one back for ever. */
enum wb_status wb_shard_plan_make(struct wb_shard_plan *plan, const struct wb_run_folder *run,
                                  const struct wb_run_judgements *judgements, struct wb_error *err);

/* The plan that holds. WB_ERR_NOT_FOUND where there is none. */
enum wb_status wb_shard_plan_newest(struct wb_shard_plan *plan, const struct wb_run_folder *run,
                                    struct wb_error *err);

/* "submitted" and "closed". */
bool wb_shard_plan_is(const struct wb_shard_plan *plan, const char *state);
enum wb_status wb_shard_plan_set(const struct wb_shard_plan *plan, const char *state,
                                 struct wb_error *err);

struct wb_shard {
  char *plan;      /* its id */
  uint32_t number; /* from 1 */
  struct wb_run_judgements judgements;
};
void wb_shard_release(struct wb_shard *shard);
char *wb_shard_path(const struct wb_shard_plan *plan, uint32_t number); /* the caller frees */

/* The shard in a file, its plan, and the folder of the run that they belong to, which is not
 * opened. All three are the caller's to release, also after an error. */
enum wb_status wb_shard_read(const char *path, struct wb_shard *shard, struct wb_shard_plan *plan,
                             char **run, struct wb_error *err);

/* ---- attempts ------------------------------------------------------------------------------- */

/* One process at work on a shard. */
struct wb_shard_attempt {
  char *path; /* its folder */
  int notes;  /* its judgements.jsonl */
};

enum wb_status wb_shard_attempt_begin(struct wb_shard_attempt *attempt,
                                      const struct wb_shard_plan *plan,
                                      const struct wb_shard *shard, struct wb_error *err);
enum wb_status wb_shard_attempt_note(struct wb_shard_attempt *attempt,
                                     const struct wb_run_judgement *judgement,
                                     struct wb_error *err);
void wb_shard_attempt_end(struct wb_shard_attempt *attempt); /* zeroed is fine */

/* What all attempts of a plan have left. `noted` is called for each line, `unpublished` for each
 * result that another one was published in place of, with its path; both may change what they are
 * given. A line that was cut off is passed over. */
struct wb_shard_reader {
  enum wb_status (*noted)(struct wb_run_judgement *judgement, void *data, struct wb_error *err);
  enum wb_status (*unpublished)(const struct wb_run_judgement *judgement, const char *path,
                                void *data, struct wb_error *err);
  void *data;
};
enum wb_status wb_shard_read_attempts(const struct wb_shard_plan *plan,
                                      const struct wb_shard_reader *reader, struct wb_error *err);

#endif

#include "grading/engine_run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "grading/engine_tool.h"
#include "store/database.h"

enum {
  LOOK_MS = 200,      /* between two looks for results, at least, */
  LOOK_SHARE = 10,    /* and so many times what a look takes */
  GRACE_MS = 1000,    /* a queue that is empty may be a moment ahead of the results, */
  NETWORK_MS = 60000, /* on a network's disk much more */
  END_MS = 3000,      /* so long jobs have for ending by themselves when all is judged */
  RESULT_MAX_BYTES = 64 << 20,
  SILENCE_MS = 600000, /* so long nobody need know whether the engine is at work */
};

/* ---- engines ---- */

const struct wb_grading_engine wb_engine_local = {.name = "local"};

static const struct wb_grading_engine *const engines[] = {&wb_engine_local, &wb_engine_slurm,
                                                          &wb_engine_command};

const struct wb_grading_engine *wb_engine_named(const char *name) {
  for (size_t i = 0; i < sizeof engines / sizeof engines[0]; i++)
    if (strcmp(engines[i]->name, name) == 0) return engines[i];
  return NULL;
}

/* A run that an engine judges. */
struct merging {
  struct wb_judging *judging;
  const struct wb_engine_order *order;
  const struct wb_grading_engine *engine;
  const struct wb_pool_watch *watch;
  struct wb_shard_plan plan; /* the one that is judged; path NULL: none */
  struct wb_engine_job job;
  struct wb_run_judgements planned; /* what has no result when the plan is taken up */
  size_t missing;                   /* of these, now */
  uint64_t start_ns;
};

/* ---- results ----------------------------------------------------------------------------------
 */

static bool is_published(const struct merging *merging, const struct wb_run_judgement *judgement) {
  char *path = wb_run_judged_path(merging->judging->run, judgement->puzzle, judgement->sha256,
                                  judgement->variant);
  const bool is = wb_file_exists(path);
  free(path);
  return is;
}

/* Notes what has been published since the last look. */
static enum wb_status look(struct merging *merging, struct wb_error *err) {
  struct wb_judging *judging = merging->judging;
  enum wb_status status = wb_run_records_begin(judging->records, err);
  for (size_t i = 0; i < merging->planned.count && status == WB_OK; i++) {
    struct wb_run_judgement *judgement = &merging->planned.items[i];
    if (judgement->state != WB_JUDGEMENT_PLANNED || !is_published(merging, judgement)) continue;
    judgement->state = WB_JUDGEMENT_DONE;
    status = wb_run_records_note(judging->records, judgement, err);
    merging->missing--;
    judging->done++;
  }
  if (status == WB_OK) status = wb_run_records_commit(judging->records, err);
  return status;
}

static void show_merging(struct merging *merging) {
  static const struct wb_pool none = {.parallel = 1};
  struct wb_judging *judging = merging->judging;
  judging->seconds_left = -1;
  if (judging->done > 0)
    judging->seconds_left = wb_elapsed_ms(merging->start_ns) / 1000 / (double)judging->done *
                            (double)(judging->total - judging->done);
  if (merging->watch->show != NULL) merging->watch->show(&none, merging->watch->data);
}

static enum wb_status pause_a_while(const struct merging *merging, int milliseconds,
                                    struct wb_error *err) {
  const struct wb_pool_watch *watch = merging->watch;
  if (watch->stop != NULL && watch->stop(watch->data))
    return wb_fail(err, WB_ERR_CANCELLED, "interrupted");
  return wb_engine_wait(&merging->job, milliseconds, err);
}

/* ---- waiting for an engine ---------------------------------------------------------------------
 */

/* What it says of a plan, which is but a hint. */
struct queue_state {
  uint64_t asked_ns, idle_ns, silent_ns; /* 0: never; not */
  int pause_ms;
};

static enum wb_status ask_engine(struct merging *merging, struct queue_state *state,
                                 struct wb_error *err) {
  const struct wb_grading_engine *engine = merging->engine;
  bool busy = true;
  enum wb_status status = engine->poll(&merging->job, &busy, err);
  state->asked_ns = wb_clock_ns();
  if (status == WB_ERR_CANCELLED) return status;
  if (status == WB_OK) {
    state->silent_ns = 0;
    if (busy) state->idle_ns = 0;
    if (!busy && state->idle_ns == 0) state->idle_ns = state->asked_ns;
    state->pause_ms += state->pause_ms / 8;
    if (!busy || state->pause_ms < engine->least_ms) state->pause_ms = engine->least_ms;
    if (state->pause_ms > engine->most_ms) state->pause_ms = engine->most_ms;
    return WB_OK;
  }
  if (state->silent_ns == 0) state->silent_ns = state->asked_ns;
  return wb_elapsed_ms(state->silent_ns) < SILENCE_MS ? WB_OK : status;
}

/* Until all is published, or the engine has been through with the plan for a while. */
static enum wb_status wait_for_plan(struct merging *merging, struct wb_error *err) {
  const int grace_ms = wb_is_on_network(merging->plan.path) ? NETWORK_MS : GRACE_MS;
  struct queue_state state = {.pause_ms = 0};
  for (;;) {
    const uint64_t look_ns = wb_clock_ns();
    enum wb_status status = look(merging, err);
    const int look_ms = (int)wb_elapsed_ms(look_ns) * LOOK_SHARE;
    if (status != WB_OK || merging->missing == 0) return status;
    if (state.idle_ns != 0 && wb_elapsed_ms(state.idle_ns) > grace_ms) return WB_OK;
    show_merging(merging);
    if (wb_elapsed_ms(state.asked_ns) >= state.pause_ms) status = ask_engine(merging, &state, err);
    if (status == WB_OK)
      status = pause_a_while(merging, look_ms > LOOK_MS ? look_ms : LOOK_MS, err);
    if (status != WB_OK) return status;
  }
}

/* All is there: what still runs does it once more. */
static void end_engine(struct merging *merging) {
  const uint64_t start_ns = wb_clock_ns();
  bool busy = true;
  while (merging->engine->poll(&merging->job, &busy, NULL) == WB_OK && busy &&
         wb_elapsed_ms(start_ns) < END_MS)
    if (wb_engine_wait(&merging->job, LOOK_MS, NULL) != WB_OK) break;
  if (busy || !merging->engine->outlives) merging->engine->cancel(&merging->job);
}

/* ---- what attempts say -------------------------------------------------------------------------
 */

/* How long it took, or why there is no result. */
static enum wb_status take_note(struct wb_run_judgement *note, void *data, struct wb_error *err) {
  struct merging *merging = data;
  struct wb_run_judgement known = {0};
  struct wb_run_records *records = merging->judging->records;
  enum wb_status status =
      wb_run_records_judgement(records, note->puzzle, note->sha256, note->variant, &known, err);
  if (status != WB_OK) return status;
  const bool is_done = known.state == WB_JUDGEMENT_DONE;
  if (note->state == WB_JUDGEMENT_DONE && is_done) known.milliseconds = note->milliseconds;
  if (note->state == WB_JUDGEMENT_FAILED && !is_done) {
    known.tries++;
    known.cause = note->cause;
    free(known.trouble);
    known.trouble = wb_strdup(note->trouble);
  }
  status = wb_run_records_note(records, &known, err);
  free(known.puzzle);
  free(known.trouble);
  return status;
}

static enum wb_status fail_judgement(struct merging *merging, struct wb_run_judgement *judgement,
                                     enum wb_status cause, const char *trouble,
                                     struct wb_error *err) {
  judgement->state = WB_JUDGEMENT_FAILED;
  judgement->cause = cause;
  free(judgement->trouble);
  judgement->trouble = wb_strdup(trouble);
  merging->judging->cause = cause;
  merging->judging->failed++;
  return wb_run_records_note(merging->judging->records, judgement, err);
}

/* Two results that should be one: neither counts, and both are kept for whoever looks into it. What
 * was published is moved before that is noted: its new name tells it once more to whoever goes on
 * with the plan. */
static enum wb_status fail_twins(struct merging *merging, struct wb_run_judgement *known,
                                 const char *path, struct wb_error *err) {
  char *published =
      wb_run_judged_path(merging->judging->run, known->puzzle, known->sha256, known->variant);
  char *beside = wb_format("%s.first", path);
  char *shards = wb_path_dirname(merging->plan.path);
  char *trouble = wb_format("two judgements of this text differ: shards%s and %s.first",
                            path + strlen(shards), wb_path_basename(path));
  enum wb_status status = WB_OK;
  if (wb_file_exists(published) && rename(published, beside) != 0)
    status = wb_fail_errno(err, "cannot move %s", published);
  if (status == WB_OK) status = fail_judgement(merging, known, WB_ERR_PROTOCOL, trouble, err);
  free(trouble);
  free(shards);
  free(beside);
  free(published);
  return status;
}

/* Whether another result is published than the one at `path`, or was (fail_twins). */
static bool results_differ(const struct merging *merging, const struct wb_run_judgement *judgement,
                           const char *path) {
  struct wb_str text;
  char *published = wb_run_judged_path(merging->judging->run, judgement->puzzle, judgement->sha256,
                                       judgement->variant);
  char *beside = wb_format("%s.first", path);
  wb_str_init(&text);
  const bool differs =
      wb_file_exists(beside) || (wb_file_exists(published) &&
                                 wb_file_read(published, RESULT_MAX_BYTES, &text, NULL) == WB_OK &&
                                 !wb_file_has(path, text.data, text.length));
  wb_str_release(&text);
  free(beside);
  free(published);
  return differs;
}

static enum wb_status take_unpublished(const struct wb_run_judgement *judgement, const char *path,
                                       void *data, struct wb_error *err) {
  struct merging *merging = data;
  struct wb_run_judgement known = {0};
  enum wb_status status = WB_OK;
  if (!results_differ(merging, judgement, path)) return WB_OK;
  status = wb_run_records_judgement(merging->judging->records, judgement->puzzle, judgement->sha256,
                                    judgement->variant, &known, err);
  if (status == WB_OK) status = fail_twins(merging, &known, path, err);
  free(known.puzzle);
  free(known.trouble);
  return status;
}

static enum wb_status read_attempts(struct merging *merging, struct wb_error *err) {
  const struct wb_shard_reader reader = {take_note, take_unpublished, merging};
  enum wb_status status = wb_run_records_begin(merging->judging->records, err);
  if (status == WB_OK) status = wb_shard_read_attempts(&merging->plan, &reader, err);
  if (status == WB_OK) status = wb_run_records_commit(merging->judging->records, err);
  return status;
}

/* ---- plans -------------------------------------------------------------------------------------
 */

/* What is not judged, from the records. */
static enum wb_status list_planned(struct merging *merging, struct wb_error *err) {
  wb_run_judgements_release(&merging->planned);
  enum wb_status status =
      wb_run_records_list(merging->judging->records, WB_JUDGEMENT_PLANNED, &merging->planned, err);
  merging->missing = merging->planned.count;
  return status;
}

static enum wb_status give_up(struct merging *merging, struct wb_error *err) {
  enum wb_status status = wb_run_records_begin(merging->judging->records, err);
  for (size_t i = 0; i < merging->planned.count && status == WB_OK; i++) {
    struct wb_run_judgement *judgement = &merging->planned.items[i];
    const bool said = judgement->trouble != NULL;
    char *trouble =
        wb_strdup(said ? judgement->trouble : "no process that judged it came to an end");
    status =
        fail_judgement(merging, judgement, said ? judgement->cause : WB_ERR_CRASH, trouble, err);
    merging->judging->done++;
    free(trouble);
  }
  return status == WB_OK ? wb_run_records_commit(merging->judging->records, err) : status;
}

/* A plan as ordered; what is not said is as in the plan before it. */
static enum wb_status make_plan(struct merging *merging, const struct wb_shard_plan *before,
                                uint32_t round, struct wb_shard_plan *plan, struct wb_error *err) {
  const struct wb_engine_order *order = merging->order;
  const bool is_ordered = order->engine != NULL || before->path == NULL;
  const struct wb_judging *judging = merging->judging;
  *plan = (struct wb_shard_plan){
      .round = round,
      .shards = is_ordered ? order->shards : before->shards,
      .jobs = is_ordered ? (order->jobs > 0 ? order->jobs : 1) : before->jobs,
      .engine = wb_strdup(merging->engine->name),
      .command = wb_strdup(is_ordered ? order->command : before->command),
      .partition = wb_strdup(is_ordered ? order->partition : before->partition),
      .gres = wb_strdup(is_ordered ? order->gres : before->gres),
      .course = wb_strdup(judging->course->root)};
  enum wb_status status = WB_OK;
  if (order->secret == NULL)
    status = wb_secret_default_path(&plan->secret, err);
  else if ((plan->secret = realpath(order->secret, NULL)) == NULL)
    status = wb_fail_errno(err, "cannot find %s", order->secret);
  if (status == WB_OK) status = wb_shard_plan_make(plan, judging->run, &merging->planned, err);
  return status;
}

/* The next plan is there before this one is over, so that there is always one to go on with. */
static enum wb_status replace_plan(struct merging *merging, uint32_t round, struct wb_error *err) {
  struct wb_shard_plan next = {0};
  enum wb_status status = make_plan(merging, &merging->plan, round, &next, err);
  if (status == WB_OK && merging->plan.path != NULL)
    status = wb_shard_plan_set(&merging->plan, "closed", err);
  wb_shard_plan_release(&merging->plan);
  merging->plan = next;
  return status;
}

static enum wb_status close_plan(struct merging *merging, struct wb_error *err) {
  enum wb_status status = read_attempts(merging, err);
  if (status == WB_OK) status = list_planned(merging, err);
  if (status != WB_OK) return status;
  if (merging->missing > 0 && merging->plan.round < WB_JUDGING_TRIES)
    return replace_plan(merging, merging->plan.round + 1, err);
  if (merging->missing > 0) status = give_up(merging, err);
  merging->missing = 0;
  if (status == WB_OK) status = wb_shard_plan_set(&merging->plan, "closed", err);
  return status;
}

static enum wb_status judge_plan(struct merging *merging, struct wb_error *err) {
  const struct wb_grading_engine *engine = merging->engine;
  enum wb_status status = WB_OK;
  merging->job = (struct wb_engine_job){.plan = &merging->plan,
                                        .at_a_time = merging->judging->parallel,
                                        .stop_fd = merging->watch->stop_fd};
  if (!engine->outlives || !wb_shard_plan_is(&merging->plan, "submitted"))
    status = engine->start(&merging->job, err);
  if (status == WB_OK) status = wb_shard_plan_set(&merging->plan, "submitted", err);
  if (status == WB_OK) status = wait_for_plan(merging, err);
  if (status == WB_OK)
    end_engine(merging);
  else if (!engine->outlives)
    engine->cancel(&merging->job);
  if (status == WB_OK) status = close_plan(merging, err);
  return status;
}

/* ---- the run ------------------------------------------------------------------------------------
 */

/* A plan that is not over is gone on with; but not where something else may be ordered now, and it
 * has not begun. */
static enum wb_status take_up_plan(struct merging *merging, struct wb_error *err) {
  const struct wb_grading_engine *engine = merging->engine;
  if (merging->plan.path == NULL) return replace_plan(merging, 1, err);
  if (merging->order->engine == NULL ||
      (engine->outlives && wb_shard_plan_is(&merging->plan, "submitted")))
    return WB_OK;
  enum wb_status status = read_attempts(merging, err);
  if (status == WB_OK) status = list_planned(merging, err);
  if (status == WB_OK && merging->missing > 0)
    status = replace_plan(merging, merging->plan.round, err);
  return status;
}

static enum wb_status merge(struct merging *merging, struct wb_error *err) {
  struct wb_judging *judging = merging->judging;
  enum wb_status status = list_planned(merging, err);
  judging->total = merging->missing;
  judging->done = judging->failed = 0;
  judging->seconds_left = -1;
  if (status == WB_OK && merging->missing > 0)
    status = take_up_plan(merging, err);
  else if (status == WB_OK && merging->plan.path != NULL)
    status = close_plan(merging, err);
  while (status == WB_OK && merging->missing > 0) status = judge_plan(merging, err);
  return status;
}

/* Ends what another engine does with the run. */
static enum wb_status end_plan(struct merging *merging, struct wb_error *err) {
  const struct wb_grading_engine *engine = wb_engine_named(merging->plan.engine);
  struct wb_engine_job job = {.plan = &merging->plan, .stop_fd = -1};
  if (engine != NULL && engine->outlives && wb_shard_plan_is(&merging->plan, "submitted"))
    engine->cancel(&job);
  enum wb_status status = read_attempts(merging, err);
  if (status == WB_OK) status = wb_shard_plan_set(&merging->plan, "closed", err);
  wb_shard_plan_release(&merging->plan);
  return status;
}

/* The plan that is under way, if any. */
static enum wb_status find_plan(struct merging *merging, struct wb_error *err) {
  enum wb_status status = wb_shard_plan_newest(&merging->plan, merging->judging->run, err);
  if (status == WB_ERR_NOT_FOUND) return WB_OK;
  if (status == WB_OK && wb_shard_plan_is(&merging->plan, "closed"))
    wb_shard_plan_release(&merging->plan);
  return status;
}

enum wb_status wb_engine_judge(struct wb_judging *judging, const struct wb_engine_order *order,
                               const struct wb_pool_watch *watch,
                               const struct wb_grading_engine **used, struct wb_error *err) {
  struct merging merging = {.judging = judging,
                            .order = order,
                            .engine = order->engine,
                            .watch = watch,
                            .job = {.stop_fd = watch->stop_fd},
                            .start_ns = wb_clock_ns()};
  enum wb_status status = find_plan(&merging, err);
  if (merging.engine == NULL && merging.plan.path != NULL)
    merging.engine = wb_engine_named(merging.plan.engine);
  if (merging.engine == NULL) merging.engine = &wb_engine_local;
  if (status == WB_OK && merging.plan.path != NULL &&
      strcmp(merging.plan.engine, merging.engine->name) != 0)
    status = end_plan(&merging, err);
  if (used != NULL) *used = merging.engine;
  if (status == WB_OK)
    status =
        merging.engine->start == NULL ? wb_judging_run(judging, watch, err) : merge(&merging, err);
  wb_run_judgements_release(&merging.planned);
  wb_shard_plan_release(&merging.plan);
  return status;
}

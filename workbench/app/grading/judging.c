#include "grading/judging.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"

/* A judgement under way; it is planned for another text when it has ended. */
struct slot {
  struct wb_judgement judgement;
  struct wb_run_judgement *planned; /* NULL: nothing is under way */
  struct queue *queue;
  char *file;         /* its name, as results have it: "03-guards.cl" */
  struct wb_str text; /* what is judged */
  struct wb_seed_key key;
  uint64_t start_ns;
};

/* What is to be judged. Of all the texts only those under way are in memory. */
struct queue {
  struct wb_judging *judging;
  struct wb_judging_ledger ledger;
  struct wb_pool pool;
  struct wb_run_judgements planned;
  size_t next; /* of `planned` */
  struct slot *slots;
  size_t n_slots;
  enum wb_status status; /* of what kept a result from being kept */
  struct wb_error error;
};

static void plan_next(struct slot *slot);

/* ---- the run's records ----------------------------------------------------------------------- */

static enum wb_status list_records(struct wb_run_judgements *planned, void *data,
                                   struct wb_error *err) {
  const struct wb_judging *judging = data;
  return wb_run_records_list(judging->records, WB_JUDGEMENT_PLANNED, planned, err);
}

static enum wb_status keep_in_records(struct wb_run_judgement *judgement, struct wb_result *result,
                                      void *data, struct wb_error *err) {
  const struct wb_judging *judging = data;
  enum wb_status status = WB_OK;
  if (result != NULL)
    status = wb_run_keep_result(judging->run, judgement->puzzle, judgement->sha256,
                                judgement->variant, result, err);
  if (status == WB_OK) status = wb_run_records_note(judging->records, judgement, err);
  return status;
}

/* ---- what came of one ------------------------------------------------------------------------ */

/* Of what a run came to that says nothing of the text. */
static void fail_judgement(struct slot *slot) {
  const struct wb_judgement *judgement = &slot->judgement;
  struct wb_run_judgement *planned = slot->planned;
  const bool ended = judgement->status == WB_OK;
  planned->cause = ended ? judgement->result.cause : judgement->status;
  if (planned->cause == WB_OK) planned->cause = WB_ERR_CRASH;
  planned->trouble =
      wb_strdup(ended && judgement->result.detail != NULL ? judgement->result.detail
                                                          : judgement->error.message);
  planned->state = planned->tries >= WB_JUDGING_TRIES ? WB_JUDGEMENT_FAILED : WB_JUDGEMENT_PLANNED;
}

static enum wb_status keep_judgement(struct slot *slot, struct wb_error *err) {
  struct queue *queue = slot->queue;
  struct wb_judgement *judgement = &slot->judgement;
  struct wb_run_judgement *planned = slot->planned;
  const bool judged =
      judgement->status == WB_OK && judgement->result.verdict != WB_VERDICT_JUDGE_ERROR;
  planned->tries++;
  planned->milliseconds = wb_elapsed_ms(slot->start_ns);
  free(planned->trouble);
  planned->trouble = NULL;
  if (judged) {
    planned->state = WB_JUDGEMENT_DONE;
    planned->cause = WB_OK;
  } else {
    fail_judgement(slot);
    queue->judging->cause = planned->cause;
  }
  return queue->ledger.keep(planned, judged ? &judgement->result : NULL, queue->ledger.data, err);
}

/* The pool has no more use for it then, and it may be planned anew. */
static void clear_slot(struct slot *slot) {
  wb_judgement_release(&slot->judgement);
  memset(&slot->judgement, 0, sizeof slot->judgement);
  wb_str_clear(&slot->text);
  free(slot->file);
  slot->file = NULL;
  slot->planned = NULL;
}

static void end_slot(struct wb_judgement *judgement, void *data) {
  struct slot *slot = data;
  struct queue *queue = slot->queue;
  struct wb_judging *judging = queue->judging;
  (void)judgement;
  if (queue->status == WB_OK) queue->status = keep_judgement(slot, &queue->error);
  judging->failed += slot->planned->state == WB_JUDGEMENT_FAILED;
  judging->done += slot->planned->state != WB_JUDGEMENT_PLANNED;
  clear_slot(slot);
  if (queue->status == WB_OK) plan_next(slot);
}

enum wb_status wb_run_secret(const struct wb_run_folder *run, const char *path,
                             struct wb_secret *secret, struct wb_error *err) {
  char id[WB_SECRET_ID_MAX];
  enum wb_status status = wb_secret_open(secret, path, err);
  if (status != WB_OK) return status;
  wb_secret_id(secret, id);
  if (strcmp(id, run->about.secret) != 0)
    status = wb_fail(err, WB_ERR_USAGE,
                     "%s was graded with another secret, which its hidden inputs follow from; name "
                     "that with --secret",
                     run->path);
  return status;
}

bool wb_run_seed_key(const struct wb_run_about *about, const struct wb_secret *secret,
                     const char *slug, const char *variant, struct wb_seed_key *key) {
  if (about->seed == WB_SEEDS_OF_SPEC) return false;
  wb_secret_seed_key(secret, about->course_name, slug, variant, key);
  return true;
}

/* ---- the next one ---------------------------------------------------------------------------- */

static enum wb_status read_text(struct slot *slot, struct wb_error *err) {
  char *path = wb_run_file_path(slot->queue->judging->run, slot->planned->sha256);
  enum wb_status status = wb_file_read(path, WB_SUBMITTED_BYTES_MAX, &slot->text, err);
  free(path);
  return status;
}

/* Of one whose result is there: whoever kept it was killed before it could say so. */
static bool is_judged(const struct queue *queue, const struct wb_run_judgement *planned) {
  char *path =
      wb_run_judged_path(queue->judging->run, planned->puzzle, planned->sha256, planned->variant);
  const bool judged = wb_file_exists(path);
  free(path);
  return judged;
}

/* The next that has no result; NULL: there is none. */
static struct wb_run_judgement *take_planned(struct queue *queue) {
  while (queue->next < queue->planned.count && queue->status == WB_OK) {
    struct wb_run_judgement *planned = &queue->planned.items[queue->next++];
    if (!is_judged(queue, planned)) return planned;
    planned->state = WB_JUDGEMENT_DONE;
    queue->judging->done++;
    queue->status = queue->ledger.keep(planned, NULL, queue->ledger.data, &queue->error);
  }
  return NULL;
}

static void plan_next(struct slot *slot) {
  struct queue *queue = slot->queue;
  const struct wb_judging *judging = queue->judging;
  const struct wb_course *course = judging->course;
  slot->planned = take_planned(queue);
  if (slot->planned == NULL) return;
  queue->status = read_text(slot, &queue->error);
  if (queue->status != WB_OK) return;
  const char *slug = slot->planned->puzzle;
  slot->file = wb_format("%s%s", slug, wb_course_ending(course, slug));
  const bool has_key = wb_run_seed_key(&judging->run->about, judging->secret, slug,
                                       slot->planned->variant, &slot->key);
  slot->start_ns = wb_clock_ns();
  slot->judgement = (struct wb_judgement){.options = {.course = course->root,
                                                      .puzzle = slug,
                                                      .file = slot->file,
                                                      .source = slot->text.data,
                                                      .source_length = slot->text.length,
                                                      .fingerprint = true,
                                                      .hidden_counters = true,
                                                      .seed_key = has_key ? &slot->key : NULL,
                                                      .keeps_on = true,
                                                      .strangers = true},
                                          .label = slug,
                                          .ended = end_slot,
                                          .data = slot};
  wb_pool_add(&queue->pool, &slot->judgement);
}

/* ---- all of them ----------------------------------------------------------------------------- */

struct attention {
  struct queue *queue;
  const struct wb_pool_watch *watch;
};

/* From those that have ended; the pool itself knows only what is planned next. */
static void guess_time(struct queue *queue) {
  struct wb_judging *judging = queue->judging;
  const struct wb_pool *pool = &queue->pool;
  judging->seconds_left = -1;
  if (pool->judged > 0)
    judging->seconds_left = (double)pool->judged_ns / 1e9 / (double)pool->judged *
                            (double)(judging->total - judging->done) / (double)pool->parallel;
}

static void show(const struct wb_pool *pool, void *data) {
  const struct attention *attention = data;
  guess_time(attention->queue);
  if (attention->watch->show != NULL) attention->watch->show(pool, attention->watch->data);
}

static bool must_stop(void *data) {
  const struct attention *attention = data;
  const struct wb_pool_watch *watch = attention->watch;
  return attention->queue->status != WB_OK || (watch->stop != NULL && watch->stop(watch->data));
}

/* So many slots that none of the judges waits for a text. */
static void open_queue(struct queue *queue, struct wb_judging *judging, size_t parallel) {
  *queue = (struct queue){.judging = judging,
                          .ledger = {list_records, keep_in_records, judging},
                          .pool = {.parallel = parallel}};
  if (judging->ledger != NULL) queue->ledger = *judging->ledger;
  queue->n_slots = parallel + 1;
  queue->slots = wb_alloc(queue->n_slots * sizeof *queue->slots);
  for (size_t i = 0; i < queue->n_slots; i++) {
    queue->slots[i].queue = queue;
    wb_str_init(&queue->slots[i].text);
  }
}

static void close_queue(struct queue *queue) {
  wb_pool_release(&queue->pool);
  for (size_t i = 0; i < queue->n_slots; i++) {
    clear_slot(&queue->slots[i]);
    wb_str_release(&queue->slots[i].text);
  }
  free(queue->slots);
  wb_run_judgements_release(&queue->planned);
}

/* Judges what is planned, each once. The first time it is counted. */
static enum wb_status judge_planned(struct wb_judging *judging, size_t parallel,
                                    const struct wb_pool_watch *watch, struct wb_error *err) {
  struct queue queue;
  struct attention attention = {&queue, watch};
  const struct wb_pool_watch own = {
      .stop_fd = watch->stop_fd, .stop = must_stop, .show = show, .data = &attention};
  open_queue(&queue, judging, parallel);
  enum wb_status status = queue.ledger.list(&queue.planned, queue.ledger.data, err);
  if (judging->done == 0) judging->total = queue.planned.count;
  for (size_t i = 0; status == WB_OK && i < queue.n_slots && queue.status == WB_OK; i++)
    plan_next(&queue.slots[i]);
  if (status == WB_OK && queue.status == WB_OK) status = wb_pool_run(&queue.pool, &own, err);
  if (queue.status != WB_OK) {
    status = queue.status;
    if (err != NULL) *err = queue.error;
  }
  close_queue(&queue);
  return status;
}

enum wb_status wb_judging_run(struct wb_judging *judging, const struct wb_pool_watch *watch,
                              struct wb_error *err) {
  judging->done = judging->failed = 0;
  judging->seconds_left = -1;
  enum wb_status status = judge_planned(judging, judging->parallel, watch, err);
  for (int i = 1; i < WB_JUDGING_TRIES && status == WB_OK && judging->done < judging->total; i++)
    status = judge_planned(judging, 1, watch, err);
  return status;
}

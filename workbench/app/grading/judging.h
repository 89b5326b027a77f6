/* Judging all that a run has planned: each text of a puzzle once, however many people handed it in,
 * unless each of them has hidden inputs of their own; several at a time, by judges that keep on:
 * what has a text, or runs what came of it, was forked for that text (struct wb_run_options,
 * `strangers`). A text that could not be judged by a fault of ours is tried again, alone, by
 * another judge, up to WB_JUDGING_TRIES times in all. */
#ifndef WB_GRADING_JUDGING_H
#define WB_GRADING_JUDGING_H

#include "course/course.h"
#include "grading/run_records.h"
#include "session/pool.h"

enum { WB_JUDGING_TRIES = 3 };

/* Where what is planned comes from, and what came of it goes to. */
struct wb_judging_ledger {
  /* Appends those that are neither judged nor given up. */
  enum wb_status (*list)(struct wb_run_judgements *planned, void *data, struct wb_error *err);
  /* Keeps one that has ended, with its result; NULL: it has none, or the run has it already. */
  enum wb_status (*keep)(struct wb_run_judgement *judgement, struct wb_result *result, void *data,
                         struct wb_error *err);
  void *data;
};

struct wb_judging {
  const struct wb_run_folder *run;
  struct wb_run_records *records;
  const struct wb_judging_ledger *ledger; /* NULL: the records */
  const struct wb_course *course;
  const struct wb_secret *secret; /* that hidden inputs follow from, where they do */
  size_t parallel;                /* at least 1 */

  /* To be read by whoever shows how far it is: */
  size_t total, done;   /* of what was planned when it began, and is not yet judged */
  size_t failed;        /* of `done` */
  enum wb_status cause; /* of the last of these */
  double seconds_left;  /* negative: nobody knows yet */
};

/* The secret that the run was graded with: from `path`, as for wb_secret_open. WB_ERR_USAGE where
 * that is another one. */
enum wb_status wb_run_secret(const struct wb_run_folder *run, const char *path,
                             struct wb_secret *secret, struct wb_error *err);

/* What the hidden inputs of a judgement of the run follow from, for whoever judges it again.
 * False: from the spec alone. */
bool wb_run_seed_key(const struct wb_run_about *about, const struct wb_secret *secret,
                     const char *slug, const char *variant, struct wb_seed_key *key);

/* Judges what is not judged. `watch->show` gets the pool, `watch->data` as given. WB_ERR_CANCELLED
 * where it was interrupted; what was judged until then is kept. Fails where the run cannot be
 * written. */
enum wb_status wb_judging_run(struct wb_judging *judging, const struct wb_pool_watch *watch,
                              struct wb_error *err);

#endif

/* What a run knows of its submissions, and how far it is: RUN/run.db, by SQLite. One process writes
 * (the one that holds the run's lock); others may read at the same time.
 *
 * Whose a submission is stands in a table of its own, which `forget` empties: everywhere else
 * people have pseudonyms. */
#ifndef WB_GRADING_RUN_RECORDS_H
#define WB_GRADING_RUN_RECORDS_H

#include "base/file.h"
#include "grading/run_folder.h"
#include "grading/submission.h"

struct wb_run_records;

/* Opens it, and makes it where it is not there and `writes`; `run` then reads and keeps results of
 * the generation that is current. Refuses one of a newer version. */
enum wb_status wb_run_records_open(struct wb_run_records **records, struct wb_run_folder *run,
                                   bool writes, struct wb_error *err);
void wb_run_records_close(struct wb_run_records *records); /* NULL is fine */

/* What follows is kept all together, or not at all. */
enum wb_status wb_run_records_begin(struct wb_run_records *records, struct wb_error *err);
enum wb_status wb_run_records_commit(struct wb_run_records *records, struct wb_error *err);

/* Short texts by name, such as "id": random, of this run alone. NULL: there is none; the caller
 * frees. */
enum wb_status wb_run_records_fact(struct wb_run_records *records, const char *name, char **value,
                                   struct wb_error *err);
enum wb_status wb_run_records_set_fact(struct wb_run_records *records, const char *name,
                                       const char *value, struct wb_error *err);

/* ---- submissions -------------------------------------------------------------------------- */

enum wb_status wb_run_records_add(struct wb_run_records *records, const char *pseudonym,
                                  const struct wb_submission *submission, struct wb_error *err);

/* Attempts have numbers below this. */
enum { WB_RUN_ATTEMPTS_MAX = 1 << 30 };
/* Gives an attempt another number. */
enum wb_status wb_run_records_number(struct wb_run_records *records, const char *pseudonym,
                                     uint32_t attempt, uint32_t number, struct wb_error *err);

/* Fills one of them, but for whose it is; the caller releases it. */
enum wb_status wb_run_records_submission(struct wb_run_records *records, const char *pseudonym,
                                         uint32_t attempt, struct wb_submission *out,
                                         struct wb_error *err);
/* Keeps one that is there, whose files answer other puzzles now. */
enum wb_status wb_run_records_rematch(struct wb_run_records *records, const char *pseudonym,
                                      uint32_t attempt, const struct wb_submission *submission,
                                      struct wb_error *err);

/* Whether no judgement is done, and no person has decided anything. */
bool wb_run_records_are_untouched(struct wb_run_records *records);
/* Removes all that was taken: the run has no submissions yet. */
enum wb_status wb_run_records_clear(struct wb_run_records *records, struct wb_error *err);

/* That all submissions are there. */
enum wb_status wb_run_records_set_taken(struct wb_run_records *records, struct wb_error *err);
bool wb_run_records_are_taken(struct wb_run_records *records);

/* One of them as it is kept: without whose it is, unless somebody asks. */
struct wb_run_submission {
  const char *pseudonym;
  uint32_t attempt, attempts; /* from 1; how many there are of these people */
  uint32_t chosen; /* which of them counts, where an assignment lets one be chosen; 0: none is */
  struct wb_submission about;
};

/* All, or those of one pseudonym (NULL: all), in the order of pseudonyms and attempts.
 * `with_people` fills label, ids and name of `about`, as far as they are known. What is given to
 * `each` is gone when it returns; it ends the walk by another status than WB_OK. */
enum wb_status wb_run_records_each(struct wb_run_records *records, const char *pseudonym,
                                   bool with_people,
                                   enum wb_status (*each)(const struct wb_run_submission *one,
                                                          void *data, struct wb_error *err),
                                   void *data, struct wb_error *err);

/* Removes who it is; of a group, whose id alone is named, that member's id and the names of all.
 * WB_ERR_NOT_FOUND where nobody has this id or pseudonym. */
enum wb_status wb_run_records_forget(struct wb_run_records *records, const char *id,
                                     struct wb_error *err);

/* The pseudonym of who has this id, label or pseudonym. WB_ERR_NOT_FOUND, and WB_ERR_USAGE where
 * several have. */
enum wb_status wb_run_records_find(struct wb_run_records *records, const char *id,
                                   char pseudonym[WB_PSEUDONYM_MAX], struct wb_error *err);

/* Chooses which attempt of theirs counts; 0: none is chosen. WB_ERR_NOT_FOUND where there is no
 * such attempt. */
enum wb_status wb_run_records_choose(struct wb_run_records *records, const char *pseudonym,
                                     uint32_t attempt, struct wb_error *err);

/* ---- judgements ---------------------------------------------------------------------------- */

enum wb_judgement_state {
  WB_JUDGEMENT_PLANNED,
  WB_JUDGEMENT_DONE,
  WB_JUDGEMENT_FAILED /* by a fault of ours, as often as it was tried */
};

struct wb_run_judgement {
  char *puzzle; /* slug */
  char sha256[WB_SHA256_HEX];
  char variant[WB_PSEUDONYM_MAX]; /* wb_run_variant */
  enum wb_judgement_state state;
  uint32_t tries;
  double milliseconds;  /* of the last try */
  enum wb_status cause; /* of a failure */
  char *trouble;        /* likewise; NULL: none */
};
struct wb_run_judgements {
  struct wb_run_judgement *items;
  size_t count, capacity;
};
void wb_run_judgements_release(struct wb_run_judgements *judgements);

/* Plans one, unless it is there. */
enum wb_status wb_run_records_plan(struct wb_run_records *records, const char *puzzle,
                                   const char *sha256, const char *variant, struct wb_error *err);
/* Keeps state, tries, time and trouble of one that is there. */
enum wb_status wb_run_records_note(struct wb_run_records *records,
                                   const struct wb_run_judgement *judgement, struct wb_error *err);
/* All in the state, in the order of puzzles, digests and variants. */
enum wb_status wb_run_records_list(struct wb_run_records *records, enum wb_judgement_state state,
                                   struct wb_run_judgements *out, struct wb_error *err);
enum wb_status wb_run_records_judgement(struct wb_run_records *records, const char *puzzle,
                                        const char *sha256, const char *variant,
                                        struct wb_run_judgement *out, struct wb_error *err);

struct wb_run_counts {
  uint64_t submissions, people;
  uint64_t planned, done, failed; /* judgements; each text of a puzzle is one */
  double milliseconds;            /* of those that are done, all together */
};
enum wb_status wb_run_records_count(struct wb_run_records *records, struct wb_run_counts *out,
                                    struct wb_error *err);

/* Which results are current: 1, those that were judged first, or those of a regrade that was
 * applied (run_folder.h). */
uint32_t wb_run_records_generation(const struct wb_run_records *records);
/* The next generation is current, beginning with the judgements of this one, which are set aside.
 * Within a transaction. */
enum wb_status wb_run_records_push(struct wb_run_records *records, struct wb_error *err);
/* The generation before it is current again, with its judgements. Within a transaction. */
enum wb_status wb_run_records_pop(struct wb_run_records *records, struct wb_error *err);

/* Plans for all submissions anew: what was planned and none of them needs any more is planned no
 * more, and with `again` what could not be judged is planned once more. Within a transaction. */
enum wb_status wb_run_records_plan_all(struct wb_run_records *records,
                                       const struct wb_run_about *about, bool again,
                                       struct wb_error *err);

/* Plans what the run judges of a submission's files, as far as it is not there. */
enum wb_status wb_run_records_plan_files(struct wb_run_records *records,
                                         const struct wb_run_about *about, const char *pseudonym,
                                         const struct wb_submission *submission,
                                         struct wb_error *err);

/* ---- what persons have decided --------------------------------------------------------------- */

enum wb_override_kind {
  WB_OVERRIDE_POINTS,    /* other points than the judge's */
  WB_OVERRIDE_JUDGED,    /* the judge's points count again */
  WB_OVERRIDE_FILE,      /* which file answers the puzzle */
  WB_OVERRIDE_WITHDRAWN, /* it is not on the leaderboard */
  WB_OVERRIDE_RANKED     /* it is there again */
};

struct wb_run_override {
  enum wb_override_kind kind;
  char *puzzle; /* slug */
  double points;
  char *file; /* its name; NULL: it is about none */
  char *by, *reason;
  int64_t at; /* seconds since 1970 */
};
struct wb_run_overrides {
  struct wb_run_override *items;
  size_t count, capacity;
};
void wb_run_overrides_release(struct wb_run_overrides *overrides);

/* Adds to the log; nothing of it is ever changed. Of a file, wb_run_records_rematch is to be called
 * as well. */
enum wb_status wb_run_records_override(struct wb_run_records *records, const char *pseudonym,
                                       uint32_t attempt, const struct wb_run_override *override,
                                       struct wb_error *err);
/* Those of a submission, the oldest first: of several of a puzzle that are about the same the last
 * one holds. */
enum wb_status wb_run_records_overrides(struct wb_run_records *records, const char *pseudonym,
                                        uint32_t attempt, struct wb_run_overrides *out,
                                        struct wb_error *err);

#endif

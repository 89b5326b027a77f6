/* The folder that `grade` keeps a run in:
 *
 *   RUN/run.json             what is graded, by which course, tool and secret (struct wb_run_about)
 *   RUN/run.db               submissions, whose they are, and how far the run is (run_records.h)
 *   RUN/people.csv           pseudonyms beside ids and names; as run.db for its owner alone
 *   RUN/files/SHA256         what was handed in, each text once
 *   RUN/judged/SLUG/SHA256.json    what the judge says of a text, each once; where hidden inputs
 *                            differ from person to person, SHA256-PSEUDONYM.json
 *   RUN/judged.N/            the same of the N-th generation, N from 2: results of a regrade that
 *                            was applied (regrade.h), with a run.json of what they follow from
 *   RUN/shards/              what was given to an engine (shard.h)
 *   RUN/submissions/PSEUDONYM[-N]/result.json, student.json
 *
 * A result that is in `judged` is whole, and is all that says that a text was judged: a process may
 * be killed at any moment, and what goes on from there judges what is missing. One process at a
 * time writes in a run; it holds a lock on run.lock. Only workers of shards publish into `judged`
 * beside it. */
#ifndef WB_GRADING_RUN_FOLDER_H
#define WB_GRADING_RUN_FOLDER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/file.h"
#include "base/str.h"
#include "course/assignment.h"
#include "fields/fields.h"
#include "grading/secret.h"
#include "grading/submission.h"
#include "result/result.h"

enum { WB_RUN_SCHEMA = 1, WB_RUN_PUZZLES_MAX = 1024, WB_RUN_NOBODYS_MAX = 100 };

/* A puzzle that is graded. */
struct wb_run_puzzle {
  char *slug, *title;
  double points; /* for all of it */
  char *digest;  /* of the files that its verdicts follow from (wb_run_puzzle_digest) */
};

/* What results follow from, but for what was handed in: the same for every process of the run. */
struct wb_run_about {
  char *tool;                                        /* "0.9.0" */
  char *course_name, *course_title, *course_version; /* NULL: course.lua says nothing of it */
  char *course_digest; /* of all that is judged by (wb_run_course_digest) */
  char *assignment;    /* NULL: all puzzles of the course */
  char *due;           /* as course.lua has it; NULL: none */
  struct wb_run_puzzle *puzzles;
  size_t n_puzzles;
  char *secret;       /* its id (secret.h) */
  bool has_all_walls; /* false: `--sandbox basic` was said */
  struct wb_walls_stood walls;
  uint32_t hidden;            /* enum wb_hidden_feedback */
  uint32_t feedback_attempts; /* so many of a person's attempts are told of hidden cases; 0: all */
  uint32_t seed;              /* enum wb_seed_kind; spec's in a run that says nothing of it */
  char **nobodys;             /* names of what is in no submission: what may be work comes first */
  size_t n_nobodys;
};
void wb_run_about_release(struct wb_run_about *about);

struct wb_run_folder {
  char *path;
  int lock;                  /* -1: it is only read */
  uint32_t generation;       /* whose results are read and kept; 0 and 1: those of RUN/judged */
  struct wb_run_about about; /* of that generation */
};

/* Makes the folder, which is not there or is empty, for a run of this kind, and locks it. `about`
 * is taken over also after an error. */
enum wb_status wb_run_folder_make(struct wb_run_folder *run, const char *path,
                                  struct wb_run_about *about, struct wb_error *err);

/* Opens one that is there, and locks it where it is to be written. WB_ERR_USAGE where there is
 * none, where it is of a newer version, or where another process writes in it, which the message
 * names. */
enum wb_status wb_run_folder_open(struct wb_run_folder *run, const char *path, bool writes,
                                  struct wb_error *err);

/* Removes what was left half-written at the top, and of results in the generation that is current.
 * The run is open for writing. */
void wb_run_folder_clean(const struct wb_run_folder *run);

/* Whether nothing is judged, and no engine has got anything to judge. */
bool wb_run_folder_is_unjudged(const struct wb_run_folder *run);

/* Makes an open run, of which nothing is judged, one of this kind. What was handed in is removed.
 * `about` is taken over also after an error. */
enum wb_status wb_run_folder_begin_anew(struct wb_run_folder *run, struct wb_run_about *about,
                                        struct wb_error *err);
void wb_run_folder_close(struct wb_run_folder *run);

/* Adds to an open run what was handed in and belongs to no submission. */
enum wb_status wb_run_folder_note_nobodys(struct wb_run_folder *run, const struct wb_names *names,
                                          struct wb_error *err);

/* Whether a person should look at it: something of it is called as a kernel, a program or an
 * archive, and so may be somebody's work. */
bool wb_run_nobodys_matter(const struct wb_run_about *about);

/* Reads and keeps results of this generation from now on, and takes its `about`. Run.db says which
 * one is current: wb_run_records_open chooses it. */
enum wb_status wb_run_folder_choose(struct wb_run_folder *run, uint32_t generation,
                                    struct wb_error *err);

/* Makes the folder of a generation from 2 that is not current, empty but for `about` and a folder
 * for each of its puzzles. What an earlier attempt has left there is removed. */
enum wb_status wb_run_folder_make_generation(const struct wb_run_folder *run, uint32_t generation,
                                             const struct wb_run_about *about,
                                             struct wb_error *err);

/* Whether there is a run in the folder. */
bool wb_run_folder_is(const char *path);

/* WB_ERR_USAGE that names the first difference, where what would be graded now is not what the run
 * grades. */
enum wb_status wb_run_about_compare(const struct wb_run_about *run, const struct wb_run_about *now,
                                    struct wb_error *err);

/* Of the course's files that a verdict may follow from: course.lua, puzzles/, kernels/, lua/, but
 * for texts to read (*.md). The caller frees. */
enum wb_status wb_run_course_digest(const char *course, char **digest, struct wb_error *err);

/* The same of lua/ alone. */
enum wb_status wb_run_library_digest(const char *course, char **digest, struct wb_error *err);

/* The same of one puzzle: its files, and `library`, the digest of lua/, of which any spec may use
 * all. */
enum wb_status wb_run_puzzle_digest(const char *course, const char *slug, const char *library,
                                    char **digest, struct wb_error *err);

/* The run's puzzle of this slug, name or number. WB_ERR_USAGE where it has none. */
enum wb_status wb_run_about_find(const struct wb_run_about *about, const char *wanted,
                                 const struct wb_run_puzzle **puzzle, struct wb_error *err);

/* Whether the run's judge judges this file. */
bool wb_run_judges(const struct wb_run_about *about, const struct wb_submitted_file *file);

/* Of which judgement of a text somebody's is: "" where all who hand it in share one, else their
 * pseudonym. */
const char *wb_run_variant(const struct wb_run_about *about, const char *pseudonym);

/* Paths; the caller frees. */
char *wb_run_file_path(const struct wb_run_folder *run, const char *sha256);
char *wb_run_judged_path(const struct wb_run_folder *run, const char *slug, const char *sha256,
                         const char *variant);
char *wb_run_submission_path(const struct wb_run_folder *run, const char *pseudonym,
                             uint32_t attempt);

/* The same file in two runs: a hard link, or a copy where there can be none. Files of runs are
 * replaced as a whole and never changed, so that neither run can spoil the other. One that is there
 * already stays. */
enum wb_status wb_run_copy_file(const char *from, const char *to, struct wb_error *err);

/* Keeps a result as it is for everybody: without times, paths, and what of this machine is in it.
 * It is there whole, or not at all. */
enum wb_status wb_run_keep_result(const struct wb_run_folder *run, const char *slug,
                                  const char *sha256, const char *variant, struct wb_result *result,
                                  struct wb_error *err);
/* The same where other processes may keep a result of this text at the same time: it is written in
 * `attempt`, a folder of this process (NULL: this one holds the run's lock), and published from
 * there. Another one's result with the same bytes is as good as this one; with other bytes it stays
 * where it is, as this one does, and the answer is WB_ERR_PROTOCOL, which names both. */
enum wb_status wb_run_publish_result(const struct wb_run_folder *run, const char *slug,
                                     const char *sha256, const char *variant,
                                     struct wb_result *result, const char *attempt,
                                     struct wb_error *err);
/* WB_ERR_NOT_FOUND where it was not judged. The caller releases it. */
enum wb_status wb_run_read_result(const struct wb_run_folder *run, const char *slug,
                                  const char *sha256, const char *variant, struct wb_result *result,
                                  struct wb_error *err);

#endif

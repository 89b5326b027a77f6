/* The folder that `grade` keeps a run in:
 *
 *   RUN/run.json             what is graded, by which course, tool and secret (struct wb_run_about)
 *   RUN/run.db               submissions, whose they are, and how far the run is (run_records.h)
 *   RUN/people.csv           pseudonyms beside ids and names; as run.db for its owner alone
 *   RUN/files/SHA256         what was handed in, each text once
 *   RUN/judged/SLUG/SHA256.json    what the judge says of a text, each once
 *   RUN/submissions/PSEUDONYM[-N]/result.json, student.json
 *
 * A result that is in `judged` is whole, and is all that says that a text was judged: a process may
 * be killed at any moment, and what goes on from there judges what is missing. One process at a
 * time writes in a run; it holds a lock on run.lock. */
#ifndef WB_GRADING_RUN_FOLDER_H
#define WB_GRADING_RUN_FOLDER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"
#include "course/assignment.h"
#include "fields/fields.h"
#include "grading/secret.h"
#include "result/result.h"

enum { WB_RUN_SCHEMA = 1, WB_RUN_PUZZLES_MAX = 1024 };

/* A puzzle that is graded. */
struct wb_run_puzzle {
  char *slug, *title;
  double points; /* for all of it */
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
};
void wb_run_about_release(struct wb_run_about *about);

struct wb_run_folder {
  char *path;
  int lock; /* -1: it is only read */
  struct wb_run_about about;
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
void wb_run_folder_close(struct wb_run_folder *run);

/* Whether there is a run in the folder. */
bool wb_run_folder_is(const char *path);

/* WB_ERR_USAGE that names the first difference, where what would be graded now is not what the run
 * grades. */
enum wb_status wb_run_about_compare(const struct wb_run_about *run, const struct wb_run_about *now,
                                    struct wb_error *err);

/* Of the course's files that a verdict may follow from: course.lua, puzzles/, kernels/, lua/. The
 * caller frees. */
enum wb_status wb_run_course_digest(const char *course, char **digest, struct wb_error *err);

/* Paths; the caller frees. */
char *wb_run_file_path(const struct wb_run_folder *run, const char *sha256);
char *wb_run_judged_path(const struct wb_run_folder *run, const char *slug, const char *sha256);
char *wb_run_submission_path(const struct wb_run_folder *run, const char *pseudonym,
                             uint32_t attempt);

/* Keeps a result as it is for everybody: without times, paths, and what of this machine is in it.
 * It is there whole, or not at all. */
enum wb_status wb_run_keep_result(const struct wb_run_folder *run, const char *slug,
                                  const char *sha256, struct wb_result *result,
                                  struct wb_error *err);
/* WB_ERR_NOT_FOUND where it was not judged. The caller releases it. */
enum wb_status wb_run_read_result(const struct wb_run_folder *run, const char *slug,
                                  const char *sha256, struct wb_result *result,
                                  struct wb_error *err);

#endif

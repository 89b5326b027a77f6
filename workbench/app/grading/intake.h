/* Reads what was handed in: a folder of submissions, one submission, an archive of either, or the
 * bulk download of a learning platform, all made by strangers.
 *
 * What is read is regular files alone. No link is followed, at no step; a FIFO or a device is not
 * opened. Of a submission at most WB_SUBMITTED_FILES_MAX files count, each of at most
 * WB_SUBMITTED_BYTES_MAX, and archives in archives WB_SUBMITTED_ARCHIVE_DEPTH_MAX deep; what is
 * beyond that, or cannot be read, is a file with its reason, and costs no other submission
 * anything. Archives are read by a process with walls of its own (archive/archive.h).
 *
 * One submission or several? A bulk download is known by the names in it. Else a folder is one
 * submission if at its top is a kernel, a host program, hand-in's manifest, or a folder `work`,
 * `kernels`, `host`, `src`, `lua` or `.git`; if it has neither folders nor archives; and if it is
 * an archive with a single folder of which the same is true. Everything else is one submission for
 * each folder and each archive in it. A single folder in the way, as archives have it, is passed
 * through. A kernel or a program at its top makes no submission of a class: where `rules` are
 * known, and three folders or archives answer the same puzzle for certain, each by itself, and are
 * called neither as an answer nor as a puzzle, loose files belong to nobody.
 * That decides about what is named alone: beside others whoever orders says which it is, so that no
 * submission can be made to look as if it held other people's.
 *
 * Whose a submission is, is what a bulk download calls it (Moodle's and Canvas's number
 * or anonymous id, Gradescope's SID or else e-mail, Brightspace's first number, GitHub's user),
 * also where one of its folders is named alone; else the name of the folder or archive. */
#ifndef WB_GRADING_INTAKE_H
#define WB_GRADING_INTAKE_H

#include "base/status.h"
#include "grading/submission.h"

/* hand-in's manifest, at the top of what it packs:
 * {"schema": 1, "course": {"name", "version"}, "assignment": "hw1" or null,
 *  "files": [{"puzzle": "03-guards", "file": "work/03-guards.cl", "sha256": "9f86…"}]} */
#define WB_HANDED_IN "handed-in.json"

struct wb_match_rules;

enum wb_intake_form { WB_INTAKE_EITHER, WB_INTAKE_ONE, WB_INTAKE_MANY };

struct wb_intake {
  const char *const *paths;
  size_t n_paths;
  enum wb_intake_form form;           /* to be sure, or where what is said above is not so */
  const struct wb_match_rules *rules; /* of the puzzles, where names are to say more; NULL: none */
  /* A folder of the caller's alone, where the bytes of each file that was read are kept as SHA256:
   * written whole, for the owner only; the disk is not waited for. NULL: nothing is kept. */
  const char *store;
  int stop_fd; /* readable: WB_ERR_CANCELLED; -1: never */
  /* Each submission, as soon as it was read; what it holds is the callee's. */
  void (*taken)(struct wb_submission *submission, void *data);
  /* What lies beside submissions and belongs to none, by its name as it is shown; may be NULL. */
  void (*passed_over)(const char *name, const char *why, void *data);
  void *data;
};

/* In the order of paths, and of names in them. WB_ERR_NOT_FOUND for a path that is not there;
 * WB_ERR_SPEC for a bulk download that is damaged or too large, which could lack somebody's work;
 * whatever else is an error is this machine's. Submissions before it were taken. */
enum wb_status wb_intake_run(const struct wb_intake *order, struct wb_error *err);

#endif

/* Which files of a submission answer which puzzles. Nothing is decided by the order in which a
 * source lists files, by times, or by chance: the same names and bytes give the same matches.
 *
 * A file is the answer to a puzzle, by the surest rule that holds:
 *
 *   manifest   hand-in's manifest says so, and has the digest of these bytes
 *   slug       "03-guards.cl", "3_Guards.CL", "Puzzle 03 - guards.cl.txt"
 *   name       "guards.cl", "07-guards.cl" where the puzzle is now 03, "hw1-03-guards.cl", a name
 *              that it had before
 *   number     "3.cl", "puzzle03.cl", "03-whatever.cl"
 *   entry      no name says anything, and the text has the kernel that the puzzle asks for. A text
 * of several puzzles' kernels is there once for each
 *
 * in any folder, in whatever case, whatever browsers and editors have added (" (1)", "-2",
 * " - Copy", "copy of "). Several candidates for a puzzle: first one that is not its starter
 * unchanged, then one with the puzzle's ending, that is not an editor's backup, by the surest rule,
 * with the fewest additions to its name, with the right kernel; then the one in the fewest folders,
 * and the first by name. That one counts. It is certain if it has the kernel's right name (of a
 * host program: the right ending and the puzzle's whole name or number), and no other candidate has
 * other bytes. Starters, backups, and what only an entry speaks for are no such candidates beside
 * it. */
#ifndef WB_GRADING_MATCH_H
#define WB_GRADING_MATCH_H

#include "course/course.h"
#include "grading/submission.h"
#include "judge_client/catalog.h"

struct wb_match_puzzle {
  char *slug;
  unsigned number;             /* 0: it has none */
  char *entry;                 /* the kernel's name; NULL: it asks for none */
  const char *ending;          /* ".cl" or ".lua"; static storage */
  char starter[WB_SHA256_HEX]; /* its digest; "": it has none */
  struct wb_names former;      /* names that it had */
};

struct wb_match_rules {
  char *course; /* what course.lua calls it; NULL: it does not say */
  struct wb_match_puzzle *puzzles;
  size_t count;
};

/* All puzzles of the catalog, those with a mistake in their spec among them. */
void wb_match_rules_init(struct wb_match_rules *rules, const struct wb_course *course,
                         const struct wb_catalog *catalog);
void wb_match_rules_release(struct wb_match_rules *rules);

/* Fills what submission.h says is from here. Files that cannot be read have the puzzle that their
 * name says, and never count: a puzzle that only such a one answers is unreadable and not missing.
 */
void wb_match_submission(struct wb_submission *submission, const struct wb_match_rules *rules);

/* Lets another file count for a puzzle, by its name or SHA-256, since a person says so: any that
 * was read, whatever it answers by the rules, which it then answers as well. It is certain then.
 * *chosen is the submission's. WB_ERR_NOT_FOUND, with those that there are, where it is none of
 * them; WB_ERR_USAGE where several have the name, or the submission has WB_SUBMITTED_ANSWERS_MAX.
 */
enum wb_status wb_match_choose(struct wb_submission *submission, const char *slug,
                               const char *wanted, const struct wb_submitted_file **chosen,
                               struct wb_error *err);

#endif

/* What `workbench check` finds out about a puzzle, as data: one item for each thing that was
 * looked at. Whoever looks adds items; faces and formats only show them.
 *
 * An item is about one part of one puzzle ("lesson", "wrong/no-guard.cl", "mutants"), under the
 * name of the check that looked at it ("drawing-width"). Names are words of the table of checks,
 * and are what `--json`, TAP and JUnit show; they do not change between versions. */
#ifndef WB_AUTHORING_CHECK_H
#define WB_AUTHORING_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "base/str.h"

enum wb_check_outcome {
  WB_CHECK_PASSED,
  WB_CHECK_SKIPPED,    /* it could not be looked at here: `message` says why */
  WB_CHECK_SUGGESTION, /* the puzzle is right, and could be better; never makes `check` fail */
  WB_CHECK_FAULT
};

struct wb_check_item {
  enum wb_check_outcome outcome;
  char *puzzle;  /* folder, "03-guards"; "" where it is about the course */
  char *check;   /* name of the check: "drawing-width" */
  char *part;    /* of the puzzle: "lesson.md", "wrong/no-guard.cl"; "" where it is all of it */
  char *file;    /* where to look, relative to the course; "" where there is no such place */
  unsigned line; /* from 1; 0: the whole file */
  char *message; /* what is wrong, or was done; "" of what passed and says no more */
  char *remedy;  /* what to do about it, in one sentence; "" where the message says it */
  char *detail;  /* lines to read as they are, such as a difference; "" mostly */
};

/* A zeroed report is empty. Items stay in the order in which they were added. */
struct wb_check_report {
  struct wb_check_item *items;
  size_t count, capacity;
};

/* Texts are copied; NULL is an empty one. */
struct wb_check_place {
  const char *puzzle, *part, *file;
  unsigned line;
};

void wb_check_passed(struct wb_check_report *report, const char *check,
                     const struct wb_check_place *place);
/* The same with something to say, as a score; see below for `detail`. */
struct wb_check_item *wb_check_told(struct wb_check_report *report, const char *check,
                                    const struct wb_check_place *place, const char *message, ...)
    __attribute__((format(printf, 4, 5)));
void wb_check_skipped(struct wb_check_report *report, const char *check,
                      const struct wb_check_place *place, const char *why);
/* The item is the report's until the next is added: `detail` may be set to a text that the
 * report then frees. */
struct wb_check_item *wb_check_suggestion(struct wb_check_report *report, const char *check,
                                          const struct wb_check_place *place, const char *remedy,
                                          const char *message, ...)
    __attribute__((format(printf, 5, 6)));
struct wb_check_item *wb_check_fault(struct wb_check_report *report, const char *check,
                                     const struct wb_check_place *place, const char *remedy,
                                     const char *message, ...)
    __attribute__((format(printf, 5, 6)));

/* "wrong-verdict wrong/ten.cl": what tells an item from the others of its puzzle, but for
 * those of one check of one part. Appends. */
void wb_check_item_title(const struct wb_check_item *item, struct wb_str *out);

size_t wb_check_count(const struct wb_check_report *report, enum wb_check_outcome outcome);
/* Moves all items of `from`, which is empty then, behind those of `report`. */
void wb_check_report_append(struct wb_check_report *report, struct wb_check_report *from);
void wb_check_report_release(struct wb_check_report *report);

/* What was counted of a puzzle, for tables: zeros where nothing was. */
struct wb_check_tally {
  size_t cases, hidden; /* as a right kernel's result has them */
  size_t right, wrong;  /* kernels; the solution is one of the right ones */
  /* Of the wrong ones, on a device that sees outputs alone: those that are wrong there, too (for
   * one that only exceeds a budget is right for whoever does not count), those of them that
   * give the right output, and those of these that were accepted. */
  size_t comparable, right_output, let_through;
  size_t mutants_killed, mutants_explained, mutants_survived; /* those that are another program */
};

/* Adds the numbers of `from`. */
void wb_check_tally_add(struct wb_check_tally *sum, const struct wb_check_tally *from);

/* ---- the names of all checks (checks.inc): what the manual lists ---- */

struct wb_check_kind {
  const char *name;    /* "starter-unsolved" */
  const char *part;    /* of the puzzle: "starter" */
  const char *summary; /* what is so where it passes: a sentence without its full stop */
};

/* In the order of reports, those of a part together. */
const struct wb_check_kind *wb_check_kinds(size_t *count);
const struct wb_check_kind *wb_check_kind_find(const char *name); /* NULL: there is none */

#endif

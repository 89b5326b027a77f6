/* An assignment of a course: what course.lua says of it (docs/courses.md has the fields).
 *
 * Lateness and what it costs are no part of a result: app/grading/lateness.h derives them from this
 * when they are reported. A student's pack has names, puzzles, points and dates alone; the other
 * members are then as where course.lua leaves them out. */
#ifndef WB_COURSE_ASSIGNMENT_H
#define WB_COURSE_ASSIGNMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/words.h"

enum {
  WB_ASSIGNMENTS_MAX = 100,
  WB_ASSIGNMENT_PUZZLES_MAX = 1000,
  WB_ASSIGNMENT_USUAL_POINTS = 10 /* of a puzzle of which nothing is said */
};

struct wb_assignment_puzzle {
  char *slug;    /* "01-map", one of the course's */
  double points; /* for a score of 1; 0: it is not weighed */
};

/* What a late submission's points are multiplied by: 1, less `factor` for each day or hour that has
 * begun since the end of the grace period, but not less than `floor`; 0 once it is closed. */
enum wb_late_each { WB_LATE_EACH_DAY, WB_LATE_EACH_HOUR };
extern const struct wb_words wb_late_each_words; /* "day", "hour" */
struct wb_late_rule {
  uint32_t grace; /* seconds after `due` that cost nothing, and from whose end units are counted */
  enum wb_late_each each;
  double factor;   /* 0 to 1 */
  uint32_t closes; /* seconds after `due`, more than grace; later ones count 0. 0: never */
  double floor;    /* 0 to 1 */
};

/* Which of a person's attempts counts. */
enum wb_attempts_counted { WB_ATTEMPTS_BEST, WB_ATTEMPTS_LAST, WB_ATTEMPTS_CHOSEN };
extern const struct wb_words wb_attempts_counted_words;

/* What students are told of a hidden case. */
enum wb_hidden_feedback {
  WB_HIDDEN_VERDICT,   /* its number and verdict */
  WB_HIDDEN_COUNT,     /* how many of them are right */
  WB_HIDDEN_AFTER_DUE, /* number and verdict, once `due` is past */
  WB_HIDDEN_NEVER      /* only how many there are */
};
extern const struct wb_words
    wb_hidden_feedback_words; /* "verdict", "count", "after-due", "never" */

/* Which seeds the inputs of hidden cases follow from when an assignment is graded. */
enum wb_seed_kind {
  WB_SEEDS_OF_SPEC,   /* those of the spec, which whoever has the course knows */
  WB_SEEDS_OF_COURSE, /* the grader's secret: the same for all who hand in */
  WB_SEEDS_OF_PERSON  /* the secret and who hands in */
};
extern const struct wb_words wb_seed_kind_words; /* "spec", "course", "person" */

struct wb_assignment {
  char *name;                           /* "hw1": small letters, digits, '-' */
  char *title;                          /* NULL: none */
  struct wb_assignment_puzzle *puzzles; /* in course.lua's order */
  size_t n_puzzles;
  char *opens_text, *due_text; /* as written, "2026-12-01T23:59:00+01:00"; NULL: none */
  int64_t opens, due;          /* the same in seconds since 1970, UTC; 0 where there is none */
  bool has_late;               /* else lateness costs nothing */
  struct wb_late_rule late;
  enum wb_attempts_counted attempts_counted;
  uint32_t attempts_most; /* that are judged, the first ones; 0: all */
  enum wb_hidden_feedback hidden;
  uint32_t feedback_attempts; /* that are told of hidden cases, the first ones; 0: all */
  enum wb_seed_kind seed;
};

/* The one of that name; NULL: there is none. */
const struct wb_assignment *wb_assignment_named(const struct wb_assignment *assignments,
                                                size_t count, const char *name);

/* That puzzle of it; NULL: it is not one of its puzzles. */
const struct wb_assignment_puzzle *wb_assignment_puzzle(const struct wb_assignment *assignment,
                                                        const char *slug);

/* The sum over its puzzles. */
double wb_assignment_points(const struct wb_assignment *assignment);

/* Frees a list, with what is in it; NULL is fine. */
void wb_assignments_free(struct wb_assignment *assignments, size_t count);

#endif

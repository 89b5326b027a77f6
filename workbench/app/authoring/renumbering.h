/* The places of puzzles in a course: the numbers in their folders' names.
 *
 * Numbers grow along the course and have equally many digits. A puzzle that comes or moves takes
 * the place that it is given; as few others as possible get another number. */
#ifndef WB_AUTHORING_RENUMBERING_H
#define WB_AUTHORING_RENUMBERING_H

#include "course/change.h"
#include "course/course.h"

/* Where a puzzle is to be: right after the puzzle with the slug `after`, or, where that is NULL,
 * before all others (`first`), else after them. */
struct wb_puzzle_place {
  const char *after;
  bool first;
};

/* The puzzles whose numbers change, by their slugs before and after, in the course's order. */
struct wb_renumbered {
  char *from, *to;
};
struct wb_renumbering {
  struct wb_renumbered *items;
  size_t count, capacity;
};
void wb_renumbering_release(struct wb_renumbering *places);

/* The slug of a new puzzle `name` at that place, and what it makes of the others. The caller frees
 * *slug. */
enum wb_status wb_renumbering_insert(const struct wb_course *course, const char *name,
                                     const struct wb_puzzle_place *place, char **slug,
                                     struct wb_renumbering *places, struct wb_error *err);

/* What becomes of all if the puzzle `slug` goes there; *moved is its new slug, the caller frees. */
enum wb_status wb_renumbering_move(const struct wb_course *course, const char *slug,
                                   const struct wb_puzzle_place *place, char **moved,
                                   struct wb_renumbering *places, struct wb_error *err);

/* One puzzle that has another slug then. */
void wb_renumbering_add(struct wb_renumbering *places, const char *from, const char *to);

/* Adds to the change all folders and files of the course that have other names then. */
enum wb_status wb_renumbering_add_moves(const struct wb_course *course,
                                        const struct wb_renumbering *places,
                                        struct wb_course_change *change, struct wb_error *err);

/* ---- who still says the old numbers ---- */

/* A line of a course's own texts and code that has a slug or a number that has changed; or a name
 * that has, where the glossary says which puzzle introduces a word. */
struct wb_place_mention {
  char *file; /* relative to the course */
  unsigned line;
  char *old, *now; /* "05-scan" or "puzzle 5", and the puzzle's slug now; or both names */
};
struct wb_place_mentions {
  struct wb_place_mention *items;
  size_t count, capacity;
};
/* Looks through puzzles/, kernels/, solutions/ and lua/ as they are now. */
void wb_place_mentions_find(const struct wb_course *course, const struct wb_renumbering *places,
                            struct wb_place_mentions *mentions);
void wb_place_mentions_release(struct wb_place_mentions *mentions);

#endif

/* The name of a puzzle's folder, "03-guards": a slug.
 *
 * Its number is a place in the course and may change when puzzles are added or
 * moved. What follows the number is the puzzle's *name*, which says which puzzle
 * it is: progress, versions, seeds and learners' files go by it. No two puzzles of
 * a course have the same. */
#ifndef WB_BASE_SLUG_H
#define WB_BASE_SLUG_H

#include <stdbool.h>

/* How many digits its number has: 2 of "03-guards". 0: no name follows a number. */
int wb_slug_digits(const char *slug);

/* "guards" of "03-guards"; a slug without a number is its own name. Points into `slug`. */
const char *wb_slug_name(const char *slug);

/* 3 of "03-guards", and of "03"; 0: it has none. */
unsigned wb_slug_number(const char *slug);

/* Whether a puzzle is asked for by its number alone: "3" or "03". */
bool wb_slug_is_number(const char *wanted);

/* Whether both are the same puzzle, whatever their numbers. */
bool wb_slug_is_same(const char *a, const char *b);

/* The name of a puzzle that begins with `begun`: its slug, else what follows the number in it;
 * NULL: neither does. Points into `slug`. */
const char *wb_slug_begun_as(const char *slug, const char *begun);

/* A text as a part of an address or a file's name: letters and digits in lower case, "-" for
 * what stands between them: "Why the barrier?" is "why-the-barrier". "" where it has neither
 * letters nor digits. The caller frees. */
char *wb_slug_of(const char *text);

#endif

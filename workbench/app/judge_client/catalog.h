/* The puzzles of a course as its specs describe them, in their order and chapters. */
#ifndef WB_JUDGE_CLIENT_CATALOG_H
#define WB_JUDGE_CLIENT_CATALOG_H

#include "result/event.h"

/* All puzzles of a course, sorted by number. */
struct wb_catalog {
  struct wb_course_summary course;
  struct wb_puzzle_summary *items;
  size_t count;
};
/* A mistake in course.lua is WB_ERR_SPEC. */
enum wb_status wb_catalog_load(const char *course, struct wb_catalog *catalog,
                               struct wb_error *err);
/* Only the puzzle in the folder `slug`: what a command needs that names one. */
enum wb_status wb_catalog_load_one(const char *course, const char *slug, struct wb_catalog *catalog,
                                   struct wb_error *err);
void wb_catalog_release(struct wb_catalog *catalog);
/* The one with this slug; NULL: there is none. */
const struct wb_puzzle_summary *wb_catalog_puzzle(const struct wb_catalog *catalog,
                                                  const char *slug);

/* Puzzles, wherever somebody has them. */
struct wb_puzzle_list {
  const void *data;
  const struct wb_puzzle_summary *(*puzzle)(const void *data, size_t index);
  size_t count;
};

/* By slug, number, alias or unique prefix of slug or title word; an error
 * suggests the nearest. */
enum wb_status wb_puzzle_list_find(const struct wb_puzzle_list *list, const char *wanted,
                                   size_t *index, struct wb_error *err);
struct wb_puzzle_list wb_catalog_list(const struct wb_catalog *catalog);
enum wb_status wb_catalog_find(const struct wb_catalog *catalog, const char *wanted,
                               const struct wb_puzzle_summary **found, struct wb_error *err);

/* Chapters: puzzles of a list that follow each other under one name. A puzzle
 * whose spec has a mistake goes with the one before it. */
struct wb_chapter {
  const char *name; /* of the first puzzle's summary; NULL: no chapter */
  size_t first, end;
};
/* The next one; a zeroed chapter is before the first. False after the last. */
bool wb_chapter_next(const struct wb_puzzle_list *list, struct wb_chapter *chapter);
/* The title of the chapter whose first puzzle it is; NULL: it is none's. *end (may be NULL) is then
 * the index after the chapter's last one. */
const char *wb_chapter_begun_by(const struct wb_puzzle_list *list, size_t index, size_t *end);
bool wb_chapters_are_used(const struct wb_puzzle_list *list);
const char *wb_chapter_title(const struct wb_chapter *chapter); /* never NULL */

/* How many of the min(total, WB_CHAPTER_BAR_MAX) signs of a bar are full. */
enum { WB_CHAPTER_BAR_MAX = 8 };
size_t wb_chapter_bar(size_t done, size_t total);

#endif

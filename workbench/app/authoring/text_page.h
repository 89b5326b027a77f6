/* A page of a course as text_check*.c look at it: its text with its parts, and what is wrong on it
 * on its way into the report. Nobody outside the room includes this. */
#ifndef WB_AUTHORING_TEXT_PAGE_H
#define WB_AUTHORING_TEXT_PAGE_H

#include "authoring/check.h"
#include "course/course.h"
#include "judge_client/catalog.h"
#include "text/markdown_parts.h"

struct wb_text_page {
  const struct wb_course *course;
  const struct wb_puzzle_summary *puzzle; /* whose it is, or whose chapter's */
  struct wb_check_report *report;
  char *file;       /* relative to the course: "puzzles/01-map/lesson.md" */
  const char *part; /* "lesson.md" */
  char *text;       /* NULL: there is no such file, or it cannot be read */
  size_t length;
  struct wb_markdown_parts parts;
};

/* `path` is absolute. Reads it where it is there. */
void wb_text_page_open(struct wb_text_page *page, struct wb_check_report *report,
                       const struct wb_course *course, const struct wb_puzzle_summary *puzzle,
                       const char *path);
void wb_text_page_close(struct wb_text_page *page);

/* Where a mistake of the page is. */
struct wb_check_place wb_text_page_place(const struct wb_text_page *page, unsigned line);

/* ---- what else is asked of a puzzle's texts: a file each ---- */

/* text_check_hints.c: of the puzzle's hints. */
void wb_check_hints(struct wb_check_report *report, const struct wb_course *course,
                    const struct wb_puzzle_summary *puzzle);

#endif

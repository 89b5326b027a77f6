/* Files of a course that nobody reads, mostly because their names are misspelt: `wrogn/` is no
 * fault of a puzzle for whoever only looks into `wrong/`. */
#ifndef WB_AUTHORING_CHECK_FILES_H
#define WB_AUTHORING_CHECK_FILES_H

#include "authoring/check.h"
#include "course/course.h"
#include "judge_client/catalog.h"

/* Adds items of the check "stray-files": of a puzzle's own folders, and of those in which all
 * puzzles have theirs. `summary` is NULL where the spec cannot be read. Hidden files and editors'
 * backups are left alone. */
void wb_check_puzzle_files(struct wb_check_report *report, const struct wb_course *course,
                           const char *slug, const struct wb_puzzle_summary *summary);
void wb_check_course_files(struct wb_check_report *report, const struct wb_course *course,
                           const struct wb_catalog *catalog);

#endif

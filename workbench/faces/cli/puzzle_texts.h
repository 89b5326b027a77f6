/* What check-all asks of the texts of a puzzle (docs/puzzle-spec.md): each of
 * their drawings has words, and the explanation names every right kernel. */
#ifndef WB_CLI_PUZZLE_TEXTS_H
#define WB_CLI_PUZZLE_TEXTS_H

#include "course/course.h"

/* WB_ERR_SPEC with file and line where something is missing. The file is there. */
enum wb_status wb_cli_check_lesson(const char *file, struct wb_error *err);

/* The same, and `right` are the files that it must name. */
enum wb_status wb_cli_check_explained(const char *file, const struct wb_names *right,
                                      struct wb_error *err);

#endif

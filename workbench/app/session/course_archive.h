/* Courses that come as archives: each is unpacked once, into a folder named by the archive's hash,
 * and found there from then on.
 *
 *   $XDG_DATA_HOME/workbench/unpacked/HASH/course/    what was in it
 *                                     HASH/name       what its course.lua calls it
 *
 * Not the cache: the emulator's worker may write there. A folder appears whole or not at all: it is
 * filled as .new-XXXXXX, whose owner holds a lock on it, and renamed. What somebody who was killed
 * left is removed by whoever unpacks next. */
#ifndef WB_SESSION_COURSE_ARCHIVE_H
#define WB_SESSION_COURSE_ARCHIVE_H

#include "base/status.h"
#include "course/course.h"

/* Opens the course in the archive `path`. WB_ERR_SPEC where it is damaged, holds what no course
 * has, or has no course.lua that is right: then nothing is left behind. */
enum wb_status wb_course_archive_open(struct wb_course *course, const char *path,
                                      struct wb_error *err);

/* Runs workbench-archive with a word and what follows it, ended by NULL; `in` and `out` are its
 * descriptors 0 and 1 (-1: none). What it says went wrong is in `err`, cleaned. It is ended, and
 * the status is WB_ERR_CANCELLED, as soon as `stop_fd` can be read (-1: never). */
enum { WB_ARCHIVE_WORDS_MAX = 4 };
enum wb_status wb_archive_run_words(const char *const *words, int in, int out, int stop_fd,
                                    struct wb_error *err);

#endif

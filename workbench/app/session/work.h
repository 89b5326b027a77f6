/* The work folder: what is in it once a puzzle is open, so that it can be solved in any editor.
 * A puzzle is opened by whatever makes it the current one: `show`, `hint`, `edit`, `run` …,
 * Enter and n on the screen, each move of the dialogue. */
#ifndef WB_SESSION_WORK_H
#define WB_SESSION_WORK_H

#include "course/course.h"

/* What was not there before. */
struct wb_work_made {
  bool file, folder; /* the learner's file; the work folder */
};

/* Makes the learner's file from the starter, and beside it what language servers read
 * (compile_flags.txt for clangd, .luarc.json for lua-language-server), each where nothing has its
 * name yet: no file of a person is ever changed. `made` may be NULL. Fails where that one cannot be
 * made; an editor can do without the others. */
enum wb_status wb_work_open(const struct wb_course *course, const char *slug,
                            struct wb_work_made *made, struct wb_error *err);

/* WB_ERR_USAGE where the work folder is there and is none, but a file, or an archive of kernels. */
enum wb_status wb_work_check(const struct wb_course *course, struct wb_error *err);

/* For commands that make no work folder: WB_ERR_USAGE where $WORKBENCH_WORK names one that is not
 * there. Then nothing was handed in at that place, which is something else than "not started". */
enum wb_status wb_work_check_named(const struct wb_course *course, struct wb_error *err);

/* Why the learner's file of a puzzle cannot be read, as a line that begins with "unreadable: ": it
 * is a FIFO, a folder, a link to nothing. NULL: it can be, or there is none. Opens nothing, so that
 * it never waits. The caller frees. */
char *wb_work_unreadable(const struct wb_course *course, const char *slug);

/* One line about what is meant as an answer there, by its name, and is read by nobody, as
 * "02-map (1).cl" or "02-map.CL". NULL: nothing is to be said. The caller frees. */
char *wb_work_unread(const struct wb_course *course);

/* What is said of a file that was opened: that it was made from the starter just now, with the
 * reason for a new work folder that is not in the course; or that the starter was changed later
 * than it and differs from it (who edits the wrong one of the two wonders why nothing changes).
 * NULL: nothing. The caller frees. */
char *wb_work_notice(const struct wb_course *course, const char *slug,
                     const struct wb_work_made *made);

#endif

/* Courses and learners' files on disk.
 *
 * A course is a folder with puzzles/, kernels/, solutions/ and lua/, as this
 * repository is. Learners' own kernels are never in it: they live in the work
 * folder. */
#ifndef WB_COURSE_COURSE_H
#define WB_COURSE_COURSE_H

#include "base/file.h"
#include "base/status.h"

struct wb_course {
  char *root; /* absolute */
  char *work; /* $WORKBENCH_WORK, else ROOT/work, else ~/gpu-workbench where the course is
                 read-only or the installed one; not created until needed */
};

/* Finds the course: `wanted` (a folder), else $WORKBENCH_COURSE, else the
 * current folder or a parent of it that is a course, else the one that belongs
 * to this executable (its tree, or PREFIX/share/workbench). */
enum wb_status wb_course_open(struct wb_course *course, const char *wanted, struct wb_error *err);
void wb_course_release(struct wb_course *course);

/* Paths; the caller frees. */
char *wb_course_starter(const struct wb_course *course, const char *slug);
char *wb_course_lesson(const struct wb_course *course, const char *slug);
char *wb_course_explained(const struct wb_course *course, const char *slug);
char *wb_course_solution(const struct wb_course *course, const char *slug);
char *wb_course_glossary(const struct wb_course *course);
/* The page that stands before the puzzles of a chapter: puzzles/chapters/first-steps.md for the
 * chapter that the specs call "First steps". */
char *wb_course_chapter(const struct wb_course *course, const char *title);

/* The learner's file: `work`/SLUG.cl, unless that is not there and one that was begun when the
 * puzzle had another number is. Of several such the one that was changed last. */
char *wb_course_work_file(const struct wb_course *course, const char *slug);

/* The folders of puzzles/ that hold a spec, sorted. */
enum wb_status wb_course_slugs(const struct wb_course *course, struct wb_names *slugs,
                               struct wb_error *err);

/* The slug of the puzzle that has this slug's name, whatever its number; NULL: there is none. The
 * caller frees. */
char *wb_course_slug_named(const struct wb_course *course, const char *slug);

/* The solution folder's right/ kernels (accepted.cl is not one of them) and its
 * wrong/ ones, sorted; full paths. */
enum wb_status wb_course_right(const struct wb_course *course, const char *slug,
                               struct wb_names *paths, struct wb_error *err);
enum wb_status wb_course_wrong(const struct wb_course *course, const char *slug,
                               struct wb_names *paths, struct wb_error *err);

/* Makes the learner's file from the starter if it is not there; never
 * overwrites. *created says which (may be NULL). */
enum wb_status wb_course_begin(const struct wb_course *course, const char *slug, bool *created,
                               struct wb_error *err);

/* Whether the learner has written something: the file is there, and is not the starter byte by
 * byte. */
bool wb_course_is_begun(const struct wb_course *course, const char *slug);

/* Puts other bytes into the learner's file, with a backup as of a reset. */
enum wb_status wb_course_replace(const struct wb_course *course, const char *slug,
                                 const void *bytes, size_t length, char **backup,
                                 struct wb_error *err);

/* Puts the starter back. The old file is kept as FILE.~N~ (the first free N);
 * *backup is its path, the caller frees; NULL where there was nothing. */
enum wb_status wb_course_reset(const struct wb_course *course, const char *slug, char **backup,
                               struct wb_error *err);

/* A folder that comes with the program and not with a course, such as "editors": of workbench/ in
 * its tree, or PREFIX/share/workbench. NULL where it is not there; the caller frees. */
char *wb_course_program_folder(const char *name);

#endif

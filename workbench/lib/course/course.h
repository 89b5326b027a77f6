/* Courses and learners' files on disk.
 *
 * A course is a folder with puzzles/, kernels/, solutions/ and lua/, as this
 * repository is. Learners' own kernels are never in it: they live in the work
 * folder. */
#ifndef WB_COURSE_COURSE_H
#define WB_COURSE_COURSE_H

#include "base/file.h"
#include "base/status.h"
#include "base/words.h"

struct wb_course {
  char *root;  /* absolute */
  char *work;  /* $WORKBENCH_WORK, else ROOT/work, else ~/gpu-workbench where the course is
                  read-only or the installed one, else (it comes from an archive, or lies in one of
                  the folders of courses and is read-only) ~/gpu-workbench/NAME; not created until
                  needed */
  char *key;   /* what progress is kept under: the root, or what an archive's course is called, so
                  that its next edition goes on with it */
  char *named; /* what `--course` calls it in another workbench: the root, or the archive */
};

/* ---- finding (find.c) ---- */

/* Where a course is: a folder, or an archive that is to be unpacked first. */
struct wb_course_place {
  char *path; /* absolute; the caller frees */
  bool is_archive;
  /* Nobody named it, it is not the one around the current folder, and there are others that could
   * be meant. */
  bool is_guess;
};

/* Finds the course: `wanted` (a folder, an archive, or the name of one of wb_course_list), else
 * $WORKBENCH_COURSE, else the current folder or a parent of it that is a course, else the one that
 * was chosen, else the one that belongs to this executable (its tree, or PREFIX/share/workbench).
 */
enum wb_status wb_course_find(struct wb_course_place *place, const char *wanted,
                              struct wb_error *err);

/* The one that belongs to this executable; NULL: there is none. The caller frees. */
char *wb_course_of_program(void);

/* The course in this folder. Of one from an archive, that archive and what the course is called;
 * else both are NULL. */
void wb_course_open_at(struct wb_course *course, const char *root, const char *archive,
                       const char *name);

/* Both, where the course is a folder; a change of it that was interrupted is finished (change.h).
 * For an archive *archive is its path (the caller frees), and the course is empty; where `archive`
 * is NULL it is WB_ERR_USAGE. */
enum wb_status wb_course_open(struct wb_course *course, const char *wanted, char **archive,
                              struct wb_error *err);
void wb_course_release(struct wb_course *course);

/* ---- which there are (places.c) ---- */

/* By the ends of names: ".tar.gz" (".tgz"), ".tar.xz", ".tar.zst", ".tar", ".zip". */
bool wb_course_is_archive(const char *path);

/* "gpu-101" of "/some/where/gpu-101.tar.gz", the caller frees. */
char *wb_course_name_of(const char *path);

/* Whether a folder has puzzles/ and kernels/. */
bool wb_course_is_folder(const char *path);

/* Where a person's own courses go: $XDG_DATA_HOME/workbench (else ~/.local/share/workbench), with
 * courses/ and unpacked/; NULL where there is no home. The caller frees. */
char *wb_course_data_folder(void);

/* The courses that are there to be chosen, folders and archives in `courses/` below that folder,
 * below each of $XDG_DATA_DIRS/workbench, and below PREFIX/share/workbench, as absolute paths,
 * sorted by name in each. What has the name of an earlier one is left out. */
void wb_course_list(struct wb_names *paths);

/* The course that the person has chosen for when none is named: an absolute path in
 * $XDG_STATE_HOME/gpu-workbench/course; NULL where none is, or is there no more. The caller frees.
 */
char *wb_course_chosen(void);
enum wb_status wb_course_choose(const char *path, struct wb_error *err);

/* Whether it came with an installed program, and goes with it. */
bool wb_course_is_installed(const char *root);

/* The folder of the course that is read-only, which is why the work folder is elsewhere; NULL: that
 * is not why, or it is not. The caller frees. */
char *wb_course_read_only_folder(const struct wb_course *course);

/* How a puzzle's files end: ".cl", or ".lua" where the answer is a host program, which it is where
 * kernels/SLUG.lua is there. Static storage. */
const char *wb_course_ending(const struct wb_course *course, const char *slug);

/* Paths; the caller frees. */
char *wb_course_starter(const struct wb_course *course, const char *slug);
char *wb_course_lesson(const struct wb_course *course, const char *slug);
char *wb_course_explained(const struct wb_course *course, const char *slug);
char *wb_course_solution(const struct wb_course *course, const char *slug);
/* The same in another language, whose files end so: ".cu". */
char *wb_course_solution_that_ends(const struct wb_course *course, const char *slug,
                                   const char *ending);
/* A file beside the spec, by its name. */
char *wb_course_file(const struct wb_course *course, const char *slug, const char *name);
/* When learners see that one, and its words in course.lua. */
enum wb_solutions { WB_SOLUTIONS_ASKED, WB_SOLUTIONS_SOLVED, WB_SOLUTIONS_NEVER };
extern const struct wb_words wb_solutions_words;
char *wb_course_glossary(const struct wb_course *course);
/* The page that stands before the puzzles of a chapter: puzzles/chapters/first-steps.md for the
 * chapter that the specs call "First steps". */
char *wb_course_chapter(const struct wb_course *course, const char *title);

/* The path within the course, "puzzles/01-map/lesson.md", as people are told of it; `path` itself
 * where it is elsewhere. Points into it. */
const char *wb_course_relative(const struct wb_course *course, const char *path);

/* The learner's file: `work`/SLUG.cl, unless that is not there and one that was begun when the
 * puzzle had another number or name is. Of several such the one that was changed last. */
char *wb_course_work_file(const struct wb_course *course, const char *slug);

/* Whether that folder of puzzles/ holds a spec. */
bool wb_course_has_puzzle(const struct wb_course *course, const char *slug);

/* What is in puzzles/, sorted, whether it is a puzzle or not: for whoever needs to ask that of a
 * few only. */
enum wb_status wb_course_entries(const struct wb_course *course, struct wb_names *names,
                                 struct wb_error *err);

/* The folders of puzzles/ that hold a spec, sorted. */
enum wb_status wb_course_slugs(const struct wb_course *course, struct wb_names *slugs,
                               struct wb_error *err);

/* The slug of the puzzle that has this slug's name, whatever its number, else of the one that once
 * had it; of a number alone, the slug with it. NULL: there is none, or more than one. The caller
 * frees. */
char *wb_course_slug_named(const struct wb_course *course, const char *slug);

/* Names that puzzles had before they were renamed, one beside the other: the puzzle slugs.items[i]
 * was called names.items[i]. An empty file says so, kernels/SLUG.formerly-NAME, which goes with the
 * puzzle wherever its starter goes. */
struct wb_former_names {
  struct wb_names slugs, names;
};
void wb_course_former_names(const struct wb_course *course, struct wb_former_names *former);
void wb_former_names_release(struct wb_former_names *former);
/* That file, relative to the course; the caller frees. */
char *wb_course_former_mark(const char *slug, const char *name);

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

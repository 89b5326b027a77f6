/* What the command line and the plain dialogue work on: the course, its
 * puzzles, and the learner's progress. */
#ifndef WB_SESSION_SESSION_H
#define WB_SESSION_SESSION_H

#include "course/course.h"
#include "judge_client/catalog.h"
#include "judge_client/client.h"
#include "store/store.h"

/* A zeroed session may be closed. Where progress cannot be kept, `store` is
 * NULL, and everything else goes on. */
struct wb_session {
  struct wb_course course;
  struct wb_catalog catalog;
  struct wb_store *store;
};

/* As wb_course_open, of archives, too; a course that is not there is a wrong course (WB_ERR_SPEC),
 * not a wrong command. */
enum wb_status wb_session_open_course(struct wb_course *course, const char *wanted,
                                      struct wb_error *err);

/* `course`: as for wb_course_open. With `slug` (may be NULL), and where that is
 * the name of a puzzle's folder, the catalog has that puzzle alone: loading every
 * spec of a course takes longer than judging one kernel of it. *notice (the
 * caller frees) is what is to be said about progress, or NULL. */
enum wb_status wb_session_begin(struct wb_session *session, const char *course, const char *slug,
                                char **notice, struct wb_error *err);
void wb_session_close(struct wb_session *session);

/* What is kept of puzzles under names that they had goes on under those that they have
 * (wb_course_former_names()). Where that fails, it stays for the next time. */
void wb_session_follow_names(const struct wb_course *course, struct wb_store *store);

/* What a run begins with. */
struct wb_judge_start {
  const char *course, *wanted, *device; /* as a person named them; NULL: not */
  char *slug;                           /* of the puzzle; the caller frees */
  char *notice;                         /* as above */
  struct wb_judge *spare;               /* for the run's options; then to be freed */
};

/* The same for a run, which needs no more of a puzzle than its name: where
 * `wanted` is the name of a puzzle's folder, or is NULL and the puzzle worked on
 * last has one, no spec is read, and the catalog stays empty; what is wrong with
 * the spec the run will say. Meanwhile a judge is started. */
enum wb_status wb_session_begin_run(struct wb_session *session, struct wb_judge_start *start,
                                    struct wb_error *err);

/* Zeroed where nothing is known. */
struct wb_progress wb_session_progress(const struct wb_session *session, const char *slug);

/* How many of the catalog's puzzles `first` up to but without `end` are solved. */
size_t wb_session_solved(const struct wb_session *session, size_t first, size_t end);

/* "solved", "tried", "started" (it has a file) or "new". */
const char *wb_session_state(const struct wb_session *session, const char *slug);

/* How many of the puzzle's steps are done: all where it is solved. */
size_t wb_steps_so_far(const struct wb_puzzle_summary *puzzle, const struct wb_progress *progress);

/* Appends "2 of 3 steps", of a puzzle with steps that was tried and is not solved. Whether it is
 * one. */
bool wb_steps_so_far_words(const struct wb_puzzle_summary *puzzle,
                           const struct wb_progress *progress, struct wb_str *out);

/* The puzzle that `wanted` names, or, where it is NULL, the one worked on
 * last, else the first unsolved, else the first. Spec mistakes are WB_ERR_SPEC. */
enum wb_status wb_session_choose(struct wb_session *session, const char *wanted,
                                 const struct wb_puzzle_summary **puzzle, struct wb_error *err);

/* Why the puzzle's solution works, as Markdown, where the course says so (explained.md); NULL:
 * it does not, or nobody has solved the puzzle nor given it up. The caller frees it. */
char *wb_session_explanation(const struct wb_course *course, const char *slug, bool solved,
                             bool given_up);

/* The page of a puzzle's chapter, as Markdown; NULL: it has none. The caller frees it. */
char *wb_session_chapter(const struct wb_course *course, const struct wb_puzzle_summary *puzzle);

/* The text of one of the files that the puzzle has for its programs: a kernel or a header, by its
 * name. NULL: it is an array, or cannot be read. The caller frees it. */
char *wb_session_file(const struct wb_course *course, const struct wb_puzzle_summary *puzzle,
                      const char *name);

/* Those files with their texts, as Markdown with a heading; NULL: it has none. The caller frees it.
 */
char *wb_session_files(const struct wb_course *course, const struct wb_puzzle_summary *puzzle);

/* The title of the chapter that begins with puzzle `index` of the catalog and has a page, which is
 * then to be pointed out; NULL: there is none. */
const char *wb_session_new_chapter(const struct wb_session *session, size_t index);

/* The puzzle to do next: the first unsolved one, NULL where there is none. */
const struct wb_puzzle_summary *wb_session_next(const struct wb_session *session);

/* What to do next, once puzzle `at` of `count` is solved (count: none was): the first one after it
 * that is not left out, as solved ones are, else the first of all; `count` where there is none. The
 * same in all faces. */
size_t wb_next_unsolved(size_t count, size_t at,
                        bool (*is_left_out)(const void *data, size_t index), const void *data);

/* The same by slugs, without a look at any spec. The caller frees; NULL where all are solved. */
char *wb_session_suggestion(const struct wb_session *session, const char *slug);

/* Remembers where the learner is. */
void wb_session_visit(struct wb_session *session, const char *slug);

/* The same, and fills the work folder (session/work.h), of whose file the notice is. Where it
 * cannot be made, whoever then edits or runs is told. */
char *wb_session_open_puzzle(struct wb_session *session, const char *slug);

/* Whether the learner's file, as it is, is the version that was judged last. */
bool wb_session_was_judged(const struct wb_session *session, const char *slug);

/* Keeps a result of the learner's own file: the version that was judged as an
 * attempt, and the verdict as progress, where it says something about the
 * learner (wb_record_counts() in session/record.h). */
enum wb_status wb_session_record(struct wb_session *session, const struct wb_run_options *options,
                                 const struct wb_result *result, struct wb_error *err);

#endif

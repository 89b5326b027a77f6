/* New puzzles, puzzles in other places, and puzzles that come from other courses or go: what
 * `workbench new`, `move`, `rename`, `import` and `remove` do.
 *
 * A new puzzle is complete and passes its own check; its author changes it step by step. It is made
 * from a template, a folder of the program's own data (workbench/templates/KIND): puzzle.lua,
 * lesson.md, explained.md, starter and accepted (.cl, or .lua of host programs), and the folders
 * right/, wrong/ and files/, which has what programs may read. What a kind
 * has not comes from its base (commands/kinds.inc), file by file. In these files @title@, @entry@
 * and @chapter@ stand for what differs from puzzle to puzzle, and whatever words.txt names for what
 * differs from kind to kind. */
#ifndef WB_AUTHORING_NEW_H
#define WB_AUTHORING_NEW_H

#include "authoring/renumbering.h"
#include "fields/fields.h"
#include "session/session.h"
#include "text/styled.h"

struct wb_new_puzzle {
  const char *name;  /* what follows the number in its slug */
  const char *kind;  /* a word of commands/kinds.inc; NULL: the first */
  const char *title; /* NULL: made of the name */
  struct wb_puzzle_place place;
};

/* What was done. */
struct wb_course_edit {
  char *course;                      /* that was made, an absolute path; then there is no puzzle */
  char *slug;                        /* of the puzzle that was made, moved or removed */
  char *from;                        /* the course that it was taken from; NULL: none */
  bool renamed;                      /* `places` has its slugs before and after */
  bool removed;                      /* it is gone, with all `files` */
  char **files;                      /* that were written, relative to the course */
  size_t n_files, files_capacity;    /* 0: it was moved */
  struct wb_renumbering places;      /* what was renumbered */
  struct wb_place_mentions mentions; /* who still says old numbers */
};
void wb_course_edit_add_file(struct wb_course_edit *edit, const char *file);
void wb_course_edit_release(struct wb_course_edit *edit);
extern const struct wb_fields wb_course_edit_fields;

/* The session has the whole catalog. WB_ERR_USAGE where the name, the title or the kind cannot be;
 * then, and after any other error, the course is as it was. */
enum wb_status wb_new_puzzle_make(const struct wb_session *session,
                                  const struct wb_new_puzzle *wanted, struct wb_course_edit *edit,
                                  struct wb_error *err);

enum wb_status wb_puzzle_move(const struct wb_session *session, const char *slug,
                              const struct wb_puzzle_place *place, struct wb_course_edit *edit,
                              struct wb_error *err);

/* Gives a puzzle another name, "bounds" or, with the number that it has, "03-bounds". What learners
 * have done goes on under it (wb_course_former_names()). Errors as above. */
enum wb_status wb_puzzle_rename(const struct wb_session *session, const char *slug,
                                const char *name, struct wb_course_edit *edit,
                                struct wb_error *err);

/* ---- import.c ---- */

struct wb_puzzle_import {
  const char *puzzle; /* a slug, the name in it, or a number */
  const char *from;   /* the other course, as --course has it: a folder, or a chosen one's name */
  struct wb_puzzle_place place;
};

/* Copies a puzzle of another course with its spec, texts, files, starters, solutions and mistakes.
 * A chapter that the session's course does not list becomes the neighbour's. Errors as above. */
enum wb_status wb_puzzle_import(const struct wb_session *session,
                                const struct wb_puzzle_import *wanted, struct wb_course_edit *edit,
                                struct wb_error *err);

/* Removes a puzzle with all its files; the others keep their numbers. */
enum wb_status wb_puzzle_remove(const struct wb_session *session, const char *slug,
                                struct wb_course_edit *edit, struct wb_error *err);

/* Adds all files of a puzzle, below puzzles/, kernels/ and solutions/, relative to the course. */
enum wb_status wb_puzzle_list_files(const struct wb_course *course, const char *slug,
                                    struct wb_names *files, struct wb_error *err);

/* ---- what they share ---- */

/* Whether the course may be changed at all: no archive, not installed, writable. */
enum wb_status wb_course_edit_check(const struct wb_course *course, struct wb_error *err);
/* Makes the change with the edit's places, and fills in its files and mentions. */
enum wb_status wb_course_edit_commit(const struct wb_course *course,
                                     struct wb_course_change *change, struct wb_course_edit *edit,
                                     struct wb_error *err);
/* The line of a spec with the chapter of the puzzle before that place, else the first that the
 * course lists; a comment where there is none. The caller frees. */
char *wb_new_chapter_line(const struct wb_session *session, const struct wb_puzzle_place *place);

/* What was done, for who did it, and what comes next. */
void wb_course_edit_write(const struct wb_course_edit *edit, struct wb_document *document);

#endif

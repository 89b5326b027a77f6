/* New puzzles, and puzzles in other places: what `workbench new` and `workbench move` do.
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
  char *slug;                        /* of the puzzle that was made or moved */
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

/* What was done, for who did it, and what comes next. */
void wb_course_edit_write(const struct wb_course_edit *edit, struct wb_document *document);

#endif

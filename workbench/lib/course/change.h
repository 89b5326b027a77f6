/* A change of a course's files: new ones, and folders and files that get other names or go. All of
 * it is done, or none.
 *
 * New files are first written beside the course's, into the folder WB_CHANGE_FOLDER at its root,
 * where nothing looks for them; then a journal of all moves is put there. Until it stands, the
 * course is the old one, whatever happens. From then on nothing but names changes, which takes
 * milliseconds and no signal of a terminal interrupts. Where a move fails all the same, those
 * before it are undone; where the process is killed or the machine stops, whoever opens the course
 * next finishes what the journal says (wb_course_change_finish()).
 *
 * Paths are relative to the root, of the forms puzzles/NAME…, kernels/NAME… and solutions/NAME…;
 * nothing else can be changed, whatever a journal says that somebody put there. */
#ifndef WB_COURSE_CHANGE_H
#define WB_COURSE_CHANGE_H

#include <stdbool.h>

#include "base/file.h"

#define WB_CHANGE_FOLDER ".workbench-change"

struct wb_course_change {
  const char *root; /* the caller's */
  struct wb_names from, to;
  struct {
    char *path, *text;
    size_t length;
  } * files;
  size_t n_files, files_capacity;
  /* For tests: asked before each step that touches the disk; where it says no, the step fails as
   * on a full disk. NULL: every step is taken. */
  bool (*may)(void *data);
  void *data;
};

void wb_course_change_init(struct wb_course_change *change, const char *root);
void wb_course_change_release(struct wb_course_change *change);

/* A file that is to be there. Its text, or its bytes, are copied. */
void wb_course_change_write(struct wb_course_change *change, const char *path, const char *text);
void wb_course_change_write_bytes(struct wb_course_change *change, const char *path,
                                  const char *bytes, size_t length);

/* "puzzles/05-scan" is to be "puzzles/06-scan". Moves are made in the order in which they were
 * added, before the new files come to their places. */
void wb_course_change_move(struct wb_course_change *change, const char *from, const char *to);

/* "puzzles/05-scan" is to be gone: it is moved to the journal's folder, and goes with that once all
 * is done. */
void wb_course_change_remove(struct wb_course_change *change, const char *path);

/* Makes the change. After an error the course is as it was; where not even that succeeded, the
 * message says so, and what to do. */
enum wb_status wb_course_change_commit(struct wb_course_change *change, struct wb_error *err);

/* Finishes what was interrupted, else undoes it, and waits for a change that another process makes
 * right now. Does nothing (and costs one look) where there is none. */
enum wb_status wb_course_change_finish(const char *root, struct wb_error *err);

#endif

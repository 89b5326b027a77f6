/* course.lua at a course's root: what the course is called, and what it lets learners see. A
 * course without one has the rules of a zeroed struct and no name; docs/courses.md is the manual.
 *
 * Puzzles are in the order of their folders' numbers, and each spec names its own chapter: neither
 * is said here again. `chapters`, where it is given, is what those names are checked against. */
#ifndef WB_SCRIPT_COURSE_SPEC_H
#define WB_SCRIPT_COURSE_SPEC_H

#include <stdbool.h>

#include "base/file.h"
#include "base/file_states.h"
#include "base/status.h"
#include "course/assignment.h"
#include "script/puzzle.h"

/* The format of course.lua, its puzzles and their folders. */
enum { WB_COURSE_FORMAT_FIRST = 1, WB_COURSE_FORMAT = 1 };

struct wb_course_spec {
  bool exists; /* there is a course.lua */
  char *name;  /* who it is, for progress and for `--course`: "org.example.gpu-101" */
  char *title;
  char *version, *language, *license; /* NULL: it says nothing of it */
  struct wb_names authors, chapters;
  unsigned hints_after; /* judged runs before each further hint; 0: none */
  bool hints_singly;    /* never all at once, before the puzzle is solved */
  char *solutions;      /* one of wb_solutions_words; NULL: the first */
  char *pack;           /* "student": no hidden cases nor solutions are in it; NULL: all is there */
  struct wb_assignment *assignments;
  size_t n_assignments;
  struct wb_file_states files; /* that it was read from */
};

/* Fills *spec, released by the caller also after an error. WB_ERR_SPEC with err->where
 * "course.lua:LINE", also where the format is one that this program does not know. */
enum wb_status wb_course_spec_load(const char *course, struct wb_course_spec *spec,
                                   struct wb_error *err);
void wb_course_spec_release(struct wb_course_spec *spec);

/* Whether the puzzle's chapter is one of the course's. WB_ERR_SPEC at the puzzle's line. */
enum wb_status wb_course_spec_check_chapter(const struct wb_course_spec *spec,
                                            const struct wb_puzzle *puzzle, struct wb_error *err);

#endif

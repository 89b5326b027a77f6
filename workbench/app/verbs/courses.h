/* Which courses there are to choose from, and how far the learner is in each. */
#ifndef WB_VERBS_COURSES_H
#define WB_VERBS_COURSES_H

#include "fields/fields.h"
#include "session/session.h"

struct wb_course_entry {
  char *name;  /* what `--course` takes: of the list, else the path */
  char *path;  /* a folder or an archive */
  char *title; /* "" where it has none */
  bool archive;
  bool current; /* the one that is used now, where none is named */
  char *pack;   /* "student" or NULL */
  size_t puzzles, solved;
  char *error; /* why it cannot be used; NULL: it can */
};
extern const struct wb_fields wb_course_entry_fields; /* documented in docs/json.md */

struct wb_courses {
  struct wb_course_entry *items;
  size_t count, capacity;
};

/* The paths of all: the one at hand (`current`, as `--course` has it; NULL: none), the program's
 * own, and those of wb_course_list(). Quick: nothing is opened. */
void wb_course_paths(const char *current, struct wb_names *paths);

/* Opens each of them in turn, archives too: which takes its time. */
void wb_courses_load(const char *current, struct wb_courses *courses);
void wb_courses_release(struct wb_courses *courses);

/* Chooses the course for when none is named: *path (the caller frees) is where it is. It must be
 * one that can be opened. */
enum wb_status wb_courses_choose(const char *wanted, char **path, struct wb_error *err);

#endif

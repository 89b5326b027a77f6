/* A new course: what `workbench new --course DIR` does.
 *
 * It is made of a template, workbench/templates/course: course.lua, the glossary and the page of
 * the first chapter, where @name@ and @title@ stand for what differs; and of a copy of the
 * program's lua/, from which editors know what a spec can say. What is there already stays as it
 * is, so that a folder with no more than its course.lua gets the rest. */
#ifndef WB_AUTHORING_NEW_COURSE_H
#define WB_AUTHORING_NEW_COURSE_H

#include "authoring/new.h"

/* Makes the folder, where it is not there. `title` NULL: made of the folder's name. WB_ERR_USAGE
 * for a folder that has puzzles already, or holds other things than a course's; after an error what
 * was written so far stays. */
enum wb_status wb_new_course_make(const char *folder, const char *title,
                                  struct wb_course_edit *edit, struct wb_error *err);

#endif

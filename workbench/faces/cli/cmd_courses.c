#include <stdio.h>
#include <stdlib.h>

#include "cli/print.h"
#include "verbs/courses.h"

static void put_course(const struct wb_course_entry *course, struct wb_document *document) {
  char *name = wb_course_name_of(course->path);
  wb_put_line(document, course->current ? WB_STYLE_GOOD : WB_STYLE_PLAIN,
              course->current ? "* " : "  ");
  wb_put(document, WB_STYLE_STRONG, "%s", name);
  wb_put(document, WB_STYLE_PLAIN, ": ");
  if (course->error != NULL) {
    wb_put(document, WB_STYLE_BAD, "%s", course->error);
  } else {
    wb_put(document, WB_STYLE_PLAIN, "%s%s%zu of %zu solved", course->title,
           course->title[0] != '\0' ? ", " : "", course->solved, course->puzzles);
    if (course->pack != NULL) wb_put(document, WB_STYLE_DIM, ", a %s's pack", course->pack);
    wb_put_line(document, WB_STYLE_DIM, "      %s", course->path);
  }
  free(name);
}

static void print_courses(const struct wb_invocation *invocation,
                          const struct wb_courses *courses) {
  struct wb_document document = {0};
  for (size_t i = 0; i < courses->count; i++) put_course(&courses->items[i], &document);
  wb_put_line(&document, WB_STYLE_DIM,
              "* is used where none is named; `workbench courses NAME` chooses another.");
  wb_cli_print(invocation, &document);
}

static int choose_course(const struct wb_invocation *invocation, const char *wanted) {
  struct wb_error err = {0};
  char *path = NULL;
  if (wb_courses_choose(wanted, &path, &err) != WB_OK) return wb_cli_fail(invocation, &err);
  printf("Outside of a course's folder the course is now %s.\n", path);
  free(path);
  return WB_EXIT_OK;
}

int wb_shell_courses(const struct wb_invocation *invocation) {
  struct wb_course course = {0};
  struct wb_courses courses;
  int code = WB_EXIT_OK;
  if (wb_cli_operand(invocation) != NULL)
    return choose_course(invocation, wb_cli_operand(invocation));
  wb_session_open_course(&course, wb_cli_value(invocation, "course"), NULL);
  wb_courses_load(course.named, &courses);
  if (wb_cli_wants_json(invocation))
    wb_cli_print_data_list(&wb_course_entry_fields, courses.items, courses.count);
  else
    print_courses(invocation, &courses);
  for (size_t i = 0; i < courses.count; i++)
    if (courses.items[i].error != NULL) code = WB_EXIT_COURSE;
  wb_courses_release(&courses);
  wb_course_release(&course);
  return code;
}

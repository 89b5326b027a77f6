/* Courses: which there are, and how to go to another. */
#include <stdlib.h>
#include <string.h>

#include "plain/commands.h"
#include "verbs/courses.h"

static void say_course(struct wb_dialogue *dialogue, const struct wb_course_entry *course) {
  const char *title = course->title[0] != '\0' ? course->title : "no title";
  if (course->error != NULL)
    wb_say(&dialogue->output, "%s: cannot be used: %s.", course->name, course->error);
  else
    wb_say(&dialogue->output, "%s: %s, %zu of %zu solved%s.", course->name, title, course->solved,
           course->puzzles, course->current ? ", open" : "");
}

static void list_courses(struct wb_dialogue *dialogue) {
  struct wb_courses courses;
  wb_courses_load(dialogue->session.course.named, &courses);
  for (size_t i = 0; i < courses.count; i++) say_course(dialogue, &courses.items[i]);
  wb_say(&dialogue->output, "course NAME goes to one, and begins with it from now on.");
  wb_courses_release(&courses);
}

void wb_speak_course(struct wb_dialogue *dialogue, const char *argument) {
  struct wb_error err = {0};
  char *path = NULL;
  if (argument[0] == '\0') {
    list_courses(dialogue);
  } else if (wb_courses_choose(argument, &path, &err) != WB_OK) {
    wb_dialogue_refuse_error(dialogue, &err);
  } else if (strcmp(path, dialogue->session.course.named) == 0) {
    wb_say(&dialogue->output, "This course is open.");
    free(path);
  } else {
    dialogue->next_course = path;
    dialogue->quit = true;
  }
}

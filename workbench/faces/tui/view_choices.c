/* What can be chosen over the panes: a device, a course. */
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "course/course.h"
#include "tui/views.h"
#include "verbs/origin.h"

/* One of them: its name, and from `column` on what there is to say of it. */
static void put_choice(const struct wb_model *model, size_t index, const char *name, size_t column,
                       const char *about, int width, struct wb_pane_text *rows) {
  wb_pane_text_start(rows)->item = (int)index;
  wb_pane_text_put(rows, WB_STYLE_PLAIN, (int)index == model->overlay.cursor ? "> " : "  ");
  wb_pane_text_putf(rows, WB_STYLE_STRONG, "%s", name);
  wb_pane_text_pad(rows, column);
  wb_pane_text_wrap(rows, WB_STYLE_PLAIN, (size_t)width, column, about);
}

/* ---- devices ---- */

static void put_device(const struct wb_model *model, size_t index, int width,
                       struct wb_pane_text *rows) {
  enum { ABOUT_COLUMN = 16 };
  const struct wb_device_info *device = &model->devices.items[index];
  const bool chosen = strcmp(device->selector, model->device) == 0;
  char *about = wb_format("%s%s%s", device->name,
                          device->checks ? "; finds mistakes" : "; compares outputs only",
                          chosen ? " (in use)" : "");
  put_choice(model, index, device->selector, ABOUT_COLUMN, about, width, rows);
  free(about);
}

void wb_view_devices(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  if (!model->devices_known) {
    wb_pane_text_start(rows);
    wb_pane_text_wrap(rows, WB_STYLE_PLAIN, (size_t)width, 0, "Looking for devices…");
    return;
  }
  for (size_t i = 0; i < model->devices.count; i++) put_device(model, i, width, rows);
  if (model->devices.count == 0) {
    wb_pane_text_start(rows);
    wb_pane_text_wrap_message(rows, WB_LOOK_WARN, (size_t)width, 0,
                              "No device was found; `workbench doctor` says what to install.");
  }
  if (model->device_problems != NULL && model->device_problems[0] != '\0') {
    wb_pane_text_start(rows);
    wb_pane_text_start(rows);
    wb_pane_text_wrap_message(rows, WB_LOOK_WARN, (size_t)width, 0, model->device_problems);
  }
}

/* ---- what the learner knows ---- */

void wb_view_origins(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  enum { ABOUT_COLUMN = 10 };
  for (size_t i = 0; i < WB_LANGUAGE_COUNT; i++)
    put_choice(model, i, wb_language_name((enum wb_language)i), ABOUT_COLUMN,
               wb_origin_about((enum wb_language)i), width, rows);
  wb_pane_text_start(rows);
  wb_pane_text_start(rows);
  wb_pane_text_wrap(rows, WB_STYLE_DIM, (size_t)width, 0,
                    "Below each lesson are the names that its words have there; the glossary, K, "
                    "has them first. `:from` changes it at any time.");
}

/* ---- the menu ---- */

static void put_topic(enum wb_topic topic, struct wb_pane_text *rows) {
  if (rows->count > 0) wb_pane_text_start(rows);
  wb_pane_text_start(rows);
  wb_pane_text_put(rows, WB_STYLE_HEADING, wb_topic_title(topic));
}

void wb_view_menu(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  enum { ABOUT_COLUMN = 24 };
  const struct wb_command *before = NULL, *command = wb_command_in_menu(0);
  for (size_t i = 0; command != NULL; command = wb_command_in_menu(++i)) {
    const char *argument = wb_argument_in_menu(command);
    char *usage = wb_format(":%s%s%s ", command->name, argument != NULL ? " " : "",
                            argument != NULL ? argument : "");
    if (before == NULL || before->topic != command->topic) put_topic(command->topic, rows);
    put_choice(model, i, usage, width >= 2 * ABOUT_COLUMN ? ABOUT_COLUMN : 0,
               wb_is_line(command) ? command->line.help : command->shell.summary, width, rows);
    free(usage);
    before = command;
  }
}

/* ---- courses ---- */

static void put_course(const struct wb_model *model, size_t index, int width,
                       struct wb_pane_text *rows) {
  enum { ABOUT_COLUMN = 24 };
  const char *path = model->courses.items[index];
  const bool open = model->course_named != NULL && strcmp(path, model->course_named) == 0;
  const char *title = open ? model->about_course.title : NULL;
  char *name = wb_course_name_of(path);
  char *about = wb_format("%s%s%s%s", title != NULL ? title : "", title != NULL ? ": " : "", path,
                          open ? " (open)" : "");
  put_choice(model, index, name, ABOUT_COLUMN, about, width, rows);
  free(about);
  free(name);
}

void wb_view_courses(const struct wb_model *model, int width, struct wb_pane_text *rows) {
  for (size_t i = 0; i < model->courses.count; i++) put_course(model, i, width, rows);
  wb_pane_text_start(rows);
  wb_pane_text_start(rows);
  wb_pane_text_wrap(rows, WB_STYLE_DIM, (size_t)width, 0,
                    "Courses in ~/.local/share/workbench/courses are listed here. The one that you "
                    "open is the one that you begin with from now on.");
}

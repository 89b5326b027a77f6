/* The command line: ":NAME [ARGUMENT]". */
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "device/registry.h"
#include "tui/actions.h"
#include "tui/bindings.h"
#include "tui/command_line.h"

void wb_line_device(struct wb_model *model, const char *argument) {
  if (argument[0] == '\0') {
    wb_do_devices(model);
  } else if (wb_device_needs_list(argument)) {
    free(model->device_wanted);
    model->device_wanted = wb_strdup(argument);
    wb_action_ask_devices(model);
    wb_model_say(model, WB_TONE_PLAIN, "Looking for devices…");
  } else {
    wb_model_choose_device(model, argument);
  }
}

void wb_line_course(struct wb_model *model, const char *argument) {
  if (argument[0] == '\0')
    wb_do_courses(model);
  else
    wb_model_open_course(model, argument);
}

void wb_line_from(struct wb_model *model, const char *argument) {
  struct wb_error err = {0};
  if (argument[0] == '\0')
    wb_do_origins(model);
  else if (wb_origin_check(argument, &err) == WB_OK)
    wb_model_effect_with(model, WB_EFFECT_ORIGIN, 0, argument);
  else
    wb_model_say(model, WB_TONE_BAD, ":%s", err.message);
}

static void save_display(struct wb_model *model, const char *argument, bool colors) {
  if (argument[0] == '\0') {
    wb_model_say(model, WB_TONE_BAD, ":save-%s needs the name of a file",
                 colors ? "colors" : "display");
  } else {
    wb_model_effect_with(model, WB_EFFECT_SAVE_DISPLAY, colors, argument);
  }
}

void wb_line_save_display(struct wb_model *model, const char *argument) {
  save_display(model, argument, false);
}

void wb_line_save_colors(struct wb_model *model, const char *argument) {
  save_display(model, argument, true);
}

void wb_line_puzzle(struct wb_model *model, const char *argument) {
  if (argument[0] == '\0')
    wb_model_say(model, WB_TONE_BAD, ":puzzle needs the number or the name of a puzzle");
  else
    wb_model_want(model, argument);
}

void wb_line_q(struct wb_model *model, const char *argument) { wb_line_quit(model, argument); }

void wb_line_line(struct wb_model *model, const char *argument) {
  unsigned long line = strtoul(argument, NULL, 10);
  if (line == 0) {
    wb_model_say(model, WB_TONE_BAD, ":line needs a number");
    return;
  }
  wb_model_focus(model, WB_PANE_KERNEL);
  wb_model_jump(model, (uint32_t)line);
}

static bool is_of_screen(const struct wb_command *command) {
  return wb_is_of_shell(command) || wb_is_key(command) || wb_is_line(command);
}

static const char *nearest_command(const char *name) {
  const char **names = wb_alloc(wb_n_commands * sizeof *names);
  size_t count = 0;
  for (size_t i = 0; i < wb_n_commands; i++)
    if (is_of_screen(&wb_commands[i])) names[count++] = wb_commands[i].name;
  const char *nearest = wb_nearest(name, names, count);
  free(names);
  return nearest;
}

/* As a process whose output is shown. */
static void run_of_shell(struct wb_model *model, const struct wb_command *command,
                         const char *line) {
  if (command->shell.not_in_screen != NULL)
    wb_model_say(model, WB_TONE_WARN, "%s", command->shell.not_in_screen);
  else
    wb_model_effect_with(model, WB_EFFECT_COMMAND, 0, line);
}

/* Where an action of the screen and a command of the command line have one name, the
 * action is meant, unless more was typed than the name and the action takes nothing. */
static bool run_command(struct wb_model *model, const char *line, const char *name,
                        const char *argument) {
  const struct wb_command *command = wb_command_named(name);
  if (command == NULL || !is_of_screen(command)) return false;
  const bool of_shell = wb_is_of_shell(command) && argument[0] != '\0';
  if (wb_is_line(command) && !(of_shell && command->line.argument == NULL))
    wb_binding_run_line(command, model, argument);
  else if (wb_is_of_shell(command) && (of_shell || !wb_is_key(command)))
    run_of_shell(model, command, line);
  else
    wb_binding_action(command)(model);
  return true;
}

bool wb_model_command(struct wb_model *model, const char *line) {
  while (*line == ' ' || *line == ':') line++;
  size_t length = strcspn(line, " ");
  char *name = wb_strndup(line, length);
  const char *argument = line + length + strspn(line + length, " ");
  bool known = name[0] == '\0' || run_command(model, line, name, argument);
  if (!known) {
    const char *nearest = nearest_command(name);
    wb_model_say(
        model, WB_TONE_BAD,
        nearest != NULL ? "no command :%s; did you mean :%s?" : "no command :%s; ? lists them",
        name, nearest);
  }
  free(name);
  return known;
}

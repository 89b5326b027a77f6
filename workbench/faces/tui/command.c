/* The command line: ":NAME [ARGUMENT]". */
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "tui/actions.h"
#include "tui/bindings.h"
#include "tui/command.h"

static void command_device(struct wb_model *model, const char *argument) {
  if (argument[0] == '\0') {
    wb_do_devices(model);
  } else {
    wb_choose_device(model, argument);
  }
}

static void save_display(struct wb_model *model, const char *argument, bool colors) {
  if (argument[0] == '\0') {
    wb_model_say(model, WB_TONE_BAD, ":save-%s needs the name of a file",
                 colors ? "colors" : "display");
  } else {
    wb_model_effect_with(model, WB_EFFECT_SAVE_DISPLAY, colors, argument);
  }
}

static void command_save_display(struct wb_model *model, const char *argument) {
  save_display(model, argument, false);
}

static void command_save_colors(struct wb_model *model, const char *argument) {
  save_display(model, argument, true);
}

/* A number, a slug or a part of a name. */
static void command_puzzle(struct wb_model *model, const char *argument) {
  unsigned long number = strtoul(argument, NULL, 10);
  for (size_t i = 0; argument[0] != '\0' && i < model->n_items; i++) {
    const struct wb_item *item = &model->items[i];
    unsigned long own = strtoul(item->slug, NULL, 10);
    if ((number != 0 && own == number) || strcmp(item->slug, argument) == 0 ||
        strcasestr(item->slug, argument) != NULL ||
        strcasestr(wb_item_title(item), argument) != NULL) {
      wb_model_select(model, i);
      return;
    }
  }
  wb_model_say(model, WB_TONE_BAD, "no puzzle is called \"%s\"", argument);
}

static void command_quit(struct wb_model *model, const char *argument) {
  (void)argument;
  wb_do_quit(model);
}

static void command_line(struct wb_model *model, const char *argument) {
  unsigned long line = strtoul(argument, NULL, 10);
  if (line == 0) {
    wb_model_say(model, WB_TONE_BAD, ":line needs a number");
    return;
  }
  wb_model_focus(model, WB_PANE_KERNEL);
  wb_model_jump(model, (uint32_t)line);
}

static const struct wb_line_command commands[] = {
    {"group", "ID", "in the trace: go to a work-group, as 2 or 1,0", wb_trace_command_group},
    {"case", "N", "in the trace: show another visible case", wb_trace_command_case},
    {"step", "N", "in the trace: go to a step of the group", wb_trace_command_step},
    {"trace", "FILE",
     "show a trace of workbench emulate --trace; --svg FILE draws; alone: the pane",
     wb_trace_command_open},
    {"device", "NAME", "run kernels on emulator, opencl, opencl:P.D or a device's name",
     command_device},
    {"puzzle", "NAME", "open a puzzle by number, slug or part of its title", command_puzzle},
    {"line", "N", "go to a line of the kernel", command_line},
    {"save-display", "FILE", "write the screen to a file, as text", command_save_display},
    {"save-colors", "FILE", "the same with its colours, as a terminal takes them (cat shows it)",
     command_save_colors},
    {"q", NULL, "quit", command_quit},
};
enum { N_COMMANDS = sizeof commands / sizeof commands[0] };

const struct wb_line_command *wb_line_commands(size_t *count) {
  *count = N_COMMANDS;
  return commands;
}

enum { CLI_MAX = 100 }; /* commands of the command line, for "did you mean" */

static const char *nearest_command(const struct wb_model *model, const char *name) {
  size_t n_bindings;
  const struct wb_binding *bindings = wb_bindings(&n_bindings);
  const char **names = wb_alloc((n_bindings + N_COMMANDS + CLI_MAX) * sizeof *names);
  size_t count = 0;
  struct wb_tui_command command;
  for (size_t i = 0; i < CLI_MAX && model->cli != NULL && model->cli->command(i, &command); i++)
    names[count++] = command.name;
  for (size_t i = 0; i < N_COMMANDS; i++) names[count++] = commands[i].name;
  for (size_t i = 0; i < n_bindings; i++) names[count++] = bindings[i].name;
  const char *nearest = wb_nearest(name, names, count);
  free(names);
  return nearest;
}

bool wb_command_of_cli(const struct wb_model *model, const char *name, struct wb_tui_command *out) {
  for (size_t i = 0; model->cli != NULL && model->cli->command(i, out); i++)
    if (strcmp(out->name, name) == 0) return true;
  return false;
}

/* As a process whose output is shown. */
static void run_of_cli(struct wb_model *model, const struct wb_tui_command *command,
                       const char *line) {
  if (command->instead != NULL)
    wb_model_say(model, WB_TONE_WARN, "%s", command->instead);
  else
    wb_model_effect_with(model, WB_EFFECT_COMMAND, 0, line);
}

/* Where a key's action and a command of the command line have one name, the
 * action is meant, unless more was typed than the name. */
static bool run_command(struct wb_model *model, const char *line, const char *name,
                        const char *argument) {
  struct wb_tui_command command;
  for (size_t i = 0; i < N_COMMANDS; i++) {
    if (strcmp(commands[i].name, name) == 0) {
      commands[i].run(model, argument);
      return true;
    }
  }
  const struct wb_binding *binding = wb_binding_named(name);
  const bool of_cli = wb_command_of_cli(model, name, &command);
  if (of_cli && (binding == NULL || argument[0] != '\0'))
    run_of_cli(model, &command, line);
  else if (binding != NULL)
    binding->run(model);
  return binding != NULL || of_cli;
}

bool wb_model_command(struct wb_model *model, const char *line) {
  while (*line == ' ' || *line == ':') line++;
  size_t length = strcspn(line, " ");
  char *name = wb_strndup(line, length);
  const char *argument = line + length + strspn(line + length, " ");
  bool known = name[0] == '\0' || run_command(model, line, name, argument);
  if (!known) {
    const char *nearest = nearest_command(model, name);
    wb_model_say(
        model, WB_TONE_BAD,
        nearest != NULL ? "no command :%s; did you mean :%s?" : "no command :%s; ? lists them",
        name, nearest);
  }
  free(name);
  return known;
}

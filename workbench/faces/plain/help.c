/* Help, made from the table. */
#include <string.h>

#include "plain/commands.h"
#include "plain/shell_commands.h"
#include "plain/dialogue.h"

static void say_usage(struct wb_dialogue *dialogue, const struct wb_command *command) {
  const char *argument = command->spoken.argument;
  wb_say(&dialogue->output, "%s%s%s: %s.", command->name, argument != NULL ? " " : "",
         argument != NULL ? argument : "", command->spoken.help);
}

/* Those that have no namesake here. */
static void say_shell_commands(struct wb_dialogue *dialogue) {
  wb_say(&dialogue->output,
         "Of the command line, with the same arguments (NAME --help explains each):");
  for (size_t i = 0; i < wb_n_commands; i++)
    if (wb_dialogue_is_shell_command(wb_commands[i].name) &&
        wb_spoken_find(wb_commands[i].name, NULL) == NULL)
      wb_say(&dialogue->output, "%s: %s.", wb_commands[i].name, wb_commands[i].shell.summary);
  wb_say(&dialogue->output, "workbench NAME runs any command of the command line.");
}

static bool begins_topic(const struct wb_command *command, const struct wb_command *before) {
  return before == NULL || before->topic != command->topic;
}

static void say_all(struct wb_dialogue *dialogue) {
  const struct wb_command *before = NULL, *command = wb_next_command(NULL, wb_is_spoken);
  for (; command != NULL; command = wb_next_command(command, wb_is_spoken)) {
    if (begins_topic(command, before)) {
      if (before != NULL) wb_say_line_end(&dialogue->output);
      wb_say(&dialogue->output, "%s:", wb_topic_title(command->topic));
    }
    say_usage(dialogue, command);
    before = command;
  }
  wb_say_line_end(&dialogue->output);
  say_shell_commands(dialogue);
}

static void say_one(struct wb_dialogue *dialogue, const struct wb_command *command) {
  const struct wb_spoken_part *part = &command->spoken;
  say_usage(dialogue, command);
  if (part->aliases[0] != NULL) {
    struct wb_str names;
    wb_str_init(&names);
    for (size_t k = 0; k < WB_MAX_COMMAND_ALIASES && part->aliases[k] != NULL; k++)
      wb_str_addf(&names, "%s%s", k > 0 ? ", " : "", part->aliases[k]);
    wb_say(&dialogue->output, "Also: %s.", names.data);
    wb_str_release(&names);
  }
  if (part->details != NULL) wb_say(&dialogue->output, "%s", part->details);
  for (size_t k = 0; k < wb_count_examples(part->examples); k++)
    wb_say(&dialogue->output, "Example: %s: %s.", part->examples[k].line,
           part->examples[k].meaning);
}

/* The names alone, a line a topic: what can be listened to. */
static void say_names(struct wb_dialogue *dialogue) {
  const struct wb_command *before = NULL, *command = wb_next_command(NULL, wb_is_spoken), *next;
  struct wb_str names;
  wb_str_init(&names);
  for (; command != NULL; command = next) {
    next = wb_next_command(command, wb_is_spoken);
    if (begins_topic(command, before)) {
      wb_str_clear(&names);
      wb_str_addf(&names, "%s: ", wb_topic_title(command->topic));
    }
    const bool ends = next == NULL || begins_topic(next, command);
    wb_str_addf(&names, "%s%s", command->name, ends ? "." : ", ");
    if (ends) wb_say(&dialogue->output, "%s", names.data);
    before = command;
  }
  wb_str_release(&names);
  wb_say(
      &dialogue->output,
      "help NAME explains one, with examples; help all gives a line on each. The start of a name "
      "is enough if it is the only one. An empty line continues what was being read. Ctrl-C "
      "cancels what runs, Ctrl-Z suspends, Ctrl-D leaves.");
}

void wb_speak_help(struct wb_dialogue *dialogue, const char *argument) {
  struct wb_str several;
  wb_str_init(&several);
  const struct wb_command *command = wb_spoken_find(argument, &several);
  const struct wb_command *of_screen = wb_dialogue_screen_command(argument);
  if (argument[0] == '\0')
    say_names(dialogue);
  else if (strcmp(argument, "all") == 0)
    say_all(dialogue);
  else if (command != NULL)
    say_one(dialogue, command);
  else if (several.length > 0)
    wb_dialogue_refuse(dialogue, "\"%s\" could be any of %s. Write more of it.", argument,
                       several.data);
  else if (of_screen != NULL && of_screen->instead.type != NULL)
    wb_say(&dialogue->output, "%s is for the screen; here it is: %s.", argument,
           of_screen->instead.type);
  else if (of_screen != NULL)
    wb_say(&dialogue->output, "%s is for the screen. %s", argument, of_screen->instead.why);
  else
    wb_dialogue_refuse(dialogue, "There is no command \"%s\". help lists them.", argument);
  wb_str_release(&several);
}

void wb_speak_quit(struct wb_dialogue *dialogue, const char *argument) {
  (void)argument;
  dialogue->quit = true;
}

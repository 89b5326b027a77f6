/* Help, made from the table. */
#include <string.h>

#include "plain/commands.h"
#include "plain/dialogue.h"

static void say_usage(struct wb_dialogue *dialogue, const struct wb_spoken *command) {
  wb_say(&dialogue->voice, "%s%s%s: %s.", command->name, command->argument != NULL ? " " : "",
         command->argument != NULL ? command->argument : "", command->help);
}

/* Those that have no namesake here. */
static void say_outside(struct wb_dialogue *dialogue) {
  const struct wb_plain_options *options = dialogue->options;
  wb_say(&dialogue->voice,
         "Of the command line, with the same arguments (NAME --help explains each):");
  for (size_t i = 0; i < options->n_outside; i++) {
    const struct wb_plain_outside *command = &options->outside[i];
    const struct wb_spoken *spoken = wb_spoken_find(command->name, NULL);
    if (spoken == NULL) wb_say(&dialogue->voice, "%s: %s.", command->name, command->summary);
  }
  wb_say(&dialogue->voice, "workbench NAME runs any command of the command line.");
}

static void say_all(struct wb_dialogue *dialogue) {
  size_t count;
  const struct wb_spoken *commands = wb_spoken(&count);
  for (size_t i = 0; i < count; i++) {
    if (commands[i].topic != NULL) {
      if (i > 0) wb_say_line_end(&dialogue->voice);
      wb_say(&dialogue->voice, "%s:", commands[i].topic);
    }
    say_usage(dialogue, &commands[i]);
  }
  wb_say_line_end(&dialogue->voice);
  say_outside(dialogue);
}

static void say_one(struct wb_dialogue *dialogue, const struct wb_spoken *command) {
  say_usage(dialogue, command);
  if (command->aliases[0] != NULL) {
    struct wb_str names;
    wb_str_init(&names);
    for (size_t k = 0; k < WB_SPOKEN_ALIASES && command->aliases[k] != NULL; k++)
      wb_str_addf(&names, "%s%s", k > 0 ? ", " : "", command->aliases[k]);
    wb_say(&dialogue->voice, "Also: %s.", names.data);
    wb_str_release(&names);
  }
  if (command->details != NULL) wb_say(&dialogue->voice, "%s", command->details);
  for (size_t k = 0; k < WB_SPOKEN_EXAMPLES && command->examples[k].line != NULL; k++)
    wb_say(&dialogue->voice, "Example: %s: %s.", command->examples[k].line,
           command->examples[k].meaning);
}

/* The names alone, a line a topic: what can be listened to. */
static void say_names(struct wb_dialogue *dialogue) {
  size_t count;
  const struct wb_spoken *commands = wb_spoken(&count);
  struct wb_str names;
  wb_str_init(&names);
  for (size_t i = 0; i < count; i++) {
    const struct wb_spoken *command = &commands[i];
    if (command->topic != NULL) wb_str_clear(&names);
    if (command->topic != NULL) wb_str_addf(&names, "%s: ", command->topic);
    bool ends = i + 1 == count || commands[i + 1].topic != NULL;
    wb_str_addf(&names, "%s%s", command->name, ends ? "." : ", ");
    if (ends) wb_say(&dialogue->voice, "%s", names.data);
  }
  wb_str_release(&names);
  wb_say(&dialogue->voice,
         "help NAME tells more, with examples; help all tells a line of each. The start of a name "
         "will do where it is the only one. An empty line goes on with what was being told. Ctrl-C "
         "cancels what runs, Ctrl-Z suspends, Ctrl-D leaves.");
}

void wb_speak_help(struct wb_dialogue *dialogue, const char *argument) {
  struct wb_str several;
  wb_str_init(&several);
  const struct wb_spoken *command = wb_spoken_find(argument, &several);
  const struct wb_counterpart *counterpart = wb_counterpart_of(argument);
  if (argument[0] == '\0')
    say_names(dialogue);
  else if (strcmp(argument, "all") == 0)
    say_all(dialogue);
  else if (command != NULL)
    say_one(dialogue, command);
  else if (several.length > 0)
    wb_refuse(dialogue, "\"%s\" could be any of %s. Write more of it.", argument, several.data);
  else if (counterpart != NULL && counterpart->here != NULL)
    wb_say(&dialogue->voice, "%s is of the screen; here it is: %s.", argument, counterpart->here);
  else if (counterpart != NULL)
    wb_say(&dialogue->voice, "%s is of the screen. %s", argument, counterpart->why);
  else
    wb_refuse(dialogue, "There is no command \"%s\". help lists them.", argument);
  wb_str_release(&several);
}

void wb_speak_quit(struct wb_dialogue *dialogue, const char *argument) {
  (void)argument;
  dialogue->quit = true;
}

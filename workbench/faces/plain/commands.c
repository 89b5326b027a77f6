/* Carrying out a line: which row of the table it names, and what that says. */
#include "plain/commands.h"

#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "plain/shell_commands.h"

/* Beside the table's rows. */
static const struct {
  const char *name;
  void (*speak)(struct wb_dialogue *dialogue, const char *argument);
} handlers[] = {
#define WB_COMMAND(name_, topic, parts) {.name = name_, parts},
#define WB_SPOKEN(id, ...) .speak = wb_speak_##id,
#include "commands/commands.inc"
};

static void speak(const struct wb_command *command, struct wb_dialogue *dialogue,
                  const char *argument) {
  handlers[command - wb_commands].speak(dialogue, argument);
}

static void say_unknown(struct wb_dialogue *dialogue, const char *word) {
  const char **names = wb_alloc(wb_n_commands * (WB_MAX_COMMAND_ALIASES + 1) * sizeof *names);
  size_t count = 0;
  for (size_t i = 0; i < wb_n_commands; i++) {
    const char *const *aliases = wb_commands[i].spoken.aliases;
    if (!wb_is_spoken(&wb_commands[i]) && !wb_dialogue_is_shell_command(wb_commands[i].name))
      continue;
    names[count++] = wb_commands[i].name;
    for (size_t k = 0; k < WB_MAX_COMMAND_ALIASES && aliases[k] != NULL; k++)
      if (strlen(aliases[k]) > 2) names[count++] = aliases[k];
  }
  const char *nearest = wb_nearest(word, names, count);
  free(names);
  if (nearest != NULL)
    wb_dialogue_refuse(dialogue, "There is no command \"%s\". Did you mean %s?", word, nearest);
  else
    wb_dialogue_refuse(dialogue, "There is no command \"%s\". help lists them.", word);
}

static bool is_number(const char *word) {
  return word[0] != '\0' && word[strspn(word, "0123456789")] == '\0';
}

static void execute_unknown(struct wb_dialogue *dialogue, const char *word, const char *argument,
                            const char *several) {
  const struct wb_command *of_screen = wb_dialogue_screen_command(word);
  if (several[0] != '\0')
    wb_dialogue_refuse(dialogue, "\"%s\" could be any of %s. Write more of it.", word, several);
  else if (wb_dialogue_is_shell_command(word))
    wb_dialogue_run_shell_command(dialogue, word, argument);
  else if (is_number(word) && argument[0] == '\0')
    wb_speak_open(dialogue, word);
  else if (of_screen != NULL && of_screen->instead.type != NULL)
    wb_dialogue_refuse(dialogue, "%s is for the screen; here it is: %s.", word,
                       of_screen->instead.type);
  else if (of_screen != NULL)
    wb_dialogue_refuse(dialogue, "%s is for the screen. %s", word, of_screen->instead.why);
  else
    say_unknown(dialogue, word);
}

/* "workbench NAME …", as in a shell. */
static void execute_program(struct wb_dialogue *dialogue, const char *line) {
  char *word = NULL;
  const char *argument = NULL;
  wb_spoken_split(line, &word, &argument);
  if (wb_dialogue_is_shell_command(word))
    wb_dialogue_run_shell_command(dialogue, word, argument);
  else if (word[0] == '\0')
    wb_say(&dialogue->output, "You are in it. help lists the commands.");
  else
    say_unknown(dialogue, word);
  free(word);
}

/* "trace step 3" is "step 3". */
static void speak_named(const struct wb_command *command, struct wb_dialogue *dialogue,
                        const char *argument) {
  char *word = NULL;
  const char *rest = NULL;
  wb_spoken_split(argument, &word, &rest);
  const struct wb_command *second =
      strcmp(command->name, "trace") == 0 ? wb_spoken_find(word, NULL) : NULL;
  if (second != NULL && second->spoken.of_trace)
    speak(second, dialogue, rest);
  else
    speak(command, dialogue, argument);
  free(word);
}

static void execute_word(struct wb_dialogue *dialogue, const char *word, const char *argument) {
  struct wb_str several;
  wb_str_init(&several);
  const struct wb_command *command = wb_spoken_find(word, &several);
  if (strcmp(word, "workbench") == 0)
    execute_program(dialogue, argument);
  else if (command == NULL)
    execute_unknown(dialogue, word, argument, several.data);
  else if (argument[0] != '\0' && command->spoken.argument == NULL)
    wb_dialogue_refuse(dialogue, "%s takes nothing after it: leave out \"%s\".", command->name,
                       argument);
  else
    speak_named(command, dialogue, argument);
  wb_str_release(&several);
}

void wb_dialogue_execute(struct wb_dialogue *dialogue, const char *line) {
  const char *go_on = dialogue->go_on, *argument = NULL;
  char *word = NULL;
  wb_spoken_split(line, &word, &argument);
  dialogue->go_on = NULL;
  dialogue->goes_on = word[0] == '\0';
  if (word[0] != '\0')
    execute_word(dialogue, word, argument);
  else if (go_on != NULL)
    execute_word(dialogue, go_on, "");
  free(word);
}

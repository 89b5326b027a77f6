/* From a word that somebody said to the command that it names. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"

static bool is_called(const struct wb_command *command, const char *word) {
  bool called = strcmp(command->name, word) == 0;
  for (size_t k = 0; k < WB_MAX_COMMAND_ALIASES && command->spoken.aliases[k] != NULL && !called;
       k++)
    called = strcmp(command->spoken.aliases[k], word) == 0;
  return called;
}

static bool begins_with(const struct wb_command *command, const char *word) {
  bool found = wb_starts_with(command->name, word);
  for (size_t k = 0; k < WB_MAX_COMMAND_ALIASES && command->spoken.aliases[k] != NULL && !found;
       k++)
    found = wb_starts_with(command->spoken.aliases[k], word);
  return found;
}

const struct wb_command *wb_spoken_find(const char *word, struct wb_str *several) {
  const struct wb_command *command, *found = NULL;
  size_t count = 0;
  struct wb_str names;
  if (word[0] == '\0') return NULL;
  for (command = wb_next_command(NULL, wb_is_spoken); command != NULL;
       command = wb_next_command(command, wb_is_spoken))
    if (is_called(command, word)) return command;
  wb_str_init(&names);
  for (command = wb_next_command(NULL, wb_is_spoken); command != NULL;
       command = wb_next_command(command, wb_is_spoken)) {
    if (!begins_with(command, word)) continue;
    wb_str_addf(&names, "%s%s", count > 0 ? ", " : "", command->name);
    found = command;
    count++;
  }
  if (count > 1) {
    found = NULL;
    if (several != NULL) wb_str_add(several, names.data);
  }
  wb_str_release(&names);
  return found;
}

static const char *skip_blanks(const char *text) {
  while (isspace((unsigned char)*text)) text++;
  return text;
}

void wb_spoken_split(const char *line, char **name, const char **argument) {
  line = skip_blanks(line);
  line += *line == ':';
  line = skip_blanks(line);
  size_t length = strcspn(line, " \t");
  *name = wb_strndup(line, length);
  *argument = skip_blanks(line + length);
}

bool wb_split_words(const char *line, struct wb_names *words) {
  struct wb_str word;
  char quote = '\0';
  bool open = false;
  wb_str_init(&word);
  for (const char *at = line; *at != '\0'; at++) {
    bool blank = quote == '\0' && (*at == ' ' || *at == '\t');
    if (blank && open) wb_names_add(words, word.data);
    if (blank && open) wb_str_clear(&word);
    open = !blank;
    if (blank) continue;
    if (quote == '\0' && (*at == '"' || *at == '\''))
      quote = *at;
    else if (quote != '\0' && *at == quote)
      quote = '\0';
    else
      wb_str_add_char(&word, *at);
  }
  if (open) wb_names_add(words, word.data);
  wb_str_release(&word);
  return quote == '\0';
}

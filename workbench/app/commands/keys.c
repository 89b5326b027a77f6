/* The screen's keys, by their names, and what has none. */
#include <string.h>

#include "commands/command.h"

static bool has_key(const struct wb_command *command, const char *key) {
  const size_t length = strlen(key);
  bool found = false;
  for (const char *at = command->key.keys; *at != '\0' && !found; at += strspn(at, " ")) {
    const size_t word = strcspn(at, " ");
    found = word == length && memcmp(at, key, length) == 0;
    at += word;
  }
  return found;
}

const struct wb_command *wb_command_of_key(const char *key, unsigned pane) {
  const struct wb_command *anywhere = NULL, *here = NULL, *command;
  for (command = wb_next_command(NULL, wb_is_key); command != NULL;
       command = wb_next_command(command, wb_is_key)) {
    if (!has_key(command, key)) continue;
    if (command->key.only == 0) anywhere = command;
    if ((command->key.only & pane) != 0) here = command;
  }
  return here != NULL ? here : anywhere;
}

const char *wb_first_key(const struct wb_command *command, char name[WB_KEY_WORD_MAX]) {
  size_t length = strcspn(command->key.keys, " ");
  if (length >= WB_KEY_WORD_MAX) length = WB_KEY_WORD_MAX - 1;
  memcpy(name, command->key.keys, length);
  name[length] = '\0';
  return name;
}

const struct wb_command *wb_command_at_place(unsigned place) {
  const struct wb_command *command = wb_next_command(NULL, wb_is_key);
  while (command != NULL && command->key.place != place)
    command = wb_next_command(command, wb_is_key);
  return command;
}

void wb_list_keys(const struct wb_command *command, struct wb_str *out) {
  for (const char *at = command->key.keys; *at != '\0'; at++) {
    if (*at == ' ')
      wb_str_add(out, ", ");
    else
      wb_str_add_char(out, *at);
  }
}

static bool is_in_menu(const struct wb_command *command) {
  const bool of_shell = wb_is_of_shell(command) && command->shell.not_in_screen == NULL;
  return wb_is_line(command) || (of_shell && !wb_is_key(command));
}

const struct wb_command *wb_command_in_menu(size_t index) {
  const struct wb_command *command = wb_next_command(NULL, is_in_menu);
  for (; command != NULL && index > 0; index--) command = wb_next_command(command, is_in_menu);
  return command;
}

const char *wb_argument_in_menu(const struct wb_command *command) {
  return wb_is_line(command) ? command->line.argument : command->shell.operand;
}

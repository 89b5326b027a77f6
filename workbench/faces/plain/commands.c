#include "plain/commands.h"

/* Beside the table's rows. */
static const struct {
  const char *name;
  void (*speak)(struct wb_dialogue *dialogue, const char *argument);
} handlers[] = {
#define WB_COMMAND(name_, topic, parts) {.name = name_, parts},
#define WB_SPOKEN(id, ...) .speak = wb_speak_##id,
#include "commands/commands.inc"
};

void wb_speak(const struct wb_command *command, struct wb_dialogue *dialogue,
              const char *argument) {
  handlers[command - wb_commands].speak(dialogue, argument);
}

const struct wb_command *wb_dialogue_screen_command(const char *name) {
  const struct wb_command *command = wb_command_named(name);
  const bool has_words =
      command != NULL && (command->instead.type != NULL || command->instead.why != NULL);
  return has_words ? command : NULL;
}

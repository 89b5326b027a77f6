/* What the dialogue does for the rows of the table of commands (commands/command.h). */
#ifndef WB_PLAIN_COMMANDS_H
#define WB_PLAIN_COMMANDS_H

#include "commands/command.h"
#include "plain/dialogue.h"

#define WB_SPOKEN(id, ...) void wb_speak_##id(struct wb_dialogue *dialogue, const char *argument);
#include "commands/commands.inc"

/* Carries out a row of the dialogue. */
void wb_speak(const struct wb_command *command, struct wb_dialogue *dialogue, const char *argument);

/* The row that only the screen has, by its name; NULL: there is none. */
const struct wb_command *wb_dialogue_screen_command(const char *name);

#endif

/* What the dialogue does for the rows of the table of commands (commands/command.h). */
#ifndef WB_PLAIN_COMMANDS_H
#define WB_PLAIN_COMMANDS_H

#include "commands/command.h"
#include "plain/dialogue.h"

#define WB_SPOKEN(id, ...) void wb_speak_##id(struct wb_dialogue *dialogue, const char *argument);
#include "commands/commands.inc"

/* Carries out one line. */
void wb_dialogue_execute(struct wb_dialogue *dialogue, const char *line);

#endif

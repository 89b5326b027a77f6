/* Commands of the other faces, from within the dialogue: those of the command line are run, of the
 * screen's it is known what there is instead. */
#ifndef WB_PLAIN_SHELL_COMMANDS_H
#define WB_PLAIN_SHELL_COMMANDS_H

#include "commands/command.h"
#include "plain/dialogue.h"

/* Whether the shell has that command, and the dialogue may run it. */
bool wb_dialogue_is_shell_command(const char *word);

/* Runs `workbench WORD ARGUMENT` with this terminal, and waits for it.
 * Arguments are separated by blanks; quotes of either kind keep them together. */
void wb_dialogue_run_shell_command(struct wb_dialogue *dialogue, const char *word,
                                   const char *argument);

/* The row that only the screen has, by its name; NULL: there is none. */
const struct wb_command *wb_dialogue_screen_command(const char *name);

#endif

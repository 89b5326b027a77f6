/* Commands of the command line, from within the dialogue. */
#ifndef WB_PLAIN_SHELL_COMMANDS_H
#define WB_PLAIN_SHELL_COMMANDS_H

#include "plain/dialogue.h"

/* Whether the shell has that command, and the dialogue may run it. */
bool wb_dialogue_is_shell_command(const char *word);

/* Runs `workbench WORD ARGUMENT` with this terminal, and waits for it.
 * Arguments are separated by blanks; quotes of either kind keep them together. */
void wb_dialogue_run_shell_command(struct wb_dialogue *dialogue, const char *word,
                                   const char *argument);

#endif

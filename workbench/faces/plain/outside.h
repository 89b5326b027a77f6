/* Commands of the command line, from within the dialogue. */
#ifndef WB_PLAIN_OUTSIDE_H
#define WB_PLAIN_OUTSIDE_H

#include "plain/dialogue.h"

/* Whether the shell has that command, and the dialogue may run it. */
bool wb_is_outside(const char *word);

/* Runs `workbench WORD ARGUMENT` with this terminal, and waits for it.
 * Arguments are separated by blanks; quotes of either kind keep them together. */
void wb_run_outside(struct wb_dialogue *dialogue, const char *word, const char *argument);

#endif

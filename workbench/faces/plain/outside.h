/* Commands of the command line, from within the dialogue. */
#ifndef WB_PLAIN_OUTSIDE_H
#define WB_PLAIN_OUTSIDE_H

#include "plain/dialogue.h"

bool wb_is_outside(const struct wb_dialogue *dialogue, const char *word);

/* Runs `workbench WORD ARGUMENT` with this terminal, and waits for it.
 * Arguments are separated by blanks; quotes of either kind keep them together. */
void wb_run_outside(struct wb_dialogue *dialogue, const char *word, const char *argument);

/* The words of a line; false where a quote is not closed. */
bool wb_split_words(const char *line, struct wb_names *words);

#endif

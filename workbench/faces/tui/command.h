/* The line that is typed after ":": completion, earlier lines, running it. */
#ifndef WB_TUI_COMMAND_H
#define WB_TUI_COMMAND_H

#include "base/file.h"
#include "tui/model.h"

/* Words as a shell would split them: by blanks, with '…' and "…" around those
 * that have some. A quote that is not closed ends with the line. */
void wb_command_words(const char *line, struct wb_names *words);

/* A command of the command line by its name; false: there is none. */
bool wb_command_of_cli(const struct wb_model *model, const char *name, struct wb_tui_command *out);

/* A key while it is typed (command_line.c). */
void wb_command_key(struct wb_model *model, int key);

/* The words to choose from, after Tab: "run  reset", the chosen one marked. */
bool wb_completion_is_open(const struct wb_model *model);

#endif

/* The line that is typed after ":": completion, earlier lines, running it. */
#ifndef WB_TUI_COMMAND_H
#define WB_TUI_COMMAND_H

#include "base/file.h"
#include "tui/model.h"

/* A key while it is typed (command_line.c). */
void wb_command_key(struct wb_model *model, int key);

/* The words to choose from, after Tab: "run  reset", the chosen one marked. */
bool wb_completion_is_open(const struct wb_model *model);

#endif

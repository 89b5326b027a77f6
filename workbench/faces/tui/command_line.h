/* The line that is typed after ":": completion, earlier lines, running it. */
#ifndef WB_TUI_COMMAND_LINE_H
#define WB_TUI_COMMAND_LINE_H

#include "base/file.h"
#include "tui/model.h"

/* A key while it is typed */
void wb_command_line_key(struct wb_model *model, int key);

/* The words to choose from, after Tab: "run  reset", the chosen one marked. */
bool wb_command_line_completes(const struct wb_model *model);

#endif

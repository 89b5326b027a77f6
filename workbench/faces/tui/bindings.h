/* What the screen does for the rows of the table of commands (commands/command.h). */
#ifndef WB_TUI_BINDINGS_H
#define WB_TUI_BINDINGS_H

#include "commands/command.h"
#include "tui/model.h"

#define WB_IN(pane) (1U << (pane))

/* The row of a key where a pane is chosen; NULL: it means nothing there. */
const struct wb_command *wb_binding_of_key(int key, enum wb_pane pane);

typedef void wb_key_action(struct wb_model *model);

/* What the keys of a row do; NULL: it has none. */
wb_key_action *wb_binding_action(const struct wb_command *command);

/* Carries out a row that is typed after ":". */
void wb_binding_run_line(const struct wb_command *command, struct wb_model *model,
                         const char *argument);

#endif

/* The learner's editor: $VISUAL, else $EDITOR, else nano or vi. */
#ifndef WB_TUI_EDITOR_H
#define WB_TUI_EDITOR_H

#include <stdbool.h>

#include "base/status.h"

/* Edits `path`, at `line` where the editor is known to understand it (0: no
 * matter), and waits for its end. `terminal`: it gets the terminal, which the
 * caller has given up; otherwise it gets none. The variables may hold
 * arguments ("code --wait"), as a shell reads them. */
enum wb_status wb_editor_run(const char *path, int line, bool terminal, struct wb_error *err);

#endif

/* Completion of a command line inside the workbench: the same knowledge that
 * the shells' scripts are made from. */
#ifndef WB_CLI_COMPLETE_LINE_H
#define WB_CLI_COMPLETE_LINE_H

#include "base/file.h"
#include "tui/tui.h"

/* wb_tui_options.complete, see tui/tui.h. */
void wb_complete_line(const struct wb_names *words, const char *begun,
                      const struct wb_names *puzzles, struct wb_names *out);

#endif

/* Completion of a command line, from the table of commands: for the screen's ":", and for
 * shells, whose scripts (`workbench completion SHELL`) ask with `workbench --complete`. */
#ifndef WB_CLI_COMPLETE_H
#define WB_CLI_COMPLETE_H

#include "base/file.h"
#include "cli/command.h"

/* What may stand after `words`, the command first, and begins with `begun`; "--name=" in it is
 * completed with its value. `puzzles` are the course's slugs, `course` is its name or path, as for
 * wb_course_open. For the screen (wb_tui_options.complete, tui/tui.h): appends words, and files by
 * name. */
void wb_complete_line(const struct wb_names *words, const char *begun,
                      const struct wb_names *puzzles, const char *course, struct wb_names *out);

/* `workbench --complete WORD…`: prints what may stand in the place of the last word, a line
 * each with its meaning after a tab; or ":files" or ":folders", which shells know better how to
 * list. */
int wb_complete_main(int count, char **words);

#endif

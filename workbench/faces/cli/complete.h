/* Completion of a command line, from the table of commands: for the screen's ":", and for
 * shells, whose scripts (`workbench completion SHELL`) ask with `workbench --complete`. */
#ifndef WB_CLI_COMPLETE_H
#define WB_CLI_COMPLETE_H

#include "base/file.h"
#include "cli/command.h"

/* What else than words may stand there. */
enum wb_complete_files { WB_COMPLETE_NO_FILES, WB_COMPLETE_FILES, WB_COMPLETE_FOLDERS };

/* Words that begin as what is begun does, each with what it means ("": nothing to say). Zeroed
 * through wb_candidates_init. */
struct wb_candidates {
  struct wb_names words, meanings;
  enum wb_complete_files files;
};
void wb_candidates_init(struct wb_candidates *candidates);
void wb_candidates_release(struct wb_candidates *candidates);

/* What may stand after `words`, the command first, and begins with `begun`; "--name=" in it is
 * completed with its value. `puzzles` are the course's slugs. */
void wb_complete(const struct wb_names *words, const char *begun, const struct wb_names *puzzles,
                 struct wb_candidates *candidates);

/* The same for the screen (wb_tui_options.complete, tui/tui.h): appends words, and files by
 * name. */
void wb_complete_line(const struct wb_names *words, const char *begun,
                      const struct wb_names *puzzles, struct wb_names *out);

/* `workbench --complete WORD…`: prints what may stand in the place of the last word, a line
 * each with its meaning after a tab; or ":files" or ":folders", which shells know better how to
 * list. */
int wb_complete_main(int count, char **words);

#endif

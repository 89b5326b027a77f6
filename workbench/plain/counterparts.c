/* What the screen has, and how it is done here. tests/unit/plain checks that
 * nothing of the screen's own tables is missing. */
#include <string.h>

#include "plain/commands.h"

static const char told_whole[] = "Here texts are told from their start: kernel, lesson, result.";
static const char no_panes[] = "There are no panes here: each command tells its own.";

static const struct wb_counterpart counterparts[] = {
    {"up", NULL, told_whole},
    {"down", NULL, told_whole},
    {"page-up", NULL, told_whole},
    {"page-down", "more", NULL},
    {"top", NULL, told_whole},
    {"bottom", NULL, told_whole},
    {"next-pane", NULL, no_panes},
    {"previous-pane", NULL, no_panes},
    {"zoom", NULL, no_panes},
    {"unzoom", NULL, no_panes},
    {"edit-here", "edit", NULL},
    {"next-finding", "findings next", NULL},
    {"previous-finding", "findings previous", NULL},
    {"search", "list WORD", NULL},
    {"command", NULL, "Here each line is a command."},
    {"mouse", NULL, "The mouse is the terminal's."},
    {"redraw", NULL, "Nothing is drawn here."},
    {"suspend", NULL, "Ctrl-Z suspends, and fg returns."},
    {"cancel", NULL, "Ctrl-C cancels a run."},
    {"interrupt", NULL, "Ctrl-C cancels a run."},
    {"back", "list, or quit", NULL},
    {"save-display", NULL, "What is said here is text: workbench --plain > FILE keeps it."},
};

const struct wb_counterpart *wb_counterpart_of(const char *screen) {
  for (size_t i = 0; i < sizeof counterparts / sizeof counterparts[0]; i++)
    if (strcmp(counterparts[i].screen, screen) == 0) return &counterparts[i];
  return NULL;
}

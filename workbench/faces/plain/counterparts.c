/* What the screen has, and how it is done here. tests/unit/plain checks that
 * nothing of the screen's own tables is missing. */
#include <string.h>

#include "plain/commands.h"

static const char told_whole[] = "Here texts are told from their start: kernel, lesson, result.";
static const char no_panes[] = "There are no panes here: each command tells its own.";
static const char no_hurry[] = "Here a step is told when you ask for it.";

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
    {"changes", "diff", NULL},
    {"case", "trace CASE", NULL},
    {"next-case", "counters CASE", NULL},
    {"previous-case", "counters CASE", NULL},
    {"search", "list WORD", NULL},
    {"next-match", "list WORD", NULL},
    {"previous-match", "list WORD", NULL},
    {"filter", "list solved, list tried, list new", NULL},
    {"step-forward", "step", NULL},
    {"step-back", "back", NULL},
    {"next-item", "turn", NULL},
    {"previous-item", "turn back", NULL},
    {"next-phase", "phase", NULL},
    {"previous-phase", "phase back", NULL},
    {"next-trouble", "trouble", NULL},
    {"previous-trouble", "trouble back", NULL},
    {"trace-finding", "trouble", NULL},
    {"point", "cell ARRAY[ELEMENT], item WORK-ITEM", NULL},
    {"next-touch", "cell ARRAY[ELEMENT]", NULL},
    {"previous-touch", "cell ARRAY[ELEMENT]", NULL},
    {"choose-group", "group GROUP", NULL},
    {"next-group", "group GROUP", NULL},
    {"previous-group", "group GROUP", NULL},
    {"first-step", "at 1", NULL},
    {"last-step", "at end", NULL},
    {"slower", NULL, no_hurry},
    {"faster", NULL, no_hurry},
    {"command", NULL, "Here each line is a command."},
    {"mouse", NULL, "The mouse is the terminal's."},
    {"redraw", NULL, "Nothing is drawn here."},
    {"suspend", NULL, "Ctrl-Z suspends, and fg returns."},
    {"cancel", NULL, "Ctrl-C cancels a run."},
    {"interrupt", NULL, "Ctrl-C cancels a run."},
    {"back", "list, quit", NULL},
    {"save-colors", NULL, "There are no colours here."},
    {"save-display", NULL, "What is said here is text: workbench --plain > FILE keeps it."},
};

const struct wb_counterpart *wb_counterpart_of(const char *screen) {
  for (size_t i = 0; i < sizeof counterparts / sizeof counterparts[0]; i++)
    if (strcmp(counterparts[i].screen, screen) == 0) return &counterparts[i];
  return NULL;
}

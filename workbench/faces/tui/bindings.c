#include "tui/bindings.h"

#include "tui/actions.h"

_Static_assert(WB_IN(WB_PANE_LIST) == WB_IN_LIST && WB_IN(WB_PANE_LESSON) == WB_IN_LESSON &&
                   WB_IN(WB_PANE_KERNEL) == WB_IN_KERNEL && WB_IN(WB_PANE_RESULT) == WB_IN_RESULT &&
                   WB_IN(WB_PANE_TRACE) == WB_IN_TRACE && WB_IN(WB_PANE_DATA) == WB_IN_DATA &&
                   WB_IN(WB_PANE_TIMELINE) == WB_IN_TIMELINE && WB_IN(WB_PANE_GRAPH) == WB_IN_GRAPH,
               "the table of commands names the panes by these bits");
_Static_assert((int)WB_KEY_WORD_MAX == (int)WB_KEY_NAME_MAX, "names of keys fit");

/* Beside the table's rows. */
static const struct {
  const char *name;
  wb_key_action *key;
  void (*line)(struct wb_model *model, const char *argument);
} handlers[] = {
#define WB_COMMAND(name_, topic, parts) {.name = name_, parts},
#define WB_KEY(id, ...) .key = wb_do_##id,
#define WB_LINE(id, ...) .line = wb_line_##id,
#include "commands/commands.inc"
};

const struct wb_command *wb_binding_of_key(int key, enum wb_pane pane) {
  char name[WB_KEY_NAME_MAX];
  return wb_command_of_key(wb_key_name(key, name), WB_IN(pane));
}

wb_key_action *wb_binding_action(const struct wb_command *command) {
  return handlers[command - wb_commands].key;
}

void wb_binding_run_line(const struct wb_command *command, struct wb_model *model,
                         const char *argument) {
  handlers[command - wb_commands].line(model, argument);
}

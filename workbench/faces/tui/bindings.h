/* The keys of the workbench: one table, from which the help, the line of key
 * hints and the command line (":NAME") are made. */
#ifndef WB_TUI_BINDINGS_H
#define WB_TUI_BINDINGS_H

#include "tui/model.h"

enum { WB_BINDING_KEYS = 4 };

struct wb_binding {
  const char *name;          /* as a command: ":run" */
  int keys[WB_BINDING_KEYS]; /* 0 ends */
  const char *help;
  const char *brief; /* in the line of key hints; NULL: not there */
  unsigned panes;    /* WB_IN(pane) …: where the hint is of use; 0: anywhere */
  void (*run)(struct wb_model *model);
  unsigned only; /* WB_IN(pane) …: where the keys mean this; 0: where they mean nothing else */
};

#define WB_IN(pane) (1U << (pane))

const struct wb_binding *wb_bindings(size_t *count);
const struct wb_binding *wb_binding_for_key(int key, enum wb_pane pane);
const struct wb_binding *wb_binding_named(const char *name); /* NULL: none */

/* "j, Down". Appends. */
void wb_binding_keys(const struct wb_binding *binding, struct wb_str *out);

/* Commands of the command line that take an argument or have no key. */
struct wb_line_command {
  const char *name;
  const char *argument; /* for help: "FILE"; NULL: none */
  const char *help;
  void (*run)(struct wb_model *model, const char *argument);
};
const struct wb_line_command *wb_line_commands(size_t *count);

#endif

/* What the keys do here, in a few words: for the line of key hints. */
#ifndef WB_TUI_HINTS_H
#define WB_TUI_HINTS_H

#include "tui/model.h"

struct wb_hint {
  char key[WB_KEY_NAME_MAX];
  const char *brief; /* static */
};

/* The most important first. The last `*n_kept` are to be shown whatever else
 * fits: help, and how to get out of here. Returns how many, at most `max`. */
enum { WB_HINTS_MAX = 40 };
size_t wb_key_hints(const struct wb_model *model, struct wb_hint hints[WB_HINTS_MAX],
                    size_t *n_kept);

#endif

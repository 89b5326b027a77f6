/* What lies over the panes: help, devices, history, a comparison. One table
 * says how each is shown and what its keys do beside moving and Esc. */
#ifndef WB_TUI_OVERLAYS_H
#define WB_TUI_OVERLAYS_H

#include "tui/model.h"

struct wb_overlay {
  void (*view)(const struct wb_model *model, int width, struct wb_pane_text *rows);
  void (*title)(const struct wb_model *model, struct wb_str *out); /* appends */
  /* How many things there are to choose from: rows with their number as `item`,
   * and overlay.cursor is that of the chosen one. NULL: there is no cursor. */
  size_t (*choices)(const struct wb_model *model);
};

/* The one that shows, behind a question as well; NULL: the panes do. */
const struct wb_overlay *wb_overlay_shown(const struct wb_model *model);

/* What its own keys do (overlay_keys.c). True: the key was meant for it. */
bool wb_overlay_take_key(struct wb_model *model, int key);

/* Where it lies: lists that are chosen from in the place of the result, where that has room, so
 * that the kernel is still seen; the rest over all panes. The first line is its title. */
struct wb_rect wb_overlay_place(const struct wb_model *model);

#endif

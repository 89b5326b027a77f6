/* The ways of arrows between two rows of a diagram, on a grid of characters. Nobody outside the
 * room includes this.
 *
 * Arrows leave from columns at the top and end in columns at the bottom. Between them they run
 * level, on tracks. Arrows that meet in one cell, or part from one, are a net and share a track.
 * Where a line crosses another it passes in front of it, and no corner is there. */
#ifndef WB_TEXT_DIAGRAM_ARROWS_H
#define WB_TEXT_DIAGRAM_ARROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "text/diagram_canvas.h"

/* More tracks than these nobody follows; a long drawing has WB_ARROWS_FEW for each row of arrows.
 */
enum { WB_ARROWS_FEW = 6, WB_ARROWS_MOST = 8 };

struct wb_arrow_way {
  size_t from, to;   /* columns of characters: the middles of two cells */
  size_t from_spare, /* how many columns beside them are still inside the cell */
      to_spare;
  bool wrong;
};

/* Draws them from `row` on and returns how many rows they take, the last one with their heads; 0,
 * and nothing drawn, where they would be a tangle that nobody can read: of more than `most` tracks
 * (at most WB_ARROWS_MOST). */
size_t wb_arrows_draw(const struct wb_arrow_way *ways, size_t count, struct wb_canvas *canvas,
                      size_t row, size_t most);

#endif

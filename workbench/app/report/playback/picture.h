/* A group's work drawn at rest, as `workbench trace --svg` and --text show it: a
 * panel a phase, in each the work-items in the middle, what they read on one
 * side, what they write on the other, and who touches what. Nothing here knows
 * of pixels or columns. */
#ifndef WB_REPORT_PLAYBACK_PICTURE_H
#define WB_REPORT_PLAYBACK_PICTURE_H

#include "report/playback/shape.h"

enum wb_side { WB_SIDE_READS, WB_SIDE_WRITES, WB_N_SIDES };

/* Beside the places of its array's grid. */
struct wb_picture_cell {
  char *text;         /* its value; "" where it has none or nobody knows */
  bool touched;       /* in this phase, on this side */
  bool collides;      /* in this phase */
  bool never_written; /* read, or left behind, though nobody had written it */
  bool refused;       /* an access to it was */
  bool now;           /* the step that the picture ends with touches it */
};

struct wb_picture_array {
  size_t array; /* index, as of wb_playback_array */
  enum wb_side side;
  struct wb_grid grid;
  struct wb_picture_cell *cells; /* beside grid.places */
  struct wb_picture_lines lines; /* of the source, that touch it in this phase */
};

/* A work-item touches a cell. */
struct wb_picture_link {
  uint32_t item;  /* index in the picture's items */
  uint32_t array; /* index in the panel's arrays */
  uint32_t cell;  /* index in its cells */
  enum wb_access access;
  uint32_t line;  /* of the source */
  uint32_t count; /* how often */
  bool refused, collides, now;
};

struct wb_picture_panel {
  uint32_t phase;
  struct wb_picture_array *arrays; /* those that are read first */
  size_t n_arrays, arrays_capacity;
  struct wb_picture_link *links; /* sorted by item */
  size_t n_links, links_capacity;
  /* Beside the picture's items: elements that it touches and that do not show. */
  uint32_t (*unseen)[WB_N_SIDES];
  uint32_t barrier;                 /* the line of the barrier that ends it; 0: none does */
  struct wb_picture_lines barriers; /* of all at which work-items wait: one, if all is well */
  /* Beside the items, where the group has not passed that barrier: the line at which
   * one waits, and whether it has ended. */
  uint32_t *waits;
  bool *ended;
  bool stuck;       /* some wait for good: not all come */
  uint32_t skipped; /* phases that are left out after it */
};

struct wb_picture_item {
  uint64_t item; /* linear local id */
  struct wb_item_id who;
  uint32_t place; /* in the grid of the items */
};

/* What is asked for. */
struct wb_picture_wish {
  size_t group; /* its index */
  size_t step;  /* the last one to show, of that group; WB_PLAYBACK_NONE: all of them */
  /* Elements of a row, beside the playback's arrays, 0: a line. NULL: as
   * wb_playback_shape says. */
  const uint64_t *rows;
  /* An element that must show among what is written; `has_target`: there is one. */
  bool has_target;
  size_t target_array;
  uint64_t target;
};

struct wb_picture {
  const struct wb_playback *playback; /* must outlive the picture */
  struct wb_picture_wish wish;
  size_t group, step;
  bool whole; /* all of the group's steps have happened */
  struct wb_grid item_grid;
  struct wb_picture_item *items;
  size_t n_items, items_capacity;
  struct wb_picture_panel *panels;
  size_t n_panels;
};

/* A group with more phases than that shows its first and its last ones. */
enum { WB_PICTURE_MOST_PHASES = 8, WB_PICTURE_LAST_PHASES = 3 };

void wb_picture_make(struct wb_picture *picture, const struct wb_playback *playback,
                     const struct wb_picture_wish *wish);
void wb_picture_release(struct wb_picture *picture);

#endif

/* Where everything of a panel is on an SVG page. What is read on the left, the
 * work-items in the middle, what is written on the right.
 *
 * The lines of a grid with several columns would run through its cells. They run
 * in lanes between the rows instead, one for each column. */
#ifndef WB_REPORT_DRAWING_PLAN_H
#define WB_REPORT_DRAWING_PLAN_H

#include "report/drawing.h"
#include "report/svg.h"

#define WB_INK "#1b1f24"
#define WB_FAINT "#6a737d"
#define WB_ALARM "#b3131b"
#define WB_GOOD "#11703c"

/* Pixels: heights of a cell and of a work-item, and sizes of letters. */
enum { WB_CELL_HEIGHT = 30, WB_CHIP_HEIGHT = 26, WB_CHIP_GAP = 8, WB_VALUE_SIZE = 13 };
static const double WB_SMALL_SIZE = 10.5, WB_TINY_SIZE = 9;

struct wb_box {
  double x, y, w, h;
};

/* A grid on the page: its cells without the indices beside them. */
struct wb_grid_plan {
  struct wb_box box;
  double cell_width, row_height, lane; /* lane: from one to the next; 0: none */
  uint32_t columns;
};

struct wb_plan {
  const struct wb_drawing *d;
  const struct wb_picture_panel *panel;
  struct wb_svg *svg;
  struct wb_grid_plan *arrays; /* beside panel->arrays */
  struct wb_grid_plan items;
  struct wb_box side[WB_N_SIDES]; /* w 0: nothing there */
  struct wb_box all;
};

/* As if the panel began at 0, 0; then moved to where it is to be. */
void wb_plan_make(struct wb_plan *plan, const struct wb_drawing *d,
                  const struct wb_picture_panel *panel, struct wb_svg *svg);
void wb_plan_move(struct wb_plan *plan, double x, double y);
void wb_plan_release(struct wb_plan *plan);

struct wb_box wb_plan_cell(const struct wb_plan *plan, size_t array, size_t cell);
struct wb_box wb_plan_chip(const struct wb_plan *plan, uint32_t item);
/* Where the lane of a column is, below its row. */
double wb_plan_lane(const struct wb_grid_plan *grid, const struct wb_picture_place *place);

/* A value as it fits in a cell. Appends. */
void wb_drawing_short_value(const char *text, struct wb_str *out);

/* The colour of an item of the picture: dark enough for white letters, and told apart by its
 * number where there is only grey. */
const char *wb_plan_item_colour(uint32_t item);

/* drawing_panel.c */
void wb_panel_draw(const struct wb_plan *plan);

#endif

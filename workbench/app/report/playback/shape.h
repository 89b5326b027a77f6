/* How the elements of an array lie on paper and on screens: in a line, in rows,
 * or in slices of rows; and which of them to show where there are many. */
#ifndef WB_REPORT_PLAYBACK_SHAPE_H
#define WB_REPORT_PLAYBACK_SHAPE_H

#include "report/playback/playback.h"

/* A width of 1 is a line, drawn downwards. */
struct wb_picture_shape {
  uint64_t width;  /* elements of a row, at least 1 */
  uint64_t height; /* rows of a slice; 0: there are no slices */
};

/* As the work-items use it: how far the elements lie apart that work-items
 * touch whose ids differ by 1 in the second (third) dimension. */
struct wb_picture_shape wb_playback_shape(const struct wb_playback *playback, size_t array);

/* Some rows, or columns, of many; sorted. */
struct wb_picture_lines {
  int64_t *at;
  size_t count, capacity;
};

enum wb_place_kind { WB_PLACE_ELEMENT, WB_PLACE_GAP, WB_PLACE_OUTSIDE };

/* A place of a grid. Rows and columns count from 0 as they are drawn. */
struct wb_picture_place {
  enum wb_place_kind kind;
  int64_t element; /* not of a gap */
  uint32_t row, column;
};

/* The part of something long, wide or deep that matters, with a gap wherever
 * something is left out. */
struct wb_grid {
  struct wb_picture_place *places; /* row by row */
  size_t count, capacity;
  uint32_t rows, columns; /* as drawn, gaps and the space between slices included */
  struct wb_picture_lines row_at, column_at;
};

struct wb_grid_wish {
  struct wb_picture_shape shape;
  uint64_t elements;
  uint32_t most_rows, most_columns;
  /* Elements that must show: the first ones come first where not all find room. They may
   * lie outside, and then they are places of their own. */
  const int64_t *wanted;
  size_t n_wanted;
};

void wb_grid_make(struct wb_grid *grid, const struct wb_grid_wish *wish);
void wb_grid_release(struct wb_grid *grid);

/* The place of an element; NULL where it does not show. */
const struct wb_picture_place *wb_grid_find(const struct wb_grid *grid, int64_t element);

#endif

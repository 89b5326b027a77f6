/* The names of layout.h, for whoever reads or says what its last argument of __wb_index tells
 * (enum wbrt_index). */
#ifndef WB_EMULATOR_LAYOUTS_H
#define WB_EMULATOR_LAYOUTS_H

#include "emulator/runtime.h"

enum { WB_LAYOUT_MOST_DIMENSIONS = 4 };

/* What the names of a layout's functions begin with; "" where there is none. */
static inline const char *wb_layout_name(uint32_t which) {
  static const char *const names[] = {"row_major", "column_major", "row_padded", "column_padded",
                                      "tiled"};
  const uint32_t layout = which >> WBRT_INDEX_LAYOUT_SHIFT;
  return layout < sizeof names / sizeof names[0] ? names[layout] : "";
}

static inline uint32_t wb_layout_dimensions(uint32_t which) {
  return which >> WBRT_INDEX_COUNT_SHIFT & WBRT_INDEX_COUNT_MASK;
}

static inline bool wb_layout_is_leading(uint32_t which) {
  return (which & WBRT_INDEX_DIMENSION_MASK) == WBRT_INDEX_LEADING;
}

/* The dimension of the index, from 0 on: of one that is too large for the leading dimension, that
 * of a row's elements or of a column's. WB_LAYOUT_MOST_DIMENSIONS where it has none. */
static inline uint32_t wb_layout_dimension(uint32_t which) {
  enum { COLUMN_PADDED = 3 };
  const uint32_t count = wb_layout_dimensions(which);
  uint32_t dimension = which & WBRT_INDEX_DIMENSION_MASK;
  if (count == 0 || count > WB_LAYOUT_MOST_DIMENSIONS) return WB_LAYOUT_MOST_DIMENSIONS;
  if (wb_layout_is_leading(which))
    dimension = which >> WBRT_INDEX_LAYOUT_SHIFT == COLUMN_PADDED ? 0 : count - 1;
  return dimension < count ? dimension : WB_LAYOUT_MOST_DIMENSIONS;
}

#endif

/* Elements of an array in columns: their indices, and a row of values for each thing that is told
 * of them. Broken into blocks where a matrix's row ends and where a line is full. */
#ifndef WB_REPORT_ARRAY_GRID_H
#define WB_REPORT_ARRAY_GRID_H

#include "report/write.h"

/* One row of values, one for each element. Texts are the caller's. */
struct wb_grid_row {
  const char *label;
  char *const *cells;
  enum wb_style style;
  enum wb_style differing; /* of those that differ */
};

enum { WB_GRID_ROWS_MAX = 2, WB_GRID_INDENT = 4, WB_GRID_LABEL = 10 };

struct wb_array_grid {
  unsigned rank;
  const uint64_t *shape;
  uint64_t first; /* flat index of item 0 */
  size_t n;       /* items of each row */
  struct wb_grid_row rows[WB_GRID_ROWS_MAX];
  size_t n_rows;
  const bool *differs; /* marked with '~'; NULL: none */
  size_t marked;       /* this one with '^'; its block is the first; `n`: none */
  size_t most_blocks;  /* the others are left out; 0: none is */
  unsigned width;      /* of a line */
};

void wb_write_array_grid(struct wb_document *document, const struct wb_array_grid *grid);

/* "[7]", "[1][2]": a flat index by shape. Appends. */
void wb_add_position(unsigned rank, const uint64_t *shape, uint64_t index, struct wb_str *out);

#endif

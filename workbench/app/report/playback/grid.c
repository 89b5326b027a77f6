#include <stdlib.h>
#include <string.h>

#include "report/playback/shape.h"

enum { FEW = 8 };

/* ---- lines --------------------------------------------------------------------------- */

static int64_t floor_divide(int64_t a, int64_t b) { return a / b - (a % b < 0); }

static size_t find_line(const struct wb_picture_lines *lines, int64_t at) {
  size_t low = 0, high = lines->count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (lines->at[middle] < at)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static bool has_line(const struct wb_picture_lines *lines, int64_t at) {
  const size_t i = find_line(lines, at);
  return i < lines->count && lines->at[i] == at;
}

static void add_line(struct wb_picture_lines *lines, int64_t at, uint32_t most) {
  const size_t i = find_line(lines, at);
  if (lines->count >= most || has_line(lines, at)) return;
  lines->at = wb_grow(lines->at, &lines->capacity, lines->count + 1, sizeof *lines->at);
  memmove(&lines->at[i + 1], &lines->at[i], (lines->count - i) * sizeof *lines->at);
  lines->at[i] = at;
  lines->count++;
}

/* All, where they are few, or most of them show anyhow; else single ones that are
 * missing between two: a gap would take as much room. */
static void fill_gaps(struct wb_picture_lines *lines, uint64_t total, uint32_t most) {
  size_t outside = 0;
  for (size_t i = 0; i < lines->count; i++)
    outside += lines->at[i] < 0 || (uint64_t)lines->at[i] >= total;
  const bool few = total <= FEW || total <= 2 * (lines->count - outside);
  if (few && total + outside <= most) {
    for (uint64_t i = 0; i < total; i++) add_line(lines, (int64_t)i, most);
  } else {
    for (size_t i = 1; i < lines->count; i++)
      if (lines->at[i] - lines->at[i - 1] == 2) add_line(lines, lines->at[i] - 1, most);
  }
  if (lines->count == 0) /* nobody wants any: the first ones */
    for (uint64_t i = 0; i < total && i < most; i++) add_line(lines, (int64_t)i, most);
}

static void choose_lines(struct wb_grid *grid, const struct wb_grid_wish *wish) {
  const int64_t width = (int64_t)wish->shape.width;
  const uint64_t rows = (wish->elements + wish->shape.width - 1) / wish->shape.width;
  for (size_t i = 0; i < wish->n_wanted; i++) {
    const int64_t row = floor_divide(wish->wanted[i], width);
    add_line(&grid->row_at, row, wish->most_rows);
    add_line(&grid->column_at, wish->wanted[i] - row * width, wish->most_columns);
  }
  fill_gaps(&grid->row_at, rows, wish->most_rows);
  fill_gaps(&grid->column_at, wish->shape.width, wish->most_columns);
}

/* ---- places -------------------------------------------------------------------------- */

static void add_place(struct wb_grid *grid, enum wb_place_kind kind, int64_t element, uint32_t row,
                      uint32_t column) {
  grid->places = wb_grow(grid->places, &grid->capacity, grid->count + 1, sizeof *grid->places);
  grid->places[grid->count++] =
      (struct wb_picture_place){.kind = kind, .element = element, .row = row, .column = column};
}

static bool is_wanted(const struct wb_grid_wish *wish, int64_t element) {
  bool found = false;
  for (size_t i = 0; i < wish->n_wanted && !found; i++) found = wish->wanted[i] == element;
  return found;
}

/* Whether something is left out before line `i`, of `total`. */
static bool gap_before(const struct wb_picture_lines *lines, size_t i, uint64_t total) {
  const int64_t before = i > 0 ? lines->at[i - 1] : -1;
  if (i == lines->count) return before + 1 < (int64_t)total;
  if (i == 0 && lines->at[0] < 0) return false;
  return lines->at[i] > before + 1;
}

static void add_row(struct wb_grid *grid, const struct wb_grid_wish *wish, int64_t at,
                    uint32_t row) {
  const int64_t width = (int64_t)wish->shape.width;
  uint32_t column = 0;
  for (size_t i = 0; i <= grid->column_at.count; i++) {
    if (gap_before(&grid->column_at, i, wish->shape.width))
      add_place(grid, WB_PLACE_GAP, 0, row, column++);
    if (i == grid->column_at.count) break;
    const int64_t element = at * width + grid->column_at.at[i];
    if (element >= 0 && (uint64_t)element < wish->elements)
      add_place(grid, WB_PLACE_ELEMENT, element, row, column);
    else if (is_wanted(wish, element))
      add_place(grid, WB_PLACE_OUTSIDE, element, row, column);
    column++;
  }
  if (column > grid->columns) grid->columns = column;
}

void wb_grid_make(struct wb_grid *grid, const struct wb_grid_wish *wish) {
  const uint64_t rows = (wish->elements + wish->shape.width - 1) / wish->shape.width;
  const int64_t height = (int64_t)wish->shape.height;
  uint32_t row = 0;
  memset(grid, 0, sizeof *grid);
  choose_lines(grid, wish);
  for (size_t i = 0; i <= grid->row_at.count; i++) {
    if (gap_before(&grid->row_at, i, rows)) add_place(grid, WB_PLACE_GAP, 0, row++, 0);
    if (i == grid->row_at.count) break;
    const int64_t at = grid->row_at.at[i];
    if (i > 0 && height > 0 && at % height == 0) row++; /* a slice begins */
    add_row(grid, wish, at, row++);
  }
  grid->rows = row;
  if (grid->columns == 0) grid->columns = 1;
}

void wb_grid_release(struct wb_grid *grid) {
  free(grid->places);
  free(grid->row_at.at);
  free(grid->column_at.at);
  memset(grid, 0, sizeof *grid);
}

const struct wb_picture_place *wb_grid_find(const struct wb_grid *grid, int64_t element) {
  const struct wb_picture_place *found = NULL;
  for (size_t i = 0; i < grid->count && found == NULL; i++)
    if (grid->places[i].kind != WB_PLACE_GAP && grid->places[i].element == element)
      found = &grid->places[i];
  return found;
}

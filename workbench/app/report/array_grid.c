#include "report/array_grid.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "result/result.h"
#include "text/columns.h"

enum { LONGEST_VALUE = 24 };

void wb_add_position(unsigned rank, const uint64_t *shape, uint64_t index, struct wb_str *out) {
  uint64_t stride = 1;
  for (unsigned d = 1; d < rank; d++) stride *= shape[d];
  if (rank < 2 || stride == 0) {
    wb_str_addf(out, "[%llu]", (unsigned long long)index);
    return;
  }
  for (unsigned d = 0; d < rank; d++) {
    wb_str_addf(out, "[%llu]", (unsigned long long)(index / stride));
    index %= stride;
    if (d + 1 < rank) stride /= shape[d + 1];
  }
}

/* ---- columns ------------------------------------------------------------------------ */

/* The grid while it is written. */
struct columns {
  const struct wb_array_grid *grid;
  struct wb_document *document;
  size_t *widths;
  char **positions;
};

/* A value as it stands in its column. */
static const char *shown_value(const char *value) {
  return wb_unset_words(value) != NULL ? "unset" : value;
}

static size_t column_width(const struct wb_array_grid *grid, size_t item) {
  size_t width = 0;
  for (size_t r = 0; r < grid->n_rows; r++) {
    const size_t own = wb_text_width(shown_value(grid->rows[r].cells[item]));
    if (own > width) width = own;
  }
  return width < LONGEST_VALUE ? width : LONGEST_VALUE;
}

static void measure_columns(struct columns *columns) {
  const struct wb_array_grid *grid = columns->grid;
  for (size_t i = 0; i < grid->n; i++) {
    struct wb_str position;
    wb_str_init(&position);
    wb_add_position(grid->rank, grid->shape, grid->first + i, &position);
    const size_t width = column_width(grid, i);
    columns->widths[i] = (width > position.length ? width : position.length) + 2;
    columns->positions[i] = wb_str_detach(&position);
  }
}

static bool begins_row(const struct wb_array_grid *grid, size_t i) {
  const uint64_t across = grid->rank > 1 ? grid->shape[grid->rank - 1] : 0;
  return across > 0 && (grid->first + i) % across == 0;
}

/* The item after the last that fits on the line that begins with `first`. */
static size_t block_end(const struct columns *columns, size_t first) {
  const struct wb_array_grid *grid = columns->grid;
  size_t used = WB_GRID_INDENT + WB_GRID_LABEL + columns->widths[first];
  size_t end = first + 1;
  while (end < grid->n && used + columns->widths[end] <= grid->width && !begins_row(grid, end))
    used += columns->widths[end++];
  return end;
}

/* ---- writing ------------------------------------------------------------------------ */

static void write_cell(const struct columns *columns, size_t i, enum wb_style style,
                       const char *text) {
  size_t fits = wb_text_fit(text, columns->widths[i] - 2);
  char *cut = wb_strndup(text, fits);
  size_t pad = columns->widths[i] - wb_text_width(cut);
  wb_put(columns->document, WB_STYLE_PLAIN, "%*s", (int)pad, "");
  wb_write(columns->document, style, cut);
  free(cut);
}

static bool item_differs(const struct wb_array_grid *grid, size_t i) {
  return grid->differs != NULL && grid->differs[i];
}

static void write_row(const struct columns *columns, const struct wb_grid_row *row, size_t first,
                      size_t end) {
  wb_document_add_line(columns->document);
  wb_put(columns->document, WB_STYLE_DIM, "%*s%-*s", WB_GRID_INDENT, "", WB_GRID_LABEL, row->label);
  for (size_t i = first; i < end; i++)
    write_cell(columns, i, item_differs(columns->grid, i) ? row->differing : row->style,
               shown_value(row->cells[i]));
}

/* '^' under the first mismatch, '~' under the others. */
static void write_marks(const struct columns *columns, size_t first, size_t end) {
  const struct wb_array_grid *grid = columns->grid;
  while (end > first && !item_differs(grid, end - 1)) end--;
  if (end == first) return;
  wb_document_add_line(columns->document);
  wb_put(columns->document, WB_STYLE_PLAIN, "%*s", WB_GRID_INDENT + WB_GRID_LABEL, "");
  for (size_t i = first; i < end; i++) {
    const char *mark = !grid->differs[i] ? "" : i == grid->marked ? "^" : "~";
    write_cell(columns, i, WB_STYLE_BAD, mark);
  }
}

static void write_blocks(const struct columns *columns) {
  const struct wb_array_grid *grid = columns->grid;
  const struct wb_grid_row indices = {"index", columns->positions, WB_STYLE_DIM, WB_STYLE_DIM};
  size_t first = 0;
  while (grid->marked < grid->n && block_end(columns, first) <= grid->marked)
    first = block_end(columns, first);
  for (size_t block = 0; first < grid->n; block++) {
    const size_t end = block_end(columns, first);
    if (grid->most_blocks > 0 && block == grid->most_blocks) break;
    if (block > 0) wb_document_add_line(columns->document);
    write_row(columns, &indices, first, end);
    for (size_t r = 0; r < grid->n_rows; r++) write_row(columns, &grid->rows[r], first, end);
    write_marks(columns, first, end);
    first = end;
  }
}

void wb_write_array_grid(struct wb_document *document, const struct wb_array_grid *grid) {
  struct columns columns = {.grid = grid, .document = document};
  columns.widths = wb_alloc(grid->n * sizeof *columns.widths);
  columns.positions = wb_alloc(grid->n * sizeof *columns.positions);
  measure_columns(&columns);
  write_blocks(&columns);
  for (size_t i = 0; i < grid->n; i++) free(columns.positions[i]);
  free(columns.positions);
  free(columns.widths);
}

#include <stdlib.h>
#include <string.h>

#include "report/write.h"
#include "text/columns.h"

/* A preview is three rows (index, expected, got) that break into blocks: at
 * the ends of a matrix's rows, and where a line is full. Blocks far past the
 * first mismatch are left out. */
enum { LABEL = 10, INDENT = 4, MOST_BLOCKS = 4, LONGEST_VALUE = 24 };

struct grid {
  const struct wb_preview *preview;
  struct wb_document *document;
  size_t *widths; /* of each column */
  char **positions;
  size_t marked; /* the item to mark, or n */
  unsigned width;
};

void wb_position(const struct wb_preview *preview, uint64_t index, struct wb_str *out) {
  uint64_t stride = 1;
  for (unsigned d = 1; d < preview->rank; d++) stride *= preview->shape[d];
  if (preview->rank < 2 || stride == 0) {
    wb_str_addf(out, "[%llu]", (unsigned long long)index);
    return;
  }
  for (unsigned d = 0; d < preview->rank; d++) {
    wb_str_addf(out, "[%llu]", (unsigned long long)(index / stride));
    index %= stride;
    if (d + 1 < preview->rank) stride /= preview->shape[d + 1];
  }
}

/* A value as it stands in its column. */
static const char *shown_value(const char *value) {
  return strcmp(value, WB_NEVER_WRITTEN) == 0 ? "unset" : value;
}

static size_t longer_of(size_t a, size_t b) { return a > b ? a : b; }

static void measure_grid(struct grid *grid) {
  const struct wb_preview *p = grid->preview;
  for (size_t i = 0; i < p->n; i++) {
    struct wb_str position;
    wb_str_init(&position);
    wb_position(p, p->first + i, &position);
    size_t width = longer_of(wb_text_width(p->expected[i]), wb_text_width(shown_value(p->got[i])));
    if (width > LONGEST_VALUE) width = LONGEST_VALUE;
    grid->widths[i] = longer_of(width, position.length) + 2;
    grid->positions[i] = wb_str_detach(&position);
  }
}

static bool begins_row(const struct wb_preview *preview, size_t i) {
  uint64_t columns = preview->rank > 1 ? preview->shape[preview->rank - 1] : 0;
  return columns > 0 && (preview->first + i) % columns == 0;
}

/* The item after the last that fits on the line that begins with `first`. */
static size_t block_end(const struct grid *grid, size_t first) {
  size_t used = INDENT + LABEL + grid->widths[first];
  size_t end = first + 1;
  while (end < grid->preview->n && used + grid->widths[end] <= grid->width &&
         !begins_row(grid->preview, end))
    used += grid->widths[end++];
  return end;
}

static void write_cell(const struct grid *grid, size_t i, enum wb_style style, const char *text) {
  size_t fits = wb_text_fit(text, grid->widths[i] - 2);
  char *cut = wb_strndup(text, fits);
  size_t pad = grid->widths[i] - wb_text_width(cut);
  wb_put(grid->document, WB_STYLE_PLAIN, "%*s", (int)pad, "");
  wb_write(grid->document, style, cut);
  free(cut);
}

static void write_row(const struct grid *grid, const char *label, char **cells, size_t first,
                      size_t end, enum wb_style plain, enum wb_style differing) {
  wb_document_add_line(grid->document);
  wb_put(grid->document, WB_STYLE_DIM, "%*s%-*s", INDENT, "", LABEL, label);
  for (size_t i = first; i < end; i++)
    write_cell(grid, i, grid->preview->differs[i] ? differing : plain, shown_value(cells[i]));
}

/* '^' under the first mismatch, '~' under the others. */
static void write_marks(const struct grid *grid, size_t first, size_t end) {
  bool any = false;
  for (size_t i = first; i < end; i++) any = any || grid->preview->differs[i];
  if (!any) return;
  wb_document_add_line(grid->document);
  wb_put(grid->document, WB_STYLE_PLAIN, "%*s", INDENT + LABEL, "");
  while (end > first && !grid->preview->differs[end - 1]) end--;
  for (size_t i = first; i < end; i++) {
    const char *mark = !grid->preview->differs[i] ? "" : i == grid->marked ? "^" : "~";
    write_cell(grid, i, WB_STYLE_BAD, mark);
  }
}

static void write_block(const struct grid *grid, size_t first, size_t end) {
  const struct wb_preview *p = grid->preview;
  write_row(grid, "index", grid->positions, first, end, WB_STYLE_DIM, WB_STYLE_DIM);
  write_row(grid, "expected", p->expected, first, end, WB_STYLE_PLAIN, WB_STYLE_GOOD);
  write_row(grid, "got", p->got, first, end, WB_STYLE_PLAIN, WB_STYLE_BAD);
  write_marks(grid, first, end);
}

static void write_blocks(const struct grid *grid) {
  size_t first = 0;
  /* Begin with the block that holds the first mismatch. */
  while (grid->marked < grid->preview->n && block_end(grid, first) <= grid->marked)
    first = block_end(grid, first);
  for (int block = 0; block < MOST_BLOCKS && first < grid->preview->n; block++) {
    size_t end = block_end(grid, first);
    if (block > 0) wb_document_add_line(grid->document);
    write_block(grid, first, end);
    first = end;
  }
}

static void write_title(struct wb_document *document, const struct wb_preview *preview) {
  wb_document_add_line(document);
  wb_put(document, WB_STYLE_STRONG, "  %s", preview->array);
  wb_put(document, WB_STYLE_DIM, " (%s, ", preview->type);
  for (unsigned d = 0; d < preview->rank && preview->rank > 1; d++)
    wb_put(document, WB_STYLE_DIM, "%s%llu", d > 0 ? "×" : "",
           (unsigned long long)preview->shape[d]);
  if (preview->rank > 1) wb_write(document, WB_STYLE_DIM, " = ");
  wb_put(document, WB_STYLE_DIM, "%llu element%s)", (unsigned long long)preview->total,
         preview->total == 1 ? "" : "s");
}

void wb_write_preview(struct wb_document *document, const struct wb_preview *preview,
                      bool has_mismatch, uint64_t mismatch, unsigned width) {
  struct grid grid = {.preview = preview, .document = document, .width = width};
  bool inside =
      has_mismatch && mismatch >= preview->first && mismatch - preview->first < preview->n;
  if (preview->n == 0) return;
  grid.marked = inside ? (size_t)(mismatch - preview->first) : preview->n;
  grid.widths = wb_alloc(preview->n * sizeof *grid.widths);
  grid.positions = wb_alloc(preview->n * sizeof *grid.positions);
  measure_grid(&grid);
  write_title(document, preview);
  write_blocks(&grid);
  for (size_t i = 0; i < preview->n; i++) free(grid.positions[i]);
  free(grid.positions);
  free(grid.widths);
}

/* Expected and got values of an output, side by side. */
#include "report/array_grid.h"

enum { MOST_BLOCKS = 4 }; /* those far past the first mismatch are left out */

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
  const bool inside =
      has_mismatch && mismatch >= preview->first && mismatch - preview->first < preview->n;
  const struct wb_array_grid grid = {
      .rank = preview->rank,
      .shape = preview->shape,
      .first = preview->first,
      .n = preview->n,
      .rows = {{"expected", preview->expected, WB_STYLE_PLAIN, WB_STYLE_GOOD},
               {"got", preview->got, WB_STYLE_PLAIN, WB_STYLE_BAD}},
      .n_rows = 2,
      .differs = preview->differs,
      .marked = inside ? (size_t)(mismatch - preview->first) : preview->n,
      .most_blocks = MOST_BLOCKS,
      .width = width};
  if (preview->n == 0) return;
  write_title(document, preview);
  wb_write_array_grid(document, &grid);
}

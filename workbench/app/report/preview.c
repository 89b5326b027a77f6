/* Expected and got values of an output, side by side. */
#include "report/array_grid.h"

#include <string.h>

#include "base/str.h"
#include "report/summary.h"

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

/* ---- numbers in other places ---- */

/* The only one of the values that is `wanted`; `n`: none or several are. */
static size_t find_only(const struct wb_preview *preview, char *const *values, const char *wanted) {
  size_t found = preview->n, times = 0;
  for (size_t i = 0; i < preview->n; i++) {
    if (strcmp(values[i], wanted) != 0) continue;
    found = i;
    times++;
  }
  return times == 1 ? found : preview->n;
}

/* Where the value of item i is expected; `n`: nowhere, or it is there several times. */
static size_t place_of(const struct wb_preview *preview, size_t i) {
  const bool is_only = find_only(preview, preview->got, preview->got[i]) == i;
  return is_only ? find_only(preview, preview->expected, preview->got[i]) : preview->n;
}

static void describe_moves(const struct wb_preview *preview, struct wb_str *out) {
  size_t differ = 0, moved = 0, first = 0, place = 0;
  for (size_t i = preview->n; i-- > 0;) {
    if (!preview->differs[i]) continue;
    const size_t there = place_of(preview, i);
    differ++;
    if (there == preview->n) continue;
    moved++;
    first = i;
    place = there;
  }
  /* One of several may come from where nothing is expected: before the first, behind the last. */
  if (moved < 2 || moved + (moved > 2) < differ) return;
  wb_str_add(out, preview->array);
  wb_add_position(preview->rank, preview->shape, preview->first + first, out);
  wb_str_addf(out, " has what is expected in %s", preview->array);
  wb_add_position(preview->rank, preview->shape, preview->first + place, out);
  wb_str_add(out, ", and so on: is the right element read, and the right one written?");
}

void wb_moved_elements_words(const struct wb_case_result *one, struct wb_str *out) {
  const struct wb_mismatch *mismatch = &one->first_mismatch;
  if (!one->visible || one->n_findings > 0 || !mismatch->present || mismatch->array == NULL) return;
  for (size_t i = 0; i < one->n_previews; i++)
    if (strcmp(one->previews[i].array, mismatch->array) == 0)
      describe_moves(&one->previews[i], out);
}

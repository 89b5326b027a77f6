#include "judge/preview.h"

#include "device/device.h"

#include <string.h>

#include "base/str.h"

enum { BEFORE_MARK = 8 }; /* elements shown before the first mismatch */

char *wb_preview_position(const struct wb_shape *shape, size_t index) {
  size_t at[WB_MAX_RANK];
  struct wb_str text;
  wb_str_init(&text);
  for (unsigned d = shape->rank; d > 0; d--) {
    size_t size = shape->size[d - 1] > 0 ? shape->size[d - 1] : 1;
    at[d - 1] = index % size;
    index /= size;
  }
  for (unsigned d = 0; d < shape->rank; d++) wb_str_addf(&text, "[%zu]", at[d]);
  return wb_str_detach(&text);
}

char *wb_preview_text(const struct wb_tensor *tensor, size_t index) {
  char text[256];
  wb_tensor_format(tensor, index, text, sizeof text);
  return wb_strdup(text);
}

/* Whether an element is still as it was poisoned: known of the first unwritten one, else told from
 * its bytes (not of a single byte, which may be meant). */
static bool was_never_written(const struct wb_preview_source *source, size_t index) {
  struct wb_dtype type = source->got->type;
  size_t size = wb_dtype_size(type), used = wb_scalar_size(type.scalar) * type.lanes;
  const unsigned char *bytes = (const unsigned char *)source->got->data + index * size;
  if (index == source->unwritten) return true;
  if (source->knows_written && source->unwritten == SIZE_MAX) return false;
  if (used < 2 && !source->knows_written) return false;
  for (size_t i = 0; i < used; i++)
    if (bytes[i] != WB_POISON_BYTE) return false;
  return true;
}

static bool is_wrong(const struct wb_preview_source *source, size_t index) {
  return !wb_element_equal(source->expected, source->got, index, source->tolerance);
}

char *wb_preview_got(const struct wb_preview_source *source, size_t index) {
  if (source->undefined != NULL && source->undefined[index] && is_wrong(source, index))
    return wb_strdup(WB_NOT_SET);
  if (was_never_written(source, index)) return wb_strdup(WB_NEVER_WRITTEN);
  return wb_preview_text(source->got, index);
}

static bool are_alike(const struct wb_preview_source *source, size_t index) {
  const size_t size = wb_dtype_size(source->got->type);
  return memcmp((const char *)source->got->data + index * size,
                (const char *)source->expected->data + index * size, size) == 0;
}

/* Where the window begins: whole rows where they are short. */
static size_t window_start(const struct wb_preview_source *source, size_t total) {
  const struct wb_shape *shape = &source->expected->shape;
  size_t row = shape->rank > 1 ? shape->size[shape->rank - 1] : 1;
  size_t start = source->mark;
  if (total <= WB_PREVIEW_MAX || source->mark == SIZE_MAX) return 0;
  start = start > BEFORE_MARK ? start - BEFORE_MARK : 0;
  if (row > 1 && row <= WB_PREVIEW_MAX / 2) start = source->mark - source->mark % row;
  return start + WB_PREVIEW_MAX <= total ? start : total - WB_PREVIEW_MAX;
}

void wb_preview_make(const struct wb_preview_source *source, struct wb_preview *preview) {
  const struct wb_shape *shape = &source->expected->shape;
  size_t total = wb_tensor_count(source->expected);
  char type[16];
  memset(preview, 0, sizeof *preview);
  preview->array = wb_strdup(source->array);
  preview->type = wb_strdup(wb_dtype_name(source->expected->type, type));
  preview->rank = shape->rank;
  for (unsigned d = 0; d < shape->rank; d++) preview->shape[d] = shape->size[d];
  preview->first = window_start(source, total);
  preview->total = total;
  preview->n = total - preview->first < WB_PREVIEW_MAX ? total - preview->first : WB_PREVIEW_MAX;
  preview->expected = wb_alloc(preview->n * sizeof *preview->expected);
  preview->got = wb_alloc(preview->n * sizeof *preview->got);
  preview->differs = wb_alloc(preview->n * sizeof *preview->differs);
  for (size_t i = 0; i < preview->n; i++) {
    size_t at = preview->first + i;
    preview->expected[i] = wb_preview_text(source->expected, at);
    preview->got[i] = are_alike(source, at) && !was_never_written(source, at)
                          ? wb_strdup(preview->expected[i])
                          : wb_preview_got(source, at);
    preview->differs[i] = at == source->unwritten || is_wrong(source, at);
  }
}

#include "launch/undefined.h"

#include <string.h>

#include "base/str.h"

/* Whether the number is still there. */
static bool is_there(const struct wb_undefined *item, const struct wb_tensor *content) {
  const size_t bytes = wb_tensor_bytes(content);
  const unsigned char *data = content->data;
  return item->bytes <= bytes && item->start <= bytes - item->bytes &&
         (item->any_value || memcmp(data + item->start, &item->value, item->bytes) == 0);
}

bool *wb_undefined_elements(const struct wb_undefined *items, size_t n_items, uint32_t arg,
                            const struct wb_tensor *content) {
  const size_t size = wb_dtype_size(content->type);
  bool *elements = NULL;
  for (size_t i = 0; i < n_items; i++) {
    const struct wb_undefined *item = &items[i];
    if (item->arg != arg || item->bytes == 0 || !is_there(item, content)) continue;
    if (elements == NULL) elements = wb_alloc(wb_tensor_count(content) * sizeof *elements);
    const size_t last = (item->start + item->bytes - 1) / size;
    for (size_t k = item->start / size; k <= last; k++) elements[k] = true;
  }
  return elements;
}

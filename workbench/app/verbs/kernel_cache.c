#include "verbs/kernel_cache.h"

#include <inttypes.h>
#include <stdlib.h>

#define WB_OF struct wb_kernel_cache
static const struct wb_field rows[] = {
    {"folder", WB_VALUE(folder), .or_null = true},
    {"cleared", WB_VALUE(cleared)},
    {"kernels", WB_VALUE(size.files)},
    {"bytes", WB_VALUE(size.bytes)},
};
const struct wb_fields wb_kernel_cache_fields = {WB_ROWS(rows)};
#undef WB_OF

enum wb_status wb_kernel_cache_visit(bool clear, struct wb_kernel_cache *cache,
                                     struct wb_error *err) {
  *cache = (struct wb_kernel_cache){.folder = wb_cache_folder()};
  if (cache->folder == NULL) return WB_OK;
  cache->cleared = clear;
  return wb_cache_trim(cache->folder, clear ? 0 : UINT64_MAX, &cache->size, err);
}

void wb_kernel_cache_write(const struct wb_kernel_cache *cache, struct wb_document *document) {
  if (cache->folder == NULL) {
    wb_put_line(document, WB_STYLE_PLAIN, "The cache is off.");
    return;
  }
  wb_put_line(document, WB_STYLE_PLAIN, "%s", cache->folder);
  wb_put_line(document, WB_STYLE_PLAIN, "%s%" PRIu64 " compiled kernel%s, %.1f MiB",
              cache->cleared ? "removed " : "", cache->size.files,
              cache->size.files == 1 ? "" : "s", (double)cache->size.bytes / (1 << 20));
}

void wb_kernel_cache_release(struct wb_kernel_cache *cache) {
  wb_fields_release(&wb_kernel_cache_fields, cache);
}

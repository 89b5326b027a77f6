#include "verbs/kernel_cache.h"

#include <inttypes.h>
#include <stdlib.h>

#define WB_OF struct wb_kernel_cache
static const struct wb_field rows[] = {
    {"folder", WB_VALUE(folder), .or_null = true},
    {"cleared", WB_VALUE(cleared)},
    {"kernels", WB_VALUE(size.files)},
    {"bytes", WB_VALUE(size.bytes)},
    {"checks", WB_VALUE(checks.files)},
    {"check_bytes", WB_VALUE(checks.bytes)},
    {"programs", WB_VALUE(programs.files)},
    {"program_bytes", WB_VALUE(programs.bytes)},
};
const struct wb_fields wb_kernel_cache_fields = {WB_ROWS(rows)};
#undef WB_OF

enum wb_status wb_kernel_cache_visit(bool clear, struct wb_kernel_cache *cache,
                                     struct wb_error *err) {
  *cache = (struct wb_kernel_cache){.folder = wb_cache_folder_of_kernels()};
  if (cache->folder == NULL) return WB_OK;
  const uint64_t limit = clear ? 0 : UINT64_MAX;
  char *checks = wb_cache_folder_of(WB_CACHE_OF_CHECKS);
  char *programs = wb_cache_folder_of(WB_CACHE_OF_PROGRAMS);
  cache->cleared = clear;
  enum wb_status status = wb_cache_trim(cache->folder, limit, &cache->size, err);
  if (status == WB_OK) status = wb_cache_trim(checks, limit, &cache->checks, err);
  if (status == WB_OK) status = wb_cache_trim(programs, limit, &cache->programs, err);
  free(checks);
  free(programs);
  return status;
}

static void put_size(struct wb_document *document, bool cleared, const struct wb_cache_size *size,
                     const char *one, const char *many) {
  wb_put_line(document, WB_STYLE_PLAIN, "%s%" PRIu64 " %s, %.1f MiB", cleared ? "removed " : "",
              size->files, size->files == 1 ? one : many, (double)size->bytes / (1 << 20));
}

void wb_kernel_cache_write(const struct wb_kernel_cache *cache, struct wb_document *document) {
  if (cache->folder == NULL) {
    wb_put_line(document, WB_STYLE_PLAIN, "The cache is off.");
    return;
  }
  wb_put_line(document, WB_STYLE_PLAIN, "%s", cache->folder);
  put_size(document, cache->cleared, &cache->size, "compiled kernel", "compiled kernels");
  if (cache->checks.files > 0)
    put_size(document, cache->cleared, &cache->checks, "result of a check", "results of checks");
  if (cache->programs.files > 0)
    put_size(document, cache->cleared, &cache->programs, "program of an OpenCL device",
             "programs of OpenCL devices");
}

void wb_kernel_cache_release(struct wb_kernel_cache *cache) {
  wb_fields_release(&wb_kernel_cache_fields, cache);
}

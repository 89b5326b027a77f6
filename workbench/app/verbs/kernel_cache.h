/* The cache of compiled kernels and programs, and of what `check` found out, as a person looks
 * after it. */
#ifndef WB_VERBS_KERNEL_CACHE_H
#define WB_VERBS_KERNEL_CACHE_H

#include "base/cache.h"
#include "fields/fields.h"
#include "text/styled.h"

struct wb_kernel_cache {
  char *folder; /* NULL: the cache is off */
  bool cleared;
  struct wb_cache_size size;     /* of the kernels there, or that were before it was cleared */
  struct wb_cache_size checks;   /* the same of results of checks */
  struct wb_cache_size programs; /* the same of programs of OpenCL devices */
};
extern const struct wb_fields wb_kernel_cache_fields; /* documented in docs/json.md */

enum wb_status wb_kernel_cache_visit(bool clear, struct wb_kernel_cache *cache,
                                     struct wb_error *err);
void wb_kernel_cache_write(const struct wb_kernel_cache *cache, struct wb_document *document);
void wb_kernel_cache_release(struct wb_kernel_cache *cache);

#endif

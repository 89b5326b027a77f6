/* A cache on disk: contents by key, that may be gone at any time.
 *
 * One folder of one file a content, $WORKBENCH_CACHE, else
 * $XDG_CACHE_HOME/gpu-workbench, else ~/.cache/gpu-workbench; "off" is none.
 * $WORKBENCH_CACHE_MIB is its limit, in MiB.
 * Files are written beside their place and renamed to it, so that a reader finds
 * a whole one or none, and carry a digest over key and content: what is damaged,
 * or in the place of another, is not taken. Nothing is taken either from a
 * folder or file that somebody else owns or may write. A cache that cannot be
 * read or written is an empty one, never an error. */
#ifndef WB_BASE_CACHE_H
#define WB_BASE_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/sha256.h"
#include "base/status.h"
#include "base/str.h"

/* Kinds of contents that have a folder of their own. */
#define WB_CACHE_OF_CHECKS "checks"     /* results that `check` need not ask for again */
#define WB_CACHE_OF_PROGRAMS "programs" /* of OpenCL devices, as their drivers compiled them */

enum {
  WB_CACHE_LIMIT_MIB = 64,      /* of all contents, unless the environment has another limit */
  WB_CACHE_ITEM_MAX = 16 << 20, /* of one: larger ones are not kept */
  WB_CACHE_TRIM_ONE_IN = 16     /* the limit is enforced once in so many puts */
};

/* The folder, whether or not it is there; NULL where the cache is off or the
 * person has no home. The caller frees. */
char *wb_cache_folder(void);

/* The folder of compiled kernels: the same, or $WORKBENCH_KERNEL_CACHE where that is set and the
 * cache is not off. So one may be shared, as tests do, where other contents are not. */
char *wb_cache_folder_of_kernels(void);

/* A folder in it, for contents of another kind, with a limit of its own; NULL likewise. Programs of
 * devices are in that of compiled kernels. The caller frees. */
char *wb_cache_folder_of(const char *kind);

/* Makes the folder where it is not there, as wb_cache_put would. */
void wb_cache_make(const char *folder);

/* For keys: which file it is, so that replacing or changing it makes another key, without reading
 * it. False: it is not there. */
bool wb_cache_add_file(struct wb_sha256 *sha, const char *path);

/* Appends the content to `out`; false where there is none. `folder` may be NULL. */
bool wb_cache_get(const char *folder, const unsigned char key[WB_SHA256_BYTES], struct wb_str *out);
void wb_cache_put(const char *folder, const unsigned char key[WB_SHA256_BYTES], const void *bytes,
                  size_t length);

/* Removes the contents that were not used for the longest time, until the rest has at most
 * `limit` bytes; 0 empties the cache. Counts what was there before. Files that are not of the
 * cache are left alone. */
struct wb_cache_size {
  uint64_t files, bytes;
};
enum wb_status wb_cache_trim(const char *folder, uint64_t limit, struct wb_cache_size *before,
                             struct wb_error *err);

#endif

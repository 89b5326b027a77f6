/* What was judged before need not be judged again: results in the cache on disk (base/cache.h), in
 * the folder WB_CACHE_OF_CHECKS of it, by a key of what the judge is asked: its options, the
 * kernel's text, the programs and the compiler, the devices of this machine, and the variables of
 * the environment that programs of ours read. Which files it follows from besides, the judge says
 * with the result (struct wb_result.files); it is taken while they are as they were. */
#ifndef WB_AUTHORING_CHECK_CACHE_H
#define WB_AUTHORING_CHECK_CACHE_H

#include "base/cache.h"
#include "base/file_states.h"
#include "device/registry.h"
#include "session/pool.h"

/* Zeroed: nothing is kept. */
struct wb_check_cache {
  char *folder;
  struct wb_sha256 machine; /* programs, devices, environment */
  const struct wb_device_list *devices;
  struct wb_file_memory memory; /* of the course's files */
};

void wb_check_cache_open(struct wb_check_cache *cache, const struct wb_device_list *devices);
void wb_check_cache_release(struct wb_check_cache *cache);

/* For a pool (session/pool.h), whose memory is the cache. A judge's own errors are not kept, nor
 * that a device without checks ran out of time: that was a clock's, and may not be so again. */
bool wb_check_cache_recall(struct wb_judgement *judgement, void *cache);
void wb_check_cache_keep(const struct wb_judgement *judgement, void *cache);

#endif

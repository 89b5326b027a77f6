/* A map from pointers (LLVM's values, blocks, types) to pointers or numbers. */
#ifndef WB_COMPILER_INSTRUMENT_MAP_H
#define WB_COMPILER_INSTRUMENT_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wb_map_entry {
  const void *key; /* NULL: free */
  uintptr_t value;
};

/* Zeroed is empty. */
struct wb_map {
  struct wb_map_entry *entries;
  size_t count, capacity; /* a power of two, or 0 */
};

void wb_map_release(struct wb_map *map);
void wb_map_put(struct wb_map *map, const void *key, uintptr_t value);

/* NULL where `key` is not there. Valid until the next put. */
const struct wb_map_entry *wb_map_find(const struct wb_map *map, const void *key);
bool wb_map_has(const struct wb_map *map, const void *key);

#endif

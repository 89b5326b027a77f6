#include "compiler/instrument/map.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"

enum { FIRST_CAPACITY = 64 };

void wb_map_release(struct wb_map *map) {
  free(map->entries);
  memset(map, 0, sizeof *map);
}

static size_t slot_of(const struct wb_map *map, const void *key) {
  uint64_t hash = (uint64_t)(uintptr_t)key * 0x9E3779B97F4A7C15ULL;
  size_t slot = (size_t)(hash >> 20) & (map->capacity - 1);
  while (map->entries[slot].key != NULL && map->entries[slot].key != key)
    slot = (slot + 1) & (map->capacity - 1);
  return slot;
}

static void grow_map(struct wb_map *map) {
  struct wb_map bigger = {.capacity = map->capacity > 0 ? map->capacity * 2 : FIRST_CAPACITY};
  bigger.entries = wb_alloc(bigger.capacity * sizeof *bigger.entries);
  for (size_t i = 0; i < map->capacity; i++)
    if (map->entries[i].key != NULL)
      bigger.entries[slot_of(&bigger, map->entries[i].key)] = map->entries[i];
  bigger.count = map->count;
  free(map->entries);
  *map = bigger;
}

void wb_map_put(struct wb_map *map, const void *key, uintptr_t value) {
  if (map->count * 2 >= map->capacity) grow_map(map);
  struct wb_map_entry *entry = &map->entries[slot_of(map, key)];
  if (entry->key == NULL) map->count++;
  entry->key = key;
  entry->value = value;
}

const struct wb_map_entry *wb_map_find(const struct wb_map *map, const void *key) {
  if (map->capacity == 0) return NULL;
  const struct wb_map_entry *entry = &map->entries[slot_of(map, key)];
  return entry->key != NULL ? entry : NULL;
}

bool wb_map_has(const struct wb_map *map, const void *key) { return wb_map_find(map, key) != NULL; }

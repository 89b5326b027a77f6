#include "emulator/run/crowd.h"

#include <stdlib.h>

enum { FIRST_CAPACITY = 64, FIRST_ENTRIES = 8, FIRST_TIDY = 16 };

/* 128 MiB of them. */
static const uint64_t MAX_ENTRIES = 16 << 20;

static size_t slot_of(const struct wb_crowds *crowds, const uint64_t *of) {
  size_t at = ((uintptr_t)of >> 4) * 0x9E3779B97F4A7C15ULL >> 20 & (crowds->capacity - 1);
  while (crowds->table[at].of != NULL && crowds->table[at].of != of)
    at = (at + 1) & (crowds->capacity - 1);
  return at;
}

struct wb_crowd *wb_crowd_find(const struct wb_crowds *crowds, const uint64_t *of) {
  struct wb_crowd *crowd = crowds->n > 0 ? &crowds->table[slot_of(crowds, of)] : NULL;
  return crowd != NULL && crowd->of != NULL ? crowd : NULL;
}

static bool grow_table(struct wb_crowds *crowds) {
  struct wb_crowds bigger = {.capacity =
                                 crowds->capacity > 0 ? crowds->capacity * 2 : FIRST_CAPACITY};
  bigger.table = calloc(bigger.capacity, sizeof *bigger.table);
  if (bigger.table == NULL) return false;
  for (size_t i = 0; i < crowds->capacity; i++)
    if (crowds->table[i].of != NULL)
      bigger.table[slot_of(&bigger, crowds->table[i].of)] = crowds->table[i];
  free(crowds->table);
  crowds->table = bigger.table;
  crowds->capacity = bigger.capacity;
  return true;
}

static bool grow_crowd(struct wb_crowd *crowd) {
  size_t capacity = crowd->capacity > 0 ? crowd->capacity * 2 : FIRST_ENTRIES;
  uint64_t *entries = realloc(crowd->entries, capacity * sizeof *entries);
  if (entries == NULL) return false;
  crowd->entries = entries;
  crowd->capacity = capacity;
  return true;
}

bool wb_crowd_add(struct wb_crowds *crowds, const uint64_t *of, uint64_t entry) {
  if (crowds->entries >= MAX_ENTRIES) return false;
  if (2 * crowds->n >= crowds->capacity && !grow_table(crowds)) return false;
  struct wb_crowd *crowd = &crowds->table[slot_of(crowds, of)];
  if (crowd->of == NULL) {
    crowd->of = of;
    crowd->tidy_at = FIRST_TIDY;
    crowds->n++;
  }
  if (crowd->n == crowd->capacity && !grow_crowd(crowd)) return false;
  crowd->entries[crowd->n++] = entry;
  crowds->entries++;
  return true;
}

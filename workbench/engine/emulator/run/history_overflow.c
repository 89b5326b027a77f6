#include "emulator/run/history_overflow.h"

#include <stdlib.h>

enum { FIRST_CAPACITY = 64, FIRST_ENTRIES = 8, FIRST_TIDY = 16 };

/* 128 MiB of them. */
static const uint64_t MAX_ENTRIES = 16 << 20;

static size_t slot_of(const struct wb_history_overflows *overflows, const uint64_t *of) {
  size_t at = ((uintptr_t)of >> 4) * 0x9E3779B97F4A7C15ULL >> 20 & (overflows->capacity - 1);
  while (overflows->table[at].of != NULL && overflows->table[at].of != of)
    at = (at + 1) & (overflows->capacity - 1);
  return at;
}

struct wb_history_overflow *wb_history_overflow_find(const struct wb_history_overflows *overflows,
                                                     const uint64_t *of) {
  struct wb_history_overflow *overflow =
      overflows->n > 0 ? &overflows->table[slot_of(overflows, of)] : NULL;
  return overflow != NULL && overflow->of != NULL ? overflow : NULL;
}

static bool grow_table(struct wb_history_overflows *overflows) {
  struct wb_history_overflows bigger = {
      .capacity = overflows->capacity > 0 ? overflows->capacity * 2 : FIRST_CAPACITY};
  bigger.table = calloc(bigger.capacity, sizeof *bigger.table);
  if (bigger.table == NULL) return false;
  for (size_t i = 0; i < overflows->capacity; i++)
    if (overflows->table[i].of != NULL)
      bigger.table[slot_of(&bigger, overflows->table[i].of)] = overflows->table[i];
  free(overflows->table);
  overflows->table = bigger.table;
  overflows->capacity = bigger.capacity;
  return true;
}

static bool grow_overflow(struct wb_history_overflow *overflow) {
  size_t capacity = overflow->capacity > 0 ? overflow->capacity * 2 : FIRST_ENTRIES;
  uint64_t *entries = realloc(overflow->entries, capacity * sizeof *entries);
  if (entries == NULL) return false;
  overflow->entries = entries;
  overflow->capacity = capacity;
  return true;
}

bool wb_history_overflow_add(struct wb_history_overflows *overflows, const uint64_t *of,
                             uint64_t entry) {
  if (overflows->entries >= MAX_ENTRIES) return false;
  if (2 * overflows->n >= overflows->capacity && !grow_table(overflows)) return false;
  struct wb_history_overflow *overflow = &overflows->table[slot_of(overflows, of)];
  if (overflow->of == NULL) {
    overflow->of = of;
    overflow->tidy_at = FIRST_TIDY;
    overflows->n++;
  }
  if (overflow->n == overflow->capacity && !grow_overflow(overflow)) return false;
  overflow->entries[overflow->n++] = entry;
  overflows->entries++;
  return true;
}

/* Entries of race histories beyond the two that a history has room for.
 *
 * Where barriers alone order memory, two entries of a class say it all
 * (check/race.h). Where releases and acquires do too (sync.h), an access may
 * be ordered after two of three and race with the third: so all are kept that
 * nothing has ordered before a later one of the same class. */
#ifndef WB_EMULATOR_RUN_HISTORY_OVERFLOW_H
#define WB_EMULATOR_RUN_HISTORY_OVERFLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct wb_history_overflow {
  const uint64_t *of; /* the two entries that these belong to; NULL: free */
  uint64_t *entries;
  size_t n, capacity;
  size_t tidy_at; /* from this many entries on, useless ones are dropped */
};

struct wb_history_overflows {
  struct wb_history_overflow *table; /* a hash table */
  size_t n, capacity;
  uint64_t entries; /* of all */
};

/* NULL where there is none. */
struct wb_history_overflow *wb_history_overflow_find(const struct wb_history_overflows *overflows,
                                                     const uint64_t *of);

/* False without memory for it. */
bool wb_history_overflow_add(struct wb_history_overflows *overflows, const uint64_t *of,
                             uint64_t entry);

#endif

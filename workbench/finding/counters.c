#include "finding/counters.h"

#include <string.h>

static const char *const names[WB_COUNTER_COUNT] = {
    "global_reads",      "global_writes",   "local_reads",      "local_writes", "max_global_reads",
    "max_global_writes", "max_local_reads", "max_local_writes", "barriers",     "items"};
_Static_assert(sizeof(struct wb_counters) == WB_COUNTER_COUNT * sizeof(uint64_t),
               "every counter has a name");

const char *const *wb_counter_names(void) { return names; }

uint64_t *wb_counter_at(struct wb_counters *counters, unsigned i) {
  return (uint64_t *)(void *)counters + i;
}

uint64_t wb_counter_value(const struct wb_counters *counters, const char *name, bool *known) {
  struct wb_counters copy = *counters;
  unsigned i = 0;
  while (i < WB_COUNTER_COUNT && strcmp(names[i], name) != 0) i++;
  if (known != NULL) *known = i < WB_COUNTER_COUNT;
  return i < WB_COUNTER_COUNT ? *wb_counter_at(&copy, i) : 0;
}

#include "finding/counters.h"

#include <string.h>

static const char *const names[WB_COUNTER_COUNT] = {
    "global_reads",       "global_writes",     "local_reads",        "local_writes",
    "max_global_reads",   "max_global_writes", "max_local_reads",    "max_local_writes",
    "global_atomics",     "local_atomics",     "max_global_atomics", "max_local_atomics",
    "barriers",           "local_bytes",       "global_accesses",    "global_transactions",
    "ideal_transactions", "distinct_pieces",   "local_accesses",     "bank_conflicts",
    "atomic_conflicts",   "branches",          "divergent_branches", "occupancy_percent",
    "subgroup",           "unmodelled",        "uncounted",          "items"};
_Static_assert(sizeof(struct wb_counters) == WB_COUNTER_COUNT * sizeof(uint64_t),
               "every counter has a name");

static const char *const nouns[WB_COUNTER_COUNT] = {"global reads",
                                                    "global writes",
                                                    "local reads",
                                                    "local writes",
                                                    "global reads by one work-item",
                                                    "global writes by one work-item",
                                                    "local reads by one work-item",
                                                    "local writes by one work-item",
                                                    "global atomics",
                                                    "local atomics",
                                                    "global atomics by one work-item",
                                                    "local atomics by one work-item",
                                                    "barriers",
                                                    "bytes of local memory for a group",
                                                    "instructions on global memory",
                                                    "global transactions",
                                                    "global transactions at best",
                                                    "different pieces of global memory",
                                                    "instructions on local memory",
                                                    "bank conflicts",
                                                    "waiting atomics",
                                                    "branches",
                                                    "split branches",
                                                    "percent of occupancy",
                                                    "work-items in a sub-group",
                                                    "accesses and branches that were left out",
                                                    "accesses that no counter has",
                                                    "work-items"};

enum {
  FIRST_MODELLED = offsetof(struct wb_counters, global_accesses) / sizeof(uint64_t),
  LAST_MODELLED = offsetof(struct wb_counters, divergent_branches) / sizeof(uint64_t)
};

const char *const *wb_counter_names(void) { return names; }

const char *wb_counter_noun(unsigned i) { return nouns[i]; }

uint64_t *wb_counter_at(struct wb_counters *counters, unsigned i) {
  return (uint64_t *)(void *)counters + i;
}

unsigned wb_counter_index(const char *name) {
  unsigned i = 0;
  while (i < WB_COUNTER_COUNT && strcmp(names[i], name) != 0) i++;
  return i;
}

bool wb_counter_is_modelled(unsigned i) { return i >= FIRST_MODELLED && i <= LAST_MODELLED; }

bool wb_counter_name_is_modelled(const char *name) {
  return wb_counter_is_modelled(wb_counter_index(name));
}

uint64_t wb_counter_value(const struct wb_counters *counters, const char *name, bool *known) {
  struct wb_counters copy = *counters;
  unsigned i = wb_counter_index(name);
  if (known != NULL) *known = i < WB_COUNTER_COUNT;
  return i < WB_COUNTER_COUNT ? *wb_counter_at(&copy, i) : 0;
}

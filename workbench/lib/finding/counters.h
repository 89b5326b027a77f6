/* The counters by name, as `run --json` prints them and budgets limit them, in
 * the order of struct wb_counters. */
#ifndef WB_FINDING_COUNTERS_H
#define WB_FINDING_COUNTERS_H

#include "base/str.h"
#include "finding/finding.h"

/* A budget may name those before `subgroup`. */
enum {
  WB_COUNTER_COUNT = sizeof(struct wb_counters) / sizeof(uint64_t),
  WB_BUDGET_COUNTERS = offsetof(struct wb_counters, subgroup) / sizeof(uint64_t)
};

/* WB_COUNTER_COUNT names; static storage. */
const char *const *wb_counter_names(void);

/* What counter i counts, after a number: "global reads by one work-item". For
 * messages: nobody need know the names. */
const char *wb_counter_noun(unsigned i);

/* Appends a number and what it counts: "3 launches", "1 byte copied to a device". */
void wb_counter_add(unsigned i, uint64_t count, struct wb_str *out);

/* WB_COUNTER_COUNT for an unknown name. */
unsigned wb_counter_index(const char *name);

uint64_t *wb_counter_at(struct wb_counters *counters, unsigned i);

/* Whether counter i needs a program built with `profile`; elsewhere it is 0
 * and says nothing. */
bool wb_counter_is_modelled(unsigned i);
bool wb_counter_name_is_modelled(const char *name);

/* Whether it counts what a host program did, and nothing that a kernel does. */
bool wb_counter_is_of_host(unsigned i);

/* Whether more of counter i is better: its budget is the least that is asked for, not the most that
 * is allowed. */
bool wb_counter_is_wanted(unsigned i);

/* Whether the value of counter i does not hold its budget. */
bool wb_counter_exceeds(unsigned i, uint64_t value, uint64_t budget);

/* 0 for an unknown name; *known (may be NULL) says whether there is one. */
uint64_t wb_counter_value(const struct wb_counters *counters, const char *name, bool *known);

/* Adds a launch to those before it: zeroed, there are none. Work is summed, of the most that one
 * work-item did (and of local memory) the greatest counts, of occupancy the least. */
void wb_counters_add(struct wb_counters *all, const struct wb_counters *more);

#endif

/* Words for accesses out of bounds. */
#ifndef WB_EMULATOR_RUN_BOUNDS_H
#define WB_EMULATOR_RUN_BOUNDS_H

#include "emulator/run/run.h"

/* An access to be refused, with what is known of it. */
struct wb_refused {
  uint64_t address;
  const struct wbrt_object *o;
  uint32_t object, size, align, flags, site;
};

/* "reads", "writes", "updates". */
const char *wb_bounds_verb(uint32_t flags);

/* What is outside of its array: an element, several, or some lanes of a vector. */
void wb_bounds_describe(const struct wbrt_run *run, const struct wb_refused *access,
                        struct wb_finding *finding);

#endif

/* What is known to be done: how many of each queue's commands (Fidge, Mattern 1988).
 *
 * Most programs have a queue or two, and commands are many: a clock costs as much as its entries
 * that are set, not as much as there may be queues. */
#ifndef WB_HOST_VECTOR_CLOCK_H
#define WB_HOST_VECTOR_CLOCK_H

#include <stdint.h>

enum { WB_HOST_MAX_QUEUES = 64 }; /* of all contexts; also how many a device has */

/* Zeroed: nothing is known. */
struct wb_vector_clock {
  uint64_t chain; /* of the commands that are known to be done: the longest chain */
  unsigned n_set; /* entries; those beyond are 0, whatever is there */
  uint64_t of[WB_HOST_MAX_QUEUES];
};

static inline uint64_t wb_vector_clock_of(const struct wb_vector_clock *clock, unsigned queue) {
  return queue < clock->n_set ? clock->of[queue] : 0;
}

static inline void wb_vector_clock_set(struct wb_vector_clock *clock, unsigned queue,
                                       uint64_t commands) {
  while (clock->n_set <= queue) clock->of[clock->n_set++] = 0;
  clock->of[queue] = commands;
}

/* `into` may be memory with anything in it. */
static inline void wb_vector_clock_copy(struct wb_vector_clock *into,
                                        const struct wb_vector_clock *from) {
  into->chain = from->chain;
  into->n_set = from->n_set;
  for (unsigned i = 0; i < from->n_set; i++) into->of[i] = from->of[i];
}

/* What either knows. */
static inline void wb_vector_clock_join(struct wb_vector_clock *into,
                                        const struct wb_vector_clock *from) {
  for (unsigned i = 0; i < from->n_set; i++)
    if (from->of[i] > wb_vector_clock_of(into, i)) wb_vector_clock_set(into, i, from->of[i]);
  if (from->chain > into->chain) into->chain = from->chain;
}

#endif

/* Clocks that are as long as their entries say what plain arrays say. */
#include "runtime/vector_clock.h"

#include <stdbool.h>
#include <string.h>

#include "tap.h"

enum { CLOCKS = 4, ROUNDS = 5000 };

struct pair {
  struct wb_vector_clock clock;
  uint64_t plain[WB_HOST_MAX_QUEUES], chain;
};

static unsigned state = 7;
static unsigned below(unsigned limit) {
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % limit;
}

static bool is_same(const struct pair *pair) {
  bool same = pair->clock.chain == pair->chain;
  for (unsigned i = 0; i < WB_HOST_MAX_QUEUES; i++)
    same = same && wb_vector_clock_of(&pair->clock, i) == pair->plain[i];
  return same;
}

static void set(struct pair *pair) {
  const unsigned queue = below(WB_HOST_MAX_QUEUES), commands = below(100);
  wb_vector_clock_set(&pair->clock, queue, commands);
  pair->plain[queue] = commands;
}

static void join(struct pair *into, const struct pair *from) {
  wb_vector_clock_join(&into->clock, &from->clock);
  for (unsigned i = 0; i < WB_HOST_MAX_QUEUES; i++)
    if (from->plain[i] > into->plain[i]) into->plain[i] = from->plain[i];
  if (from->chain > into->chain) into->chain = from->chain;
}

static void copy(struct pair *into, const struct pair *from) {
  struct pair was = *from;
  memset(&into->clock, 0xff, sizeof into->clock);
  wb_vector_clock_copy(&into->clock, &was.clock);
  memcpy(into->plain, was.plain, sizeof into->plain);
  into->chain = was.chain;
}

static void test_against_plain(void) {
  static struct pair pairs[CLOCKS];
  bool good = true;
  for (int round = 0; round < ROUNDS && good; round++) {
    struct pair *one = &pairs[below(CLOCKS)], *other = &pairs[below(CLOCKS)];
    const unsigned what = below(8);
    if (round % 50 == 0) {
      memset(one, 0, sizeof *one);
      memset(one->clock.of, 0xff, sizeof one->clock.of); /* beyond its entries */
    }
    if (what < 2) set(one);
    if (what == 2) one->clock.chain = one->chain = below(1000);
    if (what == 3) copy(one, other);
    if (what > 3) join(one, other);
    for (unsigned i = 0; i < CLOCKS; i++) good = good && is_same(&pairs[i]);
  }
  CHECK(good);
}

int main(void) {
  tap_run("clocks of any length are joined, copied and set as plain arrays are",
          test_against_plain);
  return tap_finish();
}

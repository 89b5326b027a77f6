/* How long a fuzzer goes on, and with which seeds.
 *
 * FUZZ_SECONDS is the time; without it there is a number of rounds, which is the same on a busy
 * machine. The first round has FUZZ_SEED, else 1; in a sample (tests/sample.h) each commit has
 * rounds of its own. The next round has the next seed. */
#ifndef WB_TESTS_FUZZ_ROUNDS_H
#define WB_TESTS_FUZZ_ROUNDS_H

#include "base/clock.h"
#include "sample.h"

struct fuzz_rounds {
  uint64_t seed; /* of this round */
  uint64_t done; /* rounds before this one, and this one */
  uint64_t rounds;
  uint64_t until_ns; /* 0: `rounds` says when it ends */
};

static inline struct fuzz_rounds fuzz_begin(uint64_t rounds) {
  const char *seconds = getenv("FUZZ_SECONDS"), *seed = getenv("FUZZ_SEED");
  struct fuzz_rounds fuzz = {.seed = sample_commits() * rounds, .rounds = rounds};
  if (seed != NULL) fuzz.seed = strtoull(seed, NULL, 10) - 1;
  if (seconds != NULL)
    fuzz.until_ns = wb_clock_ns() + strtoull(seconds, NULL, 10) * UINT64_C(1000000000);
  return fuzz;
}

/* Begins the next round; false at the end. There is one at least. */
static inline bool fuzz_next(struct fuzz_rounds *fuzz) {
  const bool more = fuzz->until_ns > 0 ? wb_clock_ns() < fuzz->until_ns : fuzz->done < fuzz->rounds;
  if (!more && fuzz->done > 0) return false;
  fuzz->done++;
  fuzz->seed++;
  return true;
}

#endif
